"""Golden playthroughs: whole games in full text, to be reviewed as text when a rule changes."""

from pathlib import Path

from helpers.worlds import MOST_STEPS, Setting, settings

from meute.core.chance import Generator
from meute.match import Match
from meute.text import action_phrase, catalogue, event_phrase

GOLDEN = Path(__file__).parents[1] / "golden"
SEED = 42
SHOWN_EVERY = 40
"""Decisions between two positions and views; events and choices are always written."""
LISTED = 24
"""Longest list of choices."""
SHOWN_IN = ("fr", "en")
"""Languages of the sentences: those of the rulebooks and of this code; others are translations of them."""
TOLD = 160
"""Decisions written in full; of later ones only the move."""


def playthrough(setting: Setting) -> str:
    """One random game as text: positions, views, choices, events in two languages, result."""
    match = setting.start(SEED)
    rng = Generator(SEED)
    lines = [f"# {setting}", *sentences_since(match, 0)]
    decisions = 0
    while not match.is_over() and len(match.steps) < MOST_STEPS:
        if decisions < TOLD and decisions % SHOWN_EVERY == 0:
            lines += positions(match)
        decisions += 1
        to_act = match.seats_to_act()
        seat = to_act[rng.below(len(to_act))]
        options = match.legal_actions(seat)
        action = options[rng.below(len(options))]
        before = len(match.events)
        if decisions <= TOLD:
            lines += question(match, decisions, seat, action)
            match.play(seat, action)
            lines += sentences_since(match, before)
        else:
            match.play(seat, action)
            lines.append(f"{decisions}: seat {seat + 1} {match.game.codec.text(action)}")
    return "\n".join([*lines, "", f"result {match.result()}", ""])


def positions(match: Match) -> list[str]:
    """The full state and the view of each seat."""
    lines = ["", "position", *indent(match.game.write_position(match.state))]
    for seat in range(len(match.seats)):
        lines += [f"view {seat + 1}", *indent(match.view(seat).text())]
    return lines


def question(match: Match, number: int, seat: int, action: int) -> list[str]:
    """The prompt, the choices and the move of a seat."""
    words, game = catalogue("fr"), match.game
    texts = match.legal_texts(seat)
    more = f" ... {len(texts)} in all" if len(texts) > LISTED else ""
    return [
        "",
        f"decision {number}: seat {seat + 1}, points {match.score()[0]}",
        f"  {words.render(game.prompt(match.view(seat).state, seat))}",
        f"  choices {' '.join(texts[:LISTED])}{more}",
        f"  plays {game.codec.text(action)}: {words.render(action_phrase(game, action, match.seats))}",
    ]


def sentences_since(match: Match, since: int) -> list[str]:
    """Events as numbers and as sentences for the first seat, in two languages."""
    lines = []
    for number, event in enumerate(match.events[since:], start=since):
        lines.append(f"  event {number} {event.numbers()}")
        for language in SHOWN_IN:
            words = catalogue(language)
            lines.append(f"    {language}: {words.render(event_phrase(match.game, event, match.seats, 0, words))}")
    return lines


def indent(text: str) -> list[str]:
    """Indent lines by two spaces."""
    return [f"  {line}" for line in text.splitlines()]


def written(game: str) -> dict[Path, str]:
    """The playthroughs of a game: one for each seat count."""
    chosen = [setting for setting in settings() if setting.game == game and not setting.options]
    return {GOLDEN / game / f"{setting}.txt": playthrough(setting) for setting in chosen}

"""Sentences about what happened, what may be done, and why something may not."""

from collections.abc import Sequence
from functools import lru_cache

from meute.core.event import RESIGNS, Event
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.phrase import MOST_WORDS, Filling, Phrase, phrase
from meute.core.reason import Reason
from meute.text.catalogue import Catalogue

PEOPLE = ("player", "other")
"""What a number of an event or an action is called that means somebody at the table."""


def event_phrase(game: Game, event: Event, names: Sequence[str], reader: int, words: Catalogue) -> Phrase:
    """What happened, told to one seat; a negative reader is a spectator."""
    if event.kind == RESIGNS:
        return phrase("event.resigns.you" if event.seat == reader else "event.resigns", seat=names[event.seat])
    told = tells_secret(game, event, reader)
    key = event_key(game.id, game.events[event.kind].name, told, person_told(game, event, reader), words)
    return Phrase(key, event_gaps(game, event, names, told), "")


def tells_secret(game: Game, event: Event, reader: int) -> bool:
    """Whether a seat may read the secret of an event that has one."""
    return bool(game.events[event.kind].secret) and event.seen_by(reader).secret >= 0


def person_told(game: Game, event: Event, reader: int) -> str:
    """What an event is to a seat: it did that (`you`), it was done to it (`to_you`), or neither."""
    if event.seat == reader:
        return "you"
    numbers = zip(game.events[event.kind].meanings, (event.a, event.b, event.c), strict=False)
    return "to_you" if any(number == reader >= 0 and meaning in PEOPLE for meaning, number in numbers) else ""


def event_gaps(game: Game, event: Event, names: Sequence[str], told: bool) -> dict[str, Filling]:
    """What an event speaks of; all who are told its secret, or are not, read the same."""
    saying = game.events[event.kind]
    gaps: dict[str, Filling] = {"seat": names[event.seat] if event.seat >= 0 else ""}
    for meaning, number in zip(saying.meanings, (event.a, event.b, event.c), strict=False):
        gaps[meaning] = gap(game, meaning, number, names)
    if told:
        gaps[saying.secret] = gap(game, saying.secret, event.secret, names)
    return gaps


@lru_cache(MOST_WORDS)
def event_key(game: str, name: str, told: bool, person: str, words: Catalogue) -> str:
    """The entry of an event: those who are told its secret have one of their own, and maybe those whom it is about."""
    key = f"{game}.event.{name}" + (".seen" if told else "")
    return f"{key}.{person}" if person and f"{key}.{person}" in words else key


def gap(game: Game, meaning: str, number: int, names: Sequence[str]) -> Filling:
    """What a number means: a player, or a thing of the game."""
    if meaning in PEOPLE:
        return names[number] if number >= 0 else ""
    return game.word(meaning, number)


def action_phrase(game: Game, action: int, names: Sequence[str]) -> Phrase:
    """What an action does."""
    block = game.codec.block(action)
    fields = zip(block.fields, game.codec.fields(action), strict=True)
    return phrase(
        f"{game.id}.action.{block.name}", **{name: gap(game, name, value, names) for (name, _), value in fields}
    )


def choice_phrase(view: View, action: int, names: Sequence[str]) -> Phrase:
    """The same by the only place it is chosen at, where the table has a name for that: a slot by its territory."""
    places = view.game.lit(view.state, view.seat, action)
    named = view.game.place_name(view.state, view.seat, places[0]) if len(places) == 1 else None
    return named or action_phrase(view.game, action, names)


def refusal_phrase(reason: Reason) -> Phrase:
    """Why something may not be done, with the rule's heading."""
    why = phrase(reason.key)
    return phrase("why.under_heading", why=why, heading=reason.heading) if reason.heading else why


def tie_phrase(game: Game, s: State, points: Sequence[int], level: Sequence[int]) -> Phrase:
    """What decided between the seats that were level on points, or that nothing did."""
    for name, values in game.tie_breaks(s):
        most, second = sorted((values[seat] for seat in level), reverse=True)[:2]
        if most != second:
            what = phrase(f"{game.id}.tie.{name}")
            return phrase("end.tie_decided", points=points[level[0]], what=what, most=most, second=second)
        level = [seat for seat in level if values[seat] == most]
    return phrase("end.tie_shared", points=points[level[0]])

"""Phrases of events, actions, refusals and tie breaks."""

from collections.abc import Sequence
from functools import lru_cache

from meute.core.event import RESIGNS, Event
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.phrase import MOST_WORDS, Filling, Phrase, phrase
from meute.core.reason import Reason
from meute.text.catalogue import Catalogue

PLAYER_MEANINGS = ("player", "other")
"""Meanings of event and action numbers that stand for seats."""


def event_phrase(game: Game, event: Event, names: Sequence[str], reader: int, words: Catalogue) -> Phrase:
    """The phrase of an event for a reader: a seat, or a spectator if negative."""
    if event.kind == RESIGNS:
        return phrase("event.resigns.you" if event.seat == reader else "event.resigns", seat=names[event.seat])
    secret = may_read_secret(game, event, reader)
    key = event_key(game.id, game.events[event.kind].name, secret, grammatical_person(game, event, reader), words)
    return Phrase(key, event_gaps(game, event, names, secret), "")


def may_read_secret(game: Game, event: Event, reader: int) -> bool:
    """Whether the event has a secret number that the reader may read."""
    return bool(game.events[event.kind].secret) and event.seen_by(reader).secret >= 0


def grammatical_person(game: Game, event: Event, reader: int) -> str:
    """`you` if the reader is the event's actor, `to_you` if one of the event's numbers is the reader, else ""."""
    if event.seat == reader:
        return "you"
    for meaning, number in zip(game.events[event.kind].meanings, (event.a, event.b, event.c), strict=False):
        if number == reader >= 0 and meaning in PLAYER_MEANINGS:
            return "to_you"
    return ""


def event_gaps(game: Game, event: Event, names: Sequence[str], secret: bool) -> dict[str, Filling]:
    """The values of an event's placeholders, with or without its secret number."""
    gaps: dict[str, Filling] = {"seat": names[event.seat] if event.seat >= 0 else ""}
    for meaning, number in event_fields(game, event, secret):
        gaps[meaning] = gap_value(game, meaning, number, names)
    return gaps


def event_data(game: Game, event: Event, secret: bool) -> dict[str, str | int]:
    """The values of an event's fields: ids of things, numbers, and seats; with or without its secret number."""
    ids = game.modules.ids
    fields = event_fields(game, event, secret)
    return {meaning: ids[meaning][number] if meaning in ids else number for meaning, number in fields}


def event_fields(game: Game, event: Event, secret: bool) -> list[tuple[str, int]]:
    """The numbers of an event by their meaning, with or without its secret number."""
    kind = game.events[event.kind]
    fields = list(zip(kind.meanings, (event.a, event.b, event.c), strict=False))
    return [*fields, (kind.secret, event.secret)] if secret else fields


@lru_cache(MOST_WORDS)
def event_key(game: str, name: str, secret: bool, person: str, words: Catalogue) -> str:
    """The catalogue key of an event: with `.seen` if it names the secret, `.you` or `.to_you` if that key exists."""
    key = f"{game}.event.{name}" + (".seen" if secret else "")
    return f"{key}.{person}" if person and f"{key}.{person}" in words else key


def gap_value(game: Game, meaning: str, number: int, names: Sequence[str]) -> Filling:
    """What a placeholder shows for a number of an event: the name of a player, or of a thing of the game."""
    if meaning in PLAYER_MEANINGS:
        return names[number] if number >= 0 else ""
    return game.word(meaning, number)


def action_phrase(game: Game, action: int, names: Sequence[str]) -> Phrase:
    """An action in words."""
    kind = game.codec.kind(action)
    fields = zip(kind.fields, game.codec.fields(action), strict=True)
    return phrase(
        f"{game.id}.action.{kind.name}", **{name: gap_value(game, name, value, names) for (name, _), value in fields}
    )


def choice_phrase(view: View, action: int, names: Sequence[str]) -> Phrase:
    """An action in words; if it has only one target and that has a name (a slot: its territory), that name instead."""
    places = view.game.targets(view.state, view.seat, action)
    named = view.game.place_name(view.state, view.seat, places[0]) if len(places) == 1 else None
    return named or action_phrase(view.game, action, names)


def row_phrases(view: View, row: Sequence[int], names: Sequence[str]) -> list[Phrase]:
    """The decisions of one choice in words."""
    found = []
    for action in row:
        found.append(choice_phrase(view, action, names))
        view = view.after(action)
    return found


def refusal_phrase(reason: Reason) -> Phrase:
    """The reason of a refusal, with the rulebook heading."""
    why = phrase(reason.key)
    return phrase("why.under_heading", why=why, heading=reason.heading) if reason.heading else why


def tie_phrase(game: Game, s: State, points: Sequence[int], level: Sequence[int]) -> Phrase:
    """The tie break that decided between the seats in `level`, which have equal points, or that they share the
    place."""
    for name, values in game.tie_breaks(s):
        most, second = sorted((values[seat] for seat in level), reverse=True)[:2]
        if most != second:
            what = phrase(f"{game.id}.tie.{name}")
            return phrase("end.tie_decided", points=points[level[0]], what=what, most=most, second=second)
        level = [seat for seat in level if values[seat] == most]
    return phrase("end.tie_shared", points=points[level[0]])

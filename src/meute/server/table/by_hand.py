"""Tables of a real box: the players shuffle, draw and move real pieces, and enter what happened."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from meute.core.event import EventLog
from meute.core.game import Game
from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.match import Match
from meute.match.deal import weights_of
from meute.server.messages.requests import Draw
from meute.server.messages.responses import ByHandSent, ChanceAskSent, OutcomeSent
from meute.server.refusal import Refusal, phrase_sent
from meute.server.table.table_kind import TableKind
from meute.text import action_phrase, event_gaps

if TYPE_CHECKING:
    from meute.server.table.table import Table


SEATS_DRAWN = (["player"], ["side"])
"""The fields of a draw by lot among the players."""


class ByHandKind(TableKind):
    """A table of a real box: people enter the draws of chance, and every slip is taken back without a vote."""

    by_hand = True

    def by_hand_sent(self, match: Match) -> ByHandSent | None:
        top = match.state.top
        return ByHandSent(
            ask=chance_ask(match) if match.state.awaits_chance() and not match.is_over() else None,
            secret=top is not None and not match.state.awaits_chance() and top.is_sealed(),
        )


async def draw(table: "Table", message: Draw) -> bool:
    """Applies and stores what was drawn; returns False if this message was applied before."""
    game_play, match = table.game_play, table.room.live_match()
    if not table.room.kind.by_hand:
        raise Refusal("not_by_hand")
    if game_play.is_repeated(CHANCE, message.key, message.action):
        return False
    action = match.game.codec.read(message.action)
    if message.step != len(match.steps):
        raise Refusal("stale")
    redealt = game_play.redeal_for_draw(match, action)
    if not match.is_legal(CHANCE, action):
        raise Refusal("impossible_draw", why_impossible(match, action))
    await game_play.draw(action, message.key, redealt)
    return True


def why_impossible(match: Match, action: int) -> Phrase:
    """Why an outcome of chance cannot be drawn now."""
    game = match.game
    if not match.state.awaits_chance() or game.codec.kind(action) not in asked_kinds(match):
        return phrase("server.by_hand.not_asked")
    what = name_of(match, action)
    drawn = sum(past.seat == CHANCE and past.action == action for past in match.steps)
    if drawn:
        return phrase("server.by_hand.drawn", what=what, number=drawn)
    return phrase("server.by_hand.not_there", what=what)


def asked_kinds(match: Match) -> list[object]:
    """The kinds of actions that chance decides now."""
    kinds: list[object] = []
    for action in match.state.choices(CHANCE):
        kind = match.game.codec.kind(action)
        if kind not in kinds:
            kinds.append(kind)
    return kinds


def chance_ask(match: Match) -> ChanceAskSent:
    """The question what was drawn, with everything that it can be, and what it cannot be any more."""
    game, choices = match.game, match.state.choices(CHANCE)
    weights = dict(zip(choices.to_list(), weights_of(choices), strict=True))
    (first, *_) = weights
    if match.kept is not None and match.kept.is_secret(first):
        name = game.codec.kind(first).name
        weights = dict(sorted(Counter(game.codec.action(name, card) for card in match.kept.hidden()).items()))
    undone = match.undone_chance.get(match.history_hash(len(match.steps)), NOBODY)
    gone = [action for kind in asked_kinds(match) for action in actions_of(game, kind) if action not in weights]
    return ChanceAskSent(
        prompt=phrase_sent(chance_prompt(match, next(iter(weights)))),
        outcomes=[outcome_sent(match, action, left) for action, left in weights.items()],
        gone=[outcome_sent(match, action, 0) for action in gone if is_worth_showing(match, action)],
        undone=game.codec.text(undone) if undone in weights else "",
    )


def actions_of(game: Game, kind: object) -> Iterator[int]:
    """All actions of a kind."""
    return (action for action in range(game.codec.size) if game.codec.kind(action) is kind)


def is_worth_showing(match: Match, action: int) -> bool:
    """Whether an impossible outcome was drawn before; others are not in the box of this game."""
    return any(past.seat == CHANCE and past.action == action for past in match.steps)


def outcome_sent(match: Match, action: int, left: int) -> OutcomeSent:
    game = match.game
    ids, kind = game.modules.ids, game.codec.kind(action)
    fields = zip(kind.fields, game.codec.fields(action), strict=True)
    return OutcomeSent(
        text=game.codec.text(action),
        name=phrase_sent(name_of(match, action)),
        kind=kind.name,
        ids={name: ids[name][number] if name in ids else number for (name, _), number in fields},
        picture=dict(game.picture(match.state, action)),
        left=left,
        reason=None if left else phrase_sent(why_impossible(match, action)),
    )


def name_of(match: Match, action: int) -> Phrase:
    """The name of what is drawn, or else the sentence of the draw."""
    kind = match.game.codec.kind(action)
    if [name for name, _ in kind.fields] in SEATS_DRAWN:
        return phrase("server.by_hand.player", who=match.seats[match.game.codec.fields(action)[0]])
    sentence = action_phrase(match.game, action, match.seats)
    things = sentence.things()
    return things[0] if len(things) == 1 else sentence


def chance_prompt(match: Match, action: int) -> Phrase:
    """The question what was drawn: that of the event which the draw causes, so that it can say where."""
    game, trial = match.game, match.state.copy()
    trial.event_log = log = EventLog()
    assert trial.top is not None
    trial.top.apply(trial, CHANCE, action)
    for event in log.take_new():
        kind = game.events[event.kind]
        return phrase(f"{game.id}.chance.{kind.name}", **event_gaps(game, event, match.seats, False))
    return phrase(f"{game.id}.chance.{game.codec.kind(action).name}")

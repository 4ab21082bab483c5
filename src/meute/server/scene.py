"""What one seat is sent of a match: its scene, its choices and the events, all made from its view."""

from collections import Counter
from collections.abc import Container, Sequence
from functools import lru_cache

from meute.core.event import RESIGNS
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.score import ScoreSheet
from meute.match import Match, Result
from meute.match.record import RESIGNS_MARK
from meute.server.messages.sent import (
    AheadSent,
    AskSent,
    ChoiceSent,
    EventSent,
    GapsSent,
    PhraseSent,
    ResultSent,
    RowSent,
    SceneSent,
    WhySent,
)
from meute.server.refusal import gaps_sent, phrase_sent
from meute.text import (
    FIRST,
    PEOPLE,
    action_phrase,
    catalogue,
    event_gaps,
    event_key,
    event_phrase,
    person_told,
    tells_secret,
    tie_phrase,
)

MOST_CHOICES = 16_384


def scene_sent(match: Match, view: View, step: int, result: Result | None, asked: list[int]) -> SceneSent:
    """The table of a view."""
    game = match.game
    sheet = ScoreSheet(len(match.seats), True)
    game.score(view.state, sheet)
    prompt = phrase("prompt.over") if result is not None else game.prompt(view.state, view.seat)
    return SceneSent(
        step=step,
        steps=len(match.steps),
        seat=view.seat,
        shown=dict(game.show(view.state, view.seat)),
        prompt=phrase_sent(prompt),
        asked=asked,
        points=list(sheet.totals),
        rows=[
            RowSent(seat=row.seat, rule=game.rules[row.rule], amount=row.amount, where=row.where, piece=row.piece)
            for row in sheet.rows
        ],
        result=result_sent(match, result),
    )


def result_sent(match: Match, result: Result | None) -> ResultSent | None:
    """How the game ended."""
    if result is None:
        return None
    points, places = list(result.points), list(result.places)
    best = points[places.index(1)] if 1 in places and match.state.is_over() else None
    level = [seat for seat, own in enumerate(points) if own == best and seat not in match.resigned]
    tie = phrase_sent(tie_phrase(match.game, match.state, points, level)) if len(level) > 1 else None
    return ResultSent(reason=result.reason, points=points, places=places, tie=tie)


def scene_at(match: Match, step: int, seat: int) -> SceneSent:
    """The table after so many steps, from a seat."""
    state = match.state_at(step)
    result = match.result() if step == len(match.steps) else None
    asked = [] if result else [one for one in range(len(match.seats)) if has(state.asked, one)]
    return scene_sent(match, sight(match, state, seat), step, result, asked)


def sight(match: Match, state: State, seat: int) -> View:
    """What is shown to a seat; once the game is over, all hands lie open."""
    return View(match.game, state, seat, hides=not match.is_over())


def ask_sent(match: Match, view: View) -> AskSent:
    """What the viewing seat may do now, and what the places to be lit are called."""
    game, seat, table = match.game, view.seat, view.state
    texts, lit = game.codec.texts, game.sides.show.lit
    choices: list[ChoiceSent] = []
    names: dict[str, PhraseSent] = {}
    for action in view.options():
        text, places = texts[action], lit(table, seat, action)
        choices.append(choice_sent(text, places))
        for place in places or (text,):
            if place not in names:
                own = game.place_name(table, seat, place) if places else None
                names[place] = phrase_sent(own) if own else named(match, action, place)
    return AskSent(choices=choices, names=names)


@lru_cache(MOST_CHOICES)
def choice_sent(text: str, places: tuple[str, ...]) -> ChoiceSent:
    """One of them: the same are offered again and again."""
    return ChoiceSent(text=text, places=list(places))


def ahead_sent(match: Match, seat: int, row: list[int], key: str) -> AheadSent | None:
    """What the seat would see and be asked in the middle of the choice that a row of decisions begins, none of which is
    taken; None where the row makes it whole, or cannot be taken."""
    view = match.view(seat)
    for action in row:
        if action not in view.options():
            return None
        view = view_after(view, action)
    top = view.state.top
    if top is None or not top.half_done() or not view.options():
        return None
    return AheadSent(key, scene_sent(match, view, len(match.steps), None, [seat]), ask_sent(match, view))


AHEAD = 3
"""Places of an open game that may be asked about together, question after question: action, wolf and space."""

NAMED: dict[tuple[Game, int, str], PhraseSent] = {}
"""Names of places that were told before; those of people are not among them."""


def named(match: Match, action: int, place: str) -> PhraseSent:
    """What the action's own words call a place: the thing in its sentence that stands for it, or all of it."""
    game = match.game
    known = NAMED.get((game, action, place))
    if known is not None:
        return known
    told = action_phrase(game, action, match.seats)
    things = [gap for gap in told.gaps.values() if isinstance(gap, Phrase) and gap.mark == place]
    sent = phrase_sent(things[0] if things else told)
    if not any(name in PEOPLE for name, _ in game.codec.block(action).fields):
        NAMED[game, action, place] = sent
    return sent


Gaps = dict[tuple[int, bool], GapsSent]
"""What events by their numbers speak of, with their secret or without it."""


def events_sent(
    match: Match, first: int, seat: int, stood_in: Container[int] = (), known: Gaps | None = None
) -> list[EventSent]:
    """Events from a number on, as a seat may read them; `step` is the moment at which each can be seen. What came of
    the steps `stood_in` was decided by a bot for somebody absent; `known` is filled for those who read them next."""
    game, steps, words = match.game, match.steps, catalogue(FIRST)
    known = {} if known is None else known
    step = len(steps)
    while step and steps[step - 1].events > first:
        step -= 1
    sent: list[EventSent] = []
    for n in range(first, len(match.events)):
        event = match.events[n]
        while step < len(steps) and steps[step].events <= n:
            step += 1
        if event.kind == RESIGNS:
            kind, told = RESIGNS_MARK, phrase_sent(event_phrase(game, event, match.seats, seat, words))
        else:
            kind, secret = game.events[event.kind].name, tells_secret(game, event, seat)
            if (n, secret) not in known:
                known[n, secret] = gaps_sent(event_gaps(game, event, match.seats, secret))
            told = PhraseSent(event_key(game.id, kind, secret, person_told(game, event, seat), words), known[n, secret])
        by = steps[step - 1].seat if step else NOBODY
        sent.append(EventSent(n, step, kind, event.seat, told, max(by, NOBODY), step - 1 in stood_in))
    return sent


def why_sent(match: Match, seat: int, places: list[str], row: Sequence[int] = ()) -> WhySent:
    """Why the places cannot be chosen after a row of decisions, by what the seat sees."""
    view = match.view(seat)
    if match.is_over():
        return WhySent(places=places, phrase=PhraseSent(key="prompt.over"), heading="")
    for action in row:
        if action not in view.options():
            break
        view = view_after(view, action)
    meant = all_meant(view, places)
    for n in range(len(places[1:AHEAD])):
        begun = None if meant or not match.game.open else chosen_at(view, places[n])
        if begun is None:
            break
        view = view_after(view, begun)
        meant = all_meant(view, places[n + 1 :])
    if not places:
        return WhySent(places=places, phrase=PhraseSent(key="why.other_question"), heading="")
    if set(view.options()).intersection(meant):
        return WhySent(places=places, phrase=PhraseSent(key="server.why_not"), heading="")
    if meant:
        reason = commonest([match.game.why(view.state, seat, action) for action in meant])
    else:
        reason = match.game.why_place(view.state, seat, places[-1])
    return WhySent(places=places, phrase=PhraseSent(key=reason.key), heading=reason.heading)


def all_meant(view: View, places: list[str]) -> list[int]:
    """The actions that are chosen by these places, or begin with them."""
    game, table, seat = view.game, view.state, view.seat
    return [a for a in range(game.codec.size) if list(game.lit(table, seat, a)[: len(places)]) == places]


def chosen_at(view: View, place: str) -> int | None:
    """What the seat chooses by this place alone; None where it cannot."""
    lit = view.game.lit
    return next((action for action in view.options() if lit(view.state, view.seat, action) == (place,)), None)


def view_after(view: View, action: int) -> View:
    """What the seat would see after a decision."""
    table = view.state.copy()
    table.act(view.seat, action)
    return View(view.game, table, view.seat)


def commonest(reasons: list[Reason]) -> Reason:
    """The reason given most often; the first of equals."""
    counts = Counter((reason.key, reason.heading) for reason in reasons)
    return Reason(*counts.most_common(1)[0][0])

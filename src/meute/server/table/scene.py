"""Scene, choices and events of a match as one seat may see them, made from the seat's view."""

from collections import Counter
from collections.abc import Container, Sequence
from functools import lru_cache

from meute.core.effect import Effect
from meute.core.event import RESIGNS
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import NOBODY, has
from meute.core.phrase import phrase
from meute.core.reason import Reason
from meute.core.score import ScoreSheet
from meute.match import Match, Result
from meute.match.record import RESIGNS_MARK
from meute.server.messages.requests import AskEffects
from meute.server.messages.responses import (
    AskSent,
    ChoiceSent,
    DataSent,
    EffectSent,
    EffectsSent,
    EventSent,
    GapsSent,
    PhraseSent,
    PreviewSent,
    ResultSent,
    SceneSent,
    ScoreRowSent,
    WhySent,
)
from meute.server.refusal import gaps_sent, phrase_sent
from meute.text import (
    DEFAULT_LANGUAGE,
    PLAYER_MEANINGS,
    action_phrase,
    catalogue,
    event_data,
    event_gaps,
    event_key,
    event_phrase,
    grammatical_person,
    may_read_secret,
    tie_phrase,
)

CHOICE_CACHE_SIZE = 16_384


def scene_sent(match: Match, view: View, step: int, result: Result | None, to_act: list[int]) -> SceneSent:
    """The scene of a view; `to_act`: the seats to act."""
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
        asked=to_act,
        points=list(sheet.totals),
        rows=[
            ScoreRowSent(
                seat=row.seat,
                rule=game.rules[row.rule],
                amount=row.amount,
                where=row.where,
                piece=row.piece,
            )
            for row in sheet.rows
        ],
        result=result_sent(match, result),
    )


def current_scene(match: Match, seat: int) -> SceneSent:
    """The current scene, as a seat sees it while the game goes on."""
    return scene_sent(match, match.view(seat), len(match.steps), match.result(), match.seats_to_act())


def result_sent(match: Match, result: Result | None) -> ResultSent | None:
    if result is None:
        return None
    points, places = list(result.points), list(result.places)
    best = points[places.index(1)] if 1 in places and match.state.is_over() else None
    level = [seat for seat, own in enumerate(points) if own == best and seat not in match.resigned]
    tie = phrase_sent(tie_phrase(match.game, match.state, points, level)) if len(level) > 1 else None
    return ResultSent(reason=result.reason, points=points, places=places, tie=tie)


def scene_at(match: Match, step: int, seat: int) -> SceneSent:
    """The scene after `step` steps, as a seat sees it."""
    state = match.state_at(step)
    result = match.result() if step == len(match.steps) else None
    to_act = [] if result else [other for other in range(len(match.seats)) if has(state.to_act, other)]
    return scene_sent(match, visible_state(match, state, seat), step, result, to_act)


def visible_state(match: Match, state: State, seat: int) -> View:
    """The seat's view; once the game is over, nothing is hidden but hands that nobody has entered."""
    if match.kept is not None:
        return match.views(state, seat)[0]
    return View(match.game, state, seat, redact=not match.is_over())


def ask_sent(match: Match, view: View) -> AskSent:
    """The viewing seat's legal choices, and the names of their places. A view of the match itself that leaves open what
    the hand lacks has all that may be legal."""
    game, seat, state = match.game, view.seat, view.state
    texts, targets = game.codec.texts, game.modules.show.targets
    choices: list[ChoiceSent] = []
    names: dict[str, PhraseSent] = {}
    legal = view.legal_actions()
    if match.kept is not None:
        others = [other.legal_actions() for other in match.views(state, seat)]
        legal = [*dict.fromkeys(action for actions in [legal, *others] for action in actions)]
    for action in legal:
        text, places = texts[action], targets(state, seat, action)
        choices.append(choice_sent(text, places))
        for place in places or (text,):
            if place not in names:
                own = game.place_name(state, seat, place) if places else None
                names[place] = phrase_sent(own) if own else place_name(match, action, place)
    return AskSent(choices=choices, names=names)


@lru_cache(CHOICE_CACHE_SIZE)
def choice_sent(text: str, places: tuple[str, ...]) -> ChoiceSent:
    """The message of one legal choice: its notation and the places to click. Cached: choices recur."""
    return ChoiceSent(text=text, places=list(places))


def ahead_sent(match: Match, seat: int, actions: list[int], key: str) -> PreviewSent | None:
    """Previews an incomplete choice without applying it: the scene and the next question after these actions. None if
    the choice is complete or illegal."""
    view = match.view(seat)
    for action in actions:
        if action not in view.legal_actions():
            return None
        view = view.after(action)
    top = view.state.top
    if top is None or not top.is_mid_move() or not view.legal_actions():
        return None
    return PreviewSent(key, scene_sent(match, view, len(match.steps), None, [seat]), ask_sent(match, view))


def effects_sent(match: Match, asked: AskEffects, actions: Sequence[int]) -> EffectsSent:
    """What each choice of the seat's question will do, after the first decisions of an incomplete choice, or each of
    these beside the others; empty where they are not legal."""
    find = draft_effects if asked.draft else next_effects
    texts = match.game.codec.texts
    effects = {texts[action]: effect_sent(one) for action, one in find(match, asked.seat, actions).items()}
    return EffectsSent(step=asked.step, after=asked.after, effects=effects)


def next_effects(match: Match, seat: int, begun: Sequence[int]) -> dict[int, Effect]:
    """What each choice of the seat's question will do, after the decisions that it has begun with."""
    view = match.view(seat)
    for action in begun:
        if action not in view.legal_actions():
            return {}
        view = view.after(action)
    effect = match.game.modules.effects.effect
    found = {action: effect(view.state, seat, action, match.seats) for action in view.legal_actions()}
    return {action: one for action, one in found.items() if one is not None}


def draft_effects(match: Match, seat: int, draft: Sequence[int]) -> dict[int, Effect]:
    """What each decision of a draft will do beside the others. The last one is not made: the others may have sealed
    theirs, and the game would go on."""
    find = getattr(match.game.modules.effects, "draft_effects", None)
    view = now = match.view(seat)
    for number, action in enumerate(draft, start=1):
        if find is None or action not in now.legal_actions():
            return {}
        if number < len(draft):
            now = now.after(action)
    found: dict[int, Effect] = find(view.state, seat, draft) if find is not None else {}
    return found


def effect_sent(effect: Effect) -> EffectSent:
    """The message of an effect."""
    short = [phrase_sent(one) for one in effect.short]
    return EffectSent(tone=effect.tone, line=phrase_sent(effect.line), short=short, final=effect.final)


MAX_CHAINED_PLACES = 3
"""Maximum number of places in one "why not" question about a game of perfect information: action, wolf and space."""

PLACE_NAMES: dict[tuple[Game, int, str], PhraseSent] = {}
"""Cache of names by (game, action, place), without those that contain players' names."""


def place_name(match: Match, action: int, place: str) -> PhraseSent:
    """The name of a place: the noun with this mark in the sentence of the action, or else the whole sentence."""
    game = match.game
    known = PLACE_NAMES.get((game, action, place))
    if known is not None:
        return known
    sentence = action_phrase(game, action, match.seats)
    nouns = [thing for thing in sentence.things() if thing.mark == place]
    sent = phrase_sent(nouns[0] if nouns else sentence)
    if not any(name in PLAYER_MEANINGS for name, _ in game.codec.kind(action).fields):
        PLACE_NAMES[game, action, place] = sent
    return sent


EventCache = dict[tuple[int, bool], tuple[GapsSent, DataSent]]
"""Cache of events' placeholder values and data, by (event number, whether they include the secret)."""


def events_sent(
    match: Match, first: int, seat: int, stood_in: Container[int] = (), known: EventCache | None = None
) -> list[EventSent]:
    """Events from number `first` on, as the seat may read them; the `step` of each is when it becomes visible.
    `stood_in`: steps that a bot decided for an absent guest; `known`: what is cached for other seats."""
    game, steps, words = match.game, match.steps, catalogue(DEFAULT_LANGUAGE)
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
            kind, data = RESIGNS_MARK, DataSent()
            sentence = phrase_sent(event_phrase(game, event, match.seats, seat, words))
        else:
            is_guess = match.kept is not None and step > 0 and match.kept.is_guess(step - 1)
            kind, secret = game.events[event.kind].name, not is_guess and may_read_secret(game, event, seat)
            if (n, secret) not in known:
                gaps = gaps_sent(event_gaps(game, event, match.seats, secret))
                known[n, secret] = gaps, event_data(game, event, secret)
            gaps, data = known[n, secret]
            person = grammatical_person(game, event, seat)
            sentence = PhraseSent(event_key(game.id, kind, secret, person, words), gaps)
        by = steps[step - 1].seat if step else NOBODY
        sent.append(EventSent(n, step, kind, sentence, data, event.seat, max(by, NOBODY), step - 1 in stood_in))
    return sent


def why_sent(match: Match, seat: int, places: list[str], actions: Sequence[int] = ()) -> WhySent:
    """Explains why the places cannot be chosen after these actions, using only what the seat sees."""
    view = match.view(seat)
    if match.is_over():
        return WhySent(places=places, phrase=PhraseSent(key="prompt.over"), heading="")
    for action in actions:
        if action not in view.legal_actions():
            break
        view = view.after(action)
    matching = actions_starting_with(view, places)
    for n in range(len(places[1:MAX_CHAINED_PLACES])):
        chosen = None if matching or not match.game.is_perfect_information else action_at(view, places[n])
        if chosen is None:
            break
        view = view.after(chosen)
        matching = actions_starting_with(view, places[n + 1 :])
    if not places:
        return WhySent(places=places, phrase=PhraseSent(key="why.other_question"), heading="")
    if set(view.legal_actions()).intersection(matching):
        return WhySent(places=places, phrase=PhraseSent(key="server.why_not"), heading="")
    if matching:
        reason = most_common_reason([match.game.why(view.state, seat, action) for action in matching])
    else:
        reason = match.game.why_place(view.state, seat, places[-1])
    return WhySent(places=places, phrase=PhraseSent(key=reason.key), heading=reason.heading)


def actions_starting_with(view: View, places: list[str]) -> list[int]:
    """The actions, legal or not, whose places begin with these."""
    game, state, seat = view.game, view.state, view.seat
    return [a for a in range(game.codec.size) if list(game.targets(state, seat, a)[: len(places)]) == places]


def action_at(view: View, place: str) -> int | None:
    """The legal action that is chosen by this place alone, if any."""
    targets = view.game.targets
    return next((action for action in view.legal_actions() if targets(view.state, view.seat, action) == (place,)), None)


def most_common_reason(reasons: list[Reason]) -> Reason:
    """The most frequent reason; among equally frequent ones, the first."""
    counts = Counter((reason.key, reason.heading) for reason in reasons)
    return Reason(*counts.most_common(1)[0][0])

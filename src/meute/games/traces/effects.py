"""What a choice will do, computed from the view of the seat that chooses; what others have sealed stays unknown."""

from collections.abc import Sequence

from meute.core.effect import GAIN, LOSS, NEUTRAL, UNKNOWN, WASTE, Effect, sentences
from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase
from meute.games.traces.actions import (
    ATTACK,
    BALLOT,
    CARD,
    CATCH,
    DECIDE,
    DEPART,
    DROP,
    FIGHT,
    PASS,
    PLACE,
    SUBMIT,
    VALUES,
)
from meute.games.traces.display_names import word
from meute.games.traces.rules.fights import RankFights
from meute.games.traces.rules.phases import SolitaryHunt
from meute.games.traces.rules.preparation import lay_token
from meute.games.traces.state import (
    FIGHTING,
    HOWLING,
    HUNTING,
    LARGE,
    LETTERS,
    PHASES,
    RAISING,
    Phase,
    Traces,
    pup_count,
    row_cost,
    strength_at_placement,
    token,
)


def effect(s: Traces, seat: int, action: int, names: Sequence[str]) -> Effect | None:
    """What an action of the seat will do; `s` is its view."""
    if PLACE <= action < CATCH:
        return token_effect(s, seat, action)
    if CATCH <= action < DROP:
        return catch_effect(s, action - CATCH)
    if BALLOT <= action < BALLOT + LARGE or DECIDE <= action < PLACE:
        return prey_effect(s, action - (BALLOT if action < DECIDE else DECIDE), action < DECIDE)
    if ATTACK <= action < PASS or action == FIGHT:
        return fight_effect(s, action)
    if action == SUBMIT:
        return submit_effect(s)
    if CARD <= action < DEPART:
        return Effect(UNKNOWN, phrase("traces.effect.card"), [phrase("effect.unknown")])
    return None


def draft_effects(s: Traces, seat: int, actions: Sequence[int]) -> dict[int, Effect]:
    """What each token of a plan will do beside the others, before the plan is sealed; `s` is the seat's view before
    the first of them."""
    out: dict[int, Effect] = {}
    for action in actions:
        if not PLACE <= action < CATCH:
            return {}
        if (action - PLACE) % VALUES:
            others = s.copy()
            for other in actions:
                if other != action:
                    lay_token(others, seat, *divmod(other - PLACE, VALUES))
            out[action] = token_effect(others, seat, action)
    return out


def token_effect(s: Traces, seat: int, action: int) -> Effect:
    """A token in a box: the seat's part of the column, and the strength that the row leaves."""
    cell, value = divmod(action - PLACE, VALUES)
    wolf, phase = s.colours[seat] * LETTERS + cell // PHASES, cell % PHASES
    before = own_effort(s, seat, phase)
    rest = strength_at_placement(s, wolf) - row_cost(s, wolf) - s.box.spirals[value]
    numbers = phrase("traces.effect.part", before=before, after=before + value)
    parts = [phrase("traces.effect.column", phase=word("phase", phase), numbers=numbers, needed=needed(s, phase))]
    dies = rest < 1 and s.box.spirals[value] > 0
    key = "traces.effect.dies" if dies else "traces.effect.rest"
    left = phrase(key, wolf=word("wolf", wolf), before=strength_at_placement(s, wolf), rest=rest)
    parts.insert(0 if dies else 1, left)
    return Effect(
        WASTE if dies else NEUTRAL, sentences(parts), [numbers, phrase("traces.effect.rest_short", rest=rest)], False
    )


def own_effort(s: Traces, seat: int, phase: Phase) -> int:
    """The sum of the seat's own tokens in a column."""
    base = s.colours[seat] * LETTERS
    return sum(token(s, base + letter, phase) for letter in range(LETTERS))


def needed(s: Traces, phase: Phase) -> Phrase:
    """What the sum of a column decides; the tokens of the others are unknown."""
    if phase == RAISING:
        return phrase("traces.effect.raising", needs=s.box.pup_needs, pups=pup_count(s))
    if phase == HUNTING and s.hunted != NOBODY:
        return phrase(
            "traces.effect.hunting_prey",
            prey=word("prey", s.hunted),
            green=s.box.green[s.hunted],
        )
    if phase == HUNTING:
        return phrase("traces.effect.hunting")
    if phase == HOWLING:
        return phrase("traces.effect.howling", low=s.box.howl_low, high=s.box.howl_high)
    return phrase("traces.effect.fighting" if phase == FIGHTING else "traces.effect.order")


def catch_effect(s: Traces, kind: int) -> Effect:
    """An animal of the solitary hunt: the wolf's strength before and after."""
    hunt = s.get(SolitaryHunt)
    wolf = hunt.line[hunt.at]
    before = s.strength[wolf]
    after = min(before + s.box.small_strength[kind], s.box.most_strength)
    numbers = phrase("traces.effect.part", before=before, after=after)
    line = phrase("traces.effect.strength", wolf=word("wolf", wolf), numbers=numbers)
    if after < before + s.box.small_strength[kind]:
        line = sentences([line, phrase("traces.effect.capped", most=s.box.most_strength)])
    return Effect(GAIN if after > before else WASTE, line, [numbers])


def prey_effect(s: Traces, prey: int, ballot: bool) -> Effect:
    """A prey to hunt: what the pack needs and gets; a ballot alone decides nothing."""
    line = phrase(
        "traces.effect.prey",
        prey=word("prey", prey),
        red=s.box.red[prey],
        green=s.box.green[prey],
        black=s.box.black[prey],
        food=s.box.food[prey],
    )
    parts = [line, phrase("traces.effect.ballot")] if ballot else [line]
    return Effect(
        UNKNOWN if ballot else NEUTRAL, sentences(parts), [phrase("effect.unknown")] if ballot else [], not ballot
    )


def fight_effect(s: Traces, action: int) -> Effect:
    """A rank fight: both tokens are known, the cards are not."""
    fights = s.get(RankFights)
    attacker, target = fights.attacker, fights.target if action == FIGHT else action - ATTACK
    mine, theirs = (target, attacker) if action == FIGHT else (attacker, target)
    line = phrase(
        "traces.effect.fight",
        wolf=word("wolf", mine),
        rival=word("wolf", theirs),
        start=token(s, mine, FIGHTING),
        against=token(s, theirs, FIGHTING),
    )
    if action != FIGHT and not fights.can_fight(s, target):
        return Effect(GAIN, phrase("traces.effect.cannot_fight", rival=word("wolf", theirs)), [])
    return Effect(UNKNOWN, line, [phrase("effect.unknown")])


def submit_effect(s: Traces) -> Effect:
    """Submission: the rival takes the place, and a renown disc is lost."""
    fights = s.get(RankFights)
    wolf, before = fights.target, s.renown[fights.target]
    line = phrase(
        "traces.effect.submit",
        wolf=word("wolf", wolf),
        rival=word("wolf", fights.attacker),
        before=before,
        after=max(before - 1, 0),
    )
    return Effect(LOSS, line, [])

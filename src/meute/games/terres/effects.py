"""What a choice will do, computed from the view of the seat that chooses."""

from collections.abc import Sequence

from meute.core.effect import (
    GAIN,
    LOSS,
    NEUTRAL,
    UNKNOWN,
    WASTE,
    Effect,
    Tone,
    passes_on,
    points_phrases,
    sentences,
    signed,
    tone_of,
    totals,
)
from meute.core.numbers import NOBODY, bit, has, without
from meute.core.phrase import Phrase, phrase
from meute.games.terres.actions import PLACE, PLAY, REVEAL, TAKE
from meute.games.terres.display_names import word
from meute.games.terres.rules.trick import Resolution, Trick, beats, decide
from meute.games.terres.scoring import conqueror, force, score
from meute.games.terres.state import (
    FACE_DOWN,
    GROUNDS,
    MOST_PLACES,
    MOST_SLOTS,
    Card,
    Ground,
    Terres,
    free_slots,
    is_full,
    trump,
)


def effect(s: Terres, seat: int, action: int, names: Sequence[str]) -> Effect | None:
    """What an action of the seat will do; `s` is its view."""
    if action < REVEAL:
        trick = s.get(Trick)
        card, ground = divmod(action - PLAY, GROUNDS)
        return (
            lead_effect(s, seat, card, ground) if trick.led == NOBODY else follow_effect(s, seat, card, ground, names)
        )
    if action < TAKE:
        return Effect(UNKNOWN, phrase("terres.effect.reveal"), [phrase("effect.unknown")])
    if action < PLACE:
        return take_effect(s, seat, action)
    return place_effect(s, seat, action, names)


def played(s: Terres, seat: int, card: Card, ground: Ground) -> Terres:
    """A copy in which the seat has laid the card; what follows is not resolved."""
    after = s.copy()
    trick = after.get(Trick)
    trick.apply(after, seat, PLAY + card * GROUNDS + ground)
    return after


def lead_effect(s: Terres, seat: int, card: Card, ground: Ground) -> Effect:
    """A card that is led: its Force if it wins the trick, and as a lone wolf; the answer is unknown."""
    won = played(s, seat, card, ground)
    lost = won.copy()
    lost.up[seat * GROUNDS + ground] = without(lost.up[seat * GROUNDS + ground], card)
    lost.lone[seat * GROUNDS + ground] |= bit(card)
    alone, against = force(lost, seat, ground), force(s, 1 - seat, ground)
    said, tone = verdict(s, won, seat, ground)
    gain = totals(score, won)[seat] - totals(score, s)[seat]
    if conqueror(s, ground) == seat and gain == 0:
        tone = NEUTRAL
    change = change_phrase(s, won, seat, ground)
    where = word("ground", ground)
    line = phrase("terres.effect.lead_line", ground=where, change=change, lost=alone, against=against, verdict=said)
    return Effect(tone, line, [change, phrase("terres.effect.or_against", lost=alone, against=against), said])


def follow_effect(s: Terres, seat: int, card: Card, ground: Ground, names: Sequence[str]) -> Effect:
    """A card that follows: the trick is decided, and the losing card becomes a lone wolf."""
    after = played(s, seat, card, ground)
    trick = after.get(Trick)
    if beats(card, trick.led, trump(s)):
        decide(after, seat, card, trick.led, trick.led_on)
    else:
        decide(after, 1 - seat, trick.led, card, ground)
    before_points, after_points = totals(score, s), totals(score, after)
    said, tone = verdict(s, after, seat, ground)
    gain = after_points[seat] - before_points[seat]
    theirs = after_points[1 - seat] - before_points[1 - seat]
    short = said
    if gain:
        short = phrase("effect.with_points", what=said, points=signed(gain))
        tone = tone_of(gain)
    elif theirs:
        tone = tone_of(-theirs)
    elif conqueror(s, ground) == seat == conqueror(after, ground):
        short, tone = phrase("terres.effect.none_yours"), NEUTRAL
    result = phrase("terres.effect.wins" if after.leader == seat else "terres.effect.loses")
    where = ground_line(s, after, seat, ground, said)
    change = change_phrase(s, after, seat, ground)
    against = phrase("terres.effect.against", against=force(after, 1 - seat, ground))
    return Effect(
        tone,
        sentences([where, result, *points_phrases(seat, before_points, after_points, names)]),
        [change, against, short],
    )


def change_phrase(s: Terres, after: Terres, seat: int, ground: Ground) -> Phrase:
    """The seat's Force at a territory before and after."""
    return phrase("terres.effect.change", before=force(s, seat, ground), after=force(after, seat, ground))


def ground_line(s: Terres, after: Terres, seat: int, ground: Ground, said: Phrase) -> Phrase:
    """The seat's Force at a territory before and after, against that of the other side, and what follows."""
    return phrase(
        "terres.effect.line",
        ground=word("ground", ground),
        change=change_phrase(s, after, seat, ground),
        against=force(after, 1 - seat, ground),
        verdict=said,
    )


def verdict(s: Terres, after: Terres, seat: int, ground: Ground) -> tuple[Phrase, Tone]:
    """Who conquers the territory then, in words; a territory that is full then takes no more wolves."""
    was, leads = conqueror(s, ground), conqueror(after, ground)
    closes = is_full(after, ground) and not is_full(s, ground)
    tone: Tone = NEUTRAL
    if leads == seat:
        name = "stays" if was == seat else "ahead"
        tone = NEUTRAL if was == seat else GAIN
    elif leads == NOBODY:
        name = "level"
        tone = LOSS if was == seat else NEUTRAL
    else:
        name = "behind"
        tone = WASTE if closes else NEUTRAL
    said = phrase(f"terres.effect.{name}")
    return (phrase("terres.effect.full_after", what=said) if closes else said), tone


def take_effect(s: Terres, seat: int, action: int) -> Effect:
    """A claw that is taken: its best slot now; a hidden one is unknown."""
    ground = s.get(Resolution).ground
    claw = s.centre[ground * MOST_PLACES + action - TAKE]
    if claw == FACE_DOWN:
        return Effect(UNKNOWN, phrase("terres.effect.hidden"), [phrase("effect.unknown")])
    lifted = s.copy()
    lifted.apply(seat, action)
    before = totals(score, s)
    if lifted.find(Resolution) is None:
        best = margin(lifted, seat) - (before[seat] - before[1 - seat])
    else:
        slots = [PLACE + slot for slot in range(s.box.slots[seat]) if has(free_slots(s, seat), slot)]
        best = max(margin(laid(lifted, seat, slot), seat) for slot in slots) - (before[seat] - before[1 - seat])
    name, final = word("claw", claw), passes_on(lifted, seat)
    if best > 0:
        return Effect(GAIN, phrase("terres.effect.take", claw=name, points=signed(best)), [points_short(best)], final)
    return Effect(tone_of(best), phrase("terres.effect.take_nothing", claw=name), [phrase("effect.nothing_now")], final)


def laid(s: Terres, seat: int, action: int) -> Terres:
    """A copy in which the seat has laid the claw in hand."""
    after = s.copy()
    after.apply(seat, action)
    return after


def margin(s: Terres, seat: int) -> int:
    """The points of the seat less those of the other."""
    points = totals(score, s)
    return points[seat] - points[1 - seat]


def points_short(gain: int) -> Phrase:
    """A gain in points in a few words."""
    return phrase("effect.gain", points=signed(gain), number=abs(gain))


def place_effect(s: Terres, seat: int, action: int, names: Sequence[str]) -> Effect:
    """A slot for the claw in hand: the points and the Force at the territories that it touches."""
    after = laid(s, seat, action)
    before_points, after_points = totals(score, s), totals(score, after)
    touched = [ground for ground in range(GROUNDS) if has(s.box.touches[seat * MOST_SLOTS + action - PLACE], ground)]
    parts = []
    for ground in touched:
        if force(after, seat, ground) != force(s, seat, ground):
            said, _ = verdict(s, after, seat, ground)
            parts.append(ground_line(s, after, seat, ground, said))
    gain = margin(after, seat) - (before_points[seat] - before_points[1 - seat])
    points = points_phrases(seat, before_points, after_points, names) or [phrase("effect.no_points")]
    short = points_short(gain) if gain else phrase("effect.nothing_now")
    return Effect(tone_of(gain), sentences([*parts, *points]), [short])

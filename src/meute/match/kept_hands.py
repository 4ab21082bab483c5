"""Hands that players keep to themselves at a table of a real box. The match guesses them, so that it has a full state,
and guesses anew as soon as a card that is played contradicts the guess. What is shown never depends on a guess."""

from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, NamedTuple

from meute.core.chance import Generator
from meute.core.event import EventLog
from meute.core.frame import State
from meute.core.numbers import NOBODY
from meute.core.seats import CHANCE

if TYPE_CHECKING:
    from meute.match.match import Match


TRIES = 12
"""Attempts at an exchange, each in another order."""


class Slot(NamedTuple):
    """A guessed card in a hand: the step at which it was dealt, its seat, and the card."""

    step: int
    seat: int
    card: int


class KeptHands:
    """Guesses the hands of some seats of a match. `entered`: whether people have entered a step, so that it is no
    guess."""

    def __init__(self, match: "Match", seats: Container[int], entered: Callable[[int], bool], seed: int) -> None:
        self.match = match
        self.seats = seats
        self.entered = entered
        self.rng = Generator(seed)

    def is_guess(self, step: int) -> bool:
        """Whether a step was a draw into a kept hand that nobody has entered."""
        past = self.match.steps[step]
        return past.seat == CHANCE and not self.entered(step) and self.is_secret(past.action)

    def is_secret(self, action: int) -> bool:
        """Whether an action is a draw that only its receiver sees."""
        return self.match.game.codec.kind(action).name in self.match.game.secret_draws

    def draw(self) -> int:
        """The guess of the draw that is due; NOBODY if people can see what is drawn."""
        match = self.match
        choices = match.state.choices(CHANCE)
        action = choices.draw(self.rng)
        return action if self.is_secret(action) and receiver(match.state, action) in self.seats else NOBODY

    def open_states(self, state: State, seat: int) -> list[State]:
        """What people know of a state, with every card in a seat's hand that it can hold. Several states, if what is
        legal depends on what the hand lacks: an action is possible if it is legal in one of them."""
        seen = self.match.game.redact(state, NOBODY)
        return [seen] if self.match.is_over() else self.match.game.open_hand(seen, seat)

    def fit(self, seat: int, action: int) -> dict[int, int] | None:
        """Guesses anew so that the seat may take this action; returns the changed outcomes by step, or None if no hand
        that fits what was shown allows it. The match is changed."""
        match = self.match
        if match.is_legal(seat, action):
            return {}
        kind = match.game.codec.kind(action)
        after = self.state_after(seat, action)
        if seat not in self.seats or kind.name not in match.game.hand_plays or after is None:
            return None
        card = match.game.codec.fields(action)[0]
        if match.game.shows_voids:
            slots = list(self.slots())
            own = [slot for slot in slots if slot.seat == seat]
            for slot in sorted(own, key=lambda slot: (slot.card != card, -slot.step)):
                changes = self.assign(slots, slot, card, after)
                if changes is not None and match.rewrite(changes):
                    if match.is_legal(seat, action):
                        return changes
                    self.restore(slots)
            return None
        for _ in range(TRIES):
            changes = Exchange(self).give(seat, card)
            if changes and match.rewrite(changes):
                return changes
        return None

    def hidden(self) -> list[int]:
        """The cards that nobody has seen: in the deck, or in a hand that nobody has entered."""
        return self.match.game.undealt(self.match.state) + [slot.card for slot in self.slots()]

    def fit_draw(self, action: int) -> dict[int, int] | None:
        """Like `fit`, for a card that is dealt openly: a guess that has it gets another card."""
        match = self.match
        if match.is_legal(CHANCE, action) or not self.is_secret(action):
            return {} if match.is_legal(CHANCE, action) else None
        (card,) = match.game.codec.fields(action)
        for slot in self.slots():
            others = dict.fromkeys(match.game.undealt(match.state)) if slot.card == card else {}
            for other in others:
                if other == card or not match.game.may_hold(match.state, slot.seat, other):
                    continue
                changes = {slot.step: self.outcome(slot.step, other)}
                if match.rewrite(changes):
                    if match.is_legal(CHANCE, action):
                        return changes
                    self.restore([slot])
        return None

    def restore(self, slots: list[Slot]) -> None:
        """Goes back to these guesses."""
        self.match.rewrite({slot.step: self.outcome(slot.step, slot.card) for slot in slots})

    def outcome(self, step: int, card: int) -> int:
        """The draw of a card, of the same kind as at a step."""
        return self.match.game.codec.action(self.match.game.codec.kind(self.match.steps[step].action).name, card)

    def state_after(self, seat: int, action: int) -> State | None:
        """A state after the action, by a hand that allows it."""
        for state in self.open_states(self.match.state, seat):
            if action in state.legal_actions(seat):
                trial = state.copy()
                assert trial.top is not None
                trial.top.apply(trial, seat, action)
                return trial
        return None

    def slots(self) -> Iterator[Slot]:
        """The guessed cards that are still in hand, the latest first."""
        match = self.match
        left = {seat: match.game.hand(match.state, seat) for seat in range(len(match.seats))}
        for step in range(len(match.steps) - 1, -1, -1):
            if self.is_secret(match.steps[step].action):
                (card,) = match.game.codec.fields(match.steps[step].action)
                seat = match.events[match.steps[step].events].seat
                if card in left[seat]:
                    left[seat].remove(card)
                    if self.is_guess(step):
                        yield Slot(step, seat, card)

    def assign(self, slots: list[Slot], played: Slot, card: int, after: State) -> dict[int, int] | None:
        """A card for every slot, with `card` in the slot of the card played; as few changes as possible."""
        game = self.match.game
        pool = [slot.card for slot in slots] + game.undealt(self.match.state)
        if card not in pool:
            return None
        pool.remove(card)
        others = [slot for slot in slots if slot is not played]
        owner: list[int | None] = [None] * len(pool)
        """The slot (by number) that has each card of the pool."""

        def place(number: int, seen: set[int]) -> bool:
            slot = others[number]
            for at in sorted(range(len(pool)), key=lambda at: pool[at] != slot.card):
                if at in seen or not game.may_hold(after, slot.seat, pool[at]):
                    continue
                seen.add(at)
                holder = owner[at]
                if holder is None or place(holder, seen):
                    owner[at] = number
                    return True
            return False

        if not all(place(number, set()) for number in range(len(others))):
            return None
        found = {others[number].step: pool[at] for at, number in enumerate(owner) if number is not None}
        found[played.step] = card
        before = {slot.step: slot.card for slot in slots}
        return {step: self.outcome(step, one) for step, one in found.items() if one != before[step]}


class Dealt:
    """A card that was dealt to a hand: by which step, out of which shuffle of the deck, and the step that played it."""

    def __init__(self, step: int, seat: int, card: int, shuffle: int, is_guess: bool) -> None:
        self.step = step
        self.seat = seat
        self.card = card
        self.shuffle = shuffle
        self.is_guess = is_guess
        self.played = NOBODY


class Exchange:
    """Exchanges guessed cards, also played ones, between hands: a card that was dealt before the deck was shuffled anew
    can only have come out of the deck of that time, of which all cards are known by now."""

    def __init__(self, kept: KeptHands) -> None:
        match, game = kept.match, kept.match.game
        self.kept = kept
        self.dealt: list[Dealt] = []
        self.undealt = game.undealt(match.state)
        self.shuffle = 0
        """The number of the deck's present shuffle."""
        heard = 0
        for step, past in enumerate(match.steps):
            for event in match.events[heard : past.events]:
                self.shuffle += game.events[event.kind].name == "reshuffled"
            heard = past.events
            kind = game.codec.kind(past.action)
            if kept.is_secret(past.action):
                (card,) = game.codec.fields(past.action)
                seat = match.events[past.events].seat
                self.dealt.append(Dealt(step, seat, card, self.shuffle, kept.is_guess(step)))
            elif kind.name in game.hand_plays:
                card = game.codec.fields(past.action)[0]
                used = next((one for one in reversed(self.dealt) if self.is_held(one, past.seat, card)), None)
                if used is not None:
                    used.played = step

    def is_held(self, one: Dealt, seat: int, card: int) -> bool:
        return (one.seat, one.card) == (seat, card) and one.played == NOBODY

    def give(self, seat: int, card: int) -> dict[int, int] | None:
        """The changed outcomes by step, so that the seat holds the card; None if there is no way."""
        before = {one.step: one.card for one in self.dealt}
        if not self.serve(seat, card, len(self.kept.match.steps), set()):
            return None
        changed = [one for one in self.dealt if one.card != before[one.step]]
        return {one.step: self.kept.outcome(one.step, one.card) for one in changed}

    def serve(self, seat: int, card: int, play: int, seen: set[int]) -> bool:
        """Lets a seat have a card for the play of a step, by exchanges that leave every other play possible."""
        own = [one for one in self.dealt if one.seat == seat and one.step < play and one.is_guess]
        order = {one.step: self.kept.rng.below(len(self.dealt)) for one in own}
        for one in sorted(own, key=lambda one: (one.played != NOBODY, order[one.step])):
            if one.step in seen or one.card == card:
                continue
            seen.add(one.step)
            old, freed = one.card, one.played
            for source in self.sources(one, card, seen):
                if source is None:
                    self.undealt.remove(card)
                    self.undealt.append(old)
                    robbed = NOBODY
                else:
                    seen.add(source.step)
                    source.card, robbed, source.played = old, source.played, NOBODY
                one.card, one.played = card, play
                if (robbed == NOBODY or source is None or self.serve(source.seat, card, robbed, seen)) and (
                    freed == NOBODY or self.serve(seat, old, freed, seen)
                ):
                    return True
                one.card, one.played = old, freed
                if source is None:
                    self.undealt.remove(old)
                    self.undealt.append(card)
                else:
                    source.card, source.played = card, robbed
        return False

    def sources(self, one: Dealt, card: int, seen: set[int]) -> list[Dealt | None]:
        """Where a card can come from: the deck (None), if it is still the same shuffle, or guesses from that shuffle,
        those in hand first."""
        others = [
            other
            for other in self.dealt
            if other.shuffle == one.shuffle and other.card == card and other.is_guess and other.step not in seen
        ]
        deck: list[Dealt | None] = [None] if one.shuffle == self.shuffle and card in self.undealt else []
        order = {other.step: self.kept.rng.below(len(self.dealt)) for other in others}
        return [*deck, *sorted(others, key=lambda other: (other.played != NOBODY, order[other.step]))]


def receiver(state: State, action: int) -> int:
    """The seat into whose hand a secret draw goes."""
    trial = state.copy()
    trial.event_log = log = EventLog()
    assert trial.top is not None
    trial.top.apply(trial, CHANCE, action)
    return next((event.seat for event in log.take_new() if event.secret >= 0), NOBODY)

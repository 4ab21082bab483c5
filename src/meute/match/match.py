"""`Match`: one game being played, with chance, events, undo, snapshots and its record.

match = Match("terres", seed=7)
while seats := match.seats_to_act():
    match.play(seats[0], match.legal_texts(seats[0])[0])
print(match.result())
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from meute import __version__
from meute.core.box import Contents, differences, merge
from meute.core.chance import BadScript, Generator, ScriptedChance
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.event import EVERYBODY, RESIGNS, Event, EventLog
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import NOBODY
from meute.core.options import settle_options
from meute.core.reason import Reason
from meute.core.score import ScoreRow, ScoreSheet
from meute.core.seats import CHANCE, MEMBERS
from meute.games import find
from meute.match.deal import Deal, SealedDeal, draw_of
from meute.match.kept_hands import KeptHands
from meute.match.record import RESIGNS_MARK, Record, Result

COPY_EVERY = 16
"""Decisions between two stored copies of the state: any past state costs a copy and at most this many decisions."""
CACHED_STATES = 128
"""Initial states that are cached."""
MOST_UNDONE = 256
"""Undone outcomes of chance that a match remembers."""
MADE_BY = f"meute {__version__}"
"""A snapshot is valid only for the version that wrote it; other versions replay the moves."""

RESIGNED = "resigned"
STOPPED = "stopped"
IN_BETWEEN = Reason("why.in_between", "")


class Refused(Exception):
    """Raised for an illegal action, with the reason; `number` is the action's place in a sequence, from 1, or 0 for a
    single action."""

    def __init__(self, reason: Reason, action: str) -> None:
        super().__init__(f"{action}: {reason.key} ({reason.heading})")
        self.reason = reason
        self.action = action
        self.number = 0


class Decision(NamedTuple):
    """A decision of a seat or of chance, the number of events before it, and whether it was a sealed answer."""

    seat: int
    action: int
    events: int
    sealed: bool


class Snapshot(NamedTuple):
    """A match after `step` decisions, with its events: lets `resume` skip the replay."""

    made_by: str
    step: int
    position: str
    counts: list[int]
    """The number of events before each decision."""
    sealed: list[bool]
    """Whether each decision was a sealed answer."""
    events: list[tuple[int, int, int, int, int, int, int]]


InitialState = tuple[State, list[Event]]


def initial_state(game: Game, seats: int, options: Mapping[str, str], box: Contents, position: str) -> InitialState:
    """The state at the first decision, and the events before it."""
    state = game.read_position(position, options, box) if position else game.start(seats, options, box)
    state.event_log = log = EventLog()
    state.advance()
    return state, log.take_new()


@lru_cache(CACHED_STATES)
def cached_initial_state(game: Game, seats: int, options: tuple[tuple[str, str], ...], position: str) -> InitialState:
    """`initial_state` with the unchanged box, cached; the caller must copy it."""
    return initial_state(game, seats, dict(options), game.box(), position)


class Match:
    """A game being played: checks and applies decisions, draws for chance, and keeps the record.

    Chance comes from a script (`chance`), a sealed deal (`deal`) or a generator (`seed`). With none of them it waits
    for `replay_moves`.
    `box` holds changes to the game's `box.toml`; `position` replaces the set-up; `version` is that of the rules.
    """

    def __init__(
        self,
        game: Game | str,
        seats: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seed: int | None = 0,
        chance: ScriptedChance | None = None,
        box: Contents | None = None,
        position: str = "",
        version: int = 0,
        deal: Deal | None = None,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.version = version or self.game.version
        self.seats = tuple(seats) or tuple(str(n + 1) for n in range(self.game.min_seats))
        self.game.check_seats(len(self.seats))
        if self.version > self.game.version:
            raise BadInput("error.version", "rules", version=self.version, known=self.game.version)
        self.options_wanted = dict(options or {})
        self.options_settled = settle_options(self.game.options, self.options_wanted, self.version)
        self.box = merge(self.game.box(), box or {})
        self.position = position
        self.rng = None if seed is None else Generator(seed)
        self.script = chance
        self.deal = deal
        self.sealed: SealedDeal | None = None
        """What the record says of the deal."""
        self.events: list[Event] = []
        self.steps: list[Decision] = []
        self.ended: Result | None = None
        self.resigned: dict[int, int] = {}
        """The seats that have resigned, each with the number of decisions before."""
        self.state = self.first_state(bool(box))
        self.undone_chance: dict[int, int] = {}
        """Undone outcomes of chance by history hash: the same history draws the same again, so undo cannot reroll."""
        self.copies = {0: self.state.copy()}
        """The state after some numbers of decisions."""
        self.kept: KeptHands | None = None
        """At a table of a real box: guesses the hands that players keep to themselves."""
        self.resolve_chance()

    def first_state(self, own_box: bool) -> State:
        """The state at the first decision; adds the events before it."""
        if own_box:
            initial, events = initial_state(self.game, len(self.seats), self.options_settled, self.box, self.position)
        else:
            options = tuple(self.options_settled.items())
            initial, events = cached_initial_state(self.game, len(self.seats), options, self.position)
        self.events += events
        state = initial.copy()
        state.event_log = EventLog()
        return state

    def seats_to_act(self) -> list[int]:
        """The seats that must decide now."""
        if self.ended is not None or self.state.awaits_chance():
            return []
        return list(MEMBERS[self.state.to_act])

    def is_over(self) -> bool:
        """Whether the game has ended, by its rules, by resignation or by `stop`."""
        return self.ended is not None or self.state.is_over()

    def legal_actions(self, seat: int) -> list[int]:
        """The seat's legal actions as ids; empty if it is not to act."""
        return self.state.legal_actions(seat) if seat in self.seats_to_act() else []

    def legal_texts(self, seat: int) -> list[str]:
        """The seat's legal actions in notation; empty if it is not to act."""
        return [self.game.codec.text(action) for action in self.legal_actions(seat)]

    def view(self, seat: int = NOBODY) -> View:
        """The view of a seat; by default, of a spectator."""
        return self.views(self.state, seat)[0]

    def views(self, state: State, seat: int) -> list[View]:
        """The view that a seat has of a state; for a hand that is kept to itself, one for each thing that it may
        lack."""
        if self.kept is None or seat not in self.kept.seats:
            return [View(self.game, state, seat)]
        return [View(self.game, one, seat, redact=False) for one in self.kept.open_states(state, seat)]

    def play(self, seat: int, action: int | str) -> list[Event]:
        """Plays a seat's action (id or notation), then draws for chance; returns the new events.

        Raises `Refused` if the action is illegal, `BadInput` if it is no action at all."""
        number = self.game.codec.read(action) if isinstance(action, str) else action
        self.check_legal(seat, number)
        steps, events = len(self.steps), len(self.events)
        self.apply(seat, number)
        try:
            self.resolve_chance()
        except BadScript:
            self.rewind(steps)
            raise
        return self.events[events:]

    def play_sequence(self, seat: int, actions: Sequence[int]) -> None:
        """Plays several actions of a seat, all or none; refused where one of them could not be undone freely."""
        before = len(self.steps)
        for number, action in enumerate(actions, start=1):
            try:
                if number > 1 and self.free_undo(seat)[0] != len(self.steps) - 1:
                    raise Refused(IN_BETWEEN, self.game.codec.text(action))
                self.play(seat, action)
            except Refused as refused:
                refused.number = number if len(actions) > 1 else 0
                self.rewind(before)
                raise

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether the action is legal now for a seat or CHANCE."""
        if not (self.state.awaits_chance() if seat == CHANCE else seat in self.seats_to_act()):
            return False
        out = Choices()
        self.state.describe(seat, out)
        return out.contains(action)

    def draw(self, action: int) -> None:
        """Applies an outcome of chance that was drawn outside; the caller must check that it is legal. Draws on if the
        match has a source of chance."""
        self.apply(CHANCE, action)
        self.resolve_chance()

    def check_legal(self, seat: int, action: int) -> None:
        """Raises `Refused` with the reason if the action is illegal now."""
        if not 0 <= action < self.game.codec.size:
            raise BadInput("error.action_id", "action", number=action)
        if not self.is_legal(seat, action):
            raise Refused(self.game.why(self.view(seat).state, seat, action), self.game.codec.text(action))

    def apply(self, seat: int, action: int) -> None:
        """Applies a decision of a seat or of chance; the caller must check that it is legal."""
        top = self.state.top
        assert top is not None
        self.steps.append(Decision(seat, action, len(self.events), top.is_sealed()))
        self.state.apply(seat, action)
        log = self.state.event_log
        assert log is not None
        self.events += log.take_new()
        if len(self.steps) % COPY_EVERY == 0:
            self.copies[len(self.steps)] = self.state.copy()

    def resolve_chance(self) -> None:
        """Draws for chance until a seat must decide or the game is over; returns at once if it has no source."""
        out = Choices()
        if self.script is None and self.deal is None and self.rng is None:
            while self.kept is not None and self.state.awaits_chance() and self.ended is None:
                action = self.kept.draw()
                if action == NOBODY:
                    return
                self.apply(CHANCE, action)
            return
        while self.state.awaits_chance() and self.ended is None:
            if self.script is not None and not self.script.is_spent():
                text = self.script.next()
                action = self.game.codec.ids.get(text.lower(), NOBODY)
                if action == NOBODY or not self.is_legal(CHANCE, action):
                    raise BadScript(f"{text} cannot happen now")
            elif self.undone_chance and self.history_hash(len(self.steps)) in self.undone_chance:
                action = self.undone_chance[self.history_hash(len(self.steps))]
            elif self.deal is not None:
                drawn = [past.action for past in self.steps if past.seat == CHANCE]
                action = self.deal.choose(draw_of(self.game.codec, self.state.choices(CHANCE), drawn))
            else:
                assert self.rng is not None
                action = self.state.random_action(CHANCE, out, self.rng)
            self.apply(CHANCE, action)

    def score(self) -> tuple[list[int], list[ScoreRow]]:
        """The current score sheet: totals and rows."""
        sheet = ScoreSheet(len(self.seats), True)
        self.game.score(self.state, sheet)
        return list(sheet.totals), sheet.rows

    def result(self) -> Result | None:
        """The result; None while the game goes on."""
        if self.ended is not None or not self.state.is_over():
            return self.ended
        return Result(self.game.ends[self.game.end_kind(self.state)], tuple(self.score()[0]), self.places())

    def places(self) -> tuple[int, ...]:
        """The place of each seat by the rules, resigned seats behind all others; all 0 if no seat can win."""
        places = [int(place) for place in self.game.places(self.state)]
        left = {seat: place for seat, place in enumerate(places) if seat not in self.resigned}
        if NOBODY in places or not any(self.game.may_win(self.state, seat) for seat in left):
            return (0,) * len(places)
        return tuple(
            1 + (len(left) if seat in self.resigned else sum(other < place for other in left.values()))
            for seat, place in enumerate(places)
        )

    def resign(self, seat: int) -> None:
        """Resigns a seat: it ranks last. Its later decisions are still played with `play`. The last seat left wins."""
        if self.is_over() or seat in self.resigned or not 0 <= seat < len(self.seats):
            raise BadInput("error.resign", "resign", seat=seat + 1)
        self.resigned[seat] = len(self.steps)
        self.events.append(Event(RESIGNS, seat, 0, 0, 0, -1, EVERYBODY))
        self.end_if_one_is_left()

    def end_if_one_is_left(self) -> None:
        """Ends the game if all seats but one have resigned."""
        if len(self.resigned) == len(self.seats) - 1:
            self.ended = Result(RESIGNED, tuple(self.score()[0]), self.places())

    def stop(self) -> None:
        """Ends the game without a winner: for bots that repeat themselves, or players who agree to stop."""
        reason = RESIGNED if self.resigned else STOPPED
        self.ended = Result(reason, tuple(self.score()[0]), (0,) * len(self.seats))

    def last_step_of(self, seat: int, first: int | None = None) -> int:
        """The index of the seat's last decision, -1 if it has none; with `first`, that index instead, if all decisions
        from there to the last one are the seat's own."""
        steps = self.steps
        own = len(steps) - 1
        while own >= 0 and steps[own].seat != seat:
            own -= 1
        if first is None or not 0 <= first < own:
            return own
        sequence = all(past.seat == seat and not past.sealed for past in steps[first : own + 1])
        return first if sequence else own

    def free_undo(self, seat: int, first: int | None = None) -> tuple[int, str]:
        """Whether the seat may undo its last decision without asking: returns the index to go back to and "", else -1
        and the key of the reason. With `first`, the whole sequence of its decisions from there is meant.

        Undo is free until another seat decides, chance draws, or a secret is shown."""
        own = self.last_step_of(seat, first)
        if own < 0:
            return -1, "undo.nothing"
        if self.is_over():
            return -1, "undo.over"
        if self.resigned and own < max(self.resigned.values()):
            return -1, "undo.resigned"
        later = {step.seat for step in self.steps[own + 1 :] if step.seat != seat}
        top = self.state.top
        if top is not None and top.has_answered(seat) and CHANCE not in later:
            return own, ""
        if later or self.steps[own].sealed:
            return -1, "undo.chance" if CHANCE in later else "undo.other"
        for event in self.events[self.steps[own].events :]:
            if event.audience != EVERYBODY:
                return -1, "undo.secret"
        return own, ""

    def has_shown(self, seat: int, since: int) -> bool:
        """Whether the seat has seen an outcome of chance or a secret that the decision at index `since` and those after
        it brought."""
        later = self.steps[since + 1 :]
        events = self.events[self.steps[since].events :]
        secret = any(event.audience != EVERYBODY and event.audience >> seat & 1 for event in events)
        return secret or any(step.seat == CHANCE for step in later)

    def undo(self, seat: int, first: int | None = None) -> None:
        """Undoes the seat's last decision, or all since `first`; keeps sealed answers of others. Raises `BadInput` if
        the undo is not free."""
        own, reason = self.free_undo(seat, first)
        if own < 0:
            raise BadInput(reason, "undo")
        for step in self.rewind(own):
            if step.seat != seat:
                self.apply(step.seat, step.action)

    # --- the past

    def state_at(self, step: int) -> State:
        """The state after the first `step` decisions."""
        start = max(at for at in self.copies if at <= step)
        state = self.copies[start].copy()
        for number, past in enumerate(self.steps[start:step], start=start + 1):
            state.apply(past.seat, past.action)
            if number % COPY_EVERY == 0:
                self.copies[number] = state.copy()
        return state

    def rewind(self, step: int) -> list[Decision]:
        """Goes back to the state after the first `step` decisions; returns the removed decisions."""
        removed = self.steps[step:]
        for number, past in enumerate(removed, start=step):
            if past.seat == CHANCE:
                self.undone_chance[self.history_hash(number)] = past.action
        for oldest in list(self.undone_chance)[:-MOST_UNDONE]:
            del self.undone_chance[oldest]
        if removed:
            self.state = self.state_at(step)
            self.state.event_log = EventLog()
            del self.steps[step:], self.events[removed[0].events :]
            self.copies = {at: state for at, state in self.copies.items() if at <= step}
            self.resigned = {seat: at for seat, at in self.resigned.items() if at <= step}
            if self.script is not None:
                self.script.at = sum(past.seat == CHANCE for past in self.steps)
            self.ended = None
            self.end_if_one_is_left()
        return removed

    def rewrite(self, changes: Mapping[int, int]) -> bool:
        """Replaces outcomes of chance in the past, by step; False, without any change, if a later move would become
        illegal."""
        if not changes:
            return True
        first, before = min(changes), list(self.steps)
        resigned = {at: seat for seat, at in self.resigned.items() if at > first}

        def go_on(changes: Mapping[int, int]) -> bool:
            for number, past in enumerate(before[first:], start=first):
                action = changes.get(number, past.action)
                if number in resigned:
                    self.resign(resigned[number])
                if not self.is_legal(past.seat, action):
                    return False
                self.apply(past.seat, action)
            if len(before) in resigned:
                self.resign(resigned[len(before)])
            return True

        undone = dict(self.undone_chance)
        self.rewind(first)
        fits = go_on(changes)
        if not fits:
            self.rewind(first)
            go_on({})
        self.undone_chance = undone
        return fits

    def history_hash(self, step: int) -> int:
        """A hash of the first `step` decisions."""
        return hash(tuple((past.seat, past.action) for past in self.steps[:step]))

    def replay_moves(self, moves: Sequence[tuple[int, str]], checked: bool = True) -> None:
        """Plays the moves of a record, chance included; raises `BadInput` with the number of an illegal one."""
        for number, (seat, text) in enumerate(moves, start=1):
            where = f"move {number}"
            if text == RESIGNS_MARK:
                try:
                    self.resign(seat)
                except BadInput as wrong:
                    raise BadInput(wrong.problem, where, **wrong.values) from None
                continue
            action = self.game.codec.read(text)
            if checked and not self.is_legal(seat, action):
                if seat == CHANCE:
                    raise BadInput("error.record_chance", where, text=text)
                reason = self.game.why(self.view(seat).state, seat, action)
                raise BadInput("error.record_move", where, text=text, reason=reason.key)
            self.apply(seat, action)

    def resume(self, moves: Sequence[tuple[int, str]], snapshot: Snapshot | None = None) -> None:
        """Replays moves that were checked when they were made, starting from a snapshot if it is usable."""
        steps = sum(text != RESIGNS_MARK for _, text in moves)
        restored = 0
        if snapshot is not None and snapshot.made_by == MADE_BY and snapshot.step <= steps:
            restored = self.restore_snapshot(moves, snapshot)
        self.replay_moves(moves[restored:], checked=False)

    def restore_snapshot(self, moves: Sequence[tuple[int, str]], snapshot: Snapshot) -> int:
        """Restores the state of a snapshot; returns how many of the moves it covers."""
        self.events = [Event(*numbers) for numbers in snapshot.events]
        resigned = {event.seat for event in self.events if event.kind == RESIGNS}
        covered = 0
        for seat, text in moves:
            number = len(self.steps)
            if text == RESIGNS_MARK and seat in resigned:
                self.resigned[seat] = number
            elif text != RESIGNS_MARK and number < snapshot.step:
                action = self.game.codec.read(text)
                self.steps.append(Decision(seat, action, snapshot.counts[number], snapshot.sealed[number]))
            else:
                break
            covered += 1
        self.state = self.game.read_position(snapshot.position, self.options_settled, self.box)
        self.copies[snapshot.step] = self.state.copy()
        self.state.event_log = EventLog()
        self.end_if_one_is_left()
        return covered

    def snapshot(self) -> Snapshot:
        """A snapshot of the match as it is now, for `resume`."""
        return Snapshot(
            made_by=MADE_BY,
            step=len(self.steps),
            position=self.game.write_position(self.state),
            counts=[step.events for step in self.steps],
            sealed=[step.sealed for step in self.steps],
            events=[event.numbers() for event in self.events],
        )

    def record(self) -> Record:
        """The record of the game so far."""
        moves = [(step.seat, self.game.codec.text(step.action)) for step in self.steps]
        for at, seat in sorted(((at, seat) for seat, at in self.resigned.items()), reverse=True):
            moves.insert(at, (seat, RESIGNS_MARK))
        return Record(
            game=self.game.id,
            version=self.version,
            seats=self.seats,
            options=dict(self.options_wanted),
            box=differences(self.game.box(), self.box),
            position=self.position,
            moves=moves,
            result=self.result(),
            deal=self.sealed,
        )

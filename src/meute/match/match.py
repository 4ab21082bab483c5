"""A match: one game between people, bots and chance, with its record and its past."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from meute import __version__
from meute.core.box import Contents, differences, merge
from meute.core.chance import BadScript, Generator, Script
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.event import EVERYBODY, RESIGNS, Event, Scribe
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY
from meute.core.options import settle_options
from meute.core.reason import Reason
from meute.core.score import Row, ScoreSheet
from meute.core.seats import CHANCE, MEMBERS
from meute.games import find
from meute.match.deal import Deal
from meute.match.record import RESIGNS_MARK, Record, Result

COPY_EVERY = 16
"""Steps between two copies: any moment of the past costs a copy and at most this many steps."""
MOST_OPENINGS = 128
"""Tables that are remembered as they are before the first decision."""
MOST_SPOKEN = 256
"""Answers of chance that are remembered after they were taken back."""
MADE_BY = f"meute {__version__}"
"""A snapshot is a cache of one version's making: another version follows the moves instead."""

RESIGNED = "resigned"
STOPPED = "stopped"
IN_BETWEEN = Reason("why.in_between", "")


class Refused(Exception):
    """An action that the rules do not allow now; of several in a row, which one."""

    def __init__(self, reason: Reason, action: str) -> None:
        super().__init__(f"{action}: {reason.key} ({reason.heading})")
        self.reason = reason
        self.action = action
        self.number = 0


class Step(NamedTuple):
    """One decision in a match, how many events had been written before it, and whether it was a sealed answer."""

    seat: int
    action: int
    events: int
    sealed: bool


class Snapshot(NamedTuple):
    """A match after so many steps, with its events, from which it can go on at once."""

    made_by: str
    step: int
    position: str
    counts: list[int]
    """How many events had been written before each step."""
    sealed: list[bool]
    """Whether each step was a sealed answer."""
    events: list[tuple[int, int, int, int, int, int, int]]


Opening = tuple[State, list[Event]]


def set_up(game: Game, seats: int, options: Mapping[str, str], box: Contents, position: str) -> Opening:
    """A table up to its first decision, and what has happened at it."""
    state = game.read_position(position, options, box) if position else game.start(seats, options, box)
    state.scribe = scribe = Scribe()
    state.settle()
    return state, scribe.tear_off()


@lru_cache(MOST_OPENINGS)
def printed(game: Game, seats: int, options: tuple[tuple[str, str], ...], position: str) -> Opening:
    """The same, out of the printed box."""
    return set_up(game, seats, dict(options), game.box(), position)


class Match:
    """Plays one game by its record; chance answers by itself, from a generator, a script or a record."""

    def __init__(
        self,
        game: Game | str,
        seats: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seed: int | None = 0,
        chance: Script | None = None,
        box: Contents | None = None,
        position: str = "",
        version: int = 0,
    ) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.version = version or self.game.version
        self.seats = tuple(seats) or tuple(str(n + 1) for n in range(self.game.fewest))
        if not self.game.fewest <= len(self.seats) <= self.game.most:
            known = {"fewest": self.game.fewest, "most": self.game.most}
            raise BadInput("error.seats", "seats", number=len(self.seats), **known)
        if self.version > self.game.version:
            raise BadInput("error.version", "rules", version=self.version, known=self.game.version)
        self.options_wanted = dict(options or {})
        self.options_settled = settle_options(self.game.options, self.options_wanted, self.version)
        self.box = merge(self.game.box(), box or {})
        self.position = position
        self.rng = None if seed is None else Generator(seed)
        self.script = chance
        self.deal: Deal | None = None
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.ended: Result | None = None
        self.resigned: dict[int, int] = {}
        """Who has given up, and after how many steps."""
        self.state = self.opening(bool(box))
        self.spoken: dict[int, int] = {}
        """What chance answered at moments that were taken back: it answers the same once the way is the same."""
        self.copies = {0: self.state.copy()}
        """The table after some of the steps."""
        self.let_chance_speak()

    def opening(self, own_box: bool) -> State:
        """The table before the first decision; of the printed box, a copy of one that was laid out before."""
        if own_box:
            laid, said = set_up(self.game, len(self.seats), self.options_settled, self.box, self.position)
        else:
            laid, said = printed(self.game, len(self.seats), tuple(self.options_settled.items()), self.position)
        self.events += said
        state = laid.copy()
        state.scribe = Scribe()
        return state

    def asked(self) -> list[int]:
        """The seats that must decide now."""
        if self.ended is not None or self.state.awaits_chance():
            return []
        return list(MEMBERS[self.state.asked])

    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.ended is not None or self.state.is_over()

    def options(self, seat: int) -> list[int]:
        """What the seat may do now, as action ids."""
        return self.state.options(seat) if seat in self.asked() else []

    def texts(self, seat: int) -> list[str]:
        """What the seat may do now, in notation."""
        return [self.game.codec.text(action) for action in self.options(seat)]

    def view(self, seat: int = NOBODY) -> View:
        """What the seat sees; by default, what a spectator sees."""
        return View(self.game, self.state, seat)

    def play(self, seat: int, action: int | str) -> list[Event]:
        """Does what the seat decides, lets chance speak, and returns what happened."""
        number = self.game.codec.read(action) if isinstance(action, str) else action
        self.check(seat, number)
        steps, events = len(self.steps), len(self.events)
        self.step(seat, number)
        try:
            self.let_chance_speak()
        except BadScript:
            self.go_back(steps)
            raise
        return self.events[events:]

    def play_row(self, seat: int, actions: Sequence[int]) -> None:
        """Several decisions of a seat, all or none: nothing else may happen and nothing be learned between them."""
        before = len(self.steps)
        for number, action in enumerate(actions, start=1):
            try:
                if number > 1 and self.way_back(seat)[0] != len(self.steps) - 1:
                    raise Refused(IN_BETWEEN, self.game.codec.text(action))
                self.play(seat, action)
            except Refused as refused:
                refused.number = number if len(actions) > 1 else 0
                self.go_back(before)
                raise

    def may(self, seat: int, action: int) -> bool:
        """Whether a seat, or chance, may do this now."""
        if not (self.state.awaits_chance() if seat == CHANCE else seat in self.asked()):
            return False
        out = Choices()
        self.state.describe(seat, out)
        return out.holds(action)

    def check(self, seat: int, action: int) -> None:
        """Refuses an action that the seat may not do now, and says why."""
        if not 0 <= action < self.game.codec.size:
            raise BadInput("error.action_id", "action", number=action)
        if not self.may(seat, action):
            raise Refused(self.game.why(self.view(seat).state, seat, action), self.game.codec.text(action))

    def step(self, seat: int, action: int) -> None:
        """One decision of a seat or of chance."""
        self.steps.append(Step(seat, action, len(self.events), isinstance(self.state.top, Sealed)))
        self.state.act(seat, action)
        scribe = self.state.scribe
        assert scribe is not None
        self.events += scribe.tear_off()
        if len(self.steps) % COPY_EVERY == 0:
            self.copies[len(self.steps)] = self.state.copy()

    def let_chance_speak(self) -> None:
        """Draws for chance until a seat must decide or the game is over; waits where chance is left to a record."""
        out = Choices()
        while self.state.awaits_chance() and self.ended is None:
            if self.script is not None:
                text = self.script.next()
                action = self.game.codec.ids.get(text.lower(), NOBODY)
                if action == NOBODY or not self.may(CHANCE, action):
                    raise BadScript(f"{text} cannot happen now")
            elif self.spoken and self.way_to(len(self.steps)) in self.spoken:
                action = self.spoken[self.way_to(len(self.steps))]
            elif self.deal is not None:
                drawn = [past.action for past in self.steps if past.seat == CHANCE]
                action = self.deal.choose(self.state.choices(CHANCE), drawn)
            elif self.rng is not None:
                action = self.state.random_action(CHANCE, out, self.rng)
            else:
                return
            self.step(CHANCE, action)

    def score(self) -> tuple[list[int], list[Row]]:
        """The score sheet as it stands: totals and rows."""
        sheet = ScoreSheet(len(self.seats), True)
        self.game.score(self.state, sheet)
        return list(sheet.totals), sheet.rows

    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self.ended is not None or not self.state.is_over():
            return self.ended
        return Result(self.game.ends[self.game.end(self.state)], tuple(self.score()[0]), self.places())

    def places(self) -> tuple[int, ...]:
        """Everybody's place by the rules, those who resigned behind all others; 0 where nobody can win."""
        places = [int(place) for place in self.game.places(self.state)]
        left = {seat: place for seat, place in enumerate(places) if seat not in self.resigned}
        if NOBODY in places or not any(self.game.may_win(self.state, seat) for seat in left):
            return (0,) * len(places)
        return tuple(
            1 + (len(left) if seat in self.resigned else sum(other < place for other in left.values()))
            for seat, place in enumerate(places)
        )

    def resign(self, seat: int) -> None:
        """The seat gives up and never wins: somebody else decides for it, or the only one left has won."""
        if self.is_over() or seat in self.resigned or not 0 <= seat < len(self.seats):
            raise BadInput("error.resign", "resign", seat=seat + 1)
        self.resigned[seat] = len(self.steps)
        self.events.append(Event(RESIGNS, seat, 0, 0, 0, -1, EVERYBODY))
        self.end_if_one_is_left()

    def end_if_one_is_left(self) -> None:
        """All others have resigned."""
        if len(self.resigned) == len(self.seats) - 1:
            self.ended = Result(RESIGNED, tuple(self.score()[0]), self.places())

    def stop(self) -> None:
        """Ends the game without a winner: bots run in circles, or those who could go on do not want to."""
        reason = RESIGNED if self.resigned else STOPPED
        self.ended = Result(reason, tuple(self.score()[0]), (0,) * len(self.seats))

    def last_of(self, seat: int, first: int | None = None) -> int:
        """The number of the seat's last decision, -1 without any; or of the first one of a row that leads to it."""
        steps = self.steps
        own = len(steps) - 1
        while own >= 0 and steps[own].seat != seat:
            own -= 1
        if first is None or not 0 <= first < own:
            return own
        row = all(past.seat == seat and not past.sealed for past in steps[first : own + 1])
        return first if row else own

    def way_back(self, seat: int, first: int | None = None) -> tuple[int, str]:
        """The number of the step that the seat may freely undo, or of the first one of a row; or -1 and the reason why
        it may not."""
        own = self.last_of(seat, first)
        if own < 0:
            return -1, "undo.nothing"
        if self.is_over():
            return -1, "undo.over"
        if self.resigned and own < max(self.resigned.values()):
            return -1, "undo.resigned"
        later = {step.seat for step in self.steps[own + 1 :] if step.seat != seat}
        top = self.state.top
        if isinstance(top, Sealed) and CHANCE not in later and top.answers[seat] != NOBODY:
            return own, ""
        if later or self.steps[own].sealed:
            return -1, "undo.chance" if CHANCE in later else "undo.other"
        for event in self.events[self.steps[own].events :]:
            if event.audience != EVERYBODY:
                return -1, "undo.secret"
        return own, ""

    def undo(self, seat: int, first: int | None = None) -> None:
        """Takes the seat's last decision back, or a row of them, if nothing else has happened since; sealed answers of
        others stay."""
        own, reason = self.way_back(seat, first)
        if own < 0:
            raise BadInput(reason, "undo")
        for step in self.go_back(own):
            if step.seat != seat:
                self.step(step.seat, step.action)

    # --- the past

    def state_at(self, step: int) -> State:
        """The table after so many steps, from the nearest copy."""
        start = max(at for at in self.copies if at <= step)
        state = self.copies[start].copy()
        for number, past in enumerate(self.steps[start:step], start=start + 1):
            state.act(past.seat, past.action)
            if number % COPY_EVERY == 0:
                self.copies[number] = state.copy()
        return state

    def go_back(self, step: int) -> list[Step]:
        """Back to the table after so many steps; tells the steps that were taken away, with what chance had said."""
        away = self.steps[step:]
        for number, past in enumerate(away, start=step):
            if past.seat == CHANCE:
                self.spoken[self.way_to(number)] = past.action
        for oldest in list(self.spoken)[:-MOST_SPOKEN]:
            del self.spoken[oldest]
        if away:
            self.state = self.state_at(step)
            self.state.scribe = Scribe()
            del self.steps[step:], self.events[away[0].events :]
            self.copies = {at: state for at, state in self.copies.items() if at <= step}
            self.resigned = {seat: at for seat, at in self.resigned.items() if at <= step}
            if self.script is not None:
                self.script.at = sum(past.seat == CHANCE for past in self.steps)
            self.ended = None
            self.end_if_one_is_left()
        return away

    def way_to(self, step: int) -> int:
        """All that was decided before a step, as one number."""
        return hash(tuple((past.seat, past.action) for past in self.steps[:step]))

    def follow(self, moves: Sequence[tuple[int, str]], checked: bool = True) -> None:
        """Does what a record tells, chance included; a wrong decision is named by its number."""
        for number, (seat, text) in enumerate(moves, start=1):
            where = f"move {number}"
            if text == RESIGNS_MARK:
                try:
                    self.resign(seat)
                except BadInput as wrong:
                    raise BadInput(wrong.problem, where, **wrong.values) from None
                continue
            action = self.game.codec.read(text)
            if checked and not self.may(seat, action):
                if seat == CHANCE:
                    raise BadInput("error.record_chance", where, text=text)
                reason = self.game.why(self.view(seat).state, seat, action)
                raise BadInput("error.record_move", where, text=text, reason=reason.key)
            self.step(seat, action)

    def resume(self, moves: Sequence[tuple[int, str]], snapshot: Snapshot | None = None) -> None:
        """Follows moves that were checked when they were made; those before a snapshot are only noted."""
        steps = sum(text != RESIGNS_MARK for _, text in moves)
        noted = 0
        if snapshot is not None and snapshot.made_by == MADE_BY and snapshot.step <= steps:
            noted = self.lay_out(moves, snapshot)
        self.follow(moves[noted:], checked=False)

    def lay_out(self, moves: Sequence[tuple[int, str]], snapshot: Snapshot) -> int:
        """Lays the table of a snapshot out; tells how many of the moves led to it."""
        self.events = [Event(*numbers) for numbers in snapshot.events]
        resigned = {event.seat for event in self.events if event.kind == RESIGNS}
        noted = 0
        for seat, text in moves:
            number = len(self.steps)
            if text == RESIGNS_MARK and seat in resigned:
                self.resigned[seat] = number
            elif text != RESIGNS_MARK and number < snapshot.step:
                action = self.game.codec.read(text)
                self.steps.append(Step(seat, action, snapshot.counts[number], snapshot.sealed[number]))
            else:
                break
            noted += 1
        self.state = self.game.read_position(snapshot.position, self.options_settled, self.box)
        self.copies[snapshot.step] = self.state.copy()
        self.state.scribe = Scribe()
        self.end_if_one_is_left()
        return noted

    def snapshot(self) -> Snapshot:
        """The match as it stands, to be resumed from."""
        return Snapshot(
            made_by=MADE_BY,
            step=len(self.steps),
            position=self.game.write_position(self.state),
            counts=[step.events for step in self.steps],
            sealed=[step.sealed for step in self.steps],
            events=[event.numbers() for event in self.events],
        )

    def record(self) -> Record:
        """The game so far, as its record."""
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
        )

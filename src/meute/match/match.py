"""A match: one game between people, bots and chance, with its record and the way back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meute.core.box import Table, differences, merge
from meute.core.chance import Generator, Script
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.event import EVERYBODY, RESIGNS, Event, Scribe
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, has
from meute.core.options import settle_options
from meute.core.reason import Reason
from meute.core.score import Row, ScoreSheet
from meute.core.seats import CHANCE
from meute.games import find
from meute.match.record import RESIGNS_MARK, Record, Result

KEEP_EVERY = 16
"""Moves between two kept copies: going back costs a copy and at most this many moves."""

RESIGNED = "resigned"
STOPPED = "stopped"


class Refused(Exception):
    """An action that the rules do not allow now."""

    def __init__(self, reason: Reason, action: str) -> None:
        super().__init__(f"{action}: {reason.key} ({reason.heading})")
        self.reason = reason
        self.action = action


@dataclass(frozen=True)
class Step:
    """One decision in a match, how many events had been written before it, and whether it was a sealed answer."""

    seat: int
    action: int
    events: int
    sealed: bool


class Match:
    """Plays one game by its record; chance answers by itself, from a generator, a script or a record."""

    def __init__(
        self,
        game: Game | str,
        seats: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        seed: int | None = 0,
        chance: Script | None = None,
        box: Table | None = None,
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
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.ended: Result | None = None
        self.resigned: dict[int, int] = {}
        """Who has given up, and after how many steps."""
        self.state = self.opening()
        self.kept: list[tuple[int, State]] = [(0, self.state.copy())]
        self.let_chance_speak()

    def opening(self) -> State:
        """The table before the first decision."""
        if self.position:
            state = self.game.read_position(self.position, self.options_settled, self.box)
        else:
            state = self.game.start(len(self.seats), self.options_settled, self.box)
        state.scribe = Scribe()
        state.settle()
        self.events += state.scribe.tear_off()
        return state

    def asked(self) -> list[int]:
        """The seats that must decide now."""
        if self.ended is not None or self.state.awaits_chance():
            return []
        return [seat for seat in range(len(self.seats)) if has(self.state.asked, seat)]

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
        before = len(self.events)
        self.step(seat, number)
        self.let_chance_speak()
        return self.events[before:]

    def check(self, seat: int, action: int) -> None:
        """Refuses an action that the seat may not do now, and says why."""
        if not 0 <= action < self.game.codec.size:
            raise BadInput("error.action_id", "action", number=action)
        if seat in self.asked():
            out = Choices()
            self.state.describe(seat, out)
            if out.holds(action):
                return
        text = self.game.codec.text(action)
        raise Refused(self.game.why(self.view(seat).table, seat, action), text)

    def step(self, seat: int, action: int) -> None:
        """One decision of a seat or of chance."""
        self.steps.append(Step(seat, action, len(self.events), isinstance(self.state.top, Sealed)))
        self.state.act(seat, action)
        scribe = self.state.scribe
        assert scribe is not None
        self.events += scribe.tear_off()
        if len(self.steps) % KEEP_EVERY == 0:
            self.kept.append((len(self.steps), self.state.copy()))

    def let_chance_speak(self) -> None:
        """Draws for chance until a seat must decide or the game is over; waits where chance is left to a record."""
        out = Choices()
        while self.state.awaits_chance() and self.ended is None:
            if self.script is not None:
                text = self.script.next()
                action = self.game.codec.read(text)
                self.state.describe(CHANCE, out)
                if not out.holds(action):
                    raise BadInput("error.script", "chance", text=text)
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
        if NOBODY in places:
            return (0,) * len(places)
        left = [place for seat, place in enumerate(places) if seat not in self.resigned]
        return tuple(
            1 + (len(left) if seat in self.resigned else sum(other < place for other in left))
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

    def way_back(self, seat: int) -> tuple[int, str]:
        """The number of the step that the seat may freely undo, or -1 and the reason why it may not."""
        own = next((n for n in reversed(range(len(self.steps))) if self.steps[n].seat == seat), -1)
        if own < 0:
            return -1, "undo.nothing"
        if self.is_over():
            return -1, "undo.over"
        if own < max(self.resigned.values(), default=0):
            return -1, "undo.resigned"
        later = {step.seat for step in self.steps[own + 1 :]}
        top = self.state.top
        if isinstance(top, Sealed) and CHANCE not in later and top.answers[seat] != NOBODY:
            return own, ""
        if later or self.steps[own].sealed:
            return -1, "undo.chance" if CHANCE in later else "undo.other"
        if any(event.audience != EVERYBODY for event in self.events[self.steps[own].events :]):
            return -1, "undo.secret"
        return own, ""

    def undo(self, seat: int) -> None:
        """Takes the seat's last decision back, if nothing else has happened since."""
        own, reason = self.way_back(seat)
        if own < 0:
            raise BadInput(reason, "undo")
        later = self.steps[own + 1 :]
        self.go_back(own)
        for step in later:
            self.step(step.seat, step.action)

    def go_back(self, steps: int) -> None:
        """Back to the table after that many steps, from the nearest kept copy."""
        self.ended = None
        self.kept = [kept for kept in self.kept if kept[0] <= steps]
        start, state = self.kept[-1]
        again = self.steps[start:steps]
        self.events = self.events[: self.steps[start].events if start < len(self.steps) else len(self.events)]
        self.steps = self.steps[:start]
        self.state = state.copy()
        self.state.scribe = Scribe()
        resigned, self.resigned = self.resigned, {seat: at for seat, at in self.resigned.items() if at <= start}
        for step in again:
            self.step(step.seat, step.action)
            for seat, at in resigned.items():
                if at == len(self.steps):
                    self.resign(seat)

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


def replay(record: Record, until: int | None = None, seed: int | None = None) -> Match:
    """The match that a record tells, up to a number of decisions; a wrong decision is named by its number."""
    match = Match(
        record.game,
        record.seats,
        record.options,
        seed=None,
        box=record.box,
        position=record.position,
        version=record.version,
    )
    moves = record.moves if until is None else record.moves[:until]
    for number, (seat, text) in enumerate(moves, start=1):
        follow(match, number, seat, text)
    if until is None or until >= len(record.moves):
        verify(match, record)
    match.rng = None if seed is None else Generator(seed)
    match.let_chance_speak()
    return match


def follow(match: Match, number: int, seat: int, text: str) -> None:
    """One decision of a record."""
    where = f"move {number}"
    if text == RESIGNS_MARK:
        try:
            match.resign(seat)
        except BadInput as wrong:
            raise BadInput(wrong.problem, where, **wrong.values) from None
        return
    action = match.game.codec.read(text)
    if seat != CHANCE:
        try:
            match.check(seat, action)
        except Refused as refused:
            raise BadInput("error.record_move", where, text=text, reason=refused.reason.key) from None
    else:
        out = Choices()
        match.state.describe(CHANCE, out)
        if not match.state.awaits_chance() or not out.holds(action):
            raise BadInput("error.record_chance", where, text=text)
    match.step(seat, action)


def verify(match: Match, record: Record) -> None:
    """The result that a record states must be the one that its decisions lead to."""
    told = record.result
    if told is None:
        return
    if not match.is_over():
        if told.reason not in (RESIGNED, STOPPED):
            raise BadInput("error.record_unfinished", "result", told=told.reason)
        if told.reason == RESIGNED and not match.resigned:
            who_resigned(match, told)
            match.ended = replace(told)
            return
        match.stop()
    if match.result() != told:
        raise BadInput("error.record_other_result", "result", told=told, found=match.result())


def who_resigned(match: Match, told: Result) -> int:
    """In a record that names nobody, as they once were: whoever took the last place, the others by their points."""
    points = tuple(match.score()[0])
    for seat in range(len(points)):
        places = [1 + sum(other > own for k, other in enumerate(points) if k != seat) for own in points]
        places[seat] = len(points)
        if len(points) == 2:
            places[1 - seat] = 1
        if told == Result(RESIGNED, points, tuple(places)):
            return seat
    raise BadInput("error.record_other_result", "result", told=told, found=points)

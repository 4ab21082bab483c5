"""The game at a table: decisions, the questions they answer, and the moves that are kept."""

from time import perf_counter

from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase
from meute.match import Match, Result, Snapshot
from meute.server.clock import Clocks
from meute.server.counts import COUNTS
from meute.server.daily import outcome
from meute.server.ratings import results_of
from meute.server.refusal import Refusal, phrase_sent
from meute.server.restore import by_hand, chance_after, fresh_seed, new_match, restore
from meute.server.room import Room
from meute.server.store import Happened, LessonKept, MoveKept, Standing, TableKept

LONGEST_KEY = 64
LONGEST_ROW = 64
"""Decisions in one message: more than any game lets a seat take in a row that nothing interrupts."""


class Playing:
    """What has happened at one table: whatever is decided is checked, applied and stored here."""

    def __init__(self, room: Room, moves: list[MoveKept], clocks: Clocks) -> None:
        self.room = room
        self.clocks = clocks
        self.moves = len(moves)
        self.keys = {(move.seat, move.key): move.action for move in moves if move.key}
        self.by_hand = by_hand(moves)
        """The steps that people decided themselves, and no bot for them."""
        self.stored_steps = len(room.match.steps) if room.match else 0
        self.questions: dict[int, int] = {}
        """For each asked seat, the step at which its question came up."""
        self.note_questions({})

    def differs(self) -> bool:
        """Whether the match is not as it is stored."""
        return self.room.match is not None and len(self.room.match.steps) != self.stored_steps

    async def start(self, changed: TableKept) -> None:
        """The game begins, or goes on from the record that the table came as."""
        room, before = self.room, 0
        if self.moves:
            loaded = await room.store.load(changed.code)
            assert loaded is not None
            match = restore(changed, loaded.moves, loaded.snapshot)
            before = len(match.steps)
            match.let_chance_speak()
        else:
            match = new_match(changed, fresh_seed())
        move = MoveKept("start", step=before, chance=chance_after(match, before))
        self.clocks.lay(changed)
        ticking = self.clocks.turn(match.asked())
        begun = Happened([move], standing(match), table=changed, clocks=ticking)
        await room.store.append(room.id, self.moves, begun)
        room.kept, room.match = changed, match
        self.moves += 1
        self.stored_steps = len(match.steps)
        self.note_questions({})

    # --- decisions

    def is_repeated(self, seat: int, key: str, text: str) -> bool:
        """Whether a decision of this key was stored already; a key that stands for another one is refused, and one with
        a space in it, as our own are, or with what no database keeps."""
        if not 0 < len(key) <= LONGEST_KEY or " " in key or not key.isprintable():
            raise Refusal("key")
        done = self.keys.get((seat, key))
        if done is not None and done.lower().split() != text.lower().split():
            raise Refusal("key_reused")
        return done is not None

    def read(self, seat: int, text: str, step: int) -> list[int]:
        """The actions that a text names, if the question that they answer is still the one that was seen."""
        row = self.actions(text) or [self.room.live().game.codec.read(text)]
        if seat in self.questions and not self.questions[seat] <= step <= len(self.room.live().steps):
            raise Refusal("stale")
        return row

    def actions(self, text: str) -> list[int]:
        """A row of decisions in notation, not too many."""
        row = text.split()
        if len(row) > LONGEST_ROW:
            raise Refusal("too_long")
        return [self.room.live().game.codec.read(action) for action in row]

    async def decide(self, seat: int, row: list[int], key: str = "") -> None:
        """Takes one or several decisions in a row, all or none, and stores them as one move."""
        match = self.room.live()
        step = len(match.steps)
        before = {other: match.options(other) for other in match.asked() if other != seat}
        match.play_row(seat, row)
        if len(match.steps) >= self.room.settings.moves and not match.is_over():
            match.stop()
        text = " ".join(map(match.game.codec.text, row))
        await self.keep([MoveKept("play", seat, step, text, chance_after(match, step + len(row)), key)])
        if key:
            self.keys[seat, key] = text
            self.by_hand.update(range(step, step + len(row)))
        self.note_questions(before)

    async def resign(self, seat: int) -> None:
        """A seat gives the game up: a bot goes on for it, unless nobody is left who would play against people."""
        match = self.room.live()
        match.resign(seat)
        if not match.is_over() and not self.room.people():
            match.stop()
        await self.keep([MoveKept("resign", seat, len(match.steps))])

    async def go_back(self, step: int, freely_by: int = NOBODY) -> None:
        """Back before a step; freely, only what this seat decided goes, and others' sealed answers stay."""
        match, own = self.room.live(), self.by_hand
        left = {n for n in own if n < step}
        if freely_by == NOBODY:
            match.go_back(step)
        else:
            gone = [n for n in range(step, len(match.steps)) if match.steps[n].seat == freely_by]
            left |= {n - len(gone) for n in own if n > step and n not in gone}
            match.undo(freely_by, step)
        era, text = self.room.era, match.game.codec.text
        again = [
            MoveKept("play", past.seat, n, text(past.action), key=f"again {era} {n}" if n in left else "")
            for n, past in enumerate(match.steps[step:], start=step)
        ]
        await self.keep([MoveKept("undo", freely_by, step), *again], afresh=True)
        self.by_hand = left
        self.room.era += 1
        self.note_questions({})

    async def begin_again(self, step: int) -> None:
        """Back to a step, even if the game is over."""
        self.room.kept.phase = "playing"
        await self.go_back(step)

    # --- questions

    def note_questions(self, before: dict[int, list[int]]) -> None:
        """Notes since when each seat has been asked: another's decision may leave a question as it was."""
        match, asked = self.room.match, self.questions
        if match is not None:
            self.questions = {
                seat: asked[seat]
                if seat in before and seat in asked and before[seat] == match.options(seat)
                else len(match.steps)
                for seat in match.asked()
            }

    # --- keeping

    async def keep(self, moves: list[MoveKept], afresh: bool = False) -> None:
        """Stores what has happened, with the end of the game if it is over; afresh: no snapshot holds any more."""
        room, match = self.room, self.room.live()
        changed = room.kept if afresh and room.course else None
        if match.is_over():
            room.kept.phase = "over"
            changed = room.kept
        happened = Happened(
            moves,
            standing(match),
            table=changed,
            snapshot=None if afresh else self.snapshot_due(match, len(moves)),
            afresh=afresh,
            clocks=self.clocks.turn([seat for seat in match.asked() if seat not in match.resigned], again=afresh),
            results=results_of(room.kept, match) if changed else [],
            daily=outcome(room.kept, match) if changed and room.kept.kind == "daily" else None,
            lesson=lesson_done(room),
        )
        began = perf_counter()
        try:
            await room.store.append(room.id, self.moves, happened)
        finally:
            COUNTS.stored.since(began)
        self.moves += len(moves)
        self.stored_steps = len(match.steps)

    def snapshot_due(self, match: Match, more: int) -> Snapshot | None:
        """A snapshot, once in so many moves."""
        every = self.room.settings.snapshot_every
        return match.snapshot() if (self.moves + more) // every != self.moves // every else None


def lesson_done(room: Room) -> LessonKept | None:
    """That the lesson is done, for whoever has its seat; None before."""
    kept = room.kept
    done = room.course is not None and room.course.is_done()
    return LessonKept(kept.host, kept.game, kept.lesson, kept.code, True) if done else None


def ending(match: Match, result: Result) -> Phrase:
    """Who has won, with how many points."""
    winners = [match.seats[seat] for seat, place in enumerate(result.places) if place == 1]
    points = " – ".join(str(points) for points in sorted(result.points, reverse=True))
    return phrase("server.won" if winners else "server.no_winner", who=", ".join(winners), points=points)


def standing(match: Match) -> Standing:
    """What a list of games says about the match."""
    result = match.result()
    progress = ending(match, result) if result else match.game.progress(match.view(NOBODY).state)
    waited_for = [seat for seat in match.asked() if seat not in match.resigned]
    return Standing(waited_for, phrase_sent(progress) if progress else None)

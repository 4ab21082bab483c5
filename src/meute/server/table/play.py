"""The game at a table: validates, applies and stores decisions, resignations and undos."""

from collections.abc import Iterable
from time import perf_counter

from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase
from meute.core.seats import CHANCE
from meute.match import Match, Result, Snapshot
from meute.match.deal import Deal
from meute.match.kept_hands import KeptHands
from meute.server.messages import Phase
from meute.server.metrics import METRICS
from meute.server.refusal import Refusal, phrase_sent
from meute.server.store.models import StoredMove, StoredTable, TableStatus, TableUpdate
from meute.server.store.ratings import results_of, statistics_of
from meute.server.table.clock import Clocks
from meute.server.table.restore import chance_after, entries, fresh_seed, human_steps, new_match, restore
from meute.server.table.room import Room

MAX_KEY_LENGTH = 64
MAX_ACTIONS = 64
"""Actions in one message: more than any game lets a seat take in an uninterrupted sequence."""


class GamePlay:
    """Applies what happens at one table to the match and stores it."""

    def __init__(self, room: Room, moves: list[StoredMove], clocks: Clocks) -> None:
        self.room = room
        self.clocks = clocks
        self.moves = len(moves)
        self.keys = {(move.seat, move.key): move.action for move in moves if move.key}
        self.human_steps = human_steps(moves)
        """Steps that people decided themselves, not a bot for them."""
        self.entries = entries(moves)
        """The first step of each move of a person."""
        self.stored_progress = progress_of(room.match)
        if room.match is not None:
            self.keep_hands(room.match)
        self.questions: dict[int, int] = {}
        """For each seat to act, the step at which its current question arose."""
        self.update_questions({})

    def has_unstored_changes(self) -> bool:
        """Whether the match in memory differs from the stored one."""
        return progress_of(self.room.match) != self.stored_progress

    async def start(self, changed: StoredTable, deal: Deal | None) -> None:
        """Starts the game, or continues the record that the table was created from."""
        room, before = self.room, 0
        if self.moves:
            loaded = await room.store.load(changed.code)
            assert loaded is not None
            match = restore(changed, loaded.moves, loaded.snapshot)
            before = len(match.steps)
            match.resolve_chance()
        else:
            match = new_match(changed, fresh_seed(), deal)
            self.keep_hands(match)
        move = StoredMove("start", step=before, chance=chance_after(match, before))
        self.clocks.configure(changed)
        clocks = self.clocks.update(match.seats_to_act())
        update = TableUpdate([move], table_status(match), table=changed, clocks=clocks)
        await room.store.append(room.id, self.moves, update)
        room.stored, room.match = changed, match
        self.moves += 1
        self.stored_progress = progress_of(match)
        self.update_questions({})

    def keep_hands(self, match: Match) -> None:
        """At a table of a real box, the hands of people are known to them alone; those of computer players are
        entered."""
        if self.room.kind.by_hand and match.game.secret_draws:
            people = {number for number, seat in enumerate(self.room.stored.seats) if seat.kind != "bot"}
            match.kept = KeptHands(match, people, lambda step: step in self.human_steps, fresh_seed())
            match.resolve_chance()

    # --- decisions

    def is_repeated(self, seat: int, key: str, text: str) -> bool:
        """Whether a decision with this key is stored already. Refuses a key that was used for another decision, and
        malformed keys: a space marks the server's own keys, other characters may not be storable."""
        if not 0 < len(key) <= MAX_KEY_LENGTH or " " in key or not key.isprintable():
            raise Refusal("key")
        done = self.keys.get((seat, key))
        if done is not None and done.lower().split() != text.lower().split():
            raise Refusal("key_reused")
        return done is not None

    def read_answer(self, seat: int, text: str, step: int) -> list[int]:
        """Parses actions; refuses them if the question that the client saw is outdated."""
        actions = self.read_actions(text) or [self.room.live_match().game.codec.read(text)]
        if seat in self.questions and not self.questions[seat] <= step <= len(self.room.live_match().steps):
            raise Refusal("stale")
        return actions

    def read_actions(self, text: str) -> list[int]:
        """Parses a sequence of actions in notation."""
        actions = text.split()
        if len(actions) > MAX_ACTIONS:
            raise Refusal("too_long")
        return [self.room.live_match().game.codec.read(action) for action in actions]

    async def decide(self, seat: int, actions: list[int], key: str = "") -> None:
        """Applies a sequence of actions atomically and stores it as one move."""
        match = self.room.live_match()
        step = len(match.steps)
        before = {other: match.legal_actions(other) for other in match.seats_to_act() if other != seat}
        redealt = self.redeal(match, seat, actions[0]) if match.kept is not None else []
        match.play_sequence(seat, actions)
        if len(match.steps) >= self.room.settings.tables.most_decisions and not match.is_over():
            match.stop()
        text = " ".join(map(match.game.codec.text, actions))
        played = StoredMove("play", seat, step, text, chance_after(match, step + len(actions)), key)
        await self.save([*redealt, played], afresh=bool(redealt))
        if key:
            self.keys[seat, key] = text
            self.entries.append(step)
            self.human_steps.update(range(step, step + len(actions)))
        self.update_questions(before)

    def redeal(self, match: Match, seat: int, action: int) -> list[StoredMove]:
        """Guesses hands anew if the one of this seat does not allow the action; returns what is to be stored. Refuses
        a card that the seat cannot have."""
        assert match.kept is not None
        changes = match.kept.fit(seat, action)
        if changes is None and all(action not in view.legal_actions() for view in match.views(match.state, seat)):
            match.check_legal(seat, action)
        if changes is None:
            raise Refusal("impossible_card")
        return redeal_move(match, changes)

    def redeal_for_draw(self, match: Match, action: int) -> list[StoredMove]:
        """Guesses hands anew if one of them has the card that is dealt openly; returns what is to be stored."""
        return redeal_move(match, (match.kept.fit_draw(action) if match.kept is not None else None) or {})

    async def draw(self, action: int, key: str, redealt: list[StoredMove]) -> None:
        """Applies an outcome of chance that a person has entered, and stores it."""
        match = self.room.live_match()
        step, text = len(match.steps), match.game.codec.text(action)
        match.draw(action)
        drawn = StoredMove("play", CHANCE, step, text, chance_after(match, step + 1), key)
        await self.save([*redealt, drawn], afresh=bool(redealt))
        self.keys[CHANCE, key] = text
        self.human_steps.add(step)
        self.entries.append(step)
        self.update_questions({})

    async def resign(self, *seats: int) -> None:
        """Resigns seats in one write. A bot continues for them; without people left the game stops. Resignations after
        the one that ends the game are ignored."""
        match = self.room.live_match()
        moves = self.resignations(seats)
        if not match.is_over() and not self.room.human_seats():
            match.stop()
        await self.save(moves)

    def resignations(self, seats: Iterable[int]) -> list[StoredMove]:
        """Resigns seats in the match, until it is over; returns the moves to store."""
        match, moves = self.room.live_match(), []
        for seat in seats:
            if not match.is_over():
                match.resign(seat)
                moves.append(StoredMove("resign", seat, len(match.steps)))
        return moves

    async def lose_on_time(self, late: dict[int, float]) -> list[int]:
        """Resigns seats in the order of their due times, in one write, until the game is over; returns those that lost.
        Without a winner if all remaining people are late at the same moment."""
        match = self.room.live_match()
        moves: list[StoredMove] = []
        lost: list[int] = []
        for due in sorted(set(late.values())):
            if match.is_over():
                break
            together = [seat for seat in late if late[seat] == due]
            lost += together
            if set(together) >= set(self.room.human_seats()):
                moves.append(StoredMove("stop", step=len(match.steps)))
                match.stop()
            else:
                moves += self.resignations(together)
        await self.save(moves)
        return lost

    async def rewind(self, step: int, freely_by: int = NOBODY) -> None:
        """Undoes back to a step; with `freely_by`, only that seat's decisions, and others' hidden answers stay."""
        match, human = self.room.match, self.human_steps
        assert match is not None
        remaining = {n for n in human if n < step}
        if freely_by == NOBODY:
            match.rewind(step)
        else:
            undone = [n for n in range(step, len(match.steps)) if match.steps[n].seat == freely_by]
            remaining |= {n - len(undone) for n in human if n > step and n not in undone}
            match.undo(freely_by, step)
        era, text = self.room.era, match.game.codec.text
        replayed = [
            StoredMove("play", past.seat, n, text(past.action), key=f"again {era} {n}" if n in remaining else "")
            for n, past in enumerate(match.steps[step:], start=step)
        ]
        await self.save([StoredMove("undo", freely_by, step), *replayed], afresh=True)
        self.human_steps = remaining
        self.entries = [first for first in self.entries if first < step]
        self.room.era += 1
        self.update_questions({})

    # --- questions

    def update_questions(self, before: dict[int, list[int]]) -> None:
        """Updates at which step each seat's question arose. A seat keeps its question if its legal actions are the same
        as in `before`."""
        match, known = self.room.match, self.questions
        if match is not None:
            self.questions = {
                seat: known[seat]
                if seat in before and seat in known and before[seat] == match.legal_actions(seat)
                else len(match.steps)
                for seat in match.seats_to_act()
            }

    # --- storing

    async def save(self, moves: list[StoredMove], afresh: bool = False) -> None:
        """Stores moves, with the results if the game is over. `afresh` invalidates the snapshot."""
        room, match = self.room, self.room.match
        assert match is not None
        phase: Phase = "over" if match.is_over() else "playing"
        status = table_status(match)
        changed = room.stored if phase != room.stored.phase else None
        room.stored.phase = phase
        update = TableUpdate(
            moves,
            status,
            table=changed,
            snapshot=None if afresh else self.snapshot_due(match, len(moves)),
            afresh=afresh,
            clocks=self.clocks.update(status.asked, after_undo=afresh),
            results=results_of(room.stored, match) if changed else [],
            statistics=statistics_of(room.stored, match) if changed else [],
        )
        room.kind.complete_update(update, room.stored, match)
        began = perf_counter()
        try:
            await room.store.append(room.id, self.moves, update)
        finally:
            METRICS.stored.observe_since(began)
        self.moves += len(moves)
        self.stored_progress = progress_of(match)

    def snapshot_due(self, match: Match, more: int) -> Snapshot | None:
        """A snapshot every `snapshot_every` moves, else None."""
        every = self.room.settings.tables.snapshot_moves
        return match.snapshot() if (self.moves + more) // every != self.moves // every else None


def redeal_move(match: Match, changes: dict[int, int]) -> list[StoredMove]:
    """The stored form of guesses that have changed; empty if none has."""
    text = ",".join(f"{step}={match.game.codec.text(outcome)}" for step, outcome in sorted(changes.items()))
    return [StoredMove("redeal", CHANCE, len(match.steps), text)] if changes else []


def result_phrase(match: Match, result: Result) -> Phrase:
    """The sentence that names the winners and the points."""
    winners = [match.seats[seat] for seat, place in enumerate(result.places) if place == 1]
    points = " – ".join(str(points) for points in sorted(result.points, reverse=True))
    return phrase("server.won" if winners else "server.no_winner", who=", ".join(winners), points=points)


def progress_of(match: Match | None) -> tuple[int, int, bool]:
    """Steps and events of a match, and whether it is over: a resignation adds no step."""
    return (0, 0, False) if match is None else (len(match.steps), len(match.events), match.is_over())


def table_status(match: Match) -> TableStatus:
    """The seats to move and the progress of the match, for lists of games."""
    result = match.result()
    progress = result_phrase(match, result) if result else match.game.progress(match.view(NOBODY).state)
    waited_for = [seat for seat in match.seats_to_act() if seat not in match.resigned]
    return TableStatus(waited_for, phrase_sent(progress) if progress else None)

"""The tables of tournaments."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from meute.match import Match
from meute.server.refusal import Refusal
from meute.server.store.interface import Store
from meute.server.store.models import StoredBout, StoredRound, StoredTable, StoredTournament, TableUpdate
from meute.server.table.table_kind import TableCommand, TableKind


class TournamentKind(TableKind):
    """A table of a tournament: its result is stored with its last move, and absent players lose on time."""

    refusals: ClassVar[dict[TableCommand, str]] = {
        **TableKind.refusals,
        "undo_vote": "tournament_undo",
        "rematch": "tournament_rematch",
    }
    plays_alone = True
    loses_on_time = True

    def __init__(self, shared_deal: bool) -> None:
        self.shared_deal = shared_deal

    def bot_seed(self, match: Match, seat: int) -> int | None:
        """At tables with the same deal, computer players decide alike in the same situation."""
        return match.deal.number("bot", seat, len(match.steps)) if self.shared_deal and match.deal else None

    def complete_update(self, update: TableUpdate, stored: StoredTable, match: Match) -> None:
        result = match.result()
        if result is not None:
            update.bout = StoredBout(
                stored.tournament, stored.code, [*result.places], [*result.points], sorted(match.resigned)
            )

    async def check_watcher(self, store: Store, stored: StoredTable, guest: Callable[[], Awaitable[str]]) -> None:
        """Hides a table from those who have still to play its deal, and from strangers until all have played it."""
        if stored.shared_deal:
            watcher = await guest()
            if any(seat.guest == watcher for seat in stored.seats):
                return
            found = await store.tournaments.tournament(stored.tournament)
            if found is not None and not may_see_deal(found[0], stored.code, watcher):
                raise Refusal("tournament_deal")


def may_see_deal(tournament: StoredTournament, code: str, guest: str) -> bool:
    """Whether a guest may see a table's deal: the round is over, or the guest has played the deal."""
    round_ = round_of(tournament, code)
    if round_ is None or is_over(round_):
        return True
    own = [
        table for table in round_.tables if any(tournament.entrants[player].guest == guest for player in table.players)
    ]
    return bool(own) and all(table.done for table in own)


def round_of(tournament: StoredTournament, code: str) -> StoredRound | None:
    """The round that a table belongs to."""
    return next((one for one in tournament.rounds if any(table.code == code for table in one.tables)), None)


def is_over(round_: StoredRound) -> bool:
    return all(table.done for table in round_.tables)

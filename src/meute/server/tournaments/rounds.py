"""The course of a tournament, as pure functions: beginning, rounds, forfeits, end."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from hashlib import sha256

from meute.games import find
from meute.server.settings import TournamentSettings
from meute.server.store.models import StoredBout, StoredRound, StoredTournament, TournamentTable
from meute.server.tournaments.pairing import Contender, Pairing, round_robin, round_robin_length, swiss_round
from meute.server.tournaments.standings import contenders

FEWEST, MOST = 3, 64
"""Players of a tournament."""
MOST_ROUNDS = 63


def fewest_players(tournament: StoredTournament) -> int:
    """The players without whom a tournament cannot begin: a deal that one table plays is compared with nothing."""
    return max(FEWEST, tournament.size * (2 if tournament.style == "deals" else 1))


def begin(tournament: StoredTournament, now: float) -> None:
    """Closes the sign-up, and draws the first round."""
    if tournament.style == "all":
        tournament.planned = round_robin_length(len(tournament.entrants), tournament.size)
    tournament.phase = "running"
    draw_round(tournament, now)


def advance(
    tournament: StoredTournament,
    bouts: Mapping[str, StoredBout],
    present: Collection[str],
    now: float,
    settings: TournamentSettings,
    new_code: Callable[[], str],
) -> None:
    """Everything that follows from results, from who is here, and from the time."""
    if tournament.phase == "open" and tournament.starts is not None and now >= tournament.starts:
        if len(tournament.entrants) < fewest_players(tournament):
            tournament.phase = "stopped"
        else:
            begin(tournament, now)
    if tournament.phase != "running":
        return
    round_ = tournament.rounds[-1]
    for table in round_.tables:
        if not table.done:
            advance_table(tournament, round_, table, bouts, present, now, settings, new_code)
    if not all(table.done for table in round_.tables):
        return
    pause = settings.pause_seconds if tournament.pace.kind == "live" else 0.0
    if len(tournament.rounds) >= tournament.planned or sum(not one.out for one in tournament.entrants) < 2:
        tournament.phase = "over"
    elif round_.next is None and pause:
        round_.next = now + pause
    elif now >= (round_.next or 0.0):
        draw_round(tournament, now)
        advance(tournament, bouts, present, now, settings, new_code)


def advance_table(
    tournament: StoredTournament,
    round_: StoredRound,
    table: TournamentTable,
    bouts: Mapping[str, StoredBout],
    present: Collection[str],
    now: float,
    settings: TournamentSettings,
    new_code: Callable[[], str],
) -> None:
    """Takes over a result, begins a table whose players are here, or decides about those who are absent."""
    bout = bouts.get(table.code)
    if bout is not None:
        table.places, table.points, table.resigned = bout.places, bout.points, bout.resigned
        table.done = True
    if table.code:
        return
    entrants = [tournament.entrants[player] for player in table.players]
    gone = [seat for seat, one in enumerate(entrants) if one.out]
    is_live = tournament.pace.kind == "live"
    missing = [seat for seat, one in enumerate(entrants) if one.guest and one.guest not in present and is_live]
    if now >= round_.since + settings.absent_seconds:
        gone = sorted({*gone, *missing})
    if {*missing} - {*gone}:
        return
    table.absent = gone
    if len(entrants) - len(gone) < 2:
        table.done = True
    else:
        table.code = new_code()


def draw_round(tournament: StoredTournament, now: float) -> None:
    """Adds a round."""
    drawn = next_pairing(tournament)
    tournament.rounds.append(StoredRound([TournamentTable(players) for players in drawn.tables], drawn.byes, now, None))


def next_pairing(tournament: StoredTournament) -> Pairing:
    """Who meets whom in the next round. Scores count in a Swiss tournament only; the order of equals is by lot."""
    number = len(tournament.rounds)
    if tournament.style != "swiss" and tournament.size == 2:
        return round_robin(len(tournament.entrants), number)
    players = sorted(contenders(tournament), key=lambda one: lot(tournament.code, number, one))
    if tournament.style != "swiss":
        for one in players:
            one.score = Fraction(0)
    smallest = tournament.size if tournament.style == "deals" else find(tournament.game).min_seats
    return swiss_round(players, tournament.size, smallest)


def lot(code: str, number: int, player: Contender) -> bytes:
    """A number drawn by lot, the same at every node."""
    return sha256(f"{code} {number} {player.number}".encode()).digest()


def next_due(tournament: StoredTournament, now: float, settings: TournamentSettings) -> float | None:
    """When a tournament must be looked at again, if nothing happens before."""
    if tournament.phase == "open":
        return tournament.starts
    if tournament.phase != "running":
        return None
    round_, is_live = tournament.rounds[-1], tournament.pace.kind == "live"
    if any(not table.code and not table.done for table in round_.tables):
        return now + settings.presence_seconds
    look = now + (settings.live_check_seconds if is_live else settings.days_check_seconds)
    return look if round_.next is None else min(look, round_.next)

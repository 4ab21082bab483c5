"""Pairing and standings: properties over many random tournaments, by a checker that shares no code with them."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest
from helpers.swiss import Course, faults, faults_of_tournament

from meute.server.messages.pace import PaceSent
from meute.server.messages.tournaments import Style
from meute.server.store.models import Entrant, StoredRound, StoredTournament, TournamentTable
from meute.server.tournaments.matching import cheapest_matching
from meute.server.tournaments.pairing import Contender, round_robin, round_robin_length, swiss_round, table_sizes
from meute.server.tournaments.rounds import next_pairing
from meute.server.tournaments.standings import contenders, standings


def perfect(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of players."""
    if not players:
        yield []
        return
    for n in range(1, len(players)):
        for rest in perfect(players[1:n] + players[n + 1 :]):
            yield [(players[0], players[n]), *rest]


def test_a_matching_costs_as_little_as_the_best_of_all() -> None:
    random_ = random.Random(7)
    for _ in range(300):
        count, most = random_.choice((2, 4, 6, 8)), random_.choice((1, 4, 100, 10**12))
        cost = [[0] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            cost[one][other] = cost[other][one] = random_.randint(0, most)
        mates = cheapest_matching(cost)
        assert all(mates[mates[one]] == one != mates[one] for one in range(count))
        best = min(sum(cost[a][b] for a, b in pairs) for pairs in perfect([*range(count)]))
        assert sum(cost[one][mates[one]] for one in range(count)) == 2 * best


def test_a_matching_of_ten_costs_as_little_as_the_best_of_all() -> None:
    """A graph in which the first player is the nearest one to a blossom."""
    below = """
        0
        11 7
        15 4 5
        4 1 14 6
        6 2 17 5 17
        13 7 15 3 6 2
        5 5 17 5 6 14 4
        8 0 10 0 17 10 1 15
        2 11 6 4 1 4 3 4 13"""
    rows = [[int(number) for number in line.split()] for line in below.splitlines()[1:]]
    cost = [[0] * 10 for _ in range(10)]
    for one, row in enumerate(rows, start=1):
        for other, number in enumerate(row):
            cost[one][other] = cost[other][one] = number
    mates = cheapest_matching(cost)
    assert sum(cost[one][mates[one]] for one in range(10)) == 2 * 13


def worth(
    pairs: list[tuple[int, int]],
    bye: int | None,
    scores: dict[int, int],
    met: Counter[tuple[int, int]],
    byes: list[int],
) -> tuple[int, ...]:
    """How bad a Swiss round is, the most important thing first."""
    fewest = min(Counter({player: byes.count(player) for player in scores}).values())
    return (
        byes.count(bye) - fewest if bye is not None else 0,
        sum(met[pair] for pair in pairs),
        scores[bye] if bye is not None else 0,
        sum((scores[one] - scores[other]) ** 2 for one, other in pairs),
    )


@pytest.mark.parametrize("count", [*range(3, 9)])
def test_swiss_rounds_for_two_are_the_best_that_there_are(count: int) -> None:
    random_ = random.Random(count)
    for _ in range(12):
        scores = dict.fromkeys(range(count), 0)
        met: Counter[tuple[int, int]] = Counter()
        byes: list[int] = []
        for _ in range(random_.randint(2, count + 1)):
            found = swiss_round(
                [
                    Contender(
                        player,
                        Fraction(scores[player], 2),
                        Counter({other: met[min(player, other), max(player, other)] for other in range(count)}),
                        byes.count(player),
                    )
                    for player in range(count)
                ],
                2,
                2,
            )
            pairs = [(min(table), max(table)) for table in found.tables]
            assert sorted(sum(found.tables, found.byes)) == [*range(count)]
            bye = found.byes[0] if found.byes else None
            choices = []
            for resting in range(count) if count % 2 else (None,):
                rest = [player for player in range(count) if player != resting]
                choices += [worth(one, resting, scores, met, byes) for one in perfect(rest)]
            assert worth(pairs, bye, scores, met, byes) == min(choices)
            met.update(pairs)
            byes += found.byes
            for one, other in pairs:
                win = random_.choice(((2, 0), (0, 2), (1, 1)))
                scores[one] += win[0]
                scores[other] += win[1]
            for player in found.byes:
                scores[player] += 2


def paired(course: Course) -> tuple[list[list[int]], list[int]]:
    """The round that the server would draw."""
    found = swiss_round(
        [
            Contender(
                player,
                Fraction(score, 2),
                Counter({other: course.met[min(player, other), max(player, other)] for other in course.scores}),
                course.byes[player],
            )
            for player, score in course.scores.items()
        ],
        2,
        2,
    )
    return found.tables, found.byes


def test_swiss_tournaments_of_3_to_64_pass_an_independent_checker() -> None:
    """`bench/swiss.py` runs thousands."""
    found, sizes = [], [*range(3, 17)] * 14 + [24, 33, 48, 63, 64]
    for seed, count in enumerate(sizes):
        found += faults_of_tournament(seed, count, min(6 if count < 24 else 4, count), paired)
    assert found == []


@pytest.mark.parametrize("count", [5, 6, 20, 21])
def test_the_checker_finds_a_bad_round(count: int) -> None:
    course = Course(dict.fromkeys(range(count), 0))
    neighbours = [(player, player + 1) for player in range(0, count - 1, 2)]
    bye = count - 1 if count % 2 else None
    assert faults(course, neighbours, bye, 1) == []
    course.met.update(neighbours[:1])
    assert faults(course, neighbours, bye, 1)
    course.met.clear()
    course.scores[0] = course.scores[2] = 4
    assert faults(course, neighbours, bye, 1)
    if bye is not None:
        course.byes[bye] = 1
        assert "a second bye before all have had one" in faults(course, neighbours, bye, 1)


def played(style: Style, size: int, count: int, rounds: int, game: str, seed: int) -> StoredTournament:
    """A tournament with random results, in which now and then a player leaves or does not come."""
    random_ = random.Random(seed)
    pace = PaceSent(kind="live", turn=10, bank=300)
    tournament = StoredTournament(
        f"t{seed}", "T", "h", game, style, size, rounds, pace, 64, False, 0.0, phase="running"
    )
    tournament.entrants = [Entrant(f"P{n}", f"p{n}") for n in range(count)]
    for _ in range(rounds):
        pairing = next_pairing(tournament)
        round_ = StoredRound(
            [TournamentTable(players, "c", done=True) for players in pairing.tables], pairing.byes, 0, 0
        )
        for table in round_.tables:
            table.points = [random_.randint(0, 40) for _ in table.players]
            table.places = [1 + sum(other > own for other in table.points) for own in table.points]
        tournament.rounds.append(round_)
    return tournament


@pytest.mark.parametrize("count", [3, 4, 7, 16, 33, 64])
def test_long_swiss_tournaments_repeat_no_meeting(count: int) -> None:
    """While fewer than half of the others were met, a round without a repetition exists (Dirac), and is found."""
    for seed in range(3):
        tournament = played("swiss", 2, count, max(1, count // 2 - 1) if count < 14 else 6, "terres", seed)
        pairs = Counter(tuple(sorted(table.players)) for round_ in tournament.rounds for table in round_.tables)
        assert max(pairs.values()) == 1
        byes = Counter(player for round_ in tournament.rounds for player in round_.byes)
        assert max(byes.values(), default=0) <= 1
        for number in range(count):
            seats = Counter(
                table.players.index(number)
                for round_ in tournament.rounds
                for table in round_.tables
                if number in table.players
            )
            assert abs(seats[0] - seats[1]) <= 3


@pytest.mark.parametrize("count", [3, 4, 9, 16, 64])
def test_all_meet_all_exactly_once(count: int) -> None:
    rounds = [round_robin(count, n) for n in range(round_robin_length(count, 2))]
    pairs = Counter(tuple(sorted(table)) for one in rounds for table in one.tables)
    assert pairs == Counter(combinations(range(count), 2))
    assert Counter(player for one in rounds for player in one.byes) == Counter(range(count) if count % 2 else ())
    for player in range(count):
        first = sum(table[0] == player for one in rounds for table in one.tables)
        assert abs(2 * first - (count - 1)) <= 1 + count % 2


@pytest.mark.parametrize(
    ("size", "count", "game"), [(3, 7, "clan"), (4, 19, "clan"), (5, 33, "clan"), (6, 13, "traces")]
)
def test_tables_of_several_meet_new_people(size: int, count: int, game: str) -> None:
    tournament = played("swiss", size, count, 4, game, 1)
    byes = Counter(player for round_ in tournament.rounds for player in round_.byes)
    assert max(byes.values(), default=0) - min([byes[player] for player in range(count)]) <= 1
    for n, round_ in enumerate(tournament.rounds):
        assert sorted(sum((table.players for table in round_.tables), round_.byes)) == [*range(count)]
        assert {len(table.players) for table in round_.tables} <= {size, size - 1}
        met = Counter(
            pair
            for before in tournament.rounds[:n]
            for table in before.tables
            for pair in combinations(sorted(table.players), 2)
        )
        tables = [table.players for table in round_.tables]

        def again(tables: list[list[int]], met: Counter[tuple[int, int]]) -> int:
            return sum(met[pair] ** 2 for table in tables for pair in combinations(sorted(table), 2))

        now = again(tables, met)
        for one, other in list(combinations(range(len(tables)), 2))[:20]:
            for a, b in ((a, b) for a in range(len(tables[one])) for b in range(len(tables[other]))):
                changed = [[*table] for table in tables]
                changed[one][a], changed[other][b] = changed[other][b], changed[one][a]
                assert again(changed, met) >= now


def test_table_sizes_seat_as_many_as_possible() -> None:
    assert table_sizes(7, 4, 2) == [4, 3]
    assert table_sizes(8, 3, 2) == [3, 3]
    assert table_sizes(13, 6, 3) == [6, 6]
    assert table_sizes(11, 6, 3) == [6, 5]
    assert table_sizes(7, 3, 3) == [3, 3]
    assert table_sizes(2, 4, 2) == [2]
    for size in (3, 4, 5, 6):
        for count in range(12, 65):
            assert count - sum(table_sizes(count, size, 2)) < size


def test_a_shared_deal_is_compared_seat_by_seat() -> None:
    tournament = played("deals", 2, 6, 0, "terres", 0)
    results = [([0, 1], [30, 20]), ([2, 3], [25, 35]), ([4, 5], [30, 10])]
    tables = [TournamentTable(players, "c", done=True, places=[1, 2], points=points) for players, points in results]
    tables[2].resigned = [0]
    tournament.rounds = [StoredRound(tables, [], 0, 0)]
    points = {row.player: row.points for row in standings(tournament)}
    # First seats: 30, 25, and 30 given up, which is worth less than any result; second seats: 20, 35, 10.
    assert points == {0: 1, 2: Fraction(1, 2), 4: 0, 1: Fraction(1, 2), 3: 1, 5: 0}


def test_forfeits_byes_and_ties_have_their_points() -> None:
    tournament = played("swiss", 2, 5, 0, "terres", 0)
    tournament.rounds = [
        StoredRound(
            [
                TournamentTable([0, 1], "c", done=True, places=[1, 1], points=[20, 20]),
                TournamentTable([2, 3], "", absent=[1], done=True),
            ],
            [4],
            0,
            0,
        ),
        StoredRound(
            [
                TournamentTable([2, 4], "c", done=True, places=[1, 2], points=[31, 20]),
                TournamentTable([0, 3], "c", done=True, places=[1, 2], points=[25, 22]),
            ],
            [1],
            0,
            0,
        ),
    ]
    rows = standings(tournament)
    assert [(row.player, row.points, row.rank) for row in rows] == [
        (2, 2, 1),
        (1, Fraction(3, 2), 2),  # the only opponent has more points than those of player 0 in the mean
        (0, Fraction(3, 2), 3),
        (4, 1, 4),
        (3, 0, 5),
    ]
    assert {row.player: row.margin for row in rows} == {0: 3, 1: 0, 2: 11, 3: -3, 4: -11}
    tournament.entrants[0].out = True
    assert [one.number for one in contenders(tournament)] == [1, 2, 3, 4]
    assert next(one for one in contenders(tournament) if one.number == 4).byes == 1

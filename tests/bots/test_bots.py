"""Bots are honest and repeatable; the arena is fair and can be taken up again."""

import time
from itertools import count
from pathlib import Path

import pytest
from helpers.worlds import COMPILED, Setting, settings, thinking, walk

from meute.ai.evaluation_cache import UNTRACKED
from meute.ai.evaluator import NEVER
from meute.bots import BOTS, LEVELS, NAMES, make_bot
from meute.bots.arena import Contest, GameResult, play, run_contest, standings
from meute.bots.evaluators import declared, trained, trained_evaluator, untrained
from meute.bots.executor import Executor
from meute.bots.greedy import gain
from meute.bots.intervals import wilson
from meute.bots.search import EXTEND_AFTER, Search
from meute.bots.search_player import SearchBot
from meute.bots.tree import ROOT, Tree
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.game import View
from meute.core.numbers import bit, vec
from meute.core.score import ScoreSheet
from meute.games import GAMES
from meute.games.terres.scoring import lead
from meute.games.traces.actions import PLACE, VALUES
from meute.games.traces.ai.policy import plan_tokens, planned_action
from meute.games.traces.ai.weights import HUNT_SHARE
from meute.games.traces.rules.preparation import Placement
from meute.games.traces.state import HUNTING, PHASES, Traces
from meute.match import Match

FEW = "search:20" if COMPILED else "search:3"
QUICK = ("random", "greedy", "louveteau", "search:12") if COMPILED else ("greedy", "louveteau")
LOOKS = 6
MANY = 60


@pytest.mark.parametrize("setting", thinking(), ids=str)
def test_a_bot_cannot_tell_worlds_with_equal_views_apart(setting: Setting) -> None:
    match = setting.start(1)
    looks = 0
    for n, seat in enumerate(walk(match, 2)):
        if n % 7 or len(match.legal_actions(seat)) == 1:
            continue
        looks += 1
        if looks > LOOKS:
            break
        view = match.view(seat)
        worlds = [view.determinize(Generator(seed)) for seed in (3, 4)]
        for name in QUICK:
            moves = {
                make_bot(name).choose(View(match.game, world, seat), Generator(5)) for world in [*worlds, match.state]
            }
            assert len(moves) == 1, name
            assert moves <= set(match.legal_actions(seat))
    assert looks > LOOKS


def test_every_level_plays_a_legal_action() -> None:
    match = Match("terres", seed=1)
    seat = match.seats_to_act()[0]
    for name in BOTS:
        assert make_bot(name).choose(match.view(seat), Generator(1)) in match.legal_actions(seat)
    assert list(LEVELS) == ["louveteau", "rodeur", "meneuse", "alpha"]


@pytest.mark.parametrize("setting", thinking(), ids=str)
@pytest.mark.parametrize("form", NAMES)
def test_every_form_of_a_name_plays_in_every_game(form: str, setting: Setting) -> None:
    for turns in ("0", "2") if "TURNS" in form else ("",):
        bot = make_bot(form.replace("TURNS", turns).replace("N", "1"))
        match = setting.start(1)
        for n, seat in enumerate(walk(match, 2)):
            if n % MANY == 0:
                assert bot.choose(match.view(seat), Generator(5), lambda: False) in match.legal_actions(seat)
            if n == 2 * MANY:
                break


@pytest.mark.parametrize("name", ["zozo", "search:", "search:x", "search:0", "search:9@", "search:9@x", "search:9s"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=r"error\.bot_unknown"):
        make_bot(name)


@pytest.mark.parametrize(("game", "level", "same"), [("terres", "rodeur", "search:60"), ("clan", "meneuse", "greedy")])
def test_a_level_plays_games_out_where_they_cannot_be_judged_before(game: str, level: str, same: str) -> None:
    match = Match(game, seed=2)
    for n, seat in enumerate(walk(match, 2)):
        if n % 5 == 0:
            moves = {make_bot(name).choose(match.view(seat), Generator(3)) for name in (level, same)}
            assert len(moves) == 1
        if n == 4 * LOOKS:
            break
    assert n == 4 * LOOKS


def test_a_search_looks_as_far_as_it_is_told() -> None:
    match = Match("clan", ("a", "b", "c"), seed=2)
    for seat in walk(match, 2):
        if match.game.turns_taken(match.state) == 1 and len(match.legal_actions(seat)) > 1:
            break
    assert Search(match.view(seat), Generator(1)).horizon == 3
    assert Search(match.view(seat), Generator(1), 1).horizon == 1
    assert make_bot("search:1@1").choose(match.view(seat), Generator(1)) in match.legal_actions(seat)


def test_every_option_meets_the_same_worlds_in_the_same_order() -> None:
    match = Match("aventure", ("a", "b"), seed=2)
    for n, seat in enumerate(walk(match, 2)):
        if n > LOOKS and len(match.legal_actions(seat)) > 1:
            break
    search = Search(match.view(seat), Generator(1))
    visits: dict[int, int] = {}
    worlds: dict[int, set[int]] = {}
    for _ in range(EXTEND_AFTER):
        fate = search.world_seed(search.next_option()).word()
        search.think(1, 0)
        now = {action: tried for action, tried, _ in search.ranked()}
        (tried,) = (action for action in now if now[action] != visits.get(action, 0))
        worlds.setdefault(visits.get(tried, 0), set()).add(fate)
        visits = now
    assert len(worlds) == max(visits.values()) > 1
    assert len(visits) > 1
    assert all(len(fates) == 1 for fates in worlds.values())
    assert len(set.union(*worlds.values())) == len(worlds)


@pytest.mark.parametrize("game", ["aventure", "clan", "traces"])
def test_a_search_looks_further_once_the_nearer_turns_are_settled(game: str) -> None:
    seats = GAMES[game].min_seats
    match = Match(game, tuple("abc"[:seats]), seed=2)
    for n, seat in enumerate(walk(match, 2)):
        if n > LOOKS and len(match.legal_actions(seat)) > 1:
            break
    near = match.game.turns_taken(match.state) + declared(match.game).horizon(seats)
    search = Search(match.view(seat), Generator(1))
    search.think(EXTEND_AFTER, 0)
    tried = {action: visits for action, visits, _ in search.ranked()}
    assert (search.end_turn, sum(tried.values())) == (near, EXTEND_AFTER)
    search.extend_horizon()
    search.think(1, 0)
    assert search.end_turn == near + declared(match.game).extended_horizon(seats) > near
    ((action, visits, _),) = search.ranked()
    assert visits == 1
    assert tried[action] == max(tried.values())


@pytest.mark.parametrize(("budget", "turns", "further"), [(20, -1, 0), (96, -1, 4), (95, -1, 0), (96, 4, 0)])
def test_a_search_looks_further_only_where_that_pays_and_nobody_told_it_how_far(
    budget: int, turns: int, further: int
) -> None:
    match = Match("aventure", ("a", "b"), seed=2)
    for n, seat in enumerate(walk(match, 2)):
        if n > LOOKS and len(match.legal_actions(seat)) > 1:
            break
    search = Search(match.view(seat), Generator(1), turns)
    search.think(budget, 0)
    assert search.end_turn == match.game.turns_taken(match.state) + 4 + further


def test_the_best_card_of_aventure_and_its_cell_are_told_without_trying_all() -> None:
    match = Match("aventure", ("a", "b"), seed=3)
    evaluator = trained_evaluator(match.game, match.state)
    agreed = 0
    for seat in walk(match, 5):
        out = Choices()
        match.state.describe(seat, out)
        best = evaluator.quick_best(match.state, seat, Generator(agreed))
        if not out.contains(best):
            continue
        gains = {
            action: gain(evaluator, match.state, seat, action, Choices(), Generator(1)) for action in out.to_list()
        }
        assert gains[best] == max(gains.values())
        agreed += 1
    assert agreed > MANY


@pytest.mark.parametrize(
    ("visits", "left", "settled"),
    [
        ((70, 30), 1000, True),
        ((69, 31), 1000, False),
        ((69, 30), 1000, False),
        ((30, 20), 9, True),
        ((30, 20), 10, False),
    ],
)
def test_a_search_stops_when_the_rest_would_not_change_it(visits: tuple[int, int], left: int, settled: bool) -> None:
    tree, at_random = Tree(2, False), Tree(2, True)
    for one in (tree, at_random):
        for action, number in enumerate(visits):
            node = one.add(ROOT, 0, action, 0.0, 0.0)
            for _ in range(number):
                one.begin()
                one.descend(node)
                one.backpropagate(vec[float]([0.5, 0.5]), bit(0))
    assert tree.is_settled(left) == settled
    assert at_random.is_settled(left) == (left < visits[0] - visits[1]), "chance may still speak against most visits"


def test_a_search_that_remembers_tables_finds_the_same() -> None:
    match = Match("clan", ("a", "b"), seed=3)
    found = []
    for remembers in (True, False):
        search = Search(match.view(match.seats_to_act()[0]), Generator(5))
        assert search.evaluator.root != UNTRACKED
        if not remembers:
            search.evaluator.root = UNTRACKED
        search.think(4, 0)
        found.append(search.ranked())
    assert found[0] == found[1]


def test_the_same_seed_gives_the_same_thoughts() -> None:
    match = Match("terres", seed=2)
    seat = match.seats_to_act()[0]
    ranked = []
    for _ in range(2):
        search = Search(match.view(seat), Generator(9))
        assert search.think(80, 0) == 80
        ranked.append(search.ranked())
    assert ranked[0] == ranked[1]
    assert sum(visits for _, visits, _ in ranked[0]) == 80
    assert all(0 <= value <= 1 for _, _, value in ranked[0])


@pytest.mark.parametrize("setting", thinking(), ids=str)
def test_the_same_seed_and_number_of_simulations_give_the_same_move(setting: Setting) -> None:
    match = setting.start(1)
    for n, seat in enumerate(walk(match, 2)):
        if n >= 3 and len(match.legal_actions(seat)) > 1:
            break
    bot = make_bot(FEW)
    assert len({bot.choose(match.view(seat), Generator(5)) for _ in range(2)}) == 1


@pytest.mark.parametrize("setting", [setting for setting in thinking() if setting.game != "terres"], ids=str)
def test_turns_that_a_search_looks_ahead_pass_one_by_one(setting: Setting) -> None:
    match = setting.start(1)
    before = match.game.turns_taken(match.state)
    for _ in walk(match, 2):
        now = match.game.turns_taken(match.state)
        assert now in (before, before + 1)
        before = now
    assert before > 1


def test_what_is_out_of_the_question_is_never_done() -> None:
    match = Match("wildlife", ("a", "b", "c"), seed=4)
    evaluator = trained_evaluator(match.game, match.state)
    refused = 0
    for n, seat in enumerate(walk(match, 3)):
        options = match.legal_actions(seat)
        never = [action for action in options if evaluator.prior(match.state, seat, action) <= NEVER]
        if never and len(never) < len(options) and n % 5 == 0:
            refused += 1
            for name in ("louveteau", "rodeur", "greedy", FEW):
                assert make_bot(name).choose(match.view(seat), Generator(1)) not in never
        if refused == LOOKS:
            break
    assert refused == LOOKS


def test_searchers_of_traces_weigh_tokens_near_their_plan_and_give_the_hunt_its_share() -> None:
    match = Match("traces", ("a", "b", "c", "d"), seed=4)
    evaluator = trained_evaluator(match.game, match.state)
    share = evaluator.weights[HUNT_SHARE]
    several = hunts = 0
    for seat in walk(match, 3):
        s = match.state
        if not isinstance(s, Traces) or not isinstance(s.top, Placement):
            continue
        cell, _ = divmod(match.legal_actions(seat)[0] - PLACE, VALUES)
        planned = plan_tokens(evaluator, s, seat, share)[cell]
        assert make_bot("greedy").choose(match.view(seat), Generator(1)) == planned_action(
            evaluator, s, seat, cell, share
        )
        search = Search(match.view(seat), Generator(9))
        search.think(24, 0)
        tried = [action - PLACE - cell * VALUES for action, _, _ in search.ranked()]
        several += len(tried) > 1
        if cell % PHASES == HUNTING:
            assert min(tried) >= planned
            hunts += 1
        if several >= LOOKS and hunts >= LOOKS:
            break
    assert several >= LOOKS
    assert hunts >= LOOKS


STANDSTILL = """seats 2
a 3 f hare0 1:2A,4:1P1A,5:1P,6:1D,7:1D1P,11:1L,13:1D,15:0L,16:0A0A
b 8 - moose0 4:1A,5:2D,7:*,8:2D,9:2A2L,10:*,13:1L,15:0P0P
c 4 f boar0 2:2D,4:2D,5:2D,6:2D,8:2D,10:*,11:2L,13:2D,14:1A2D,15:0A0L
d 9 - raccoon0 4:2P,5:1P,8:1D,9:1L,14:1D,15:0L
e 2 f deer0 1:2P,2:1P,3:1D,6:1D1P,7:*,8:1D1A,9:1L,15:0A0L
1 forest flipped=46 dens=4.4.4 lairs=4 wolves=7 prey=deer.raccoon.hare terrain=1 action=0 won=1.2.0 points=0
2 desert flipped=35 dens=4.4.4 lairs=2 wolves=1 prey=moose.boar terrain=2 action=0 won=1.0.0 points=0
calendar *,2P,2D,1P,1D,2D,2D,1D,1D,*,*,*,*,1D,*
last a=q/9.0.6/0.0.0/5.2.3,d=q/7.2.6/0.0.0/3.0.3
table first=1 active=2 turns=60 scored=2
frames Turn(step=0,done=0) Rounds(step=1)
"""
"""Three dates before the last moon of Clan, where greedy players used to go round in circles for ever."""


def test_players_of_clan_do_not_wait_for_the_last_moon_for_ever() -> None:
    match = Match("clan", seed=1, position=STANDSTILL)
    bot, rng = make_bot("greedy"), Generator(1)
    for _ in range(600):
        if match.is_over():
            break
        seat = match.seats_to_act()[0]
        match.play(seat, bot.choose(match.view(seat), rng))
    assert match.is_over()


def test_a_search_stops_when_nobody_wants_it_any_more() -> None:
    match = Match("terres", seed=2)
    seat = match.seats_to_act()[0]
    search = Search(match.view(seat), Generator(9))
    asked = []

    def wanted() -> bool:
        asked.append(True)
        return len(asked) < 3

    done = search.think(0, 60_000, wanted)
    assert len(asked) == 3
    assert done < 100
    assert search.ranked()


@pytest.mark.parametrize("name", [*LEVELS, "greedy", "random", "search:1000000"])
def test_every_level_answers_at_once_when_nobody_waits(name: str) -> None:
    for game in GAMES:
        match = Match(game, seed=2)
        seat = match.seats_to_act()[0]
        asked: list[int] = []

        def wanted(asked: list[int] = asked) -> bool:
            asked.append(1)
            return False

        assert make_bot(name).choose(match.view(seat), Generator(1), wanted) in match.legal_actions(seat)
        assert len(asked) <= 1, "it goes on thinking"


def test_a_search_stops_when_the_rest_of_its_budget_can_change_nothing() -> None:
    from helpers.terres_table import position, table

    match = table(position({"B": "... -|b5"}, centre="...", a="r6", b="r4", trick=12, leader="B", tokens={"B": "9/5"}))
    match.play(1, "r4-N")
    searches = [Search(match.view(0), Generator(1)) for _ in range(2)]
    patient = searches[0].think(2000, 0)
    sure = searches[1].think(2000, 0, None, True)
    assert patient == 2000
    assert sure < 2000
    assert searches[0].ranked()[0][0] == searches[1].ranked()[0][0]
    lead = searches[1].ranked()[0][1] - searches[1].ranked()[1][1]
    assert lead > 2000 - sure


@pytest.mark.parametrize("setting", [setting for setting in settings() if setting.game == "terres"], ids=str)
def test_the_lead_in_terres_is_that_of_the_score_sheet(setting: Setting) -> None:
    match = setting.start(3)
    for _ in walk(match, 4):
        sheet = ScoreSheet(2, False)
        match.game.score(match.state, sheet)
        assert lead(match.state) == sheet.totals[0] - sheet.totals[1]  # type: ignore[arg-type]


def test_a_search_keeps_its_time() -> None:
    match = Match("terres", seed=2)
    seat = match.seats_to_act()[0]
    search = Search(match.view(seat), Generator(9))
    assert search.think(0, 30) < 100_000


def test_a_search_goes_by_the_clock_it_is_given() -> None:
    match = Match("aventure", ["a", "b"], seed=2)
    ticks = count()
    search = Search(match.view(match.seats_to_act()[0]), Generator(9))
    assert search.think(0, 30, clock=lambda: next(ticks) * 0.0101) == 3


def test_a_budget_is_in_simulations_or_in_time_of_the_processor() -> None:
    by_number, by_time = make_bot("search:40"), make_bot("old:40ms@2")
    assert isinstance(by_number, SearchBot)
    assert isinstance(by_time, SearchBot)
    assert (by_number.simulations, by_number.milliseconds, by_number.source) == (40, 0, trained)
    assert by_time.source is untrained
    assert (by_time.simulations, by_time.milliseconds, by_time.horizon) == (0, 40, 2)
    assert by_time.clock is time.process_time


def test_a_search_finds_the_winning_card() -> None:
    from helpers.terres_table import position, table

    match = table(position({"B": "... -|b5"}, centre="...", a="r6", b="r4", trick=12, leader="B", tokens={"B": "9/5"}))
    match.play(1, "r4-N")
    search = Search(match.view(0), Generator(1))
    search.think(60, 0)
    assert match.game.codec.text(search.ranked()[0][0]) == "r6-B", "6 against 5 for the dearest token"


def test_the_arena_turns_the_bots_round_the_same_deals() -> None:
    contest = Contest("terres", ("random", "random"), (), 5)
    one, two = play(contest, 0, 0), play(contest, 0, 1)
    assert one.points == tuple(reversed(two.points)), "same deal, same players, other seats"


def outcome(played: GameResult) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    """All but the time."""
    return played.deal, played.turned, played.points, played.places


def test_a_bot_in_several_seats_has_one_row_and_lost_games_count_for_nobody() -> None:
    contest = Contest("traces", ("alpha", "greedy", "greedy"), (), 1)
    games = [
        GameResult(0, 0, "years", (9, 4, 2), (1, 2, 3), (0.2, 0.1, 0.1)),
        GameResult(0, 1, "years", (3, 6, 6), (3, 1, 1), (0.2, 0.1, 0.3)),
        GameResult(0, 2, "extinct", (0, 0, 0), (-1, -1, -1), (0.2, 0.1, 0.1)),
    ]
    alpha, greedy = standings(contest, games)
    assert (alpha.bot, alpha.seats, greedy.bot, greedy.seats) == ("alpha", 1, "greedy", 2)
    assert (alpha.games, alpha.won_games) == (3, 2)
    assert (alpha.wins, greedy.wins) == (0.5, 0.5)
    assert (alpha.points, greedy.points) == (4.0, 3.0)
    assert greedy.milliseconds == pytest.approx(800 / 6)
    nobody = standings(contest, games[2:])
    assert [(row.wins, row.wins_low, row.wins_high, row.points_error) for row in nobody] == [(0.0, 0.0, 1.0, 0.0)] * 2


def test_ratings_do_not_depend_on_which_game_ends_first() -> None:
    contest = Contest("terres", ("greedy", "random"), (), 5)
    games = list(run_contest(contest, 6, Executor(1), None))
    assert standings(contest, games) == standings(contest, games[::-1])
    assert standings(contest, games)[0].rating > standings(contest, games)[1].rating


def test_each_deal_is_played_from_every_turning() -> None:
    contest = Contest("terres", ("random", "random"), (), 5)
    assert {(played.deal, played.turned) for played in run_contest(contest, 3, Executor(1), None)} == {
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    }


def test_the_arena_can_be_taken_up_again(tmp_path: Path) -> None:
    contest = Contest("terres", ("greedy", "random"), (), 5)
    results = tmp_path / "results.jsonl"
    first = list(run_contest(contest, 4, Executor(1), results))
    again = list(run_contest(contest, 6, Executor(2), results))
    assert again[:4] == first
    assert len(again) == 6
    assert len(results.read_text().splitlines()) == 7
    whole = results.read_text()
    results.write_text(whole[:-20])
    taken_up = list(run_contest(contest, 6, Executor(1), results))
    assert sorted(map(outcome, taken_up)) == sorted(map(outcome, again)), "half a line is played again"
    rows = standings(contest, again)
    assert sum(row.wins for row in rows) == pytest.approx(1)
    with pytest.raises(BadInput, match=r"error\.results_file"):
        list(run_contest(Contest("terres", ("random", "greedy"), (), 5), 4, Executor(1), results))
    results.write_text(results.read_text() + "{broken\n")
    with pytest.raises(BadInput, match=r"error\.results_file"):
        list(run_contest(contest, 6, Executor(1), results))


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)
    assert 0 <= wilson(0, 60)[0] < 1e-12
    assert 1 - 1e-12 < wilson(60, 60)[1] <= 1

"""Trained weights depend only on what a seat sees, and are used only where they fit the rules."""

import json
from importlib.resources import files

import pytest
from helpers.worlds import Setting, thinking, walk

from meute.ai.evaluation_cache import EvaluationCache
from meute.ai.trained_weights import FILE, TrainedWeights, fingerprint, parse_trained, weights_vector, write_trained
from meute.bots.evaluators import declared, schema, shipped, trained, trained_evaluator, untrained
from meute.bots.search import Search
from meute.bots.value import Value
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import filled
from meute.games import GAMES
from meute.games.aventure.ai.evaluation import BEST_CELLS_KEY, PLACED_KEY, extend_key
from meute.games.aventure.state import FACES, SPOTS
from meute.games.clan.state import Clan
from meute.games.wildlife.state import GOES_ON, Wildlife

LEARNED = [setting for setting in thinking() if declared(GAMES[setting.game]).feature_names]
LOOKS = 8
MOST_BYTES = 200_000


def features_of(game: Game, s: State, seat: int) -> tuple[int, ...]:
    evaluator = trained_evaluator(game, s)
    out = filled(evaluator.contenders(s.seats) * len(evaluator.feature_names), 7)
    return (evaluator.features(s, seat, out), *out)


@pytest.mark.parametrize("setting", LEARNED, ids=str)
def test_terms_are_told_by_what_a_seat_sees(setting: Setting) -> None:
    match = setting.start(1)
    for n, seat in enumerate(walk(match, 2)):
        if n % 11:
            continue
        if n == 11 * LOOKS:
            break
        view = match.view(seat)
        tables = [view.state, view.determinize(Generator(3)), match.state]
        assert len({features_of(match.game, s, seat) for s in tables}) == 1


@pytest.mark.parametrize("setting", LEARNED, ids=str)
def test_tables_are_level_where_weights_say_nothing_and_one_loses_what_another_gains(setting: Setting) -> None:
    match = setting.start(1)
    for n, _ in enumerate(walk(match, 2)):
        if n == 40:
            break
    evaluator, seats = trained_evaluator(match.game, match.state), setting.seats
    blank = Value(evaluator, seats, [0.0] * (2 * len(evaluator.feature_names)))
    assert all(blank.evaluate(match.state, seat) == 0 for seat in range(seats))
    points = [0.0] * (2 * len(evaluator.feature_names))
    points[evaluator.feature_names.index("points")] = 0.1
    lively = Value(evaluator, seats, points)
    worths = [lively.evaluate(match.state, seat) for seat in range(seats)]
    if seats == 2:
        assert sum(worths) == 0
    else:
        assert min(worths) <= 0 <= max(worths)


@pytest.mark.parametrize("setting", [Setting("traces", 4, ()), Setting("wildlife", 3, ())], ids=str)
def test_where_all_live_on_what_others_do_unseen_some_of_them_have_learned_nothing(setting: Setting) -> None:
    view = setting.start(1).view(0)
    game = view.game
    search = Search(view, Generator(1))
    own, guesses = (
        tuple(weights_vector(trained(game, setting.seats).weights)),
        tuple(weights_vector(untrained(game, setting.seats).weights)),
    )
    assert own != guesses
    assert {tuple(search.opponent_weights(Generator(seed))) for seed in range(20)} == (
        {own, guesses} if game.can_all_lose else {own}
    )
    search.determinize(weights_vector(untrained(game, setting.seats).weights), Generator(2))
    assert tuple(search.evaluator.weights) == own


def test_nobody_gains_where_all_lose_together() -> None:
    match = Setting("traces", 3, ()).start(1)
    evaluator = trained_evaluator(match.game, match.state)
    weights = [0.0] * (2 * len(evaluator.feature_names))
    before = [Value(evaluator, 3, weights).evaluate(match.state, seat) for seat in range(3)]
    weights[evaluator.feature_names.index("end")] = 1.0
    after = [Value(evaluator, 3, weights).evaluate(match.state, seat) for seat in range(3)]
    assert before == [0, 0, 0]
    assert all(worth < 0 for worth in after)


def test_weights_trained_for_other_rules_weights_or_features_are_refused() -> None:
    game = GAMES["clan"]
    wanted = schema(game)
    trained_weights = TrainedWeights(declared(game).first_guesses(), (0.5,) * (2 * len(declared(game).feature_names)))
    stored = json.loads(write_trained(wanted, {2: trained_weights}))
    assert parse_trained(wanted, stored) == {2: trained_weights}
    assert parse_trained(wanted, {**stored, "rules": game.version + 1}) == {}
    assert parse_trained(wanted, {**stored, "terms": fingerprint(("others",))}) == {}
    assert parse_trained(wanted, {**stored, "habits": fingerprint(("others",))}) == {}
    assert parse_trained(schema(GAMES["aventure"]), stored) == {}


def test_what_is_in_the_package_fits_and_is_used() -> None:
    for game in GAMES.values():
        file = files(f"meute.games.{game.id}").joinpath("ai", FILE)
        assert len(file.read_bytes()) < MOST_BYTES
        assert shipped(game)
        assert set(shipped(game)) <= set(range(game.min_seats, game.max_seats + 1))
        for number, trained_weights in shipped(game).items():
            assert trained(game, number) == trained_weights
            assert len(trained_weights.weights) == len(declared(game).weight_table)
            assert len(trained_weights.coefficients) in (0, 2 * len(declared(game).feature_names))


def test_a_search_judges_by_the_weights_it_is_told() -> None:
    for setting in (Setting("clan", 2, ()), Setting("wildlife", 3, ())):
        view = setting.start(1).view(0)
        game = view.game
        assert list(Search(view, Generator(1)).own_weights)[:-1] == list(trained(game, setting.seats).weights)
        guesses = untrained(game, setting.seats)
        search = Search(view, Generator(1), weights=guesses)
        assert search.value_function is None
        assert list(search.evaluator.weights) == list(weights_vector(guesses.weights))
    assert weights_vector((1, 2))[2] != weights_vector((2, 1))[2]


@pytest.mark.parametrize(
    "setting", [setting for setting in thinking() if declared(GAMES[setting.game]).horizon(2) == 0], ids=str
)
def test_weights_lead_to_one_of_the_options(setting: Setting) -> None:
    match, out = setting.start(3), Choices()
    evaluator = trained_evaluator(match.game, match.state)
    done = set()
    for n, seat in enumerate(walk(match, 4)):
        options = match.legal_actions(seat)
        taken = {evaluator.rollout_action(match.state, seat, out, Generator(10 * n + k)) for k in range(5)}
        assert taken <= set(options)
        done |= {match.game.codec.kind(action) for action in taken}
    assert len(done) > 2


def test_grids_that_are_remembered_are_judged_as_if_they_were_new() -> None:
    match = Setting("aventure", 2, ()).start(1)
    game, evaluator = match.game, trained_evaluator(match.game, match.state)
    for n, seat in enumerate(walk(match, 2)):
        if n % 7 == 0:
            s = match.state.copy()
            fresh = game.read_position(game.write_position(s), match.options_settled, game.box())
            evaluator.weights = weights_vector([3 * guess for guess in evaluator.first_guesses()])
            once, again = evaluator.evaluate(s, seat), evaluator.evaluate(s, seat)
            evaluator.cache = EvaluationCache()
            assert once == again == evaluator.evaluate(fresh, seat)


def test_no_card_on_one_spot_is_taken_for_another_one_elsewhere() -> None:
    asked = (*range(SPOTS), PLACED_KEY, BEST_CELLS_KEY)
    assert len({extend_key(1, spot, card) for spot in asked for card in range(FACES)}) == len(asked) * FACES


def test_a_game_that_drags_on_is_judged_by_what_hurries_everybody() -> None:
    match = Setting("clan", 2, ()).start(1)
    for n, _ in enumerate(walk(match, 2)):
        if n == 40:
            break
    view = match.view(match.seats_to_act()[0])
    assert Search(view, Generator(1)).value_function is not None
    assert isinstance(view.state, Clan)
    view.state.turns = 200
    assert Search(view, Generator(1)).value_function is None


def test_a_simulation_of_wildlife_ends_before_cards_are_drawn_but_for_the_last_turn() -> None:
    match, rng, out = Setting("wildlife", 2, ()).start(1), Generator(5), Choices()
    s = match.state.copy()
    evaluator = trained_evaluator(match.game, s)
    while not evaluator.awaits_only_chance(s):
        s.apply(s.turn(), s.random_action(s.turn(), out, rng))
    assert s.awaits_chance()
    search = Search(match.view(0), rng)
    assert search.is_leaf(s)
    assert isinstance(s, Wildlife)
    s.ending = GOES_ON + 1
    assert evaluator.is_last_turn(s)
    assert not search.is_leaf(s)

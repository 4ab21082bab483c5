"""What is learned is told by what a seat sees, and used only where it fits the rules."""

import json
from importlib.resources import files

import pytest
from helpers.worlds import Setting, thinking, walk

from meute.bots.search import Search
from meute.bots.search_player import untrained
from meute.bots.value import Value
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.learned import FILE, Learned, fingerprint, parse_learned, weights_vector, write_learned
from meute.core.numbers import filled
from meute.games import GAMES
from meute.games.aventure.evaluation import BEST_CELLS_KEY, PLACED_KEY, extend_key
from meute.games.aventure.state import FACES, SPOTS, Aventure
from meute.games.clan.state import Clan
from meute.games.wildlife.state import GOES_ON, Wildlife

LEARNED = [setting for setting in thinking() if GAMES[setting.game].feature_names]
LOOKS = 8
MOST_BYTES = 200_000


def told(game: Game, s: State, seat: int) -> tuple[int, ...]:
    out = filled(game.contenders(s.seats) * len(game.feature_names), 7)
    return (game.features(s, seat, out), *out)


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
        assert len({told(match.game, s, seat) for s in tables}) == 1


@pytest.mark.parametrize("setting", LEARNED, ids=str)
def test_tables_are_level_where_weights_say_nothing_and_one_loses_what_another_gains(setting: Setting) -> None:
    match = setting.start(1)
    for n, _ in enumerate(walk(match, 2)):
        if n == 40:
            break
    game, seats = match.game, setting.seats
    blank = Value(game, seats, [0.0] * (2 * len(game.feature_names)))
    assert all(blank.evaluate(match.state, seat) == 0 for seat in range(seats))
    points = [0.0] * (2 * len(game.feature_names))
    points[game.feature_names.index("points")] = 0.1
    lively = Value(game, seats, points)
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
        tuple(weights_vector(game.learned(setting.seats).weights)),
        tuple(weights_vector(untrained(game).weights)),
    )
    assert own != guesses
    assert {tuple(search.opponent_weights(Generator(seed))) for seed in range(20)} == (
        {own, guesses} if game.can_all_lose else {own}
    )
    world = search.determinize(weights_vector(untrained(game).weights), Generator(2))
    assert tuple(world.weights) == tuple(search.table.weights) == own


def test_nobody_gains_where_all_lose_together() -> None:
    match = Setting("traces", 3, ()).start(1)
    game = match.game
    weights = [0.0] * (2 * len(game.feature_names))
    before = [Value(game, 3, weights).evaluate(match.state, seat) for seat in range(3)]
    weights[game.feature_names.index("end")] = 1.0
    after = [Value(game, 3, weights).evaluate(match.state, seat) for seat in range(3)]
    assert before == [0, 0, 0]
    assert all(worth < 0 for worth in after)


def test_what_was_learned_for_other_rules_habits_or_terms_is_refused() -> None:
    game = GAMES["clan"]
    wanted = game.learned_schema()
    learned = Learned(tuple(game.default_weights.values()), (0.5,) * (2 * len(game.feature_names)))
    kept = json.loads(write_learned(wanted, {2: learned}))
    assert parse_learned(wanted, kept) == {2: learned}
    assert parse_learned(wanted, {**kept, "rules": game.version + 1}) == {}
    assert parse_learned(wanted, {**kept, "terms": fingerprint(("others",))}) == {}
    assert parse_learned(wanted, {**kept, "habits": fingerprint(("others",))}) == {}
    assert parse_learned(GAMES["aventure"].learned_schema(), kept) == {}


def test_what_is_in_the_package_fits_and_is_used() -> None:
    for game in GAMES.values():
        file = files(f"meute.games.{game.id}") / FILE
        if not file.is_file():
            continue
        assert len(file.read_bytes()) < MOST_BYTES
        known = parse_learned(game.learned_schema(), json.loads(file.read_text(encoding="utf-8")))
        assert known
        for number, learned in known.items():
            assert game.learned(number) == learned
            assert len(learned.weights) == len(game.default_weights)
            assert len(learned.coefficients) in (0, 2 * len(game.feature_names))


def test_a_table_carries_what_its_players_judge_by() -> None:
    for setting in (Setting("clan", 2, ()), Setting("wildlife", 3, ())):
        view = setting.start(1).view(0)
        game = view.game
        assert list(view.state.weights)[:-1] == list(game.learned(setting.seats).weights)
        guesses = untrained(game)
        search = Search(view, Generator(1), learned=guesses)
        assert search.value_function is None
        assert (
            list(search.table.weights)
            == list(view.determinize(Generator(2)).weights)
            == list(weights_vector(guesses.weights))
        )
    assert weights_vector((1, 2))[2] != weights_vector((2, 1))[2]


@pytest.mark.parametrize("setting", [setting for setting in thinking() if GAMES[setting.game].horizon(2) == 0], ids=str)
def test_habits_lead_to_one_of_the_options(setting: Setting) -> None:
    match, out = setting.start(3), Choices()
    done = set()
    for n, seat in enumerate(walk(match, 4)):
        options = match.legal_actions(seat)
        taken = {match.game.rollout_action(match.state, seat, out, Generator(10 * n + k)) for k in range(5)}
        assert taken <= set(options)
        done |= {match.game.codec.kind(action) for action in taken}
    assert len(done) > 2


def test_grids_that_are_remembered_are_judged_as_if_they_were_new() -> None:
    match = Setting("aventure", 2, ()).start(1)
    game = match.game
    for n, seat in enumerate(walk(match, 2)):
        if n % 7 == 0:
            s = match.state.copy()
            fresh = game.read_position(game.write_position(s), match.options_settled, game.box())
            s.weights = fresh.weights = weights_vector([3 * habit for habit in game.default_weights.values()])
            once, again = game.evaluate(s, seat), game.evaluate(s, seat)
            assert isinstance(fresh, Aventure)
            fresh.box.cache = None
            assert once == again == game.evaluate(fresh, seat)


def test_no_card_on_one_spot_is_taken_for_another_one_elsewhere() -> None:
    asked = (*range(SPOTS), PLACED_KEY, BEST_CELLS_KEY)
    assert len({extend_key(1, spot, card) for spot in asked for card in range(FACES)}) == len(asked) * FACES


def test_a_game_that_drags_on_is_judged_by_what_hurries_everybody() -> None:
    match = Setting("clan", 2, ()).start(1)
    for n, _ in enumerate(walk(match, 2)):
        if n == 40:
            break
    view = match.view(match.asked()[0])
    assert Search(view, Generator(1)).value_function is not None
    assert isinstance(view.state, Clan)
    view.state.turns = 200
    assert Search(view, Generator(1)).value_function is None


def test_a_simulation_of_wildlife_ends_before_cards_are_drawn_but_for_the_last_turn() -> None:
    match, rng, out = Setting("wildlife", 2, ()).start(1), Generator(5), Choices()
    s = match.state.copy()
    while not match.game.awaits_only_chance(s):
        s.apply(s.turn(), s.random_action(s.turn(), out, rng))
    assert s.awaits_chance()
    search = Search(match.view(0), rng)
    assert search.is_leaf(s)
    assert isinstance(s, Wildlife)
    s.ending = GOES_ON + 1
    assert match.game.is_last_turn(s)
    assert not search.is_leaf(s)

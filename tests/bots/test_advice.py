"""Advice is honest, repeatable, and tells what the score sheet will say; the curve finds where a game turned."""

from itertools import pairwise

import pytest
from helpers.terres_table import position, table
from helpers.worlds import COMPILED, Setting, thinking, walk

from meute.bots.advice import MAX_CHOICES, Advice, Budget, advise, distinct, non_increasing, row_name, significant
from meute.bots.win_probability import win_probabilities
from meute.bots.win_probability_curve import EVEN_MOMENTS, MAX_MOMENTS, Point, TurningPoint, next_moment, turning_points
from meute.core.chance import Generator
from meute.core.game import View
from meute.games.traces.rules.preparation import Placement
from meute.match import Match
from meute.text import LANGUAGES, catalogue

QUICK = Budget(24, 0, 4, 0) if COMPILED else Budget(6, 0, 1, 0)
ADVISED = [setting for setting in thinking() if COMPILED or setting.game == "terres"]
"""The interpreter takes half a minute to play a long game out."""


@pytest.mark.parametrize("setting", ADVISED, ids=str)
def test_worlds_with_equal_views_get_the_same_advice(setting: Setting) -> None:
    match = setting.start(1)
    looks = 0
    for n, seat in enumerate(walk(match, 2)):
        if n % 11 or len(match.legal_actions(seat)) == 1:
            continue
        looks += 1
        if looks > (2 if COMPILED else 1):
            break
        view = match.view(seat)
        worlds = [view.determinize(Generator(seed)) for seed in (3, 4)]
        advices = {advise(View(match.game, world, seat), Generator(5), QUICK) for world in [*worlds, match.state]}
        assert len(advices) == 1
        (advice,) = advices
        assert {choice.row[0] for choice in advice.choices} <= set(match.legal_actions(seat))
        assert 0 < len(advice.choices) <= MAX_CHOICES
    assert looks


def winning_card() -> Match:
    match = table(position({"B": "... -|b5"}, centre="...", a="r6", b="r4", trick=12, leader="B", tokens={"B": "9/5"}))
    match.play(1, "r4-N")
    return match


def in_full(match: Match, seat: int, played: str = "") -> Advice:
    row = tuple(map(match.game.codec.read, played.split()))
    return advise(match.view(seat), Generator(1), Budget(60, 0, 30, 0), row)


def test_the_best_card_and_the_territory_that_it_aims_for() -> None:
    match = winning_card()
    advice = in_full(match, 0)
    best = advice.choices[0]
    assert match.game.codec.text(best.row[0]) == "r6-B", "6 against 5 for the dearest token"
    assert advice.simulations == 60
    assert advice.games == 30
    assert best.thought > 1 / 3
    assert best.chance == max(choice.chance for choice in advice.choices)
    assert best.low <= best.chance <= best.high
    assert best.row_gains
    assert catalogue("fr").render(row_name(match.game, best.row_gains[0].row)) == "Sommets enneigés"
    assert best.row_gains[0].gain > 2


def test_what_was_played_is_judged_beside_the_best() -> None:
    match = winning_card()
    texts = [match.game.codec.text(choice.row[0]) for choice in in_full(match, 0).choices]
    worse = next(text for text in match.legal_texts(0) if text not in texts)
    advice = in_full(match, 0, worse)
    assert advice.played is not None
    assert match.game.codec.text(advice.played.row[0]) == worse
    assert advice.played.chance <= advice.choices[0].chance
    assert in_full(match, 0, "r6-B").played is None


def test_one_game_proves_little() -> None:
    match = Match("terres", seed=3)
    advice = advise(match.view(match.seats_to_act()[0]), Generator(1), Budget(40, 0, 1, 0))
    assert advice.games == 1
    assert len(advice.choices) > 1
    for choice in advice.choices:
        assert choice.low < choice.chance < choice.high
    chances = [choice.chance for choice in advice.choices]
    assert max(chances) - min(chances) < 0.5


def test_a_single_option_needs_no_search() -> None:
    match = Setting("clan", 2, ()).start(1)
    seat = next(seat for seat in walk(match, 2) if len(match.legal_actions(seat)) == 1)
    advice = advise(match.view(seat), Generator(1), QUICK)
    assert [choice.row[0] for choice in advice.choices] == match.legal_actions(seat)
    assert advice.simulations == 0


@pytest.mark.parametrize("setting", thinking(), ids=str)
def test_every_row_has_a_name(setting: Setting) -> None:
    match = setting.start(1)
    game = match.game
    rows = {row.where if game.row_place else row.rule for row in match.score()[1]} | set(range(len(game.rules)))
    for language in LANGUAGES:
        for row in rows:
            assert catalogue(language).render(row_name(game, row))


def test_chances_of_all_seats_add_up() -> None:
    match = Match("terres", seed=4)
    shares, games = win_probabilities(match.game, match.state, Generator(1), 12, 0)
    assert games == 12
    assert sum(shares) == pytest.approx(1)
    assert win_probabilities(match.game, match.state, Generator(1), 100_000, 1)[1] < 100_000


def certain(*shares: float) -> Point:
    return Point(shares, 0)


def test_the_curve_is_looked_at_coarsely_first() -> None:
    known = {100: certain(1, 0)}
    asked = []
    while (at := next_moment(101, known)) is not None:
        asked.append(at)
        known[at] = Point((0.5, 0.5) if at < 33 else (0.9, 0.1), 50)
    assert asked[:4] == [0, 50, 25, 75]
    assert len(known) == MAX_MOMENTS
    even = sorted(asked[: EVEN_MOMENTS - 1])
    assert max(b - a for a, b in pairwise(even)) <= 4
    assert {32, 33} <= set(known), "the change is found to the move"


def test_a_short_game_is_looked_at_in_full() -> None:
    known = {7: certain(1, 0)}
    while (at := next_moment(8, known)) is not None:
        known[at] = certain(0.5, 0.5)
    assert sorted(known) == list(range(8))


def test_turning_points_are_the_largest_changes() -> None:
    known = {
        0: Point((0.5, 0.3, 0.2), 100),
        4: Point((0.52, 0.3, 0.18), 100),
        5: Point((0.2, 0.6, 0.2), 100),
        9: Point((0.2, 0.55, 0.25), 100),
        10: certain(0, 1, 0),
    }
    assert turning_points(known) == [TurningPoint(4, 5, 0), TurningPoint(9, 10, 1)]
    assert not turning_points({0: Point((0.5, 0.5), 4), 1: Point((0.75, 0.25), 4)}), "four games are no proof"


@pytest.mark.parametrize("game", ["clan", "aventure"])
def test_a_choice_is_advised_whole(game: str) -> None:
    match = Match(game, seed=5)
    for _ in range(4):
        seat = match.seats_to_act()[0]
        match.play(seat, match.legal_actions(seat)[0])
    rows = set[int]()
    for _ in range(4):
        seat = match.seats_to_act()[0]
        for choice in advise(match.view(seat), Generator(1), Budget(3, 0, 1, 0)).choices:
            steps = len(match.steps)
            match.play_sequence(seat, choice.row)
            top = match.state.top
            assert top is not None
            assert seat not in match.seats_to_act() or not top.is_mid_move()
            rows.add(len(choice.row))
            match.rewind(steps)
        match.play_sequence(seat, choice.row)
    assert max(rows) > 1


def test_numbers_never_speak_against_their_order() -> None:
    assert non_increasing([0.6, 0.5, 0.2]) == [0.6, 0.5, 0.2]
    assert non_increasing([0.4, 0.6, 0.2]) == [0.5, 0.5, 0.2]
    assert non_increasing([0.3, 0.2, 0.7]) == pytest.approx([0.4, 0.4, 0.4])
    match = Match("terres", seed=3)
    for seed in range(4):
        advice = advise(match.view(match.seats_to_act()[0]), Generator(seed), Budget(30, 0, 2, 0))
        shown = [choice.chance for choice in advice.choices]
        assert shown == sorted(shown, reverse=True)


def test_advice_about_tokens_of_traces_is_the_whole_plan() -> None:
    match = Match("traces", ["a", "b", "c"], {"colours": "given"}, seed=3)
    while not isinstance(match.state.top, Placement):
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    seat = match.seats_to_act()[0]
    advice = advise(match.view(seat), Generator(2), Budget(100, 0, 2, 0))
    for prospect in advice.choices:
        s = match.view(seat).determinize(Generator(1))
        for action in prospect.row:
            assert action in s.legal_actions(seat)
            s.apply(seat, action)
        assert not isinstance(s.top, Placement) or not s.top.missing >> seat & 1
    assert advice.choices


def test_the_same_decisions_in_another_order_are_one_choice() -> None:
    assert distinct([(1, 2), (2, 1), (3,), (2, 1, 1), (4,)]) == [(1, 2), (3,), (2, 1, 1)]


def test_points_are_told_if_they_are_no_chance_and_without_what_went_astray() -> None:
    assert significant([-1, -1, -2, -1, -1, -2, -1, -1]) == -1
    assert significant([3] * 60 + [40]) == 3
    assert significant([5, -5, 4, -4, 1, -1]) == 0
    assert significant([7]) == 0


def test_the_first_choice_has_no_margin() -> None:
    match = Match("terres", ["a", "b"], seed=1)
    view = match.view(match.seats_to_act()[0])
    advice = advise(view, Generator(1), Budget(60, 0, 12, 0))
    assert advice.choices[0].margin == 0
    assert len({choice.row for choice in advice.choices}) == len(advice.choices)

"""Bots are honest, repeatable, and better than chance; the arena is fair and can be taken up again."""

from pathlib import Path

import pytest
from worlds import COMPILED, Setting, settings, walk

from meute.bots import BOTS, LEVELS, make_bot
from meute.bots.arena import Contest, fight, play, standings, wilson
from meute.bots.search import Search
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import View
from meute.match import Match

QUICK = ("random", "greedy", "louveteau", "search:12") if COMPILED else ("greedy", "louveteau")
PLAIN = [setting for setting in settings() if not setting.options]
LOOKS = 6


@pytest.mark.parametrize("setting", PLAIN, ids=str)
def test_a_bot_cannot_tell_worlds_with_equal_views_apart(setting: Setting) -> None:
    match = setting.start(1)
    looks = 0
    for n, seat in enumerate(walk(match, 2)):
        if n % 7 or len(match.options(seat)) == 1:
            continue
        looks += 1
        if looks > LOOKS:
            break
        view = match.view(seat)
        worlds = [view.imagine(Generator(seed)) for seed in (3, 4)]
        for name in QUICK:
            moves = {
                make_bot(name).choose(View(match.game, world, seat), Generator(5)) for world in [*worlds, match.state]
            }
            assert len(moves) == 1, name
            assert moves <= set(match.options(seat))


def test_every_level_plays_a_legal_action() -> None:
    match = Match("terres", seed=1)
    seat = match.asked()[0]
    for name in BOTS:
        assert make_bot(name).choose(match.view(seat), Generator(1)) in match.options(seat)
    assert list(LEVELS) == ["louveteau", "rodeur", "meneuse", "alpha"]


@pytest.mark.parametrize("name", ["zozo", "search:", "search:x"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=r"error\.bot_unknown"):
        make_bot(name)


def test_the_same_seed_gives_the_same_thoughts() -> None:
    match = Match("terres", seed=2)
    seat = match.asked()[0]
    ranked = []
    for _ in range(2):
        search = Search(match.game, match.view(seat).table, seat, Generator(9))
        assert search.think(80, 0) == 80
        ranked.append(search.ranked())
    assert ranked[0] == ranked[1]
    assert sum(visits for _, visits, _ in ranked[0]) == 80
    assert all(0 <= value <= 1 for _, _, value in ranked[0])


def test_a_search_keeps_its_time() -> None:
    match = Match("terres", seed=2)
    seat = match.asked()[0]
    search = Search(match.game, match.view(seat).table, seat, Generator(9))
    assert search.think(0, 30) < 100_000


@pytest.mark.parametrize(
    ("bots", "games", "least"),
    [
        (("greedy", "random"), 40, 0.7),
        (("search:60" if COMPILED else "search:12", "random"), 20 if COMPILED else 4, 0.7),
        (("louveteau", "random"), 40 if COMPILED else 20, 0.5),
    ],
)
def test_bots_beat_chance_in_terres(bots: tuple[str, str], games: int, least: float) -> None:
    contest = Contest("terres", bots, (), 3)
    played = list(fight(contest, games, 1, None))
    assert standings(contest, played)[0].wins > least


def test_a_search_finds_the_winning_card() -> None:
    from terres_table import position, table

    match = table(position({"B": "... -|b5"}, centre="...", a="r6", b="r4", trick=12, leader="B", tokens={"B": "9/5"}))
    match.play(1, "r4-N")
    search = Search(match.game, match.view(0).table, 0, Generator(1))
    search.think(60, 0)
    assert match.game.codec.text(search.ranked()[0][0]) == "r6-B", "6 against 5 for the dearest token"


def test_the_arena_turns_the_bots_round_the_same_deals() -> None:
    contest = Contest("terres", ("random", "random"), (), 5)
    one, two = play(contest, 0, 0), play(contest, 0, 1)
    assert one.points == tuple(reversed(two.points)), "same deal, same players, other seats"


def test_the_arena_can_be_taken_up_again(tmp_path: Path) -> None:
    contest = Contest("terres", ("greedy", "random"), (), 5)
    results = tmp_path / "results.jsonl"
    first = list(fight(contest, 4, 1, results))
    again = list(fight(contest, 6, 2, results))
    assert again[:4] == first
    assert len(again) == 6
    assert len(results.read_text().splitlines()) == 7
    rows = standings(contest, again)
    assert sum(row.wins for row in rows) == pytest.approx(1)
    with pytest.raises(BadInput, match=r"error\.results_file"):
        list(fight(Contest("terres", ("random", "greedy"), (), 5), 4, 1, results))
    results.write_text(results.read_text() + "{broken\n")
    with pytest.raises(BadInput, match=r"error\.results_file"):
        list(fight(contest, 6, 1, results))


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)

"""Le Clan des Loups: options, positions, and the other readings of ours."""

from collections import Counter

import pytest
from helpers.clan_table import TO_ACT, event_names, legal, own, play, position, reason, spaces, state, table

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.games import find
from meute.games.clan.state import ALPHA, DEN, LAIR, PACK, piece_count
from meute.match import Match


def test_option_supply_limits_the_bonus_tokens() -> None:
    packs = {1: {"flipped": "2", "dens": "1.0.0"}, 2: {"terrain": "12"}}
    pieces = {"b14": "1A", "b11": "1D"}
    limited = table(position(pieces, packs=packs), supply="limited")
    play(limited, "lair")
    assert own(limited, 1)["terrain"] == "0"
    assert "supply_empty" in event_names(limited)
    unlimited = table(position(pieces, packs=packs))
    play(unlimited, "lair")
    assert own(unlimited, 1)["terrain"] == "1"


def test_a_token_gained_by_an_action_cannot_pay_for_it() -> None:
    for flipped, actions in (("-", ["move"]), ("2", ["den", "lair", "move"])):
        match = table(position({"b14": "1A", "b11": "1D"}, packs={1: {"dens": "1.0.0", "flipped": flipped}}))
        assert sorted(legal(match)) == actions, "one rock tile shows; the lair's own token comes too late"


def test_undo_is_free_inside_the_turn() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, packs={1: {"flipped": "3"}}))
    before = match.game.write_position(match.state)
    play(match, "howl", "move", "alpha@b8")
    for _ in range(3):
        match.undo(0)
    assert match.game.write_position(match.state) == before


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("b 1 - - -", "b 11 - - -"), "b.board"),
        (("b 1 - - -", "b 2 - - -"), "c.board"),
        (("b 1 - - -", "b 1 z - -"), "b.moons"),
        (("b 1 - - -", "b 1 - wolf2 -"), "b.prey"),
        (("b 1 - - -", "b 1 - hare3 -"), "b.prey"),
        (("b 1 - - -", "b 1 - - 17:1A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 12:1A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:*"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:4A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1X"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1A1A1P"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1A2A"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1P2P"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1P2L"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1D1D"), "b.pieces"),
        (("b 1 - - -", "b 1 - - 1:1D"), "1D"),
        (("b 1 - - -", "b 1 - - 1:1A1A,2:1A"), "1A"),
        (("1 desert", "1 lava"), "1.faction"),
        (("flipped=-", "flipped=1"), "1.flipped"),
        (("dens=0.0.0", "dens=0.0"), "1.dens"),
        (("dens=0.0.0", "dens=5.0.0"), "1.dens"),
        (("prey=-", "prey=cow"), "1.prey"),
        (("lairs=0", "lairs=5"), "1.lairs"),
        (("calendar -", "calendar 1D,zz9"), "calendar"),
        (("calendar -", f"calendar {','.join('*' * 1000)}"), "calendar"),
        (("turns=10", f"turns={'1' * 5000}"), "table.turns"),
        (("b 1 - - -", "b 1 - - 7:*1D"), "b.pieces"),
        (("last -", "last b=c/1"), "last"),
        (("active=1", "active=4"), "table.active"),
        (("scored=0", "scored=4"), "table.scored"),
        (("seats 3", "seats 6"), "seats"),
        (("turns=10", "turns=x"), "table.turns"),
    ],
)
def test_positions_a_wrong_field_is_named(change: tuple[str, str], where: str) -> None:
    text = position()
    assert change[0] in text
    with pytest.raises(BadInput) as wrong:
        table(text.replace(*change, 1))
    assert wrong.value.where == where


def test_positions_the_phantom_has_no_more_pieces_than_it_sets_up() -> None:
    with pytest.raises(BadInput) as wrong:
        table(position({f"a{place}": "0P0P" for place in (1, 2, 3, 4)}, seats=2))
    assert wrong.value.where == "0P"


def test_option_den_on_tokens_a_den_beside_a_lone_wolf_that_is_called_later() -> None:
    text = position({"b8": "1A", "b7": "*"}, prey={"b": "hare2"}, packs={1: {"flipped": "3", "terrain": "4"}})
    assert "b7" not in options_of_den(table(text))
    match = table(text, den_on_tokens="yes")
    assert {"b5", "b7"} <= options_of_den(match)
    play(match, "b7", "token", "token", "from:speed")
    assert spaces(match)["b7"] == "*1D"
    again = table(match.game.write_position(match.state), den_on_tokens="yes")
    assert legal(again) == legal(match)
    play(again, "howl", "token", "token")
    assert spaces(again)["b7"] == "1D1P"


def options_of_den(match: Match) -> set[str]:
    """Where a den could be built."""
    play(match, "den")
    return set(legal(match))


def test_option_empty_move_moves_somebody_where_anybody_can() -> None:
    text = position({"b8": "1A", "b9": "1P"})
    usual = table(text)
    play(usual, "move", "stop", "flip1")
    assert "stays" in event_names(usual)
    strict = table(text, empty_move="last_resort")
    play(strict, "move")
    assert sorted(legal(strict)) == ["alpha@b8", "pack@b9"]
    assert reason(strict, "stop") == ("must_move", "SE DÉPLACER")
    play(strict, "alpha@b8", "b4")
    assert "stop" in legal(strict), "one wolf has moved"


def test_option_empty_move_is_the_last_resort() -> None:
    """A move costs two tiles and only forest shows twice, of which none lies within three spaces of b14."""
    packs = {1: {"flipped": "6"}}
    box = {"actions": {"cost": [2, 1, 2, 2, 3]}}
    seats, strict = ["1", "2", "3"], {"empty_move": "last_resort"}
    stuck = Match("clan", seats, strict, box=box, position=position({"b14": "1A"}, packs=packs))
    assert legal(stuck) == ["move"]
    play(stuck, "move", "flip1", "flip2")
    assert "stays" in event_names(stuck)
    match = Match("clan", seats, strict, box=box, position=position({"b14": "1A", "b7": "*"}, packs=packs))
    assert legal(match) == ["howl"]
    assert reason(match, "move") == ("nobody_moves", "SE DÉPLACER")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_pieces_are_accounted_for_in_random_games(seats: int) -> None:
    match = Match("clan", [f"pack {n}" for n in range(seats)], {"factions": "random"}, seed=seats)
    rng = Generator(seats)
    n = 0
    while not match.is_over() and n < 1500:
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
        n += 1
        if n < 2 * seats or n % 9:
            continue
        s = state(match)
        fleeing = Counter(
            (frame.split("owner=")[1].split(",")[0], frame.split("kind=")[1].split(",")[0])
            for frame in match.game.write_position(match.state).split()
            if frame.startswith("Flee(")
        )
        for owner in range(seats):
            board = own(match, owner + 1)
            lost = Counter(int(piece) % 4 for piece in s.calendar if piece // 4 == owner)
            taken = int(board["wolves"])
            alphas = sum(space in (2, 5) for space in range(taken))
            expected = {
                DEN: sum(int(n) for n in board["dens"].split(".")),
                PACK: 2 + taken - alphas,
                ALPHA: 2 + alphas,
                LAIR: int(board["lairs"]),
            }
            for kind, number in expected.items():
                assert piece_count(s, owner, kind) + lost[kind] + fleeing[str(owner), str(kind)] == number
        assert all(len(text) <= 4 for text in spaces(match).values())


def test_greedy_is_ahead_of_random_after_a_few_turns() -> None:
    match = Match("clan", ["greedy", "random"], seed=7)
    bots = [make_bot("greedy"), make_bot("random")]
    rng = Generator(5)
    while state(match).turns < 8:
        seat = match.seats_to_act()[0]
        match.play(seat, bots[seat].choose(match.view(seat), rng))
    totals = match.score()[0]
    assert totals[0] > totals[1]


def greedy_turn(match: Match) -> list[str]:
    """What happens in one turn of a greedy player."""
    seat, rng = match.seats_to_act()[0], Generator(1)
    while match.seats_to_act() == [seat]:
        match.play(seat, make_bot("greedy").choose(match.view(seat), rng))
    return event_names(match)


def test_greedy_closes_the_ring_around_prey() -> None:
    pieces = {"b1": "1A", "b6": "1P", "b16": "1P1A", "e8": "2A", "e4": "3A"}
    assert "hunts" in greedy_turn(table(position(pieces, prey={"b": "moose2"})))


def test_greedy_ends_a_lost_game_only_when_it_has_lasted_very_long() -> None:
    for turns, ends in ((10, False), (41, True)):
        match = table(
            position(
                {"a8": "1A", "a7": "*", "c1": "2A"},
                seats=2,
                packs={1: {"flipped": "3"}, 2: {"points": "40"}},
                calendar=",".join(["*"] * 17),
                turns=turns,
                scored=2,
            )
        )
        assert ("howls" in greedy_turn(match)) == ends


def test_the_game_is_open_everybody_sees_the_whole_table() -> None:
    match = table(position({"b8": "1A", "b7": "*"}, prey={"b": "moose2"}, frames=TO_ACT))
    game = find("clan")
    texts = {game.write_position(game.redact(match.state, seat)) for seat in (-1, 0, 1, 2)}
    assert texts == {game.write_position(match.state)}


def test_factions_are_chosen_by_default_since_the_third_version() -> None:
    (option,) = [option for option in find("clan").options if option.name == "factions"]
    assert [option.default_in(version) for version in (1, 2, 3)] == ["random", "random", "chosen"]
    assert Match("clan").options_settled["factions"] == "chosen"

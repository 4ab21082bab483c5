"""Matches: undo to the barrier, refusals, results, boxes of one's own."""

import pytest
from helpers.terres_table import grounds_of, position, table

from meute.core.errors import BadInput
from meute.games.terres.state import Terres
from meute.match import Match, Refused, read_record, replay, write_record


def test_undo_is_free_until_something_else_happens() -> None:
    match = table(position({"V": "..s -|-"}, a="v4,n2", b="v7,r2"))
    assert match.free_undo(0) == (-1, "undo.nothing")
    before = match.game.write_position(match.state)
    match.play(0, "v4-V")
    match.undo(0)
    assert match.game.write_position(match.state) == before
    assert match.events == []
    match.play(0, "v4-V")
    match.play(1, "v7-N")
    assert match.free_undo(0) == (-1, "undo.other")
    with pytest.raises(BadInput, match=r"undo\.other"):
        match.undo(0)
    match.play(0, ">1")
    match.undo(0)
    assert match.legal_texts(0)[0] == ">1"


def test_without_a_decision_of_its_own_a_seat_undoes_nothing() -> None:
    match = table(position({"V": "..s -|-"}, a="v4,n2", b="v7,r2"))
    match.play(0, "v4-V")
    assert match.last_step_of(1) == -1
    assert match.free_undo(1) == (-1, "undo.nothing")


def test_seats_without_names_are_numbered_from_one() -> None:
    assert Match("terres", seed=1).seats == ("1", "2")


def test_undo_stops_where_chance_spoke() -> None:
    match = table(position(a="v3,n2", b="v7,r2"))
    match.play(0, "v3-V")
    match.play(0, "?1")
    assert match.free_undo(0) == (-1, "undo.chance")


def test_chance_answers_the_same_on_the_same_way() -> None:
    for seed in range(8):
        match = table(position(a="v3,n2", b="v7,r2"), seed=seed)
        match.play(0, "v3-V")
        answers = set()
        for _ in range(6):
            events = match.play(0, "?1")
            answers.add(events[0].numbers())
            match.rewind(1)
        assert len(answers) == 1


def test_undo_stops_at_the_end() -> None:
    match = table(position(centre="...", a="v4", b="v7", trick=12))
    match.play(0, "v4-V")
    match.play(1, "v7-V")
    assert match.is_over()
    assert match.free_undo(1) == (-1, "undo.over")


def test_a_refused_action_changes_nothing() -> None:
    match = table(position(a="r6", b="r4"))
    before = match.game.write_position(match.state)
    for seat, action in ((0, "r4-N"), (1, "r4-N"), (0, "+1"), (0, ">3")):
        with pytest.raises(Refused):
            match.play(seat, action)
    for wrong in ("r9-N", "", "r6"):
        with pytest.raises((BadInput, Refused)):
            match.play(0, wrong)
    with pytest.raises(BadInput):
        match.play(0, 9999)
    assert match.game.write_position(match.state) == before
    assert match.steps == []


def test_a_box_of_ones_own_is_carried_by_the_record() -> None:
    faces = [[1, 10], [2, 9], [3, 8], [4, 7], [5, 6]]
    match = Match("terres", seed=3, box={"victory_tokens": {"faces": faces}})
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    record = match.record()
    assert record.box == {"victory_tokens": {"faces": faces}}
    assert replay(read_record(write_record(record))).result() == match.result()
    shown = {int(value.split("/")[0]) for value in (grounds_of(match)[ground][0] for ground in "NOVR")}
    assert shown <= set(range(1, 11))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"victory_tokens": {"faces": [[1, 2]]}}, "victory_tokens.faces"),
        ({"victory_tokens": {"faces": [[1, 2], [3], [4, 5], [6, 7], [8, 9]]}}, "victory_tokens.faces[1]"),
        ({"victory_tokens": {"faces": [["a", 2], [3, 4], [4, 5], [6, 7], [8, 9]]}}, "victory_tokens.faces[0][0]"),
        ({"cards": {"hand": 14}}, "cards.left_in_box"),
        ({"claws": {"copies": [3, 2, 2, 2, 2, 2, 2, 2, 2]}}, "claws.copies"),
        ({"board": {"basic": {"face_down": [5, 5, 5, 2, 2]}}}, "board.basic.face_down"),
        ({"board": {"basic": {"slots": {"side_a": [[1, 2, 3]]}}}}, "board.basic.slots.side_a[0]"),
        ({"board": {"basic": {"slots": {"side_a": [[9]]}}}}, "board.basic.slots.side_a[0][0]"),
    ],
)
def test_a_wrong_box_names_its_field(changes: dict[str, object], where: str) -> None:
    with pytest.raises(BadInput) as error:
        Match("terres", seed=3, box=changes)
    assert error.value.where == where


def test_more_slots_may_be_in_an_owners_box() -> None:
    three = [[ground] for ground in range(1, 6) for _ in range(3)]
    match = Match("terres", seed=3, box={"board": {"basic": {"slots": {"side_a": three, "side_b": three}}}})
    assert isinstance(match.state, Terres)
    assert list(match.state.box.slots) == [15, 15]
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[-1])


@pytest.mark.parametrize("seats", [("a",), ("a", "b", "c")])
def test_a_wrong_number_of_seats_is_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match=r"error\.seats"):
        Match("terres", seats)


def test_a_newer_rules_version_is_refused() -> None:
    with pytest.raises(BadInput, match=r"error\.version"):
        Match("terres", version=99)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("table 0 A", "table x A", "trick"),
        ("N 2/6 ???", "N 2/7 ???", "N.token"),
        ("N 2/6 ???", "N 2/6 ??", "N.claws"),
        ("N 2/6 ??? -|-", "N 2/6 ??? n9|-", "N.A"),
        ("N 2/6 ??? -|-", "N 2/6 ??? -", "N.cards"),
        ("N 2/6 ??? -|-", "N 2/6 ??? r6|-", "cards"),
        ("A ..........", "A .........z", "A.slots"),
        ("Trick(step=lead", "Trock(step=lead", "frames"),
        ("Trick(step=lead", "Trick(stop=lead", "Trick"),
        ("Trick(step=lead", "Trick(step=zero", "Trick.step"),
        ("frames Trick", "frames nonsense Trick", "frames"),
        ("O 3/7", "X 3/7", "O"),
    ],
)
def test_a_wrong_position_names_its_field(old: str, new: str, where: str) -> None:
    text = position(a="r6", b="r4")
    assert old in text
    with pytest.raises(BadInput) as error:
        table(text.replace(old, new))
    assert error.value.where == where


def test_a_short_position_names_what_is_missing() -> None:
    with pytest.raises(BadInput) as error:
        table("N 2/6")
    assert error.value.where == "N.claws"


RECORD = """meute record 1
game: terres
rules: 1
seat: a
seat: b

* claw:force_3 claw:force_3 claw:pv_par_loup claw:pv_par_loup claw:pv_si_conquis
* token1a token2a token3a token4a token5a
"""


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ("meute record 1", "meute record 7", "1", "error.record_first_line"),
        ("game: terres", "game: belote", "belote", "error.game_unknown"),
        ("game: terres\n", "", "game", "error.record_missing"),
        ("rules: 1", "rules: one", "3", "error.not_a_number"),
        ("rules: 1", "rules: ²", "3", "error.not_a_number"),
        ("rules: 1", f"rules: {'9' * 5000}", "3", "error.not_a_number"),
        ("rules: 1", "rules: 7", "rules", "error.version"),
        ("rules: 1", "rules: 1\nrules: 1", "4", "error.record_twice"),
        ("seat: a\n", "", "seats", "error.seats_exact"),
        ("* token1a", "& token1a", "8", "error.record_line"),
        ("* token1a", "² token1a", "8", "error.record_line"),
        ("* token1a", "-1 token1a", "8", "error.record_line"),
        ("token1a", "token9a", "move 6", "error.notation"),
        ("token2a", "token1a", "move 7", "error.record_chance"),
        ("* token1a", "1 token1a", "move 6", "error.record_move"),
        ("* token1a", "3 token1a", "move 6", "error.record_seat"),
        ("rules: 1", "rules: 1\noption: board", "4", "error.record_option"),
        ("rules: 1", "rules: 1\noption: board = round", "board", "error.option_value"),
        ("rules: 1", "rules: 1\nbox: {", "4", "error.record_box"),
        ("rules: 1", "rules: 1\nbox: 3", "4", "error.record_box"),
        ("rules: 1", 'rules: 1\nbox: {"x": "\\ud800"}', "4", "error.record_box"),
        ("rules: 1", f"rules: 1\nbox: {'[' * 100_000}", "4", "error.record_box"),
        ("token5a\n", "token5a\nresult: played_out 1:1 2:2\n", "result", "error.record_unfinished"),
        ("token5a\n", "token5a\nresult: played_out x\n", "9", "error.record_result"),
        ("token5a\n", "token5a\nresult: played_out 1:1:2 2\n", "9", "error.record_result"),
        ("token5a\n", "token5a\nresult: played_out 1:²  --5:2\n", "9", "error.record_result"),
    ],
)
def test_a_wrong_record_names_its_line(old: str, new: str, where: str, problem: str) -> None:
    assert old in RECORD
    with pytest.raises(BadInput) as error:
        replay(read_record(RECORD.replace(old, new)))
    assert (error.value.where, error.value.problem) == (where, problem)


def test_a_record_may_be_unfinished_and_go_on() -> None:
    match = replay(read_record(RECORD), seed=4)
    assert match.seats_to_act()
    assert len(match.steps) == 10 + 26 + 1


def test_a_record_with_another_result_is_refused() -> None:
    match = Match("terres", ("a", "b"), seed=1)
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_actions(match.seats_to_act()[0])[0])
    text = write_record(match.record())
    result = text.splitlines()[-1]
    with pytest.raises(BadInput, match=r"error\.record_other_result"):
        replay(read_record(text.replace(result, "result: played_out 1:1 0:2")))

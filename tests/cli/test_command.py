"""The `meute` command: answers, records, and errors that say what is wrong without a traceback."""

import dataclasses
import io
import json
import socket
from pathlib import Path

import pytest
from helpers.deals import sealed_game
from helpers.record_collection import RECORDS, record_file

from meute.cli import main
from meute.cli.bench import compare
from meute.match import write_record


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(words)
    return int(left.value.code or 0)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


def test_games_lists_seats_and_options(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run("games", "--lang", "fr") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Terres de Loups" in told
    assert told.count("(à partir de 3 places)") == 2, "ability_limit and bid_cap of Wildlife"
    assert run("games", "--json") == 0
    games = json.loads(capsys.readouterr().out)
    terres = next(game for game in games if game["id"] == "terres")
    assert terres["seats"] == [2, 2]
    assert terres["options"]["board"] == {"values": ["basic", "advanced"], "default": "basic", "seats": 1}


def test_simulate_check_and_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "records"
    words = ["--seats", "greedy,random", "--games", "6", "--seed", "4", "--jobs", "2", "--records", str(records)]
    assert run("simulate", "terres", *words, "--options", "board=advanced", "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 6
    assert sum(seat["wins"] for seat in output["seats"]) == pytest.approx(1)
    files = sorted(records.glob("*.meute"))
    assert len(files) == 6
    assert run("check", str(records), "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"checked": 6, "wrong": {}}
    assert run("replay", str(files[0]), "--at", "45", "--view", "1", "--json") == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["steps"] == 45
    assert "?" in seen["position"]
    assert run("replay", str(files[0]), "--lang", "en") == 0
    assert "All cards are played." in capsys.readouterr().out


def test_the_same_seed_gives_the_same_games_however_many_jobs(tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        words = ["--seats", "random,greedy", "--games", "4", "--jobs", jobs, "--records", str(tmp_path / jobs)]
        assert run("simulate", "terres", *words) == 0
    texts = [[path.read_text(encoding="utf-8") for path in sorted((tmp_path / jobs).iterdir())] for jobs in ("1", "2")]
    assert texts[0] == texts[1]


def test_play_by_number_notation_undo_why_and_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "why n9-N", "why b7-N", "zzz", "undo", "1", "history", "quit")
    saved = tmp_path / "game.meute"
    words = ["--seats", "me,random", "--seed", "3", "--save", str(saved), "--options", "leader=first"]
    assert run("play", "terres", "--lang", "en", *words) == 0
    answer = capsys.readouterr()
    assert "names no action" in answer.err
    assert "You have not decided anything yet." in answer.err
    assert "You lead:" in answer.out
    assert run("check", str(saved)) == 0


def test_a_whole_game_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["1"] * 60)
    assert run("play", "terres", "--seats", "me,greedy", "--seed", "5", "--lang", "fr") == 0
    assert "points" in capsys.readouterr().out.splitlines()[-1]


def test_a_meneuse_is_no_person(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "quit")
    assert run("play", "aventure", "--seats", "meneuse,meneuse", "--seed", "1", "--lang", "en") == 0
    assert "1. meneuse" in capsys.readouterr().out, "nobody is asked"


def test_the_terminal_shows_prey_spirals_and_sexes_and_takes_a_plan_as_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1", "1", "1", "3 15 - 6", "quit")
    saved = tmp_path / "game.meute"
    words = ["--seats", "me,meneuse,greedy", "--seed", "3", "--save", str(saved), "--lang", "en"]
    assert run("play", "traces", *words) == 0
    output = capsys.readouterr().out
    assert "A♂ B♀ C♂" in output
    assert "black 43, green 30, red 20, food 13" in output
    assert "6 7 8 9 10 (1 spiral)" in output
    assert "A2=3 A3=15 A4=- A5=6" in output
    assert "frames" not in output
    assert ":-1" not in output
    assert {"A2=3", "A3=15", "A4=-", "A5=6"} <= set(saved.read_text(encoding="utf-8").split())


def test_positions_are_told_without_little_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_file("traces-3-plain-1", tmp_path)
    assert run("replay", record, "--at", "30", "--view", "1") == 0
    assert ":-1:-1" in capsys.readouterr().out.replace("\n", "")


def test_a_replay_ends_with_the_score_and_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored = record_file("traces-4-plain-5", tmp_path)
    assert run("replay", scored, "--lang", "en") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-5:-2] == ["Total reached", "1. seat 2: 65 points", "2. seat 3: 62 points"]
    assert any("Rank in the pack" in line for line in lines)
    assert run("replay", record_file("traces-3-plain-0", tmp_path), "--lang", "en") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-4:-2] == ["Pack died out", "seat 1: 0 points"], "nobody has a place"
    assert run("replay", scored, "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["result"] == {"reason": "target", "places": [3, 1, 2, 4]}


def test_a_game_goes_on_from_a_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "history")
    assert run("play", "terres", "--position", "N 2/6") == 1
    assert "N.claws" in capsys.readouterr().err


def test_a_private_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        assert run("serve", "--port", "0", "--data", str(tmp_path), "--private", place) == 1
    told = capsys.readouterr().err
    assert "--private" in told
    assert place in told.replace("\n", "")


LESSONS = Path(__file__).parents[2] / "src/meute/games/terres/lessons"
RECORD = "RECORD"
"""Stands for a file with a finished game."""
WRONG = [
    (("play", "belote"), "belote"),
    (("play", "terres", "--seats", "me"), "seats"),
    (("play", "terres", "--options", "board"), "--options"),
    (("play", "terres", "--options", "board=round"), "board"),
    (("play", "terres", "--box", "terres"), "--box"),
    (("play", "terres", "--box", "terres=nowhere.toml"), "nowhere.toml"),
    (("play", "terres", "--box", "clan=nowhere.toml"), "clan=nowhere.toml"),
    (("play", "terres", "--box", "terres=nowhere.toml", "--box", "terres=other.toml"), "terres est donnée deux fois"),
    (("simulate", "terres", "--seats", "greedy,zozo"), "zozo"),
    (("replay", "nowhere.meute"), "nowhere.meute"),
    (("check", "nowhere.meute"), "nowhere.meute"),
    (("bench", "belote"), "belote"),
    (("simulate", "terres", "--seats", "random,random", "--games", "0"), "--games"),
    (("arena", "terres", "--bots", "random,random", "--games", "0"), "--games"),
    (("arena", "terres", "--bots", "random,random", "--jobs", "0"), "--jobs"),
    (("arena", "terres", "--bots", "random,zozo"), "zozo"),
    (("arena", "terres", "--bots", "random"), "seats"),
    (("play", "traces", "--options", "target=--5"), "target"),
    (("play", "traces", "--options", "target=²"), "target"),
    (("play", "traces", "--options", "target=050"), "target"),
    (("replay", RECORD, "--view", "²"), "--view"),
    (("replay", RECORD, "--view", "9" * 5000), "--view"),
    (("replay", RECORD, "--view=-1"), "--view"),
    (("serve", "--port", "65536"), "--port"),
    (("serve", "--port=-1"), "--port"),
    (("serve", "--allow-host", "http://loup"), "--allow-host"),
    (("serve", "--private", "8485"), "--private"),
    (("serve", "--private", "127.0.0.1:99999"), "--private"),
    (("serve", "--private", "0.0.0.0:8485", "--store", "postgresql://127.0.0.1:1/x"), "--private"),
    (("serve", "--private", "nowhere.invalid:8485"), "--private"),
    (("serve", "--nats", "http://loup"), "--nats"),
    (("serve", "--nats", "nats://[::1"), "--nats"),
    (("serve", "--logs", "xml"), "--logs"),
    (("serve", "--node", "a b"), "--node"),
    (("think", "--nats", "loup"), "--nats"),
    (("think", "--nats", "nats://loup:99999"), "--nats"),
    (("think", "--nats", "nats://loup", "--processes", "9999"), "--processes"),
    (("move-store", "postgresql://me:hidden@[::1/x", "loups"), "postgresql://[::1/x"),
    (("move-store", "nowhere", "loups"), "nowhere"),
    (("backup", "copy", "--data", "nowhere"), "nowhere"),
    (("mine", "terres", "--skip", "nothing"), "nothing"),
    (("restore", "nowhere"), "nowhere"),
]


@pytest.mark.parametrize(("words", "named"), WRONG, ids=[" ".join(words)[:60] for words, _ in WRONG])
def test_bad_input_is_named_and_the_exit_code_is_not_zero(
    words: tuple[str, ...], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_file("terres-2-plain-0", tmp_path)
    assert run(*(record if word == RECORD else word for word in words)) == 1
    output = capsys.readouterr().err
    assert named in output.replace("\n", "")
    assert "Traceback" not in output


def test_wrong_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = tmp_path / "box.toml"
    box.write_text("[victory_tokens\n")
    assert run("play", "terres", "--box", f"terres={box}") == 1
    box.write_text("[victory_tokens]\nfaces = [[1, 2]]\n")
    assert run("play", "terres", "--box", f"terres={box}") == 1
    assert "victory_tokens.faces" in capsys.readouterr().err
    record = tmp_path / "game.meute"
    record.write_text("meute record 1\ngame: terres\nrules: 1\nseat: a\nseat: b\n\n* zzz\n")
    assert run("check", str(record)) == 1
    assert run("replay", str(record)) == 1
    assert "move 1" in capsys.readouterr().err
    record.write_bytes(b"\xff\xfe")
    assert run("replay", str(record)) == 1
    record.write_text("meute record 1\ngame: terres\nrules: 1\nseat: a\nseat: b\n")
    assert run("replay", str(record), "--at", "7") == 1
    assert run("replay", str(record), "--view", "9") == 1


def test_a_folder_of_lessons_is_checked_and_each_bad_one_named_with_its_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "terres/lessons"
    folder.mkdir(parents=True)
    assert run("check", str(folder)) == 1
    assert str(folder) in capsys.readouterr().err.replace("\n", "")
    good = (LESSONS / "02-follow.toml").read_text(encoding="utf-8")
    (folder / "02-follow.toml").write_text(good, encoding="utf-8")
    monkeypatch.chdir(folder)
    assert run("check", ".", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"checked": 1, "wrong": {}}
    (folder / "03-follow.toml").write_text(good.replace('"+3"', '"+9"'), encoding="utf-8")
    (folder / "04-follow.toml").write_text(good.replace('"lost"', '"loss"'), encoding="utf-8")
    (folder / "05-follow.toml").write_text('teaches = "JOUER UN PLI"\nseats = ["a", ""]\nstep = []\n', encoding="utf-8")
    (folder / "lesson.toml").write_text(good, encoding="utf-8")
    assert run("check", str(folder), "--json") == 1
    output = json.loads(capsys.readouterr().out)
    assert output["checked"] == 5
    assert list(output["wrong"]) == [
        str(folder / f"{n}.toml") for n in ("03-follow", "04-follow", "05-follow", "lesson")
    ]
    first, second, *_ = output["wrong"].values()
    assert first.startswith("step 2")
    assert second.startswith("step 2")


def test_an_owners_box_is_used(tmp_path: Path) -> None:
    box = tmp_path / "my.toml"
    box.write_text("[victory_tokens]\nfaces = [[1, 10], [2, 9], [3, 8], [4, 7], [5, 6]]\n")
    words = ["--seats", "random,random", "--games", "1", "--records", str(tmp_path), "--box", f"terres={box}"]
    assert run("simulate", "terres", *words) == 0
    record = next(tmp_path.glob("*.meute")).read_text(encoding="utf-8")
    assert "[[1, 10], [2, 9]" in record
    assert run("check", str(tmp_path)) == 0


def test_bench_measures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meute.cli.bench.SECONDS", 0.01)
    monkeypatch.setattr("meute.cli.bench.SIMULATIONS", 8)
    monkeypatch.setattr("meute.cli.bench.measure_bound", lambda source: {"own loop": 1e9})
    assert run("bench", "terres", "--bound", "terres.cpp", "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert list(output["figures"]["terres"]) == ["own loop", "from Python", "copies", "simulations", "alpha"]
    assert all(figure > 0 for figure in output["figures"]["terres"].values())
    assert output["ratios"]["terres.cpp"]["own loop"] == output["figures"]["terres"]["own loop"] / 1e9


def test_ratios_are_to_the_mean_of_those_peers_that_can_do_it() -> None:
    ours = {"copies": 6.0, "simulations": 8.0, "alpha": 1.0}
    rows = {"terres": ours, "one": {"copies": 1.0, "simulations": 2.0}, "two": {"copies": 3.0}}
    assert compare(rows, ["terres"]) == {"terres": {"copies": 3.0, "simulations": 4.0}}
    assert compare({"terres": ours}, ["terres"]) == {}


def test_the_arena_tells_standings_as_table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "terres", "--bots", "greedy,random", "--games", "3", "--jobs", "1", "--seed", "2"]
    words += ["--results", str(tmp_path / "results.jsonl")]
    assert run(*words, "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == output["won_games"] == 4, "whole rotations"
    assert output["contest"]["bots"] == ["greedy", "random"]
    assert output["ends"] == {"played_out": 4}
    assert [row["bot"] for row in output["bots"]] == ["greedy", "random"]
    assert run(*words, "--lang", "en") == 0
    assert "greedy" in capsys.readouterr().out


def test_advise_tells_what_the_alpha_would_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_file("terres-2-plain-0", tmp_path)
    assert run("advise", record, "--at", "90", "--seed", "1", "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] > 0
    assert 1 <= len(output["choices"]) <= 3
    assert all(0 <= one["low"] <= one["chance"] <= one["high"] <= 1 for one in output["choices"])
    assert run("advise", record, "--at", "90", "--lang", "en") == 0
    assert "chance of winning" in capsys.readouterr().out
    assert run("advise", record) == 1
    assert run("advise", record, "--at", "90", "--seat", "9") == 1
    assert run("advise", record, "--at", "9999") == 1


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_box_of_an_unknown_game_is_refused(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = tmp_path / "box.toml"
    box.write_text("[turn]\ncards = 2\n", encoding="utf-8")
    assert run(command, "wildlife", "--lang", "en", "--seats", "random,random", "--box", f"wildlif={box}") == 1
    assert "wildlif: unknown game; choose from terres, aventure, clan, wildlife, " in capsys.readouterr().err


def test_a_box_of_the_wrong_shape_is_refused_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = tmp_path / "box.toml"
    box.write_text('colours = [{id = "vert", males = [["A"]]}]\n', encoding="utf-8")
    assert run("play", "traces", "--lang", "fr", "--seats", "random,random,random", "--box", f"traces={box}") == 1
    assert "colours[vert].males[0]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "french", "english"),
    [
        (b"[turn]\ncards = = 2\n", "ligne 2, colonne 9", "line 2, column 9"),
        (b"[turn]\ncards = [2,", "ligne 2, colonne 12", "line 2, column 12"),
        (b"\xff\xfe", "UTF-8", "UTF-8"),
        (None, "ce fichier n’existe pas", "there is no such file"),
    ],
)
def test_an_unreadable_box_is_told_in_the_language_of_the_session(
    written: bytes | None, french: str, english: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = tmp_path / "box.toml"
    if written is not None:
        box.write_bytes(written)
    for language, words in (("fr", french), ("en", english)):
        assert run("play", "wildlife", "--lang", language, "--seats", "random,random", "--box", f"wildlife={box}") == 1
        output = capsys.readouterr().err.replace("\n", " ")
        assert words in output
        assert language == "en" or not {"Invalid", "Expected", "No such", "codec"} & set(output.split())


def test_the_grammar_of_the_command_line_is_told_in_the_language_of_the_session(
    capsys: pytest.CaptureFixture[str],
) -> None:
    english = {"usage:", "positional", "show", "error:", "required:", "choose", "expected", "FILE", "COMMAND"}
    for words in (["-h"], ["play", "-h"], ["replay"], ["simulat"], ["check", "x", "--lang"], ["games", "--nothing"]):
        run("--lang", "fr", *words)
        answer = capsys.readouterr()
        output = answer.out + answer.err
        assert output.startswith("utilisation\N{NO-BREAK SPACE}: meute")
        assert not english & set(output.split())
    run("--lang", "en", "replay")
    assert capsys.readouterr().err.startswith("usage: meute replay")


def test_check_reads_a_file_with_several_records_and_says_which_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", str(RECORDS / "aventure-rules-1.meute")) == 0
    games = [Path(record_file(f"terres-2-plain-{n}", tmp_path)).read_text(encoding="utf-8") for n in range(3)]
    several = tmp_path / "several.meute"
    several.write_text("# the first\n" + "\n".join(games), encoding="utf-8")
    assert run("check", str(several)) == 0
    capsys.readouterr()
    several.write_text("\n".join([*games[:2], games[2].replace("result: played_out ", "result: played_out 9")]))
    assert run("check", str(several), "--lang", "en") == 1
    assert "record 3" in capsys.readouterr().err
    several.write_text("no record\n" + games[0])
    assert run("check", str(several)) == 1


def test_check_names_a_broken_file_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "bin.meute"
    broken.write_bytes(b"\xff\xfe")
    assert run("check", str(broken), "--lang", "en") == 1
    assert "".join(capsys.readouterr().err.split()).count("bin.meute") == 1


def test_verify_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = sealed_game("terres", 1).record()
    assert record.deal is not None
    file = tmp_path / "game.meute"
    file.write_text(write_record(record), encoding="utf-8")
    assert run("verify", str(file), "--lang", "en", "--seal", record.deal.seal) == 0
    assert "the deal is right" in capsys.readouterr().out.lower()
    assert run("verify", str(file), "--lang", "en", "--seal", "0" * 64, "--json") == 1
    output = json.loads(capsys.readouterr().out)
    assert [fault["kind"] for fault in output["faults"]] == ["seal"]
    seat = next(n for n, contribution in enumerate(record.deal.contributions) if contribution)
    assert run("verify", str(file), "--lang", "en", "--contribution", f"{seat + 1}={'0' * 64}") == 1
    assert f"seat {seat} added to the deal was changed" in capsys.readouterr().out
    assert run("verify", str(file), "--lang", "en", "--contribution", "9=0") == 1
    assert "9=0" in capsys.readouterr().err
    file.write_text(write_record(dataclasses.replace(record, deal=None)), encoding="utf-8")
    assert run("verify", str(file), "--lang", "en") == 1
    assert "cannot be checked" in capsys.readouterr().out

"""What a game declares holds together: names with numbers, fields with frames, blocks with ids."""

import ast
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from meute.bots.evaluators import declared
from meute.core.errors import BadInput
from meute.core.event import EventKind
from meute.core.frame import Frame
from meute.core.game import Game, by_number
from meute.core.numbers import i64, vec
from meute.games import GAMES
from meute.match import Match

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
FRAMES = [(game, kind) for game in GAMES.values() for kind in game.frames]
every_frame = pytest.mark.parametrize(
    ("game", "kind"), FRAMES, ids=lambda each: getattr(each, "id", "") or each.__name__
)
FEWEST = 2
ROOT = Path(__file__).parents[2]


def part(game: Game, name: str) -> ModuleType:
    return import_module(f"meute.games.{game.id}.{name}")


def constants(module: ModuleType) -> dict[str, int]:
    """Its numbers, without those it takes from other modules: they stand before the first table."""
    return {name: value for name, value in vars(module).items() if name.isupper() and type(value) is int}


@every_game
def test_events_are_named_after_their_constants(game: Game) -> None:
    events = part(game, "events")
    table: dict[int, EventKind] = events.EVENTS
    assert {name.lower(): number for name, number in constants(events).items()} == {
        saying.name: number for number, saying in table.items()
    }
    assert game.events == tuple(table.values())


@every_game
def test_action_blocks_are_named_after_their_constants(game: Game) -> None:
    actions = part(game, "actions")
    numbers = constants(actions)
    for block in actions.ACTION_KINDS:
        assert block.base in numbers.values(), block.name
    assert game.codec.kinds == tuple(actions.ACTION_KINDS)


@every_game
def test_options_are_declared_where_the_rules_read_them(game: Game) -> None:
    options = part(game, "options")
    assert game.options == options.OPTIONS
    for option in options.OPTIONS:
        assert getattr(options.DEFAULT_OPTIONS, option.name) == option.number(option.default)


@every_game
def test_every_game_has_the_same_files(game: Game) -> None:
    for name in ("actions", "box", "events", "game", "names", "notation", "options", "rules", "scoring", "show"):
        part(game, name)
    for name in ("initial_state", "display_names", "effects", "planes", "show_types", "state", "tensor", "view"):
        part(game, name)
    assert game.frames == part(game, "rules").FRAMES


@every_game
def test_no_file_but_those_of_ai_may_import_computer_players(game: Game) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (sources,) = (one["source_modules"] for one in contracts if "meute.games.*.ai" in one.get("forbidden_modules", ()))
    folder = ROOT / "src" / "meute" / "games" / game.id
    there = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert {f"meute.games.*.{name}" for name in there | {"rules"}} <= set(sources)


@every_game
@pytest.mark.parametrize("name", ["planes", "tensor", "view", "show", "notation", "display_names", "effects"])
def test_frames_are_asked_by_methods_not_by_their_class(game: Game, name: str) -> None:
    module = part(game, name)
    source = (ROOT / "src" / "meute" / "games" / game.id / f"{name}.py").read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    asked = [call.args[1] for call in calls if ast.unparse(call.func) == "isinstance"]
    kinds = [
        getattr(module, node.id, object) for each in asked for node in ast.walk(each) if isinstance(node, ast.Name)
    ]
    assert not [kind for kind in kinds if issubclass(kind, Frame)]


AI_FILES = {"__init__", "evaluation", "evaluator", "features", "policy", "weights", "calibration", "learned"}


@every_game
def test_every_game_has_the_same_files_for_computer_players(game: Game) -> None:
    folder = Path(part(game, "ai").__path__[0])
    there = {file.name.partition(".")[0] for file in folder.iterdir() if file.is_file()}
    assert there == AI_FILES
    assert declared(game).weight_table == part(game, "ai.weights").WEIGHTS
    assert declared(game).feature_names == part(game, "ai.features").FEATURE_NAMES


@every_game
def test_weights_have_names_of_their_own(game: Game) -> None:
    table = part(game, "ai.weights").WEIGHTS
    assert len({name for name, _ in table}) == len(table) > 0


@pytest.mark.parametrize("table", [{1: ("wolf", 3), 0: ("den", 5)}, {0: ("wolf", 3), 2: ("den", 5)}], ids=str)
def test_a_table_out_of_order_or_with_a_gap_is_refused(table: dict[int, tuple[str, int]]) -> None:
    with pytest.raises(AssertionError, match="not in order, or a gap"):
        by_number(table)


def distinct(kind: type[Frame]) -> Frame:
    """A frame with another number in every field."""
    frame = kind()
    for n, (name, field) in enumerate(kind.FIELDS.items()):
        if field.length:
            setattr(frame, name, vec[i64]([field.low + n % 2] * field.length))
        else:
            setattr(frame, name, min(field.low + 1 + n % 3, field.most(FEWEST)))
    return frame


def numbers_of(frame: Frame) -> dict[str, object]:
    fields = {name: getattr(frame, name) for name in type(frame).FIELDS}
    return {name: value if isinstance(value, int) else list(value) for name, value in fields.items()}


@every_frame
def test_a_copy_has_every_field(game: Game, kind: type[Frame]) -> None:
    table = Match(game.id, [f"seat {n}" for n in range(game.min_seats)], seed=None).state
    table.top = distinct(kind)
    copied = table.copy().top
    assert copied is not None
    assert copied is not table.top
    assert numbers_of(copied) == numbers_of(table.top)


@every_frame
def test_a_new_frame_is_within_its_limits_once_it_is_told_its_seats(game: Game, kind: type[Frame]) -> None:
    for name, field in kind.FIELDS.items():
        assert field.low <= field.most(game.min_seats), name
        assert all(field.low <= number <= field.high for number in field.words), name
        assert len(set(field.words.values())) == len(field.words), name
        value = getattr(kind(), name)
        assert isinstance(value, int) == (field.length == 0), name


@every_frame
def test_a_frame_interrupts_others_of_the_game_at_steps_that_have_names(game: Game, kind: type[Frame]) -> None:
    by_name = {other.__name__: other for other in game.frames}
    for place in kind.INTERRUPTS:
        name, _, step = place.partition(".")
        assert not name or not step or step in by_name[name].FIELDS["step"].words.values(), place


@every_game
def test_no_stack_of_frames_is_without_end(game: Game) -> None:
    upon = {kind.__name__: {place.partition(".")[0] for place in kind.INTERRUPTS} - {""} for kind in game.frames}
    while upon:
        first = {name for name, others in upon.items() if not others & upon.keys()}
        assert first, f"these can lie upon each other for ever: {upon}"
        upon = {name: others for name, others in upon.items() if name not in first}


@every_game
def test_every_number_of_every_frame_is_checked(game: Game) -> None:
    match = Match(game.id, [f"seat {n}" for n in range(game.min_seats)], seed=3)
    head = game.write_position(match.state).partition("frames")[0]
    for kind in game.frames:
        fields = kind.FIELDS
        good = {name: ":".join([str(field.low)] * max(field.length, 1)) for name, field in fields.items()}
        for name in fields:
            for bad in ("--5", "²", "+1", "", str(2**62), str(-(2**62))):
                written = ",".join(f"{one}={bad if one == name else good[one]}" for one in fields)
                with pytest.raises(BadInput) as wrong:
                    game.read_position(f"{head} frames {kind.__name__}({written})", match.options_settled, match.box)
                assert wrong.value.where == f"{kind.__name__}.{name}", written

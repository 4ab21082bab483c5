"""Terminal layout of Traces de Loups: the pack, the prey, and the cost of the player's tokens."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from meute.cli.console import Terminal
from meute.games.traces.show_types import BoardShown, FamilyShown, PreyShown, RowShown, TracesShown, WolfShown

SIGNS = {"male": "♂", "female": "♀"}
TOKEN_SIGNS = {0: "-", -1: "?", -2: "x"}
"""Signs for an empty box, a hidden one, and a token face down."""


def render_table(terminal: Terminal, shown: TracesShown, names: Sequence[str]) -> Iterator[RenderableType]:
    """The position, part by part."""
    if not shown["pack"]:
        yield grid([family_row(terminal, family) for family in shown["families"]])
    if shown["prey"]:
        yield grid([prey_row(terminal, prey) for prey in shown["prey"]])
    if shown["pack"]:
        yield grid([wolf_row(terminal, wolf, names) for wolf in shown["pack"]])
    if shown["pups"]:
        yield terminal.text("traces.desk.pups", number=shown["pups"], needs=shown["raising"][0])
    hunt, gains = shown["hunt"], shown["game_strength"]
    if hunt is not None:
        row = ", ".join(f"{terminal.text(f'traces.{game}')} +{gains[game]}" for game in hunt["row"])
        yield terminal.text("traces.desk.game", row=row or "-", left=hunt["left"])
    board = shown["board"]
    if board is not None and any(row["playing"] for row in board["rows"]):
        yield grid([plan_row(terminal, row) for row in board["rows"] if row["playing"]])
        if any(cell["now"] for row in board["rows"] for cell in row["cells"]):
            yield tokens_line(terminal, board)


def grid(lines: Sequence[Sequence[str]]) -> Table:
    """A table without borders."""
    table = Table.grid(padding=(0, 2))
    for line in lines:
        table.add_row(*map(escape, line))
    return table


def family_row(terminal: Terminal, family: FamilyShown) -> list[str]:
    """A colour with the sexes of its wolves."""
    sexes = " ".join(f"{letter}{SIGNS[sex]}" for letter, sex in zip("ABC", family["sexes"], strict=True))
    return [terminal.text(f"traces.{family['place']}"), sexes]


def prey_row(terminal: Terminal, prey: PreyShown) -> list[str]:
    """A large prey: its strengths and its food."""
    figures = {name: prey[name] for name in ("black", "green", "red", "food")}
    copies = f"× {prey['copies']}" if prey["copies"] > 1 else ""
    hunted = "→" if prey["hunted"] else ""
    return [hunted, terminal.text(f"traces.{prey['place']}"), copies, terminal.text("traces.desk.prey", **figures)]


def wolf_row(terminal: Terminal, wolf: WolfShown, names: Sequence[str]) -> list[str]:
    """A wolf of the pack and its five boxes, as far as this seat sees them."""
    role = terminal.text(f"traces.role.{wolf['role']}", row=wolf["row"] + 1)
    name = terminal.text(f"traces.wolf.{wolf['colour']}", letter=wolf["letter"])
    health = terminal.text("traces.desk.wolf", strength=wolf["strength"], renown=wolf["renown"], points=wolf["points"])
    boxes = " ".join(TOKEN_SIGNS.get(token, str(token)).rjust(2) for token in wolf["tokens"])
    return [role, SIGNS[wolf["sex"]], name, names[wolf["owner"]], health, boxes if any(wolf["tokens"]) else ""]


def plan_row(terminal: Terminal, row: RowShown) -> list[str]:
    """A row of the player's plan in the notation for input, and the strength left to its wolf."""
    boxes = [(n, cell["token"]) for n, cell in enumerate(row["cells"], start=1) if cell["open"] or cell["token"]]
    plan = " ".join(f"{row['letter']}{n}={token or '-'}" for n, token in boxes)
    return [plan, terminal.text("traces.desk.rest", strength=row["strength"], rest=row["rest"])]


def tokens_line(terminal: Terminal, board: BoardShown) -> str:
    """The free tokens by cost."""
    free = sorted((token["spirals"], token["value"]) for token in board["tokens"] if token["free"])
    values = {cost: " ".join(str(value) for _, value in some) for cost, some in groupby(free, lambda one: one[0])}
    parts = [terminal.text("traces.desk.cost", cost=cost, tokens=tokens) for cost, tokens in values.items()]
    return terminal.text("traces.desk.tokens", tokens=" · ".join(parts) or "-")

"""The table of Traces de Loups in the terminal: the pack, the prey, and what one's own tokens cost."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from meute.cli.desk import Desk
from meute.games.traces.shown import BoardShown, FamilyShown, PreyShown, RowShown, TracesShown, WolfShown

SIGNS = {"male": "♂", "female": "♀"}
FACES = {0: "-", -1: "?", -2: "x"}
"""A box without a token, one that nobody sees into, and one with a token face down."""


def lay_out(desk: Desk, shown: TracesShown, names: Sequence[str]) -> Iterator[RenderableType]:
    """What lies on the table, part by part."""
    if not shown["pack"]:
        yield grid([told_family(desk, family) for family in shown["families"]])
    if shown["prey"]:
        yield grid([told_prey(desk, prey) for prey in shown["prey"]])
    if shown["pack"]:
        yield grid([told_wolf(desk, wolf, names) for wolf in shown["pack"]])
    if shown["pups"]:
        yield desk.text("traces.desk.pups", number=shown["pups"], needs=shown["pup_needs"])
    hunt, gains = shown["hunt"], shown["game_strength"]
    if hunt is not None:
        row = ", ".join(f"{desk.text(f'traces.{game}')} +{gains[game]}" for game in hunt["row"])
        yield desk.text("traces.desk.game", row=row or "-", left=hunt["left"])
    board = shown["board"]
    if board is not None and any(row["playing"] for row in board["rows"]):
        yield grid([told_row(desk, row) for row in board["rows"] if row["playing"]])
        if any(cell["now"] for row in board["rows"] for cell in row["cells"]):
            yield told_tokens(desk, board)


def grid(lines: Sequence[Sequence[str]]) -> Table:
    """Lines whose parts stand below each other."""
    table = Table.grid(padding=(0, 2))
    for line in lines:
        table.add_row(*map(escape, line))
    return table


def told_family(desk: Desk, family: FamilyShown) -> list[str]:
    """A colour with the sexes of its wolves."""
    sexes = " ".join(f"{letter}{SIGNS[sex]}" for letter, sex in zip("ABC", family["sexes"], strict=True))
    return [desk.text(f"traces.{family['place']}"), sexes]


def told_prey(desk: Desk, prey: PreyShown) -> list[str]:
    """A large prey: what it takes, and what it feeds."""
    figures = {name: prey[name] for name in ("black", "green", "red", "food")}
    copies = f"× {prey['copies']}" if prey["copies"] > 1 else ""
    hunted = "→" if prey["hunted"] else ""
    return [hunted, desk.text(f"traces.{prey['place']}"), copies, desk.text("traces.desk.prey", **figures)]


def told_wolf(desk: Desk, wolf: WolfShown, names: Sequence[str]) -> list[str]:
    """A wolf of the pack, and its five boxes as far as this seat sees them."""
    role = desk.text(f"traces.role.{wolf['role']}", row=wolf["row"] + 1)
    name = desk.text(f"traces.wolf.{wolf['colour']}", letter=wolf["letter"])
    health = desk.text("traces.desk.wolf", strength=wolf["strength"], renown=wolf["renown"], points=wolf["points"])
    boxes = " ".join(FACES.get(token, str(token)).rjust(2) for token in wolf["tokens"])
    return [role, SIGNS[wolf["sex"]], name, names[wolf["owner"]], health, boxes if any(wolf["tokens"]) else ""]


def told_row(desk: Desk, row: RowShown) -> list[str]:
    """One's own row as it is typed, and what it leaves of the wolf's strength."""
    boxes = [(n, cell["token"]) for n, cell in enumerate(row["cells"], start=1) if cell["open"] or cell["token"]]
    plan = " ".join(f"{row['letter']}{n}={token or '-'}" for n, token in boxes)
    return [plan, desk.text("traces.desk.rest", strength=row["strength"], rest=row["rest"])]


def told_tokens(desk: Desk, board: BoardShown) -> str:
    """The tokens beside the board by what they cost."""
    free = sorted((token["spirals"], token["value"]) for token in board["tokens"] if token["free"])
    values = {cost: " ".join(str(value) for _, value in some) for cost, some in groupby(free, lambda one: one[0])}
    parts = [desk.text("traces.desk.cost", cost=cost, tokens=tokens) for cost, tokens in values.items()]
    return desk.text("traces.desk.tokens", tokens=" · ".join(parts) or "-")

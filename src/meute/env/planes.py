"""Generates docs/tensor-planes.md: `python -m meute.env.planes > docs/tensor-planes.md`."""

from meute.core.game import Game
from meute.games import GAMES

HEAD = """# Tensor planes

The meaning of every number in an observation of [environments.md](environments.md). This page is generated:

```
python -m meute.env.planes > docs/tensor-planes.md
```

An observation is a seat's view as small integers (int16) in named planes; `game.layout.split(array)` splits it. The own
seat comes first, the others follow in seating order; planes of seats have room for the most seats of the game. The
tensor holds all that the view shows except past score sheets, and nothing else: a state, its view and every
determinization of the view have equal tensors."""


def table(game: Game) -> str:
    """One game's planes as a Markdown table."""
    head = f"## {game.id}: {game.layout.size} numbers, {game.codec.decisions} actions"
    lines = [head, "", "| plane | shape | numbers | meaning |", "|---|---|---|---|"]
    for plane in game.layout.planes:
        shape = " x ".join(map(str, plane.shape))
        lines.append(f"| `{plane.name}` | {shape} | {plane.low} to {plane.high} | {plane.about} |")
    return "\n".join(lines)


def page() -> str:
    return "\n\n".join([HEAD, *map(table, GAMES.values())]) + "\n"


if __name__ == "__main__":
    print(page(), end="")

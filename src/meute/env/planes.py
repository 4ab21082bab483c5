"""The planes of every game as tables for docs/environments.md: `python -m meute.env.planes`."""

from meute.core.game import Game
from meute.games import GAMES


def table(game: Game) -> str:
    """One game's planes, a line for each."""
    head = f"### {game.id}: {game.layout.size} numbers, {game.codec.decisions} actions"
    lines = [head, "", "| plane | shape | numbers | what they mean |", "|---|---|---|---|"]
    for plane in game.layout.planes:
        shape = " x ".join(map(str, plane.shape))
        lines.append(f"| `{plane.name}` | {shape} | {plane.low} to {plane.high} | {plane.about} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print("\n\n".join(map(table, GAMES.values())))

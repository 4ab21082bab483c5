"""How an environment shows its table."""

from typing import Any

import gymnasium

from meute.env.picture import Painter
from meute.env.table import Table, Wrong

MODES = ["ansi", "human", "rgb_array"]


class Renderer:
    """A table as a seat sees it: told, printed or painted, by a browser that is started for the first picture."""

    def __init__(self, table: Table, mode: str | None) -> None:
        if mode not in (None, *MODES):
            raise Wrong(f"render_mode: {mode!r} is not one of {', '.join(MODES)}")
        self.table = table
        self.mode = mode
        self.painter: Painter | None = None

    def render(self, seat: int) -> Any:
        """Text, nothing, or an array of the picture's points."""
        table = self.table
        if self.mode is None:
            gymnasium.logger.warn("render: no render_mode was given")
        elif self.mode == "ansi":
            return table.told(seat)
        elif self.mode == "human":
            print(table.told(seat))
        else:
            self.painter = self.painter or Painter()
            return self.painter.paint(table.game, table.state, seat)
        return None

    def close(self) -> None:
        """Ends the browser."""
        if self.painter is not None:
            self.painter.close()
            self.painter = None

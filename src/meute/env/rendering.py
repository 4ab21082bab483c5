"""Render modes of the environments."""

from typing import Any

import gymnasium

from meute.env.picture import Painter
from meute.env.table import GameTable, InvalidInput

MODES = ["ansi", "human", "rgb_array"]


class Renderer:
    """Renders a seat's view as text or image; the browser starts with the first image."""

    def __init__(self, table: GameTable, mode: str | None) -> None:
        if mode not in (None, *MODES):
            raise InvalidInput(f"render_mode: {mode!r} is not one of {', '.join(MODES)}")
        self.table = table
        self.mode = mode
        self.painter: Painter | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "painter": None}  # a copy starts a browser of its own

    def render(self, seat: int) -> Any:
        """Returns text, an image array or None, by render mode."""
        table = self.table
        if self.mode is None:
            gymnasium.logger.warn("render: no render_mode was given")
        elif self.mode == "ansi":
            return table.text(seat)
        elif self.mode == "human":
            print(table.text(seat))
        else:
            self.painter = self.painter or Painter()
            return self.painter.paint(table.game, table.state, seat)
        return None

    def close(self) -> None:
        if self.painter is not None:
            self.painter.close()
            self.painter = None

"""Base class of the frames within a player's turn."""

from mypy_extensions import mypyc_attr

from meute.core.frame import Frame


@mypyc_attr(acyclic=True)
class InTurn(Frame):
    """A frame within a turn, pushed on top of the one that it interrupts."""

    def phase(self) -> str:
        """The page's name of the current step."""
        raise AssertionError

    def is_mid_move(self) -> bool:
        return True

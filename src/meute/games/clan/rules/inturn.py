"""What the paragraphs share that are read within somebody's turn."""

from mypy_extensions import mypyc_attr

from meute.core.frame import Frame


@mypyc_attr(acyclic=True)
class InTurn(Frame):
    """A paragraph of a turn, read upon the one that it interrupts."""

    def phase(self) -> str:
        """What the page calls the question."""
        raise AssertionError

    def half_done(self) -> bool:
        return True

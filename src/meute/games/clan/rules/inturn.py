"""What the paragraphs share that are read within somebody's turn."""

from mypy_extensions import mypyc_attr

from meute.core.frame import Frame
from meute.games.clan.state import Clan


@mypyc_attr(acyclic=True)
class InTurn(Frame):
    """A paragraph of a turn, read upon the one that it interrupts."""

    def carries(self, upper: Frame) -> bool:
        """Whether the other paragraph may interrupt this one where it stands."""
        return False

    def misfit(self, s: Clan) -> str:
        under = self.under
        return "" if isinstance(under, InTurn) and under.carries(self) else "under"

    def phase(self) -> str:
        """What the page calls the question."""
        raise AssertionError

    def half_done(self) -> bool:
        """Whether its question comes in the middle of an action, of which only the best end counts."""
        return True

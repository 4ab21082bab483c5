"""What one kind of table adds to an ordinary game, or forbids. `kinds.py` lists all kinds."""

from collections.abc import Awaitable, Callable
from typing import ClassVar, Literal

from meute.match import Match
from meute.server.messages.responses import ByHandSent, FromServer, LessonSent
from meute.server.refusal import Refusal
from meute.server.store.interface import Store
from meute.server.store.models import StoredTable, StoredTry, TableUpdate

TableCommand = Literal["resign", "rematch", "undo_vote", "restart"]


class TableKind:
    """An ordinary game. Other kinds override what differs; an instance holds neither the table nor its room."""

    refusals: ClassVar[dict[TableCommand, str]] = {"restart": "no_lesson"}
    """The commands that this kind of table refuses, each with the refusal's code."""

    plays_alone: ClassVar[bool] = False
    """Whether bots play on while no person follows the game."""
    by_hand: ClassVar[bool] = False
    """Whether the players enter what chance brings, and take back slips freely."""
    loses_on_time: ClassVar[bool] = False
    """Whether a player whose time runs out loses, even in a game that is not rated."""

    def allows(self, command: TableCommand) -> bool:
        return command not in self.refusals

    def check_allowed(self, command: TableCommand) -> None:
        """Refuses a command that this kind of table does not allow."""
        if not self.allows(command):
            raise Refusal(self.refusals[command])

    async def check_watcher(self, store: Store, stored: StoredTable, guest: Callable[[], Awaitable[str]]) -> None:
        """Refuses a guest who may not see this table."""

    def prepare(self, match: Match) -> None:
        """Gives a match that was created or loaded its source of chance."""

    def first_step(self, match: Match) -> int:
        """The number of steps at the start that are not undone: the set-up."""
        return 0

    def check_play(self, match: Match, seat: int, actions: list[int], send: Callable[[FromServer], None]) -> None:
        """Refuses actions that the rules allow but this table does not; may `send` a message to the player first."""

    def missed(self, stored: StoredTable, match: Match) -> StoredTry | None:
        """What is stored once the player has made a mistake that `check_play` refuses, or has seen the solution."""
        return None

    def scripted_action(self, match: Match, seat: int) -> str | None:
        """The action of a bot's seat: None if the bot computes it, empty if the seat must wait."""
        return None

    def bot_seed(self, match: Match, seat: int) -> int | None:
        """The seed of a bot's decision if all tables with the same deal must get the same one; None: a random seed and
        a limit of time."""
        return None

    def complete_update(self, update: TableUpdate, stored: StoredTable, match: Match) -> None:
        """Adds what this kind of table stores in the same transaction as moves, or as the end of the game."""

    def by_hand_sent(self, match: Match) -> ByHandSent | None:
        """What the table asks of players who draw by hand."""
        return None

    def lesson_sent(self, match: Match, seat: int) -> LessonSent | None:
        """The lesson as a seat sees it."""
        return None

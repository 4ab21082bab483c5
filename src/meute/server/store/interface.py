"""Interface of the store: the calls that every database implements, and the errors that they raise."""

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from meute.server.settings import Retention
from meute.server.store.models import (
    CodeKind,
    DailyStanding,
    DeliveryDue,
    FinishedGame,
    GroupMember,
    GroupResult,
    Leader,
    ListedTable,
    LoadedTable,
    NoticeDue,
    PlayedGame,
    ProgramGame,
    ProgramRating,
    SeatedTable,
    SeatLuck,
    Seek,
    SeekEnd,
    StatisticsSettings,
    StoredBout,
    StoredCall,
    StoredChat,
    StoredClock,
    StoredCurve,
    StoredDaily,
    StoredDelivery,
    StoredDevice,
    StoredGroup,
    StoredGuest,
    StoredLeagueResult,
    StoredLesson,
    StoredNotice,
    StoredPasskey,
    StoredPrefs,
    StoredPush,
    StoredRating,
    StoredTable,
    StoredToken,
    StoredTournament,
    StoredTry,
    StoredWebhook,
    TableStatus,
    TableSummary,
    TableUpdate,
    Waiting,
)


class StoreFailed(Exception):
    """A read or write failed; a failed write is rolled back."""


class LeaseLost(StoreFailed):
    """Another server owns the table now; the write is rolled back."""


class CodeTaken(StoreFailed):
    """Another table has this code or short code."""


class DealTaken(StoreFailed):
    """The guest has already begun this daily deal, at another table."""


class SharedTable(StoreFailed):
    """Two accounts at one unfinished table cannot be merged: one person would see two hands."""


class CallTaken(StoreFailed):
    """One of the people to be called to a table is no longer waiting: another server has called them, for example."""


class OwnerNode(NamedTuple):
    """The server that owns a table, and the address at which other servers reach it."""

    node: str
    address: str


class People(Protocol):
    """Stored data of people besides their names. A person's id is the id of the person's first device."""

    async def person_of(self, device: str) -> str | None:
        """The owner of a device; None if the device is unknown, and so a person of its own."""

    async def save_device(self, device: StoredDevice) -> None:
        """Inserts a device, or updates its label and time of use; its owner does not change."""

    async def devices(self, guest: str) -> list[StoredDevice]:
        """A person's devices, last used first."""

    async def reassign_device(self, device: str, guest: str, to: str) -> bool:
        """Gives a person's device to another person; false if the device was not theirs."""

    async def save_codes(self, guest: str, kind: CodeKind, hashes: list[str], until: float) -> None:
        """Replaces a person's codes of this kind."""

    async def code_owner(self, hash: str, kind: CodeKind, now: float) -> str | None:
        """The owner of a valid code; the code stays valid."""

    async def redeem_code(self, hash: str, kind: CodeKind, now: float) -> str | None:
        """The owner of a valid code, which is deleted."""

    async def claim(self, hash: str, until: float, now: float) -> bool:
        """Reserves a hash until a time; false if any server has reserved it and the reservation is still valid."""

    async def claimed_until(self, hash: str) -> float:
        """Time until which a hash is reserved; 0 if it is not."""

    async def unclaim(self, hash: str) -> None:
        """Deletes the reservation of a hash."""

    async def codes_left(self, guest: str, kind: CodeKind) -> int:
        """Number of a person's codes of this kind."""

    async def passkey(self, id: bytes) -> StoredPasskey | None:
        """A passkey by its id."""

    async def passkeys(self, guest: str) -> list[StoredPasskey]:
        """A person's passkeys."""

    async def add_passkey(self, passkey: StoredPasskey) -> None:
        """Inserts a passkey."""

    async def use_passkey(self, passkey: StoredPasskey, count: int, now: float) -> bool:
        """Stores a passkey's new signature count; false if the count has changed since the passkey was read."""

    async def drop_passkey(self, id: bytes, guest: str) -> bool:
        """Deletes a person's passkey; false if it was not theirs."""

    async def token(self, hash: str) -> StoredToken | None:
        """A token by its hash."""

    async def tokens(self, guest: str) -> list[StoredToken]:
        """A person's tokens, oldest first."""

    async def save_token(self, token: StoredToken) -> None:
        """Inserts a token, or updates the time of its last use."""

    async def drop_token(self, hash: str, guest: str) -> bool:
        """Deletes a person's token; false if it was not theirs."""

    async def seated_tables(self, guest: str) -> list[SeatedTable]:
        """All tables at which a person sits, is invited or is the host."""

    async def tables_with_running_clocks(self, guest: str) -> list[str]:
        """The codes of a person's tables that have a running clock."""

    async def merge(self, gone: str, stays: str, device: StoredDevice) -> None:
        """Merges account `gone` into `stays` and adds the device to it; raises SharedTable."""

    async def delete_person(self, guest: StoredGuest, called: str) -> None:
        """Deletes a person and the games without other people; elsewhere the name is replaced by `called`."""

    async def prefs(self, guests: Collection[str]) -> dict[str, StoredPrefs]:
        """The preferences of those people who have set any."""

    async def save_prefs(self, guest: str, prefs: StoredPrefs) -> None:
        """Stores a person's preferences."""

    async def ratings(self, guest: str) -> list[StoredRating]:
        """A person's ratings, one for each game with rated results."""

    async def program_ratings(self) -> list[ProgramRating]:
        """The ratings of all programs, best first."""

    async def program_games(self, most: int) -> list[ProgramGame]:
        """The latest rated games among programs."""

    async def history(self, guest: str, most: int = 100) -> list[FinishedGame]:
        """A person's finished games, latest first."""

    async def companions(self, guest: str, most: int = 50) -> list[tuple[str, str, int]]:
        """The people a person has played with, latest first: (guest, name, number of tables)."""

    async def set_block(self, guest: str, other: str, how: str, on: bool) -> None:
        """Sets or clears a block: `how` is "mute" (hide the other's chat) or "shut" (the other can neither invite the
        guest nor sit at their tables)."""

    async def blocks_of(self, guest: str) -> set[tuple[str, str]]:
        """A person's blocks of others: (other, "mute" or "shut")."""

    async def banned(self) -> set[str]:
        """All people whom the operator has banned."""

    async def is_banned(self, guest: str) -> bool:
        """Whether the operator has banned a person."""

    async def report(self, guest: str, table_id: int, n: int, now: float) -> None:
        """Stores a report of a chat line, once for each reporter."""

    async def save_notices(self, table_id: int, notices: list[StoredNotice], gone: list[str]) -> None:
        """Replaces notices of the same guest, table and kind; drops pending turn notices of the guests in `gone`."""

    async def drop_notices(self, guest: str, table_id: int) -> None:
        """Deletes a guest's unsent notices about a table, except time reminders."""

    async def notices_due(self, now: float, most: int = 100) -> list[NoticeDue]:
        """Unsent notices that are due, oldest first."""

    async def next_notice(self) -> float | None:
        """Due time of the next unsent notice; None if there is none."""

    async def add_deliveries(self, deliveries: Collection[StoredDelivery]) -> None:
        """Stores deliveries that belong to no notice."""

    async def mark_notice_sent(
        self, notice: StoredNotice, now: float, deliveries: Collection[StoredDelivery] = ()
    ) -> bool:
        """Marks a notice as sent and stores its deliveries; false if another server has done so."""

    async def notices_sent_since(self, guest: str, since: float) -> int:
        """Number of notices sent to a guest since a time."""

    async def webhooks(self, guest: str) -> list[StoredWebhook]:
        """A person's webhooks, oldest first."""

    async def add_webhook(self, webhook: StoredWebhook) -> None:
        """Adds a webhook."""

    async def drop_webhook(self, guest: str, id: str) -> None:
        """Deletes a person's webhook and its deliveries."""

    async def deliveries_due(self, now: float, most: int) -> list[DeliveryDue]:
        """Deliveries that are due, oldest first."""

    async def note_delivery(self, webhook: str, status: int, at: float) -> None:
        """Notes time and status of a webhook's last delivery."""

    async def next_delivery(self) -> float | None:
        """Due time of the next delivery; None if there is none."""

    async def claim_delivery(self, delivery: StoredDelivery, due: float) -> bool:
        """Counts a try of a delivery and postpones it; false if another server has done so."""

    async def drop_delivery(self, id: str) -> None:
        """Deletes a delivery."""

    async def add_push(self, guest: str, push: StoredPush, most: int, now: float) -> None:
        """Adds a browser's push subscription; beyond `most`, the guest's oldest are deleted."""

    async def pushes(self, guest: str) -> list[StoredPush]:
        """A person's push subscriptions."""

    async def drop_push(self, guest: str, endpoint: str) -> None:
        """Deletes a push subscription."""

    async def daily_results(self, guest: str) -> list[StoredDaily]:
        """A person's results in daily deals, oldest first."""

    async def chat_lines_of(self, guest: str) -> list[tuple[str, float, str]]:
        """All chat lines of a person: (table code, time, text)."""


class MatchmakingStore(Protocol):
    """Stored data of matchmaking: presence, public tables, searches, calls."""

    async def set_present(self, node: str, guests: Collection[str], until: float) -> None:
        """Notes that people are connected to a node until a time."""

    async def present(self, guests: Collection[str], now: float) -> set[str]:
        """Those of these people who are connected to any node."""

    async def count_present(self, now: float) -> int:
        """Number of people who are connected to any node."""

    async def open_tables(self, now: float, most: int) -> list[ListedTable]:
        """The public tables in the lobby, oldest first; those without a pace of days only while someone is here."""

    async def running_tables(self, most: int) -> list[ListedTable]:
        """The public running games, last changed first."""

    async def public_tables_of(self, guest: str) -> list[StoredTable]:
        """The public tables of a person: in the lobby or running."""

    async def seek(self, guest: str) -> Seek | None:
        """A person's search."""

    async def save_seek(self, seek: Seek, most: int) -> bool:
        """Stores a search, in place of the person's last one; false if the person is being called to a table, or if
        others have `most` searches."""

    async def drop_seek(self, guest: str) -> bool:
        """Deletes a person's search; false if the person is being called."""

    async def end_seek(self, guest: str, why: SeekEnd) -> bool:
        """Ends a search, and keeps the reason for the person; false if it had ended or the person is being called."""

    async def waiting(self, now: float) -> list[Waiting]:
        """All searches without a call."""

    async def open_call(self, call: StoredCall) -> None:
        """Calls people to a table: all of them, or raises CallTaken if one is not waiting any more."""

    async def call(self, code: str) -> tuple[StoredCall, list[Seek]] | None:
        """A call, and the searches of its people."""

    async def calls_due(self, now: float) -> list[str]:
        """The codes of the calls whose time is over."""

    async def next_call_due(self) -> float | None:
        """The time at which the next call is over."""

    async def accept_call(self, guest: str, code: str, contribution: str) -> bool:
        """Stores that a person comes; false if the person is not called to this table."""

    async def cancel_call(self, code: str, gone: dict[str, SeekEnd]) -> bool:
        """Ends a call without a table, and the searches of the people in `gone`; the others wait on, as long as
        before. False if another server has ended it."""

    async def finish_call(self, code: str) -> None:
        """Deletes a call, and ends the searches of its people ("begun"), once their table exists."""

    async def ratings_of(self, guests: Collection[str], game: str) -> dict[str, StoredRating]:
        """The ratings of those people who have one in a game."""

    async def avoided_by(self, guest: str) -> set[str]:
        """The people whom a person has blocked, or who have blocked this person."""

    async def note_quick_leave(self, guest: str, table_id: int, now: float) -> None:
        """Stores that a person has left a table soon after the beginning, once for each table."""

    async def quick_leaves(self, guest: str, since: float) -> list[float]:
        """The times since then at which a person has left a table soon after the beginning."""


class TournamentStore(Protocol):
    """Stored data of tournaments."""

    async def tournament(self, code: str) -> tuple[StoredTournament, int] | None:
        """A tournament, and the number of its changes."""

    async def add_tournament(self, tournament: StoredTournament, now: float, most: int, most_of_host: int) -> bool:
        """Stores a new tournament; false if there are `most` that are not over, or `most_of_host` of its host."""

    async def save_tournament(self, tournament: StoredTournament, turn: int, now: float, due: float | None) -> bool:
        """Stores a changed tournament; false if it had not `turn` changes any more."""

    async def postpone(self, code: str, turn: int, due: float | None) -> bool:
        """Stores when an unchanged tournament must be looked at; false if it had not `turn` changes any more."""

    async def tournaments_due(self, now: float) -> list[str]:
        """The codes of the tournaments that must be looked at."""

    async def next_tournament_due(self) -> float | None:
        """The time at which the next tournament must be looked at."""

    async def tournaments_of(self, guest: str, most: int) -> list[StoredTournament]:
        """The tournaments of a person, as player or host, last changed first."""

    async def public_tournaments(self, most: int) -> list[StoredTournament]:
        """The public tournaments that are not over, last changed first."""

    async def bouts(self, code: str) -> dict[str, StoredBout]:
        """The results of a tournament's tables, by the code of the table."""

    async def standing_of(self, codes: Collection[str]) -> dict[str, tuple[StoredTable, TableStatus]]:
        """Those of these tables that exist, with the seats to act and the progress."""


class LeagueStore(Protocol):
    """Stored results of the league of the week."""

    async def week(self, week: str) -> list[tuple[StoredLeagueResult, str]]:
        """All results of a week, with the names of the players."""

    async def results_of(self, guest: str) -> list[StoredLeagueResult]:
        """A person's results, oldest first."""

    async def has_finished(self, week: str, deal: int, guest: str) -> bool:
        """Whether a person has finished a deal."""

    async def save(self, result: StoredLeagueResult, now: float) -> None:
        """Stores a result that was played without a table, unless there is one already."""

    async def set_adjusted(self, week: str, deal: int, guest: str, adjusted: float) -> None:
        """Stores a result's margin without the luck of the draws."""


class GroupStore(Protocol):
    """Stored data of groups."""

    async def group(self, code: str) -> StoredGroup | None:
        """A group."""

    async def members(self, code: str) -> list[GroupMember]:
        """The members of a group and those removed from it, oldest first."""

    async def groups_of(self, guest: str) -> list[tuple[StoredGroup, int]]:
        """The groups of a person, by name, each with the number of its members."""

    async def is_member(self, code: str, guest: str) -> bool:
        """Whether a person is a member of a group."""

    async def add_group(self, group: StoredGroup, guest: str, most: int, most_of_guest: int) -> bool:
        """Stores a new group with its first member; false if there are `most`, or `most_of_guest` of the person."""

    async def add_member(self, code: str, guest: str, now: float, most: int, most_of_guest: int) -> bool:
        """Adds a member; false if the group has `most`, or the person is in `most_of_guest` groups."""

    async def remove_member(self, code: str, guest: str, for_good: bool) -> None:
        """Removes a member, who may come back unless `for_good`; a group without members is deleted."""

    async def rename_group(self, code: str, name: str) -> None:
        """Renames a group."""

    async def tables(self, code: str, most: int) -> list[TableSummary]:
        """The tables of a group, last changed first."""

    async def tournaments(self, code: str, most: int) -> list[StoredTournament]:
        """The tournaments of a group, last changed first."""

    async def results(self, code: str) -> list[GroupResult]:
        """The members' results at the group's tables, by person and game."""


class StatisticsStore(Protocol):
    """Stored data of statistics."""

    async def played(self, guest: str, game: str, most: int) -> list[PlayedGame]:
        """A person's finished games of a kind, latest first."""

    async def counts(self, guest: str) -> dict[str, int]:
        """The number of a person's finished games of each kind."""

    async def settings(self, guest: str) -> StatisticsSettings | None:
        """Who may see a person's statistics; None: never set."""

    async def settings_of_handle(self, handle: str) -> StatisticsSettings | None:
        """The settings of the person with this handle."""

    async def save_settings(self, settings: StatisticsSettings) -> None:
        """Stores who may see a person's statistics."""

    async def leaders(self, game: str, least_games: int, most: int) -> list[Leader]:
        """The people with the best ratings among those who allow it and have this many rated games."""

    async def lucks(self, codes: Collection[str]) -> dict[str, dict[int, SeatLuck]]:
        """The luck of each guest seat at these tables, where it was measured."""

    async def save_luck(self, table_id: int, found: Mapping[int, SeatLuck], places: Sequence[int]) -> None:
        """Stores the luck of each guest seat of a game, unless it is known. `places`: the places without luck of the
        same seats, if the game counts for the adjusted rating."""


class Store(Protocol):
    """All persistent data. A call that changes something returns once that is durable, and raises StoreFailed
    otherwise."""

    instance_id: str
    """Identifies this installation; stays the same over restarts."""
    node: str
    """Unique name of this server process among those that share the database; empty where there is only one."""
    is_single_node: bool
    """Whether only one server uses the database; it owns every new table."""
    people: People
    matchmaking: MatchmakingStore
    tournaments: TournamentStore
    statistics: StatisticsStore
    league: LeagueStore
    groups: GroupStore

    def open(self) -> None:
        """Starts work on the running event loop."""

    async def close(self) -> None:
        """Finishes pending writes and closes."""

    async def guest(self, guest: str) -> StoredGuest | None:
        """A guest by id, if known."""

    async def save_guest(self, guest: StoredGuest) -> None:
        """Stores a guest's name and language."""

    async def table_summaries(self, guest: str, most: int = 50) -> list[TableSummary]:
        """The guest's tables, latest first, without those that cannot be decoded."""

    async def lessons(self, guest: str) -> list[StoredLesson]:
        """The guest's progress in every lesson begun, the oldest first."""

    async def save_try(self, tried: StoredTry) -> None:
        """Stores a try at a puzzle, and rates it if it is the guest's first one."""

    async def daily_standings(self, day: str, guest: str) -> list[DailyStanding]:
        """The guest's result in each deal of a day, compared with all others."""

    async def save_daily(self, result: StoredDaily) -> None:
        """Stores the result of a daily deal that was played without a table, unless there is one already."""

    async def has_finished_daily(self, day: str, game: str, guest: str) -> bool:
        """Whether a guest has finished a day's deal of a game."""

    async def add_table(
        self, table: StoredTable, update: TableUpdate, follows: tuple[int, StoredTable] | None = None
    ) -> int:
        """Inserts a table with its first update, and in the same transaction updates the table that it follows; returns
        its id. Raises CodeTaken, and DealTaken for a daily deal."""

    async def save_table(self, table_id: int, table: StoredTable) -> None:
        """Stores a table's changed seats, options or phase."""

    async def load(self, code: str) -> LoadedTable | None:
        """Loads a table with its moves, for reading only."""

    # Several servers may share a database. Only the owner of a table writes to it: a write that names its `table_id`
    # raises LeaseLost once another server has acquired the table.

    async def acquire(self, code: str, force: bool = False, unreachable: str = "") -> LoadedTable | OwnerNode | None:
        """Takes ownership of a table and loads it; or returns its owner. An owner that is gone or is named by
        `unreachable` (and has lost its lock) is replaced; with `force`, any owner is."""

    def release(self, table_id: int) -> Coroutine[Any, Any, None]:
        """Gives up ownership: at once in this process; the coroutine ends when any server may acquire the table."""

    async def release_all(self) -> None:
        """Gives up ownership of all tables of this server."""

    def holds_lease(self) -> bool:
        """Whether this server certainly still owns the tables that it has acquired."""

    def write_error(self) -> str:
        """Why the database refused the last write, if the cause was the database (a full disk, for example); else
        empty."""

    async def probe_write(self) -> None:
        """Tests whether the database accepts writes: writes a block of random bytes and deletes it."""

    def epoch(self, table_id: int) -> int:
        """Fencing token: how often this table had been acquired when this server did so; 0 without fencing."""

    def set_callbacks(self, on_lost: Callable[[], None], on_message: Callable[[str, str], None]) -> None:
        """Sets the callbacks for the loss of all tables, and for messages from other servers: (kind, subject). The kind
        "listening" says that this server has started, or started again, to receive messages."""

    async def notify_nodes(self, kind: str, subject: str) -> None:
        """Sends a message to all other servers."""

    async def code_of_word(self, word: str) -> str | None:
        """The code of the lobby with this short code."""

    async def append(self, table_id: int, n: int, update: TableUpdate) -> None:
        """Stores an update of a table that had n moves."""

    async def save_clocks(self, table_id: int, clocks: Collection[StoredClock]) -> None:
        """Stores a table's clocks."""

    async def tables_with_due_clocks(self, now: float) -> list[str]:
        """The codes of tables where a clock has run out."""

    async def next_clock_due(self) -> float | None:
        """Time at which the next clock runs out; None if no clock runs."""

    async def add_chat_line(self, table_id: int, n: int, line: StoredChat) -> None:
        """Stores chat line number n."""

    async def save_curve(self, table_id: int, curve: StoredCurve) -> None:
        """Stores the win probabilities over a finished game."""

    async def curve(self, table_id: int) -> StoredCurve | None:
        """The stored win probabilities over a finished game."""

    async def purge_expired(self, retention: Retention, except_codes: Collection[str]) -> int:
        """Deletes some of the data past its retention time, except tables with these codes; returns the number deleted,
        0 when done."""

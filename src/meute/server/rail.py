"""The rail: what is said at the table, who looks on, and whom the host asks to be quiet or to leave."""

import copy
import time
from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.server.lobby import name_of
from meute.server.refusal import Refusal
from meute.server.store import ChatKept
from meute.server.telling import chat_sent
from meute.server.watcher import REMOVED, Watcher
from meute.server.wire import Hush, SaidSent, SpectatorSent

if TYPE_CHECKING:
    from meute.server.table import Table

JOINERS = "\u200c\u200d"
"""Invisible, but parts of words and of faces."""


class Rail:
    """Those at one table who have no seat."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.numbers: dict[str, int] = {}
        """What the host calls each guest by, who must not learn more of them."""

    def spectators(self) -> list[SpectatorSent]:
        """Who looks on, each guest once."""
        found: dict[str, SpectatorSent] = {}
        for watcher in self.table.watchers:
            guest = watcher.guest
            if watcher.greeted and not self.table.seats_of(guest.guest):
                number = self.numbers.setdefault(guest.guest, len(self.numbers))
                muted = guest.guest in self.table.kept.muted
                found[guest.guest] = SpectatorSent(number=number, name=name_of(guest), muted=muted)
        return list(found.values())

    async def hush(self, wish: Hush) -> None:
        """The host mutes somebody who looks on, lets him speak again, or sends him away."""
        guest = next((guest for guest, number in self.numbers.items() if number == wish.spectator), None)
        if guest is None or self.table.seats_of(guest):
            raise Refusal("no_spectator")
        changed = copy.deepcopy(self.table.kept)
        changed.muted = [other for other in changed.muted if other != guest]
        if wish.how == "mute":
            changed.muted.append(guest)
        elif wish.how == "remove":
            changed.removed.append(guest)
        await self.table.house.store.keep_table(self.table.id, changed)
        self.table.kept = changed
        for watcher in self.table.watchers:
            if wish.how == "remove" and watcher.guest.guest == guest:
                self.send_away(watcher)
        self.table.tell_seats()

    def send_away(self, watcher: Watcher) -> None:
        """Tells a connection why it is closed."""
        watcher.greeted = False
        watcher.send(Refusal("removed").sent())
        watcher.close(REMOVED)

    async def say(self, watcher: Watcher, text: str) -> None:
        """A chat line."""
        table, limits = self.table, self.table.house.settings
        text = clean(text)
        if len(text) > limits.chat or len(table.chat) >= limits.chat_lines * 100:
            raise Refusal("too_long")
        if watcher.guest.guest in table.kept.muted:
            raise Refusal("muted")
        if not text:
            return
        own = table.seats_of(watcher.guest.guest)
        seat = watcher.seat if watcher.seat in own else own[0] if own else NOBODY
        name = table.kept.seats[seat].name if seat != NOBODY else name_of(watcher.guest)
        line = ChatKept(name, seat, text, time.time())
        await table.house.store.say(table.id, len(table.chat), line)
        table.chat.append(line)
        table.tell(SaidSent(line=chat_sent(line)))


def clean(text: str) -> str:
    """One line without what cannot be seen: no mark in it turns the letters around it."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter in JOINERS)

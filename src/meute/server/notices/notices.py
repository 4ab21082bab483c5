"""Who is told what, and when: held back for a minute, out of quiet hours, one for each table, a few in an hour."""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from meute.core.phrase import Phrase, phrase
from meute.server.lobby import told_names
from meute.server.notices.mail import confirmation, digest, send
from meute.server.notices.push import Pusher, Subscription, is_offered
from meute.server.people.calm import after_quiet
from meute.server.people.people import FOREVER
from meute.server.refusal import Refusal
from meute.server.room import Room
from meute.server.store import GuestKept, NoticeDue, NoticeKept, PrefsKept
from meute.server.watch import Watch
from meute.text import catalogue

if TYPE_CHECKING:
    from meute.server.house import House

log = logging.getLogger(__name__)

HELD_BACK = 60.0
AN_HOUR = 3600.0
IN_AN_HOUR = 6
"""Notices to one person."""
A_DAY = 86400.0
MAIL_TIME = 3 * A_DAY
"""Seconds in which an address may be confirmed."""
GONE = (404, 410)
"""What a push service answers for a browser that wants nothing any more."""


class Notices:
    """Notes what is to be told, and tells it when it is due."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.store = house.store.people
        self.settings = house.settings
        self.now = house.settings.now
        contact = house.settings.push_contact or house.settings.public or "mailto:meute@localhost"
        self.telling = Watch("notices", self.send_due, self.settings)
        self.pusher = Pusher(house.secret, contact, house.settings.push_hosts)

    def can_push(self) -> bool:
        """Whether browsers can be told."""
        return is_offered()

    def push_key(self) -> str | None:
        """What browsers subscribe with."""
        return self.pusher.public_key() if self.can_push() else None

    # --- noting

    def wants(self, guest: str) -> bool:
        """Whether somebody wants to be told anything."""
        wishes = self.house.people.wishes(guest)
        return wishes.push or wishes.mail_on

    async def follow(self, room: Room, asked: list[int], dues: dict[int, tuple[float, float]]) -> None:
        """Notes whose turn it is now at a table; `dues`: since when and until when each seat has time, if by days."""
        seats = room.kept.seats
        people = {seats[seat].guest for seat in asked if seats[seat].kind == "guest"}
        wanted = {guest for guest in people if self.wants(guest)}
        if wanted == room.noted:
            return
        fresh = wanted - room.noted
        noted = []
        for seat in asked:
            guest = seats[seat].guest
            if guest not in fresh:
                continue
            noted.append(self.notice(guest, room.id, "turn", self.now() + HELD_BACK))
            if seat in dues:
                since, due = dues[seat]
                noted.append(self.notice(guest, room.id, "half", since + (due - since) / 2))
                noted.append(self.notice(guest, room.id, "last", due - (due - since) / 10))
        await self.keep(room.id, noted, room.noted - wanted)
        room.noted = wanted

    async def seen(self, guest: str, room: Room) -> None:
        """Somebody has come to the table before he was told; he is still reminded of his time."""
        if self.wants(guest):
            await self.store.drop_notices(guest, room.id)

    async def tell(self, guests: set[str], table_id: int, kind: str) -> None:
        """Notes something that has happened, for those who want to know."""
        await self.house.people.learn(guests)
        noted = [self.notice(guest, table_id, kind, self.now() + HELD_BACK) for guest in guests if self.wants(guest)]
        await self.keep(table_id, noted, set())

    async def tell_others(self, room: Room, besides: str, kind: str) -> None:
        """The same, for all people at a table but one."""
        others = {seat.guest for seat in room.kept.seats if seat.kind == "guest"} - {besides}
        await self.tell(others, room.id, kind)

    def notice(self, guest: str, table_id: int, kind: str, due: float) -> NoticeKept:
        """A notice, moved out of somebody's quiet hours."""
        return NoticeKept(guest, table_id, kind, after_quiet(due, self.house.people.wishes(guest)))

    async def keep(self, table_id: int, noted: list[NoticeKept], gone: set[str]) -> None:
        """Keeps notices for later; those about a turn that is over go."""
        if noted or gone:
            await self.store.keep_notices(table_id, noted, sorted(gone))
            self.telling.expect(min((one.due for one in noted), default=float("inf")))

    # --- telling

    async def send_due(self) -> float | None:
        """Tells all that is due, one person after the other; when the next notice is."""
        now = self.now()
        for one in await self.store.notices_due(now):
            try:
                await self.send(one, now)
            except Exception:
                log.exception("a notice")
                await self.store.sent_notice(one.notice, now)
        return await self.store.next_notice()

    async def send(self, one: NoticeDue, now: float) -> None:
        """One notice: to every browser of a person, or into the mail of the day."""
        notice = one.notice
        await self.house.people.learn([notice.guest])
        wishes = self.house.people.wishes(notice.guest)
        table = self.house.tables.get(one.code)
        here = table is not None and any(w.guest.guest == notice.guest for w in table.room.greeted())
        if here or not self.wants(notice.guest):
            await self.store.sent_notice(notice, now)
        elif await self.store.sent_since(notice.guest, now - AN_HOUR) >= IN_AN_HOUR:
            await self.later(notice, now + AN_HOUR)
        elif wishes.push:
            if await self.store.sent_notice(notice, now):
                await self.push(notice.guest, await self.told(one), one.code)
        elif now - wishes.mail_sent < A_DAY:
            await self.later(notice, wishes.mail_sent + A_DAY)
        else:
            if await self.store.sent_notice(notice, now):
                await self.mail(notice.guest, wishes)

    async def later(self, notice: NoticeKept, due: float) -> None:
        """A notice waits."""
        await self.house.people.learn([notice.guest])
        again = self.notice(notice.guest, notice.table_id, notice.kind, due)
        await self.store.keep_notices(notice.table_id, [again], [])

    async def told(self, one: NoticeDue) -> dict[str, str]:
        """What is shown: the game, who plays, what is wanted; nothing that lies on the table."""
        notice = one.notice
        guest = await self.house.store.guest(notice.guest) or GuestKept(notice.guest, "", "")
        language = guest.language or "fr"
        names = told_names((seat.name for seat in one.table.seats if seat.guest != notice.guest), language)
        words = catalogue(language)
        told: Phrase = phrase(f"notice.{notice.kind}", names=names)
        title = words.say(phrase(f"{one.table.game}.title"))
        return {"title": title, "body": words.say(told), "tag": one.code, "url": f"/table/{one.code}"}

    async def push(self, guest: str, told: dict[str, str], topic: str) -> None:
        """Tells every browser of a person; those that are gone are forgotten."""
        for to in await self.store.pushes(guest):
            subscription = Subscription(to.endpoint, to.key, to.auth)
            try:
                status = await asyncio.to_thread(self.pusher.send, subscription, told, topic, self.now())
            except (OSError, Refusal) as error:
                log.info("not pushed: %s", error)
                status = 0
            if status in GONE:
                await self.drop_push(guest, to.endpoint)
            elif not 200 <= status < 300:
                log.info("a push service answered %d", status)

    async def drop_push(self, guest: str, endpoint: str) -> None:
        """A browser is told nothing any more."""
        await self.store.drop_push(guest, endpoint)
        if not await self.store.pushes(guest):
            await self.house.people.learn([guest])
            prefs = self.house.people.wishes(guest)
            prefs.push = False
            await self.store.keep_prefs(guest, prefs)

    # --- mail

    async def ask_address(self, guest: GuestKept, prefs: PrefsKept) -> None:
        """Sends the question whether an address is right."""
        assert self.settings.mail is not None
        code = secrets.token_urlsafe(16)
        await self.store.keep_codes(guest.guest, "mail", [self.house.people.hash("mail", code)], self.now() + MAIL_TIME)
        link = f"{self.settings.public}/mail#{code}"
        mail = confirmation(self.settings.mail, prefs.mail, guest.language, link)
        await asyncio.to_thread(send, self.settings.mail, mail)

    async def mail(self, guest: str, prefs: PrefsKept) -> None:
        """The list of the day: every table where somebody waits for a person."""
        if self.settings.mail is None:
            return
        known = await self.house.store.guest(guest) or GuestKept(guest, "", "")
        lines = [line for line in await self.house.lines(guest) if line.my_turn or line.invited]
        language = known.language or "fr"
        waiting = [
            (
                line.game,
                told_names((name for seat, name in enumerate(line.seats) if seat not in line.mine), language),
                f"{self.settings.public}/table/{line.code}",
            )
            for line in lines
        ]
        if not waiting:
            return
        prefs.mail_sent = self.now()
        await self.store.keep_prefs(guest, prefs)
        code = secrets.token_urlsafe(16)
        await self.store.keep_codes(guest, "leave", [self.house.people.hash("leave", code)], FOREVER)
        mail = digest(self.settings.mail, prefs.mail, language, waiting, self.settings.public, code)
        await asyncio.to_thread(send, self.settings.mail, mail)

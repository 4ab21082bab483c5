"""Queue of notifications: delayed by a minute, outside quiet hours, one per table and kind, a few per hour."""

import copy
import hmac
import http.client
import logging
from email.message import EmailMessage
from typing import TYPE_CHECKING

from meute.core.phrase import phrase
from meute.server.messages.people import WebhookRequest
from meute.server.notifications.mail import MailFailed, check_address, confirmation, digest, mailbox_of, send
from meute.server.notifications.push import Pusher, Subscription, is_available
from meute.server.notifications.webhooks import Webhooks
from meute.server.people.accounts import FOREVER
from meute.server.quiet_hours import after_quiet
from meute.server.refusal import Refusal
from meute.server.store.models import NoticeDue, StoredGuest, StoredNotice, StoredTable
from meute.server.store.ratings import is_rated
from meute.server.system import random_urlsafe
from meute.server.table.lobby import display_names
from meute.server.table.room import Room
from meute.server.thread_pool import Busy
from meute.server.timer import Timer
from meute.text import catalogue

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

DELAY = 60.0
HOUR = 3600.0
MOST_PER_HOUR = 6
"""Most notifications to one person in an hour."""
DAY = 86400.0
CONFIRM_TIME = 3 * DAY
"""Seconds for which the confirmation link of an address is valid."""
MAIL_TIMEOUT = 12.0
"""Seconds for the mail server to accept a mail, while a request waits."""
MAIL_PAUSE = 300.0
"""Seconds without digests after the mail server has failed."""
MAIL_THREADS, MOST_MAILS = 2, 16
PUSH_THREADS, MOST_PUSHES = 4, 64
"""Threads of each pool, and most calls that run or wait."""
SIGNATURE_LENGTH = 16
"""Characters at the end of a code that bind it to one address."""
UNSUBSCRIBED = (404, 410)
"""Status codes of a push service for an expired subscription."""


class Notifications:
    """Stores notifications, and sends them when they are due."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.store = registry.store.people
        self.settings = registry.settings
        self.now = registry.settings.now
        contact = registry.settings.push.contact or registry.settings.http.public_url or "mailto:meute@localhost"
        self.timer = Timer("notices", self.send_due, self.settings)
        self.pusher = Pusher(registry.secret, contact, registry.settings.push.hosts)
        self.webhooks = Webhooks(registry)
        self.mail_pool = registry.platform.pool("mail", MAIL_THREADS, MOST_MAILS)
        self.push_pool = registry.platform.pool("push", PUSH_THREADS, MOST_PUSHES)
        self.mail_paused_until = 0.0
        """No digest is sent before this time, since the mail server has failed."""

    def close(self) -> None:
        self.mail_pool.close()
        self.push_pool.close()
        self.webhooks.pool.close()

    def can_push(self) -> bool:
        """Whether Web Push is available."""
        return is_available()

    def push_key(self) -> str | None:
        """VAPID public key that browsers subscribe with; None without Web Push."""
        return self.pusher.public_key() if self.can_push() else None

    # --- queueing

    def wants_notices(self, guest: str) -> bool:
        """Whether a guest has turned on push, webhooks or mail; needs loaded preferences."""
        prefs = self.registry.accounts.prefs(guest)
        return prefs.push or prefs.webhooks or prefs.mail_on

    async def update_turns(self, room: Room, to_move: list[int], dues: dict[int, tuple[float, float]]) -> None:
        """Queues "your turn" notifications for the seats to move, and drops those of seats that have moved.

        `dues`: (start, due time) of each seat's running clock of kind "days"; adds reminders at half and 90 % of it.
        """
        seats = room.stored.seats
        people = {seats[seat].guest for seat in to_move if seats[seat].kind == "guest"}
        wanted = {guest for guest in people if self.wants_notices(guest)}
        if wanted == room.turn_notices:
            return
        fresh = wanted - room.turn_notices
        notices = []
        for seat in to_move:
            guest = seats[seat].guest
            if guest not in fresh:
                continue
            notices.append(self.make_notice(guest, room.id, "turn", self.now() + DELAY))
            if seat in dues:
                since, due = dues[seat]
                notices.append(self.make_notice(guest, room.id, "half", since + (due - since) / 2))
                notices.append(self.make_notice(guest, room.id, "last", due - (due - since) / 10))
        await self.save(room.id, notices, room.turn_notices - wanted)
        room.turn_notices = wanted

    async def drop_seen(self, guest: str, room: Room) -> None:
        """Drops a guest's notifications of a table that they have opened; reminders about time stay."""
        if self.wants_notices(guest):
            await self.store.drop_notices(guest, room.id)

    async def notify(self, guests: set[str], table_id: int, kind: str) -> None:
        """Queues a notification for those of the guests who have turned on push, webhooks or mail."""
        await self.registry.accounts.load_prefs(guests)
        notices = [
            self.make_notice(guest, table_id, kind, self.now() + DELAY) for guest in guests if self.wants_notices(guest)
        ]
        await self.save(table_id, notices, set())

    async def notify_others(self, room: Room, besides: str, kind: str) -> None:
        """Queues a notification for all guests at a table but one."""
        others = {seat.guest for seat in room.stored.seats if seat.kind == "guest"} - {besides}
        await self.notify(others, room.id, kind)

    def make_notice(self, guest: str, table_id: int, kind: str, due: float) -> StoredNotice:
        """A notification, postponed to the end of the guest's quiet hours."""
        return StoredNotice(guest, table_id, kind, after_quiet(due, self.registry.accounts.prefs(guest)))

    async def save(self, table_id: int, notices: list[StoredNotice], gone: set[str]) -> None:
        """Stores new notifications, and deletes the turn notifications of the guests in `gone`."""
        if notices or gone:
            await self.store.save_notices(table_id, notices, sorted(gone))
            self.timer.schedule(min((notice.due for notice in notices), default=float("inf")))

    # --- sending

    async def send_due(self) -> float | None:
        """Sends all due notifications. Returns when the next one is due."""
        now = self.now()
        for due in await self.store.notices_due(now):
            try:
                await self.send(due, now)
            except Exception:
                log.exception("notification not sent")
                await self.store.mark_notice_sent(due.notice, now)
        return await self.store.next_notice()

    async def send(self, due: NoticeDue, now: float) -> None:
        """Sends one notification: by push to all browsers of a guest and to their webhooks, else as part of the daily
        digest."""
        notice = due.notice
        await self.registry.accounts.load_prefs([notice.guest])
        prefs = self.registry.accounts.prefs(notice.guest)
        table = self.registry.tables.get(due.code)
        is_present = table is not None and any(w.guest.guest == notice.guest for w in table.room.greeted())
        if is_present or not self.wants_notices(notice.guest):
            await self.store.mark_notice_sent(notice, now)
        elif await self.store.notices_sent_since(notice.guest, now - HOUR) >= MOST_PER_HOUR:
            await self.postpone(notice, now + HOUR)
        elif prefs.push or prefs.webhooks:
            deliveries = await self.webhooks.deliveries(notice.guest, notice.table_id, notice.kind)
            if await self.store.mark_notice_sent(notice, now, deliveries):
                self.webhooks.timer.schedule(now if deliveries else float("inf"))
                if prefs.push:
                    await self.push(notice.guest, await self.push_message(due), due.code)
        elif (next_digest := await self.store.claimed_until(self.digest_claim(notice.guest))) > now:
            await self.postpone(notice, next_digest)
        elif now < self.mail_paused_until:
            await self.postpone(notice, self.mail_paused_until)
        elif await self.store.mark_notice_sent(notice, now):
            try:
                if not await self.send_digest(notice.guest, prefs.mail):
                    await self.postpone(notice, now + DAY)
            except Refusal as refusal:
                log.warning("no daily list sent: %s", refusal.code)
            except MailFailed as error:
                log.warning("no daily list sent: %s", error)
                self.mail_paused_until = now + MAIL_PAUSE
                await self.postpone(notice, self.mail_paused_until)

    async def postpone(self, notice: StoredNotice, due: float) -> None:
        await self.registry.accounts.load_prefs([notice.guest])
        again = self.make_notice(notice.guest, notice.table_id, notice.kind, due)
        await self.store.save_notices(notice.table_id, [again], [])

    async def push_message(self, due: NoticeDue) -> dict[str, str]:
        """The push payload."""
        guest = await self.registry.store.guest(due.notice.guest) or StoredGuest(due.notice.guest, "", "")
        return self.message(guest, due.notice.kind, due.code, due.table)

    def message(self, guest: StoredGuest, kind: str, code: str, table: StoredTable) -> dict[str, str]:
        """What a notice says: game, other players and kind; nothing about the state of the game."""
        language = guest.language or "fr"
        names = display_names((seat.name for seat in table.seats if seat.guest != guest.guest), language)
        words = catalogue(language)
        kind = "last_rated" if kind == "last" and is_rated(table) else kind
        body = words.render(phrase(f"notice.{kind}", names=names))
        title = words.render(phrase(f"{table.game}.title"))
        return {"title": title, "body": body, "tag": code, "url": f"/table/{code}"}

    # --- webhooks

    async def add_webhook(self, guest: StoredGuest, body: WebhookRequest) -> None:
        """Adds a webhook of a guest."""
        await self.webhooks.add(guest.guest, body)
        await self.note_webhooks(guest.guest)

    async def drop_webhook(self, guest: str, id: str) -> None:
        """Deletes a webhook of a guest, and what it has not got."""
        await self.store.drop_webhook(guest, id)
        await self.note_webhooks(guest)

    async def note_webhooks(self, guest: str) -> None:
        """Notes in a guest's preferences whether they have webhooks."""
        await self.registry.accounts.load_prefs([guest])
        prefs = copy.copy(self.registry.accounts.prefs(guest))
        prefs.webhooks = bool(await self.store.webhooks(guest))
        await self.registry.accounts.save_prefs(guest, prefs)

    async def push(self, guest: str, message: dict[str, str], topic: str) -> None:
        """Sends a push message to every browser of a guest; deletes expired subscriptions."""
        for to in await self.store.pushes(guest):
            subscription = Subscription(to.endpoint, to.key, to.auth)
            try:
                status = await self.push_pool.run(self.pusher.send, subscription, message, topic, self.now())
            except (OSError, http.client.HTTPException, Busy, Refusal) as error:
                log.info("not pushed: %s", error)
                status = 0
            if status in UNSUBSCRIBED:
                await self.drop_push(guest, to.endpoint)
            elif not 200 <= status < 300:
                log.info("a push service answered %d", status)

    async def drop_push(self, guest: str, endpoint: str) -> None:
        """Deletes a subscription; the last one turns push off."""
        await self.store.drop_push(guest, endpoint)
        if not await self.store.pushes(guest):
            await self.registry.accounts.load_prefs([guest])
            prefs = self.registry.accounts.prefs(guest)
            prefs.push = False
            await self.store.save_prefs(guest, prefs)

    # --- mail

    async def send_confirmation(self, guest: StoredGuest, address: str) -> None:
        """Mails the link that confirms an address."""
        assert self.settings.mail is not None
        claim = await self.claim_mail(address)
        token = random_urlsafe(16)
        code = token + self.signature(token, address)
        await self.store.save_codes(
            guest.guest, "mail", [self.registry.accounts.hash("mail", code)], self.now() + CONFIRM_TIME
        )
        mail = confirmation(self.settings.mail, address, guest.language, f"{self.settings.http.public_url}/mail#{code}")
        try:
            await self.send_mail(mail)
        except MailFailed as error:
            log.warning("no mail to confirm an address sent: %s", error)
            if not error.may_be_sent:
                await self.store.unclaim(claim)
            raise Refusal("mail_down") from None

    async def claim_mail(self, address: str) -> str:
        """Reserves one of the confirmation mails that an address may get in a day; returns the reservation's hash."""
        now, mailbox = self.now(), mailbox_of(address)
        for n in range(self.settings.limits.daily_confirmation_mails):
            claim = self.registry.secret.hash("mailed", mailbox, str(n))
            if await self.store.claim(claim, now + DAY, now):
                return claim
        raise Refusal("mail_limit")

    def signature(self, token: str, address: str) -> str:
        """MAC that binds a code to one address."""
        return self.registry.secret.hash("address", token, address)[:SIGNATURE_LENGTH]

    def is_code_for(self, code: str, address: str) -> bool:
        """Whether a code was sent to this address."""
        return hmac.compare_digest(
            code[-SIGNATURE_LENGTH:].encode(), self.signature(code[:-SIGNATURE_LENGTH], address).encode()
        )

    async def send_mail(self, mail: EmailMessage) -> None:
        """Sends a mail in a thread. Raises MailFailed."""
        try:
            await self.mail_pool.run(send, self.settings.mail, mail, timeout=MAIL_TIMEOUT)
        except Busy as error:
            raise MailFailed(str(error)) from None
        except TimeoutError:
            raise MailFailed("no answer in time", may_be_sent=True) from None

    def digest_claim(self, guest: str) -> str:
        """Hash that is reserved for a day when a guest's digest is sent, so that only one node sends it."""
        return self.registry.secret.hash("digest", guest)

    async def send_digest(self, guest: str, to: str) -> bool:
        """Mails the daily digest: every table where it is the guest's turn, or that they are invited to. False if a
        digest was sent less than a day ago."""
        if self.settings.mail is None:
            return True
        known = await self.registry.store.guest(guest) or StoredGuest(guest, "", "")
        tables = [table for table in await self.registry.game_list(guest) if table.my_turn or table.invited]
        language = known.language or "fr"
        waiting = [
            (
                table.game,
                display_names((name for seat, name in enumerate(table.seats) if seat not in table.mine), language),
                f"{self.settings.http.public_url}/table/{table.code}",
            )
            for table in tables
        ]
        if not waiting:
            return True
        claim, now = self.digest_claim(guest), self.now()
        if not await self.store.claim(claim, now + DAY, now):
            return False
        code = random_urlsafe(16)
        await self.store.save_codes(guest, "leave", [self.registry.accounts.hash("leave", code)], FOREVER)
        mail = digest(self.settings.mail, check_address(to), language, waiting, self.settings.http.public_url, code)
        try:
            await self.send_mail(mail)
        except MailFailed as error:
            if not error.may_be_sent:
                await self.store.unclaim(claim)
            raise
        return True

"""Webhooks: posts a person's notices to addresses that they have named, such as those of a chat room.

A delivery is stored with the notice, signed as https://www.standardwebhooks.com says, and repeated after a failure. Its
id stays the same, so that a receiver recognizes a repeated one."""

import asyncio
import base64
import hashlib
import hmac
import http.client
import logging
import re
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from meute.core.phrase import phrase
from meute.server.messages.people import WebhookForm, WebhookRequest, WebhookTopic
from meute.server.notifications import outbound
from meute.server.refusal import Refusal
from meute.server.store.groups import webhook_owner
from meute.server.store.models import DeliveryDue, StoredDelivery, StoredGuest, StoredTable, StoredWebhook
from meute.server.store.people import NO_TABLE
from meute.server.system import random_hex
from meute.server.table.lobby import display_names
from meute.server.thread_pool import Busy
from meute.server.timer import Timer
from meute.text import DEFAULT_LANGUAGE, catalogue

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

THREADS, MOST_POSTS = 4, 64
"""Threads of the pool, and most posts that run or wait."""
BATCH = 32
PAUSES = (60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Seconds before each repeat of a failed delivery; after the last one it is given up."""
GONE = (404, 410)
"""Status codes of an address that no longer takes messages: its webhook is deleted."""
TOPICS: dict[str, WebhookTopic] = {
    **dict.fromkeys(("turn", "half", "last", "late", "undo"), "turn"),
    **dict.fromkeys(("invited", "offer", "rematch"), "invited"),
    "over": "over",
}
"""Topic of each kind of notice."""
GROUP_TABLE, GROUP_TOURNAMENT = "group_table", "group_tournament "
"""Kinds of deliveries to a group's webhooks; the code of the tournament follows."""
MARKDOWN = re.compile(r"([\\`*_~|<>()\[\]#@:])")


class Webhooks:
    """Stores and sends deliveries."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.store = registry.store.people
        self.now = registry.settings.now
        self.timer = Timer("webhooks", self.send_due, registry.settings)
        self.pool = registry.platform.pool("webhooks", THREADS, MOST_POSTS)
        self.connect = outbound.connect_public

    # --- a person's webhooks

    async def add(self, guest: str, body: WebhookRequest) -> None:
        """Adds a webhook; refuses addresses inside the network, and too many."""
        check_address(body.url)
        topics = [topic for topic in get_args(WebhookTopic) if topic in body.topics]
        if not topics:
            raise Refusal("malformed")
        if len(await self.store.webhooks(guest)) >= self.registry.settings.limits.webhooks:
            raise Refusal("too_many_webhooks")
        await self.store.add_webhook(StoredWebhook(random_hex(16), guest, body.url, body.form, self.now(), topics))

    async def test(self, guest: StoredGuest, id: str) -> None:
        """Posts a message to a webhook of a guest now, and notes the answer."""
        webhook = next((one for one in await self.store.webhooks(guest.guest) if one.id == id), None)
        if webhook is None:
            raise Refusal("not_found")
        words = catalogue(guest.language or "fr")
        notice = {"title": words.entries["page.title"], "body": words.entries["webhook.test"], "url": "/"}
        await self.post(webhook, self.message(random_hex(16), "test", guest, notice))

    def secret_of(self, webhook: StoredWebhook) -> str:
        """The key that signs a webhook's deliveries, in the form of the standard."""
        return f"whsec_{base64.b64encode(self.key_of(webhook.id)).decode()}"

    def key_of(self, webhook: str) -> bytes:
        return self.registry.secret.mac("webhook", webhook, size=32)

    # --- sending

    async def deliveries(self, guest: str, table_id: int, kind: str) -> list[StoredDelivery]:
        """A delivery of a notice to each webhook of a person that is told of such ones."""
        return [
            StoredDelivery(random_hex(16), guest, webhook.id, table_id, kind, self.now(), 0)
            for webhook in await self.store.webhooks(guest)
            if kind not in TOPICS or TOPICS[kind] in webhook.topics
        ]

    async def tell_group_of_table(self, group: str, code: str) -> None:
        """Posts a new table of a group to the group's webhooks."""
        loaded = await self.registry.store.load(code)
        if loaded is not None:
            await self.queue(webhook_owner(group), loaded.id, GROUP_TABLE)

    async def tell_group_of_tournament(self, group: str, code: str) -> None:
        """Posts a new tournament of a group to the group's webhooks."""
        await self.queue(webhook_owner(group), NO_TABLE, GROUP_TOURNAMENT + code)

    async def queue(self, owner: str, table_id: int, kind: str) -> None:
        """Stores a delivery to each webhook of a group, and sends them."""
        found = await self.deliveries(owner, table_id, kind)
        if found:
            await self.store.add_deliveries(found)
            self.timer.schedule(self.now())

    async def send_due(self) -> float | None:
        """Sends all due deliveries. Returns when the next one is due."""
        while found := await self.store.deliveries_due(self.now(), BATCH):
            await asyncio.gather(*map(self.send, found))
        return await self.store.next_delivery()

    async def send(self, due: DeliveryDue) -> None:
        """Sends one delivery, after it is stored when it would be repeated: no other node sends it meanwhile."""
        delivery = due.delivery
        last = delivery.tries == len(PAUSES)
        pause = PAUSES[-1] if last else PAUSES[delivery.tries]
        if not await self.store.claim_delivery(delivery, self.now() + pause):
            return
        status = await self.post(due.webhook, await self.notice(due))
        if status in GONE:
            await self.registry.notifications.drop_webhook(delivery.guest, delivery.webhook)
        elif 200 <= status < 300 or last:
            await self.store.drop_delivery(delivery.id)
        else:
            log.info("a webhook answered %d", status)

    async def post(self, webhook: StoredWebhook, message: dict[str, Any]) -> int:
        """Posts a message and notes how it was answered; returns the status, 0 without an answer."""
        key, now = message["id"], int(self.now())
        body = msgspec.json.encode(formed(webhook.form, message))
        signed = b".".join((key.encode(), str(now).encode(), body))
        signature = base64.b64encode(hmac.digest(self.key_of(webhook.id), signed, hashlib.sha256)).decode()
        headers = {
            "content-type": "application/json",
            "user-agent": "meute",
            "webhook-id": key,
            "webhook-timestamp": str(now),
            "webhook-signature": f"v1,{signature}",
        }
        try:
            status = await self.pool.run(self.call, webhook.url, body, headers)
        except (OSError, ValueError, http.client.HTTPException, Busy) as error:
            log.info("not posted to a webhook: %s", error)
            status = 0
        await self.store.note_delivery(webhook.id, status, self.now())
        return status

    def call(self, address: str, body: bytes, headers: dict[str, str]) -> int:
        """Posts from a thread."""
        url = outbound.read_url(address)
        return outbound.post(self.connect(outbound.public_host(url)), outbound.target_of(url), body, headers)

    async def notice(self, due: DeliveryDue) -> dict[str, Any]:
        """What is told of a game: players and kind; nothing about its state."""
        delivery, table = due.delivery, due.table
        if delivery.kind == GROUP_TABLE or table is None:
            return await self.group_message(due)
        guest = await self.registry.store.guest(delivery.guest) or StoredGuest(delivery.guest, "", "")
        notice = self.registry.notifications.message(guest, delivery.kind, due.code, table)
        return self.message(delivery.id, delivery.kind, guest, notice, table)

    def message(
        self, id: str, kind: str, guest: StoredGuest, notice: dict[str, str], table: StoredTable | None = None
    ) -> dict[str, Any]:
        """A message with all details: the form `json`."""
        language, public = guest.language or "fr", self.registry.settings.http.public_url
        words = catalogue(language)
        person = guest.name or words.entries["server.nameless"]
        return {
            "id": id,
            "type": kind,
            "person": person,
            "game": table.game if table else "",
            "players": [display_names([seat.name], language) for seat in table.seats if seat.name] if table else [],
            "text": words.render(phrase("webhook.text", person=person, title=notice["title"], notice=notice["body"])),
            "url": f"{public}{notice['url']}" if public else "",
        }

    async def group_message(self, due: DeliveryDue) -> dict[str, Any]:
        """What a group's webhook is told about a new table or tournament."""
        delivery, table, public = due.delivery, due.table, self.registry.settings.http.public_url
        group = await self.registry.store.groups.group(delivery.guest.removeprefix(webhook_owner("")))
        words, group_name = catalogue(DEFAULT_LANGUAGE), group.name if group else ""
        if table is not None:
            game, path, name = table.game, f"/table/{due.code}", ""
            players = [display_names([seat.name], DEFAULT_LANGUAGE) for seat in table.seats if seat.name]
            told = phrase("webhook.group_table", group=group_name, game=phrase(f"{game}.title"))
        else:
            code = delivery.kind.removeprefix(GROUP_TOURNAMENT)
            found = await self.registry.store.tournaments.tournament(code)
            game, name = (found[0].game, found[0].name) if found else ("", "")
            path, players = f"/tournament/{code}", [one.name for one in found[0].entrants] if found else []
            told = phrase("webhook.group_tournament", group=group_name, name=name)
        return {
            "id": delivery.id,
            "type": "group_table" if table is not None else "group_tournament",
            "group": group_name,
            "game": game,
            "name": name,
            "players": players,
            "text": words.render(told),
            "url": f"{public}{path}" if public else "",
        }


def check_address(url: str) -> None:
    """Refuses addresses that are not of a host in the Internet, over HTTPS."""
    try:
        outbound.public_host(outbound.read_url(url))
    except ValueError:
        raise Refusal("webhook") from None


def formed(form: WebhookForm, message: dict[str, Any]) -> dict[str, Any]:
    """A message in the form that the receiver takes."""
    text, link = message["text"], f"\n{message['url']}" if message["url"] else ""
    match form:
        case "discord":
            return {"username": "Meute", "content": escape_markdown(text) + link, "allowed_mentions": {"parse": []}}
        case "slack":
            return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + link}
        case "matrix":
            return {"username": "Meute", "text": escape_markdown(text) + link}
        case "json":
            return message


def escape_markdown(text: str) -> str:
    """Text that a chat room shows as it is: no name is a link or calls a person."""
    return MARKDOWN.sub(r"\\\1", text)

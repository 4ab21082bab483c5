"""Groups: friends or a club, with a page of members, tables, standings and tournaments. Its code is the
link to come in.

The oldest member is the organizer, who renames the group and removes others; after leaving, the next one is."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from meute.server.guest_token import is_program
from meute.server.listings import table_line_sent
from meute.server.messages.groups import (
    GroupLineSent,
    GroupMemberSent,
    GroupSent,
    GroupsSent,
    GroupStandingSent,
)
from meute.server.messages.people import WebhookRequest, WebhookSent
from meute.server.refusal import Refusal
from meute.server.sanitize import sanitize_name
from meute.server.store.groups import webhook_owner
from meute.server.store.models import GroupMember, GroupResult, StoredGroup, StoredGuest
from meute.server.table import lobby

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

LONGEST_NAME = 48
LISTED = 20
"""Most tables, and most tournaments, on the page of a group."""


class Groups:
    """All groups."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.settings = registry.settings.groups
        self.store = registry.store.groups
        self.now = registry.settings.now

    async def create(self, guest: StoredGuest, name: str) -> str:
        """Stores a new group with its first member; returns its code."""
        check_person(guest)
        group = StoredGroup(lobby.new_code(), group_name(name), self.now())
        if not await self.store.add_group(group, guest.guest, self.settings.most, self.settings.per_person):
            raise Refusal("groups")
        return group.code

    async def join(self, guest: StoredGuest, code: str) -> None:
        """Makes a person a member, unless they were removed before."""
        check_person(guest)
        await self.group(code)
        known = next((one for one in await self.store.members(code) if one.guest == guest.guest), None)
        if known is not None and known.removed:
            raise Refusal("group_removed")
        most = self.settings
        if known is None and not await self.store.add_member(
            code, guest.guest, self.now(), most.members, most.per_person
        ):
            raise Refusal("group_full")
        await self.notify(code)

    async def leave(self, guest: str, code: str) -> None:
        """Takes a person out of a group."""
        await self.store.remove_member(code, guest, for_good=False)
        await self.notify(code)

    async def remove(self, guest: str, code: str, person: str) -> None:
        """The organizer removes a member, who cannot come back by the link."""
        members = await self.check_organizer(guest, code)
        other = next((one.guest for one in members if self.handle(guest, one) == person), None)
        if other is None or other == guest:
            raise Refusal("not_found")
        await self.store.remove_member(code, other, for_good=True)
        await self.notify(code)

    async def rename(self, guest: str, code: str, name: str) -> None:
        """The organizer renames the group."""
        await self.check_organizer(guest, code)
        await self.store.rename_group(code, group_name(name))
        await self.notify(code)

    async def add_webhook(self, guest: str, code: str, body: WebhookRequest) -> None:
        """The organizer names an address that gets the group's tables and tournaments."""
        await self.check_organizer(guest, code)
        await self.registry.notifications.webhooks.add(webhook_owner(code), body)

    async def drop_webhook(self, guest: str, code: str, handle: str) -> None:
        """The organizer takes an address away."""
        await self.check_organizer(guest, code)
        await self.registry.store.people.drop_webhook(webhook_owner(code), handle)

    async def group(self, code: str) -> StoredGroup:
        found = await self.store.group(code) if code.isalnum() else None
        if found is None:
            raise Refusal("not_found")
        return found

    async def check_member(self, guest: str, code: str) -> None:
        """Refuses those who are not members."""
        if not code.isalnum() or not await self.store.is_member(code, guest):
            raise Refusal("not_member")

    async def check_organizer(self, guest: str, code: str) -> list[GroupMember]:
        """Refuses all but the oldest member; returns the members."""
        await self.group(code)
        members = [one for one in await self.store.members(code) if not one.removed]
        if not members or members[0].guest != guest:
            raise Refusal("not_group_organizer")
        return members

    async def notify(self, code: str) -> None:
        """Updates the open pages of a group."""
        await self.registry.homes.notify_followers(f"group {code}")

    def handle(self, guest: str, member: GroupMember) -> str:
        return self.registry.accounts.person_handle(guest, member.guest)

    # --- what pages see

    async def lines(self, guest: str) -> GroupsSent:
        """The groups of a person."""
        found = await self.store.groups_of(guest)
        return GroupsSent(groups=[GroupLineSent(code=one.code, name=one.name, members=size) for one, size in found])

    async def sent(self, guest: str, code: str) -> GroupSent:
        """A group as a person sees it."""
        group = await self.group(code)
        members = [one for one in await self.store.members(code) if not one.removed]
        found = GroupSent(
            code=code,
            name=group.name,
            size=len(members),
            mine=any(one.guest == guest for one in members),
            members=[],
            tables=[],
            tournaments=[],
            standings=[],
            webhooks=[],
        )
        if not found.mine:
            return found
        here = await self.visible(members, guest)
        is_organizer = members[0].guest == guest
        return replace(
            found,
            members=[
                GroupMemberSent(
                    person=self.handle(guest, one),
                    name=one.name,
                    here=one.guest in here,
                    organizer=one is members[0],
                    me=one.guest == guest,
                )
                for one in members
            ],
            tables=[table_line_sent(one, guest) for one in await self.store.tables(code, LISTED)],
            tournaments=await self.registry.organizer.lines_of(await self.store.tournaments(code, LISTED), guest),
            standings=standings_sent(await self.store.results(code), members, guest),
            webhooks=await self.webhooks_sent(code) if is_organizer else [],
        )

    async def visible(self, members: list[GroupMember], guest: str) -> set[str]:
        """The members who are here now and let others see it; oneself always."""
        guests = [one.guest for one in members]
        prefs = await self.registry.store.people.prefs(guests)
        shown = {one for one in guests if one in prefs and prefs[one].visible} | {guest}
        return await self.registry.store.matchmaking.present(shown, self.now())

    async def webhooks_sent(self, code: str) -> list[WebhookSent]:
        webhooks = self.registry.notifications.webhooks
        return [
            WebhookSent(
                handle=one.id,
                url=one.url,
                form=one.form,
                topics=[],
                secret=webhooks.secret_of(one),
                tried=one.tried,
                status=one.status,
            )
            for one in await self.registry.store.people.webhooks(webhook_owner(code))
        ]


def standings_sent(results: list[GroupResult], members: list[GroupMember], guest: str) -> list[GroupStandingSent]:
    """Members with finished games, the best first: by the share of opponents that they have beaten."""
    rows = []
    for member in members:
        own = [one for one in results if one.guest == member.guest]
        if own:
            rows.append(
                GroupStandingSent(
                    name=member.name,
                    me=member.guest == guest,
                    games=sum(one.games for one in own),
                    wins=sum(one.wins for one in own),
                    points=round(sum(one.points for one in own), 2),
                )
            )
    return sorted(rows, key=lambda row: (-row.points / row.games, -row.games, row.name))


def group_name(name: str) -> str:
    """The name of a group; refuses one that is empty."""
    found = sanitize_name(name, LONGEST_NAME)
    if not found:
        raise Refusal("group_name")
    return found


def check_person(guest: StoredGuest) -> None:
    if is_program(guest.guest):
        raise Refusal("no_programs")

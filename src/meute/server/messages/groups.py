"""Messages about groups: friends or a club, with a page of their own."""

from meute.server.messages import Message
from meute.server.messages.people import WebhookSent
from meute.server.messages.responses import TableSummarySent
from meute.server.messages.tournaments import TournamentLineSent


class GroupRequest(Message):
    """POST /api/groups: a new group; POST /api/groups/{code}/rename: its new name."""

    name: str


class GroupMemberRequest(Message):
    """POST /api/groups/{code}/remove: the member to be removed."""

    person: str


class GroupWebhookRequest(Message):
    """POST /api/groups/{code}/webhooks/drop: the webhook to be taken away."""

    handle: str


class GroupLineSent(Message):
    """A group in a list."""

    code: str
    name: str
    members: int


class GroupsSent(Message):
    """GET /api/groups: my groups."""

    groups: list[GroupLineSent]


class GroupMemberSent(Message):
    """A member."""

    person: str
    name: str
    here: bool
    """Whether the member is here now, and lets it be seen."""
    organizer: bool
    """Whether it is the oldest member, who may rename the group and remove others."""
    me: bool


class GroupStandingSent(Message):
    """A member's results at the group's tables."""

    name: str
    me: bool
    games: int
    wins: int
    points: float
    """The sum of the shares of opponents that were beaten, over all games."""


class GroupSent(Message, tag_field="is", tag="group"):
    """GET /api/groups/{code}: a group. Those who are not members see only its name and size."""

    code: str
    name: str
    size: int
    mine: bool
    """Whether I am a member."""
    members: list[GroupMemberSent]
    tables: list[TableSummarySent]
    tournaments: list[TournamentLineSent]
    standings: list[GroupStandingSent]
    webhooks: list[WebhookSent]
    """For its organizer only."""

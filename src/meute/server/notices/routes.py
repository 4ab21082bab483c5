"""How people say that they want to be told: their browsers, and an address."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from meute.server.messages.people import AddressAsked, CodeAsked, DoneSent, PushAsked, PushDropAsked
from meute.server.notices.mail import check_address
from meute.server.notices.push import Subscription, check
from meute.server.people.people import bytes_in
from meute.server.people.routes import PeopleRoutes, json
from meute.server.refusal import Refusal
from meute.server.store import PushKept
from meute.text import LANGUAGES, catalogue

if TYPE_CHECKING:
    from meute.server.app import App


class NoticeRoutes:
    """Push and mail, off until somebody asks for them."""

    def __init__(self, app: "App", people: PeopleRoutes) -> None:
        self.app = app
        self.house = app.house
        self.people = people

    def routes(self) -> list[BaseRoute]:
        """Every way in."""
        asked = {
            "push": self.push,
            "push/drop": self.drop_push,
            "mail": self.mail,
            "mail/confirm": self.confirm,
            "mail/drop": self.drop_mail,
            "mail/leave/{code}": self.leave,
        }
        return [Route(f"/api/{path}", self.app.counted(one), methods=["POST"]) for path, one in asked.items()]

    async def push(self, request: Request) -> Response:
        asked = await self.app.body(request, PushAsked)
        if not self.house.notices.can_push():
            raise Refusal("no_notices")
        to = Subscription(asked.endpoint, bytes_in(asked.key), bytes_in(asked.auth))
        check(to, self.app.settings.push_hosts)
        guest, prefs = await self.people.known(request), await self.people.prefs(request)
        kept = PushKept(to.endpoint, to.key, to.auth)
        now = self.app.settings.now()
        await self.house.store.people.add_push(guest.guest, kept, self.app.settings.pushes, now)
        prefs.push = True
        return await self.people.wished(request, prefs)

    async def drop_push(self, request: Request) -> Response:
        asked = await self.app.body(request, PushDropAsked)
        guest = await self.app.guest(request)
        await self.house.notices.drop_push(guest.guest, asked.endpoint)
        return await self.people.me(request)

    async def mail(self, request: Request) -> Response:
        asked = await self.app.body(request, AddressAsked)
        if self.app.settings.mail is None or not self.app.settings.public:
            raise Refusal("no_notices")
        guest, prefs = await self.people.known(request), await self.people.prefs(request)
        prefs.mail, prefs.mail_on = check_address(asked.address), False
        if not self.app.limits.mails.take(request.state.who):
            raise Refusal("flood")
        await self.house.notices.ask_address(guest, prefs)
        return await self.people.wished(request, prefs)

    async def confirm(self, request: Request) -> Response:
        """Whoever reads the mail says so; on whichever device that is."""
        asked = await self.app.body(request, CodeAsked)
        guest = await self.people.use(request, "mail", asked.code)
        prefs = (await self.house.store.people.prefs([guest]))[guest]
        prefs.mail_on = True
        await self.house.people.wish(guest, prefs)
        return json(DoneSent())

    async def drop_mail(self, request: Request) -> Response:
        prefs = await self.people.prefs(request)
        prefs.mail, prefs.mail_on = "", False
        return await self.people.wished(request, prefs)

    async def leave(self, request: Request) -> Response:
        """One press in a mail program: no cookie comes with it, the code says who."""
        guest = await self.people.use(request, "leave", request.path_params["code"])
        prefs = (await self.house.store.people.prefs([guest]))[guest]
        prefs.mail_on = False
        await self.house.people.wish(guest, prefs)
        return PlainTextResponse("\n".join(catalogue(language).entries["mail.left"] for language in LANGUAGES))

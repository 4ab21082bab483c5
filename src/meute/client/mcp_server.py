"""`meute mcp`: an MCP server, by which an assistant lists, plays and explains games of its person.

It knows no more than the API tells the token's player: the view of a seat."""

import asyncio
import re
from html import unescape
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from meute import __version__
from meute.client import calls
from meute.client.calls import POLL_SECONDS, Call, ServerRefused
from meute.client.client import AsyncClient, T
from meute.client.views import phrase_of, view_of
from meute.core.errors import BadInput
from meute.games import find
from meute.server.messages.responses import TurnSent
from meute.text import Catalogue, action_phrase, refusal_phrase

Json = dict[str, Any]
INSTRUCTIONS = """Board games on a Meute server. Begin with `games`, or with `my_tables` for games that have begun. \
`look` shows a table and the legal actions, each in notation and in words; `play` takes the notation. Read `rules` \
before you explain: they say which section of the rulebook they cover."""
TAG = re.compile(r"<[^>]+>")
BREAK = re.compile(r"</(?:p|li|h\d|tr|ul|ol|table)>|<br ?/?>")


class Assistant:
    """The tools of an assistant."""

    def __init__(self, client: AsyncClient, words: Catalogue) -> None:
        self.client = client
        self.words = words

    def server(self) -> MCPServer[Any]:
        """The MCP server with all tools."""
        server: MCPServer[Any] = MCPServer(
            "meute", title="Meute", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        for tool in (
            self.games,
            self.rules,
            self.my_tables,
            self.new_table,
            self.look,
            self.play,
            self.why,
            self.hint,
            self.resign,
            self.record,
        ):
            server.tool()(tool)
        return server

    async def ask(self, call: Call[T]) -> T:
        """The server's answer; a refusal is told to the assistant in words."""
        try:
            return await self.client.send(call)
        except ServerRefused as refused:
            told = refused.phrase and self.words.render(phrase_of(refused.phrase))
            raise ToolError(told or str(refused)) from None

    async def games(self) -> Json:
        """The games that can be played, with their numbers of seats and options, and the computer players."""
        home = await self.ask(calls.home())
        return {
            "games": [
                {
                    "id": game.id,
                    "title": self.text(f"{game.id}.title"),
                    "seats": [game.fewest, game.most],
                    "minutes": game.minutes,
                    "options": {
                        one.name: {"values": one.values or [one.low, one.high], "default": one.default}
                        for one in game.options
                    },
                }
                for game in home.games
            ],
            "bots": [{"name": bot.name, "strength": bot.strength} for bot in home.bots],
        }

    async def rules(self, game: str, section: str = "") -> Json:
        """The rules of a game: a section by its id, or without `section` the ids and headings of all."""
        found = await self.ask(calls.rules(game, self.words.language))
        if not section:
            return {"sections": [{"id": one.id, "heading": one.heading} for one in found.sections]}
        for one in found.sections:
            if one.id == section:
                return {"heading": one.heading, "rulebook": one.printed, "text": plain_text(one.html)}
        raise ToolError(f"no section {section}")

    async def my_tables(self) -> Json:
        """My tables: running and finished games, and where it is my turn."""
        tables = (await self.ask(calls.home())).tables
        return {
            "tables": [
                {
                    "code": table.code,
                    "game": table.game,
                    "phase": table.phase,
                    "players": table.seats,
                    "my_seats": table.mine,
                    "my_turn": table.my_turn,
                }
                for table in tables
            ]
        }

    async def new_table(self, game: str, bots: list[str], options: dict[str, str] | None = None) -> Json:
        """Start a game against computer players, one name for each other seat; shows the table."""
        made = await self.ask(calls.new_table(game, bots, 0, options or {}, True, ""))
        return await self.look(made.code, wait=True)

    async def look(self, table: str, wait: bool = False) -> Json:
        """A table as my seat sees it. With `wait`, as soon as I must decide or the game is over, at most 25 s later."""
        return self.shown(await self.ask(calls.turn(table, None, POLL_SECONDS if wait else 0)))

    async def play(self, table: str, action: str) -> Json:
        """Decide by one of the legal actions, in notation; shows the table when I must decide again."""
        turn = await self.ask(calls.turn(table, None, 0))
        after = await self.ask(calls.play(turn, action))
        return self.shown(after) if after.to_move or after.phase == "over" else await self.look(table, wait=True)

    async def why(self, table: str, action: str) -> Json:
        """What an action means, and whether it is legal for my seat now: if not, why, and the rulebook's heading."""
        turn = await self.ask(calls.turn(table, None, 0))
        if not turn.to_move:
            raise ToolError(self.text("why.not_your_turn"))
        view = view_of(turn)
        try:
            number = view.game.codec.read(action)
        except BadInput as error:
            raise ToolError(self.words.explain(error)) from None
        legal = number in view.legal_actions()
        reason = "" if legal else self.words.render(refusal_phrase(view.game.why(view.state, view.seat, number)))
        return {"meaning": self.meaning(turn, number), "legal": legal, "reason": reason}

    async def hint(self, table: str) -> Json:
        """What the strongest computer player would do for my seat, with the chance to win, at a table with hints."""
        turn = await self.ask(calls.turn(table, None, 0))
        found = await self.ask(calls.hint(turn))
        codec = find(turn.game).codec
        return {
            "choices": [
                {
                    "action": one.choice.text,
                    "meaning": [self.meaning(turn, codec.read(part)) for part in one.choice.text.split()],
                    "chance_to_win": one.chance,
                    "interval": [one.low, one.high],
                }
                for one in found.choices
            ]
        }

    async def resign(self, table: str) -> Json:
        """Give up my seat in a running game. Ask your person first."""
        turn = await self.ask(calls.turn(table, None, 0))
        await self.ask(calls.resign(turn))
        return await self.look(table)

    async def record(self, table: str) -> str:
        """The record of a finished game, decision by decision, in notation."""
        return await self.ask(calls.record(table))

    # --- words

    def text(self, key: str) -> str:
        return self.words.entries[key]

    def meaning(self, turn: TurnSent, action: int) -> str:
        return self.words.render(action_phrase(find(turn.game), action, [seat.name for seat in turn.seats]))

    def shown(self, turn: TurnSent) -> Json:
        """What a turn shows to its seat."""
        shown: Json = {
            "table": turn.code,
            "game": turn.game,
            "phase": turn.phase,
            "players": [seat.name for seat in turn.seats],
            "my_seat": turn.seat,
            "my_turn": turn.to_move,
        }
        if turn.scene is None:
            return shown
        position, _, _ = turn.position.partition("\nframes ")
        shown |= {"points": turn.scene.points, "position": position}
        if turn.scene.result is not None:
            result = turn.scene.result
            return shown | {"places": result.places, "points": result.points}
        shown["question"] = self.words.render(phrase_of(turn.scene.prompt))
        if turn.to_move:
            shown["actions"] = self.actions(turn)
        return shown

    def actions(self, turn: TurnSent) -> list[dict[str, str]]:
        """The legal actions, in notation and in words."""
        view = view_of(turn)
        return [
            {"action": view.game.codec.text(action), "meaning": self.meaning(turn, action)}
            for action in view.legal_actions()
        ]


def plain_text(html: str) -> str:
    """HTML of the rules as text."""
    lines = unescape(TAG.sub("", BREAK.sub("\n", html))).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


def serve(server: str, token: str, words: Catalogue) -> None:
    """Serves an assistant on the standard streams until it hangs up."""

    async def run() -> None:
        async with AsyncClient(server, token) as client:
            await Assistant(client, words).server().run_stdio_async()

    asyncio.run(run())

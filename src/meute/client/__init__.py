"""A client of a Meute server, for programs; it needs the `client` extra (docs/api.md).

    with Client("https://meute.example", token) as client:
        table = client.new_table("terres", bots=["rodeur"])
        for turn in client.turns(table):
            client.play(turn, turn.ask.choices[0].text)

`AsyncClient` has the same methods as coroutines. All answers are the messages of `docs/api-reference.md`.
"""

from meute.client.calls import ServerRefused
from meute.client.client import AsyncClient, Client
from meute.client.views import phrase_of, view_of

__all__ = ["AsyncClient", "Client", "ServerRefused", "phrase_of", "view_of"]

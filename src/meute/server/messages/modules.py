"""All modules of messages, and the classes in them."""

from types import ModuleType

from meute.server.messages import (
    Message,
    groups,
    league,
    learning,
    matchmaking,
    pace,
    people,
    programs,
    requests,
    responses,
    statistics,
    tournaments,
)

MODULES = (pace, responses, requests, people, learning, matchmaking, programs, tournaments, league, groups, statistics)


def structs(module: ModuleType) -> list[type[Message]]:
    """All message classes of a module, in the file's order."""
    own = (kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__)
    return [kind for kind in own if isinstance(kind, type)]

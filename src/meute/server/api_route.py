"""Routes of the HTTP API: method, path, scope, and a handler whose annotations are the request and the response."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_type_hints

from meute.server.refusal import Refusal

Scope = Literal["any", "read", "play", "tables", "page"]
"""What a token must be allowed in order to use a route. any: every token; read: see its player's games; play: take
seats and decide; tables: open tables and set them up; page: no token at all, only a browser with its cookie."""
NUMBER = re.compile(r"-?[0-9]{1,9}")
Media = Literal["application/json", "application/zip", "text/csv", "text/plain"]


@dataclass(frozen=True)
class ApiRoute:
    """A route of the API. The handler gets the request and, if it has a second parameter, the body decoded as its
    type."""

    method: Literal["GET", "POST"]
    path: str
    handler: Callable[..., Awaitable[Any]]
    scope: Scope = "page"
    query: tuple[str, ...] = field(default=(), kw_only=True)
    """Names of its query parameters, all optional."""
    takes: Media = field(default="application/json", kw_only=True)
    returns: Media = field(default="application/json", kw_only=True)

    @cached_property
    def response(self) -> Any:
        """Type of the answer."""
        return get_type_hints(self.handler)["return"]

    @cached_property
    def request(self) -> Any:
        """Type of the JSON body; None without one."""
        hints = get_type_hints(self.handler)
        return next((kind for name, kind in hints.items() if name not in ("request", "return")), None)

    @property
    def summary(self) -> str:
        return inspect.getdoc(self.handler) or ""


def get(path: str, handler: Callable[..., Awaitable[Any]], scope: Scope = "page", **more: Any) -> ApiRoute:
    return ApiRoute("GET", path, handler, scope, **more)


def post(path: str, handler: Callable[..., Awaitable[Any]], scope: Scope = "page", **more: Any) -> ApiRoute:
    return ApiRoute("POST", path, handler, scope, **more)


def parse_number(text: str) -> int:
    """An integer in a path or query; refuses anything else."""
    if not NUMBER.fullmatch(text):
        raise Refusal("malformed")
    return int(text)

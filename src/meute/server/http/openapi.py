"""Descriptions of the API, made from its routes and message types: OpenAPI 3.1, AsyncAPI 3.0, and a page of the docs.

`python -m meute.server.http.openapi > docs/api-reference.md` writes the page of the docs.
"""

import ast
import inspect
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import TextWrapper
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from meute.games import GAMES
from meute.server.api_route import ApiRoute
from meute.server.messages.matchmaking import FromHome
from meute.server.messages.modules import MODULES, structs
from meute.server.messages.requests import FromClient
from meute.server.messages.responses import FromServer, RefusedSent
from meute.server.refusal import STATUS
from meute.text import LANGUAGES

if TYPE_CHECKING:
    from meute.server.http.app import App

API_VERSION = "1.0"
"""Raised before the point when a change breaks a program, behind it when something is added."""
REF = "#/components/schemas/{name}"
PATH_PARAMETER = re.compile(r"\{(\w+)\}")

Json = dict[str, Any]

TITLE = "Meute"
DESCRIPTION = (
    "Five wolf board games. A token of your account goes into the Authorization header; without one, a browser is "
    "known by its cookie. A later minor version may add fields to answers: ignore those that you do not know."
)
PARAMETERS: dict[str, Json] = {
    "code": {"schema": {"type": "string", "pattern": "^[a-z0-9]{1,64}$"}, "description": "Code of a table."},
    "game": {"schema": {"enum": list(GAMES)}, "description": "Id of a game."},
    "language": {"schema": {"enum": list(LANGUAGES)}, "description": "Language of the texts."},
    "name": {"schema": {"type": "string", "minLength": 1}, "description": "Name of an example."},
    "games": {"schema": {"type": "string"}, "description": "Ids of games, separated by commas."},
    "of": {"schema": {"type": "string", "maxLength": 64}, "description": "Handle of a person; empty: me."},
    "part": {"schema": {"type": "string"}, "description": "Part of the catalogue: a game, or empty for all of it."},
    "seat": {"schema": {"type": "integer", "minimum": -1, "maximum": 9}, "description": "A seat, counted from 0."},
    "step": {
        "schema": {"type": "integer", "minimum": 0, "maximum": 99999},
        "description": "Number of a step.",
    },
    "view": {"schema": {"type": "integer", "minimum": -1, "maximum": 9}, "description": "Seat to see it from."},
    "wait": {"schema": {"type": "integer", "minimum": 0, "maximum": 60}, "description": "Seconds to wait for a turn."},
    "word": {"schema": {"type": "string", "minLength": 1}, "description": "Short code of a lobby, as read aloud."},
}
"""What may stand in a path or a query, by name."""


# --- schemas


@cache
def shown_types() -> dict[str, Any]:
    """The type of each game's view, by game."""
    modules = {game: import_module(f"meute.games.{game}.show_types") for game in GAMES}
    return {game: getattr(module, f"{game.capitalize()}Shown") for game, module in modules.items()}


@cache
def field_comments(module: ModuleType) -> dict[tuple[str, str], str]:
    """The comment of each field, by (class, field): the string that follows it. Empty where sources are not at hand."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except OSError:
        return {}
    found = {}
    for of in [node for node in tree.body if type(node) is ast.ClassDef]:
        for lines in zip(of.body, of.body[1:], strict=False):
            match lines:
                case ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=str(comment))):
                    found[of.name, field] = inspect.cleandoc(comment).replace("\n", " ")
    return found


@cache
def components() -> dict[str, Json]:
    """The JSON schema of every message and of every game's view, by name."""
    messages = [struct for module in MODULES for struct in structs(module)]
    _, raw = msgspec.json.schema_components([*messages, *shown_types().values()], ref_template=REF)
    text = msgspec.json.encode(raw).decode()
    for name in raw:
        if "." in name:  # several games have a type of this name
            *_, game, _, short = name.split(".")
            text = text.replace(f'"{REF.format(name=name)}"', f'"{REF.format(name=short_name(game, short))}"')
            text = text.replace(f'"{name}":', f'"{short_name(game, short)}":')
    # `items: false` says no more than `maxItems`, and generators of clients do not read it.
    schemas: dict[str, Json] = msgspec.json.decode(text.replace(',"items":false', ""))
    for name, schema in schemas.items():
        schema["title"] = name  # generators name classes by it
    views = [{"$ref": REF.format(name=kind.__name__)} for kind in shown_types().values()]
    schemas["SceneSent"]["properties"]["shown"] = {"anyOf": views}
    for game, kind in shown_types().items():
        schemas[kind.__name__]["properties"]["game"] = {"const": game}
    for module in MODULES:
        for struct in structs(module):
            finish(schemas[struct.__name__], struct, field_comments(module))
    return dict(sorted(schemas.items()))


def short_name(game: str, name: str) -> str:
    return name if name.startswith(game.capitalize()) else f"{game.capitalize()}{name}"


def finish(schema: Json, struct: type[msgspec.Struct], comments: dict[tuple[str, str], str]) -> None:
    """Adds the fields' comments; opens answers to fields of later versions."""
    schema["description"] = inspect.cleandoc(schema["description"]).replace("\n", " ")
    for name, field in schema["properties"].items():
        comment = comments.get((struct.__name__, name))
        if comment:
            schema["properties"][name] = {"description": comment, **field}
    if struct.__name__.endswith("Sent"):
        schema.pop("additionalProperties", None)


def schema_of(kind: Any) -> Json:
    """The schema of a type, with references to the components."""
    if kind is Any:
        return {"type": "object"}
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return schema


# --- OpenAPI


def openapi(app: "App") -> Json:
    """The OpenAPI description of the HTTP routes."""
    paths: dict[str, Json] = {}
    for route in app.api_routes():
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": API_VERSION, "description": DESCRIPTION, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {"schemas": components(), "securitySchemes": security_schemes(app.registry.store.instance_id)},
    }


def security_schemes(mark: str) -> Json:
    return {
        "token": {"type": "http", "scheme": "bearer", "description": "A token made on the account page."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": f"meute_{mark}", "description": "A browser's cookie."},
    }


def operation(route: ApiRoute) -> Json:
    """The description of one route."""
    described: Json = {
        "operationId": operation_id(route),
        "tags": [route.path.split("/")[2].partition(".")[0]],
        "summary": route.summary.replace("\n", " "),
        "parameters": [
            *({"name": name, "in": "path", "required": True, **PARAMETERS[name]} for name in path_parameters(route)),
            *({"name": name, "in": "query", "required": False, **PARAMETERS[name]} for name in route.query),
        ],
        "responses": {
            "200": {"description": "Done.", "content": {route.returns: {"schema": response_schema(route)}}},
            "default": {
                "description": "Refused, with the reason.",
                "content": {"application/json": {"schema": schema_of(RefusedSent)}},
            },
        },
        "security": [{"cookie": []}] if route.scope == "page" else [{"token": token_roles(route)}, {"cookie": []}, {}],
    }
    if route.request is not None:
        described["requestBody"] = {"required": True, "content": {route.takes: {"schema": schema_of(route.request)}}}
    elif route.takes != "application/json":
        described["requestBody"] = {"required": True, "content": {route.takes: {"schema": {"type": "string"}}}}
    return described


def token_roles(route: ApiRoute) -> list[str]:
    """The scope that a token needs."""
    return [] if route.scope == "any" else [route.scope]


def operation_id(route: ApiRoute) -> str:
    words = re.findall(r"\w+", route.path.removeprefix("/api/").removesuffix(".json"))
    return "_".join([route.method.lower(), *words])


def path_parameters(route: ApiRoute) -> list[str]:
    return PATH_PARAMETER.findall(route.path)


def response_schema(route: ApiRoute) -> Json:
    if route.returns == "application/json":
        return {"type": "object"} if not is_message(route.response) else schema_of(route.response)
    return {"type": "string"} if route.returns.startswith("text/") else {"type": "string", "format": "binary"}


def is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


# --- AsyncAPI


def asyncapi() -> Json:
    """The AsyncAPI description of the WebSockets."""
    table = {"client": get_args(FromClient), "server": get_args(FromServer)}
    home = get_args(FromHome)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": TITLE, "version": API_VERSION, "description": DESCRIPTION, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/socket/{code}",
                "description": "A table. The first message is `hello`; the answer is the whole table.",
                "parameters": {"code": {"description": PARAMETERS["code"]["description"]}},
                "messages": channel_messages(*table["client"], *table["server"]),
            },
            "home": {
                "address": "/api/home/live",
                "description": "My tables, my search and the public room, at each change; any text asks for them.",
                "messages": channel_messages(*home),
            },
        },
        "operations": {
            "toTable": {"action": "receive", **operation_messages("table", table["client"])},
            "fromTable": {"action": "send", **operation_messages("table", table["server"])},
            "fromHome": {"action": "send", **operation_messages("home", home)},
        },
        "components": {
            "schemas": components(),
            "messages": {
                kind.__name__: {
                    "title": kind.__struct_config__.tag,
                    "summary": components()[kind.__name__]["description"],
                    "payload": {"$ref": REF.format(name=kind.__name__)},
                }
                for kind in dict.fromkeys((*table["client"], *table["server"], *home))
            },
        },
    }


def channel_messages(*kinds: type[msgspec.Struct]) -> Json:
    return {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in kinds}


def operation_messages(channel: str, kinds: Iterable[type[msgspec.Struct]]) -> Json:
    references = [{"$ref": f"#/channels/{channel}/messages/{kind.__name__}"} for kind in kinds]
    return {"channel": {"$ref": f"#/channels/{channel}"}, "messages": references}


# --- the page of the docs


def reference(routes: Sequence[ApiRoute]) -> str:
    """The text of docs/api-reference.md; prose wraps at 120 columns, rows of tables do not."""
    return "\n".join(line if line.startswith("|") else wrapped(line) for line in reference_lines(routes))


def wrapped(text: str) -> str:
    indent = "  " if text.startswith("* ") else ""
    wrapper = TextWrapper(120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(map(wrapper.fill, text.split("\n")))


def reference_lines(routes: Sequence[ApiRoute]) -> Iterator[str]:
    yield "# Reference of the API\n"
    yield "Written by `python -m meute.server.http.openapi`; do not edit. How to use it: [api.md](api.md).\n"
    yield f"Version {API_VERSION}. A server describes itself at `/api/openapi.json` and `/api/asyncapi.json`.\n"
    yield "## Routes\n"
    yield "A scope in brackets is what a token needs; *page*: only a browser with its cookie may call it.\n"
    for route in routes:
        query = f"?{'&'.join(f'{name}=' for name in route.query)}" if route.query else ""
        yield f"### {route.method} {route.path}{query}\n"
        yield f"[{route.scope}] {route.summary}\n"
        yield f"{takes(route)}Returns {type_name(route)}.\n"
    yield "## Refusals\n"
    yield "A refused request is answered by a `RefusedSent`. Its `code` has status 400, except:\n"
    for status in sorted(set(STATUS.values())):
        yield f"* {status}: {', '.join(f'`{code}`' for code, its in STATUS.items() if its == status)}"
    yield "\n## Messages of a table's WebSocket\n"
    yield f"From the client: {links(get_args(FromClient))}.\n"
    yield f"From the server: {links(get_args(FromServer))}.\n"
    yield f"From the server, to an open home page: {links(get_args(FromHome))}.\n"
    yield "## Notation\n"
    yield "Actions and positions of each game as text; the page names things by the words of its language.\n"
    for game in GAMES:
        yield f"### Notation of {game}\n"
        yield f"{notation(game)}\n"
    yield "## Types\n"
    for name, schema in components().items():
        yield f"### {name}\n"
        yield f"{schema.get('description', '')}\n"
        yield "| field | type | |"
        yield "|---|---|---|"
        required = schema.get("required", [])
        for field, its in schema["properties"].items():
            mark = "" if field in required else "optional. "
            yield f"| `{field}` | {typed(its)} | {mark}{its.get('description', '')} |"
        yield ""


def notation(game: str) -> str:
    """What a game's `notation.py` says about it: the docstring behind its first line. From the source, which a compiled
    module is beside."""
    source = Path(inspect.getfile(import_module(f"meute.games.{game}"))).with_name("notation.py")
    told = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return " ".join(told.split("\n\n", 1)[1].split())


def takes(route: ApiRoute) -> str:
    if is_message(route.request):
        return f"Body: [{route.request.__name__}](#{route.request.__name__.lower()}). "
    return "" if route.takes == "application/json" else f"Body: {route.takes}. "


def type_name(route: ApiRoute) -> str:
    name = route.response.__name__ if is_message(route.response) else ""
    return f"[{name}](#{name.lower()})" if name else route.returns


def links(kinds: Iterable[type[msgspec.Struct]]) -> str:
    names = [(kind.__struct_config__.tag, kind.__name__) for kind in kinds]
    return ", ".join(f"[`{tag}`](#{name.lower()})" for tag, name in names)


def typed(schema: Json) -> str:
    """A schema in one cell of a table."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(typed, schema["anyOf"])))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        items = schema.get("prefixItems")
        return f"({', '.join(map(typed, items))})" if items else f"list of {typed(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"map of {typed(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


def main() -> None:
    """Prints the page of the docs."""
    from meute.server.http.app import App

    with tempfile.TemporaryDirectory() as folder:
        text = reference(App(Path(folder)).api_routes())
    print(text, end="")


if __name__ == "__main__":
    main()

"""Generates web/src/wire.ts: TypeScript types of all messages and of the games' views."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from meute.core.game import Game
from meute.games import GAMES
from meute.match.record import RESIGNS_MARK
from meute.server.messages import Message, Phase, SeatKind, matchmaking, requests, responses
from meute.server.messages.modules import MODULES, structs

TARGET = Path(__file__).parents[3] / "web/src/wire.ts"
HEAD = "// Written by `python -m meute.server.typescript` from messages/ and the games' show_types.py. Do not edit.\n"
PRIMITIVES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}

NARROWED = {
    (responses.SceneSent, "shown"): "Shown",
    (responses.EventSent, "kind"): "EventKind",
    (responses.EventSent, "data"): "object",
}
"""Fields with a narrower type than Python declares."""

NO_DATA = "Record<never, never>"

EVENT_TYPES = """export type EventKinds = { [G in keyof EventData]: keyof EventData[G] };

export type EventKind = EventKinds[keyof EventKinds];

/** An event of a game: its kind tells which data it has. Of any game: only that it has some. */
export type GameEvent<G extends keyof EventData> = keyof EventData extends G
  ? EventSent
  : { [K in keyof EventData[G]]: EventSent & { kind: K; data: EventData[G][K] } }[keyof EventData[G]];
"""

Annotation: TypeAlias = Any
Names: TypeAlias = dict[Annotation, str]

CHOICES: Names = {Phase: "Phase", SeatKind: "SeatKind"}


def typescript() -> str:
    """The text of wire.ts."""
    names = message_names()
    parts = [HEAD]
    parts += [f"export type {name} = {union(get_args(kind), {})};\n" for kind, name in CHOICES.items()]
    parts += [interface_of_struct(struct, names) for module in MODULES for struct in structs(module)]
    unions = (
        ("FromServer", responses.FromServer),
        ("FromHome", matchmaking.FromHome),
        ("FromClient", requests.FromClient),
    )
    for name, kind in unions:
        parts.append(f"export type {name} = {union(members(kind), names)};\n")
    shown = []
    for game in GAMES:
        module = import_module(f"meute.games.{game}.show_types")
        parts += game_types(game, module)
        shown.append(f"{game.capitalize()}Shown")
    parts.append(f"export type Shown = {' | '.join(shown)};\n")
    parts.append(
        block("EventData", "What may happen in each game, with its data.", list(map(event_data, GAMES.values())))
    )
    parts.append(EVENT_TYPES)
    return "\n".join(parts)


def event_data(game: Game) -> str:
    """The fields of a game's events by kind: ids or numbers, secret ones optional."""
    ids = game.modules.ids
    lines = [f"{RESIGNS_MARK}: {NO_DATA}"]
    for kind in game.events:
        fields = [(name, name) for name in kind.meanings] + [(kind.secret, f"{kind.secret}?")] * bool(kind.secret)
        typed = "; ".join(f"{name}: {'string' if meaning in ids else 'number'}" for meaning, name in fields)
        lines.append(f"{kind.name}: {f'{{ {typed} }}' if typed else NO_DATA}")
    return f"  {game.id}: {{\n" + "".join(f"    {line};\n" for line in lines) + "  };"


def message_names() -> Names:
    """The TypeScript name of each named type."""
    return CHOICES | {struct: struct.__name__ for module in MODULES for struct in structs(module)}


def game_types(game: str, module: ModuleType) -> Iterator[str]:
    """The types of a game's view, each prefixed with the game's name."""
    own = f"meute.games.{game}."
    kinds = [kind for kind in vars(module).values() if is_typeddict(kind) and kind.__module__.startswith(own)]
    title = game.capitalize()
    names: Names = {
        kind: kind.__name__ if kind.__name__ == f"{title}Shown" else f"{title}{kind.__name__}" for kind in kinds
    }
    for kind in kinds:
        fields = [
            (f'"{game}"' if name == "game" else typescript_type(hint, names), name)
            for name, hint in get_type_hints(kind).items()
        ]
        yield block(names[kind], kind.__doc__, [f"  {name}: {hint};" for hint, name in fields])


def interface_of_struct(struct: type[Message], names: Names) -> str:
    """The interface of a message; a field with a default is optional in requests, and where the server omits it."""
    config = struct.__struct_config__
    hints = get_type_hints(struct)
    written = struct.__module__ == requests.__name__ or struct.__name__.endswith("Request")
    lines = [f'  {config.tag_field}: "{config.tag}";'] if config.tag_field else []
    for field in msgspec.structs.fields(struct):
        optional = not field.required and (config.omit_defaults or written)
        hint = NARROWED.get((struct, field.name)) or typescript_type(hints[field.name], names)
        lines.append(f"  {field.name}{'?' if optional else ''}: {hint};")
    return block(struct.__name__, struct.__doc__, lines)


def block(name: str, doc: str | None, lines: list[str]) -> str:
    """An interface with its comment."""
    return "\n".join([f"/** {doc} */", f"export interface {name} {{", *lines, "}", ""])


def origin_of(kind: Annotation) -> Annotation:
    return get_origin(kind)


def members(kind: Annotation) -> tuple[Annotation, ...]:
    """The alternatives of a union."""
    return get_args(kind) if origin_of(kind) in (Union, UnionType) else (kind,)


def union(kinds: tuple[Annotation, ...], names: Names) -> str:
    return " | ".join(typescript_type(kind, names) for kind in kinds)


def typescript_type(kind: Annotation, names: Names) -> str:
    """A Python type as TypeScript."""
    if isinstance(kind, str):
        return f'"{kind}"'
    if kind in names:
        return names[kind]
    if kind in PRIMITIVES:
        return PRIMITIVES[kind]
    origin, inner = origin_of(kind), get_args(kind)
    if origin in (Union, UnionType, Literal):
        return union(inner, names)
    if origin is list:
        item = typescript_type(inner[0], names)
        return f"({item})[]" if " " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{typescript_type(inner[0], names)}, {typescript_type(inner[1], names)}>"
    if origin is tuple:
        return f"[{', '.join(typescript_type(item, names) for item in inner)}]"
    raise TypeError(f"no TypeScript for {kind}")


def main() -> None:
    """Writes wire.ts; with --check, only exits with 1 if it is out of date."""
    text = typescript()
    if "--check" in sys.argv[1:]:
        sys.exit(TARGET.read_text(encoding="utf-8") != text)
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

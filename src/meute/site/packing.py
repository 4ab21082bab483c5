"""Archives of a site, made by the very Python that will read them: compiled modules, and nothing that is not needed."""

import ast
import asyncio
import json
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path

STANDARD = "/lib/python314.zip"
UNCHECKED = (1).to_bytes(4, "little")
HASH = 8
"""What follows Python's own number in a file of compiled code that is never compared with its source (PEP 552)."""
HEAD = 4
"""Bytes before an archive's list of files, which tell its length."""


async def pack(tree: str, out: str) -> None:
    """Writes `python.zip`, what is needed of the standard library, and `meute.pack`, all of ours and what it needs."""
    folder = Path(tree)
    await rehearse()
    for name in ("pyodide.ffi", "pyodide.webloop", *sorted(standard_names(folder / "meute"))):
        try:
            import_module(name)
        except ImportError as missing:
            print(f"not in a browser: {name} ({missing})")
    write_standard(Path(out) / "python.zip")
    write_tree(folder, Path(out) / "meute.pack")


async def rehearse() -> None:
    """Opens the house and asks for most things in it, so that what is loaded late is loaded by now."""
    from meute.games import GAMES
    from meute.site.hands import do
    from meute.site.start import open_house

    class Script:
        def tell(self, line: int, text: str) -> None:
            return

        def hangUp(self, line: int, code: int) -> None:  # noqa: N802
            return

        async def save(self, kept: bytes) -> None:
            return

        def hand(self, who: str, number: int, errand: bytes) -> None:
            if number:
                inn.heard(who, number, do(errand))

        def replace(self, who: str) -> None:
            return

    inn = open_house(b"", Script())
    bots = [{"kind": "bot", "bot": "rodeur"}, {"kind": "bot", "bot": "meneuse"}, {"kind": "bot", "bot": "louveteau"}]
    for line, game in enumerate(GAMES.values()):
        asked = {"game": game.id, "seats": bots[: game.fewest], "start": True}
        _, _, answer = await inn.ask("POST", "/api/tables", json.dumps(asked), "fr")
        inn.connect(line, f"/socket/{json.loads(answer)['code']}", "fr")
        await asyncio.sleep(0)
        inn.hear(line, json.dumps({"do": "hello", "last": -1, "era": 0, "seat": None}))
    for path in ("/api/home", "/api/learn", "/api/daily", "/api/me", "/api/me/export", "/api/people", "/api/nowhere"):
        await inn.ask("GET", path, "", "fr")
    await asyncio.sleep(1)


def standard_names(folder: Path) -> set[str]:
    """The modules of the standard library that any file under a folder imports, however late."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    return {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}


def write_standard(target: Path) -> None:
    """Every module of the standard library that is loaded by now, compiled; and what was loaded before any import."""
    with zipfile.ZipFile(STANDARD) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as part:
        for name in sorted(loaded(whole)):
            part.writestr(f"{name}c", compiled(whole.read(name), name, optimize=2))


def loaded(whole: zipfile.ZipFile) -> Iterator[str]:
    """The files of those modules."""
    known = set(whole.namelist())
    for name in sys.modules:
        path = name.replace(".", "/")
        yield from {f"{path}.py", f"{path}/__init__.py"} & known


def write_tree(folder: Path, target: Path) -> None:
    """All files one after the other, behind a list of their names and lengths; modules compiled, of others' only those
    that are loaded by now."""
    files: list[tuple[str, bytes]] = []
    used = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.suffix != ".py":
            files += [(name, file.read_bytes())] if file.is_file() else []
        elif name.startswith("meute/"):
            files.append((f"{name}c", compiled(without_words(file.read_bytes()), name, optimize=0)))
        elif str(file) in used and file.name == "__init__.py":
            files.append((name, file.read_bytes()))  # some read themselves
        elif str(file) in used:
            files.append((f"{name}c", compiled(file.read_bytes(), name, optimize=2)))
    listed = json.dumps([(name, len(body)) for name, body in files]).encode()
    target.write_bytes(len(listed).to_bytes(HEAD, "little") + listed + b"".join(body for _, body in files))


def compiled(source: bytes | ast.Module, name: str, optimize: int) -> bytes:
    """A module as its file of compiled code holds it, whatever its age."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + UNCHECKED + bytes(HASH) + marshal.dumps(code)


def without_words(source: bytes) -> ast.Module:
    """A module without its docstrings; what it asserts stays."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass(lineno=1, col_offset=0)]
    return tree

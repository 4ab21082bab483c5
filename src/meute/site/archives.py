"""Makes the site's archives: bytecode of exactly the needed modules. Runs in Pyodide, so that the bytecode fits it."""

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
"""Header of an unchecked hash-based .pyc file (PEP 552): the flags, and the length of the unused hash after them."""
HEAD = 4
"""Size in bytes of the number at the start of an archive: the length of its file list."""


async def pack(tree: str, out: str) -> None:
    """Write `python.zip` (needed parts of the standard library) and `meute.pack` (Meute and its dependencies)."""
    folder = Path(tree)
    await import_everything()
    for name in ("pyodide.ffi", "pyodide.webloop", *sorted(standard_names(folder / "meute"))):
        try:
            import_module(name)
        except ImportError as missing:
            print(f"not in a browser: {name} ({missing})")
    write_standard(Path(out) / "python.zip")
    write_tree(folder, Path(out) / "meute.pack")


async def import_everything() -> None:
    """Run the server and most of its requests, so that lazy imports are loaded, too."""
    from meute.games import GAMES
    from meute.site.start import open_engine
    from meute.site.web_workers import do

    class NullScript:
        def tell(self, line: int, text: str) -> None:
            return

        def hangUp(self, line: int, code: int) -> None:  # noqa: N802
            return

        async def save(self, data: bytes) -> None:
            return

        def hand(self, who: str, number: int, job: bytes) -> None:
            if number:
                engine.heard(who, number, do(job))

        def replace(self, who: str) -> None:
            return

    engine = open_engine(b"", NullScript())
    bots = [{"kind": "bot", "bot": "rodeur"}, {"kind": "bot", "bot": "meneuse"}, {"kind": "bot", "bot": "louveteau"}]
    for line, game in enumerate(GAMES.values()):
        asked = {"game": game.id, "seats": bots[: game.min_seats], "start": True}
        _, _, answer = await engine.ask("POST", "/api/tables", json.dumps(asked), "fr")
        engine.connect(line, f"/socket/{json.loads(answer)['code']}", "fr")
        await asyncio.sleep(0)
        engine.hear(line, json.dumps({"do": "hello", "last": -1, "era": 0, "seat": None}))
    for path in ("/api/home", "/api/learn", "/api/daily", "/api/me", "/api/me/export", "/api/people", "/api/nowhere"):
        await engine.ask("GET", path, "", "fr")
    await asyncio.sleep(1)


def standard_names(folder: Path) -> set[str]:
    """Standard library modules imported by any file under a folder."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names):
                    found |= {alias.name for alias in names}
                case ast.ImportFrom(str(module), level=0):
                    found.add(module)
    return {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}


def write_standard(target: Path) -> None:
    """Write every loaded standard library module as bytecode."""
    with zipfile.ZipFile(STANDARD) as whole, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as part:
        for name in sorted(loaded(whole)):
            part.writestr(f"{name}c", compiled(whole.read(name), name, optimize=2))


def loaded(whole: zipfile.ZipFile) -> Iterator[str]:
    """Paths of the loaded modules' source files in the standard library archive."""
    known = set(whole.namelist())
    for name in sys.modules:
        path = name.replace(".", "/")
        yield from {f"{path}.py", f"{path}/__init__.py"} & known


def write_tree(folder: Path, target: Path) -> None:
    """Write a list of names and lengths, then all files. Modules are compiled; of dependencies, only loaded modules are
    included."""
    files: list[tuple[str, bytes]] = []
    used = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.suffix != ".py":
            files += [(name, file.read_bytes())] if file.is_file() else []
        elif name.startswith("meute/"):
            files.append((f"{name}c", compiled(strip_docstrings(file.read_bytes()), name, optimize=0)))
        elif str(file) in used and file.name == "__init__.py":
            files.append((name, file.read_bytes()))  # as source: some packages read their own __init__.py
        elif str(file) in used:
            files.append((f"{name}c", compiled(file.read_bytes(), name, optimize=2)))
    listed = json.dumps([(name, len(body)) for name, body in files]).encode()
    target.write_bytes(len(listed).to_bytes(HEAD, "little") + listed + b"".join(body for _, body in files))


def compiled(source: bytes | ast.Module, name: str, optimize: int) -> bytes:
    """The content of an unchecked .pyc file."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + UNCHECKED + bytes(HASH) + marshal.dumps(code)


def strip_docstrings(source: bytes) -> ast.Module:
    """Parse a module and drop its docstrings; assertions stay."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() if ast.get_docstring(node):
                node.body[:1] = [] if len(node.body) > 1 else [ast.Pass(lineno=1, col_offset=0)]
    return tree

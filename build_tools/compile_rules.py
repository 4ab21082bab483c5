"""Compiles the rules with mypyc: a library for each game and one for the core, compiled in parallel units.

python build_tools/compile_rules.py able
    exits with 0 if there are a C compiler and Python's headers
python build_tools/compile_rules.py compile PLACE CACHE
    compiles the rules in PLACE, a copy of src, beside their sources; unchanged objects are taken from CACHE
python build_tools/compile_rules.py whole PLACE
    the same as one unit: slower to build, and simpler

mypyc analyses all modules together, so that it knows every subclass, and generates C by groups. Each group is two C
units: hot code (on the path of a move), fully optimized, and cold code, with less optimization.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import compiled_docstrings
import inline_c
from mypy.fscache import FileSystemCache
from mypy.nodes import AssignmentStmt, Expression, IntExpr, MypyFile, NameExpr, OpExpr, UnaryExpr, Var
from mypyc.build import construct_groups, generate_c_extension_shim, get_mypy_config, include_dir
from mypyc.codegen import emitmodule
from mypyc.common import RUNTIME_C_FILES, shared_lib_name
from mypyc.errors import Errors
from mypyc.irbuild.mapper import Mapper
from mypyc.options import CompilerOptions
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

# setuptools provides `distutils` once it is imported.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

ROOT = Path(__file__).resolve().parent.parent
CORE = "meute_core"
C = "c"
"""The folder for generated C."""
MAX_CACHED = 120
"""Number of object files that stay in the cache: those of the last few builds."""

HOT_FLAGS = {"unix": ["-O3", "-falign-functions=32", "-falign-loops=32"], "msvc": ["/O2"]}
"""Aligned, so that the speed of a loop depends less on the code before it: ten per cent were seen."""
COLD_FLAGS = {"unix": ["-O1"], "msvc": ["/O1"]}
POPCOUNT_FLAGS = ["-mpopcnt"] if sysconfig.get_platform().endswith("x86_64") else []
"""The popcount instruction: every x86-64 processor since 2008 has it."""
COMMON_FLAGS = {
    "unix": ["-g0", "-w", "-fvisibility=hidden", "-fwrapv", "-fcommon", *POPCOUNT_FLAGS],
    "msvc": ["/GL-", "/w"],
}
"""Flags by compiler type. -fwrapv: mypyc assumes that integers wrap. -fcommon: it defines the same table in every unit
of a library."""

INCLUDED = re.compile(r'^#include ["<](.+)[">]', re.MULTILINE)


class Unit(NamedTuple):
    """One C file to compile."""

    name: str
    text: str
    hot: bool = False


class Group(NamedTuple):
    """Modules that become one library, and their C files: name -> text."""

    name: str
    modules: list[str]
    files: dict[str, str]


class Generated(NamedTuple):
    groups: list[Group]
    runtime: list[str]
    """C files of mypyc's runtime, which every library needs."""
    folders: list[str]
    """Include directories."""


# --- from Python to C


def modules_to_compile() -> tuple[list[str], set[str]]:
    """Paths of the modules to compile, and of the cold ones among them (not on the path of a move)."""
    globs = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["meute"]["build"]
    found, cold = (
        {path.as_posix() for glob in globs[key] for path in Path().glob(glob)} for key in ("compile", "cold")
    )
    paths = sorted(path for path in found if not path.endswith("__init__.py"))
    if not paths:
        raise RuntimeError("nothing to compile: see [tool.meute.build] in pyproject.toml")
    return paths, cold


def group_of(path: str) -> str:
    """The group of a module: its game, or its package under `meute`; `ai` joins the core, which is inlined."""
    parts = Path(path.replace("meute/ai/", "meute/core/")).parts
    return "_".join(parts[:3] if parts[1] == "games" else parts[:2])


def generate(paths: list[str]) -> Generated:
    """Generate the C of each group."""
    whole = CompilerOptions(multi_file=True, target_dir=C)
    apart = CompilerOptions(multi_file=True, target_dir=C, separate=True)
    cache = FileSystemCache()
    sources, _, options = get_mypy_config(paths, None, whole, cache)
    members: dict[str, list[str]] = {}
    for path in paths:
        members.setdefault(group_of(path), []).append(path)
    together = construct_groups(sources, False, True, None)
    groups = construct_groups(sources, [(paths, name) for name, paths in members.items()], True, None)

    result = emitmodule.parse_and_typecheck(sources, options, whole, together, cache)
    fold_constants([result.files[source.module] for source in sources])
    errors = Errors(options)
    mapper = Mapper({source.module: name for group, name in groups for source in group})
    result.manager.errors.set_file("<mypyc>", module=None, scope=None, options=options)
    modules = emitmodule.compile_modules_to_ir(result, mapper, whole, errors)
    for message in errors.new_messages():
        print(message)
    if errors.num_errors:
        raise RuntimeError("mypyc could not compile the rules")
    texts = emitmodule.compile_ir_to_c(groups, modules, result, mapper, apart)
    needed = sorted(emitmodule.collect_source_dependencies(modules), key=lambda source: source.path)
    folders = {folder for source in needed for folder in source.include_dirs}
    written = {c_file(path): path for path in paths}
    files = {
        name: {file: post_process(file, text, written.get(file)) for file, text in texts[name]} for _, name in groups
    }
    return Generated(
        [Group(str(name), [source.module for source in group], files[name]) for group, name in groups],
        [*RUNTIME_C_FILES, *(source.path for source in needed)],
        [C, *(os.path.join(include_dir(), folder) for folder in ("", *sorted(folders)))],
    )


def post_process(file: str, text: str, source: str | None) -> str:
    """Add intrinsics and docstrings to generated C, and remove unsafe trashcans."""
    if source is not None:
        prefix = file.removeprefix("__native_").removesuffix(".c")
        text = compiled_docstrings.with_docstrings(text, Path(source).read_text(encoding="utf-8"), prefix)
    return inline_c.with_instructions(inline_c.without_unsafe_trashcan(text))


def fold_constants(modules: list[MypyFile]) -> None:
    """Compute integer constants that depend on constants of other modules, for mypyc. By itself mypyc folds constants
    only within a module, and reads the others, such as every game's actions, as objects."""
    unknown = [
        (statement.lvalues[0].node, statement.rvalue)
        for module in modules
        for statement in module.defs
        if isinstance(statement, AssignmentStmt)
        and statement.is_final_def
        and isinstance(statement.lvalues[0], NameExpr)
        and isinstance(statement.lvalues[0].node, Var)
        and statement.lvalues[0].node.final_value is None
    ]
    found = True
    while found:
        found = False
        for name, expression in unknown:
            if name.final_value is None and (value := constant_value(expression)) is not None:
                name.final_value = value
                found = True


def constant_value(expression: Expression) -> int | None:
    """The value of a constant integer expression; None for any other."""
    match expression:
        case IntExpr():
            return expression.value
        case NameExpr(node=Var(is_final=True, final_value=int(value))) if not isinstance(value, bool):
            return value
        case UnaryExpr(op="-"):
            inner = constant_value(expression.expr)
            return None if inner is None else -inner
        case OpExpr(op="+" | "-" | "*" as op):
            left, right = constant_value(expression.left), constant_value(expression.right)
            if left is None or right is None:
                return None
            return left + right if op == "+" else left - right if op == "-" else left * right
    return None


# --- units


def c_file(path: str) -> str:
    """File name of a module's C."""
    return f"__native_{path.removesuffix('.py').replace('/', '___')}.c"


def units_of(group: Group, cold: set[str], copied: Mapping[str, str]) -> list[Unit]:
    """The hot unit, with inlined copies of the core's small functions, and the cold unit."""
    rest = {c_file(path) for path in cold} | {f"__native_{group.name}.c"}
    texts = {name: text for name, text in group.files.items() if name.endswith(".c")}
    headers = "".join(f'#include "__native{kind}_{group.name}.h"\n' for kind in ("", "_internal"))
    hot = "".join(text for name, text in texts.items() if name not in rest)
    if group.name != CORE:
        hot = inline_c.header(copied) + inline_c.call_copies(hot, CORE, copied)
    return [
        Unit(f"{group.name}_hot", headers + hot, hot=True),
        Unit(f"{group.name}_cold", "".join(text for name, text in texts.items() if name in rest)),
    ]


def shim(modules: Iterable[str], groups: Mapping[str, str]) -> str:
    """C of the extension modules with these names; each loads its module from the library of its group."""
    text = ""
    for module in modules:
        leaf = module.rpartition(".")[2]
        made = Path(generate_c_extension_shim(module, leaf, C, groups[module])).read_text(encoding="utf-8")
        # Each shim also defines PyInit___init__, which one linker requires: rename it, as names must differ.
        text += f"#define PyInit___init__ PyInit___init___{leaf}\n{made}\n#undef PyInit___init__\n"
    return text


def batches(modules: Iterable[str]) -> list[list[str]]:
    """Modules in batches whose last names differ: one shim library, copied under each name, serves a batch."""
    found: list[dict[str, str]] = []
    for module in modules:
        leaf = module.rpartition(".")[2]
        batch = next((batch for batch in found if leaf not in batch), None)
        if batch is None:
            found.append(batch := {})
        batch[leaf] = module
    return [list(batch.values()) for batch in found]


def with_headers(text: str, headers: Mapping[str, str]) -> str:
    """C text with all generated headers that it includes, directly or indirectly: hashed as a cache key."""
    found: dict[str, str] = {}
    wanted = INCLUDED.findall(text)
    while wanted:
        name = wanted.pop()
        if name in headers and name not in found:
            found[name] = headers[name]
            wanted += INCLUDED.findall(headers[name])
    return text + "".join(found[name] for name in sorted(found))


# --- from C to libraries


def c_compiler() -> Any:
    compiler = new_compiler()
    customize_compiler(compiler)
    return compiler


def can_compile() -> bool:
    """Whether there are a C compiler and the Python headers."""
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return False
    compiler = c_compiler()
    if compiler.compiler_type != "msvc":
        return shutil.which(compiler.compiler_so[0]) is not None
    try:
        compiler.initialize()
    except Exception:  # the type depends on the version of setuptools
        return False
    return True


def identity(compiler: Any) -> str:
    """Versions of Python, mypy and the compiler: part of the cache key of a unit."""
    words = getattr(compiler, "compiler_so", None)
    if words:
        compiler_version = subprocess.run([words[0], "--version"], check=False, capture_output=True, text=True).stdout
    else:
        compiler_version = str(compiler.cc)  # MSVC: the compiler's folder names its version
    return "\n".join((sys.version, version("mypy"), compiler_version, *map(str, words or ())))


class Builder(build_ext):  # type: ignore[misc]
    """Compiles units in parallel, or takes them from the cache, and links them."""

    units: list[Unit]
    parts: dict[str, list[str]]
    """Extension name -> names of its units."""
    headers: dict[str, str]
    folders: list[str]
    cache: Path

    def build_extensions(self) -> None:
        versions = identity(self.compiler)
        longest_first = sorted(self.units, key=lambda unit: (unit.hot, len(unit.text)), reverse=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            futures = {unit.name: pool.submit(self.object_of, unit, versions) for unit in longest_first}
            try:
                for number, done in enumerate(as_completed(futures.values()), 1):
                    done.result()
                    print(f"{number} of {len(futures)} units", flush=True)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        for extension in self.extensions:
            extension.extra_objects = [str(futures[name].result()) for name in self.parts[extension.name]]
        super().build_extensions()

    def object_of(self, unit: Unit, versions: str) -> Path:
        """The object file of a unit, from the cache or newly compiled."""
        kind = self.compiler.compiler_type
        flags = [*COMMON_FLAGS[kind], *(HOT_FLAGS if unit.hot else COLD_FLAGS)[kind]]
        content = "\n".join((versions, *flags, with_headers(unit.text, self.headers)))
        there = self.cache / f"{hashlib.sha256(content.encode()).hexdigest()}{self.compiler.obj_extension}"
        if there.exists():
            there.touch()
            return there
        source = Path(C, f"{unit.name}.c")
        source.write_text(unit.text, encoding="utf-8")
        made = self.compiler.compile(
            [str(source)], output_dir=self.build_temp, include_dirs=self.folders, extra_postargs=flags
        )
        beside = there.with_suffix(f".{os.getpid()}")
        shutil.copyfile(made[0], beside)
        os.replace(beside, there)
        return there


def compile_rules(cache: Path) -> None:
    """Compile the rules in the current directory."""
    paths, cold = modules_to_compile()
    print(f"C of {len(paths)} modules", flush=True)
    groups, runtime, folders = generate(paths)
    headers = {name: text for group in groups for name, text in group.files.items() if name.endswith(".h")}
    for name, text in headers.items():
        Path(C, name).parent.mkdir(parents=True, exist_ok=True)
        Path(C, name).write_text(text, encoding="utf-8")
    core = next(group for group in groups if group.name == CORE)
    apart = set(map(c_file, cold))
    copied = inline_c.inlinable(CORE, {name: text for name, text in core.files.items() if name not in apart})

    units = [Unit("runtime", "".join(f"#include <{name}>\n" for name in runtime), hot=True)]
    parts: dict[str, list[str]] = {}
    for group in groups:
        own = units_of(group, cold, copied)
        units += own
        parts[shared_lib_name(group.name)] = ["runtime", *(unit.name for unit in own)]
    homes = {module: group.name for group in groups for module in group.modules}
    shims = batches(sorted(homes))
    for number, modules in enumerate(shims):
        units.append(Unit(f"shim_{number}", shim(modules, homes)))
        parts[modules[0]] = [f"shim_{number}"]

    cache.mkdir(parents=True, exist_ok=True)
    builder = Builder(Distribution({"ext_modules": [Extension(name, []) for name in parts]}))
    builder.units, builder.parts, builder.headers, builder.folders, builder.cache = (
        units,
        parts,
        headers,
        folders,
        cache,
    )
    builder.build_lib, builder.build_temp = ".", "objects"
    builder.ensure_finalized()
    builder.run()
    for first, *others in shims:
        for other in others:
            shutil.copyfile(builder.get_ext_fullpath(first), builder.get_ext_fullpath(other))
    if subprocess.run([sys.executable, "-c", f"import {', '.join(sorted(homes))}"], check=False).returncode:
        raise RuntimeError("what was compiled cannot be imported")
    for old in sorted(cache.iterdir(), key=lambda file: file.stat().st_mtime)[:-MAX_CACHED]:
        old.unlink(missing_ok=True)


def compile_whole() -> None:
    """Compile with plain mypyc as one unit: slower, but independent of the patches in this file."""
    paths, _ = modules_to_compile()
    flags = "" if os.name == "nt" else f"{os.environ.get('CFLAGS', '')} -fvisibility=hidden"
    env = {**os.environ, "CFLAGS": flags, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"}
    sys.exit(subprocess.run([sys.executable, "-m", "mypyc", *paths], check=False, env=env).returncode)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["able"]:
            sys.exit(0 if can_compile() else 1)
        case ["compile", place, cache]:
            folder = Path(cache).resolve()
            os.chdir(place)
            compile_rules(folder)
        case ["whole", place]:
            os.chdir(place)
            compile_whole()
        case _:
            sys.exit(__doc__)

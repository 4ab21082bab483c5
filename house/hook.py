"""The build of the wheel: rules compiled with mypyc, web client built with Vite."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MeuteHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled rules and the built client to a wheel; an editable install stays as it is written."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        if (root / "web").exists():
            if subprocess.run([sys.executable, root / "house/node.py", "build"], check=False).returncode:
                sys.exit("the web client could not be built")
        if self.wants_compiling():
            self.made = tempfile.TemporaryDirectory(prefix="meute-")
            build_data["force_include"].update(compile_rules(root, Path(self.made.name)))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "made"):
            self.made.cleanup()

    def wants_compiling(self) -> bool:
        """Compiles where it can; MEUTE_PURE=1 forbids it, MEUTE_REQUIRE_COMPILED=1 insists."""
        if os.environ.get("MEUTE_PURE") == "1":
            return False
        if can_compile():
            return True
        if os.environ.get("MEUTE_REQUIRE_COMPILED") == "1":
            raise RuntimeError("no C compiler with Python's headers, and MEUTE_REQUIRE_COMPILED=1")
        self.app.display_warning("no C compiler with Python's headers: the rules stay interpreted, and slower")
        return False


def can_compile() -> bool:
    """Is there a C compiler, and what Python extensions are built with?"""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return bool(shutil.which(shlex.split(named)[0])) and Path(sysconfig.get_path("include"), "Python.h").exists()


def compile_rules(root: Path, place: Path) -> dict[str, str]:
    """Compiles a copy of the rules as one mypyc unit; answers file -> path in the wheel."""
    globs = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["meute"]["build"]["compile"]
    shutil.copytree(root / "src/meute", place / "meute", ignore=shutil.ignore_patterns("static", "__pycache__"))
    found = {module.relative_to(place) for pattern in globs for module in place.glob(pattern)}
    modules = sorted(str(module) for module in found if module.name != "__init__.py")
    if not modules:
        raise RuntimeError("nothing to compile: see [tool.meute.build] in pyproject.toml")
    flags = f"{os.environ.get('CFLAGS', '')} -fvisibility=hidden"
    env = {**os.environ, "CFLAGS": flags, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"}
    if subprocess.run([sys.executable, "-m", "mypyc", *modules], check=False, cwd=place, env=env).returncode:
        sys.exit("mypyc could not compile the rules")
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    made = [file.relative_to(place) for file in place.rglob(f"*{suffix}") if "build" not in file.parts]
    return {str(place / file): str(file) for file in made}

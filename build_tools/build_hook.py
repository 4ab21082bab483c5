"""Hatchling build hook: compiles the rules with mypyc and builds the web client with Vite."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MeuteHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled rules and the built client to a wheel; editable installs stay pure."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        if (root / "web").exists():
            if subprocess.run([sys.executable, root / "build_tools/node.py", "build"], check=False).returncode:
                sys.exit("the web client could not be built")
        if self.should_compile(root):
            self.made = tempfile.TemporaryDirectory(prefix="meute-")
            build_data["force_include"].update(self.compile_rules(root, Path(self.made.name)))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "made"):
            self.made.cleanup()

    def should_compile(self, root: Path) -> bool:
        """Whether to compile: if a C compiler exists. MEUTE_PURE=1 forbids it, MEUTE_REQUIRE_COMPILED=1 requires it."""
        if os.environ.get("MEUTE_PURE") == "1":
            return False
        if run_compiler(root, "able"):
            return True
        if os.environ.get("MEUTE_REQUIRE_COMPILED") == "1":
            raise RuntimeError("no C compiler with Python's headers, and MEUTE_REQUIRE_COMPILED=1")
        self.app.display_warning("no C compiler with Python's headers: the rules stay interpreted, and slower")
        return False

    def compile_rules(self, root: Path, place: Path) -> dict[str, str]:
        """Compile a copy of the rules, in parts if possible; returns file -> path in the wheel."""
        parts, whole = place / "parts", place / "whole"
        if run_compiler(root, "compile", copy_rules(root, parts), root / "build/rules"):
            return extensions(parts)
        self.app.display_warning("the rules could not be compiled in parts: once more, as a whole, which takes longer")
        if run_compiler(root, "whole", copy_rules(root, whole)):
            return extensions(whole)
        sys.exit("mypyc could not compile the rules")


def run_compiler(root: Path, *words: str | Path) -> bool:
    return not subprocess.run([sys.executable, root / "build_tools/compile_rules.py", *words], check=False).returncode


def copy_rules(root: Path, place: Path) -> Path:
    shutil.copytree(root / "src/meute", place / "meute", ignore=shutil.ignore_patterns("static", "page", "__pycache__"))
    return place


def extensions(place: Path) -> dict[str, str]:
    made = place.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")
    inside = (file.relative_to(place) for file in made)
    return {str(place / file): str(file) for file in inside if file.parts[0] != "build"}

"""`python3 dev.py web`: a changed component and a changed catalogue show in an open page."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.players import PATIENCE
from playwright.sync_api import Browser, expect
from web.conftest import wait_for

ROOT = Path(__file__).parents[2]
BUILD_PYTHON = ROOT / ".envs/build" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
FETCH_TEXT = """
() => fetch('/api/text/fr.json').then((answer) => answer.text()).then((text) => text.includes('changed catalogue'))
"""
BUILT = shutil.ignore_patterns("node_modules", "static", "page", "__pycache__")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources that a test may change."""
    for folder in ("build_tools", "src", "web"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=BUILT)
    (tmp_path / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    return tmp_path


@pytest.fixture
def address(tree: Path) -> Iterator[str]:
    """The address of a development server over that copy."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command: list[str | Path] = [BUILD_PYTHON, tree / "build_tools/dev_server.py", sys.executable]
    command += ["--port", str(port), "--data", tree / "data"]
    with subprocess.Popen(command) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address)
            yield address
        finally:
            server.terminate()


def test_changes_of_a_component_and_of_a_catalogue_show_at_once(address: str, tree: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    page.evaluate("window.same_document = true")

    component = tree / "web/src/pages/Home.svelte"
    append(component, "\n<p>changed component</p>\n")
    expect(page.get_by_text("changed component")).to_be_visible()
    assert page.evaluate("window.same_document")

    append(tree / "src/meute/text/fr.po", '\nmsgid "page.hot_reload"\nmsgstr "changed catalogue"\n')
    page.wait_for_function(FETCH_TEXT, timeout=1000 * PATIENCE)
    page.close()


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")

"""Building the static site: its commands end, or say why they did not."""

import sys
from pathlib import Path

import pytest

from meute.core.errors import BadInput
from meute.site import make


def test_a_command_that_hangs_is_ended_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "STEP_TIMEOUT", 0.2)
    with pytest.raises(BadInput, match="timed out"):
        make.run([sys.executable, "-c", "import time; time.sleep(20)"], tmp_path)


def test_a_command_that_fails_shows_its_output(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such wheel"):
        make.run([sys.executable, "-c", "raise SystemExit('no such wheel')"], tmp_path)

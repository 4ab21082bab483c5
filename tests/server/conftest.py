"""One server for the tests that leave its settings alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server.visitor import Running, running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A quick server without limits."""
    folder: Path = tmp_path_factory.mktemp("house")
    with running(folder) as server:
        yield server

"""One server for the tests that leave its settings alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import postgres as wheel
from helpers.postgres import Postgres
from helpers.visitor import Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A quick server without limits."""
    folder: Path = tmp_path_factory.mktemp("server")
    with running(folder) as server:
        yield server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all tests; nobody waits for its disk."""
    with wheel.running(*wheel.QUICK) as server:
        yield server

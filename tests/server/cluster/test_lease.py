"""A node that loses its lease: another node may take each of its tables."""

import asyncio
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, come, guest, open_table
from helpers.visitor import QUICK

from meute.server.refusal import Refusal
from meute.server.registry import opened
from meute.server.store.interface import OwnerNode
from meute.server.store.models import LoadedTable


def test_a_table_that_is_being_loaded_when_the_lease_expires_is_not_kept(tmp_path: Path) -> None:
    """It would stay in memory as it was, and its pages would hear nothing of what is played at another node."""

    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            registry.unload(await open_table(registry, guest(ANA), guest(BOB)))
            acquire = registry.store.acquire

            async def expire_meanwhile(
                code: str, force: bool = False, unreachable: str = ""
            ) -> LoadedTable | OwnerNode | None:
                loaded = await acquire(code, force, unreachable)
                registry.on_lease_lost()
                return loaded

            registry.store.acquire = expire_meanwhile  # type: ignore[method-assign]
            with pytest.raises(Refusal, match="moving"):
                await registry.table("table")
            assert not registry.tables
            registry.store.acquire = acquire  # type: ignore[method-assign]
            table = await registry.table("table")
            assert table is not None
            assert not (await come(table, ANA)).closed

    asyncio.run(scene())

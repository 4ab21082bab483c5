"""The tests run on the build that they are meant for."""

import os

from worlds import COMPILED


def test_the_build_is_the_one_that_is_tested() -> None:
    meant = os.environ.get("MEUTE_TESTS", "interpreted")
    assert COMPILED is (meant == "compiled")

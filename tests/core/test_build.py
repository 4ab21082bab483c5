"""The tests run on the build that they are meant for."""

import os

from helpers.worlds import COMPILED

from meute.core.choices import Choices
from meute.core.numbers import lowest
from meute.games.aventure.rules.turn import Turns


def test_the_build_is_the_one_that_is_tested() -> None:
    meant = os.environ.get("MEUTE_TESTS", "interpreted")
    assert COMPILED is (meant == "compiled")


def test_what_is_compiled_keeps_its_docstrings() -> None:
    assert Choices.__doc__ is not None
    assert Choices.__doc__.startswith("Legal actions as a sequence")
    assert Choices.nth.__doc__ == "The n-th action, in the order added."
    assert lowest.__doc__ is not None
    assert lowest.__doc__.startswith("The smallest member")
    assert Turns.__doc__ == "DÉROULEMENT"

"""Features of the value function: none, since games are played out to the end."""

from typing import Final

FEATURE_NAMES: Final[tuple[str, ...]] = ()

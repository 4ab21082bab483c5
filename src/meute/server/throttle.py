"""Throttle: runs an action at once, then at most once per interval."""

import asyncio
from collections.abc import Callable


class Throttle:
    """The first call runs the action at once; all further calls within the interval share one run at its end."""

    def __init__(self, action: Callable[[], None], interval: float) -> None:
        self.action = action
        self.interval = interval
        self.is_pending = False
        self.timer: asyncio.TimerHandle | None = None
        """Set during the interval after a run."""

    def call(self) -> None:
        """Runs the action now, or at the end of the interval."""
        if self.timer is not None:
            self.is_pending = True
            return
        self.timer = asyncio.get_running_loop().call_later(self.interval, self.end_interval)
        self.action()

    def end_interval(self) -> None:
        """Runs the action if it was called meanwhile; then another interval begins."""
        self.timer = None
        if self.is_pending:
            self.is_pending = False
            self.call()

    def cancel(self) -> None:
        """Cancels a pending run."""
        self.is_pending = False
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

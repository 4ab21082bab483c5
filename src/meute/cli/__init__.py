"""The `meute` command."""

from meute.cli.main import main

__all__ = ["main"]

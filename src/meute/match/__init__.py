"""Matches and their records."""

from meute.match.match import Match, Refused, replay
from meute.match.record import Record, Result, read_record, write_record

__all__ = ["Match", "Record", "Refused", "Result", "read_record", "replay", "write_record"]

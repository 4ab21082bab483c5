"""Plays a game with its record: `Match`, `Record`, `replay`."""

from meute.match.match import Match, Refused, Snapshot
from meute.match.record import Record, Result, read_record, split_records, write_record
from meute.match.replay import replay

__all__ = ["Match", "Record", "Refused", "Result", "Snapshot", "read_record", "replay", "split_records", "write_record"]

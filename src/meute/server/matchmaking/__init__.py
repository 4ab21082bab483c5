"""Playing with people who are here now: seeks, calls, open tables, presence."""

"""Notices: what is told to whom who is not at the table, by which way, and when."""

"""Uploaded records and positions, checked in sandboxed processes."""

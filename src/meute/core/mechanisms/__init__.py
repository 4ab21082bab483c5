"""What repeats across games: base frames with one or two methods to override."""

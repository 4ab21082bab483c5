"""A live table: lobby, decisions, clocks, chat, undo, and the connections of players and spectators."""

"""The frames of Traces de Loups, in the rulebook's order: set-up, the year, its seven phases, the optional rules."""

"""What computer players need of a game beyond its rules: the base of each game's `ai` folder. No rule imports it."""

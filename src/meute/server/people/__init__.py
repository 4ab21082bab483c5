"""People: their devices and the ways from one to the next, what they are told, and what they may say of each other."""

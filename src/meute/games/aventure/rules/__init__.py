"""The frames of Mon Aventure, in the rulebook's order."""

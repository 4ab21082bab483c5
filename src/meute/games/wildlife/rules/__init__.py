"""The rules of Wildlife, a file for each part of the rulebook."""

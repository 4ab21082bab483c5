"""`python -m meute`."""

from meute.cli import main

main()

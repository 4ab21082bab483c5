"""A site of static files on which the same house runs in the visitor's browser: docs/publishing.md."""

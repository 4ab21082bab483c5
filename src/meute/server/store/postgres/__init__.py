"""The store in PostgreSQL, which several servers share. Nothing here is imported before somebody wants it."""

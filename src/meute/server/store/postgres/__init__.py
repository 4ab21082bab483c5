"""PostgreSQL implementation of the store, shared by several servers; imported only when used."""

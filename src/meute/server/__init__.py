"""The game server: HTTP and WebSockets, a durable store, and bots in worker processes."""

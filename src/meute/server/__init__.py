"""The table on the network: pages, sockets, a durable store, and bots beside the loop."""

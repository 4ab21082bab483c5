"""Several nodes over one database: requests are forwarded to the node that holds a table; health and metrics."""

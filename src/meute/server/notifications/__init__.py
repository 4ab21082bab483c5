"""Notifications: Web Push and mail to players who are not at the table."""

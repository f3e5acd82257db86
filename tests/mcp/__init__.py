"""The server for assistants."""

"""The referee for an assistant: a server of tools for the Model Context Protocol."""

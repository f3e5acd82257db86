"""The referee for an assistant: tools in the Model Context Protocol."""

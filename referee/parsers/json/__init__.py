"""Records as JSON: the lines of the notation in parts (docs/json.md)."""

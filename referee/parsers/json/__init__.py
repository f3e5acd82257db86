"""Records as JSON, for programs: the same lines as the notation, taken apart (docs/json.md)."""

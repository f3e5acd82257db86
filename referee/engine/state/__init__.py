"""The position: board, facts, hands, and the journal of all changes."""

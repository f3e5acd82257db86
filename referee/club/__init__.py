"""Many records: where they are, who judges them, and the audit of all of them."""

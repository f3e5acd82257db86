"""The record against the law: the table that answers from a line, claims, findings and steps."""

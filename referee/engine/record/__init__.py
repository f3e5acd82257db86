"""The record against the law: its table, claims, findings and steps."""

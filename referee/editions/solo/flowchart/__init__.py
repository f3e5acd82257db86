"""Playing by a flowchart: sheets, choosing, guides, event instructions."""

"""Playing by a flowchart, whatever the system: sheets as data, choosing among candidates, guides, event instructions."""

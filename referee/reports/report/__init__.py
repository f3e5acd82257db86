"""The parts of the annotated report: what the page shows, as plain data for the templates and the script."""

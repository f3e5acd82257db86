"""The parts of the HTML report, as data for templates and script."""

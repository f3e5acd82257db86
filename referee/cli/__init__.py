"""The command line, which imports every other room; none imports it."""

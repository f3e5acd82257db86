"""The command line; it imports every other room and is imported by none."""

"""Helpers of the tests: paths, commands, writers of files, browsers."""

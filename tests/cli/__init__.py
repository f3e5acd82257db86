"""The command line: exit statuses, streams, options, its start."""

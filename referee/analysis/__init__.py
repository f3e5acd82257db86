"""Analysis of a record by rollouts: chances to win, luck and choice."""

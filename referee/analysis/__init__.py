"""Analysis: chances to win, luck and choice, by rollouts from a game's positions."""

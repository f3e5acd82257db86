"""The repository itself: arrows between rooms, package, release, pages of the docs."""

"""``python -m referee``."""

from referee.start import main

main()

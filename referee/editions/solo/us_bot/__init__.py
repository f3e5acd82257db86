"""The US Bot (chapter 13): its sheet as data, its guide, and what it does otherwise than a player."""

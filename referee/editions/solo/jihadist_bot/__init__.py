"""The Jihadist Bot (chapter 12): its sheet as data, its guide, and what it does otherwise than a player."""

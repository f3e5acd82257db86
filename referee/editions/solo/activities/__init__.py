"""The Jihadist Activities (chapter 9): their sheet as data, their guide, and what they do otherwise than a player."""

"""The base game, The Awakening and the solitaire systems, beside their rule cases."""

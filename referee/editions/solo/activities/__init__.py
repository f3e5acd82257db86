"""The Jihadist Activities (chapter 9): sheet, guide and seams."""

"""The Jihadist Bot (chapter 12): sheet, guide and seams."""

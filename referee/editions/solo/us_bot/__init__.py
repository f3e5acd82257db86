"""The US Bot (chapter 13): sheet, guide and seams."""

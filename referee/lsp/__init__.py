"""The referee in an editor: a language server for records.

It knows no rules and no notation, only :mod:`referee.play.editing`.
"""

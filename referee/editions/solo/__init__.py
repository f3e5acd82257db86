"""The solitaire systems of chapters 9, 12 and 13.

Each is a source on top of any edition: it arms rules of its own and brings a guide with its flowcharts.
"""

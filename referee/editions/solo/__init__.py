"""The solitaire systems: the Jihadist Activities of chapter 9, the Jihadist Bot of 12 and the US Bot of 13.

Each is a source on top of any edition: it arms rules of its own and brings a guide, which knows its flowcharts.
"""

"""Learn: what the built pages cannot know before somebody asks, such as a misspelt word."""

from __future__ import annotations

from typing import Any

from referee.web.desk import Given

MOST_ASKED = 80


class Room:
    """It keeps nothing: the pages of Learn are files that are built with the page (:mod:`referee.web.pages`)."""

    CALLS = ("like",)

    def like(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """What is spelt nearly like what was ``asked``: its address, what it is called by, and its title."""
        from referee import rulesets
        from referee.commands import lookup
        from referee.web.addresses import rule_address, slug

        rulesets.load_all()
        found = []
        for entry in lookup.like(str(given.get("asked", ""))[:MOST_ASKED]):
            address = {
                "card": f"card/{entry.name}",
                "country": f"country/{slug(entry.name)}",
                "kind": f"finding/{entry.name}",
            }.get(entry.kind) or rule_address(entry.name)
            found.append({"address": address, "key": entry.ask, "title": entry.title})
        return found

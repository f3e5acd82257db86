"""The countries of the map."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.api import explain
from referee.editions import rulesets
from referee.reports import printed
from referee.web.addresses import slug
from referee.web.pages import shown
from referee.web.pages.model import Page, chained, links
from referee.web.pages.rules import card_data, card_links
from referee.web.pages.words import runs, weighty

COUNTRIES = ("countries", "Countries")


def pages() -> list[Page]:
    """Every country of both maps."""
    known = rulesets.whole().countries
    told = {n: _told(card_data(n)) for n in rulesets.whole().cards}
    found = [_country(name, told) for name in sorted(known)]
    chained(found)
    first = shown.group_page("countries", "Countries", "What the map prints of each country, and what speaks of it.")
    first.add("", links((p.id, "", p.title, p.told) for p in found))
    return [first, *found]


def _address(name: str) -> str:
    return f"country/{slug(name)}"


def _country(name: str, told: Mapping[int, str]) -> Page:
    d = explain.data(name)
    page = Page(_address(name), name, group="country", crumbs=shown.crumbs(COUNTRIES))
    everywhere = len(d["printed"]) == 1 and len(d["printed"][0]["editions"]) == len(rulesets.EDITIONS)
    rows = []
    for p in d["printed"]:
        where = "On the map" if everywhere else _capital(" and ".join(p["editions"]))
        rows.append([where, f"{printed.in_words(p)}."])
        if "other_side" in p:
            rows.append([f"{where}, other side of its mat", f"{printed.in_words(p['other_side'])}."])
    if d["short"]:
        rows.append(["Also written", ", ".join(d["short"])])
    page.add("", {"facts": [[label, runs(text, page.id)] for label, text in rows]})
    maps: dict[tuple[str, ...], list[str]] = {}
    for p in d["printed"]:
        maps.setdefault(tuple(p["adjacent"]), []).extend(p["editions"])
    for names, editions in maps.items():
        title = "Adjacent" if len(maps) == 1 else f"Adjacent in {' and '.join(editions)}"
        page.add(title, {"chips": [[_address(n), n] for n in names]} if names else None)
    page.add("Rules", links((f"rule/{r['number']}", r["number"], r["title"], r["summary"]) for r in d["rules"]))
    named = [c["number"] for c in d["cards"]]
    page.add("Cards of this name", card_links(named))
    word = re.compile(rf"\b{re.escape(name)}\b")
    page.add("Cards that speak of it", card_links([n for n, t in told.items() if n not in named and word.search(t)]))
    page.names = list(d["short"])
    page.told = printed.in_words(d["printed"][0])
    page.body = weighty(page.told)
    return page


def _told(card: Mapping[str, Any]) -> str:
    return " ".join([card["title"], card["summary"], *card["when"], *card["readings"]])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

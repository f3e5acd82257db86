"""Learn as data.

Every rule and every card has its page, every link leads somewhere, and nothing in it is markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.engine.state.words import folded
from referee.rules.casefile import cases
from referee.web.pages import daily, documents, gallery, writing
from referee.web.pages.words import runs
from tests.helpers.paths import ROOT

RULES = re.compile(r'^number = "(.+)"$', re.MULTILINE)


@pytest.fixture(scope="module")
def sets() -> dict[str, Any]:
    found: dict[str, Any] = writing.gathered()
    return found


@pytest.fixture(scope="module")
def files(sets: dict[str, Any]) -> dict[str, Any]:
    """The written files, as they are read back."""
    found: dict[str, Any] = json.loads(json.dumps(writing.files(sets)))
    return found


@pytest.fixture(scope="module")
def pages(files: dict[str, Any], sets: dict[str, Any]) -> dict[str, Any]:
    return {page["id"]: page for name in sets for page in files[name]}


def texts(data: Any) -> Iterator[str]:
    """Every text in such data, but for drawings."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from texts([value for name, value in data.items() if name != "svg"])
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)


def blocks(page: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for part in page.get("parts", ()):
        yield from part["blocks"]


def led_to(page: dict[str, Any], part: str) -> list[str]:
    """The targets of a part's rows."""
    return [row[0] for p in page["parts"] if p["title"] == part for b in p["blocks"] for row in b.get("links", ())]


def test_every_rule_has_a_page(pages: dict[str, Any]) -> None:
    numbers = [n for f in (ROOT / "referee" / "rules").glob("*.toml") for n in RULES.findall(f.read_text("utf-8"))]
    assert len(numbers) > 280
    for number in numbers:
        page = pages[f"rule/{number.replace(' ', '-')}"]
        assert page["key"] == number
        assert page["lead"]
        assert page["under"]


def test_every_card_has_a_page(pages: dict[str, Any]) -> None:
    assert {id for id in pages if id.startswith("card/")} == {f"card/{n}" for n in range(1, 241)}
    assert all(pages[f"card/{n}"]["lead"] for n in range(1, 241))
    opium = pages["card/72"]
    assert opium["title"] == "Opium"
    assert opium["under"][:3] == ["value 2", "Jihadist event", "the base game"]


def test_a_rule_leads_to_what_belongs_to_it(pages: dict[str, Any]) -> None:
    deploy = pages["rule/7.3.3"]
    assert deploy["crumbs"] == [
        ["", "Learn"],
        ["rules", "Rules"],
        ["rules/7", "7 US Operations"],
        ["rule/7.3", "7.3 Deploy"],
    ]
    assert "rule/4.2.3" in led_to(deploy, "See also")
    assert "card/57" in led_to(deploy, "Cards that touch it")
    assert led_to(deploy, "Rulings") == ["ruling/deploy-origin", "ruling/disrupt-iran-troops"]
    assert [b["open"] for b in blocks(deploy) if "open" in b] == ["7.3.3-a.lgn", "7.3.3-b.lgn"]
    assert deploy["around"] == [["rule/7.3.2", "7.3.2"], ["rule/7.3.4", "7.3.4"]]


def test_a_card_leads_back_to_the_rules_that_it_touches(pages: dict[str, Any]) -> None:
    for id, page in pages.items():
        if id.startswith("card/"):
            for rule in led_to(page, "Rules that it touches"):
                assert id in led_to(pages[rule], "Cards that touch it")


def test_every_link_leads_somewhere(sets: dict[str, Any]) -> None:
    known = set(writing.dangling({}))
    assert writing.dangling(sets) == known == set()


def test_what_is_found_is_there(files: dict[str, Any], pages: dict[str, Any]) -> None:
    index = files["index"]
    assert set(index["where"]) == set(pages)
    for id, number in index["where"].items():
        assert any(page["id"] == id for page in files[index["files"][number]])
    for _, id, *_ in index["entries"]:
        assert id in pages or id.rpartition("/")[0] in pages
    for id, *_ in files["said"]:
        assert id.removesuffix("/said") in pages


def test_the_index_knows_numbers_names_and_short_names(files: dict[str, Any]) -> None:
    by_id = {entry[1]: entry for entry in files["index"]["entries"]}
    assert by_id["rule/7.2"][5].split("|").count("woi") == 1
    assert by_id["card/17"][2:4] == ["Card 17", "FSB"]
    assert "ksa" in by_id["country/saudi-arabia"][5].split("|")
    assert by_id["flowchart/us-bot/u3"][2] == "U3"
    assert "troops" in by_id["rule/7.3.3"][4].casefold()


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("rule/card-17", "card/17"),
        ("rules/card-017", "card/17"),
        ("rule/7", "rules/7"),
        ("chapter/7", "rules/7"),
        ("rules/7.3.3", "rule/7.3.3"),
        ("card/007", "card/7"),
        ("cards/17", "card/17"),
        ("rule", "rules"),
        ("countries/iran", "country/iran"),
    ],
)
def test_other_ways_to_write_an_address(
    files: dict[str, Any], pages: dict[str, Any], written: str, address: str
) -> None:
    """The address patterns, each applied once in their order.

    The page does it so.
    """
    found = written
    if found not in pages:
        for pattern, instead in files["index"]["aliases"]:
            found = re.sub(pattern, instead.replace("$", "\\"), found)
            if found in pages:
                break
    assert found == address
    assert found in pages


def test_nothing_is_markup(files: dict[str, Any], pages: dict[str, Any]) -> None:
    """Texts without markup.

    Texts are put in as text; remains of Markdown, and control characters, would be visible there.
    """
    for page in pages.values():
        for text in texts(page):
            assert not re.search(r"<br|&lt;|&amp;|\\[*_<]|\]\(|\*\*|[\x00-\x08\x0b-\x1f\x7f]", text), (page["id"], text)
        for block in blocks(page):
            if "svg" in block:
                root = ElementTree.fromstring(block["svg"])
                for node in root.iter():
                    assert node.tag.partition("}")[2] in {"svg", "g", "rect", "path", "text", "tspan", "title"}
                    assert not [name for name in node.attrib if name.startswith(("on", "style", "href"))]
    assert all("<" not in entry[3] for entry in files["index"]["entries"])


def test_every_sentence_of_the_referee_is_taken_over(files: dict[str, Any]) -> None:
    lines = (ROOT / "docs" / "reference" / "findings.md").read_text("utf-8").splitlines()
    assert len(files["said"]) == sum(line.startswith("- **") for line in lines)


def test_a_sentence_is_taken_apart() -> None:
    found = documents.sentences(ROOT / "docs" / "reference" / "findings.md")
    (said,) = [s for s in found["7.3.3"] if s.line == "US 43 deploy track > Iran 2"]
    assert said.kind == "illegal"
    assert said.text == "Iran is not a Muslim country; Troops Deploy only to an Ally."
    assert said.instead == "No destination is legal from the track now."
    assert said.why == said.assumed == ""
    assert "card 117" not in found["2.2"][0].line
    assert {"notation", "mail"} <= set(found)


def test_text_links_rules_and_cards_and_nothing_else() -> None:
    assert runs("As 7.3.3 says, card 17 (see `US 43`).") == [
        "As ",
        ["a", "7.3.3", "rule/7.3.3"],
        " says, ",
        ["a", "card 17", "card/17"],
        " (see ",
        ["c", "US 43"],
        ").",
    ]
    assert runs("7.3.3 and 99.1", "rule/7.3.3") == "7.3.3 and 99.1"
    assert runs("117 Oil Price Spike, card 241") == [["a", "117 Oil Price Spike", "card/117"], ", card 241"]
    assert runs("[events](events.md), [JSON](json.md)") == [["a", "events", "cards"], ", ", ["i", "JSON"]]


def test_words_are_folded() -> None:
    assert folded("Côte d’Ivoire: 7.3.3, E.5 and Let's ROLL!") == "cote divoire 7.3.3 e 5 and lets roll"


def test_the_sections_of_a_document() -> None:
    (section,) = documents.sections("# Top\n\nnot here\n\n## A part\n\nOne\nline `x`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
                               "* one\n  more\n* two\n\n```lgn\nJ 1 event\n\nJ 2 event\n```\n")  # fmt: skip
    assert section.title == "A part"
    assert section.blocks == [
        {"p": ["One line ", ["c", "x"], "."]},
        {"table": {"head": ["a", "b"], "rows": [["1", "2"]]}},
        {"ul": ["one more", "two"]},
        {"code": "J 1 event\n\nJ 2 event"},
    ]


def test_the_dispute_of_a_day_has_one_answer_and_does_not_give_it_away(pages: dict[str, Any]) -> None:
    (block,) = blocks(pages["daily"])
    quiz = block["quiz"]
    assert len(quiz) == daily.DAYS
    assert len({one["open"] for one in quiz}) == len(quiz)
    known = {c.id: c for c in cases()}
    choices = [key for key, _ in block["choices"]]
    for one in quiz:
        case = known[one["open"].removesuffix(".lgn")]
        counted = [e.kind for e in case.expected if e.kind != "note"]
        assert one["right"] in choices
        assert counted == [one["right"]] * (one["right"] != "legal")
        assert one["why"]
        assert all(words in one["record"] for words in (*one["position"], one["play"]))
    for key in choices:
        assert 90 < sum(one["right"] == key for one in quiz) < 160
    assert {one["right"] for one in quiz[:7]} == set(choices)


def test_the_gallery_has_every_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest of them is judged here; the build judges all."""
    logs = ROOT / "fixtures" / "logs"
    assert set(gallery.records()) == {p.stem for p in logs.glob("*.lgn")}
    monkeypatch.setattr(gallery, "records", lambda: {"mail-thread": ("A week by mail", "A game by mail.")})
    first, game = gallery.pages(logs, tmp_path)
    assert led_to(first.data(), "") == ["gallery/mail-thread"]
    assert game.under == ["Let's Roll!", "B. (US) and A. (Jihadist)", "15 plays", "1 × cannot be, 1 × not allowed"]
    (frame,) = [b for b in blocks(game.data()) if "frame" in b]
    assert (tmp_path / Path(frame["frame"]).name).read_text("utf-8").startswith("<!doctype html>")
    (record,) = [b for b in blocks(game.data()) if "open" in b]
    assert record["code"] == (logs / "mail-thread.lgn").read_text("utf-8").rstrip("\n")

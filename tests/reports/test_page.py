"""The report as a text.

It is complete, closed to the world, and immune to the contents of a record.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from referee.editions.awakening.printed import OTHER_SIDE
from referee.editions.awakening.ruleset import AWAKENING
from referee.engine.state.journal import Change, Kind
from referee.engine.state.words import numbered
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes
from referee.reports import describe, html, wording
from referee.reports.report.view import StepView
from referee.reports.templating import cite
from referee.rules import rulebook
from tests.helpers.reports import LATER, NASTY, ROOT, long_game, page_from, page_of, plays_of, rendered, verdict_of

LIMIT = 1_200_000
"""Most bytes for a game of 150 card plays."""
VOID = {"meta", "input", "br", "link", "img", "hr"}


@cache
def tags_of(name: str) -> Tags:
    """The elements of the report of a record."""
    return Tags(page_of(name))


class Tags(HTMLParser):
    """The elements of a page, their attributes and the text in them."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.unclosed: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {k: v or "" for k, v in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {k: v or "" for k, v in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.unclosed.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def all(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [a[name] for _, a in self.tags if name in a]

    def count(self, tag: str) -> int:
        return sum(t == tag for t, _ in self.tags)


def test_the_page_is_well_formed(record: str) -> None:
    tags = tags_of(record)
    assert tags.unclosed == []
    assert tags.open == []
    doubled = [i for i, n in Counter(tags.all("id")).items() if n > 1]
    assert doubled == []


def test_every_link_leads_somewhere_in_the_page(record: str) -> None:
    tags = tags_of(record)
    ids = set(tags.all("id"))
    assert all(h.startswith("#") for h in tags.all("href"))
    assert [h for h in tags.all("href") if h[1:] not in ids] == []
    labels = [x for name in ("aria-labelledby", "aria-describedby") for value in tags.all(name) for x in value.split()]
    made_by_the_script = {"margin-title", "card-title"}
    assert [x for x in labels if x not in ids | made_by_the_script] == []


def test_nothing_comes_from_elsewhere(record: str) -> None:
    page = page_of(record)
    assert set(re.findall(r"\b(?:https?|ftp|wss?)://[^\s\"'<>]*", page)) <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page
    assert "url(" not in page.replace("url(#", "")
    tags = tags_of(record)
    assert tags.all("src") == []
    assert tags.count("link") == tags.count("iframe") == tags.count("form") == tags.count("img") == 0


def test_the_policy_allows_these_very_parts_and_nothing_else(record: str) -> None:
    page = page_of(record)
    policy = next(
        a["content"]
        for t, a in tags_of(record).tags
        if t == "meta" and a.get("http-equiv") == "Content-Security-Policy"
    )
    rules = {words[0]: words[1:] for part in policy.split(";") if (words := part.split())}
    assert rules["default-src"] == ["'none'"]
    assert rules["base-uri"] == rules["form-action"] == ["'none'"]
    for element, name in (("style", "style-src"), ("script", "script-src")):
        bodies = re.findall(rf"<{element}>(.*?)</{element}>", page, re.S)
        hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(b.encode()).digest()).decode()}'" for b in bodies]
        assert rules[name] == hashes
    assert tags_of(record).all("style") == []
    assert not any(name.startswith("on") for _, a in tags_of(record).tags for name in a)


def test_what_a_record_says_never_becomes_markup() -> None:
    page = page_from(NASTY, "<b>a</b>.lgn")
    tags = Tags(page)
    assert tags.unclosed == []
    assert tags.count("script") == tags_of("evening-1").count("script")
    assert tags.count("img") == tags.count("iframe") == tags.count("b") - page.count("<b>") == 0
    assert not any(name.startswith("on") for _, a in tags.tags for name in a)
    assert "49" not in tags.texts["h1"][0]
    assert tags.texts["h1"] == ["<script>alert(1)</script>{{ 7*7 }}{% raw %}"]
    assert any("</script><script>alert(4)</script>" in text for text in tags.texts["code"])
    assert "alert(1)" in tags.texts["title"][0]


@pytest.mark.parametrize(
    ("rule", "known", "shown"),
    [
        ("7.3.3", {"r-7.3.3"}, '<a class="r" href="#r-7.3.3">7.3.3</a>'),
        ("7.3.3", {"r-7.3"}, '<span class="r">7.3.3</span>'),
        ("card 86", {"c-86"}, '<a class="r" href="#c-86">card 86</a>'),
        ("8.5.6-funding", {"r-8.5.6-funding"}, '<a class="r" href="#r-8.5.6-funding">8.5.6</a>'),
        ("<b>7", {"r-<b>7"}, '<a class="r" href="#r-&lt;b&gt;7">&lt;b&gt;7</a>'),
    ],
)
def test_a_cited_rule_is_a_link_to_its_summary(rule: str, known: set[str], shown: str) -> None:
    assert str(cite(rule, known)) == shown


def test_data_cannot_end_its_block() -> None:
    text = str(html._json({"x": "</script><!--<script>&\u2028"}))
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"x": "</script><!--<script>&\u2028"}


def test_control_characters_do_not_turn_the_text_round() -> None:
    page = page_from('[Game "a\u202eb"]\n; \u202e right to left\nboard: prestige 7\n')
    assert "\u202e" not in page


def test_the_same_record_gives_the_same_bytes(record: str) -> None:
    assert rendered(verdict_of(record)) == page_of(record)


def test_the_hash_seed_changes_nothing() -> None:
    """In this process it is another one each time."""
    code = (
        "import hashlib, sys; from pathlib import Path; from referee.inputs.judging import judge; from referee.reports import describe, html;"
        "from referee.analysis.analysis import analyse;"
        "from referee.inputs.records import read_bytes;"
        "v = judge(read_bytes(Path('fixtures/logs/evening-2.lgn').read_bytes(), 'evening-2.lgn'), alternatives=True);"
        "print(hashlib.sha256(html.render(v, analyse(v, tell=describe.sentence)).encode()).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(page_of("evening-2").encode()).hexdigest()


def test_every_step_is_there_with_its_line_its_rules_and_its_findings(record: str) -> None:
    page, verdict = page_of(record), verdict_of(record)
    ids = tags_of(record).all("id")
    walk = page[page.index('id="panel"') : page.index('id="list"')]
    pieces = re.split(r'<(?:article class="step"|section class="then") id="([^"]+)"', walk)[1:]
    articles = dict(zip(pieces[::2], pieces[1::2], strict=True))
    loose = Counter({p.anchor: len(p.loose) for p in plays_of(verdict)})
    for step in verdict.steps:
        anchor = step.id or f"l{step.action.place.line}"
        assert anchor in ids
        article = articles[anchor]
        for change in step.changes:
            if change.kind not in ("look-back", "note", "obligation", "clock", "hand", "reveal plot"):
                assert f">{numbered(change.rule)}<" in article
        for roll in step.rolls:
            assert f">{numbered(roll.rule)}<" in article
        assert article.count('<article class="finding') == len(step.findings) + loose[anchor]
    assert len([i for i in ids if re.fullmatch(r"f\d+", i)]) == len(verdict.findings)


def test_every_rule_that_is_cited_has_its_summary(record: str) -> None:
    page = page_of(record)
    cited = set(re.findall(r'class="r" href="#r-([^"]+)"', page))
    assert cited
    book = rulebook()
    for number in cited:
        assert f'id="r-{number}"' in page
        assert number in book
    plain = set(re.findall(r'<span class="r">([^<]+)</span>', page))
    entries = set(re.findall(r'<h4><span class="r">([^<]+)</span>', page))
    assert {n for n in plain - entries if n in book} <= _only_referred_to(page)


def _only_referred_to(page: str) -> set[str]:
    """Rules in the "see" of a rule.

    The rule with the "see" is itself only referred to.
    """
    return {
        n
        for part in re.findall(r'<p class="see">(.*?)</p>', page)
        for n in re.findall(r'<span class="r">([^<]+)<', part)
    }


def seal_of(page: str) -> str:
    """The verdict in one line."""
    return page[page.index('<div class="seal') : page.index('<section id="walk"')]


def test_a_clean_game_says_so_with_what_was_checked() -> None:
    page = page_of("evening-1")
    seal = seal_of(page)
    assert "Clean" in seal
    assert "<b>42</b> actions" in seal
    checked = page[page.index('<section id="checked"') : page.index('<section id="record"')]
    for word in ("requirements", "rolls", "changes", "statements"):
        assert re.search(rf"<b>\d+</b> {word}", checked)


def test_an_empty_record_is_not_called_clean() -> None:
    page = page_from("")
    seal = seal_of(page)
    assert "Nothing to judge" in seal
    assert "seal idle" in seal
    assert "there was nothing to check" in page


def test_a_clean_game_with_notes_says_that_nothing_was_found() -> None:
    page = page_of("evening-1")
    assert "No rule was broken" in page
    assert "<h3>Notes <small>" in page


def test_a_faulty_game_counts_its_findings_by_kind() -> None:
    verdict, page = verdict_of("evening-2"), page_of("evening-2")
    counted = Counter((f.kind, f.missing_dice) for f in verdict.findings if f.counted)
    assert (counted["incomplete", True], counted["incomplete", False]) == (3, 1)
    seal = seal_of(page)
    assert "7 mistakes (3 by the Jihadist, 3 by the US, 1 in lines that state the board), 3 dice not noted" in seal
    for (kind, dice), n in counted.items():
        words = "dice not noted" if dice else wording.KINDS[kind]
        assert f'<span class="kind {kind}">{words}</span> {n}' in seal


def test_the_action_list_flags_what_has_findings() -> None:
    verdict, page = verdict_of("evening-2"), page_of("evening-2")
    flagged = re.findall(r'<li class="flagged"><a href="#([^"]+)">.*?<span class="kind (\w+)">', page)
    assert [a for a, _ in flagged] == [
        p.anchor for p in plays_of(verdict)[1:] if p.loose or any(s.findings for s in p.steps)
    ]


@pytest.mark.parametrize("policy", ["undo", "stop"])
def test_the_policy_is_named(policy: str) -> None:
    page = html.render(verdict_of("evening-2", policy))  # type: ignore[arg-type]
    assert f"({policy})" in page


def test_a_step_says_that_its_illegal_part_was_taken_back() -> None:
    page = html.render(verdict_of("evening-2", "undo"))
    step = page[page.index('<article class="step" id="a26"') : page.index('<article class="step" id="a27"')]
    assert "taken back (undo)" in step
    assert "the board agrees" not in step
    assert "taken back (undo)" not in page_of("evening-2")


@pytest.mark.parametrize("text", ["", "; nothing\n", "board: prestige 5\n", "what is this\n", "\n" * 50])
def test_a_record_without_a_game_has_a_report(text: str) -> None:
    tags = Tags(page_from(text))
    assert tags.unclosed == []


def test_a_long_game_stays_small() -> None:
    assert sum(a.counted for a in read_bytes(long_game().encode(), "long.lgn").actions) >= 150
    assert len(page_from(long_game()).encode()) < LIMIT


def test_a_record_of_nonsense_does_not_swell() -> None:
    page = page_from("\n".join(f"nonsense <b>{i}</b>" for i in range(20_000)))
    assert len(page.encode()) < LIMIT
    assert "more" in page


# ---------------------------------------------------------------- chapter 11


def end_of_turn(text: str) -> StepView:
    """The end of the turn of a record that is clean."""
    verdict = judge(read_bytes(text.encode(), "test.lgn"))
    assert verdict.clean, [f.message for f in verdict.findings]
    return next(s for p in plays_of(verdict) for s in p.steps if s.kind == "end")


def test_the_end_of_a_turn_is_told_step_by_step() -> None:
    step = end_of_turn(LATER)
    titles = [stage.title for stage in step.stages]
    assert titles[2:] == [
        "Polarization",
        "Convergence",
        "Attrition",
        "Attrition in Syria",
        "Attrition in Iraq",
        "New cards",
    ]
    by = {stage.title: stage for stage in step.stages}
    told = [text for part in by["Polarization"].parts for text in part.sentences]
    assert told[0] == (
        "Markers lie in Morocco, Libya, Egypt, Turkey and Lebanon; they differ by less than 2 in Turkey and Lebanon."
    )
    assert (
        "Libya: 1 Awakening and 4 Reaction, 3 more Reaction: three and more shift Alignment toward Adversary." in told
    )
    rolls = [roll for part in by["Convergence"].parts for roll in part.rolls]
    assert [(roll.dice, roll.outcome) for roll in rolls] == [([1, 5], "The second table"), ([4], "Mali"), ([3], "Poor")]
    assert rolls[1].odds == [("Mali", "17%")]
    syria = by["Attrition in Syria"].parts
    assert syria[0].sentences == [
        "The US: 4 Troops and 3 Militia, 1 sure hit and one more on a roll of 1 or less.",
        "The Jihadist: 2 Cells, one hit on a roll of 2 or less.",
    ]
    assert [(r.title, r.needed, r.odds) for r in syria[1].rolls] == [
        ("Attrition: Syria, US", "1 or less", [("success", "17%")]),
        ("Attrition: Syria, Jihadist", "2 or less", [("success", "33%")]),
    ]
    assert syria[2].sentences == [
        "Hits: the US 1, the Jihadist 0. With Troops or Advisors there a US hit takes 2 Cells."
    ]
    assert sum(len(s.changes) for s in syria) == 3
    assert sum(len(p.rolls) for s in step.stages for p in s.parts) == len(step.rolls)
    assert sum(len(p.changes) for s in step.stages for p in s.parts) == len(step.changes)


def test_a_hit_that_finds_no_piece_is_told_with_its_shift() -> None:
    record = """[Rules "The Awakening"]
setup: stage end, hand J 0, hand US 0, prestige 5, funding 5, US Hard, Libya Poor Neutral civil war 6 militia 1 active
end of turn: attrition Libya J[6]
"""
    step = end_of_turn(record)
    libya = next(s for s in step.stages if s.title == "Attrition in Libya")
    told = [text for part in libya.parts for text in part.sentences]
    assert told[0] == "The US: 6 Militia, 1 sure hit."
    assert told[2] == "Hits: the US 1, the Jihadist 0. Without Troops or Advisors there a US hit takes 1 Cell."


def test_what_happens_by_chapter_11_is_said_in_sentences() -> None:
    page = page_from(LATER)
    for said in ("2 Militia come to Iraq", "1 Militia leaves Iraq for the track", "An Awakening marker comes to Egypt"):
        assert said in page
    assert "2 Awakening markers leave Morocco" in page


@pytest.mark.parametrize(
    ("kind", "subject", "write", "note", "said"),
    [
        (Kind.CIVIL_WAR, "Libya", ("civil_war", False, True), "", "Civil War breaks out in Libya"),
        (Kind.CIVIL_WAR, "Libya", ("civil_war", True, False), "", "The Civil War in Libya ends"),
        (
            Kind.CALIPHATE,
            "Syria",
            ("capital", "", "Syria"),
            "",
            "A Caliphate is declared in Syria: its Capital comes there",
        ),
        (Kind.CALIPHATE, "Iraq", ("capital", "Syria", "Iraq"), "", "The Caliphate Capital moves from Syria to Iraq"),
        (Kind.CALIPHATE, "Caliphate", ("capital", "Iraq", ""), "", "The Caliphate Capital leaves Iraq and the map"),
        (Kind.ADVISORS, "Iraq", ("advisors", 0, 1), "", "Advisors come to Iraq"),
        (Kind.REACTION, "Egypt", ("reaction", 1, 0), "", "A Reaction marker leaves Egypt"),
        (Kind.WMD, "Syria", ("wmd", 2, 0), "", "2 WMD of Syria are Available"),
        (Kind.OFF_MAP, "Off Map Box", ("off_map", 3, 0), "3 Troops from the Off Map Box to the track", ""),
        (Kind.RESOLVED_PLOT, "Iran", ("resolved", (), (1,)), "Plot 2 to the Resolve Plots box", ""),
        (Kind.COUNTRY, "Iran", ("data", None, OTHER_SIDE["Iran"]), "", "Iran is turned over: it is a Muslim country"),
        (Kind.MARKER, "Zakat", ("zakat_gone", False, True), "Zakat turned in", "Zakat turned in"),
    ],
)
def test_each_change_of_chapter_11_has_its_sentence(
    kind: Kind, subject: str, write: tuple[str, Any, Any], note: str, said: str
) -> None:
    change = Change(kind, subject, ((None, *write),), "11", (), note)
    assert describe.event_of(change, AWAKENING) == (said or (f"Iran: {note}" if kind is Kind.RESOLVED_PLOT else note))


def test_the_report_names_the_rules_in_force() -> None:
    page = page_from(LATER)
    assert "<b>Rules</b> The Awakening, chapters 2 to 8 and 11" in page
    assert 'id="r-11.2.5"' in page
    assert "<b>Rules</b>" not in page_of("evening-2")
    assert "<b>Rules</b> Chapters 2 to 8, with chapter 9" in page_of("solitaire-1")
    assert "4, 3 Militia" in page
    assert "Militia Track" in page


MEANT = """setup: Central Asia Fair Neutral 2 sleepers, Pakistan Fair Neutral
J 17 plot Cenrtal Asia:s [5]  ; <blink>bold</blink> & more
; the end
"""


def test_the_record_as_it_was_read_is_shown_among_the_lines_and_copied() -> None:
    page = page_from(MEANT)
    tags = Tags(page)
    assert tags.unclosed == []
    (put,) = tags.texts["ins"]
    assert put == "J 17 plot Central Asia:s [5]  ; <blink>bold</blink> & more"
    assert tags.count("blink") == 0
    assert [a["id"] for t, a in tags.tags if a.get("class") == "gone"] == ["L2"]
    assert MEANT.replace("Cenrtal", "Central") in "".join(tags.texts["span"])
    assert 'id="as-read"' in page
    assert 'id="as-read"' not in page_from(MEANT.replace("Cenrtal", "Central"))


def test_a_long_record_as_it_was_read_is_not_there_to_be_copied() -> None:
    page = page_from(MEANT + "; a remark\n" * 12_000)
    assert 'id="as-read"' in page
    assert "Copy the record as read" not in page


def test_the_results_that_were_assumed_are_shown_with_it() -> None:
    page = page_of("evening-2")
    assert '<span class="do">as if: Prestige \u22122</span>' in page
    assert "results assumed" in page

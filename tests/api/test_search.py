"""Questions in words: one index and one ranking.

The ranking exists in Python and on the page.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from typing import Any

import pytest

from referee.api import explain
from referee.api.search import SearchResult, find
from referee.api.search.index import entries
from referee.api.search.ranking import search
from referee.editions import rulesets
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.rules import practice, rulebook
from referee.rules.library import rulings
from referee.web.pages import writing
from tests.helpers import rulecases
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT, TESTS

QUESTIONS: list[dict[str, Any]] = tomllib.loads((TESTS / "api" / "questions.toml").read_text("utf-8"))["question"]
SCRIPT = """
import { readFileSync } from "node:fs";
import { search } from %s;
const { index, asked } = JSON.parse(readFileSync(0, "utf8"));
const found = asked.map((words) => search(index, words).filter(({ entry }) => index.entries.indexOf(entry) < index.counted));
process.stdout.write(JSON.stringify(found.map((hits) => hits.slice(0, 10).map(({ entry, score }) => [entry[1], score.toFixed(6)]))));
"""


def place(words: str, expected: list[str]) -> int:
    """The place of the first expected answer, from 0."""
    found = [{f"{f.kind} {f.id}", f.id if f.kind == "rule" else ""} for f in find(words, 10)]
    return next((n for n, names in enumerate(found) if names & set(expected)), 99)


@pytest.mark.long
def test_the_answer_is_among_the_first_three() -> None:
    assert len(QUESTIONS) >= 40
    places = {q["words"]: place(q["words"], q["answers"]) for q in QUESTIONS}
    missed = {words: n for words, n in places.items() if n > 2}
    assert len(missed) <= len(QUESTIONS) * 0.1, missed
    assert sum(n == 0 for n in places.values()) >= len(QUESTIONS) * 0.75, {w: n for w, n in places.items() if n}


@pytest.mark.long
def test_every_expected_answer_is_there() -> None:
    known = {f"{e.kind} {e.id}" for e in (h.entry for q in QUESTIONS for h in search(q["words"]))}
    for q in QUESTIONS:
        for name in q["answers"]:
            assert name in rulebook() or name in known, name


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node (apt-get install nodejs npm)")
def test_the_page_ranks_as_the_program_does() -> None:
    index = writing.files(writing.gathered())["index"]
    asked = [q["words"] for q in QUESTIONS] + [
        "7.3.3",
        "17",
        "cadre",
        "Iran",
        "woi",
        "deploy to",
        "who?",
        "bot reassess",
        "Élan",
    ]
    script = SCRIPT % json.dumps((ROOT / "web" / "src" / "parts" / "learn" / "search.js").as_uri())
    given = json.dumps({"index": index, "asked": asked})
    command = ["node", "--input-type=module", "-e", script]
    run = subprocess.run(command, input=given, capture_output=True, check=True, encoding="utf-8")
    for words, there in zip(asked, json.loads(run.stdout), strict=True):
        here = [[writing._address(h.entry), f"{h.score:.6f}"] for h in search(words)[:10]]
        assert here == there, words


# -------------------------------------------------------------------- what no record shows, and who decides


def test_every_answer_cites_rules_that_there_are() -> None:
    found = practice.answers()
    assert sum(not a.side for a in found.values()) >= 20
    for a in found.values():
        assert a.rules, a.id
        assert set(a.rules) <= set(rulebook()), a.id
        assert a.side or a.why, a.id
    silent = [a for a in found.values() if a.rests == "silent"]
    assert all("rulebook" in a.answer for a in silent), [a.id for a in silent if "rulebook" not in a.answer]


def test_rulings_that_an_answer_names_are_there() -> None:
    known = {r.id for r in rulings(rulesets.texts())}
    for a in practice.answers().values():
        assert set(re.findall(r"ruling ([a-z-]+)", a.answer)) <= known, a.id


def test_a_side_that_is_said_to_choose_is_the_one_that_the_engine_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The side that is asked, against the side that decides.

    In the clean cases of chapters 7, 8 and 11 only the side that decides is asked.
    """
    sides: dict[tuple[str, str], set[str]] = {}
    use = ""
    plain = Play.ask

    def watched(play: Play, what: Field, *given: Any, **named: Any) -> Any:
        nonlocal use
        side = named.get("side") or play.side
        segment = play._address(None, what, "", 0).segment.name
        place = {"plot": "resolve", "op": use}.get(segment, segment)
        sides.setdefault((place, str(what)), set()).add(side)
        answer = plain(play, what, *given, **named)
        if what is Field.USE:
            use = str(answer)
        return answer

    monkeypatch.setattr(Play, "ask", watched)
    for case in rulecases.all_cases():
        if case.clean and case.file.startswith(("chapter7", "chapter8", "chapter11")):
            rulecases.run(case)
    compared = 0
    for a in practice.answers().values():
        for place, fields in a.uses.items():
            for name in fields:
                assert sides[place, name] == {a.side}, (a.id, place, name)
                compared += 1
    assert compared > 20


# -------------------------------------------------------------------- in the terminal


def test_a_question_is_answered_with_the_first_in_full() -> None:
    run = referee("explain", "can", "i", "deploy", "to", "a", "neutral", "country")
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith("7.3.3 Deploy: destination must be an Ally\n\nTroops go to the Troops Track")
    assert "referee explain 7.3.3 shows what is checked, with examples." in run.out
    assert "\n  7.3.1  " in run.out


@pytest.mark.long
@pytest.mark.parametrize("kind", ["ruling", "practice", "dispute", "term"])
def test_each_answer_can_be_asked_for_alone(kind: str) -> None:
    mine = [e for e in entries() if e.kind == kind]
    assert mine
    for e in mine:
        asked = SearchResult(e.kind, e.id, e.title, e.says, e.rules, 0).ask
        found = explain.answer(asked)
        assert (found["answer"]["kind"], found["answer"]["id"], found["others"]) == (kind, e.id, []), asked


def test_nothing_found_says_what_can_be_asked() -> None:
    run = referee("explain", "quux", "frobnicates", "the", "wibble", "xyzzy")
    assert run.status == 2
    assert "nothing answers “quux frobnicates the wibble xyzzy”" in run.err
    assert "7.3.3" in run.err


def test_answers_are_data() -> None:
    run = referee("explain", "who", "chooses", "the", "cells", "that", "disrupt", "removes", "--format", "json")
    answer = json.loads(run.out)["answer"]
    assert (answer["kind"], answer["id"], answer["side"], answer["rules"]) == (
        "practice",
        "who-disrupt",
        "US",
        ["7.4.2"],
    )


def test_a_question_reads_neither_the_rule_cases_nor_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question without examples and places in the code.

    They take most of the time of `explain 7.3.3`.
    """

    def read(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(explain, "coverage_of", read)
    monkeypatch.setattr(explain, "cases", read)
    assert explain.answer("can i deploy to a neutral country")["answer"]["id"] == "7.3.3"

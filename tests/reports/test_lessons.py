"""Lessons: the questions and the right answers.

Nothing gives the verdict away before the answer.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.engine.explaining.referee import Judgement
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes, to_json
from referee.reports import html
from referee.reports.report.lessons import CHOICES, FEWEST_LEGAL, Lesson
from tests.helpers.commands import referee
from tests.helpers.looking import PHONE, Open, becomes_true, shown, violations
from tests.helpers.paths import LOGS
from tests.helpers.reports import LATER, NASTY, NOTED, RECORDS, page_of, plays_of, verdict_of

ALL = (*RECORDS, "awakening-1", "awakening-2", "solitaire-1", "solitaire-2", "published-turn")
FOLD = re.compile(r"<(/?)details\b[^>]*>")


def judged(text: str) -> Judgement:
    return judge(read_bytes(text.encode(), "test.lgn"), alternatives=True)


def answers(source: str) -> list[str]:
    """The folded answers, with all that is folded in them."""
    found = []
    for m in re.finditer(r'<details class="answer">', source):
        depth = 0
        for fold in FOLD.finditer(source, m.start()):
            depth += -1 if fold[1] else 1
            if not depth:
                found.append(source[m.start() : fold.end()])
                break
    return found


def without_answers(source: str) -> str:
    """The view of a reader before any answer.

    The answers are data of the buttons as well.
    """
    body = source[source.index("<body>") : source.index('<section id="rules"')]
    for answer in answers(body):
        body = body.replace(answer, "")
    return unescape(re.sub(r' data-(right|sentence)="[^"]*"', "", body))


@pytest.mark.parametrize("name", ALL)
def test_nothing_gives_the_verdict_away(name: str) -> None:
    verdict = verdict_of(name)
    source = html.lesson(verdict)
    asked = Lesson(plays_of(verdict)).questions
    assert len(answers(source)) == len(asked)
    open_to_all = without_answers(source)
    for f in verdict.findings:
        assert f.message not in open_to_all
        assert not f.reason or f.reason not in open_to_all
    assert "<mark " not in open_to_all
    assert 'class="finding' not in open_to_all
    assert '"x":' not in source
    assert not re.search(r'"f":"[a-z]', source)
    assert 'class="cited"' not in source
    assert 'id="record"' not in source


@pytest.mark.parametrize("name", ALL)
def test_every_wrong_play_is_asked_about_and_some_legal_ones(name: str) -> None:
    verdict = verdict_of(name)
    plays = plays_of(verdict)
    asked = Lesson(plays).questions
    for p in plays[1:]:
        assert p.head is not None
        kinds = {f.kind for f in p.head.findings if f.counted}
        question = asked.get(p.anchor)
        if kinds & {"illegal", "impossible", "outcome"}:
            assert question is not None
            assert ("illegal" in question.right) == bool(kinds & {"illegal", "impossible"})
            assert ("outcome" in question.right) == ("outcome" in kinds)
            assert "legal" not in question.right
        elif question is not None:
            assert question.right == ("legal",)
            assert not kinds
            assert p.head.kind == "card"
    legal = [q for q in asked.values() if q.right == ("legal",)]
    could = sum(p.head is not None and p.head.kind == "card" and not p.head.findings for p in plays)
    assert len(legal) >= min(FEWEST_LEGAL, could)


def test_a_lesson_is_the_same_each_time() -> None:
    one, other = (html.lesson(verdict_of("evening-2")) for _ in range(2))
    assert one == other


def test_remarks_after_a_play_come_with_the_answer_and_those_above_it_before() -> None:
    text = (
        "setup: US Hard, prestige 5, Pakistan Fair Neutral, Gulf States Fair Ally\n; may he?\n"
        "US 43 deploy track > Pakistan 2  ; ?! Pakistan is Neutral\n{US 43 deploy track > Gulf States 2}\n; no he may not\n"
    )
    source = html.lesson(judged(text))
    seen = without_answers(source)
    assert "may he?" in seen
    for later in ("Pakistan is Neutral", "{US 43", "track > Gulf States", "no he may not", "dubious", "?!"):
        assert later not in seen
    (answer,) = answers(source)
    assert "Pakistan is Neutral" in answer
    assert "no he may not" in answer


def test_a_lesson_of_a_record_in_another_form_hides_its_lines_too() -> None:
    text = "setup: US Hard, prestige 5, Pakistan Fair Neutral\nUS 43 deploy track > Pakistan 2\n"
    source = html.lesson(judge(read_record(to_json(text).encode(), "x.json"), alternatives=True))
    assert "<mark " not in without_answers(source)
    assert "US 43 deploy track &gt; Pakistan 2" in source


@pytest.mark.parametrize("text", [NASTY, NOTED, LATER, "", '[Game "x"]\n', "what\n"])
def test_any_record_makes_a_lesson_and_no_script_of_its_own(text: str) -> None:
    source = html.lesson(judged(text))
    assert source.count("<script") == 3
    assert "<img src=x" not in source
    assert "<svg onload" not in source


def test_the_page_may_show_a_lesson_in_its_frame() -> None:
    allowed = html.hashes()
    for name in ("evening-2", "awakening-1", "solitaire-1"):
        policy = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', html.lesson(verdict_of(name)))[1])  # type: ignore[index]
        assert set(re.findall(r"'sha256-[^']*'", policy)) <= {*allowed["style"], *allowed["script"]}


def test_a_report_is_no_lesson() -> None:
    source = page_of("evening-2")
    assert 'class="question"' not in source
    assert "lesson" not in source


# ---------------------------------------------------------------- in a browser


@pytest.mark.browser
def test_an_answer_is_graded_and_shows_the_reason(opened: Open) -> None:
    page = opened(html.lesson(verdict_of("evening-2")))
    asked = Lesson(plays_of(verdict_of("evening-2"))).questions
    right = 0
    for n, (anchor, question) in enumerate(asked.items(), 1):
        page.keyboard.press("n")
        assert shown(page) == anchor
        answer = f"[data-id={anchor}] .answer"
        assert page.locator(answer).is_hidden()
        choice = list(CHOICES)[n % 3]
        page.locator(f"[data-id={anchor}] [data-choice={choice}]").click()
        good = choice in question.right
        right += good
        assert (
            page.locator(f"[data-id={anchor}] .grade").inner_text()
            == f"{'Right.' if good else 'No.'} {question.sentence}"
        )
        assert page.locator(answer).is_visible()
        assert page.locator(f"[data-id={anchor}] .choices button:disabled").count() == 3
        assert page.locator("#score").inner_text().startswith(f"{right} right of {n} answered")
    assert page.locator(".questions .right").count() == right
    assert page.locator(".questions .wrong").count() == len(asked) - right


@pytest.mark.browser
def test_the_map_shows_the_position_before_the_play_until_it_is_answered(opened: Open) -> None:
    page = opened(html.lesson(verdict_of("evening-2")))
    page.keyboard.press("n")
    before = page.evaluate("STEPS.findIndex((s) => s.id === 'a3') - 1")
    country = "Egypt"
    label = f"document.querySelector('.country[aria-label^=\"{country}:\"]').getAttribute('aria-label')"
    words = f"`{country}: ${{stateWords(POSITIONS[%d].c[DATA.names.indexOf('{country}')], 'muslim')}}`"
    assert page.evaluate(label) == page.evaluate(words % before)
    assert page.evaluate("document.querySelectorAll('.country.hit, #moves path').length") == 0
    page.keyboard.press("1")
    assert page.evaluate(label) == page.evaluate(words % (before + 1))
    assert page.evaluate(words % before) != page.evaluate(label)


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_lesson_is_accessible(opened: Open, scheme: str) -> None:
    page = opened(html.lesson(verdict_of("evening-2")), color_scheme=scheme)
    page.keyboard.press("n")
    for _ in range(2):
        assert violations(page) == []
        page.keyboard.press("2")


@pytest.mark.browser
def test_a_lesson_on_a_phone_needs_no_scrolling_to_be_answered(opened: Open) -> None:
    page = opened(html.lesson(verdict_of("evening-2")), **{**PHONE, "viewport": {"width": 390, "height": 664}})
    page.locator("#next").tap()
    becomes_true(
        page,
        "document.querySelector('.panel .step:not([hidden]) .choices button').getBoundingClientRect().bottom < innerHeight",
    )
    box: dict[str, Any] = page.locator(".panel .step:not([hidden]) .choices button").last.bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 664
    page.locator(".panel .step:not([hidden]) .choices button").first.tap()
    becomes_true(
        page,
        "document.querySelector('.panel .step:not([hidden]) .grade').getBoundingClientRect().bottom < innerHeight - 60",
    )


@pytest.mark.browser
def test_without_scripts_a_lesson_is_a_page_with_folded_answers(browser: Any, tmp_path: Any) -> None:
    path = tmp_path / "lesson.html"
    path.write_text(html.lesson(verdict_of("evening-2")), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    first = page.locator(".answer").first
    assert first.locator("summary").first.is_visible()
    assert page.locator(".answer .finding").first.is_hidden()
    first.locator("summary").first.click()
    assert first.locator("h4").first.is_visible()
    context.close()


def test_the_command_writes_a_lesson(tmp_path: Path) -> None:
    done = referee("report", "--lesson", LOGS / "evening-2.lgn", "-o", tmp_path / "lesson.html")
    assert done.status == 1
    assert done.out.rstrip().endswith(f"lesson: {tmp_path / 'lesson.html'}")
    assert 'class="question"' in (tmp_path / "lesson.html").read_text(encoding="utf-8")

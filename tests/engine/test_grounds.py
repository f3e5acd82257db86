"""Reasons for the legality of a play, the narrowest first.

Each requirement comes with its facts.
"""

from __future__ import annotations

import json
import re

import pytest

from referee.editions import rulesets
from referee.engine.judging.grounds import Ground, Nearness
from referee.engine.law.requirement import REQUIREMENTS, SentenceFacts
from referee.engine.record.steps import Judgement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import grounds, html, ruling
from referee.rules import library
from tests.helpers.commands import referee
from tests.helpers.hunting import every
from tests.helpers.paths import LOGS
from tests.helpers.rulecases import all_cases

EVERY = 12
"""One case in so many is looked at in a plain run."""


def of(record: str) -> list[Ground]:
    """The grounds of the last line of a record."""
    verdict = judge(read_text(record))
    return grounds.of(verdict).of(len(verdict.steps) - 1)


def said(record: str) -> list[str]:
    return [grounds.in_words(g) for g in of(record)]


# ---------------------------------------------------------------- what came nearest comes first

NATO = '[Rules "Base"]\nsetup: US Hard, prestige 5, Afghanistan Poor Ally RC-tan 5 troops 2 actives NATO\n'


def test_a_card_in_effect_that_makes_the_difference_comes_first() -> None:
    """Five Troops and NATO, which counts as two.

    They are five more than two Cells; five alone are not (card 41, 7.2.1).
    """
    first = of(f"{NATO}US 43 woi Afghanistan [6]\n")[0]
    assert (first.near, first.cited) == (Nearness.ALLOWED, "card 41")
    assert "Without 41 NATO it would not be legal" in first.sentence
    assert "5 Troops and 2 Cells" in first.sentence


def test_a_card_in_effect_that_makes_no_difference_is_not_named() -> None:
    more = NATO.replace("5 troops", "7 troops")
    assert "card 41" not in {g.cited for g in of(f"{more}US 43 woi Afghanistan [6]\n")}


def test_an_event_that_lifts_a_rule_says_so_itself() -> None:
    """Iraqi WMD, which opens Iraq for Regime Change.

    Regime Change is for a country under Islamist Rule (7.3.4, card 37).
    """
    record = (
        "setup: US Hard, prestige 5, Iraq Poor Adversary Iraqi WMD 1 sleeper\n"
        "US 43 regime-change track > Iraq 6 gov[3] prestige[2 1 1]\n"
    )
    first = of(record)[0]
    assert (first.near, first.rule, first.cited) == (Nearness.LIFTED, "7.3.4", "card 37")
    assert first.sentence == "Iraqi WMD opens Iraq to Regime Change."


def test_a_roll_that_is_not_needed_says_why() -> None:
    """France is Adjacent to Lebanon (8.3.1)."""
    assert said("setup: Lebanon Fair Neutral 2 sleepers, France Soft\nJ 63 travel Lebanon:s > France\n")[0] == (
        "France is Adjacent to Lebanon: Travel succeeds without a roll (8.3.1)."
    )


def test_a_limit_that_is_just_met_comes_before_what_was_never_in_doubt() -> None:
    """Two rolls with a card of value 2 (8.2).

    They are as many as there can be; one leaves room.
    """
    position = "setup: Yemen Fair Neutral 3 sleepers, funding 9\n"
    two, one = (of(f"{position}J 63 recruit Yemen {n} [{dice}]\n") for n, dice in ((2, "1 1"), (1, "1")))
    limit = "rolls within the value"
    assert next(g.near for g in two if g.id == limit) is Nearness.JUST
    assert next(g.near for g in one if g.id == limit) > Nearness.JUST
    assert two[0].near is Nearness.JUST


def test_each_requirement_has_its_facts() -> None:
    """A Neutral and a Fair country with their facts.

    A Neutral is a target of War of Ideas (7.2.1.1), and a Fair country takes a card of value 2 (7.1.1).
    """
    told = said("setup: US Hard, prestige 5, Pakistan Fair Neutral\nUS 43 woi Pakistan [6]\n")
    assert "Pakistan is Neutral, and a War of Ideas may aim at a Neutral (7.2.1.1)." in told
    assert "Pakistan is Fair and takes a card of value 2; this one has 3 (7.1.1)." in told


def test_each_condition_of_an_event_is_told() -> None:
    """The conditions of Predator and of Wiretapping.

    Predator needs a Muslim country only; Wiretapping needs a Cell, Cadre or Plot at home (card 31).
    """
    told = said("setup: US Hard, United Kingdom 1 sleeper\nUS 31 event\n")
    assert "The US, the United Kingdom or Canada has a Cell, a Cadre or a Plot (6.2.6)." in told
    assert "Leak-Wiretapping is not in effect (6.2.8)." in told


def test_what_is_asked_of_a_deploy_is_kept_with_its_rule() -> None:
    """Requirements of a Deploy from Iraq to Pakistan.

    Troops go from one place to another (7.3.1), with the value (7.3.2), to a Muslim Ally (7.3.3). They are there (4.6.2), none
    of them must stay, nothing closes an end of the way to Troops (7.3.1), and only a Regime Change leads into Islamist
    Rule (7.1.3).
    """
    record = "setup: US Hard, prestige 5, Pakistan Fair Ally, Iraq Poor Ally 4 troops\nUS 43 deploy Iraq > Pakistan 2\n"
    met = judge(read_text(record)).steps[-1].met
    assert sorted(asked for asked in met if asked[0].startswith("Deploy: ")) == [
        ("Deploy: Ally destination", "7.3.3"),
        ("Deploy: Muslim destination", "7.3.3"),
        ("Deploy: Troops at the origin", "4.6.2"),
        ("Deploy: Troops that must stay", "7.3.1"),
        ("Deploy: a place that is open", "7.3.1"),
        ("Deploy: a place that is open", "7.3.1"),
        ("Deploy: another location", "7.3.1"),
        ("Deploy: at least one", "7.3.1"),
        ("Deploy: not under Islamist Rule", "7.1.3"),
        ("Deploy: that many Troops", "4.6.2"),
        ("Deploy: value of the destination", "7.3.2"),
    ]


def test_what_is_no_play_has_no_grounds() -> None:
    verdict = judge(read_text("setup: prestige 5\nboard: prestige 5\n"))
    held = grounds.of(verdict)
    assert [held.of(at) for at in range(len(verdict.steps))] == [[]] * len(verdict.steps)


def test_the_grounds_of_a_record_leave_the_verdict_as_it_was() -> None:
    verdict = judge(read_text((LOGS / "evening-2.lgn").read_text("utf-8")))
    before = html.render(verdict)
    held = grounds.of(verdict)
    forward = [held.of(at) for at in range(len(verdict.steps))]
    assert [held.of(at) for at in reversed(range(len(verdict.steps)))] == forward[::-1]
    assert html.render(verdict) == before


# ---------------------------------------------------------------- where they are shown

PLAY = "setup: US Hard, prestige 5, Pakistan Fair Neutral\nUS 43 woi Pakistan [6]\n"
WORDS = "Pakistan is Neutral, and a War of Ideas may aim at a Neutral"


def verdict_of(record: str) -> Judgement:
    return judge(read_text(record))


def test_every_answer_shows_them() -> None:
    answer = ruling.of_line(verdict_of(PLAY), "This play", 2)
    assert f"  - {WORDS} (7.2.1.1)." in answer.text(0)
    assert f"\n- {WORDS} (7.2.1.1).\n" in answer.markdown().replace("\\", "")
    assert f"[*]{WORDS} (7.2.1.1).\n" in answer.bbcode()
    (told,) = (g for g in answer.data()["grounds"] if g["requirement"] == "War of Ideas: not Adversary")
    assert told == {
        "sentence": f"{WORDS}.",
        "rule": "7.2.1.1",
        "requirement": "War of Ideas: not Adversary",
        "source": "",
        "near": "own",
    }


def test_the_command_and_the_assistant_show_them() -> None:
    asked = ("was", "--setup", "US Hard, prestige 5, Pakistan Fair Neutral", "US 43 woi Pakistan [6]")
    assert WORDS in " ".join(referee(*asked).out.split())
    told = json.loads(referee(*asked, "--format", "json").out)
    assert WORDS in [g["sentence"].removesuffix(".") for g in told["answers"][-1]["grounds"]]


def test_the_report_shows_them_and_names_what_lets_a_play_pass() -> None:
    page = html.render(verdict_of(f"{NATO}US 43 woi Afghanistan [6]\n"))
    assert "<b>Legal because:</b> Without 41 NATO it would not be legal" in page
    assert WORDS in html.render(verdict_of(PLAY))
    assert "Legal because" not in html.render(verdict_of(PLAY))


def test_a_refused_play_has_none() -> None:
    answer = ruling.of_line(verdict_of(PLAY.replace("Neutral", "Adversary")), "This play", 2)
    assert answer.word == "No"
    assert answer.grounds == []


# ---------------------------------------------------------------- every requirement


def test_every_requirement_has_a_sentence_for_what_it_asks() -> None:
    rulesets.load_all()
    told = library.requirements(rulesets.texts())
    ours = {
        name: r for name, r in REQUIREMENTS.items() if r.test.__module__.startswith("referee.")
    }  # others are of tests
    assert set(told) <= set(ours) | {r.text for r in ours.values()}
    assert [r.id for r in ours.values() if r.id not in told and r.text not in told] == []
    assert [s for s in told.values() if not re.fullmatch(r"[A-Z{0-9“].*\.", s)] == []


def look(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ground of some rule cases, as a complete sentence.

    It has all facts of its sentence.
    """
    missing: set[str] = set()

    known = SentenceFacts.__getitem__

    def noted(self: SentenceFacts, key: str) -> object:
        if key not in self:
            missing.add(key)
        return known(self, key)

    monkeypatch.setattr(SentenceFacts, "__getitem__", noted)
    for case in all_cases()[chunk::EVERY]:
        verdict = judge(read_text(case.text))
        held = grounds.of(verdict)
        for at, step in enumerate(verdict.steps):
            for g in held.of(at):
                assert re.fullmatch(r"[A-Z“0-9].*[.?]", g.sentence, re.DOTALL), (case.id, g)
                assert "{" not in g.sentence, (case.id, g)
                assert " is ," not in g.sentence, (case.id, g)
                assert g.rule, (case.id, step, g)
    assert missing == set()


@pytest.mark.long
def test_no_sentence_leaves_a_fact_open(monkeypatch: pytest.MonkeyPatch) -> None:
    look(0, monkeypatch)


@pytest.mark.sampled(2)
@pytest.mark.long
@pytest.mark.parametrize("chunk", range(1, EVERY, every(3)))
def test_no_sentence_of_any_case_leaves_a_fact_open(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look(chunk, monkeypatch)

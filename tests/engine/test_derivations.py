"""Derivations: the changes that led to a value.

A claim that leaves one of them out gets its rule, or the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.law.derivations import derive
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.state.facts import Facts
from referee.engine.state.journal import Journal
from referee.engine.state.script import Place, Statement
from referee.engine.state.seams import citation
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import of_statements
from referee.reports import data
from referee.rules.casefile import Case
from tests.helpers.hunting import every
from tests.helpers.rulecases import all_cases
from tests.helpers.sentences import SENTENCES

EVERY = 16
"""The cases are looked at in so many parts."""
NOT_CLAIMED = frozenset(
    {"deck", "discards", "first plot", "lapsing", "plots", "removed", "reshuffles", "resolved plots", "stage"}
)
"""What a record claims nothing of behind an arrow, or not as a whole."""


def left_out(verdict: Judgement, step: JudgedStep) -> Iterator[str]:
    """For each thing that a step changed a claim of no change."""
    facts = verdict.board.rules.facts
    was: dict[tuple[str, str], tuple[Any, Any]] = {}
    for change in step.changes:
        for place, name, before, after in change.writes:
            fact = facts.of_field(place, name)
            if (
                fact is not None
                and not fact.derived
                and not fact.name.startswith("hand")
                and fact.name not in NOT_CLAIMED
            ):
                key = (place, fact.name)
                was[key] = (was.get(key, (before,))[0], after)
    for (subject, name), (before, after) in was.items():
        if name == "marker":
            yield from (f"{subject} no {marker}".strip() for marker in after if marker not in before)
            yield from (f"{subject} {marker}".strip() for marker in before if marker not in after)
        elif before == "":
            yield f"{subject} unmarked"
        else:
            yield _stated(facts, subject, name, before)


def _stated(facts: Facts, subject: str, name: str, value: object) -> str:
    line = of_statements(facts, [Statement(subject, name, value, Place(1, 1, 1))])
    return line.removeprefix("setup: ").replace(" 0 ", " no ")


def wrong_claims(case: Case) -> Iterator[tuple[str, JudgedStep, list[Finding]]]:
    """Each change of a case's plays, left out by a claim.

    It gives the line, the step as it was, and the findings on it.
    """
    verdict = judge(read_text(case.text))
    for step in verdict.steps:
        for claim in left_out(verdict, step) if step.action.kind == "card" else ():
            lines = case.text.split("\n")
            at = max(step.action.numbers) - 1
            lines[at] += (", " if "=>" in lines[at] else " => ") + claim
            found = judge(read_text("\n".join(lines))).findings
            yield lines[at], step, [f for f in found if f.counted and f.place.line in step.action.numbers]


def problems(case: Case) -> tuple[list[str], int]:
    """Heads that name no change, and the number of wrong claims.

    Such a head names no change of the play, no card of it and nothing in effect.
    """
    told, n = [], 0
    for line, step, found in wrong_claims(case):
        decide = {c.rule for c in step.changes}
        decide |= {f"card {n}" for n in (*step.action.cards, *step.triggered)}
        decide |= {citation(source) for source in step.rules.armed}
        wrong = [f for f in found if f.kind == "outcome" and f.derivations]
        told += [f"{case.id}: {line}: {f.rule}" for f in wrong if f.rule not in decide]
        told += [f"{case.id}: {line}: no reason" for f in wrong if not f.reason]
        n += len(wrong)
    return told, n


CLEAN = [case for case in all_cases() if case.clean]


def of_cards() -> dict[str, Case]:
    """A case without findings for the event of each card."""
    found: dict[str, Case] = {}
    for case in CLEAN:
        if case.rule.startswith("card-") and case.rule.count("-") == 1:
            found.setdefault(case.rule, case)
    return found


def test_every_card_has_a_case_without_findings() -> None:
    assert len(of_cards()) > 220


@pytest.mark.long
def test_what_an_event_has_done_names_the_card_or_the_rule_that_did_it() -> None:
    seen = [problems(case) for case in of_cards().values()]
    assert [told for found, _ in seen for told in found] == []
    assert sum(n for _, n in seen) > 500


@pytest.mark.sampled(4)
@pytest.mark.long
@pytest.mark.parametrize("part", range(0, EVERY, every(4)))
def test_whatever_a_play_has_done_names_what_did_it(part: int) -> None:
    seen = [problems(case) for case in CLEAN[part::EVERY]]
    assert [told for found, _ in seen for told in found] == []
    assert sum(n for _, n in seen) > 100


# ---------------------------------------------------------------- the derivation itself


def finding_of(record: str) -> Finding:
    (found,) = (f for f in judge(read_text(record)).findings if f.counted)
    return found


def test_a_derivation_lists_the_changes_with_rule_cause_and_amount() -> None:
    """A Plot in a Muslim country that is not Good.

    Any such Plot adds 1 to Funding (8.5.6).
    """
    record = (
        "setup: prestige 5, funding 3, phase US 2, Egypt Fair Neutral plot 2\nJ resolve Egypt 2 [1 6] => funding 3\n"
    )
    found = finding_of(record)
    told = data.finding(found)["derivations"]
    assert [(d["subject"], d["field"], d["now"]) for d in told] == [("", "funding", "4")]
    (change,) = told[0]["changes"]
    assert (change["rule"], change["amount"], change["words"]) == ("8.5.6-funding", 1, "Funding from 3 to 4")
    assert found.rule == "8.5.6-funding"


def test_of_several_changes_the_one_that_the_claim_leaves_out_decides() -> None:
    """A claim of 5 after an event that took Funding to 4.

    The event took Funding from 5 to 4: the player left out the change of the event.
    """
    verdict = judge(read_text("setup: US Hard, prestige 5, funding 5, Pakistan Fair Neutral\nUS 43 woi Pakistan [6]\n"))
    alignment = Statement("Pakistan", "alignment", "neutral", Place(1, 1, 1))
    made = derive(verdict.journal, verdict.board, alignment)
    part = made.left_out("neutral")
    assert part is not None
    assert part.change.rule == "7.2.1.2"
    assert made.left_out("adversary") is None
    assert made.deciding("adversary") is part


def test_a_thing_that_nothing_has_changed_has_no_parts() -> None:
    verdict = judge(read_text("setup: prestige 5\nUS 43 reserves\n"))
    assert derive(verdict.journal, verdict.board, Statement("", "prestige", 5, Place(1, 1, 1))).parts == ()


def test_what_an_earlier_line_did_is_told_with_its_line() -> None:
    record = "setup: US Hard, prestige 5, Pakistan Fair Neutral\nUS 43 woi Pakistan [6]\nUS 24 deploy track > Pakistan 1 => Pakistan Neutral\n"
    found = finding_of(record)
    assert (found.rule, found.see) == ("7.2.1.2", [2])
    assert f"Nothing in this play changed it. {SENTENCES['changed-by-an-earlier-line'].reason}" in found.reason


@pytest.mark.long
def test_a_record_is_looked_through_once_however_often_a_claim_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    latest = Journal.latest

    def counted(self: Journal, before: int, about: Any, fits: Any) -> Any:
        def noted(change: Any) -> Any:
            looked.append(about[0])
            return fits(change)

        return latest(self, before, about, noted)

    monkeypatch.setattr(Journal, "latest", counted)
    claims = [f"J {n + 1} reserves => Canada {'Hard' if n % 2 else 'unmarked'}" for n in range(100)]
    verdict = judge(read_text("\n".join(["setup: US Hard, Canada Soft, Iran 1 sleeper", *claims])))
    assert len([f for f in verdict.findings if f.of_result]) > 50
    assert 0 < looked.count("latest") < 10 * len(verdict.journal.changes)

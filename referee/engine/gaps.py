"""Gaps of a record in words: what a line leaves out, which rule calls for it, and what fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine import claims
from referee.engine.ask import Address, Field
from referee.engine.tables.record import SKIP, Forced, OpenQuestion
from referee.engine.words import words


def gap_name(question: OpenQuestion) -> str:
    """What is missing, in words."""
    if question.roll is not None:
        r = question.roll
        where = f" for {r.subject}" if r.subject else ""
        return f"the {r.kind} roll{where} ({r.against})"
    if question.ask is None:
        return "a choice"
    return question.ask.field.question


GAP_RULES = {"jihad": "8.4", "plot": "8.5.2", "recruit": "8.2.1", "travel": "8.3.1"}


def gap_rule(rule: str, question: OpenQuestion) -> str:
    """The rule that calls for what is missing."""
    if question.roll is not None:
        return GAP_RULES.get(question.roll.kind, question.roll.rule)
    return rule or (question.ask.rule if question.ask is not None else "")


def show_reading(assumed: Mapping[Address | Forced, Any], questions: list[OpenQuestion]) -> str:
    """The answers of one reading, in words."""
    parts = []
    for question in questions:
        if question.key not in assumed:
            continue
        value = assumed[question.key]
        if question.roll is not None:
            r = question.roll
            outcome = claims.show_outcome(r.kind, r.read(value))
            parts.append(
                outcome
                if r.kind == "prestige"
                else f"{r.kind} in {r.subject}: {outcome}"
                if r.subject
                else f"{r.kind}: {outcome}"
            )
        elif question.ask is not None and question.ask.field == Field.ORDER:
            parts.append(
                {SKIP: "the event was not carried out", "first": "the event came first"}.get(
                    value, "the event came after"
                )
            )
        else:
            parts.append(f"{gap_name(question)}: {words(value)}")
    return ", ".join(parts)

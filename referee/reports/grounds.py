"""The grounds of a legal play: requirements met and rulings, in sentences."""

from __future__ import annotations

from typing import Any

from referee.engine.judging.grounds import Ground, Grounds, Template
from referee.engine.law.requirement import Requirement
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.state.words import clause, numbered, sentence
from referee.rules import library, rulebook
from referee.rules.library import Ruling


def of(verdict: Judgement) -> Grounds:
    """The grounds of the steps of a verdict, in their rules' sentences."""
    return Grounds(verdict, template, _in_short)


def _in_short(rule: str) -> str:
    """A rule in short, in our words."""
    known = rulebook().get(rule)
    return sentence(known.summary) if known is not None else ""


def template(step: JudgedStep) -> Template:
    """The sentences of met requirements, under the rules of a step."""
    sentences = library.requirements(step.rules.texts)

    def text(r: Requirement) -> str:
        return sentences.get(r.id) or sentences.get(r.text, "")

    return text


def in_words(ground: Ground) -> str:
    """A ground with its rule: "Pakistan is Neutral, and … (7.2.1.1)"."""
    return f"{clause(ground.sentence)} ({numbered(ground.cited)})."


def data(ground: Ground) -> dict[str, Any]:
    """A ground for programs."""
    return {
        "sentence": ground.sentence,
        "rule": ground.rule,
        "requirement": ground.id,
        "source": ground.cited if ground.source is not None else "",
        "near": ground.near.name.casefold(),
    }


def rulings(step: JudgedStep, findings: list[Finding]) -> list[Ruling]:
    """The rulings of an answer.

    A legal play has those that give effect to its events; any other has those on its refusal, and those on its events
    about the same rules. Both have rulings with an option that decides the play.
    """
    events = {s.card or next(iter(step.action.cards), 0) for s in step.action.segments if s.name == "event"}
    events |= set(step.triggered)
    wrong = [f for f in findings if f.kind != "note"]
    refused = {id for f in wrong for id in f.requirements}
    broken = {rule for f in wrong for rule in (f.rule, *f.also)}
    hinges = {f.option for f in findings if f.option}

    def bears(r: Ruling) -> bool:
        if refused & set(r.requirements) or r.option in hinges:
            return True
        return bool(events & set(r.cards)) and (bool(broken & set(r.rules)) if wrong else r.severity != "error")

    return [r for r in library.rulings(step.rules.texts) if bears(r)]


def ruling_in_words(ruling: Ruling) -> str:
    """A ruling in one paragraph, with its option and name in docs/reference/rulings.md."""
    other = f" The option {ruling.option} changes it." if ruling.option else ""
    return f"Ruling {ruling.id}: {ruling.question} {sentence(ruling.answer)}{other}"

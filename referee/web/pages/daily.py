"""The dispute of the day: a rule case for each date."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256

from referee.engine.state.script import Action
from referee.engine.state.words import capital, listed, stopped
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import describe, grounds
from referee.reports.wording import KINDS
from referee.rules import casefile
from referee.rules.casefile import Case
from referee.web.pages.model import Block, Page
from referee.web.pages.words import runs

DAILY = ("daily", "The dispute of the day")
CHOICES = {"legal": "Legal", "illegal": capital(KINDS["illegal"]), "outcome": capital(KINDS["outcome"])}
"""The reader's possible answers."""
DAYS = 366
"""Number of days with a dispute of their own."""
_SHARES = {"illegal": 146, "outcome": 110, "legal": 110}
"""Numbers of them by answer."""
_OF_A_RULE = 4
"""Most disputes about one rule or card."""
_SHORT, _LONGEST = 110, 240
"""Most characters of the play and of the position."""
_NUMBERED = re.compile(r"(?:[4-8]|11)\.\d|card-\d")
"""Ids of cases about a rule of play or a card."""
_TAG = re.compile(r'\[(\w+) "([^"]*)"\]')


def daily() -> list[Page]:
    """The page with all disputes; its script shows the day's one."""
    lead = "A position, a play, and one question: was it legal? Tomorrow there is another one."
    page = Page(*DAILY, lead=runs(lead))
    if days := disputes():
        page.add("", {"quiz": days, "choices": list(CHOICES.items())})
    return [page]


def disputes() -> list[Block]:
    """A dispute for each day, in their order."""
    made: list[Block] = []
    left, of_rule = Counter(_SHARES), Counter[str]()
    for case in sorted(casefile.cases(), key=lambda c: _order(c.id)):
        right = _answer(case)
        if not left[right] or of_rule[case.rule] >= _OF_A_RULE:
            continue
        if (one := _dispute(case, right)) is not None:
            left[right] -= 1
            of_rule[case.rule] += 1
            made.append(one)
    return made[:DAYS]


def _order(id: str) -> bytes:
    """A fixed order of the cases that does not hint at answers."""
    return sha256(id.encode()).digest()


def _answer(case: Case) -> str:
    """The right answer about a suitable case; "" for others."""
    counted = [e for e in case.expected if e.kind != "note"]
    if len(counted) > 1 or not _NUMBERED.match(case.id):
        return ""
    right = counted[0].kind if counted else "legal"
    return right if right in CHOICES else ""


def _dispute(case: Case, right: str) -> Block | None:
    """A case as a dispute.

    None for one that is long, plays more than once, or has tags that change the rules.
    """
    tags = [m.groups() for line in case.record if (m := _TAG.fullmatch(line)) is not None]
    setup = [line.partition(":")[2].strip() for line in case.record if line.startswith("setup:")]
    if len("; ".join(setup)) > _LONGEST or any(name != "Rules" for name, _ in tags):
        return None
    verdict = judge(read_text(case.text))
    plays = [(at, s) for at, s in enumerate(verdict.steps) if s.action.kind != "setup"]
    if len(plays) != 1 or not _is_play(plays[0][1].action):
        return None
    ((at, step),) = plays
    found = [f for f in verdict.findings if f.counted]
    lines = [case.lines[n - 1].split(";")[0].rstrip() for n in step.action.numbers]
    if [f.kind for f in found] != [right] * (right != "legal") or len("\n".join(lines)) > _SHORT:
        return None
    sentences = [(" ".join(filter(None, (f.message, capital(f.reason)))), f.rule) for f in found]
    if not sentences:
        sentences = [(g.sentence, g.cited) for g in grounds.of(verdict).of(at)[:2]]
    return {
        "title": case.title,
        "game": listed([value for _, value in tags]),
        "position": setup,
        "play": "\n".join(lines),
        "told": describe.sentence(step),
        "right": right,
        "why": [runs(f"{stopped(text)} ({rule})") for text, rule in sentences],
        "record": "\n".join(case.record),
        "open": f"{case.id}.lgn",
    }


def _is_play(action: Action) -> bool:
    return action.kind in ("card", "resolve") and not action.misspelt

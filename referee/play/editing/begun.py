"""How a line may begin, and how a part of it: whose turn it is, which card, what it is used for."""

from __future__ import annotations

from referee.editions.base.alternatives import advance
from referee.engine import forms, hands
from referee.engine import queries as q
from referee.engine.ask import Field
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.hands import cards_of
from referee.engine.journal import Journal
from referee.engine.line import line_of
from referee.engine.play import Play
from referee.engine.requirement import Failure
from referee.engine.script import Action, Place
from referee.engine.tables.options import look
from referee.engine.tables.probe import ProbeTable
from referee.engine.words import listed, numbered, sentence
from referee.parsers.notation import words
from referee.play.editing import trial
from referee.play.editing.document import Document
from referee.play.editing.offers import Offer
from referee.play.recording import asking, draft

MOST_ABLE = 40
"""Most ways of an Operation that are tried to see whether it is possible."""


def position(document: Document, line: int) -> tuple[Board, Journal]:
    """The position in front of a line, with a journal of its own."""
    return document.board_before(line), Journal()


def why(failures: tuple[Failure, ...]) -> str:
    """What speaks against something, with its rules."""
    return "; ".join(f"{f.message} ({numbered(f.rule)})" for f in failures)


# -------------------------------------------------------------------- lines


def lines(document: Document, line: int, before: str) -> list[Offer]:
    """How a fresh line may begin: first what the clock waits for."""
    b, journal = position(document, line)
    found: list[Offer] = []
    due = asking.due(b)
    if due is not None and due.kind == "choices":
        found.append(Offer("J set-up ", "line", "the choices of the set-up come first", rank=0))
    elif due is not None:
        places = [f"{name}#{k}" for name, c in b.countries.items() for k in range(1, len(c.plots) + 1)]
        found.append(
            Offer(f"J resolve {places[0]} ", "line", f"Plots are resolved: {listed(places)}", also=("resolve",), rank=0)
        )
    elif b.stage == "end":
        found.append(Offer("end of turn", "line", "all cards are played", rank=0))
    elif not b.winner:
        deal = draft.deal(b, journal) if asking.deal_due(b) else ""
        if deal:
            found.append(Offer(deal, "line", "the cards of this turn", rank=0))
    advance(Play(b, journal, ProbeTable([])))
    if b.stage == "action" and not b.winner:
        found += _plays(b)
    if b.side == "J" and any(c.cadre for c in b.countries.values()):
        found.append(Offer("J remove-cadre ", "line", "takes a Cadre off", rank=6))
    found.append(Offer("+ J " if b.side == "US" else "+ US ", "line", "goes on with the play above", rank=7))
    for word, told in (
        ("board: ", "what the players saw: a checkpoint"),
        ("set: ", "puts the board right"),
        (f"turn {b.turn}", "a check of the clock"),
        (f"phase {b.side} {b.phase}", "a check of the clock"),
        ("no plots", "a check that no Plot is on the map"),
        ("draw ", "cards that are drawn"),
        ("setup: ", "a position to begin with"),
    ):
        found.append(Offer(word, "line", told, rank=7))
    return found


def _plays(b: Board) -> list[Offer]:
    """The side to play, and the cards of its hand as far as they are known."""
    who = SIDE_NAMES[b.side]
    hand = cards_of(b, b.side)
    held = "" if hand is None else f", {len(hand)} in hand"
    told = f"the {who} plays card {b.played + 1} of 2 in phase {b.phase}{held}"
    found = [Offer(f"{b.side} ", "side", told, also=(who,), rank=1)]
    for n in sorted({n for n in hand or () if n}):
        card = b.cards[n]
        label = f"{b.side} {n} {card.title}"
        found.append(Offer(label, "card", _of_card(b, n), insert=f"{b.side} {n} ", rank=2, about=f"card {n}"))
    if b.side == "US" and b.hand_us in (1, None):
        found.append(Offer("US hold", "line", "keeps the last card", rank=4))
    return found


def _of_card(b: Board, n: int) -> str:
    card = b.cards[n]
    whose = {"J": "Jihadist event", "US": "US event"}.get(card.side or "", "event of either side")
    return f"value {card.ops}, {whose}"


def cards(document: Document, line: int, side: str) -> list[Offer]:
    """The cards that a side may play, and what it may do without one."""
    b, journal = position(document, line)
    play = Play(b, journal, ProbeTable([]))
    advance(play)
    found = _numbers(b, side)
    found.append(Offer("? ", "card", "a card that nobody knows", rank=6))
    if side == "US" and b.hand_us in (1, None):
        found.append(Offer("hold", "line", "keeps the last card", rank=4))
    if side == "J" and q.plots_on_map(b):
        found.append(Offer("resolve ", "line", "Plots are resolved", rank=1 if b.stage == "plots" else 6))
    if side == "J" and any(c.cadre for c in b.countries.values()):
        found.append(Offer("remove-cadre ", "line", "takes a Cadre off", rank=6))
    if side == "J" and (due := asking.due(b)) is not None and due.kind == "choices":
        found.append(Offer("set-up ", "line", "the choices of the set-up", rank=1))
    if "turn-in" in b.rules.procedures:
        found.append(Offer("turn-in ", "line", "turns a marker in", rank=7))
    return found


def _numbers(b: Board, side: str) -> list[Offer]:
    """The cards that may be in a hand: those that are known first."""
    found: list[Offer] = []
    hand = cards_of(b, side) or ()
    known = {n for n in hand if n}
    rest = not known or not all(hand)
    for n in sorted(b.cards):
        if n in known or (rest and hands.lies(b, n) == ""):
            label = f"{n} {b.cards[n].title}"
            rank = 2 if n in known else 3
            found.append(Offer(label, "card", _of_card(b, n), insert=f"{n} ", rank=rank, about=f"card {n}"))
    return found


def numbers(document: Document, line: int, side: str) -> list[Offer]:
    """Cards among the choices of an event: those of the hand first, then all others, wherever they lie."""
    b, _ = position(document, line)
    found = _numbers(b, side)
    listed_already = {o.about for o in found}
    for n in sorted(b.cards):
        if f"card {n}" not in listed_already:
            label = f"{n} {b.cards[n].title}"
            found.append(Offer(label, "card", _of_card(b, n), insert=f"{n} ", rank=5, about=f"card {n}"))
    return [*found, Offer("? ", "card", "a card that stays hidden", rank=3)]


# -------------------------------------------------------------------- uses


def uses(document: Document, line: int, side: str, numbers: tuple[int, ...], *, reserves: bool) -> list[Offer]:
    """What a card may be used for, as far as it can be carried out; with what it triggers."""
    b, journal = position(document, line)
    advance(Play(b, journal, ProbeTable([]), side=side))
    action = Action("card", Place(line, 1, 2), "", side=side, cards=numbers, reserves=reserves)
    written = line_of(action)
    play = Play(b, journal, ProbeTable([]), side=side)
    out = look(play, lambda p: p.board.rules.procedures["card"](p, written), {})
    asked = out.question
    found: list[Offer] = []
    if asked is None or asked.field != Field.USE:
        said = why(out.failures)
        return [Offer(use, "use", _meaning(side, use) + (f"; {said}" if said else "")) for use in words.MEANINGS[side]]
    for use in asked.legal:
        able = use in asked.useful
        told = _meaning(side, use, b)
        about = f"card {numbers[0]}" if use == "event" and len(numbers) == 1 else use
        rule = b.rules.rule_of_use.get(use, "")
        detail = f"{_title(b, use)}{f' ({rule})' if rule else ''}"
        if not able:
            detail += "; nothing of it can be carried out to its end"
        elif use not in ("event", "reserves", "discard") and (also := _triggers(b, side, numbers)):
            detail += f"; its event: {also}"
        found.append(Offer(use, "use", detail, told, insert=_spaced(use), rank=3 if able else 8, about=about))
    if "event" not in asked.legal and (also := _triggers(b, side, numbers)):
        about = f"card {next(n for n in numbers if n)}"
        found.append(Offer("event", "use", f"{also} came first (6.3.2)", insert="event ", rank=6, about=about))
        found.append(Offer("no event", "use", f"{also} did not happen", insert="no event / ", rank=7))
    for c in asked.refused or ():
        found.append(Offer(c.value, "use", f"not allowed: {why(c.failures)}", rank=9))
    found.append(Offer("? ", "word", "nobody noted what it was used for", rank=8))
    return found


def _triggers(b: Board, side: str, numbers: tuple[int, ...]) -> str:
    theirs = [n for n in numbers if n in b.cards and b.cards[n].side not in (None, side)]
    return listed([b.rules.card_name(n) for n in theirs])


def _title(b: Board, use: str) -> str:
    return "Event" if use == "event" else b.rules.titles.get(use, use.capitalize())


def _meaning(side: str, use: str, b: Board | None = None) -> str:
    said = words.MEANINGS[side].get(use, "")
    return sentence(said) if said and b is not None else said


def _spaced(use: str) -> str:
    return use if use in ("reserves", "discard", "cancelled", "hold", "reassess") else f"{use} "


def parts(document: Document, line: int, before: str, side: str) -> list[Offer]:
    """How a further part of a line may begin."""
    written = before.split()
    number = next((w for w in written if w.isdigit()), "")
    about = f"card {int(number)}" if number else ""
    found = []
    if "event" not in written[:-1] or before.lstrip().startswith("+"):
        found.append(Offer("event", "use", "the event of the card", rank=2, insert="event ", about=about))
        found.append(Offer("no event", "use", "the event did not happen", rank=3))
    for use in words.MEANINGS[side]:
        if use not in ("event", "hold", "discard"):
            found.append(Offer(use, "use", _meaning(side, use), insert=_spaced(use), rank=4))
    b, _ = position(document, line)
    if side in b.rules.guides:
        left = "radicalize " if side == "J" else "homeland "
        found.append(Offer(left, "use", "what is left of the card", rank=3))
    return trial.sorted_out(document, line, before, found)


def steps(document: Document, line: int, name: str) -> list[Offer]:
    """What may be done with what is left of a card's value."""
    left = forms.LEFT_OVER[name]
    titles = document.setup.rules.titles
    return [
        Offer(step, "use", f"{forms.STEP_TITLES.get(step) or titles.get(step, step)} ({left.rule})", insert=f"{step} ")
        for step in left.steps
    ]

"""Answers that requirements refuse: one finding a segment, with what would have been legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import AIMS, CARD_LISTS, Address, Ask, Field
from referee.engine.law.forms import LEFT_OVER, pieces_in_words
from referee.engine.law.guidance import CALLED, Guidance
from referee.engine.law.play import NOTHING, UNKNOWN, no_answers
from referee.engine.law.requirement import Failure
from referee.engine.record.findings import LEGAL_HERE, Finding
from referee.engine.record.table.spots import Head, Spot
from referee.engine.state import hands
from referee.engine.state.cause import line_of
from referee.engine.state.journal import Change
from referee.engine.state.ruleset import EVENT_TEXT
from referee.engine.state.script import Part, Place
from referee.engine.state.seams import cited
from referee.engine.state.words import CELLS, listed, runs, sentences, words

if TYPE_CHECKING:
    from referee.engine.record.table.table import RecordTable

MOST_MISSING = 8
"""Most countries that are named as the only ones that would not do."""
MOST_SHOWN = 12
"""Most legal answers that a finding lists."""


def report(
    table: RecordTable, failures: tuple[Failure, ...], place: Place, ask: Ask | None, option: Any = None
) -> None:
    first = failures[0]
    see = [line for f in failures for line in f.see]
    key = _key(table, ask, option)
    earlier = _joined(table, key)
    if table.for_good:  # a search through the whole game
        see += [line for f in failures if f.card for line in _where_it_went(table, f.card)]
    target = ask.item if ask is not None and ask.field in _TARGETS else None
    if earlier is not None:
        _join(earlier, failures, table.refused_at.get(key), target)
        return
    also = list(dict.fromkeys(f.rule for f in failures[1:] if f.rule != first.rule))
    cards = [*(cited(s) for f in failures for s in f.sources), *by_flowchart(ask, option)]
    finding = table.report(
        first.kind,
        first.rule,
        first.message,
        place,
        see=see,
        also=also + [c for c in cards if c not in also and c != first.rule],
    )
    finding.requirements = _ids(failures)
    finding.on_any_map = frozenset(f.id for f in failures if f.on_any_map)
    if table.for_good:  # costs most
        offer = Offer(finding, *_instead(table, ask, option), _advice(table, failures, ask, option))
        offer.write(offer.plays)
        table.offers.append(offer)
    table.refusals[key] = finding
    if target is not None:
        table.refused_at[key] = {target}
    if first.rule == "5.1":  # the game is over: that is all there is to say of the line
        table.refusals[Head.CARD] = finding
        table.illegal.add(Head.CARD)
    table.illegal.add(key)


def by_flowchart(ask: Ask | None, option: Any) -> list[str]:
    """The card or rule by which a flowchart has another answer due."""
    source = ask.guidance.source_of(option) if ask is not None and ask.guidance is not None else None
    return [cited(source)] if source is not None else []


def _join(earlier: Finding, failures: tuple[Failure, ...], named: set[int] | None, target: int | None) -> None:
    """One mistake, one finding: further refusals of a segment go in also."""
    earlier.requirements = tuple(dict.fromkeys((*earlier.requirements, *_ids(failures))))
    earlier.on_any_map |= {f.id for f in failures if f.on_any_map}
    earlier.also.extend(f.rule for f in failures if f.rule != earlier.rule and f.rule not in earlier.also)
    if named and target is not None and target not in named:
        named.add(target)  # each entry of a play has a target of its own, and a reason
        earlier.message = sentences([earlier.message, failures[0].message])


def _ids(failures: tuple[Failure, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f.id for f in failures))


Others = Mapping[Address, Any]
"""Other answers to questions of a line."""


@dataclass(slots=True)
class Offer:
    """What a finding names as legal in place of what was refused; it is read once each play of it was judged."""

    finding: Finding
    plays: dict[Any, Others]
    """Each answer that it names, with the other answers of the play that is meant."""
    said: Callable[[list[Any]], str]
    """What is said of those that are legal."""
    lists: bool
    """Whether that begins with a list of answers."""
    advice: list[str]
    """What else may help."""

    def write(self, legal: Iterable[Any]) -> None:
        """Say in the finding which answers are legal."""
        left = list(legal)
        self.finding.help = sentences([self.said(left), *self.advice])
        self.finding.lists_legal = self.lists and bool(left)


def _advice(table: RecordTable, failures: tuple[Failure, ...], ask: Ask | None, option: Any) -> list[str]:
    """What players may have had in mind, and what may have been meant."""
    id_ = failures[0].id
    hint = table.rules.hint
    if ask is not None:
        said = hint(id_, ask.board, option, ask.context)
    else:  # what an event grants has its own value, and takes no Reserves
        said = "" if table.granted is not None or table.in_event else hint(id_, None, option, {})
    return [said, _mistaken(table, failures)]


def with_targets(table: RecordTable) -> None:
    """Count the targets of an Operation that an event does not grant with the refusal of its choice: one mistake."""
    refused = table.refusals.get(table.spot()) or table.refusals[Head.CARD]
    for s in table.action.segments:
        if s.name == "op":
            table.illegal.add(s)
            table.refusals.setdefault(s, refused)


_TARGETS = frozenset({*AIMS, Field.FROM, Field.CELLS})
"""Questions about what an entry of a play is aimed at."""


def no_step(table: RecordTable, ask: Ask, part: Part) -> None:
    """What is left of a card is used for something that nobody offers; nothing can be carried out as it is written."""
    left = LEFT_OVER.get(ask.address.segment.name)
    title = left.title if left is not None else "what is left over"
    failure = Failure(
        "left over: a step", ask.rule or EVENT_TEXT, "illegal", f"{title} has no step “{part.value}” here"
    )
    report(table, (failure,), part.place, ask, part.value)


def ends_early(table: RecordTable, guidance: Guidance) -> None:
    """A list that stops although a flowchart has it go on: a mistake if that is certain, and the line stays as it is.

    After one that stopped too early nothing is as it should be, so that a later one is no mistake of its own.
    """
    if table.ended_early:
        return
    due = listed([words(o) for o in guidance.due], "or")
    said = f"{guidance.goes_by or 'the flowchart'} continues here: {due} comes next"
    spot, place = table.spot(), table.place()
    if not guidance.sure or (table.board is not None and table.board.unknown):
        table.report("note", guidance.rule, said, place)
        return
    table.refusals[spot] = table.report("illegal", guidance.rule, said, place)
    table.illegal.add(spot)
    table.ended_early = True


def _joined(table: RecordTable, key: Spot) -> Finding | None:
    """The finding that a refusal goes into; those of the clock are mistakes each of its own, till the game is over."""
    whole = table.refusals.get(Head.CARD)
    if key is Head.CLOCK:
        return whole if whole is not None and whole.rule == "5.1" else None
    return table.refusals.get(key) or whole


def _key(table: RecordTable, ask: Ask | None, option: Any) -> Spot:
    """Where a refusal counts: a use of the card that is refused is a mistake of its own segment alone."""
    if table.spot() is not Head.CARD or ask is None or ask.field != Field.USE:
        return table.spot()
    name = "event" if option == "event" else "op"
    own = [s for s in table.action.segments if s.name == name and s.card in (None, *table.action.cards)]
    return own[0] if own else Head.CARD


def _mistaken(table: RecordTable, failures: tuple[Failure, ...]) -> str:
    """Which card may have been meant for one that was played before: one with a title like its own."""
    card = next((f.card for f in failures if f.card), 0)
    if not card or table.board is None:
        return ""
    found = [table.board.rules.card_name(n) for n in hands.mistaken(table.board, card)]
    return f"{listed(found, 'or')} may be meant, which is still in the game" if found else ""


_PILES = ("discards", "removed", "lapsing", "lapsing_markers")


def _where_it_went(table: RecordTable, card: int) -> list[int]:
    """The line that put a card in its present place."""

    def put_it_there(change: Change) -> bool:
        return bool(line_of(change.cause)) and any(
            (name in _PILES and card in after and card not in before) or (name == "first_plot" and after == card)
            for _, name, before, after in change.writes
        )

    change = table.journal.latest(table.start, ("where it went", card), put_it_there)
    return [line_of(change.cause)] if change is not None else []


def _answer(ask: Ask, option: Any) -> str:
    """A legal answer as help shows it."""
    if option == UNKNOWN and ask.field in CARD_LISTS:
        return "? (a card that nobody has seen)"
    if ask.field == Field.CELLS and option in CELLS:
        return f"{option} ({'an' if option == 'a' else 'a'} {CELLS[option]})"
    if ask.field == Field.CELLS and len(option) > 1 and set(option) <= CELLS.keys():
        return f"{option} ({pieces_in_words(option)})"
    if option == NOTHING:
        return _NONE
    if ask.field in (Field.US_LOSS, Field.CELL_LOSS):
        return pieces_in_words(option)
    return CALLED.get((ask.field, option)) or words(option)


_NONE = "“none”"


Instead = tuple[dict[Any, Others], Callable[[list[Any]], str], bool]
"""Answers that may be legal, what is said of those that are, and whether that is a list."""


def _instead(table: RecordTable, ask: Ask | None, option: Any) -> Instead:
    """What would have been legal in place of an answer. Nobody knows it where it hangs on dice that were not noted."""
    if ask is None or ask.hints.unsure:
        return _only("")
    guidance = ask.guidance
    if guidance is not None and not guidance.due:
        return _only("leave it out")
    options = ask.useful()
    if not options:
        return _no_way(table, ask, option)
    if ask.field in (Field.US_LOSS, Field.CELL_LOSS, Field.CELLS) and options == [""]:
        return _only("leave it out")
    if options == [NOTHING]:
        return _only(f"leave it out, or write {_NONE}")

    def said(left: list[Any]) -> str:
        return f"{LEGAL_HERE.lower()}: {_listed(ask, left)}" if left else _no_answer(ask)

    judged = ask.field in _JUDGED and guidance is None
    return {o: {ask.address: o} if judged else {} for o in options}, said, True


def _only(said: str) -> Instead:
    return {}, lambda left: said, False


_JUDGED = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.NUMBER, Field.CELLS, Field.PLOT})
"""Questions whose answers go on to further ones, so that a legal one may lead to nothing."""


def _listed(ask: Ask, options: list[Any]) -> str:
    """Legal answers in a row; of nearly all countries those that are missing."""
    in_runs = ask.field not in CARD_LISTS and all(type(o) is int for o in options)
    legal = runs(options) if in_runs else [_answer(ask, o) for o in options]
    if len(legal) <= MOST_SHOWN:
        return listed(legal, "or")
    missing = [name for name in ask.board.names if name not in options]
    if len(missing) <= MOST_MISSING and all(o in ask.board.countries for o in options):
        return f"every country but {listed(missing)}" if missing else "every country"
    return f"{', '.join(legal[:MOST_SHOWN])} and {len(legal) - MOST_SHOWN} more"


def _no_way(table: RecordTable, ask: Ask, option: Any) -> Instead:
    """What to say where no answer at all would be legal: which earlier answer may change that."""
    context = ask.context
    if context.get("reserves") and replace(ask, context={**context, "reserves": False}).holds(option):
        return _only("without the Reserves, with the card's own value, it would be legal")
    if ask.silence is not None and ask.holds(ask.silence):
        return _only("leave it out")
    if ask.domain is no_answers:
        what = words(option) if option in ask.board.countries else "it"
        return _only(f"leave {what} out: the event has nothing legal to choose here now, and goes on without it")
    if ask.field == Field.USE:
        if ask.guidance is not None:
            return _only("")
        together = len(table.action.cards) > 1
        return _only(
            "played together, these cards have no legal use here" if together else "this card has no legal use here"
        )
    places = _other_places(table, ask, option)
    from_there = table.place_asked is not None and table.place_asked.field == Field.FROM

    def said(left: list[Any]) -> str:
        others = listed([_place(p) for p in left], "or") if len(left) <= MOST_SHOWN else ""
        if not others:
            return _no_answer(ask)
        if not from_there:
            return f"it would be legal in {others}"
        return f"from {others} {'there is a legal destination' if ask.field == Field.TO else 'it would be legal'}"

    return places, said, False


def _no_answer(ask: Ask) -> str:
    """What to say where nothing else would be legal."""
    context = ask.context
    if ask.item:
        return "leave this entry out"
    if ask.field == Field.TO and "origin" in context:
        return f"no destination is legal from {_place(context['origin'])} now"
    if "where" in context and ask.field != Field.WHERE:
        return f"no other choice is legal in {context['where']} now"
    if "origin" in context:
        return f"no other choice is legal from {_place(context['origin'])} now"
    return _NOTHING.get(ask.field, "no other answer would be legal here; leave it out")


def _other_places(table: RecordTable, ask: Ask, option: Any) -> dict[Any, Others]:
    """Places that the entry might have named first, with which the answer, or some answer, may be legal."""
    before = table.place_asked
    if before is None or (option is None and ask.field != Field.TO):
        return {}
    if before.address.segment != ask.address.segment or before.item != ask.item:
        return {}
    if not {"origin", "where"} & ask.context.keys():
        return {}
    then = {} if ask.field == Field.TO else {ask.address: option}
    return {place: {before.address: place, **then} for place in before.options()}


def _place(where: Any) -> str:
    """A country, or the track as a sentence has it."""
    return "the track" if where == "track" else words(where)


_NOTHING = {
    Field.WHERE: "no country can be a legal target for this right now",
    Field.FROM: "there is no place from which this would be legal right now",
    Field.TO: "there is no place to which this would be legal right now",
    Field.PLOT: "no Plot on the map can be a legal target for this right now",
    Field.CELLS: "no other Cells would be legal here",
}

"""Records for hypothesis: valid, untidy, and any text at all.

Checks of the formatter on any text come with them.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import strategies as st

from referee.editions.base.printed import COUNTRIES
from referee.engine.state.script import Action, Place, Record
from referee.inputs.records import format_text, read_text
from referee.parsers.notation.reader import LINE_END
from referee.parsers.notation.tokens import split_comment

# ------------------------------------------------------------------------------------------------ any text at all

WORDS = [
    *("J", "US", "j", "us", "+", "board:", "setup:", "end of turn", "deal", "draw", "turn", "phase", "resolve", "hold"),
    *(
        "remove-cadre",
        "set-up",
        "woi",
        "deploy",
        "regime-change",
        "withdraw",
        "disrupt",
        "alert",
        "reassess",
        "recruit",
    ),
    *(
        "travel",
        "jihad",
        "major",
        "plot",
        "plots",
        "reserves",
        "event",
        "event(86)",
        "no event",
        "radicalize",
        "homeland",
        "worsen",
        "pick[2]",
        "of",
        "or",
        "discard",
        "cell",
        "ally",
    ),
    *(
        "flip",
        "Renditions",
        "FATA",
        "take",
        "cadre",
        "track",
        "cells track",
        "troops track",
        "prestige",
        "funding",
        "world",
    ),
    *(
        "Hard",
        "Soft",
        "Good",
        "Fair",
        "Poor",
        "IR",
        "Islamist Rule",
        "Neutral",
        "Ally",
        "RC",
        "RC-green",
        "besieged",
        "no",
    ),
    *(
        "empty",
        "troops",
        "sleepers",
        "1 sleeper",
        "2 actives",
        "hand",
        "first plot",
        "available",
        "wmd box",
        "W",
        "marker",
    ),
    *(
        "Pakistan",
        "Pakistan#1",
        "Pakistan:sa",
        "KSA",
        "C. Asia",
        "Central Asia",
        "Indo/Mal",
        "Ma",
        "S",
        "UK",
        "Egypt:s",
    ),
    *(
        "United States",
        "United Kingdom",
        "Afgh",
        "with",
        "Italy",
        "success",
        "fail",
        "wins",
        "stage",
        "end",
        "improved",
    ),
    *(
        "[3]",
        "[3 5]",
        "t[2]",
        "gov[4]",
        "prestige[4 6 2]",
        "posture[5]",
        "reroll[2]",
        "[?]",
        "[]",
        "[7]",
        "[",
        "]",
        "[[",
    ),
    *(
        "=>",
        "⇒",
        ">",
        "->",
        "→",
        ",",
        ":",
        "#",
        "/",
        " / ",
        "?",
        "&",
        "(",
        ")",
        "=",
        "; c",
        ";",
        '"',
        '[A "b"]',
        "{{ x }}",
    ),
    *(
        "0",
        "1",
        "2",
        "3",
        "9",
        "10",
        "86",
        "120",
        "121",
        "999999",
        "+R",
        "40+118",
        "no plots",
        "- ",
        "1. ",
        "J95",
        "turn1",
        "card #14",
        "war of ideas",
        "major jihad",
        "from",
        "to",
        "–",
        "“",
        "’",
        "\u00a0",
        "１４",
        "；",
        "1st",
        "moves",
        "+ 1",
        "=> success",
        "\t",
        "\r",
        "\n",
        "\r\n",
    ),
]
SOUP = st.lists(st.sampled_from(WORDS), max_size=24).map(" ".join)
TIGHT = st.lists(st.sampled_from(WORDS), max_size=12).map("".join)
ANY = st.text(max_size=80)
TEXTS = st.lists(st.one_of(SOUP, TIGHT, ANY), max_size=6).flatmap(
    lambda parts: st.sampled_from(["\n", "\r\n", "\r", "\t"]).map(lambda end: end.join(parts))
)

# ------------------------------------------------------------------------------------------------ valid lines

NAMES = sorted(COUNTRIES)


@st.composite
def country(draw: st.DrawFn) -> str:
    """A country as someone may write it."""
    data = COUNTRIES[draw(st.sampled_from(NAMES))]
    name = draw(st.sampled_from([data.name, *data.short]))
    return draw(st.sampled_from([name, name.upper(), name.lower()]))


def number(low: int, high: int) -> st.SearchStrategy[str]:
    return st.integers(low, high).map(str)


def join(*parts: Any) -> st.SearchStrategy[str]:
    """Texts, strategies of texts and None in a row."""
    return st.tuples(*(p if isinstance(p, st.SearchStrategy) else st.just(p) for p in parts)).map("".join)


def maybe(*parts: Any) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), join(*parts))


def listed(item: st.SearchStrategy[str], low: int = 1, high: int = 3, comma: str = ", ") -> st.SearchStrategy[str]:
    return st.lists(item, min_size=low, max_size=high).map(comma.join)


def dice(low: int, high: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from("123456?"), min_size=low, max_size=high).map(lambda d: f"[{' '.join(d)}]")


COUNTRY = country()
CARD = number(1, 120)
CELLS = st.sampled_from(["s", "a", "sa", "as", "ss", "aa", "S", "A"])
MARKER = st.sampled_from("123?Ww")
SIDE = st.sampled_from(["J", "US", "j", "us", "Jihadist", "USA"])
ARROW = st.sampled_from([" > ", "->", " → ", ">"])
GOVERNANCE = st.sampled_from(["Good", "fair", "POOR", "IR", "Islamist Rule", "unmarked"])
ABOUT = st.one_of(
    GOVERNANCE,
    st.sampled_from(
        ["Ally", "neutral", "Adversary", "Hard", "SOFT", "RC", "RC-green", "rc-tan", "besieged", "cadre", "empty"]
    ),
    st.sampled_from(
        ["no cells", "no troops", "no cadre", "no aid", "no RC", "no besieged", "no plots", "FATA", "no Abu Sayyaf"]
    ),
    join(
        number(0, 9),
        " ",
        st.sampled_from(["troops", "sleeper", "sleepers", "active", "actives", "cell", "cells", "aid", "plots"]),
    ),
    join("plots ", listed(MARKER, comma=" ")),
)
STATEMENT = st.one_of(
    join(
        st.sampled_from(
            ["prestige", "Funding", "good", "islamist", "fair/good", "poor/islamist", "turn", "card", "deck"]
        ),
        " ",
        number(1, 12),
    ),
    join(st.sampled_from(["troops track", "cells track", "troops on track", "cells on track"]), " ", number(0, 15)),
    join("world ", st.sampled_from(["Hard", "soft"]), " ", number(1, 3)),
    st.sampled_from(
        ["world 0", "US Hard", "us soft", "stage plots", "stage end", "US wins", "success", "fails", "J wins"]
    ),
    join(st.sampled_from(["reserves", "hand", "phase"]), " ", SIDE, " ", number(0, 9)),
    join("hand ", SIDE, " 3: ", listed(st.one_of(CARD, st.just("?")), comma=" ")),
    join(st.sampled_from(["discards", "removed", "lapsing"]), " ", listed(CARD, comma=" ")),
    join("first plot ", CARD),
    join("available ", listed(MARKER, comma=" ")),
    join("wmd box ", number(0, 3)),
    st.sampled_from(["marker Renditions", "no marker FATA", "marker Leak-Wiretapping", "marker abu sayyaf"]),
    join(st.sampled_from(["disrupted", "improved", "improved before"]), " ", COUNTRY),
    join("plot ", MARKER),
    join(COUNTRY, " ", listed(ABOUT, comma=" ")),
)
CLAIMS = maybe(st.sampled_from([" => ", "=>", " ⇒ "]), listed(STATEMENT))
PICK = join(" pick", dice(1, 2), maybe(" of ", listed(COUNTRY, 2, 4, " or ")))
TRAVEL = join(COUNTRY, maybe(":", CELLS), ARROW, COUNTRY, maybe(PICK), maybe(" t", dice(1, 1)), maybe(" ", dice(1, 1)))
ROLLS = join(COUNTRY, maybe(":", CELLS), maybe(" ", number(1, 3)), maybe(PICK), maybe(" ", dice(1, 3)))
TROOPS = join(st.one_of(COUNTRY, st.just("track")), ARROW, st.one_of(COUNTRY, st.just("track")), " ", number(1, 15))
CHOICE = st.one_of(
    join(COUNTRY, maybe(" t", dice(1, 1)), maybe(" ", dice(1, 1))),
    join("discard ", listed(st.one_of(CARD, st.just("?")), comma=" ")),
    join(st.sampled_from(["take", "draw", "show"]), " ", CARD),
    join(st.sampled_from(["cell", "cells", "ally", "from", "to", "with"]), " ", COUNTRY),
    st.sampled_from(["flip Renditions", "posture[3]", "prestige[3 4 4]", "Hard", "soft", "yes"]),
)
EVENT = join("event", maybe(" ", listed(CHOICE)))
US_OP = st.one_of(
    join(st.sampled_from(["woi ", "WoI ", "war-of-ideas "]), COUNTRY, maybe(" t", dice(1, 1)), maybe(" ", dice(1, 1))),
    join("deploy ", TROOPS),
    join(st.sampled_from(["regime-change ", "rc "]), TROOPS, maybe(" gov", dice(1, 1)), maybe(" prestige", dice(3, 3))),
    join("withdraw ", TROOPS, maybe(" prestige", dice(3, 3))),
    join("disrupt ", COUNTRY, st.one_of(join(":", CELLS), st.just(" cadre"))),
    join("alert ", COUNTRY, "#", number(1, 3)),
    st.just("reserves"),
)
J_OP = st.one_of(
    join("recruit ", listed(join(ROLLS, maybe(" +", number(1, 3))))),
    join("travel ", listed(TRAVEL)),
    join("jihad ", maybe("major "), listed(ROLLS)),
    join("plot ", listed(join(ROLLS, maybe(": ", listed(MARKER, comma=" "))))),
    st.just("reserves"),
)
LEFT_OVER = st.one_of(
    join(st.sampled_from(["radicalize ", "Radicalisation: "]), J_OP.filter(lambda op: not op.startswith("jihad"))),
    join("radicalize ", st.sampled_from(["place ", "worsen "]), COUNTRY, maybe(PICK)),
    join(st.sampled_from(["homeland ", "homeland security "]), "disrupt ", COUNTRY, ":", CELLS, maybe(PICK)),
    st.sampled_from(["homeland reserves 2", "radicalize reserves 1", "homeland war of ideas France [3]"]),
)
NO_EVENT = st.just("no event")
SLASH = st.sampled_from([" / ", "  /  "])
PLOT = join(
    COUNTRY,
    "#",
    number(1, 3),
    " ",
    MARKER,
    maybe(" ", dice(1, 3)),
    maybe(" posture", dice(1, 1)),
    maybe(" with ", COUNTRY, " ", dice(1, 1)),
)


def played(side: str, operation: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    card = join(st.one_of(CARD, st.just("?")), maybe("+R"))
    other = st.one_of(EVENT, NO_EVENT)
    return st.one_of(
        join(side, " ", CARD, " ", EVENT, CLAIMS),
        join(side, " ", card, " ", operation, CLAIMS),
        join(side, " ", card, " ", operation, CLAIMS, SLASH, other, CLAIMS),
        join(side, " ", card, " ", operation, CLAIMS, SLASH, LEFT_OVER, CLAIMS, SLASH, LEFT_OVER, CLAIMS),
        join(side, " ", card, " ", LEFT_OVER, CLAIMS, maybe(SLASH, LEFT_OVER)),
        join(side, " ", card, " ", other, CLAIMS, SLASH, operation, CLAIMS),
    )


LINE = st.one_of(
    played("J", J_OP),
    played("US", US_OP),
    join("US ", CARD, "+", CARD, " reassess", CLAIMS),
    join("US ", CARD, " discard"),
    join("US ", st.one_of(CARD, st.just("?")), " hold"),
    st.sampled_from(["US hold", "us holds", "end of turn", "End of Turn 2", "turn 2", "phase J 3"]),
    join("end of turn", CLAIMS),
    join("deal J ", number(7, 9), maybe(","), " US ", number(7, 9)),
    join("deal J 3: ", listed(CARD, 3, 3, " "), " US 8"),
    join("draw ", SIDE, " 2: ", CARD, " ?"),
    join("J resolve ", listed(join(PLOT, maybe(" => ", STATEMENT)))),
    join("J remove-cadre ", listed(COUNTRY)),
    join("J set-up ", listed(join(COUNTRY, maybe(" t", dice(1, 1))))),
    join(st.sampled_from(["board: ", "Board:", "setup: ", "setup : "]), listed(STATEMENT, 1, 5)),
)
MORE = st.one_of(
    join("+ ", SIDE, " ", EVENT, CLAIMS),
    join("+", SIDE, " => ", listed(STATEMENT)),
    join("+ J ", J_OP, CLAIMS),
    join("+ ", SIDE, " ", LEFT_OVER, CLAIMS),
)
HELD = st.one_of(
    join(SIDE, " ", CARD, " hold"),
    join(SIDE, " ? hold"),
    join(SIDE, " ", CARD, " ", SIDE, " hold"),
    join(
        SIDE,
        " ",
        CARD,
        " ",
        st.one_of(EVENT, NO_EVENT),
        SLASH,
        st.sampled_from(["hold", "discard", "cancelled", "US hold"]),
    ),
    join(SIDE, " 18 event", SLASH, SIDE, " ", CARD, st.sampled_from([" hold", " discard", " reassess"])),
    join("+ ", SIDE, " ", maybe(CARD, " "), st.sampled_from(["hold", "discard", "reserves"])),
)
"""The last card of the US held or discarded where a line says it, and where none can."""


@st.composite
def untidy(draw: st.DrawFn, line: st.SearchStrategy[str]) -> str:
    """The same line with more or other blanks and a comment."""
    text = draw(line)
    text = "".join(draw(st.sampled_from([" ", "  ", "\t", " "])) if ch == " " else ch for ch in text)
    before, after = draw(st.sampled_from(["", " ", "\t"])), draw(st.sampled_from(["", "  ", "\t", "\r"]))
    comment = draw(st.sampled_from(["", "", "; aside", ";tight ; twice", "  ; [3] => x"]))
    return before + text + (comment + after if comment else after.replace("\r", " "))


# ------------------------------------------------------------------------------------------------ what is compared


def plain(value: Any) -> Any:
    """A parse tree without its places and wordings: what the record says."""
    if isinstance(value, Action) or (is_dataclass(value) and not isinstance(value, type)):
        skipped = (
            {"place", "text", "lines", "id", "tag_places", "name", "titled"}
            if isinstance(value, Action | Record)
            else {"place"}
        )
        return {f.name: plain(getattr(value, f.name)) for f in fields(value) if f.name not in skipped}
    if isinstance(value, Place):
        return None
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return value


def said(text: str) -> Any:
    """Everything that a record says."""
    record = read_text(text)
    return plain(record.tags), plain(record.actions), len(record.notes), [u.place.line for u in record.unreadable]


def lines_of(text: str) -> list[str]:
    return LINE_END.split(text)[::2]


def check_format(text: str) -> None:
    """Check the formatter on any text."""
    done = format_text(text)
    assert format_text(done.text) == done, "formatting twice is formatting once"
    before, after = lines_of(text), lines_of(done.text)
    assert len(before) == len(after), "no line comes or goes"
    ends = LINE_END.split(text)[1::2]
    new_ends = LINE_END.split(done.text)[1::2]
    for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if number in done.unreadable:
            assert new == old, "an unreadable line stays as it is"
            if number <= len(ends) and ends[number - 1] != "\r":
                assert new_ends[number - 1] == ends[number - 1], "its end too"
        elif old.lstrip().startswith("["):
            assert new.startswith("[")
            comment = re.search(r"\]\s*(;.*)$", old)
            assert comment is None or new.endswith(comment.group(1).rstrip())
        else:
            assert split_comment(new)[1] == split_comment(old)[1].rstrip(), "comments stay"
    assert said(done.text) == said(text), "and it says the same"
    assert list(done.unreadable) == [u.place.line for u in read_text(text).unreadable]

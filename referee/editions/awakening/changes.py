"""Changes of the pieces, markers and boxes of The Awakening.

Each goes through :meth:`Changes.write`.
"""

from __future__ import annotations

from dataclasses import replace

from referee.editions.awakening import state
from referee.editions.awakening.printed import COUNTRIES, OTHER_SIDE
from referee.editions.awakening.state import N_ADVISORS, N_POPULAR, expansion, space
from referee.editions.base.moments import Moments
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.engine.law.table import NOTHING
from referee.engine.state.board import ADVERSARY, NEUTRAL
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR, TRACK, UNMARKED
from referee.engine.state.journal import Kind

KINDS = {"awakening": Kind.AWAKENING, "reaction": Kind.REACTION}

# -------------------------------------------------------------------- popular action


def place_marker(play: Play, name: str, field: str, n: int = 1, *, rule: str = "") -> int:
    """Place tested Awakening or Reaction markers, and return their number (11.1.2).

    None comes where 11.1.4 forbids it. If all 15 markers are used, the owner may take one from another country
    (11.2.9).
    """
    play.test(name)
    placed = 0
    for _ in range(n):
        if not state.may_be_marked(play.board, name) or not _free_marker(play, name, field):
            break
        c = space(play.board, name)
        if play.write(KINDS[field], name, rule, (c, field, getattr(c, field) + 1), own="11.1.2") is None:
            break
        placed += 1
    return placed


def _free_marker(play: Play, name: str, field: str) -> bool:
    """Whether a marker of this colour is free.

    It may be on its other side, in the supply, or in another country.
    """
    b = play.board
    if getattr(b[name], field) % 2 or state.markers_used(b, field) < N_POPULAR:
        return True
    play.cited.append("11.2.9")
    givers = [n for n, c in b.countries.items() if n != name and getattr(c, field) % 2]
    owner = "US" if field == "awakening" else "J"
    giver = play.ask(Field.SHORT, lambda: [NOTHING, *givers], subject=name, side=owner, rule="11.2.9", silence=NOTHING)
    if giver not in givers:
        return False
    remove_marker(play, giver, field, rule="11.2.9")
    return True


def remove_marker(play: Play, name: str, field: str, n: int = 1, *, rule: str = "") -> None:
    """Take Awakening or Reaction markers off, never below none."""
    c = space(play.board, name)
    play.write(KINDS[field], name, rule, (c, field, max(0, getattr(c, field) - n)), own="11.1")


# -------------------------------------------------------------------- Militia and Advisors


def place_militia(play: Play, name: str, n: int, *, rule: str = "") -> int:
    """Place Militia from their track, and return their number (11.2.4, 11.2.9).

    The track and the country limit it.
    """
    b, c = expansion(play.board), space(play.board, name)
    placed = min(n, b.militia_track) if state.may_have_militia(b, name) and play.reaches(name) else 0
    if placed < n and play.reaches(name):
        play.cited.append("11.2.9" if state.may_have_militia(b, name) else "11.2.4")
    if placed > 0:
        play.write(
            Kind.MILITIA,
            name,
            rule,
            (b, "militia_track", b.militia_track - placed),
            (c, "militia", c.militia + placed),
            note=f"{placed} Militia to {play.named(name)}",
            own="11.2.4",
        )
    return max(placed, 0)


def remove_militia(play: Play, name: str, n: int, *, rule: str = "") -> int:
    """Return Militia to their track, and count them (11.2.9)."""
    b, c = expansion(play.board), space(play.board, name)
    gone = min(n, c.militia) if play.reaches(name) else 0
    if gone > 0:
        play.write(
            Kind.MILITIA,
            name,
            rule,
            (c, "militia", c.militia - gone),
            (b, "militia_track", b.militia_track + gone),
            note=f"{gone} Militia from {play.named(name)}",
            own="11.2.4",
        )
    return gone


def move_militia(play: Play, origin: str, target: str, n: int, *, rule: str = "") -> int:
    """Move Militia to a country open to them, and count them (11.2.4)."""
    o, t = space(play.board, origin), space(play.board, target)
    moved = min(n, o.militia) if state.may_have_militia(play.board, target) and origin != target else 0
    if moved > 0:
        play.write(
            Kind.MILITIA,
            target,
            rule,
            (o, "militia", o.militia - moved),
            (t, "militia", t.militia + moved),
            note=f"{moved} Militia from {play.named(origin)} to {play.named(target)}",
            own="11.2.4",
        )
    return moved


def set_advisors(play: Play, name: str, n: int, *, rule: str = "") -> None:
    """Set the Advisors of a country in Civil War, within their supply (card 121)."""
    here = space(play.board, name)
    others = sum(space(play.board, other).advisors for other in play.board.countries if other != name)
    n = min(n, N_ADVISORS - others) if here.civil_war else min(n, here.advisors)
    play.write(Kind.ADVISORS, name, rule, (space(play.board, name), "advisors", n), own="6.2.7")


def troops_off_map(play: Play, origin: str, n: int, *, rule: str = "") -> int:
    """Send Troops to the Off Map Box, and count them (11.3.4).

    They come from a country, or for "" from the track.
    """
    b = expansion(play.board)
    home, field = (b, "troops_track") if not origin else (b[origin], "troops")
    gone: int = min(n, getattr(home, field)) if not origin or play.reaches(origin) else 0
    if gone > 0:
        play.write(
            Kind.OFF_MAP,
            "Off Map Box",
            rule,
            (home, field, getattr(home, field) - gone),
            (b, "off_map", b.off_map + gone),
            note=f"{gone} Troops from {play.named(origin or 'the track')} to the Off Map Box",
            own="11.3.4",
        )
    return max(gone, 0)


SEQUESTRATION = "Sequestration"
OF_SEQUESTRATION = 3
"""Troops held off the map by Sequestration (card 184)."""


def end_sequestration(play: Play, rule: str) -> None:
    """End Sequestration: remove its marker and return its Troops (card 184, 11.3.4)."""
    b = expansion(play.board)
    if SEQUESTRATION not in b.markers:
        return
    play.remove_marker(SEQUESTRATION, rule=rule)
    n = min(OF_SEQUESTRATION, b.off_map)
    if n:
        play.write(
            Kind.OFF_MAP,
            "Off Map Box",
            rule,
            (b, "off_map", b.off_map - n),
            (b, "troops_track", b.troops_track + n),
            note=f"{n} Troops from the Off Map Box to the track",
        )


# -------------------------------------------------------------------- Civil War


CIVIL_WAR = "11.2.2"


def begin_civil_war(play: Play, name: str) -> bool:
    """Begin a Civil War by an event, in the book's order (11.2.2).

    Return False where there is one already or none can be.
    """
    b, c = play.board, space(play.board, name)
    if not c.data.muslim or c.civil_war:
        play.cited.append(CIVIL_WAR)
        return False
    if not play.reaches(name):
        return False
    play.test(name)
    play.write(Kind.CIVIL_WAR, name, "", (c, "civil_war", True), own=CIVIL_WAR)
    if c.governance in (GOOD, ISLAMIST_RULE):
        play.set_governance(name, FAIR if c.governance == GOOD else POOR, rule=CIVIL_WAR)
    militia, cells = c.awakening, c.reaction
    remove_marker(play, name, "awakening", militia, rule=CIVIL_WAR)
    remove_marker(play, name, "reaction", cells, rule=CIVIL_WAR)
    place_militia(play, name, militia, rule=CIVIL_WAR)
    if cells:
        play.place_cells(name, cells, rule=CIVIL_WAR)
    play.write(Kind.REGIME_CHANGE, name, CIVIL_WAR, (b[name], "regime_change", ""))
    play.moment(Moments.TURMOIL_CHANGED, name)
    return True


def end_civil_war(play: Play, name: str, *, rule: str = "") -> None:
    """End the Civil War of a country (11.2.7, 11.2.8).

    Its marker, Advisors and Militia go; everything else stays.
    """
    c = space(play.board, name)
    if c.civil_war and play.reaches(name):
        play.write(Kind.CIVIL_WAR, name, rule, (c, "civil_war", False), own="11.2.8")
        set_advisors(play, name, 0, rule="11.2.8")
        remove_militia(play, name, c.militia, rule="11.2.8")
        play.moment(Moments.TURMOIL_CHANGED, name)


# -------------------------------------------------------------------- the Caliphate


def set_capital(play: Play, name: str, *, rule: str) -> None:
    """Move the Caliphate Capital, "" for off the map (11.3.8)."""
    play.write(Kind.CALIPHATE, name or "Caliphate", rule, (expansion(play.board), "capital", name), win=True)


# -------------------------------------------------------------------- WMD


def release_wmd(play: Play, name: str, *, rule: str = "11.3.1") -> None:
    """Make the WMD markers of a country Available (11.3.1)."""
    b, c = play.board, space(play.board, name)
    if c.wmd:
        play.write(Kind.WMD, name, rule, (c, "wmd", 0), (b, "wmd_available", b.wmd_available + c.wmd))


def available_wmd_out(play: Play, *, rule: str = "") -> None:
    """Remove an Available WMD from the game (11.3.1).

    Its presence shows that no more lie on the map than are left.
    """
    b = play.board
    left = b.wmd_available - 1
    worlds = tuple(w for w in b.worlds if sum(value == "W" for _, value in w[0]) <= left)
    play.write(
        Kind.WMD,
        "Available Plots",
        rule,
        (b, "wmd_available", left),
        (b, "worlds", worlds or b.worlds),
        (b, "sightings", b.sightings + 1),
        note="an Available WMD out of the game",
        own="11.3.1",
    )


def destroy_wmd(play: Play, name: str, n: int) -> int:
    """Remove WMD of a country for one Prestige each, and count them (11.3.1)."""
    c = space(play.board, name)
    gone = min(n, c.wmd)
    if gone > 0:
        play.write(
            Kind.WMD,
            name,
            "",
            (c, "wmd", c.wmd - gone),
            note=f"{gone} WMD of {play.named(name)} out of the game",
            own="11.3.1",
        )
        play.prestige(gone, rule="11.3.1")
    return gone


# -------------------------------------------------------------------- all that lies in a country


def empty(play: Play, name: str, *, rule: str = "") -> None:
    """Clear a country of all pieces and markers.

    Cells leave no Cadre, and the WMD of its space stay.
    """
    c = space(play.board, name)
    if c.troops:
        play.move_troops(name, TRACK, c.troops, rule=rule)
    while play.remove_cell(name, "a", cadre=False, rule=rule):
        continue
    remove_militia(play, name, c.militia, rule=rule)
    set_advisors(play, name, 0, rule=rule)
    for field in KINDS:
        remove_marker(play, name, field, getattr(c, field), rule=rule)
    for token in c.plots:
        play.remove_plot(name, token, "?", rule=rule, used=False)
    play.set_cadre(name, False, rule=rule)
    play.besiege(name, False, rule=rule)
    play.aid(name, -c.aid, rule=rule)
    for marker in c.markers:
        play.remove_marker(marker, rule=rule, country=name)
    play.write(Kind.CIVIL_WAR, name, rule, (c, "civil_war", False), own="11.2.8")
    play.write(Kind.REGIME_CHANGE, name, rule, (c, "regime_change", ""), own="4.8.2")


def unmark(play: Play, name: str, *, rule: str = "") -> None:
    """Remove Governance and Alignment from a Muslim country."""
    c = play[name]
    play.write(Kind.GOVERNANCE, name, rule, (c, "governance", UNMARKED), (c, "alignment", ""), own="4.2.1")


# -------------------------------------------------------------------- country mats


def iran_turns_muslim(play: Play, *, rule: str = "11.3.3.1") -> None:
    """Turn Iran into a Fair Adversary for good (11.3.3.1).

    Its pieces and markers stay.
    """
    play.turn_over("Iran", OTHER_SIDE["Iran"], rule=rule)
    play.set_alignment("Iran", ADVERSARY, rule=rule)


def nigeria_turns_muslim(play: Play, *, rule: str = "11.3.3.3") -> None:
    """Turn Nigeria into a Poor Neutral without a Posture (11.3.3.3).

    Its pieces and markers stay.
    """
    play.turn_over("Nigeria", OTHER_SIDE["Nigeria"], rule=rule)
    play.set_alignment("Nigeria", NEUTRAL, rule=rule)


def nigeria_turns_back(play: Play, *, rule: str = "11.3.3.3") -> None:
    """Turn Nigeria back into a non-Muslim country (11.3.3.3).

    Everything leaves it; its Governance is unchanged.
    """
    c = space(play.board, "Nigeria")
    empty(play, "Nigeria", rule=rule)
    play.turn_over("Nigeria", replace(COUNTRIES["Nigeria"], governance=c.governance), rule=rule)
    play.moment(Moments.TURMOIL_CHANGED, "Nigeria")

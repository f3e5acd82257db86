"""The drawn map: its land, its boxes and their contents.

The page and the pictures draw the same.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest

from referee.editions.awakening.ruleset import AWAKENING
from referee.editions.base.printed import COUNTRIES, MARKERS
from referee.editions.base.ruleset import BASE
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play.positions import go_to
from referee.reports import picture
from referee.reports.report import boxes, concerned, geography, signs
from referee.reports.report.replay import moves
from tests.helpers.reports import FULL_LATER, LATER, ROOT, page_from, page_of, verdict_of

Open = Callable[..., Any]
NAMES = list(COUNTRIES)
SPACES = {s.name: s for s in geography.spaces(BASE)}
DATA = ROOT / "referee" / "reports" / "report" / "data"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FULL = """setup: US Hard, Afghanistan Islamist Rule Adversary 4 sleepers, Pakistan Poor Adversary besieged aid FATA
setup: Iraq Poor Ally 9 troops RC-green 2 sleepers 1 active cadre, Saudi Arabia Fair Neutral 3 troops, Yemen Good Ally
setup: United Kingdom Hard 1 sleeper, Philippines Soft 2 troops, Indonesia/Malaysia Islamist Rule Adversary
J 95 recruit Afghanistan 1
"""
SVG = "{http://www.w3.org/2000/svg}"


# ---------------------------------------------------------------- land


def rings(path: str) -> list[list[tuple[int, int]]]:
    """The outlines of a path of relative whole steps."""
    found = []
    for part in path.split("z")[:-1]:
        start, steps = part.removeprefix("M").split("l")
        n = [int(v) for v in re.findall(r"-?\d+", steps)]
        x, y = map(int, start.split())
        ring = [(x, y)]
        for dx, dy in zip(n[::2], n[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        found.append(ring)
    return found


def inside(point: tuple[float, float], path: str) -> bool:
    """Whether a point is on land, by a ray's crossings."""
    px, py = point
    crossings = 0
    for ring in rings(path):
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > py) != (y2 > py) and px < (x2 - x1) * (py - y1) / (y2 - y1) + x1:
                crossings += 1
    return crossings % 2 == 1


def test_the_coasts_are_small_well_formed_and_say_where_they_are_from() -> None:
    assert (DATA / "coast.json").stat().st_size < 32_000
    coast = json.loads((DATA / "coast.json").read_text(encoding="utf-8"))
    assert "Natural Earth" in coast["source"]
    assert "public domain" in coast["source"]
    assert coast["size"] == [geography.WIDTH, geography.HEIGHT]
    assert list(coast["spaces"]) == NAMES
    assert list(coast["later"]) == ["Mali", "Nigeria"]
    for name, path in {**coast["spaces"], **coast["later"], "": coast["other"]}.items():
        assert re.fullmatch(r"(M-?\d+ -?\d+l-?\d+([ -]-?\d+|-\d+)*z)+", path), name
        for ring in rings(path):
            assert len(ring) > 2
            assert all(-12 <= x <= geography.WIDTH + 12 and -12 <= y <= geography.HEIGHT + 12 for x, y in ring), name


@pytest.mark.parametrize("name", NAMES)
def test_a_box_stands_on_its_land_or_has_a_leader_to_it(name: str) -> None:
    space = SPACES[name]
    if name in geography.LEADERS:
        x, y = geography.LEADERS[name][:2]
        near = [(x + dx, y + dy) for dx in (-4, 0, 4) for dy in (-4, 0, 4)]
        assert any(inside(p, space.land) for p in near)
        assert not (space.left < x < space.left + space.w and space.top < y < space.top + space.h)
    else:
        on = [
            (x, y)
            for x in range(space.left - 6, space.left + space.w + 7, 4)
            for y in range(space.top - 6, space.top + space.h + 7, 4)
        ]
        assert any(inside(p, space.land) for p in on)


# ---------------------------------------------------------------- boxes


def test_boxes_with_their_tabs_do_not_touch() -> None:
    for a, b in combinations(SPACES.values(), 2):
        across = max(a.left, b.left) - min(a.left + a.w, b.left + b.w)
        down = max(a.top, b.top) - geography.TAB - min(a.top + a.h, b.top + b.h)
        assert max(across, down) >= 3, (a.name, b.name)
    for s in SPACES.values():
        assert s.left >= 2
        assert s.left + s.w <= geography.WIDTH - 2
        assert s.top - geography.TAB >= 0
        assert s.top + s.h <= geography.HEIGHT - 1


def test_leaders_run_under_no_other_box() -> None:
    for line in geography.leaders():
        n = [tuple(map(int, p.split(","))) for p in re.findall(r"-?\d+,-?\d+", line.path)]
        middle = n[1] if len(n) == 3 else tuple((a + b) / 2 for a, b in zip(n[0], n[1], strict=True))
        for i in range(101):
            t = i / 100
            x, y = ((1 - t) ** 2 * n[0][k] + 2 * t * (1 - t) * middle[k] + t * t * n[-1][k] for k in (0, 1))
            for s in SPACES.values():
                if s.index not in line.ends:
                    assert not (s.left < x < s.left + s.w and s.top < y < s.top + s.h), (line.ends, s.name)


HEAVY = {"t": 12, "r": "green", "b": 1, "d": 1, "P": ["?", "3", "W"], "c": 1, "s": 7, "v": 6}


@pytest.mark.parametrize("name", ["Pakistan", "France", "Iran", "Philippines"])
@pytest.mark.parametrize("known", [{}, {"g": 4, "a": "adversary", "p": "hard"}])
def test_many_pieces_stay_in_their_box_and_apart(name: str, known: dict[str, Any]) -> None:
    space = SPACES[name]
    look = boxes.look(space, {**HEAVY, **known})
    pieces = [m for m in look.marks if "piece" in m.style]
    assert len(pieces) == 10
    for m in pieces:
        reach = 12.5 * m.size
        assert reach <= m.x + 1
        assert m.x + reach <= space.w + 1
        assert m.y + reach <= look.height + 1
    for one, other in pairwise(pieces):
        assert other.x - one.x >= 25 * one.size - 0.2


def test_what_stands_in_a_box() -> None:
    look = boxes.look(SPACES["Pakistan"], {"g": 2, "a": "ally", "t": 2, "P": ["?"], "m": ["FATA"], "R": 2})
    assert look.tone == "g2 ally"
    assert [(m.style, m.text) for m in look.marks] == [
        ("tab", "Sh 2"),
        ("word", "Fair"),
        ("ally chip", "Ally"),
        ("troops piece", "2"),
        ("plot piece", "?"),
        ("tag", "FATA"),
    ]
    for name in ("Sudan", "Spain"):
        untested = boxes.look(SPACES[name], {})
        assert untested.tone == ""
        assert not [m for m in untested.marks if m.style.startswith("word")]


def test_only_what_was_not_there_before_is_new() -> None:
    space = SPACES["Pakistan"]
    before = boxes.look(space, {"g": 2, "a": "ally", "s": 1, "P": ["?"]})
    now = boxes.look(space, {"g": 2, "a": "neutral", "s": 1, "P": ["?", "?"]})
    assert [(now.marks[i].style, now.marks[i].text) for i in boxes.fresh(now, before)] == [
        ("neutral chip", "Neutral"),
        ("plot piece", "?"),
    ]
    assert boxes.fresh(before, before) == []


# ---------------------------------------------------------------- what findings are about


@pytest.mark.parametrize(
    ("lines", "about"),
    [
        pytest.param("US 43 deploy track > Pak 2", ["Pakistan"], id="target"),
        pytest.param("J 49 travel Egypt:s > Sudan [2]", ["Sudan"], id="needless-dice"),
        pytest.param("J 83 recruit Egypt 1", ["Egypt"], id="dice-left-out"),
        pytest.param("US 15 event", ["Somalia", "Sudan"], id="condition-of-an-event"),
        pytest.param("J 86 event Egypt:s", ["Egypt"], id="title-of-a-card"),
        pytest.param("J 83 reserves 9", [], id="no-country"),
        pytest.param("board: Egypt Good, Sudan Good", ["Egypt", "Sudan"], id="board"),
        pytest.param("J 83 recruit Egypt 1 [3] => Sudan 4 cells", ["Sudan"], id="claim"),
    ],
)
def test_a_finding_is_about_the_countries_that_it_concerns(lines: str, about: list[str]) -> None:
    setup = "setup: Pakistan Fair Neutral, Egypt Poor Neutral 1 sleeper, Sudan Poor Neutral, funding 5"
    step = judge(read_text(f"{setup}\n{lines}")).steps[-1]
    assert any(f.kind != "note" for f in step.findings)
    assert sorted(NAMES[i] for i in concerned.of_step(step)) == about


@pytest.mark.parametrize(
    ("setup", "line", "about"),
    [
        ("US Hard, Morocco Fair Neutral 1 aid, United States 1 sleeper", "woi Morocco [4]", ["United States"]),
        ("US Soft, France Hard, Spain Hard, Iran 1 active", "homeland reserves 2", ["France", "Spain"]),
    ],
)
def test_a_step_of_homeland_security_left_out_is_about_its_countries(setup: str, line: str, about: list[str]) -> None:
    position = f"setup: phase US 1, hand J 3, hand US 3, prestige 5, funding 5, {setup}"
    step = judge(read_text(f'[Rules "Awakening"]\n[Options "us-bot"]\n{position}\nUS 185 {line}')).steps[-1]
    assert [(f.kind, f.rule, sorted(f.countries)) for f in step.findings] == [("incomplete", "13.4.4", about)]


# ---------------------------------------------------------------- the page


def signs_of(node: ET.Element) -> list[Any]:
    """The signs of a box in a picture.

    Each comes with its place, its shape and its words.
    """
    found = []
    live = next(g for g in node if g.get("class") == "live")
    for g in live:
        shape = next((c for c in g if c.tag != f"{SVG}text"), None)
        shape_of = (
            None
            if shape is None
            else [shape.tag.removeprefix(SVG), *[shape.get(k) for k in ("href", "width", "height", "rx")]]
        )
        text = next((c for c in g if c.tag == f"{SVG}text"), None)
        words = None if text is None else [text.get("x"), text.get("y"), text.text]
        found.append([g.get("class"), g.get("transform"), shape_of, words])
    return found


READ_PAGE = """() => [...document.querySelectorAll('.country')].map((g) => [
  [...g.classList].sort(), g.querySelector('.rim').getAttribute('height'),
  [...g.querySelector('.live').children].map((m) => {
    const shape = [...m.children].find((c) => c.tagName !== 'text');
    const text = m.querySelector('text');
    return [m.getAttribute('class'), m.getAttribute('transform'),
      shape ? [shape.tagName, ...['href', 'width', 'height', 'rx'].map((k) => shape.getAttribute(k))] : null,
      text ? [text.getAttribute('x'), text.getAttribute('y'), text.textContent] : null];
  })])"""


@pytest.mark.browser
@pytest.mark.parametrize("at", ["a4", "a13", "a24", "a26"])
def test_the_page_and_the_picture_draw_the_same(opened: Open, at: str) -> None:
    page = opened(page_of("evening-2"), at)
    page.wait_for_selector(f"#stage .step[data-id={at}]:not([hidden])")
    data = (ROOT / "fixtures" / "logs" / "evening-2.lgn").read_text(encoding="utf-8")
    found = go_to(judge(read_text(data)), at)
    before = go_to(judge(read_text(data)), "", at)
    assert found.step is not None
    about = concerned.of_step(found.step)
    moved = moves(found.board, found.step)
    drawn = ET.fromstring(picture.svg(found.board, before=before.board, found=about, moves=moved))
    by_id = {g.get("id"): g for g in drawn.iter(f"{SVG}g")}
    lands = {u.get("id"): u for u in drawn.iter(f"{SVG}use")}
    on_page = page.evaluate(READ_PAGE)
    arrows = [[p.get("class"), p.get("d")] for g in drawn.iter(f"{SVG}g") if g.get("class") == "moves" for p in g]
    assert arrows == page.evaluate(
        "[...document.querySelectorAll('#moves path')].map((p) => [p.getAttribute('class'), p.getAttribute('d')])"
    )
    assert len(arrows) == len(moved)
    land_classes = page.evaluate(
        "LANDS.map((u) => [...u.classList].filter((c) => c !== 'hit' && c !== 'found').sort())"
    )
    for i, name in enumerate(NAMES):
        node = by_id[f"m{i}"]
        classes, height, signs = on_page[i]
        assert sorted((node.get("class") or "").split()) == classes, name
        assert signs_of(node) == signs, name
        rim = next(r for r in node if r.get("class") == "rim")
        assert rim.get("height") == height, name
        assert sorted((lands[f"land{i}"].get("class") or "").split()) == land_classes[i], name


FITS = """(family) => {
  document.getElementById('map').style.fontFamily = family;
  const wrong = [];
  for (const g of document.querySelectorAll('.country')) {
    const name = g.dataset.i + ' ';
    const width = +g.dataset.w;
    const long = (t) => t.getComputedTextLength();
    const title = g.querySelector('.name');
    if (8 + long(title) > width - 2) wrong.push(name + title.textContent + ' ' + long(title));
    const word = g.querySelector('.live .word text');
    const chip = g.querySelector('.live .chip');
    if (word && chip && 8 + long(word) > chip.transform.baseVal[0].matrix.e) wrong.push(name + word.textContent);
    const first = g.querySelector('.live .piece');
    if (word && first && !g.classList.contains('muslim') && 8 + long(word) > first.getBBox().x + first.transform.baseVal[0].matrix.e)
      wrong.push(name + word.textContent + ' under a piece');
    for (const plate of g.querySelectorAll('.live .chip, .live .tab, .live .tag'))
      if (long(plate.querySelector('text')) > +plate.querySelector('rect').getAttribute('width') - 2) wrong.push(name + plate.textContent);
    for (const piece of g.querySelectorAll('.live .piece'))
      if (piece.querySelector('text') && long(piece.querySelector('text')) > piece.querySelector('use').getBBox().width) wrong.push(name + piece.textContent);
    if ([...g.querySelectorAll('text')].some((t) => t.hasAttribute('textLength'))) wrong.push(name + 'is squeezed');
  }
  return wrong;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("family", ["", "DejaVu Sans"])
def test_no_words_are_wider_than_their_place(opened: Open, family: str) -> None:
    """Widths in one of the widest fallback fonts of browsers too."""
    page = opened(page_from(FULL), "a1")
    assert page.evaluate(FITS, family) == []
    page = opened(page_of("mail-thread"))
    page.click("#last")
    assert page.evaluate(FITS, family) == []


@pytest.mark.browser
def test_the_words_of_every_marker_fit_their_tag(opened: Open) -> None:
    page = opened(page_of("evening-1"))
    wide = page.evaluate(
        """([marks, family]) => {
          document.getElementById('map').style.fontFamily = family;
          const home = document.querySelector('.country .live');
          return marks.map((m) => [m[4], home.appendChild(mark(m, false))]).filter(([, g]) =>
            g.querySelector('text').getComputedTextLength() > +g.querySelector('rect').getAttribute('width') - 2).map(([name]) => name);
        }""",
        [
            [boxes.look(SPACES["Pakistan"], {"m": [name]}).marks[-1].data() for name in MARKERS],
            "DejaVu Sans",
        ],
    )
    assert wide == []


@pytest.mark.browser
def test_a_finding_without_a_change_marks_its_country(opened: Open) -> None:
    record = "setup: US Hard, phase J 1, Afghanistan Poor Neutral 1 sleeper, Spain Soft\nJ 95 travel Spain:s > France\n"
    page = opened(page_from(record), "a1")
    spain = f"#m{NAMES.index('Spain')}"
    page.wait_for_selector(f"{spain}.found")
    assert page.is_visible(f"{spain} .flag circle")
    assert "finding" in page.get_attribute(spain, "aria-description")
    page.click("#back")
    assert page.locator(".country.found").count() == 0
    assert page.is_hidden(f"{spain} .flag circle")


@pytest.mark.browser
def test_the_whole_map_fits_a_phone_and_the_lens_makes_it_larger(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a7", **PHONE)
    sizes = (
        "[document.getElementById('map').getBoundingClientRect().width, document.getElementById('mapbox').clientWidth]"
    )
    drawn, room = page.evaluate(sizes)
    assert drawn <= room + 1
    assert page.is_visible("#m35 .code")
    assert page.is_hidden("#m35 .name")
    assert page.evaluate("document.querySelector('#m35 .code').getBoundingClientRect().height") >= 7
    page.click("#zoom")
    larger, room = page.evaluate(sizes)
    assert larger > 2 * room
    assert page.is_visible("#m35 .name")
    page.click("#zoom")
    assert page.evaluate(sizes) == [drawn, room]


@pytest.mark.browser
def test_the_map_fits_any_room(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a13", viewport={"width": 1300, "height": 900})
    for width in (360, 520, 700, 900, 1100):
        page.evaluate(f"document.getElementById('mapbox').style.width = '{width}px'")
        box = page.locator("#mapbox").bounding_box()
        drawn = page.locator("#map").bounding_box()
        assert box["width"] == width
        assert drawn["width"] <= width
        assert box["height"] == pytest.approx(drawn["height"] + 2, abs=1)


@pytest.mark.browser
def test_the_legend_names_all_that_is_drawn(opened: Open) -> None:
    page = opened(page_from(FULL), "a1")
    legend = page.text_content("#legend")
    for word in ("Good", "Fair", "Poor", "Islamist Rule", "Ally", "Neutral", "Adversary", "Hard", "Soft", "Adjacent"):
        assert word in legend
    for word in ("Schengen", "changed", "finding", "moved", "Sunni", "Shia-Mix", "Resources", "oil", "Recruit", "land"):
        assert word in legend
    shown = set(page.evaluate("[...document.querySelectorAll('#legend use')].map((u) => u.getAttribute('href'))"))
    assert shown == {f"#s-{name}" for name in (*signs.shapes(signs.of(BASE)), *geography.MAP["shapes"])}
    assert page.is_visible("#legend dl")
    phone = opened(page_of("evening-2"), **PHONE)
    assert phone.is_hidden("#legend dl")
    phone.click("#legend summary")
    assert "Tap" in phone.inner_text("#legend .hint")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_picture_of_every_position_of_a_game_can_be_drawn() -> None:
    verdict = verdict_of("evening-1")
    drawn = picture.svg(verdict.board, "the end")
    assert ET.fromstring(drawn).find(f"{SVG}title").text == "the end"  # type: ignore[union-attr]
    assert "var(" not in drawn
    assert "<script" not in drawn
    assert len(drawn) < 90_000


# ---------------------------------------------------------------- chapter 11

LATER_SPACES = {s.name: s for s in geography.spaces(AWAKENING)}


def full_height(s: geography.Space) -> int:
    """The height of a box with pieces.

    Markers are at its foot where there may be some.
    """
    return s.h + (boxes.FOOT if s.kind == "muslim" or s.turns else 0)


def test_boxes_do_not_touch_when_all_of_them_have_markers_at_their_foot() -> None:
    for a, b in combinations(LATER_SPACES.values(), 2):
        high, low = (a, b) if a.top <= b.top else (b, a)
        across = max(a.left, b.left) - min(a.left + a.w, b.left + b.w)
        down = low.top - geography.TAB - high.top - full_height(high)
        assert max(across, down) >= 2, (a.name, b.name)
    for s in LATER_SPACES.values():
        assert s.left >= 2
        assert s.top + full_height(s) <= geography.HEIGHT - 1, s.name


def test_mali_and_nigeria_stand_on_their_land_with_lines_to_their_neighbours() -> None:
    order = list(LATER_SPACES)
    drawn = {frozenset(order[e] for e in line.ends) for line in geography.lines(AWAKENING)}
    for name in ("Mali", "Nigeria"):
        s = LATER_SPACES[name]
        spots = [(x, y) for x in range(s.left, s.left + s.w, 4) for y in range(s.top, s.top + s.h, 4)]
        assert any(inside(p, s.land) for p in spots)
        assert all(frozenset((name, near)) in drawn for near in AWAKENING.countries[name].adjacent)
    for line in geography.lines(AWAKENING) + geography.leaders(geography.places(AWAKENING)):
        n = [tuple(map(int, p.split(","))) for p in re.findall(r"-?\d+,-?\d+", line.path)]
        middle = n[1] if len(n) == 3 else tuple((a + b) / 2 for a, b in zip(n[0], n[1], strict=True))
        for t in (i / 100 for i in range(101)):
            x, y = ((1 - t) ** 2 * n[0][k] + 2 * t * (1 - t) * middle[k] + t * t * n[-1][k] for k in (0, 1))
            for s in LATER_SPACES.values():
                under = s.left < x < s.left + s.w and s.top < y < s.top + s.h
                assert s.index in line.ends or not under, (line.ends, s.name)


def test_the_base_game_has_none_of_it() -> None:
    assert "Mali" not in SPACES
    page = page_of("evening-2")
    for word in ("Militia", "Awakening", "caliphate", "b-resolved", "Attrition"):
        assert word not in page, word
    drawn = picture.svg(verdict_of("evening-2").board)
    assert not [word for word in ("militia", "Awakening", "Off Map", "Caliphate") if word in drawn]


def test_markers_stand_at_the_foot_of_a_box() -> None:
    look = boxes.look(LATER_SPACES["Jordan"], {"g": 2, "a": "ally", "M": 3, "A": 2, "X": 1, "k": 1})
    assert look.tone == "g2 ally caliphate"
    assert [(m.style, m.text) for m in look.marks[3:]] == [
        ("militia piece", "3"),
        ("awakening", "+2"),
        ("reaction", "\u22121"),
    ]
    assert look.height == LATER_SPACES["Jordan"].h + boxes.FOOT
    crowded = {"g": 3, "a": "neutral", "C": 1, "K": 1, "V": 2, "W": 2, "t": 3, "v": 9}
    marks = boxes.look(LATER_SPACES["Syria"], crowded).marks
    feet = sorted((m for m in marks if m.y > LATER_SPACES["Syria"].h - 2), key=lambda m: m.x)
    assert [m.style for m in feet] == ["war", "advisors", "capital piece", "waiting"]
    spans = [(m.x - 9 * m.size, m.x + 9 * m.size) if not m.width else (m.x, m.x + m.width * m.size) for m in feet]
    assert spans[0][0] >= 0
    assert spans[-1][1] <= LATER_SPACES["Syria"].w
    assert all(b[0] >= a[1] for a, b in pairwise(spans))


def test_a_country_that_is_turned_over_is_drawn_as_what_it_is() -> None:
    nigeria = LATER_SPACES["Nigeria"]
    before = boxes.look(nigeria, {"N": "non_muslim", "g": 3, "p": "soft", "O": 0})
    after = boxes.look(nigeria, {"N": "sunni", "g": 3, "a": "neutral", "R": 2, "O": 1})
    assert (before.tone, after.tone) == ("soft", "g3 neutral turned")
    assert [m.text for m in before.marks] == ["Poor", "Soft"]
    assert [m.text for m in after.marks] == ["Su 2", "", "Poor", "Neutral"]
    iran = LATER_SPACES["Iran"]
    assert [m.text for m in boxes.look(iran, {"N": "iran", "g": 2, "W": 1}).marks] == ["Fair", "WMD 1"]


def test_a_picture_has_everything_of_chapter_11_and_names_it() -> None:
    board = judge(read_text(FULL_LATER)).board
    drawn = ET.fromstring(picture.svg(board))
    by_id = {g.get("id"): g for g in drawn.iter(f"{SVG}g")}
    iraq = by_id[f"m{list(LATER_SPACES).index('Iraq')}"]
    assert "caliphate" in (iraq.get("class") or "").split()
    assert {"militia piece", "war", "advisors", "capital piece"} <= {s[0] for s in signs_of(iraq)}
    said = [t.text for t in drawn.iter(f"{SVG}text")]
    for word in ("Militia Track", "Off Map Box", "New Cells", "Resolve Plots box", "Militia", "Awakening", "Reaction"):
        assert word in said, word
    for word in (
        "Civil War",
        "Advisors",
        "Caliphate Capital",
        "WMD not yet Available",
        "Mali",
        "Nigeria",
        "+3",
        "WMD 2",
    ):
        assert word in said, word
    assert ":is(" not in picture.svg(board)  # not every program that shows an SVG knows it
    assert "var(" not in picture.svg(board)


@pytest.mark.browser
def test_the_page_of_chapter_11_draws_as_the_picture_and_says_it_in_words(opened: Open) -> None:
    page = opened(page_from(FULL_LATER), "a1")
    page.wait_for_selector("#stage .step[data-id=a1]:not([hidden])")
    drawn = ET.fromstring(picture.svg(judge(read_text(FULL_LATER)).board))
    by_id = {g.get("id"): g for g in drawn.iter(f"{SVG}g")}
    on_page = page.evaluate(READ_PAGE)
    for name, s in LATER_SPACES.items():
        node = by_id[f"m{s.index}"]
        assert sorted((node.get("class") or "").split()) == on_page[s.index][0], name
        assert signs_of(node) == on_page[s.index][2], name
    label = {n: page.get_attribute(f"#m{s.index}", "aria-label") for n, s in LATER_SPACES.items()}
    assert label["Iraq"].endswith("5 Militia, Civil War, Caliphate Capital, 2 Advisors")
    assert label["Syria"].endswith("3 Militia, Civil War, part of the Caliphate, 2 WMD waiting")
    assert label["Jordan"] == "Jordan: Fair Ally, 3 Awakening markers, 1 Reaction marker"
    assert label["Nigeria"] == "Nigeria: Poor Neutral, 2 Sleeper Cells, 1 Reaction marker"
    assert page.get_attribute(f"#m{LATER_SPACES['Nigeria'].index}", "data-facts").startswith(
        "Sunni; Resources 2 with oil"
    )
    assert page.inner_text("#b-resolved") == "1"
    assert page.inner_text("#b-caliphate") == "Capital Iraq, with Syria"
    assert page.inner_text("#b-wmd").endswith("2 in Syria, 1 in Iran")
    assert page.inner_text(".track[data-k=mt] output") == "5"
    for family in ("", "DejaVu Sans"):
        assert page.evaluate(FITS, family) == []


@pytest.mark.browser
def test_the_legend_of_chapter_11_names_its_signs(opened: Open) -> None:
    page = opened(page_from(LATER), "a5")
    legend = page.text_content("#legend")
    for word in ("Awakening markers", "Reaction markers", "Civil War", "Militia", "Advisors", "its Capital", "WMD"):
        assert word in legend
    shown = set(page.evaluate("[...document.querySelectorAll('#legend use')].map((u) => u.getAttribute('href'))"))
    assert {f"#s-{name}" for name in signs.shapes(signs.of(AWAKENING))} <= shown
    phone = opened(page_from(LATER), "a5", **PHONE)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

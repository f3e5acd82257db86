"""Questions of the tests in the browser to a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from tests.helpers.hunting import HUNT, PROFILE

Open = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def shown(page: Any) -> str:
    """The play that the panel shows."""
    return str(page.evaluate("document.querySelector('.panel .step:not([hidden])').dataset.id"))


def true_soon(page: Any, expression: str, seconds: float) -> Any:
    """Wait until an expression is true in the page; its value.

    The value is a false one where it never was true. The page itself looks every few milliseconds, since its policy lets no
    library wait there.
    """
    from playwright.sync_api import Error

    end = time.monotonic() + seconds
    found = None
    while not found and (left := end - time.monotonic()) > 0:
        try:
            found = page.evaluate(
                f"""async (milliseconds) => {{
                  for (const end = performance.now() + milliseconds; ; await new Promise((done) => setTimeout(done, 8))) {{
                    const found = await ({expression});
                    if (found || performance.now() > end) return found;
                  }}
                }}""",
                min(left, 1) * 1000,
            )
        except Error as error:  # the page was loaded again meanwhile
            if "context was destroyed" not in str(error):
                raise
    return found


def becomes_true(page: Any, expression: str) -> None:
    """Wait for an effect in the browser, such as a link's."""
    assert true_soon(page, expression, 10), f"never true: {expression}"


def comes_to(page: Any, step: str) -> None:
    """Wait until the panel shows this play.

    It may need the time that a link takes.
    """
    becomes_true(page, f"document.querySelector('.panel .step:not([hidden])').dataset.id === '{step}'")


def unfold(page: Any) -> None:
    """Open all that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")


# ---------------------------------------------------------------- the checker of accessibility

EVERY_TEXT = PROFILE == HUNT
"""Whether the colours of every single text are looked at, not those of one text of each kind."""
NEW_KINDS = """([where, every, without]) => {
  const looked = (window.kindsLookedAt ??= new Set());
  const grounds = new Map();
  const own = (s) => [
    s.backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : s.backgroundColor,
    s.backgroundImage === 'none' ? '' : s.backgroundImage,
    s.opacity === '1' ? '' : s.opacity, s.filter === 'none' ? '' : s.filter,
    s.mixBlendMode === 'normal' ? '' : s.mixBlendMode, s.position === 'static' ? '' : s.position].join(' ').trim();
  const ground = (e) => {
    if (e === null) return '';
    if (!grounds.has(e)) {
      const layers = [ground(e.parentElement), own(getComputedStyle(e))];
      for (const pseudo of ['::before', '::after']) {
        const s = getComputedStyle(e, pseudo);
        if (s.content !== 'none') layers.push(own(s) && pseudo + own(s));
      }
      grounds.set(e, layers.filter((l) => l).join('|'));
    }
    return grounds.get(e);
  };
  const found = [];
  for (const e of document.querySelectorAll(where.split(',').flatMap((w) => [w, w + ' *']).join(','))) {
    if (without && e.closest(without)) continue;
    const text = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!(text || e.matches('input, select, textarea')) || !e.checkVisibility({ visibilityProperty: true })) continue;
    const s = getComputedStyle(e);
    const around = e.parentElement ? getComputedStyle(e.parentElement) : s;
    const size = parseFloat(s.fontSize);
    const large = size >= 24 || (size >= 18.66 && s.fontWeight >= 700);  // it needs less contrast
    const kind = [e.tagName, e.getAttribute('class') ?? '', s.color, large, s.fontWeight, s.textShadow,
      s.textDecorationLine, around.color, around.fontWeight, ground(e)].join(';');
    if (looked.has(kind) && !every) continue;
    looked.add(kind);
    found.push(e);
  }
  return found;
}"""
"""The first text of each kind that was not looked at before: alike are texts of one element and class that have the
same colours, are large or not, and lie on the same grounds."""
COLOURS = ("color-contrast", "link-in-text-block")


@cache
def _checker() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(
    page: Any, where: str = "html", *, without: str = "", colours: bool = True, all_else: bool = True
) -> list[Any]:
    """The problems that the checker of accessibility finds there.

    Colours are checked on one text of each kind a page, all else on the whole page. Nothing in ``without`` is looked at.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_checker())
    found = []
    if all_else:
        off = ", ".join(f"'{rule}': {{enabled: false}}" for rule in COLOURS)
        found += page.evaluate(
            f"""async ([where, without]) => {{
              const context = without ? {{include: [where], exclude: [without]}} : where;
              return (await axe.run(context, {{resultTypes: ['violations'], rules: {{{off}}}}})).violations;
            }}""",
            [where, without],
        )
    if colours:
        found += page.evaluate(
            f"""async (asked) => {{
              const include = ({NEW_KINDS})(asked);
              const how = {{resultTypes: ['violations'], runOnly: {list(COLOURS)}}};
              return include.length ? (await axe.run({{include}}, how)).violations : [];
            }}""",
            [where, EVERY_TEXT, without],
        )
    return [(v["id"], n["target"], n["failureSummary"]) for v in found for n in v["nodes"]]

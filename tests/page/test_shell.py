"""The shell of the page: its parts, its policy, offline start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.pages import PHONE, Opened

pytestmark = pytest.mark.browser
PARTS = ("Check", "Write", "Ask", "Record", "Learn")
ALONE = "while (referee.busy) await new Promise((done) => setTimeout(done, 10));"
"""Wait until the page has been answered what it asked of itself: what is asked at once after that is what is answered."""
FAILS = """referee.worker.onmessage({ data: { answer: '{"fault":"worker"}' } });"""
"""Python fails at the request that is being answered."""


@pytest.mark.parametrize("name", PARTS)
def test_each_part_has_an_address(windows: Opened, name: str) -> None:
    page = windows().go(f"#/{name.lower()}")
    page.get_by_role("region", name=name).wait_for()
    assert page.locator(".parts [aria-current]").inner_text() == name


def test_an_address_that_there_is_not_leads_to_the_first_part(windows: Opened) -> None:
    page = windows().go("#/__proto__/%E0%A4%A")
    page.get_by_role("region", name="Home").wait_for()


def test_nothing_of_a_page_but_its_own_files_may_run(windows: Opened) -> None:
    page = windows().page
    refused = """async () => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", (e) => seen.push(e.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.hit = 1";
        document.body.append(script);
        const image = new Image();
        image.src = "https://example.org/x.png";
        document.body.append(image);
        await fetch("https://example.org/").catch(() => 0);
        while (new Set(seen).size < 3) await new Promise((done) => setTimeout(done, 10));
        script.remove();
        image.remove();
        return [window.hit === undefined, [...new Set(seen)].sort()];
    }"""
    window = windows()
    assert page.evaluate(refused) == [True, ["connect-src", "img-src", "script-src-elem"]]
    window.troubles[:] = [t for t in window.troubles if "Content Security Policy" not in t and "example.org" not in t]


def test_it_says_under_which_licences_its_parts_stand(windows: Opened) -> None:
    window = windows(fragment="#/learn")
    link = window.page.get_by_role("link", name="Licences")
    text = window.page.evaluate(f"fetch({link.get_attribute('href')!r}).then((a) => a.text())")
    for name in (
        "The referee",
        "Python",
        "Pyodide",
        "Mozilla Public License",
        "Jinja2",
        "MarkupSafe",
        "@codemirror/view",
    ):
        assert name in text


def test_it_opens_with_the_network_off(windows: Opened) -> None:
    window = windows(PHONE, first=True)
    window.loaded()
    window.until("navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')")
    context: Any = window.page.context
    context.set_offline(True)
    window.page.reload()
    window.loaded()
    answer = (
        "window.referee.call('check.judge', {name: 'a'}, new TextEncoder().encode('US 43 deploy track > Pakistan 2'))"
    )
    assert window.page.evaluate(f"{answer}.then((v) => v.causes.length > 0)")
    context.set_offline(False)


def test_when_python_fails_the_next_request_is_answered_by_another_one(windows: Opened) -> None:
    window = windows(fragment="#/check")
    window.loaded()
    failing = f"""async () => {{
        const {{ referee }} = window;
        {ALONE}
        const asked = referee.call("check.forms").then(() => "answered", () => "failed");
        {FAILS}
        return [await asked, (await referee.call("check.forms")).forms.length > 3];
    }}"""
    assert window.page.evaluate(failing) == ["failed", True]


def test_a_request_that_waits_while_python_fails_is_answered_by_another_one(windows: Opened) -> None:
    window = windows(fragment="#/check")
    window.loaded()
    failing = f"""async () => {{
        const {{ referee }} = window;
        {ALONE}
        const asked = referee.call("check.warm").then(() => "answered", () => "failed");
        const waits = referee.call("check.forms");
        {FAILS}
        return [await asked, (await waits).forms.length > 3];
    }}"""
    assert window.page.evaluate(failing) == ["failed", True]

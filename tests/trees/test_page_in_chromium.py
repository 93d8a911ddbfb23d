"""The page driven in a real browser: buttons, keys, slider, play, themes. Skipped where Chromium is not installed."""

from __future__ import annotations

import shutil
import subprocess
import time

import pytest

from trees.named_game import HOSTILE, Named
from zermelo.api.record import record
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree

pytestmark = pytest.mark.slow

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1200,800"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("Chromium and its driver are not installed (Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(DRIVER, log_output=subprocess.DEVNULL)
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


class Page:
    """The open page, as a reader uses it."""

    def __init__(self, browser, tree, folder, **look):
        self.browser = browser
        path = folder / "page.html"
        tree.save(path, **look)
        browser.get(path.as_uri())

    def click(self, name):
        self.browser.find_element("id", name).click()

    def press(self, key):
        self.browser.find_element("tag name", "body").send_keys(key)

    def run(self, script, *arguments):
        return self.browser.execute_script(f"return {script}", *arguments)

    @property
    def sentence(self):
        return self.browser.find_element("id", "sentence").text

    @property
    def step(self):
        return int(self.browser.find_element("id", "count").text.split()[1])

    def seen(self, node):
        """Whether the node has appeared, and what its value reads."""
        group = f"document.querySelector('[data-node=\"{node}\"]')"
        return self.run(f"[!{group}.classList.contains('future'), {group}.querySelector('.value').textContent]")

    def errors(self):
        return [line for line in self.browser.get_log("browser") if line["level"] == "SEVERE"]


@pytest.fixture
def small(browser, tmp_path):
    return Page(browser, record(Tree([[3, 5], [1, None]])), tmp_path)


def test_buttons_lead_through_all_steps_and_back(small):
    tree = record(Tree([[3, 5], [1, None]]))
    sentences = [step.sentence for step in tree.steps()]
    told = [small.sentence]
    assert not small.browser.find_element("id", "back").is_enabled()
    while small.browser.find_element("id", "forward").is_enabled():
        small.click("forward")
        told.append(small.sentence)
    assert told == sentences
    small.click("back")
    assert small.sentence == sentences[-2]
    small.click("first")
    assert (small.step, small.sentence) == (1, sentences[0])
    small.click("last")
    assert (small.step, small.sentence) == (len(sentences), sentences[-1])
    assert not small.errors()


def test_keys_do_what_the_buttons_do(small):
    from selenium.webdriver import Keys

    small.press(Keys.ARROW_RIGHT)
    small.press(Keys.ARROW_RIGHT)
    assert small.step == 3
    small.press(Keys.ARROW_LEFT)
    assert small.step == 2
    small.press(Keys.END)
    assert small.step == 15
    small.press(Keys.HOME)
    assert small.step == 1


def test_the_slider_goes_to_any_step(small):
    small.run("(s => { s.value = 11; s.dispatchEvent(new Event('input')) })(document.getElementById('slider'))")
    assert small.step == 12
    assert small.sentence.startswith("MIN at [5] has 1; MAX already has 3 elsewhere")
    rows = small.browser.find_elements("css selector", "#open tr")
    assert [row.text for row in rows] == ["MAX [1] 3 ∞ 3", "MIN [5] 3 1 1"]
    line = small.browser.find_element("css selector", "#code .now")
    assert line.text.strip() == "if α ≥ β: leave the other moves out"


def test_nodes_appear_when_the_search_comes_to_them_and_go_again(small):
    assert small.seen(4) == [False, ""]
    assert small.seen(0) == [True, ""]
    for _ in range(7):
        small.click("forward")
    assert small.seen(1) == [True, "3"]
    assert small.seen(0) == [True, "3"]
    assert small.seen(4) == [False, ""]
    small.click("last")
    assert small.seen(4) == [True, "≤1"]
    assert small.seen(6) == [True, "?"]
    small.click("first")
    assert small.seen(1) == [False, ""]


def test_a_click_on_a_node_goes_to_the_step_it_appears_at(small):
    small.click("last")
    small.run(
        "document.querySelector('[data-node=\"4\"] .shape').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    assert small.sentence.startswith("MAX at [1] tries move 1: MIN is to move at [5].")


def test_play_goes_on_by_itself_and_stops(small):
    small.run("(s => { s.value = 350; })(document.getElementById('speed'))")
    small.click("play")
    deadline = time.monotonic() + 10
    while small.step < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert small.step >= 3
    assert small.browser.find_element("id", "play").text == "Pause"
    small.click("play")
    stopped = small.step
    time.sleep(0.8)
    assert small.step == stopped
    assert small.browser.find_element("id", "play").text == "Play"


def test_the_current_node_is_brought_into_view(browser, tmp_path):
    page = Page(browser, record(*Nim.from_text("2,3")), tmp_path, theme="dark")
    page.run("(s => { s.value = 150; s.dispatchEvent(new Event('input')) })(document.getElementById('slider'))")
    inside = page.run(
        "(() => { const box = document.querySelector('.current').getBoundingClientRect(),"
        " frame = document.getElementById('figure').getBoundingClientRect();"
        " return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top"
        " && box.bottom <= frame.bottom })()"
    )
    assert inside
    assert not page.errors()


def test_a_hostile_name_runs_nothing(browser, tmp_path):
    page = Page(browser, record(Named(HOSTILE.replace("alert(1)", "window.hit=1")), boards=True), tmp_path)
    page.click("last")
    assert page.run("window.hit") is None
    assert "window.hit=1" in page.browser.find_element("tag name", "body").text
    assert not page.errors()


@pytest.mark.parametrize(("theme", "dark"), [("dark", True), ("light", False), ("auto", False)])
def test_themes(browser, tmp_path, theme, dark):
    page = Page(browser, record(Tree([[3, 5], [1, None]])), tmp_path, theme=theme)
    paper = page.run("getComputedStyle(document.body).backgroundColor")
    figure = page.run("getComputedStyle(document.querySelector('.paper')).fill")
    assert paper == figure == ("rgb(17, 22, 28)" if dark else "rgb(255, 255, 255)")


def test_auto_follows_a_dark_screen(browser, tmp_path):
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    )
    try:
        page = Page(browser, record(Tree([[3, 5], [1, None]])), tmp_path)
        assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(17, 22, 28)"
        assert page.run("getComputedStyle(document.querySelector('.paper')).fill") == "rgb(17, 22, 28)"
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_inside_a_notebook_s_frame_the_page_works_too(browser, tmp_path):
    path = tmp_path / "notebook.html"
    frame = record(Tree([[3, 5], [1, None]])).step_through()._repr_html_()
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{frame}", encoding="utf-8")
    browser.get(path.as_uri())
    browser.switch_to.frame(0)
    browser.find_element("id", "forward").click()
    assert browser.find_element("id", "count").text == "step 2 of 15"
    browser.switch_to.default_content()


def test_texts_stay_inside_their_shapes(browser, tmp_path):
    """The widths that figures are laid out with are no narrower than the browser's."""
    page = Page(browser, record(*Nim.from_text("2,3")), tmp_path)
    page.click("last")
    too_wide = page.run(
        "[...document.querySelectorAll('.node .window, .node .reason, .legend .window')].filter(g => {"
        " const text = g.querySelector('text'), box = g.querySelector('rect');"
        " return text && box && text.classList.contains('small')"
        " && text.getBBox().width > box.getBBox().width }).map(g => g.textContent)"
    )
    assert too_wide == []

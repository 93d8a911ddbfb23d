"""The page to step through: self-contained, and closed to whatever stands in names and positions."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from random_games import LayeredGame
from trees.named_game import HOSTILE, Chain, Named
from zermelo import InputError
from zermelo.api.record import record
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.tree import SearchTree
from zermelo.trees.words import named, player_name


class Outline(HTMLParser):
    """The elements of a page, and what its scripts hold."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._in_script = tag == "script"

    def handle_endtag(self, tag):
        self._in_script = False

    def handle_data(self, data):
        if self._in_script:
            self.scripts.append(data)


def test_the_page_asks_the_network_for_nothing():
    page = record(Tree([[3, 5], [1, None]])).to_html()
    for _, attributes in Outline(page).tags:
        for name in ("src", "href"):
            assert name not in attributes or attributes[name].startswith("data:")
    assert "@import" not in page
    assert not re.search(r"url\((?!data:)", page)
    assert "default-src 'none'" in page


def test_only_the_page_s_own_script_may_run():
    page = record(Tree([[3, 5], [1, None]])).to_html()
    data, script = Outline(page).scripts
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert set(json.loads(data)) == {"steps", "nodes"}


NAMES = [HOSTILE, "<!--<script>", "]]>", "\u2028\u2029", "</script ", "<img src=x onerror=alert(1)>"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_becomes_an_element(name):
    page = record(Named(name), boards=True).to_html()
    harmless = record(Named("a"), boards=True).to_html()
    outline = Outline(page)
    assert {tag for tag, _ in outline.tags} == {tag for tag, _ in Outline(harmless).tags}
    assert len(outline.scripts) == 2
    assert not [value for _, attributes in outline.tags for value in attributes if value.startswith("on")]
    assert json.loads(outline.scripts[0])["steps"]
    page.encode("utf-8")


def test_names_in_a_loaded_recording_are_no_safer_and_are_treated_the_same():
    document = json.loads(record(Tree([[3, 5], [1, None]])).to_json())
    for name in ("game", "algorithm", "move"):
        document[name] = HOSTILE.replace("\ud800", "")
    document["nodes"][1]["move"] = document["nodes"][1]["note"] = "</script><script>alert(1)</script>"
    outline = Outline(SearchTree.from_json(json.dumps(document)).to_html())
    assert len(outline.scripts) == 2


def test_nodes_appear_when_the_search_comes_to_them():
    page = record(Tree([[3, 5], [1, None]])).to_html()
    data = json.loads(Outline(page).scripts[0])
    appear = [node["from"] for node in data["nodes"]]
    assert appear == sorted(appear)
    cut = next(i for i, step in enumerate(data["steps"]) if step["line"] == "cut")
    assert data["nodes"][4]["cut"] == cut == data["nodes"][6]["from"]
    assert open_rows(data, cut) == [["MAX [1]", "3", "∞", "3"], ["MIN [5]", "3", "1", "1"]]


def open_rows(data, step):
    """The rows of open nodes at a step, as the page rebuilds them."""
    rows = []
    for entry in data["steps"][: step + 1]:
        stay, *fresh = entry["open"]
        rows = rows[:stay] + fresh
    return rows


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax_alphabeta", "minimax"])
def test_the_rows_that_the_page_rebuilds_are_the_open_nodes_of_each_step(algorithm):
    game = LayeredGame(plies=5)
    tree = record(game, game.start(3), algorithm)
    data = json.loads(Outline(tree.to_html(nodes=None)).scripts[0])
    for place, step in enumerate(tree.steps()):
        names = [f"{player_name(tree.nodes[o.node].player)} {named(tree.nodes[o.node])}" for o in step.open]
        assert [row[0] for row in open_rows(data, place)] == names


def test_a_page_of_a_chain_kept_all_open_nodes_of_every_step():
    short, long = (len(record(Chain(plies), algorithm="minimax").to_html(nodes=None)) for plies in (400, 1600))
    assert long < 5 * short


def test_minimax_has_no_columns_for_windows():
    page = record(Tree([[3, 5], [1, 9]]), algorithm="minimax").to_html(theme="dark")
    assert '<th scope="col">α</th>' not in page
    assert 'class="theme-dark"' in page


def test_a_large_search_is_folded_for_the_page():
    tree = record(*Nim.from_text("3,4"))
    assert tree.visited > 300
    page = tree.to_html(nodes=100)
    assert "not shown here" in page
    assert len(page) < 400_000


def test_a_recording_without_events_is_told():
    tree = record(Tree([[3, 5], [1, None]]))
    tree.events.clear()
    with pytest.raises(InputError, match="no events"):
        tree.to_html()

"""Figures: well-formed, nothing overlaps, nothing is outside, and no name of a move can break them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from random_games import LayeredGame
from trees.named_game import HOSTILE, Named
from zermelo import InputError
from zermelo.api.record import record
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.blocks import Block
from zermelo.trees.measure import escaped, px, text_width
from zermelo.trees.svg import arranged, to_svg

SVG = "{http://www.w3.org/2000/svg}"


def big_tree():
    game = LayeredGame(plies=7, branching=5, width=40)
    return next(tree for seed in range(300) if 420 < len(tree := record(game, game.start(seed))) <= 500)


def rectangles(drawing) -> list[tuple[float, float, float, float]]:
    return [
        (x - block.left, y - block.top, x + block.right, y + block.bottom)
        for block, (x, y) in zip(drawing.blocks, drawing.places)
    ]


@pytest.mark.parametrize("down", [True, False], ids=["down", "right"])
def test_no_two_nodes_overlap_and_all_are_inside(down):
    game = LayeredGame(plies=6, branching=4)
    trees = [record(game, game.start(seed)) for seed in range(30)] + [big_tree(), record(*Nim.from_text("2,3"))]
    for tree in trees:
        drawing = arranged(tree, down, blank=False, live=True)
        boxes = rectangles(drawing)
        for left, top, right, bottom in boxes:
            assert -1e-6 <= left <= right <= drawing.width + 1e-6
            assert -1e-6 <= top <= bottom <= drawing.height + 1e-6
        boxes.sort()
        for i, (_, top, right, bottom) in enumerate(boxes):
            for other in boxes[i + 1 :]:
                if other[0] >= right - 1e-6:
                    break
                assert other[1] >= bottom - 1e-6 or other[3] <= top + 1e-6


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("direction", ["down", "right"])
def test_the_document_is_well_formed_and_scales(theme, direction):
    root = ET.fromstring(record(*Nim.from_text("2,3")).to_svg(theme=theme, direction=direction))
    assert root.tag == SVG + "svg"
    _, _, width, height = map(float, root.get("viewBox").split())
    assert (float(root.get("width")), float(root.get("height"))) == (width, height)


def test_every_node_has_a_title_and_text_stays_text():
    tree = record(Tree([[3, 5], [1, None]]))
    root = ET.fromstring(tree.to_svg())
    nodes = [group for group in root.iter(SVG + "g") if group.get("data-node")]
    assert len(nodes) == len(tree.nodes)
    titles = [group.find(SVG + "title").text for group in nodes]
    assert titles[4].startswith(
        "[5] MIN after 1; value ≤1; α=3 β=∞, then α=3 β=1; cut: β=1 ≤ α=3, α set at [1], 1 move"
    )
    assert titles[6] == "move 1: never visited"
    texts = {"".join(text.itertext()) for text in root.iter(SVG + "text")}
    assert {"3", "≤1", "?", "β=1 ≤ α=3", "[5]", "α=3 β=∞"} <= texts


def test_signs_tell_the_same_as_colours():
    tree = record(Tree([[3, 5], [1, None]]))
    svg = tree.to_svg(theme="light")
    marks = re.findall(r'class="node (max|min)[^>]*>.*?class="mark" d="M-4 (-?)', svg)
    assert set(marks) == {("max", "-"), ("min", "")}  # up for MAX, down for MIN
    assert re.search(r"\.edge\.never,[^{]*\{stroke-dasharray", svg)
    assert 'class="cross"' in svg


def test_figures_of_two_themes_share_a_page():
    tree = record(Tree([[3, 5], [1, None]]))
    for theme in ("light", "dark"):
        style = re.search("<style>(.*?)</style>", tree.to_svg(theme=theme))[1]
        assert all(rule.startswith(f".zt-{theme}") for rule in re.findall(r"[^{},]+(?=[,{])(?![^{]*\})", style))
        assert "prefers-color-scheme" not in style
    assert "prefers-color-scheme:dark" in tree.to_svg()


def test_no_name_of_a_move_breaks_the_figure():
    tree = record(Named(HOSTILE), boards=True)
    root = ET.fromstring(tree.to_svg())
    assert not list(root.iter(SVG + "script"))
    assert "alert(1)" in "".join(root.itertext())  # shown, as text
    tree.to_svg().encode("utf-8")


def test_a_drawn_board_is_an_image_and_can_run_nothing():
    class Drawn(Named):
        def render_svg(self, state):
            return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 60"><script>alert(1)</script></svg>'

    svg = record(Drawn("a"), boards=True).to_svg()
    image = next(ET.fromstring(svg).iter(SVG + "image"))
    assert image.get("href").startswith("data:image/svg+xml;base64,")
    assert (float(image.get("width")), float(image.get("height"))) == (29, 58)
    assert "<script" not in svg


@pytest.mark.parametrize("down", [True, False])
def test_boards_leave_room_for_what_is_around_them(down):
    tree = record(*MNK.from_text("XOXOX.O.."), boards=True)
    boxes = rectangles(arranged(tree, down, blank=False, live=False))
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_wide_tree_is_drawn_to_the_right_and_a_narrow_one_down():
    narrow, wide = record(Tree([[3, 5], [1, None]])), big_tree()
    assert narrow.to_svg() == narrow.to_svg(direction="down")
    assert wide.to_svg() == wide.to_svg(direction="right")


def test_what_is_folded_says_how_much():
    tree = big_tree()
    svg = tree.to_svg(nodes=60)
    assert svg.count("data-node") < 90
    assert re.search(r">\d+ more</text>", svg)
    assert f"{tree.visited} nodes visited" in svg


def test_a_worksheet_shows_the_leaves_and_nothing_that_was_found():
    tree = record(Tree([[3, 5], [2, 9]]), algorithm="minimax")
    root = ET.fromstring(tree.to_svg(blank=True))
    values = [text.text for text in root.iter(SVG + "text") if text.get("class") == "value"]
    assert values == ["3", "5", "2", "9"]
    assert not [group for group in root.iter(SVG + "g") if "principal" in (group.get("class") or "")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "blue"}, "'auto', 'light' or 'dark'"),
        ({"direction": "up"}, "'down', 'right' or 'auto'"),
        ({"nodes": 0}, "whole number from 1"),
        ({"depth": True}, "whole number from 1"),
    ],
)
def test_a_wrong_look_is_told(options, message):
    with pytest.raises(InputError, match=message):
        record(Tree([[3, 5], [1, None]])).to_svg(**options)


def test_a_lone_leaf_is_a_figure_too():
    tree = record(Tree(7))
    assert ET.fromstring(tree.to_svg()) is not None
    assert tree.to_text().startswith("[1] 7\n")
    assert len(tree.steps()) == 1
    assert "<!DOCTYPE html>" in tree.to_html()


def test_chance_and_many_players_have_shapes_of_their_own():
    tree = record(Tree([[3, 5], [1, 9]]), algorithm="minimax")
    tree.at("0").player, tree.at("1").player = -1, 4
    svg = to_svg(tree)
    assert 'class="node chance searched' in svg
    assert 'class="node other searched' in svg
    assert "another player" in svg
    assert "Player 4" in tree.to_text()


def test_png_is_drawn_where_cairosvg_is_installed():
    pytest.importorskip("cairosvg", reason="PNG needs CairoSVG", exc_type=(ImportError, OSError))
    tree = record(Tree([[3, 5], [1, None]]))
    assert tree.to_png().startswith(b"\x89PNG")
    assert len(tree.to_png(scale=1)) < len(tree.to_png(scale=3, theme="dark"))


def test_without_cairosvg_the_error_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(InputError, match=r"pip install 'zermelo\[figures\]'"):
        record(Tree(1)).to_png()


def test_saved_by_the_ending_of_the_name(tmp_path):
    tree = record(Tree([[3, 5], [1, None]]))
    for ending, begin in (
        (".svg", "<svg"),
        (".html", "<!DOCTYPE"),
        (".txt", "MAX"),
        (".json", "{"),
        (".dot", "digraph"),
    ):
        tree.save(tmp_path / f"a{ending}")
        assert (tmp_path / f"a{ending}").read_text(encoding="utf-8").startswith(begin)
    assert type(tree).load(tmp_path / "a.json") == tree
    with pytest.raises(InputError, match=r"end it in one of \.svg"):
        tree.save(tmp_path / "a.gif")


def test_notebooks_get_figures():
    tree = record(Tree([[3, 5], [1, None]]))
    assert tree._repr_svg_() == tree.to_svg()
    assert tree.to_svg() in tree._repr_html_()
    frame = tree.step_through()._repr_html_()
    assert frame.startswith("<iframe srcdoc=")
    assert 'sandbox="allow-scripts"' in frame
    assert "<script>" not in frame


def test_text_is_measured_on_the_safe_side():
    assert text_width("iii", 10) < text_width("MMM", 10)
    assert escaped("a<b&\x00") == "a&lt;b&amp;�"
    assert [px(x) for x in (-0.04, 1.0, 12.34, 123456.78)] == ["0", "1", "12.3", "123456.8"]
    block = Block()
    block.reach(-3, -2, 5, 1)
    assert (block.left, block.top, block.right, block.bottom) == (3, 2, 5, 1)

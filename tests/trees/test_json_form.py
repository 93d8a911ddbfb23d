"""Recordings as JSON: the same after a journey, and no text can be more than refused."""

from __future__ import annotations

import contextlib
import json
import math
from fractions import Fraction

import pytest

from random_games import FloatGame, LayeredGame
from trees.named_game import Named
from zermelo import Game, InputError
from zermelo.api.record import ALGORITHMS, record
from zermelo.games.tree import Tree
from zermelo.trees.tree import SearchTree


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "heuristic_minimax"])
def test_a_recording_comes_back_as_it_was(algorithm):
    for game in (LayeredGame(), FloatGame()):
        for seed in range(25):
            for limits in ({}, {"nodes": 7}):
                tree = record(game, game.start(seed), algorithm, **limits)
                assert SearchTree.from_json(tree.to_json()) == tree
                assert SearchTree.from_json(tree.folded(9).to_json()) == tree.folded(9)


@pytest.mark.parametrize("value", [Fraction(1, 3), math.inf, -0.5, 10**30, True])
def test_values_of_every_kind_come_back(value):
    tree = record(Game.from_functions(moves=lambda n: (), score=lambda n: value, start=0))
    text = tree.to_json()
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert SearchTree.from_json(text).value == value


def changed(path, value):
    document = json.loads(record(Tree([[3, 5], [1, None]])).to_json())
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", '"format" is not'),
        ('{"format": "svg"}', '"format" is not'),
        (changed(["version"], 2), "version 2, and this library reads 1"),
        (changed(["nodes", 1, "parent"], 3), "node 1: its parent is 3"),
        (changed(["nodes", 1, "parent"], None), "node 1: its parent is None"),
        (changed(["nodes", 0, "parent"], 0), "node 0: its parent is 0"),
        (changed(["nodes", 2, "ply"], 7), "node 2: its ply"),
        (changed(["nodes", 2, "kind"], "leaf"), "node 2: kind is 'leaf'"),
        (changed(["nodes", 2, "score"], [1, "x", 2]), "node 2: 'x' is not a value"),
        (changed(["nodes", 2, "score"], [1, {"fraction": "1/0"}, 2]), "is not a value"),
        (changed(["nodes", 2, "score"], 3), "node 2: 3 is not a score"),
        (changed(["nodes", 2, "bound"], "near"), "node 2: bound is 'near'"),
        (changed(["nodes", 2, "windows"], [[None]]), "is not a window"),
        (changed(["nodes", 2, "visit"], None), "node 2: a visited node has"),
        (changed(["nodes", 0, "best"], 99), "there is no node 99"),
        (changed(["nodes", 0, "best"], 0), "a child that is not its own"),
        (changed(["nodes", 0, "move"], 5), "node 0: move is 5"),
        (changed(["nodes", 4, "cut", "by"], "gamma"), "its cut is"),
        (changed(["nodes", 5], "leaf"), "node 5 is 'leaf'"),
        (changed(["nodes"], 5), "nodes is 5"),
        (changed(["events", 0], ["start", 0]), "is not an event"),
        (changed(["events", 0], ["enter", 99]), "names no node"),
        (changed(["events", 0], ["enter", True]), "names no node"),
        (changed(["events", 0], ["cut", 1]), "does not fit its node"),
    ],
)
def test_a_damaged_recording_is_refused_with_the_place(text, message):
    with pytest.raises(InputError, match="recording") as error:
        SearchTree.from_json(text)
    assert message in str(error.value)


def without_event(place):
    document = json.loads(record(LayeredGame(plies=3), LayeredGame(plies=3).start(1)).to_json())
    del document["events"][place]
    return document


def test_a_recording_without_one_of_its_events_broke_the_page():
    count = len(without_event(0)["events"]) + 1
    for place in range(count):
        with pytest.raises(InputError, match=r"damaged: .*(event|node)"):
            SearchTree.from_json(json.dumps(without_event(place)))


def test_events_in_another_order_are_refused():
    document = json.loads(record(Tree([[3, 5], [1, None]])).to_json())
    for place in range(len(document["events"]) - 1):
        events = list(document["events"])
        events[place], events[place + 1] = events[place + 1], events[place]
        with contextlib.suppress(InputError):  # a window may be told after a cut
            SearchTree.from_json(json.dumps({**document, "events": events})).to_html()


@pytest.mark.parametrize("name", ["half \ud800", "a\x1b[31mred\x07"])
@pytest.mark.parametrize("form", ["svg", "html", "txt", "json", "dot"])
def test_a_name_that_no_file_or_terminal_can_hold_is_written_in_signs(name, form, tmp_path):
    tree = record(Named(name), boards=True)
    path = tmp_path / f"tree.{form}"
    tree.save(path)
    text = path.read_text(encoding="utf-8")
    assert not set("\x1b\x07\ud800") & set(text)
    if form == "json":
        assert SearchTree.load(path) == tree


def test_every_single_field_may_be_anything_and_nothing_worse_than_an_error_comes_of_it():
    document = json.loads(record(Tree([[3, 5], [1, None]])).to_json())
    places = [[key] for key in document] + [["events", 3]]
    places += [["nodes", i, key] for i, node in enumerate(document["nodes"]) for key in node]
    for path in places:
        for value in (None, -1, 10**9, "x", [], {}, [[]], 0.5, True):
            try:
                tree = SearchTree.from_json(changed(path, value))
            except InputError:
                continue
            for show in (tree.to_svg, tree.to_text, tree.to_dot, tree.to_html, tree.to_json):
                with contextlib.suppress(InputError):
                    show()

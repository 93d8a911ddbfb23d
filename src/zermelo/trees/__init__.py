"""Searches recorded, drawn and told: what an observer hears, as a tree that can be looked at and stepped through."""

from zermelo.trees.diff import Difference, diff
from zermelo.trees.recording import Recorder
from zermelo.trees.tree import Cut, Node, SearchTree, Window

__all__ = ["Cut", "Difference", "Node", "Recorder", "SearchTree", "Window", "diff"]

"""A recording told step by step, one plain sentence each.

enter     a node is opened, with the window that it inherits
final, guess, table     a node answers at once
better    a node compares a child's score with the best it has; nothing, or only `best`, changes
window    the same, and its window narrows
cut       its other moves cannot matter
return    a node is closed
fold      a part of the search that is not shown
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from zermelo.core.score import Score
from zermelo.trees import sentences as say
from zermelo.trees.tree import SearchTree, Window


@dataclass(frozen=True)
class OpenNode:
    """An open node as it stands at a step: its window, and the best score it has (None: none yet)."""

    node: int
    alpha: Score
    beta: Score
    best: Score | None


class Stack:
    """The open nodes, the innermost one on top. Steps share what lies below: a chain of thousands has as many steps."""

    __slots__ = ("below", "size", "top")

    def __init__(self, top: OpenNode, below: Stack | None):
        self.top, self.below = top, below
        self.size: int = 1 if below is None else below.size + 1


@dataclass(frozen=True)
class Step:
    """One step: what happened (`kind`), at which node, said in words, and the stack of open nodes after it.

    `line` is the tag of the pseudocode's line that is being run.
    """

    kind: str
    node: int
    sentence: str
    line: str
    stack: Stack | None = field(repr=False, compare=False)

    @property
    def open(self) -> tuple[OpenNode, ...]:
        """All open nodes after this step, the root first."""
        opened, stack = [], self.stack
        while stack is not None:
            opened.append(stack.top)
            stack = stack.below
        return tuple(reversed(opened))


def line_of(tree: SearchTree, kind: str, node: int) -> str:
    if kind == "window" and "negamax" not in tree.algorithm:
        return "window max" if tree.nodes[node].player == 0 else "window min"
    return {"enter": "start", "fold": "call"}.get(kind, kind)


class Frame:
    """An open node while the events are told again."""

    def __init__(self, index: int, window: Window, alpha_owner: int | None, beta_owner: int | None):
        self.index, self.alpha, self.beta = index, window.alpha, window.beta
        self.alpha_owner, self.beta_owner = alpha_owner, beta_owner
        self.best: Score | None = None
        self.by: int | None = None
        self.certain = True  # nothing that is not shown has been compared here
        self.stack: Stack | None = None  # this node as it was told last, on those below it


def steps_of(tree: SearchTree) -> list[Step]:
    steps: list[Step] = []
    frames: list[Frame] = []
    windows = tree.uses_windows

    def step(kind: str, node: int, sentence: str) -> None:
        stack = None
        if frames:  # only the innermost node has changed since the step before
            frame, below = frames[-1], frames[-2].stack if len(frames) > 1 else None
            opened = OpenNode(frame.index, frame.alpha, frame.beta, frame.best)
            if frame.stack is None or frame.stack.top != opened:
                frame.stack = Stack(opened, below)
            stack = frame.stack
        steps.append(Step(kind, node, sentence, line_of(tree, kind, node), stack))

    for place, event in enumerate(tree.events):
        name, index = event[0], event[1]
        node = tree.nodes[index]
        if name == "enter" and node.kind == "folded":
            if frames:
                frames[-1].certain = False
            step("fold", index, say.fold(tree, node))
        elif name == "enter":
            parent = frames[-1] if frames else None
            alpha_owner = beta_owner = None
            if parent is not None:
                alpha_owner = parent.alpha_owner if node.alpha == parent.alpha else parent.index
                beta_owner = parent.beta_owner if node.beta == parent.beta else parent.index
            frames.append(Frame(index, node.windows[0], alpha_owner, beta_owner))
            if node.kind in ("searched", "open"):
                step("enter", index, say.enter(tree, node, alpha_owner, beta_owner, windows))
        elif name == "window":
            frame, window = frames[-1], node.windows[event[2]]
            before = Window(frame.alpha, frame.beta)
            if window.alpha != frame.alpha:
                frame.alpha, frame.alpha_owner = window.alpha, index
            if window.beta != frame.beta:
                frame.beta, frame.beta_owner = window.beta, index
            frame.best, frame.by = (window.alpha if node.player == 0 else window.beta), window.child
            step("window", index, say.narrowed(tree, node, before, window))
        elif name == "cut":
            step("cut", index, say.cut(tree, node))
        else:
            frames.pop()
            step("return" if node.kind == "searched" else node.kind, index, say.leave(tree, node))
            following = tree.events[place + 1][:2] if place + 1 < len(tree.events) else ()
            if frames and frames[-1].certain and following != ("window", frames[-1].index):
                compared(tree, frames[-1], index, step)
    return steps


def compared(tree: SearchTree, frame: Frame, child: int, step: Callable[[str, int, str], None]) -> None:
    """The step in which an open node compares a child's score with its best, and its window stays."""
    parent, score = tree.nodes[frame.index], tree.nodes[child].score
    assert score is not None
    if parent.player not in (0, 1):
        return
    best = frame.best
    improves = best is None or (score > best if parent.player == 0 else score < best)
    if improves:
        frame.best, frame.by = score, child
        window = Window(frame.alpha, frame.beta)
        step("better", frame.index, say.better(tree, parent, tree.nodes[child], best, window))
    else:
        assert best is not None
        step("better", frame.index, say.no_better(tree, parent, tree.nodes[child], best))


def summary_of(steps: list[Step]) -> str:
    """All sentences, numbered: the step-through as a text."""
    return "".join(f"{number:>4}  {step.sentence}\n" for number, step in enumerate(steps, 1))

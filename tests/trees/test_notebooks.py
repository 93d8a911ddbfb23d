"""The notebooks in docs/ run from top to bottom in a kernel of their own; they are kept without outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def nbformat():
    return pytest.importorskip("nbformat", reason="nbformat is not installed")


def test_there_are_four():
    assert len(NOTEBOOKS) == 4


@every_notebook
def test_it_is_clean_and_installs_itself_where_it_must(path, nbformat):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    assert "%pip install --quiet" in code[0].source
    assert notebook.cells[0].source.startswith("# ")
    assert path.stat().st_size < 30_000


@pytest.mark.slow
@every_notebook
@pytest.mark.filterwarnings("default")  # the notebook's machinery is not ours
def test_it_runs(path, nbformat):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
    shown = {
        kind
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        for kind in output.get("data", {})
    }
    assert {"text/html", "image/svg+xml"} <= shown

"""Every notebook runs from its first cell to its last: `pytest -m notebooks`."""

import re
from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"
SECONDS_PER_CELL = 120
# A page prints the pinned verdict of its claim, and the one that was found.
VERDICTS = re.compile(r"^expected +([A-Z ]+)$.*?^verdict +([A-Z ]+):", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.notebooks


def executed(path: Path) -> NotebookNode:
    """The notebook with its outputs; a failure names the notebook and the cell."""
    notebook = jupytext.read(path, fmt="py:percent")
    where = {"metadata": {"path": str(FOLDER)}}
    client = NotebookClient(notebook, timeout=SECONDS_PER_CELL, kernel_name="python3", resources=where)
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError) as error:
        done = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.get("execution_count")]
        pytest.fail(f"{path.name}, code cell {len(done)}: {error}", pytrace=False)
    return notebook


@pytest.fixture(autouse=True)
def _one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_it_runs_and_its_claims_have_their_pinned_verdicts(path):
    notebook = executed(path)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    printed = "\n".join(
        output.text if output.output_type == "stream" else output.get("data", {}).get("text/plain", "")
        for output in outputs
    )
    assert [found for found in VERDICTS.findall(printed) if found[0] != found[1]] == []
    assert len(VERDICTS.findall(printed)) == len(re.findall(r"\bpage\(\"", path.read_text()))
    assert [output.text for output in outputs if output.get("name") == "stderr"] == []


def test_a_failure_names_the_notebook_and_the_cell(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("# %%\nvalue = 1\n\n# %% [markdown]\n# text\n\n# %%\nvalue / 0\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)broken\.py, code cell 2: .*ZeroDivisionError"):
        executed(path)

"""A Python file of a user with claims of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verify.claim import Claim

HEAD = """
from verify import Paper, Rung, Source, Twin, Verdict, claim
from verify.evidence import Evidence

IDENTITY = {"kind": "identity", "variables": ["x"], "relations": [],
    "pairs": [{"says": "square", "left": "(x + 1)**2", "right": "x**2 + 2*x + 1"}]}
WITNESS = {"kind": "witness", "values": {"x": "1/2"}, "hypotheses": ["x > 0"], "violates": ["x**2 < x"]}

def mine(id, expected=Verdict.ARGUED, **more):
    return claim(id, title="A square", statement="about squares", source=Source(Paper("own", "My paper"), "Lemma 1"),
        kind="identity", hypotheses=["x > 0"], instance={"x": 1}, twin=Twin("another constant", {"constant": 2}),
        expected=expected, **more)

def square(constant=1):
    if constant == 1:
        yield Evidence(Rung.PROVED, "all x", "SymPy: expansion", certificate=IDENTITY)
    else:
        yield Evidence(Rung.REFUTED, "x > 0", "search", certificate=WITNESS)
"""


@pytest.fixture
def own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: dict[str, Claim]
) -> Iterator[Callable[..., Path]]:
    """Write a Python file of claims in a folder of its own: call it with Python text after HEAD, and a name."""
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)

    def write(text: str, name: str = "users_own_claims.py") -> Path:
        path = tmp_path / "own" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD + text)
        return path

    yield write
    for name in [name for name in sys.modules if name not in before]:
        if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(tmp_path)):
            del sys.modules[name]

"""Every axiom on random systems: where its premises hold numerically its conclusion does, with the worst margin shown;
without one premise the same test finds a system where the conclusion fails.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from verify.kernel.catalogue import THEOREMS

from . import axiom_limits, axiom_spectra
from .axiom_draws import AXIOMS

DRAWS, TOLERANCE = 40, 1e-6
assert axiom_limits  # it registers its draws, as the next one does
assert axiom_spectra


@pytest.mark.parametrize("name", AXIOMS)
def test_the_conclusion_holds_where_the_premises_do(name: str, record_property: Callable[[str, object], None]) -> None:
    draw, _ = AXIOMS[name]
    random = np.random.default_rng(len(name))
    worst = min(draw(random, "") for _ in range(DRAWS))
    record_property("worst margin", float(worst))
    assert worst >= -TOLERANCE


@pytest.mark.parametrize(("name", "premise"), [(name, p) for name, (_, premises) in AXIOMS.items() for p in premises])
def test_without_a_premise_it_fails(name: str, premise: str) -> None:
    draw, _ = AXIOMS[name]
    random = np.random.default_rng(len(name))
    assert any(draw(random, premise) < -1e-4 for _ in range(DRAWS))


def test_every_axiom_has_a_test_and_they_are_few() -> None:
    assert set(AXIOMS) == set(THEOREMS)
    assert len({name.partition(",")[0] for name in THEOREMS}) <= 20  # variants of one theorem count once
    assert all(premises for _, premises in AXIOMS.values())

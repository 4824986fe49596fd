"""One order of arguments: every public function takes what the table of symbols names in the order that it promises."""

import inspect
from itertools import pairwise

import pytest

import attnverify.stability as st

# Tokens, weights, logit matrix, value matrix, metric, eigenvalues and numbers of tokens, step size.
ROWS = ("X D Y", "A", "P", "V U", "W", "lambda_1 lambda_j lambda_k others rest N", "alpha tau")
RANKS = {name: rank for rank, names in enumerate(ROWS) for name in names.split()}


def public(module=st, prefix="stability"):
    """Every public function and method, with its name."""
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.ismodule(found):
            yield from public(found, f"{prefix}.{name}") if hasattr(found, "__all__") else ()
        elif inspect.isclass(found):
            yield from (
                (f"{prefix}.{name}.{key}", item) for key, item in vars(found).items() if inspect.isfunction(item)
            )
        elif inspect.isfunction(found):
            yield f"{prefix}.{name}", found


def misplaced(function):
    """Pairs of symbols in the wrong order; what may be left out stands after what may not, in the same order."""
    by_place = [item for item in inspect.signature(function).parameters.values() if item.kind is not item.KEYWORD_ONLY]
    for optional in (False, True):
        names = [item.name for item in by_place if (item.default is not item.empty) is optional and item.name in RANKS]
        yield from ((one, other) for one, other in pairwise(names) if RANKS[one] > RANKS[other])


def test_public_functions_keep_the_order_of_the_table():
    found = dict(public())
    assert {"stability.attention_map", "stability.Flow.step", "stability.models.velocity"} <= set(found)
    assert {name: pairs for name, item in found.items() if (pairs := list(misplaced(item)))} == {}


@pytest.mark.parametrize(("function", "pairs"), [
    (lambda alpha, lambda_k: None, [("alpha", "lambda_k")]),
    (lambda V, P: None, [("V", "P")]),
    (lambda Y, A, tau, U=None, W=None: None, []),
])  # fmt: skip
def test_it_sees_a_wrong_order(function, pairs):
    assert list(misplaced(function)) == pairs

"""Every public name reads what stands for a number or an array, and refuses complex entries by name.

One order of arguments: every public function takes what the table of symbols names in the order that it promises.
"""

import inspect
import pickle
from array import array as buffer
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.numbers import as_array
from attnverify.stability.reading import _ARRAYS, _MARK, _SEQUENCES

pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")


class Tensor:
    """What numerical libraries share with NumPy, and nothing else."""

    def __init__(self, values):
        self._values = np.asarray(values)
        self.ndim = self._values.ndim

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self._values, dtype=dtype)


class Derived(Tensor):
    """A tensor that is part of a derivative, as PyTorch has them: it is an array once it is detached."""

    def detach(self):
        return self

    def cpu(self):
        return Tensor(self._values)

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("can't call numpy() on a tensor that requires grad")


def entrywise(convert):
    def nested(values):
        return [nested(row) for row in values] if isinstance(values, list) else convert(values)

    return lambda array: nested(array.tolist() if isinstance(array, np.ndarray) else array)


FORMS = {
    "list": lambda array: array.tolist(),
    "tuple": lambda array: tuple(map(tuple, array.tolist())) if array.ndim == 2 else array.tolist(),
    "matrix": lambda array: np.matrix(array) if array.ndim == 2 else array.tolist(),
    "masked": np.ma.masked_array, "tensor": Tensor, "derived tensor": Derived,
    "decimals": entrywise(lambda x: Decimal(repr(x))),
    "array of decimals": lambda array: np.array(entrywise(lambda x: Decimal(repr(x)))(array), dtype=object),
    "NumPy scalars": entrywise(np.float64),
    "arrays without axes": entrywise(np.array),
    "objects": lambda array: np.array(entrywise(np.float64)(array), dtype=object),
    "decimals and floats": lambda array: [[Decimal(repr(x)), *map(float, y)] for x, *y in array.tolist()]
        if array.ndim == 2 else array.tolist(),
    "a view of memory": lambda array: memoryview(np.ascontiguousarray(array)),
    "a buffer": lambda array: buffer("d", array) if array.ndim == 1 else array.tolist(),
    "rows that are arrays": list, "Fortran order": np.asfortranarray,
    "long doubles": lambda array: array.astype(np.longdouble),
}  # fmt: skip
SCALARS = {
    "float": float, "NumPy": np.float64, "without axes": np.array, "tensor": lambda x: Derived(x).cpu(),
    "decimal": lambda x: Decimal(repr(x)),
}  # fmt: skip
X = np.array([[0.6, 0.8], [1.0, 0.0], [-0.28, 0.96]])
P = np.array([[0.5, -1.0], [0.25, 2.0]])
V = np.array([[1.0, 0.5], [0.5, -0.25]])
S = np.array([[1.5, 0.5], [0.5, 1.0]])
v = np.array([0.6, 0.8])
A = np.array([[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.25, 0.25, 0.5]])
THETA = np.array([0.1, 0.7, 2.0])
GRAM = np.array([[1.0, 0.5], [0.5, 1.0]])
CALLS = {
    "attention_map": lambda r, n: st.attention_map(r(X), r(P), r(V), n(0.3)),
    "attention_map, heads": lambda r, n: st.attention_map(r(X), r(np.array([P, S])), r(np.array([V, P])), n(0.3)),
    "attention_step": lambda r, n: st.models.attention_step(r(X), r(A), r(V), n(0.3)),
    "attention_weights": lambda r, n: st.models.attention_weights(r(X), r(P)),
    "oja_map": lambda r, n: st.oja_map(r(X), r(V), n(0.3)),
    "oja_step": lambda r, n: st.models.oja_step(r(X), r(V), n(0.3)),
    "normalise": lambda r, n: st.models.normalise(r(3 * X)),
    "normalise_rows": lambda r, n: st.models.normalise_rows(r(A)),
    "softmax": lambda r, n: st.models.softmax(r(P)), "logits": lambda r, n: st.models.logits(r(X), r(P)),
    "token_mean": lambda r, n: st.models.token_mean(r(X)),
    "mixed_values": lambda r, n: st.models.mixed_values(r(X), r(A), r(V)),
    "head_weights": lambda r, n: st.models.head_weights(r(X), r(P)),
    "velocity": lambda r, n: st.models.velocity(r(X), r(A), r(V)),
    "velocity, metric": lambda r, n: st.models.velocity(r(X), r(A), r(V), r(S)),
    "drive": lambda r, n: st.models.drive(r(X), r(A)),
    "flow_step": lambda r, n: st.models.flow_step(r(X), r(A), n(0.1)),
    "Flow": lambda r, n: st.Flow(r(P), r(V)).velocity(0.0, r(X)),
    "Flow, metric": lambda r, n: st.Flow(r(P), r(V), r(S)).step(0.0, r(X), n(0.1)),
    "onto_ellipsoid": lambda r, n: st.models.onto_ellipsoid(r(X), r(S)),
    "tangent": lambda r, n: st.models.tangent(r(X), r(X[::-1].copy()), r(S)),
    "gram": lambda r, n: st.models.gram(r(X)), "inner": lambda r, n: st.models.inner(r(X), r(X), r(S)),
    "misalignment": lambda r, n: st.misalignment(r(X)), "energy": lambda r, n: st.energy(r(X), r(S)),
    "heights": lambda r, n: st.decrease.heights(r(X), r(v)),
    "max_lyapunov": lambda r, n: st.decrease.max_lyapunov(r(X[:2]), r(v)),
    "circle_velocity": lambda r, n: st.models.circle_velocity(r(THETA), n(1.5)),
    "kuramoto_velocity": lambda r, n: st.models.kuramoto_velocity(r(THETA)),
    "on_circle": lambda r, n: st.models.on_circle(r(THETA)),
    "is_positive_definite": lambda r, n: float(st.models.is_positive_definite(as_array(r(S)))),
    "trajectory": lambda r, n: st.trajectory(st.Flow(r(P)), r(X), r(np.array([0.0, 0.5]))).states,
    "equal steps": lambda r, n: st.trajectory(st.Flow(P), r(X), r(np.array([0.0, 0.5])), n(0.1)).states,
    "gram_velocity": lambda r, n: st.states.gram_velocity(r(GRAM), r(A[:2, :2])),
    "analyse": lambda r, n: [e.margin for e in st.analyse(r(P * 0), r(V), 4, n(0.25)).equilibria if e.certified][:0],
    "spectrum": lambda r, n: [float(st.analyses.middle(e.value).real) for e in st.spectrum(r(V)).eigenvalues],
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("form", FORMS)
def test_whatever_stands_for_an_array_is_taken_alike(call, form):
    expected = CALLS[call](lambda array: array, float)
    for name, scalar in SCALARS.items():
        if form != "list" and name != "float":
            continue
        found = CALLS[call](FORMS[form], scalar)
        assert np.allclose(np.asarray(found, dtype=float), np.asarray(expected, dtype=float), rtol=0, atol=1e-13)


@pytest.mark.parametrize("call", ["trajectory", "equal steps", "attention_map", "misalignment", "heights"])
def test_tokens_in_single_precision_are_unit_tokens(call):
    expected = CALLS[call](lambda array: array, float)
    single = CALLS[call](lambda array: array.astype(np.float32), np.float32)
    assert np.allclose(single, expected, atol=2e-6)


def test_single_precision_forgives_rounding_and_no_more():
    tokens = st.draws.random_tokens(np.random.default_rng(0), 1, 40, 5)[0]
    st.models.require_on_ellipsoid(tokens.astype(np.float32))
    st.models.require_on_ellipsoid(tokens.astype(np.float16))
    for bad in (tokens * (1 + 1e-8), (tokens * 1.001).astype(np.float32), (tokens * 1.05).astype(np.float16)):
        with pytest.raises(ValueError, match=r"token \[0\] is not on the ellipsoid"):
            st.models.require_on_ellipsoid(bad)


NUMBERS = [4, np.int64(4), np.int8(4), np.uint32(4), np.array(4), Derived(np.array(4)).cpu()]


@pytest.mark.parametrize("N", NUMBERS, ids=lambda N: type(N).__name__)
@pytest.mark.parametrize("alpha", [0.25, np.float32(0.25), np.array(0.25), Fraction(1, 4), Decimal("0.25"), "heads"])
def test_analyse_takes_numbers_as_they_come(N, alpha):
    def found(N, alpha, read=lambda M: M):
        heads = [(read(np.diag([1.0, 0.0])), read(np.diag([0.5, 0.25])))]
        analysis = st.analyse(read(np.zeros((2, 2))), read(np.diag([1.0, -2.0])), N, alpha, heads=heads)
        return [(record.kind, record.split, record.verdict) for record in analysis.equilibria]

    expected = found(4, 0.25)
    if alpha == "heads":
        for form in ("list", "matrix", "tensor", "decimals", "array of decimals", "NumPy scalars"):
            assert found(N, 0.25, FORMS[form]) == expected
    else:
        assert found(N, alpha) == expected


def test_other_public_functions_take_numbers_alike():
    assert np.array_equal(st.models.uniform_weights(np.int64(3)), st.models.uniform_weights(3))
    assert st.simplex(np.array(2)).tokens.tolist() == st.simplex(2).tokens.tolist()
    assert st.polygon(np.int64(4)).tokens.tolist() == st.polygon(4).tokens.tolist()
    exact = [[Fraction(3, 5), Fraction(4, 5)], [1, 0]]
    half = st.models.oja_step(exact, [[1, 0], [0, Decimal("0.5")]], Decimal("0.5"))
    assert half.tolist() == [[1, Fraction(9, 10)], [Fraction(7, 5), Fraction(1, 10)]]
    assert st.attention_map(sp.Matrix([[1, 0]]), sp.eye(2), sp.eye(2), 1).tolist() == [[1, 0]]
    whole = st.attention_map([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 1]], 0.3)
    assert np.allclose(whole, st.attention_map(np.eye(2), np.eye(2), np.eye(2), 0.3))


def public():
    """Every function and every constructor, with the parameters that are arrays."""
    found = {}
    for folder in [st, *(getattr(st, name) for name in st.__all__ if inspect.ismodule(getattr(st, name)))]:
        for name in getattr(folder, "__all__", ()):
            item = getattr(folder, name)
            call = item.__init__ if inspect.isclass(item) else item
            if not inspect.isfunction(call) or not getattr(item, "__module__", "").startswith("attnverify.stability"):
                continue
            arrays = [p.name for p in inspect.signature(call).parameters.values() if str(p.annotation) in _ARRAYS]
            if arrays:
                found[f"{item.__module__}.{item.__qualname__}"] = (call, arrays)
    return found


PUBLIC = public()


def test_many_are_public():
    assert len(PUBLIC) > 120
    assert all(hasattr(call, _MARK) for call, _ in PUBLIC.values())


def called(name, bad, value):
    """The call with this value for one argument, and something that is read for the others."""
    call, _ = PUBLIC[name]
    kinds = {p.name: str(p.annotation) for p in inspect.signature(call).parameters.values() if p.default is p.empty}
    given = {k: [np.eye(2)] if kind in _SEQUENCES else np.eye(2) if kind in _ARRAYS else 2 for k, kind in kinds.items()}
    own = given.pop("self", None)
    return call(*[object()] * (own is not None), **{**given, bad: value})


NO_ARRAYS = [
    None, "abc", b"ab", {"a": 1}, {1, 2}, object(), 3.0, iter([1.0]), np, [[1.0, None], [2.0, 3.0]], [["a", "b"]],
    np.array([["a", "b"]]), np.array([[None, 1]]), [[1.0, 2.0], [3.0]], [{"a": 1}], (True, [2.0]),
]  # fmt: skip
COMPLEX = [[1, 2j], [0, 1]]


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_no_array_of_real_numbers_is_refused_by_name_everywhere(name):
    call, arrays = PUBLIC[name]
    for bad in arrays:
        for value in (np.eye(2) * 1j, COMPLEX, Tensor(COMPLEX), np.array(COMPLEX, dtype=object)):
            with pytest.raises(ValueError, match=f"^{bad}: has complex entries; allowed are real numbers$"):
                called(name, bad, value)
        for value in NO_ARRAYS:
            if value is not None or not inspect.signature(call).parameters[bad].annotation.endswith("None"):
                with pytest.raises(ValueError, match=f"^{bad}(:| has shape) .*(allowed|differ in length)") as caught:
                    called(name, bad, value)
                assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.models.uniform_weights("3"), "^N: '3' of type str; allowed is a whole number$"),
    (lambda: st.attention_map([], P, V, 0.3), r"^tokens have shape \(0,\); allowed is \(\.\.\., N, d\)"),
    (lambda: st.oja_map(np.ones((0, 2)), V, 0.3), r"^tokens have shape \(0, 2\); allowed is"),
    (lambda: st.attention_map(X, P, V, "0.3"), "^alpha: '0.3' of type str; allowed is a number$"),
    (lambda: st.misalignment(np.array([["2020-01-01"] * 2], dtype="M8")), "^Y: entry .* of type date; allowed"),
    (lambda: st.draws.random_tokens(np.random.default_rng(0), None, 2, 3), "None of type NoneType; allowed is a whole"),
    (lambda: st.spectrum(None), "V"), (lambda: st.spectrum("abc"), "V"), (lambda: st.spectrum([[1, 2], [3]]), "V"),
    (lambda: st.analyse({"a": 1}, V, 3, 0.1), "P"), (lambda: st.analyse(P, None, 3, 0.1), "V"),
    (lambda: st.analyse(P, V, 3, "0.1"), "alpha"), (lambda: st.analyse(P, V, None, 0.1), "N"),
    (lambda: st.consensus(None, [1, 0], 3), "V"), (lambda: st.bipartite(np.eye(2), "ab", 1, 1), "v"),
    (lambda: st.batches.Dynamics("softmax", "abc"), "P"), (lambda: st.batches.Dynamics("softmax", {}), "P"),
    (lambda: st.linearise(lambda X: X, None), "state"), (lambda: st.linearise(lambda X: X, "ab"), "state"),
    (lambda: st.linearise(lambda X: X, {"a": 1}), "state"), (lambda: st.linearise(lambda X: X, [[1, 2], [3]]), "state"),
    (lambda: st.jacobian(lambda X: X, [[1.0, None]]), "state"),
    (lambda: st.simplex("3"), "d|m|n|'3'"),
])  # fmt: skip
def test_what_may_be_exact_is_refused_by_name_too(call, said):
    with pytest.raises(ValueError, match=said) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("value", "said"), [
    ([[1.0, 2.0], [3.0]], "P: its rows differ in length"),
    (np.ma.masked_array(np.eye(2), [[True, False], [False, False]]), "P: has masked entries"),
    ([[Decimal("NaN"), 0], [0, 1]], "NaN is not finite"),
    ([[Decimal("Infinity"), 0], [0, 1]], "Infinity is not finite"),
])  # fmt: skip
def test_what_cannot_be_read_is_named(value, said):
    with pytest.raises(ValueError, match=said):
        st.attention_map(X, value, V, 0.1)


def test_public_functions_are_what_they_were():
    from attnverify.stability.models.maps import attention_map

    assert st.attention_map is st.models.attention_map
    assert inspect.unwrap(st.attention_map) is attention_map
    assert st.attention_map.__doc__ == attention_map.__doc__
    assert pickle.loads(pickle.dumps(st.attention_map)) is st.attention_map
    flow = pickle.loads(pickle.dumps(st.Flow([[1, 0], [0, 1]])))
    assert isinstance(flow, st.Flow)
    assert np.array_equal(flow.P, np.eye(2))


EXACT = {
    "lists": lambda M: M, "integers": np.array,
    "a matrix": lambda M: np.matrix(M) if isinstance(M[0], list) else np.array(M),
    "a tensor": Tensor, "decimals": entrywise(lambda x: Decimal(x)), "fractions": entrywise(Fraction),
    "SymPy": lambda M: sp.Matrix(M) if isinstance(M[0], list) else entrywise(sp.Integer)(M),
}  # fmt: skip
BUILT = {
    "consensus": lambda r, n: st.consensus(r([[2, 0], [0, 1]]), r([1, 0]), n(4)),
    "bipartite": lambda r, n: st.bipartite(r([[2, 0], [0, 1]]), r([1, 0]), n(3), n(1)),
    "antipodal": lambda r, n: st.states.antipodal(r([1, 0]), n(2)),
    "simplex": lambda r, n: st.simplex(n(3)),
    "balanced": lambda r, n: st.states.balanced(r([[1, 0], [-1, 0]]), r([1, 1])),
}


@pytest.mark.parametrize("build", BUILT)
@pytest.mark.parametrize("form", EXACT)
def test_states_are_built_from_whatever_is_exact(build, form):
    expected = BUILT[build](lambda M: M, int)
    for number in (int, np.int64, np.array):
        found = BUILT[build](EXACT[form], number)
        assert np.all(found.tokens == expected.tokens)
        counts = [None if one.counts is None else list(one.counts) for one in (found, expected)]
        assert counts[0] == counts[1]


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint8, np.int64])
def test_products_of_whole_numbers_do_not_wrap_around(kind):
    large = np.array([[np.iinfo(kind).max, 0], [np.iinfo(kind).max, 3]], dtype=kind)
    exact = large.astype(object)
    for found, expected in (
        (st.decrease.heights(large, large[0]), exact @ exact[0]),
        (st.decrease.max_lyapunov(large, large[0]), 1 - min(exact @ exact[0])),
        (st.models.gram(large), exact @ exact.T),
        (st.models.logits(large, large), exact @ exact @ exact.T),
        (st.models.mixed_values(large, large, large), exact @ exact @ exact.T),
        (st.models.mixed_values(large, large, large.astype(float)), exact @ exact @ exact.T),
    ):
        assert np.allclose(found.astype(float), np.asarray(expected, dtype=float), rtol=1e-15)


@pytest.mark.parametrize(("call", "name"), [
    (lambda M: st.spectrum(M), "V"), (lambda M: st.analyse(M, np.eye(2), 3, 0.1), "P"),
    (lambda M: st.analyse(np.eye(2), M, 3, 0.1), "V"), (lambda M: st.consensus(M, [1, 0], 3), "V"),
    (lambda M: st.states.balanced(M), "tokens"), (lambda M: st.batches.Dynamics("softmax", M), "P"),
    (lambda M: as_array(M, "M"), "M"),
])  # fmt: skip
def test_complex_matrices_are_refused_by_name_where_anything_is_allowed(call, name):
    for M in (np.eye(2) * 1j, [[1j, 0], [0, 1]], Tensor(np.eye(2) * 1j)):
        with pytest.raises(ValueError, match=f"{name}.* complex"):
            call(M)


# Tokens, weights, logit matrix, value matrix, metric, eigenvalues and numbers of tokens, step size.
ROWS = ("X D Y", "A", "P", "V U", "W", "lambda_1 lambda_j lambda_k others rest N", "alpha tau")
RANKS = {name: rank for rank, names in enumerate(ROWS) for name in names.split()}


def ordered_public(module=st, prefix="stability"):
    """Every public function and method, with its name."""
    for name in module.__all__:
        found = getattr(module, name)
        if inspect.ismodule(found):
            yield from ordered_public(found, f"{prefix}.{name}") if hasattr(found, "__all__") else ()
        elif inspect.isclass(found):
            functions = ((key, item) for key, item in vars(found).items() if inspect.isfunction(item))
            yield from ((f"{prefix}.{name}.{key}", item) for key, item in functions)
        elif inspect.isfunction(found):
            yield f"{prefix}.{name}", found


def misplaced(function):
    """Pairs of symbols in the wrong order; what may be left out stands after what may not, in the same order."""
    by_place = [item for item in inspect.signature(function).parameters.values() if item.kind is not item.KEYWORD_ONLY]
    for optional in (False, True):
        names = [item.name for item in by_place if (item.default is not item.empty) is optional and item.name in RANKS]
        yield from ((one, other) for one, other in pairwise(names) if RANKS[one] > RANKS[other])


def test_public_functions_keep_the_order_of_the_table():
    found = dict(ordered_public())
    assert {"stability.attention_map", "stability.Flow.step", "stability.models.velocity"} <= set(found)
    assert {name: pairs for name, item in found.items() if (pairs := list(misplaced(item)))} == {}


@pytest.mark.parametrize(("function", "pairs"), [
    (lambda alpha, lambda_k: None, [("alpha", "lambda_k")]),
    (lambda V, P: None, [("V", "P")]),
    (lambda Y, A, tau, U=None, W=None: None, []),
])  # fmt: skip
def test_it_sees_a_wrong_order(function, pairs):
    assert list(misplaced(function)) == pairs

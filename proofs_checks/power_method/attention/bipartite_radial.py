"""Supplement D.3, Lemma 14 and Remark 8: the radial class at a bipartite state, beside the tangent ones.

Radial eigenvalues depend on how the map is continued off the spheres. Two continuations: the normalised map y/|y| as
it stands, and y/n with n^2 = 1 + 2 alpha x.s + alpha^2 |s|^2, in which |x| = 1 was put in first; on unit tokens they
agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_setting as setting
from proofs_checks.power_method.attention import bipartite_trials as trials
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

LABEL = "Lemma 14, class 1"


def _blocks() -> dict[str, Any]:
    """Every derived (3, 3) block, by name; coordinates (v_k, moved direction, rest)."""
    J = setting.ambient_blocks()
    named = {f"own, group {g + 1}": J.own[g] for g in (0, 1)} | {f"same, group {g + 1}": J.same[g] for g in (0, 1)}
    return named | {f"from group {g + 1} to {h + 1}": block for (h, g), block in J.cross.items()}


@illustration(
    "POW-L14.class1",
    title="Radial eigenvalues at a bipartite state",
    statement=(
        "The ambient derivative of the normalised attention map at the bipartite state with $c_1, c_2 > 0$ maps every"
        " radial perturbation to zero: the vectors with $v_k$ in one slot are eigenvectors, with eigenvalue 0 p times"
        " on the tokens at $v_k$ and q times on those at $-v_k$."
    ),
    source=Source(PAPER, LABEL, reconstructed=True),
    kind="spectrum",
    reading="R1: the full ambient derivative of y/|y|",
)
def class1(second: int = 0) -> Iterator[Evidence]:
    scope = f"{setting.ALL_SIZES}; V symmetric or not"
    claimed = {"own, group 2": second}
    yield decide.identity(
        {
            f"{name}, radial column": (sp.Matrix(block[:, 0]), sp.Matrix([claimed.get(name, 0), 0, 0]))
            for name, block in _blocks().items()
        },
        given=setting.given(),
        scope=scope,
    )
    pairs = {}
    for g in (0, 1):
        found = _closed_radial_image(g)
        for i, says in enumerate(("the token that moves", "another of its group", "one of the other group")):
            value = second if g == 1 and i == 0 else 0
            pairs[f"{says}, group {g + 1} moves"] = (sp.Matrix(found[i]), sp.Matrix([value, 0, 0]))
    yield decide.identity(pairs, given=setting.given(), scope=scope)


def _closed_radial_image(g: int) -> Any:
    """Df[D] for one token of group g moved along v_k, by the closed derivative formula of y/|y| : (3, 3)."""
    s = symbols()
    own, other = (s.p, s.q) if g == 0 else (s.q, s.p)
    V, P = setting.value_matrix(), setting.logit_matrix(sp.Symbol("a", real=True))
    X = np.array([[sp.Integer((1 - 2 * g) * e), sp.Integer(0), sp.Integer(0)] for e in (1, 1, -1)], dtype=object)
    A = st.normalise_rows(s.g ** (X[:, :1] * X[:, 0]), counts=np.array([1, own - 1, other], dtype=object))
    c = setting.weights().factors(s.lambda_k, s.alpha)
    derivative = st.linearisation.attention_derivative(
        X, A, P, V, s.alpha, norms=np.array([c[g], c[g], c[1 - g]], dtype=object)
    )
    D = X - X
    D[0, 0] = sp.Integer(1)
    return derivative(D)


@illustration(
    "POW-L14.class1.R2",
    title="Radial eigenvalues at a bipartite state, unit norm put in first",
    statement=(
        r"With $\|y_i\|^2$ replaced by $1 + 2\alpha x_i^T s_i + \alpha^2\|s_i\|^2$ before differentiating, the vectors"
        " with $v_k$ in one slot are eigenvectors of the Jacobian at the bipartite state with p tokens $v_k$, where"
        " $y_i = c_1v_k$, and q tokens $-v_k$, where $y_i = -c_2v_k$, if $c_1, c_2 > 0$: with eigenvalue $1/c_1^2$ p"
        " times and $1/c_2^2$ q times."
    ),
    source=Source(PAPER, LABEL, reconstructed=True),
    kind="spectrum",
    reading="R2: unit norm substituted before differentiating",
)
def class1_substituted(power: int = 2) -> Iterator[Evidence]:
    s = symbols()
    c = setting.weights().factors(s.lambda_k, s.alpha)
    pairs = {}
    for g in (0, 1):
        own, same, other = _substituted_column(g)
        pairs[f"the token of group {g + 1} that moves"] = (own, 1 / c[g] ** power)
        pairs[f"another token of group {g + 1}"] = (same, sp.Integer(0))
        pairs[f"a token of the other group, one of group {g + 1} moves"] = (other, sp.Integer(0))
    yield decide.identity(pairs, given=setting.given(), scope=f"{setting.ALL_SIZES}; V symmetric or not")


def _substituted_column(g: int) -> list[Any]:
    """How the three kinds of tokens answer along v_k when one of group g moves along v_k, in the continuation y/n.

    All of it happens on the line of v_k, so one coordinate is enough: V is lambda_k there, P is a = log g.
    """
    s = symbols()
    t = sp.Symbol("t", real=True)
    side, (own, other) = 1 - 2 * g, ((s.p, s.q) if g == 0 else (s.q, s.p))
    X = np.array([[side + t], [sp.Integer(side)], [sp.Integer(-side)]], dtype=object)
    counts = np.array([1, own - 1, other], dtype=object)
    A = st.attention_weights(X, np.array([[sp.log(s.g)]], dtype=object), counts=counts)
    Y = st.attention_step(X, A, np.array([[s.lambda_k]], dtype=object), s.alpha)
    c = setting.weights().factors(s.lambda_k, s.alpha)
    answers = []
    for x, y, n in zip(X[:, 0], Y[:, 0], (c[g], c[g], c[1 - g]), strict=True):
        # n^2 = 1 + 2 alpha x.s + alpha^2 |s|^2 = |y|^2 - |x|^2 + 1, so n dn = y dy - x dx.
        place, velocity, moved = y.subs(t, 0), sp.diff(y, t).subs(t, 0), sp.diff(x, t) * x.subs(t, 0)
        answers.append(velocity / n - place * (place * velocity - moved) / n**3)
    return answers


@illustration(
    "POW-R8",
    title="Which classes at a bipartite state are intrinsic",
    statement=(
        "At a bipartite state of the attention map with $c_1, c_2 > 0$ class 1 is extrinsic: its vectors are"
        " orthogonal to the tangent space. Classes 2 and 3 are intrinsic: their vectors are tangent, and the Jacobian"
        " maps tangent vectors to tangent vectors. The tangent space has dimension N(d-1), which classes 2 and 3"
        " fill; so they alone decide stability on the product of spheres."
    ),
    source=Source(PAPER, "Remark 8"),
    kind="identity",
)
def intrinsic_classes(class2_directions: int = 1) -> Iterator[Evidence]:
    s = symbols()
    scope = f"{setting.ALL_SIZES}; V symmetric or not"
    # Coordinate 0 is x_i up to sign, for every token: radial vectors have only it, tangent vectors have all others.
    radial, tangent = sp.Matrix([1, 0, 0]), sp.Matrix([0, *sp.symbols("t_1 t_2", real=True)])
    blocks = _blocks()
    given = [*setting.given(), s.d >= 2]
    intrinsic = 2 * (s.d - class2_directions) + (s.p + s.q - 2) * (s.d - 1)
    yield conjunction(
        {
            "class 1 is orthogonal to every tangent vector": decide.identity(
                {"inner product": (radial.dot(tangent), sp.Integer(0))}, scope=scope
            ),
            "tangent vectors are mapped to tangent vectors": decide.identity(
                {f"{name}, radial part": (sp.Matrix(block[:1, 1:]), sp.zeros(1, 2)) for name, block in blocks.items()},
                given=given,
                scope=scope,
            ),
            "classes 2 and 3 have as many vectors as the tangent space has dimensions": decide.identity(
                {"count": (intrinsic, (s.p + s.q) * (s.d - 1))}, given=given, scope=scope
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-L14.count",
    title="The sizes of the three bipartite classes add up to that of the Jacobian",
    statement=(
        "For p + q = N, a class 1 with N members, a class 2 with 2(d-1) and a class 3 with (p-1)(d-1) + (q-1)(d-1)"
        " = (N-2)(d-1) have together N + 2(d-1) + (N-2)(d-1) = Nd, the size of the ambient Jacobian."
    ),
    source=Source(PAPER, "Lemma 14", reconstructed=True),
    kind="identity",
)
def completeness(groups: int = 2, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    N = s.p + s.q
    third = (N - groups) * (s.d - 1)
    yield decide.identity(
        {
            "class 3 group by group": ((s.p - 1) * (s.d - 1) + (s.q - 1) * (s.d - 1), third),
            "all classes": (N + 2 * (s.d - 1) + third, N * s.d),
        },
        given=[s.p >= 1, s.q >= 1, s.d >= 2],
        scope="all p, q >= 1 and all d >= 2",
    )
    yield trials.ambient_spectra(seed)

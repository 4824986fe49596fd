"""Section 2.1: the ellipsoid E_W^n, the projection pi_W onto it, the sphere as a special case; token-wise use of pi_W.

Two vectors x, X span at most a plane, so that generic coordinates in R^3 with a symbolic metric W carry every n (see
`consensus.symbols`). Where W is compared with the identity, a basis of eigenvectors of W is used: a sum over its
directions k is looked at term by term, with lambda_k > 0 and the coordinate xi_k of x.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import SMOOTH
from attnverify.proofs_checks.consensus.symbols import metric, product, unit
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1")
SCOPE = "all n >= 1, every symmetric positive definite W"


@claim(
    "CON-2.1.a",
    title="The ellipsoid is a smooth compact hypersurface",
    statement=(
        r"For every symmetric positive definite W, $E = \{x \in R^{n+1} : x^TWx = 1\}$ is a smooth compact hypersurface"
        r" of dimension n with tangent space $\{X : x^TWX = 0\}$ at x. Steps: the derivative of $q(x) = x^TWx$ along X"
        r" is $2x^TWX$ and is 2 along X = x, so 1 is a regular value; the tangent space is the kernel of a functional"
        r" that is not zero, and $X = (X - \langle x,X\rangle_Wx) + \langle x,X\rangle_Wx$ splits off one dimension; E"
        r" is closed and $|x|^2 \le 1/\lambda_{\min}(W)$ on it; $x \mapsto W^{1/2}x$ maps it onto $S^n$."
    )
    + missing(SMOOTH),
    source=Source(PAPER, "Section 2.1"),
    kind="identity",
    hypotheses=(*SIZES, "least > 0", "lam >= least"),
    instance={"n": 2, "least": "1/2", "lam": 3},
    twin=Twin("the derivative of q is 3 x^T W X", {"factor": 3}),
    expected=Verdict.ARGUED,
)
def ellipsoid(factor: int = 2) -> Iterator[Evidence]:
    x, X, W = generic.array("x", 3), generic.array("X", 3), metric(3)
    e, least, lam, xi, root = sp.symbols("e least lam xi root", real=True)
    moved = product(x + e * X, x + e * X, W)
    B = metric(3)
    Bx = x @ B
    yield conjunction(
        {
            "the derivative of q along X": decide.identity(
                {"2 <x, X>_W": (sp.diff(moved, e).subs(e, 0), factor * product(x, X, W))}, scope=SCOPE
            ),
            "along x it is twice q (Euler), which is 2 on E": decide.identity(
                {"2 q": (sp.diff(moved, e).subs(e, 0).subs(dict(zip(X, x, strict=True))), factor * product(x, x, W))},
                scope=SCOPE,
            ),
            "X - <x, X> x is tangent at x = e_1, |e_1|_W = 1": decide.identity(
                {"0": (product(unit(3), st.models.tangent(unit(3), X, metric(3, units=1)), metric(3, units=1)), 0)},
                scope=SCOPE,
            ),
            "bounded: lambda_min xi_k^2 <= lambda_k xi_k^2, summed over k": decide.inequality(
                least * xi**2 <= lam * xi**2, [lam >= least, least > 0], scope=SCOPE
            ),
            "the root, per direction k: (sqrt(lambda_k) xi_k)^2 = lambda_k xi_k^2": decide.identity(
                {"term": ((root * xi) ** 2, lam * xi**2)}, relations=[(root**2, lam)], scope=SCOPE
            ),
            "with a symmetric root B of W = B^2: |B x|^2 = x^T W x": decide.identity(
                {"q": (np.sum(Bx * Bx), product(x, x, B @ B))}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )

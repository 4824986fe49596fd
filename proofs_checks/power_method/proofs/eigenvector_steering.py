"""Section 2.3: rank-one steering along an eigenvector moves exactly one eigenvalue (Brauer).

With F u = lambda u the matrices F and F + size u w^T differ by a map into the line of u, so that modulo this line they
are one map; its eigenvalues, with their multiplicities, are the other eigenvalues of both.
"""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, obtain, take, unfold, witness

MATRICES: Part = {
    "letters": ["F, G: matrix", "u, w: vector", "rho, lam: number"],
    "given": ["F(u) == lam*u", "u != 0"],
}
SAME_MODULO = "forall a in vector: exists t in number: G(a) - F(a) == t*u"
OTHERS = (
    "forall s in number, k in number: (other_eigenvalue(F, u, s, k) => other_eigenvalue(G, u, s, k))"
    " and (other_eigenvalue(G, u, s, k) => other_eigenvalue(F, u, s, k))"
)


def pair(M: str) -> str:
    """A complex eigenvector of M modulo u, as two real vectors."""
    return (
        "exists a in vector, b in vector, p in number, q in number: (a != 0 or b != 0) and dot(u, a) == 0 and"
        f" dot(u, b) == 0 and {M}(a) == s*a - k*b + p*u and {M}(b) == k*a + s*b + q*u"
    )


def moved(source: str, target: str, size: str, update: str) -> Tree:
    """An eigenvalue of one matrix beside u is one of the other, with other multiples of u."""
    image = "{0}(y) == s*y - k*z + p*u", "{0}(z) == k*y + s*z + q*u"
    use = [text.format(source) for text in image]
    sign = "+" if source == "F" else "-"
    facts = [f"{target}({x}) == {source}({x}) {sign} {size}*dot(w, {x})*u" for x in "yz"]
    steps: Steps = [(fact, take(update, [x], leaf(use=[_at(update, x)]))) for fact, x in zip(facts, "yz", strict=True)]
    ends = [leaf(use=[fact, equation]) for fact, equation in zip(facts, use, strict=True)]
    body = both(KNOWN, KNOWN, KNOWN, *ends)
    for value in (f"q {sign} {size}*dot(w, z)", f"p {sign} {size}*dot(w, y)", "z", "y"):
        body = witness(value, body)
    return intro(
        "",
        unfold(
            f"other_eigenvalue({source}, u, s, k)", obtain(pair(source), "y,z,p,q", unfold("goal", have(steps, body)))
        ),
    )


def _at(update: str, x: str) -> str:
    return update.partition(": ")[2].replace("(a)", f"({x})").replace("(w, a)", f"(w, {x})")


PLANE: Part = {
    "F": [[-1, 2, 0], [0, 1, -3], [0, 3, 1]],
    "u": [1, 0, 0],
    "lam": -1,
    "rho": 10,
}
W1, W2 = ["1", "2", "-1"], ["3/5", "4/5", "0"]


def steered(size: int, w: list[str]) -> list[list[str]]:
    """F + size u w^T for u = e_1."""
    rows = [[str(x) for x in row] for row in PLANE["F"]]
    return [[f"{x} + {size}*({y})" for x, y in zip(rows[0], w, strict=True)], *rows[1:]]


WORDS: Part = {
    "POW-S3": {
        "title": "Steering along an eigenvector, w^T u = 1",
        "sentence": (
            r"If $Fu = \lambda u$, $u \ne 0$ and $w^Tu = 1$ (w for instance the left eigenvector of the same"
            r" eigenvalue), then $(F + \rho uw^T)u = (\lambda + \rho)u$, and modulo the line of u the matrices"
            r" F and $F + \rho uw^T$ are one map, so that all other eigenvalues are the same, with their"
            " algebraic multiplicities. Only the right eigenvector is needed."
        ),
        "reading": "R1: normalised w^T u = 1",
    },
    "POW-S3.R2": {
        "title": "Steering along an eigenvector, unit vectors",
        "sentence": (
            r"If $Fu = \lambda u$ with unit vectors u, w, then $(F + \rho uw^T)u = (\lambda + \rho w^Tu)u$,"
            r" and modulo the line of u the matrices F and $F + \rho uw^T$ are one map, so that all other"
            " eigenvalues are the same, with their algebraic multiplicities."
        ),
        "reading": "R2: unit vectors",
    },
    "POW-S3.R3": {
        "title": "Steering along an eigenvector, scaled by the principal eigenvalue",
        "sentence": (
            r"If $Fu = \lambda u$, $u \ne 0$ and $w^Tu = 1$, then $(F + \rho\lambda_1uw^T)u = (\lambda +"
            r" \rho\lambda_1)u$, and modulo the line of u the matrices F and $F + \rho\lambda_1uw^T$ are one"
            " map, so that all other eigenvalues are the same, with their algebraic multiplicities."
        ),
        "reading": "R3: the update is scaled by lambda_1",
    },
}

for id, size, given, more, product, w, large in (
    ("POW-S3", "rho", "dot(w, u) == 1", {}, "1", W1, 10),
    ("POW-S3.R2", "rho", "dot(u, u) == 1 and dot(w, w) == 1", {}, "dot(w, u)", W2, 10),
    ("POW-S3.R3", "rho*lambda_1", "dot(w, u) == 1", {"lambda_1": 2}, "1", W1, 20),
):
    update = f"forall a in vector: G(a) == F(a) + {size}*dot(w, a)*u"
    eigenvalue = f"G(u) == (lam + {size}*{product})*u" if product != "1" else f"G(u) == (lam + {size})*u"
    on_u = take(update, ["u"], leaf(use=[_at(update, "u"), "F(u) == lam*u", *([given] if product == "1" else [])]))
    values = {"dim": 3, "letters": {**PLANE, **more, "G": steered(large, w), "w": w}}
    formal(
        id,
        **WORDS[id],
        source=Source(PAPER, "Section 2.3"),
        kind="spectrum",
        statement=model(
            MATRICES,
            {
                "letters": [f"{name}: number" for name in more],
                "given": [update, given],
                "show": [eigenvalue, SAME_MODULO, OTHERS],
            },
        ),
        proof=[
            on_u,
            intro("y", witness(f"{size}*dot(w, y)", take(update, ["y"], leaf(use=[_at(update, "y")])))),
            intro("s,k", both(moved("F", "G", size, update), moved("G", "F", size, update))),
        ],
        instance=values,
        twin=Variant("the eigenvalue moves by half as much", {"G(u) == (lam + ": "G(u) == (lam + 1/2*"}, values),
    )

"""The least value of a positive definite form on unit vectors."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

_LEAST = "exists mu in number: mu > 0 and (forall a in vector E: dot(a, W(a)) >= mu*dot(a, a))"
_ON_SPHERE = "exists mu in number: mu > 0 and (forall a in vector E: dot(a, a) == 1 => mu <= dot(a, W(a)))"
_BOUND = "forall a in vector E, b in vector E: dot(a, W(b)) <= K*norm(a)*norm(b)"
_FIRST, _SECOND = "dot(p - q, W(p)) <= K*norm(p - q)*norm(p)", "dot(q, W(p - q)) <= K*norm(q)*norm(p - q)"
_SLOW = intro(
    ["p", "q", ""],
    have(
        [
            ("norm(p) == 1", leaf(norms=["1"], use=["dot(p, p) == 1"])),
            ("norm(q) == 1", leaf(norms=["1"], use=["dot(q, q) == 1"])),
            (_FIRST, take(_BOUND, ["p - q", "p"], KNOWN)),
            (_SECOND, take(_BOUND, ["q", "p - q"], KNOWN)),
        ],
        leaf(f"1: {_FIRST}", f"1: {_SECOND}", use=["norm(p) == 1", "norm(q) == 1"]),
    ),
)
_POSITIVE = intro(
    ["p", ""],
    have(
        [("p != 0", rule("nonzero vector", leaf("1:", "eq -1: dot(p, p) == 1"), u="p"))],
        rule("positive form", W="W", u="p"),
    ),
)
_ANY = split(
    "p == 0 or p != 0",
    leaf(use=["p == 0"]),
    have(
        [
            ("dot(p, p) > 0", rule("positive square", u="p")),
            "dot(1/norm(p)*p, 1/norm(p)*p) == 1",
            "mu <= dot(1/norm(p)*p, W(1/norm(p)*p))",
        ],
        leaf("1: dot(p, p) > 0; mu <= dot(1/norm(p)*p, W(1/norm(p)*p))"),
    ),
)
_ON_UNITS = lemma(
    "LEM-least-on-sphere", leaf("2: K > 0"), _SLOW, _POSITIVE, g="fn(a in vector E: dot(a, W(a)))", L="2*K"
)
formal(
    "LEM-least-form",
    title="A positive definite form has a positive least value on unit vectors",
    statement={
        "spaces": ["E"],
        "letters": ["W: operator E"],
        "given": ["positive_definite(W)"],
        "show": [_LEAST],
    },
    proof=rule(
        "some bound",
        have([(_ON_SPHERE, _ON_UNITS)], obtain(_ON_SPHERE, "mu", witness("mu", both(KNOWN, intro("p", _ANY))))),
        U="W",
        C=_LEAST,
    ),
)


def least_form(operator: str, then: Tree, mu: str = "mu") -> Tree:
    """A letter mu for a positive least value of the form of a positive definite operator on unit vectors."""
    below = f"forall z0 in vector: dot(z0, {operator}(z0)) >= {mu}*dot(z0, z0)"
    fact = f"exists {mu} in number: {mu} > 0 and ({below})"
    return have([(fact, lemma("LEM-least-form", W=operator))], obtain(fact, mu, then))

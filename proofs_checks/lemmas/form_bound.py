"""Matrices of finitely many heads are bounded in the metric of any positive definite form."""

from __future__ import annotations

from proofs_checks.lemmas.least_value import least_form
from verify.formal import formal
from verify.tactics.build import both, have, intro, leaf, rule, witness

FORM = "forall b in vector, c in vector: 2*dot(b, G({0}(c))) <= {1}*(dot(b, G(b)) + dot(c, G(c)))".format
_HEAD = f"K >= 0 and ({FORM('U[{0}]', 'K')})".format
_BOUND = f"exists K in number: {_HEAD('x')}"
_EACH = have(
    [
        "dot(b, G(b)) >= mu*dot(b, b)",
        "dot(c, G(c)) >= mu*dot(c, c)",
        "dot(G(b), U[x](c)) <= k*norm(G(b))*norm(c)",
        "dot(G(b), G(b)) <= L*norm(G(b))*norm(b)",
        (
            "norm(G(b)) <= L*norm(b)",
            rule(
                "below the square",
                leaf("1: L > 0; norm(b) >= 0"),
                leaf("2: dot(G(b), G(b)) <= L*norm(G(b))*norm(b)", "1: sq L*norm(b) - norm(G(b))"),
                a="norm(G(b))",
                b="L*norm(b)",
            ),
        ),
    ],
    leaf(
        "2: dot(G(b), U[x](c)) <= k*norm(G(b))*norm(c)",
        "2: k > 0; norm(c) >= 0; norm(G(b)) <= L*norm(b)",
        "1: k > 0; L > 0; sq norm(b) - norm(c)",
        "1: k > 0; L > 0; 1/mu > 0; dot(b, G(b)) >= mu*dot(b, b)",
        "1: k > 0; L > 0; 1/mu > 0; dot(c, G(c)) >= mu*dot(c, c)",
    ),
)
_ONE = least_form(
    "G",
    rule(
        "some bound",
        rule(
            "some bound",
            witness("k*L/mu", both(leaf("1: k > 0; L > 0; 1/mu > 0"), intro(["b", "c"], _EACH))),
            U="U[x]",
            C=_BOUND,
            new={"K": "k"},
        ),
        U="G",
        C=_BOUND,
        new={"K": "L"},
    ),
)
_LARGER = both(
    leaf("1: s >= 0", "1: s <= t"),
    intro(
        ["b", "c"],
        have(
            [
                "2*dot(b, G(U[x](c))) <= s*(dot(b, G(b)) + dot(c, G(c)))",
                ("dot(b, G(b)) >= 0", rule("nonnegative form", W="G", u="b")),
                ("dot(c, G(c)) >= 0", rule("nonnegative form", W="G", u="c")),
            ],
            leaf(
                "1: 2*dot(b, G(U[x](c))) <= s*(dot(b, G(b)) + dot(c, G(c)))",
                "1: s <= t; dot(b, G(b)) >= 0",
                "1: s <= t; dot(c, G(c)) >= 0",
            ),
        ),
    ),
)
_ALL = f"forall h in heads: {_HEAD('h')}"

formal(
    "LEM-form-bound",
    title="Finitely many matrices are bounded in a positive definite form",
    statement={
        "letters": ["U[head]: matrix; G: operator"],
        "given": ["positive_definite(G)"],
        "show": [f"exists K in number: {_ALL}"],
    },
    proof=rule("common bound, heads", _ONE, _LARGER, P=f"fn(h in heads, K: {_HEAD('h')})"),
)

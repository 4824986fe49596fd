"""Section 9.2: the convex hull of the rescaled tokens tends to a convex set, as its support functions have limits."""

from __future__ import annotations

from proofs_checks.perspective.proofs.hulls import MIXED, RESCALED
from proofs_checks.perspective.proofs.models import at
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, leaf, lemma, obtain, rule, witness

_WIDTH = "max(k: dot({0}, z[k]))".format
_TOP, _BACK = _WIDTH("u"), _WIDTH("-u")
_SHRINKS = "almost_always(rate({0}) <= 0) and always({0} <= start({0}))".format
_TENDS = f"exists m in number: tends({_TOP}, m) and always({_TOP} >= m)"
_LIMIT = f"exists m in number: m >= -start({_BACK}) and tends({_TOP}, m) and always({_TOP} >= m)"
_BOUNDED = rule(
    "some element",
    have(
        [
            (f"dot(u, z[p]) <= {_TOP}", rule("below the greatest", e="fn(k: dot(u, z[k]))", y="p")),
            (f"dot(-u, z[p]) <= {_BACK}", rule("below the greatest", e="fn(k: dot(-u, z[k]))", y="p")),
        ],
        leaf(f"1: dot(u, z[p]) <= {_TOP}", f"1: dot(-u, z[p]) <= {_BACK}", f"1: {_BACK} <= start({_BACK})"),
    ),
    C=f"{_TOP} >= -start({_BACK})",
    new={"x": "p"},
)
_RESTING = at(2, 2, a=[[1, 2], [3, 0]], z=[[1, 2], [1, 2]], u=[1, 0])

formal(
    "PER-9.2.hull.limit",
    title="The convex hull of the rescaled tokens tends to a convex set",
    sentence=r"For $\dot z_i = \sum_ja_{ij}(z_j - z_i)$, which is (9.3) with $V = I$, with any nonnegative weights:"
    r" $\max_i\langle u, z_i(t)\rangle$ has a limit for every vector $u$, and is never below it.",
    reading="compact convex sets that do not grow tend to one whose support function is the limit of theirs; that it is"
    " a polytope is not said",
    statement=model(RESCALED, {"letters": ["u: vector"], "given": [f"almost_always({MIXED})"], "show": [_TENDS]}),
    proof=have(
        [
            (_SHRINKS(_TOP), lemma("PER-9.2.hull.shrinks")),
            (_SHRINKS(_BACK), lemma("PER-9.2.hull.shrinks", u="-u")),
            (
                _LIMIT,
                lemma("LEM-monotone-limit.falling", KNOWN, enter("every", _BOUNDED), z=_TOP, K=f"-start({_BACK})"),
            ),
        ],
        obtain(_LIMIT, "m", witness("m", both(KNOWN, KNOWN))),
    ),
    instance=_RESTING,
    twin=Variant("a limit of 0", {_TENDS: f"tends({_TOP}, 0)"}, _RESTING),
)

"""Full and causal attention with symmetric values and a common eigenvector: the largest tangent decays, for every P."""

from proofs_checks.consensus.proofs.instances import TOP, diagonal
from proofs_checks.lemmas.tangents import LARGEST, LEAST
from proofs_checks.lemmas.valued import KAPPA, VALUES
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, unfold

_RATE = "sum(h in heads: lam[h] - rho[h])/root"
_NORM = "forall h in heads, b in vector: dot(v, b) == 0 => dot(U[h](b), U[h](b)) <= rho[h]^2*dot(b, b)"
# The models with value matrices, W = I, several heads: full attention and its causal variant
RANGES = {"full": ("j", "k"), "causal": ("j in upto(i)", "k in upto(i)")}


def valued(name: str) -> dict[str, list[str]]:
    """One of the two models, as part of a statement, with a solution that starts in the hemisphere of v."""
    of, all_of = RANGES[name]
    return {
        "spaces": ["E"],
        "letters": [
            "U[head]: operator; P[head]: measurable matrix; v: vector; lam[head], rho[head]: number; root: number",
            "y[token]: moving vector",
        ],
        "where": [
            "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
            f"att(h, X, i, j) := e(h, X, i, j)/(root*sum({all_of}: e(h, X, i, k)))",
            f"force(X, i) := sum(h in heads, {of}: att(h, X, i, j)*U[h](X[j]))",
        ],
        "flows": [f"{name}(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "given": [
            "root > 0",
            "root^2 == dim(E)",
            f"solves({name}, y)",
            "at_start(forall i: dot(v, y[i]) > 0)",
            *VALUES["given"][:2],
            "forall h in heads: rho[h] >= 0 and lam[h] > rho[h]",
            _NORM,
        ],
        "show": [f"always(forall i: dot(v, y[i]) > 0) and decays({LARGEST}, {_RATE})"],
    }


def _decays(name: str) -> object:
    """The conclusions from what the lemmas say of weights with equal row sums."""
    weights, of = "att(h, y, i, j)", RANGES[name][0]
    kappa = KAPPA.replace("*r", "*(1/root)")
    rises = f"{LEAST} > 0 => rate({LEAST}) >= {kappa}*({LEAST}*(1 - {LEAST}^2))"
    drawn = f"{weights}*(U[h](y[j]) - dot(y[i], U[h](y[j]))*y[i])"
    flow = f"forall i: rate(y[i]) == {name}(y, i)"
    return unfold(
        f"solves({name}, y)",
        have(
            [
                _DOMINATES,
                _MIXED,
                (
                    f"almost_always(forall i: rate(y[i]) == sum(h in heads, {of}: {drawn}))",
                    enter("ae", intro("p", leaf(use=[flow]))),
                ),
                (
                    f"almost_always(forall h in heads, i: forall {of}: {weights} >= 0)",
                    enter("ae", intro("h1,p,q", leaf())),
                ),
                (
                    f"almost_always(forall h in heads, i: sum({of}: {weights}) == 1/root)",
                    enter("ae", intro("h1,p", leaf())),
                ),
                (
                    f"almost_always({rises})",
                    lemma(f"LEM-valued.{name}", a=f"fn(h in heads, i, j: {weights})", r="1/root"),
                ),
                (f"{kappa} >= 0", leaf("1: sum(h in heads: lam[h] - rho[h]) >= 0; 1/root > 0")),
                (
                    f"always({LEAST} <= 1)",
                    enter("every", rule("some element", _below_one(), C=f"{LEAST} <= 1", new={"x": "p"})),
                ),
                (
                    f"at_start({LEAST} > 0)",
                    enter("start", rule("least, strict", e="fn(k: dot(v, y[k]))", b="0", new={"x": "p"})),
                ),
                (
                    f"always({LEAST} > 0) and decays(1/{LEAST}^2 - 1, 2*({kappa}))",
                    lemma("LEM-rising", z=LEAST, kappa=kappa),
                ),
            ],
            lemma("LEM-tangents", kappa=kappa),
        ),
    )


def _below_one() -> object:
    return have(
        [
            (f"{LEAST} <= dot(v, y[p])", rule("above the least", e="fn(k: dot(v, y[k]))", y="p")),
            ("dot(v, y[p]) <= norm(v)*norm(y[p])", rule("Cauchy-Schwarz", u="v", w="y[p]")),
        ],
        leaf(
            f"1: {LEAST} <= dot(v, y[p])",
            "1/2: dot(v - y[p], v - y[p]) >= 0",
            use=["dot(v, v) == 1", "forall i: dot(y[i], y[i]) == 1"],
        ),
    )


_DOMINATES = (VALUES["given"][2], intro("h1", both(KNOWN, have(["lam[h1] > rho[h1]"], leaf("1: lam[h1] > rho[h1]")))))
_MIXED = (
    VALUES["given"][3],
    intro(
        ["h1", "b1", "c1", ""],
        have(
            [
                ("dot(b1, U[h1](c1)) <= norm(b1)*norm(U[h1](c1))", rule("Cauchy-Schwarz", u="b1", w="U[h1](c1)")),
                "dot(U[h1](c1), U[h1](c1)) <= rho[h1]^2*dot(c1, c1)",
                "rho[h1] >= 0",
                (
                    "norm(U[h1](c1)) <= rho[h1]*norm(c1)",
                    rule(
                        "below the square",
                        leaf("1: rho[h1] >= 0; norm(c1) >= 0"),
                        leaf("1: dot(U[h1](c1), U[h1](c1)) <= rho[h1]^2*dot(c1, c1)"),
                        a="norm(U[h1](c1))",
                        b="rho[h1]*norm(c1)",
                    ),
                ),
            ],
            leaf(
                "1: dot(b1, U[h1](c1)) <= norm(b1)*norm(U[h1](c1))",
                "1: norm(b1) >= 0; norm(U[h1](c1)) <= rho[h1]*norm(c1)",
            ),
        ),
    ),
)


def at(**letters: object) -> dict[str, object]:
    values = {
        "U": [diagonal(2, -1, 1, 0), diagonal(1, 0, "1/2", 0)],
        "P": [diagonal(0, 1, 2, 0), diagonal(5, 0, 0, 1)],
        "v": TOP,
        "lam": [2, 1],
        "rho": [1, "1/2"],
        "root": 2,
        "y": [TOP] * 3,
        **letters,
    }
    return {"tokens": 3, "heads": 2, "dim": 4, "letters": values}


_TWIN = Variant(
    "tokens on the boundary of the hemisphere",
    {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) >= 0)"},
    at(y=[[0, 1, 0, 0]] * 3),
)

formal("CON-B3", statement=valued("full"), proof=_decays("full"), instance=at(), twin=_TWIN)
formal(
    "CON-B3.causal",
    title="The same bound in the auto-regressive model",
    sentence="With auto-regressive weights the largest tangent decays at the rate of CON-B3 as well, for every P(t).",
    statement=valued("causal"),
    proof=_decays("causal"),
    instance=at(),
    twin=_TWIN,
)

"""Full and causal attention with symmetric values and a common eigenvector: the largest tangent decays, for every P."""

from proofs_checks.consensus.proofs.instances import TOP, diagonal
from proofs_checks.lemmas.tangents import LARGEST, LEAST
from proofs_checks.lemmas.valued import KAPPA, VALUES
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, unfold

# Full attention and its causal variant, W = I, several heads; y solves the one and z the other
BOTH_MODELS = {
    "spaces": ["E"],
    "letters": ["U[head]: operator; P[head]: measurable matrix; v: vector; lam[head], rho[head]: number; root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "seen(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        "early(X, i) := sum(h in heads, j in upto(i): seen(h, X, i, j)*U[h](X[j]))",
    ],
    "flows": [
        "full(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
        "causal(X, i) = early(X, i) - dot(X[i], early(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
    ],
    "given": ["root > 0", "root^2 == dim(E)"],
}
SOLUTIONS = {
    "letters": ["y[token], z[token]: moving vector"],
    "given": [
        "solves(full, y)",
        "solves(causal, z)",
        "at_start(forall i: dot(v, y[i]) > 0)",
        "at_start(forall i: dot(v, z[i]) > 0)",
    ],
}
_RATE = "sum(h in heads: lam[h] - rho[h])/root"


def _conclusions(y: str) -> str:
    """Invariance and decay, for the solution named y."""
    largest = LARGEST.replace("y[", f"{y}[")
    return f"always(forall i: dot(v, {y}[i]) > 0) and decays({largest}, {_RATE})"


def _decays(y: str, name: str, weights: str, of: str) -> object:
    """The conclusions from what the lemmas say of weights with equal row sums."""
    least = LEAST.replace("y[", f"{y}[")
    kappa = KAPPA.replace("*r", "*(1/root)")
    rises = f"{least} > 0 => rate({least}) >= {kappa}*({least}*(1 - {least}^2))"
    drawn = f"{weights}*(U[h]({y}[j]) - dot({y}[i], U[h]({y}[j]))*{y}[i])"
    flow = f"forall i: rate({y}[i]) == {name}({y}, i)"
    return unfold(
        f"solves({name}, {y})",
        have(
            [
                _DOMINATES,
                _MIXED,
                (
                    f"almost_always(forall i: rate({y}[i]) == sum(h in heads, {of}: {drawn}))",
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
                    lemma(f"LEM-valued.{name}", y=y, a=f"fn(h in heads, i, j: {weights})", r="1/root"),
                ),
                (f"{kappa} >= 0", leaf("1: sum(h in heads: lam[h] - rho[h]) >= 0; 1/root > 0")),
                (
                    f"always({least} <= 1)",
                    enter("every", rule("some element", _below_one(y, least), C=f"{least} <= 1", new={"x": "p"})),
                ),
                (
                    f"at_start({least} > 0)",
                    enter("start", rule("least, strict", e=f"fn(k: dot(v, {y}[k]))", b="0", new={"x": "p"})),
                ),
                (
                    f"always({least} > 0) and decays(1/{least}^2 - 1, 2*({kappa}))",
                    lemma("LEM-rising", z=least, kappa=kappa),
                ),
            ],
            lemma("LEM-tangents", y=y, kappa=kappa),
        ),
    )


def _below_one(y: str, least: str) -> object:
    return have(
        [
            (f"{least} <= dot(v, {y}[p])", rule("above the least", e=f"fn(k: dot(v, {y}[k]))", y="p")),
            (f"dot(v, {y}[p]) <= norm(v)*norm({y}[p])", rule("Cauchy-Schwarz", u="v", w=f"{y}[p]")),
        ],
        leaf(
            f"1: {least} <= dot(v, {y}[p])",
            f"1/2: dot(v - {y}[p], v - {y}[p]) >= 0",
            use=["dot(v, v) == 1", f"forall i: dot({y}[i], {y}[i]) == 1"],
        ),
    )


_DOMINATES = (VALUES["given"][2], intro("h1", both(KNOWN, have(["lam[h1] > rho[h1]"], leaf("1: lam[h1] > rho[h1]")))))
_NORM = "forall h in heads, b in vector: dot(v, b) == 0 => dot(U[h](b), U[h](b)) <= rho[h]^2*dot(b, b)"
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


def _at(**letters: object) -> dict[str, object]:
    values = {
        "U": [diagonal(2, -1, 1, 0), diagonal(1, 0, "1/2", 0)],
        "P": [diagonal(0, 1, 2, 0), diagonal(5, 0, 0, 1)],
        "v": TOP,
        "lam": [2, 1],
        "rho": [1, "1/2"],
        "root": 2,
        "y": [TOP] * 3,
        "z": [TOP] * 3,
        **letters,
    }
    return {"tokens": 3, "heads": 2, "dim": 4, "letters": values}


formal(
    "CON-B3",
    statement=model(
        BOTH_MODELS,
        SOLUTIONS,
        {
            "given": [
                *VALUES["given"][:2],
                "forall h in heads: rho[h] >= 0 and lam[h] > rho[h]",
                _NORM,
            ],
            "show": [_conclusions("y"), _conclusions("z")],
        },
    ),
    proof=[
        _decays("y", "full", "att(h, y, i, j)", "j"),
        _decays("z", "causal", "seen(h, z, i, j)", "j in upto(i)"),
    ],
    instance=_at(),
    twin=Variant(
        "tokens on the boundary of the hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) >= 0)"},
        _at(y=[[0, 1, 0, 0]] * 3),
    ),
)

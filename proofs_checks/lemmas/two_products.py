"""Products of tokens that draw each other, beside other numbers that obey the same equation with other weights."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import enter, have, intro, leaf, rule

_D = "(H[{0}, {1}] - K[{0}, {1}])".format
_DRAWN = "({0}[k, t] - {0}[s, k]*{0}[s, t])".format
_OWN = f"a[s, k]*(3*r^2 - {_D('s', 't')}*({_DRAWN('H')} - {_DRAWN('K')}))"
_ROWS = "(a[s, k] - b[s, k])"
_OTHER = f"r*abs{_ROWS} - {_D('s', 't')}*{_ROWS}*{_DRAWN('K')}"
NEAR = "forall i, j: -r <= H[i, j] - K[i, j] <= r"
BOUNDED = "forall i, j: -1 <= {0}[i, j] <= 1".format
SPREAD = "forall i, j, k: -1 <= K[k, j] - K[i, k]*K[i, j] <= 1"
ROWS_NEAR = "forall i: sum(k: abs(a[i, k] - b[i, k])) <= B"


def _at(text: str) -> str:
    """What is summed, at the token q."""
    return text.replace("k", "q")


_ST, _QT, _SQ = _D("s", "t"), _D("q", "t"), _D("s", "q")
_PAIR = f"{_ST}*{_SQ}"
_OWN_TERM = have(
    [
        (f"{_ST}*{_QT} <= r^2", leaf(f"1/2: r - {_ST} >= 0; r + {_QT} >= 0", f"1/2: r + {_ST} >= 0; r - {_QT} >= 0")),
        (f"{_PAIR} <= r^2", leaf(f"1/2: r - {_ST} >= 0; r + {_SQ} >= 0", f"1/2: r + {_ST} >= 0; r - {_SQ} >= 0")),
        (f"-({_PAIR}) <= r^2", leaf(f"1/2: r - {_ST} >= 0; r - {_SQ} >= 0", f"1/2: r + {_ST} >= 0; r + {_SQ} >= 0")),
        (
            f"-({_PAIR}*H[s, t]) <= r^2",
            leaf(f"1/2: -({_PAIR}) <= r^2; -1 <= H[s, t]", f"1/2: {_PAIR} <= r^2; H[s, t] <= 1"),
        ),
        (f"-({_ST}^2*K[s, q]) <= r^2", leaf(f"1: r - {_ST} >= 0; r + {_ST} >= 0", f"1: sq {_ST}; -1 <= K[s, q]")),
    ],
    leaf(
        f"1: a[s, q] >= 0; {_ST}*{_QT} <= r^2",
        f"1: a[s, q] >= 0; -({_PAIR}*H[s, t]) <= r^2",
        f"1: a[s, q] >= 0; -({_ST}^2*K[s, q]) <= r^2",
    ),
)
_PULL = _at(_DRAWN("K"))
_E = _at(_ROWS)
_OTHER_TERM = have(
    [
        (f"{_ST}*{_PULL} <= r", leaf(f"1/2: r + {_ST} >= 0; {_PULL} <= 1", f"1/2: r - {_ST} >= 0; -1 <= {_PULL}")),
        (f"-({_ST}*{_PULL}) <= r", leaf(f"1/2: r - {_ST} >= 0; {_PULL} <= 1", f"1/2: r + {_ST} >= 0; -1 <= {_PULL}")),
        (f"{_E} <= abs{_E}", rule("absolute above", e=_E)),
        (f"-{_E} <= abs{_E}", rule("absolute above minus", e=_E)),
    ],
    leaf(f"1/2: -{_E} <= abs{_E}; {_ST}*{_PULL} <= r", f"1/2: {_E} <= abs{_E}; -({_ST}*{_PULL}) <= r"),
)

PULLED = (
    "(sum(k: a[{0}, k]*(H[k, {1}] - H[{0}, k]*H[{0}, {1}])) - sum(k: b[{0}, k]*(K[k, {1}] - K[{0}, k]*K[{0}, {1}])))"
)
PULLED_APART = f"(H[s, t] - K[s, t])*{PULLED.format('s', 't')} <= 3*r^2 + r*B"

formal(
    "LEM-two-products",
    title="How fast one token draws two products apart",
    statement={
        "letters": ["H[token, token], K[token, token], a[token, token], b[token, token], r, B: measurable number"],
        "given": [
            f"almost_always({NEAR})",
            f"almost_always({BOUNDED('H')})",
            f"almost_always({BOUNDED('K')})",
            f"almost_always({SPREAD})",
            "almost_always(forall i, j: a[i, j] >= 0)",
            "almost_always(forall i: sum(k: a[i, k]) == 1)",
            f"almost_always({ROWS_NEAR})",
        ],
        "show": [f"almost_always(forall s, t: {PULLED_APART})"],
    },
    proof=enter(
        "ae",
        intro(
            "s,t",
            have(
                [
                    (f"sum(k: {_OWN}) >= 0", rule("positive sum", _OWN_TERM, e=f"fn(k: {_OWN})", new={"x": "q"})),
                    (f"sum(k: {_OTHER}) >= 0", rule("positive sum", _OTHER_TERM, e=f"fn(k: {_OTHER})", new={"x": "q"})),
                ],
                leaf(
                    f"1: sum(k: {_OWN}) >= 0",
                    f"1: sum(k: {_OTHER}) >= 0",
                    f"1/2: r + {_ST} >= 0; sum(k: abs(a[s, k] - b[s, k])) <= B",
                    f"1/2: r - {_ST} >= 0; sum(k: abs(a[s, k] - b[s, k])) <= B",
                    use=["sum(k: a[s, k]) == 1"],
                ),
            ),
        ),
    ),
)

"""Rules of logic, as data: finite sums and extrema, sizes and tokens in order, and how numbers compare."""

from __future__ import annotations

from typing import Any

_NONEMPTY = ("tokens", "upto", "heads", "group")

ORDER: dict[str, dict[str, Any]] = {
    # finite sums and extrema
    "positive sum": {
        "letters": ["e[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) >= 0",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] >= 0"],
    },
    "strictly positive sum": {
        "letters": ["e[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) > 0",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] > 0"],
        "ranges": _NONEMPTY,
    },
    "equal sums": {
        "letters": ["e[SORT], f[SORT]: measurable number"],
        "goal": "sum(j in RANGE: e[j]) == sum(j in RANGE: f[j])",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] == f[x]"],
    },
    "equal vector sums": {
        "letters": ["e[SORT], f[SORT]: measurable vector E"],
        "goal": "sum(j in RANGE: e[j]) == sum(j in RANGE: f[j])",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] == f[x]"],
    },
    "single vector term": {
        "letters": ["e[token]: measurable vector E; y: token"],
        "goal": "sum(j: e[j]) == e[y]",
        "premises": ["new x: token; x != y |- e[x] == 0"],
    },
    "term of a positive sum": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "sum(j in RANGE: e[j]) >= e[y]",
        "premises": ["MEMBERS[y]", "new x: SORT; MEMBER[x] |- e[x] >= 0"],
        "ranges": ("tokens", "upto", "before", "heads", "group"),
    },
    "single term": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "sum(j in RANGE: e[j]) == e[y]",
        "premises": ["MEMBERS[y]", "new x: SORT; MEMBER[x]; x != y |- e[x] == 0"],
    },
    "part of a positive sum": {
        "letters": ["e[token]: measurable number; i: token"],
        "goal": "sum(j in upto(i): e[j]) <= sum(j: e[j])",
        "premises": ["new x: token |- e[x] >= 0"],
    },
    "least": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "min(j in RANGE: e[j]) >= b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] >= b"],
        "ranges": _NONEMPTY,
    },
    "least, strict": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "min(j in RANGE: e[j]) > b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] > b"],
        "ranges": _NONEMPTY,
    },
    "greatest": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "max(j in RANGE: e[j]) <= b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] <= b"],
        "ranges": _NONEMPTY,
    },
    "greatest, strict": {
        "letters": ["e[SORT]: measurable number; b: measurable number"],
        "goal": "max(j in RANGE: e[j]) < b",
        "premises": ["new x: SORT; MEMBER[x] |- e[x] < b"],
        "ranges": _NONEMPTY,
    },
    "above the least": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "min(j in RANGE: e[j]) <= e[y]",
        "premises": ["MEMBERS[y]"],
        "ranges": _NONEMPTY,
    },
    "below the greatest": {
        "letters": ["e[SORT]: measurable number; y: SORT"],
        "goal": "e[y] <= max(j in RANGE: e[j])",
        "premises": ["MEMBERS[y]"],
        "ranges": _NONEMPTY,
    },
    "attained least": {
        "letters": ["e[SORT]: measurable number; C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x]; min(j in RANGE: e[j]) == e[x]; forall j in RANGE: e[x] <= e[j] |- C"],
        "ranges": _NONEMPTY,
    },
    "attained greatest": {
        "letters": ["e[SORT]: measurable number; C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x]; max(j in RANGE: e[j]) == e[x]; forall j in RANGE: e[j] <= e[x] |- C"],
        "ranges": _NONEMPTY,
    },
    "within the diameter": {
        "letters": ["q[SORT]: measurable vector E; y, z: SORT"],
        "goal": "norm(q[y] - q[z]) <= diam(j in RANGE: q[j])",
        "premises": [],
        "ranges": ("tokens", "heads", "group"),
    },
    "attained diameter": {
        "letters": ["q[SORT]: measurable vector E; C: measurable formula"],
        "goal": "C",
        "premises": ["new x, y: SORT; diam(j in RANGE: q[j]) == norm(q[x] - q[y]) |- C"],
        "ranges": ("tokens", "heads", "group"),
    },
    "common bound": {
        "letters": ["P(SORT, number): formula"],
        "goal": "exists b in number: forall j in RANGE: P(j, b)",
        "premises": [
            "new x: SORT; MEMBER[x] |- exists b in number: P(x, b)",
            "new x: SORT; new s, t: number; MEMBER[x]; P(x, s); s <= t |- P(x, t)",
        ],
    },
    "some element": {
        "letters": ["C: measurable formula"],
        "goal": "C",
        "premises": ["new x: SORT; MEMBER[x] |- C"],
        "ranges": _NONEMPTY,
    },
    "strong induction": {
        "letters": ["P(token): measurable formula"],
        "goal": "forall j: P(j)",
        "premises": ["new x: token; forall k in before(x): P(k) |- P(x)"],
    },
    "induction": {
        "letters": ["P(size): measurable formula"],
        "goal": "forall n in size: P(n)",
        "premises": ["P(0)", "new n: size; P(n) |- P(n + 1)"],
    },
    "last term": {
        "letters": ["e[size]: measurable number; n: size"],
        "goal": "sum(k in 0..n + 1: e[k]) == sum(k in 0..n: e[k]) + e[n + 1]",
    },
    "first term": {"letters": ["e[size]: measurable number"], "goal": "sum(k in 0..0: e[k]) == e[0]"},
    "nothing chosen": {"letters": ["n: size"], "goal": "binomial(n, 0) == 1"},
    "chosen from nothing": {"letters": ["k: size"], "goal": "binomial(0, k + 1) == 0"},
    "Pascal": {"letters": ["n, k: size"], "goal": "binomial(n + 1, k + 1) == binomial(n, k) + binomial(n, k + 1)"},
    "sizes are whole": {"letters": ["n: size"], "goal": "n == 0 or n >= 1"},
    "sizes exceed every number": {"letters": ["K: number"], "goal": "exists n in size: K < n"},
    "next size": {"letters": ["m, n: size"], "goal": "m + 1 <= n", "premises": ["m < n"]},
    "tokens in order": {
        "letters": ["i, j: token; C: measurable formula"],
        "goal": "C",
        "premises": ["i < j", "j <= i"],
    },
    "same token": {
        "letters": ["i, j: token; P(token): measurable formula"],
        "goal": "P(j)",
        "premises": ["i <= j", "j <= i", "P(i)"],
    },
    "one more token": {
        "letters": ["i, j: token; e[token]: measurable number"],
        "goal": "sum(k in before(j): e[k]) == sum(k in upto(i): e[k])",
        "premises": ["i < j", "new x: token; x < j |- x <= i"],
    },
    "two tokens": {
        "letters": ["C: measurable formula"],
        "goal": "C",
        "premises": ["sum(j: 1) == 2", "new x, y: token; x < y |- C"],
    },
    "sum over two tokens": {
        "letters": ["e[token]: measurable number; i, j: token"],
        "goal": "sum(k: e[k]) == e[i] + e[j]",
        "premises": ["sum(k: 1) == 2", "i < j"],
    },
    "vector sum over two tokens": {
        "letters": ["e[token]: measurable vector E; i, j: token"],
        "goal": "sum(k: e[k]) == e[i] + e[j]",
        "premises": ["sum(k: 1) == 2", "i < j"],
    },
    "each of two tokens": {
        "letters": ["i, j: token; P(token): measurable formula"],
        "goal": "forall k: P(k)",
        "premises": ["sum(k: 1) == 2", "i < j", "P(i)", "P(j)"],
    },
    "contradiction": {"letters": ["P, C: measurable formula"], "goal": "C", "premises": ["P", "not P"]},
    # order
    "antisymmetry": {"letters": ["a, b: measurable number"], "goal": "a == b", "premises": ["a <= b", "b <= a"]},
    "below the square": {
        "letters": ["a, b: measurable number"],
        "goal": "a <= b",
        "premises": ["b >= 0", "a*a <= b*b"],
    },
    "strictly below the square": {
        "letters": ["a, b: measurable number"],
        "goal": "a < b",
        "premises": ["b >= 0", "a*a < b*b"],
    },
    "square zero": {"letters": ["a: measurable number"], "goal": "a == 0", "premises": ["a*a <= 0"]},
    "absolute": {"letters": ["e, b: measurable number"], "goal": "abs(e) < b", "premises": ["e < b", "-e < b"]},
    "absolute at most": {
        "letters": ["e, b: measurable number"],
        "goal": "abs(e) <= b",
        "premises": ["e <= b", "-e <= b"],
    },
    "absolute above": {"letters": ["e: measurable number"], "goal": "e <= abs(e)"},
    "absolute above minus": {"letters": ["e: measurable number"], "goal": "-e <= abs(e)"},
    "absolute square": {"letters": ["e: measurable number"], "goal": "abs(e)^2 == e^2"},
    "minimum below first": {"letters": ["a, b: measurable number"], "goal": "min(a, b) <= a"},
    "minimum below second": {"letters": ["a, b: measurable number"], "goal": "min(a, b) <= b"},
    "minimum above": {
        "letters": ["a, b, c: measurable number"],
        "goal": "c <= min(a, b)",
        "premises": ["c <= a", "c <= b"],
    },
    "minimum strictly above": {
        "letters": ["a, b, c: measurable number"],
        "goal": "c < min(a, b)",
        "premises": ["c < a", "c < b"],
    },
    "maximum above first": {"letters": ["a, b: measurable number"], "goal": "a <= max(a, b)"},
    "maximum above second": {"letters": ["a, b: measurable number"], "goal": "b <= max(a, b)"},
    "maximum below": {
        "letters": ["a, b, c: measurable number"],
        "goal": "max(a, b) <= c",
        "premises": ["a <= c", "b <= c"],
    },
    "maximum is one": {"letters": ["a, b: measurable number"], "goal": "max(a, b) == a or max(a, b) == b"},
    "minimum is one": {"letters": ["a, b: measurable number"], "goal": "min(a, b) == a or min(a, b) == b"},
}

"""Files drawn with their meaning: what the kernel judges is true where the file is, and no verdict is against it.

A formula is drawn as a text together with what it says, a function of the values of its letters in exact arithmetic,
which shares no code with the reader or the kernel. Names are drawn among words of the kernel and names that the reader
gives itself; values are few, so that ties are common; ranges may be empty.
"""

import random
from collections import Counter
from fractions import Fraction
from operator import add, eq, ge, gt, le, lt, mul, ne, sub

import pytest

from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search.deciding import decide_lemma

NAMES = (
    *("D", "D_", "D_1", "time", "time_", "rate", "start", "dim", "on", "value", "fixed", "tends", "flow", "opaque"),
    *("a", "i", "i_", "j", "k", "n", "p", "x", "y", "for", "x_0", "n_above", "P", "random", "NAME", "SCORES"),
)
FEW = [Fraction(q) for q in ("0", "0", "1", "1", "-1", "2", "1/2")]
RELATIONS = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
ARITHMETIC = {"+": (6, add), "-": (6, sub), "*": (8, mul)}
CONNECTIVES = {
    "iff": (0, lambda p, q: p == q), "=>": (1, lambda p, q: not p or q), "or": (2, lambda p, q: p or q),
    "and": (3, lambda p, q: p and q),
}  # fmt: skip
WORDS = {
    "real": lambda q: True, "positive": lambda q: q > 0, "nonpositive": lambda q: q <= 0,
    "[0, 1)": lambda q: 0 <= q < 1,
}  # fmt: skip


class Drawn:
    """A file and what it says. A part is (how strongly it binds, its text, its value as a function of the letters)."""

    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.scope, self.wheres = {}, []
        kinds = r.choices(["number", "number", "reals", "vector 2", "token", "size", "integer"], k=r.randint(2, 4))
        for name, kind in zip(r.sample(NAMES, len(kinds)), kinds, strict=True):
            self.scope[name] = r.choice([*WORDS]) if kind == "number" else kind
        self.letters = dict(self.scope)
        self.where = [self.definition() for _ in range(r.choice([0, 0, 1]))]
        self.given = [self.formula(2) for _ in range(r.choice([0, 0, 1]))]
        self.show = [self.formula(r.choice([0, 1, 2, 3])) for _ in range(r.choice([1, 1, 2]))]
        if r.random() < 0.3:
            self.show = [self.truism()]
        self.pinned = self.values() if r.random() < 0.4 else None

    # points
    def values(self):
        """Values of the letters, and how many tokens there are."""
        r, tokens = self.r, self.r.randint(1, 3)
        draw = {
            "reals": lambda: [r.choice(FEW) for _ in range(tokens)],
            "vector 2": lambda: [r.choice(FEW) for _ in range(2)],
            "token": lambda: r.randrange(tokens),
            "size": lambda: r.randint(0, 2),
            "integer": lambda: r.randint(-2, 2),
        }
        point = {name: draw.get(word, lambda: r.choice(FEW))() for name, word in self.letters.items()}
        return {**point, "#tokens": tokens}

    def table(self, point):
        """The file, with this point as its instance."""
        said = lambda v: list(map(str, v)) if isinstance(v, list) else str(v) if isinstance(v, Fraction) else v  # noqa: E731
        pins = [text for text, _ in self.pins()]
        instance = {name: said(value) for name, value in point.items() if name != "#tokens"}
        return {
            "letters": self.letters,
            "where": self.where,
            "given": [*pins, *(text for _, text, _ in self.given)],
            "show": [text for _, text, _ in self.show],
            "instance": {"tokens": point["#tokens"], "letters": instance},
        }

    def pins(self):
        """Equations that leave one value for each number, in a file whose truth is what it says there."""
        for name, value in (self.pinned or {}).items():
            if isinstance(value, Fraction) or self.letters.get(name) in ("size", "integer"):
                yield f"{name} == {value}", (name, value)

    def holds(self, point):
        """Whether everything given holds there, words included; whether each line of `show` does."""
        words = all(WORDS[word](point[name]) for name, word in self.letters.items() if word in WORDS)
        pins = all(point[name] == value for _, (name, value) in self.pins())
        return words and pins and all(f(point) for *_, f in self.given), [f(point) for *_, f in self.show]

    # texts
    def put(self, part, strength):
        """A part where something of this strength is needed: in parentheses if it must be, or by chance."""
        own, text, _ = part
        return f"({text})" if own < strength or self.r.random() < 0.1 else text

    def new(self):
        return self.r.choice([name for name in NAMES if name not in self.scope])

    def binder(self, kind, body, depth):
        """`kind x in range: body`; the values that the letter has, as a function of the others, and the body."""
        r, name = self.r, self.new()
        tokens = [x for x, word in self.scope.items() if word == "token"]
        choice = r.choice(["all", "all", "span", "before", "upto"] if tokens else ["all", "span"])
        if choice == "span":
            low, high = sorted((r.randint(0, 2), r.randint(-1, 3)), reverse=r.random() < 0.2)
            range_, members, word = (
                f" in {max(low, 0)}..{max(high, 0)}",
                lambda v: range(max(low, 0), max(high, 0) + 1),
                "size",
            )
        elif choice == "all":
            range_, members, word = "", lambda v: range(v["#tokens"]), "token"
        else:
            end = r.choice(tokens)
            range_, word = f" in {choice}({end})", "token"
            members = lambda v: range(v[end] + (choice == "upto"))  # noqa: E731
        self.scope[name] = word
        inner = body(depth - 1)
        del self.scope[name]
        return f"{kind}{{}}{name}{range_}: {inner[1]}", lambda v: [inner[2]({**v, name: m}) for m in members(v)]

    def definition(self):
        """`f(u) := e`, or a number with a name."""
        name, u = self.new(), None
        if self.r.random() < 0.6:
            self.scope[name] = "#"
            u = self.new()
            self.scope[u] = "real"
        body = self.number(2)
        if u:
            del self.scope[u]
        self.scope[name] = "macro" if u else "constant"
        self.wheres.append((name, lambda v, q: body[2]({**v, u: q} if u else v)))
        return f"{name}({u}) := {body[1]}" if u else f"{name} := {body[1]}"

    def meaning(self, name):
        return next(f for other, f in self.wheres if other == name)

    # numbers and formulas
    def atom(self, depth):
        r = self.r
        name = r.choice([*self.scope, "#"])
        word = self.scope.get(name, "#")
        tokens = [x for x, kind in self.scope.items() if kind == "token"]
        if word == "reals" and tokens:
            k = r.choice(tokens)
            return 10, f"{name}[{k}]", lambda v: v[name][v[k]]
        if word == "vector 2":
            k = r.randrange(2)
            return 10, f"{name}[{k}]", lambda v: v[name][k]
        if word == "constant":
            return 10, name, lambda v: self.meaning(name)(v, None)
        if word == "macro" and depth > 0:
            inner = self.number(depth - 1)
            return 10, f"{name}({inner[1]})", lambda v: self.meaning(name)(v, inner[2](v))
        if word in WORDS or word in ("size", "integer"):
            return 10, name, lambda v: Fraction(v[name])
        q = abs(r.choice(FEW))
        return (10, r.choice(["0.5", "0.50"]), lambda v: q) if q.denominator == 2 else (10, str(q), lambda v: q)

    def number(self, depth):
        r = self.r
        kind = "atom" if depth <= 0 else r.choice(["atom", "atom", *ARITHMETIC, "neg", "sum", "max", "abs", "^"])
        if kind == "atom":
            return self.atom(depth)
        if kind == "sum":
            text, values = self.binder("sum", self.number, depth)
            return 10, f"{text.format('(')})", lambda v: sum(values(v), Fraction(0))
        a = self.number(depth - 1)
        if kind == "neg":
            return 7, f"-{self.put(a, 7)}", lambda v: -a[2](v)
        if kind == "abs":
            return 10, f"abs({a[1]})", lambda v: abs(a[2](v))
        if kind == "^":
            return 9, f"{self.put(a, 10)}^2", lambda v: a[2](v) ** 2
        b = self.number(depth - 1)
        if kind == "max":
            return 10, f"max({a[1]}, {b[1]})", lambda v: max(a[2](v), b[2](v))
        strength, act = ARITHMETIC[kind]
        space = r.choice(["", " "])
        text = f"{self.put(a, strength)}{space}{kind}{space}{self.put(b, strength + 1)}"
        return strength, text, lambda v: act(a[2](v), b[2](v))

    def truism(self):
        """An equivalence of two ways to say the same, by the laws of the connectives."""
        (_, p, f), (_, q, g) = self.formula(1), self.formula(1)
        text, value = self.r.choice(
            [
                ("not (({0}) and ({1})) iff not ({0}) or not ({1})", lambda v: True),
                ("(({0}) iff ({1})) iff (({1}) iff ({0}))", lambda v: True),
                ("(({0}) => ({1})) iff (not ({1}) => not ({0}))", lambda v: True),
                ("(({0}) iff not ({0})) => ({1})", lambda v: True),
                ("(({0}) iff ({1})) iff ({0}) and ({1})", lambda v: (f(v) == g(v)) == (f(v) and g(v))),
                ("(({0}) iff ({1})) or ({0})", lambda v: f(v) == g(v) or f(v)),
            ]
        )
        return 0, text.format(p, q), value

    def formula(self, depth):
        r = self.r
        kind = "relation" if depth <= 0 else r.choice(["relation", *CONNECTIVES, "iff", "not", "forall", "exists"])
        if kind == "relation":
            sides = [self.number(min(depth, 2)) for _ in range(r.choice([2, 2, 2, 3]))]
            signs = r.choices([*RELATIONS], k=len(sides) - 1)
            text = self.put(sides[0], 6) + "".join(
                f" {sign} {self.put(side, 6)}" for sign, side in zip(signs, sides[1:], strict=True)
            )
            pairs = list(zip(signs, sides, sides[1:], strict=False))
            return (
                (5 if len(sides) == 2 else 3),
                text,
                lambda v: all(RELATIONS[s](a[2](v), b[2](v)) for s, a, b in pairs),
            )
        if kind in ("forall", "exists"):
            text, values = self.binder(kind, self.formula, depth)
            return 0, text.format(" "), lambda v: (all if kind == "forall" else any)(values(v))
        p = self.formula(depth - 1)
        if kind == "not":
            return 4, f"not {self.put(p, 4)}", lambda v: not p[2](v)
        q = self.formula(depth - 1)
        strength, act = CONNECTIVES[kind]
        left, right = (strength + (kind in ("iff", "=>")), strength + (kind != "=>"))
        return strength, f"{self.put(p, left)} {kind} {self.put(q, right)}", lambda v: act(p[2](v), q[2](v))


def in_own_letters(drawn, made, instance):
    """A counterexample in the letters of the file; None where a value is not written as a rational number."""
    letters = iter(made.statement.letters)
    own = lambda: instance["letters"][next(letters).name]  # noqa: E731
    point = {"#tokens": instance["tokens"]}
    try:
        for name, word in drawn.letters.items():
            if word == "vector 2":
                point[name] = [Fraction(own()), Fraction(own())]
            elif word == "integer":
                point[name] = own() - own()
            else:
                value = own()
                is_number = word not in ("token", "size")
                point[name] = list(map(Fraction, value)) if word == "reals" else Fraction(value) if is_number else value
    except ValueError:
        return None
    return point


def checked(seed, most):
    """The verdict on a file that was drawn, after comparing what it says with what is judged and found."""
    drawn = Drawn(seed)
    point = drawn.pinned or drawn.values()
    table = drawn.table(point)
    made = lemma(table, "drawn")
    report = judge_instance(made.statement, made.instance)
    given, shown = drawn.holds(point)
    assert all(truth for _, truth in report.given) == given, table
    assert [truth for _, truth in report.show] == shown, table
    found = decide_lemma(made, seed=seed, most=most)
    if found.verdict in ("PROVED", "CERTIFIED"):
        for other in (point, *(drawn.values() for _ in range(5))):
            holds, claims = drawn.holds(other)
            assert not holds or all(claims), (table, other)
    if found.verdict == "REFUTED":
        other = in_own_letters(drawn, made, found.data["refuted"]["instance"])
        if other is not None:
            holds, claims = drawn.holds(other)
            assert holds, (table, other)
            assert not all(claims), (table, other)
    return found.verdict


def check(seeds, most):
    verdicts = [checked(seed, most) for seed in seeds]
    assert verdicts.count("PROVED") >= len(verdicts) // 20, Counter(verdicts)
    assert verdicts.count("REFUTED") >= len(verdicts) // 4, Counter(verdicts)


def test_what_is_judged_is_what_the_file_says():
    check(range(300), 1_000)


@pytest.mark.deep
@pytest.mark.parametrize("start", range(1000, 21000, 1000))
def test_what_is_judged_is_what_the_file_says_at_length(start):
    check(range(start, start + 1000), 1_000)


@pytest.mark.parametrize(("old", "new"), [
    (0, 2), (1, 3), (3, 1)
], ids=["iff strongest", "an implication stronger than and", "and weaker than =>"])  # fmt: skip
def test_another_reading_of_a_file_is_noticed(monkeypatch, old, new):
    """The comparison can fail: a grammar in which one connective binds otherwise is not that of the reader."""
    name = next(name for name, (strength, _) in CONNECTIVES.items() if strength == old)
    monkeypatch.setitem(CONNECTIVES, name, (new + 0.5, CONNECTIVES[name][1]))

    def agrees(seed):
        try:
            return bool(checked(seed, 0))
        except (AssertionError, Rejected):
            return False

    assert not all(map(agrees, range(300)))

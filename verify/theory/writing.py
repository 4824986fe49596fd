"""Proof trees into steps, as a proof that was found is written into a text; and what the lock must say of a tree."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .document import Step
from .elaboration import KNOWN, Node
from .text import Text

_PAIRS = {"cases": ("nonneg", "neg"), "split": ("first", "second")}


def steps(tree: Mapping[str, Any]) -> list[Step]:
    """The steps of a tree. Ends that are known, and plain arithmetic, are left out."""
    found: list[Step] = []
    while True:
        following, made = _step(tree)
        found += made
        if following is None:
            return found
        tree = following


def _text(said: Any) -> Text:
    return Text.of(" ".join(str(said).split()))


def _new(word: str, said: Any = "", **more: Any) -> Step:
    return Step(word, _text(said), _text(said), **more)


def _step(tree: Mapping[str, Any]) -> tuple[Any, list[Step]]:
    """What follows a node, None at the end; and the node as steps."""
    if "have" in tree:
        by = tree.get("by", KNOWN)
        fact = _new("have", tree["have"], label=str(tree.get("says", "")))
        end = _end(by)
        if end is None:
            fact.inner = steps(by)
        else:
            fact.clauses = end
        return tree["then"], [fact]
    if "intro" in tree:
        return tree["then"], list(_introduced(tree["intro"] if isinstance(tree["intro"], list) else [tree["intro"]]))
    if "define" in tree:
        said = tree["define"] if isinstance(tree["define"], list) else [tree["define"]]
        return tree["then"], [_new("let", "; ".join(said))]
    if "obtain" in tree:
        names = tree["as"] if isinstance(tree["as"], list) else [tree["as"]]
        return tree["then"], [_new("obtain", f"{', '.join(names)} from {tree['obtain']}")]
    if "take" in tree:
        return tree["then"], [_new("take", f"{tree['take']} at {' | '.join(tree['values'])}")]
    for word in ("enter", "witness", "unfold"):
        if word in tree:
            return tree["then"], [_new(word, tree[word])]
    if "restate" in tree:  # a fact that is the goal, whatever the spelling
        return None, [_new("have", tree["restate"], inner=steps(tree["then"]))]
    for word in ("left", "right", "absurd"):
        if word in tree:
            return tree[word], [_new(word)]
    end = _end(tree)
    if end is not None:
        return None, [Step("reason", _text(""), _text(""), clauses=end)] if end else []
    for word, parts in _PAIRS.items():
        if word in tree:
            return None, [_new(word, tree[word], branches=[_branch(tree[part]) for part in parts])]
    for word in ("both", "groups"):
        if word in tree:
            return None, [_new(word, branches=[_branch(part) for part in tree[word]])]
    kind = "rule" if "rule" in tree else "lemma"
    name = tree[kind] if kind == "rule" else f"lemma {tree[kind].removeprefix('LEM-')}"
    return None, [_new("apply", name, clauses=_letters(tree), branches=[_branch(part) for part in _premises(tree)])]


def _branch(tree: Mapping[str, Any]) -> list[Step]:
    return steps(tree) or [_new("done")]


def _premises(tree: Mapping[str, Any]) -> list[Any]:
    """The premises without those at the end that are known."""
    found = list(tree.get("premises", ()))
    while found and found[-1] == KNOWN:
        found.pop()
    return found


def _introduced(names: Sequence[str]) -> Iterator[Step]:
    at = 0
    while at < len(names):
        end = at
        while end < len(names) and bool(names[end]) == bool(names[at]):
            end += 1
        yield _new("let", ", ".join(names[at:end])) if names[at] else _new("assume", end - at)
        at = end


def _end(tree: Mapping[str, Any]) -> dict[str, Text] | None:
    """The clauses of a node that ends a proof in one line; None where it needs lines of its own."""
    if "known" in tree:
        return {}
    if "leaf" in tree:
        said = {"by": [_product(term) for term in tree.get("terms", ())], "using": tree.get("use", ())}
        said |= {word: tree.get(word, ()) for word in ("norms", "times")}
        return {word: _text(" | ".join(parts)) for word, parts in said.items() if parts}
    if "boxes" in tree:
        sides = tree.get("letters", {})
        return {"by": _text(("boxes " + "; ".join(f"{x} in [{a}, {b}]" for x, (a, b) in sides.items())).strip())}
    for kind in ("rule", "lemma"):
        if kind in tree and not _premises(tree):
            name = tree[kind].removeprefix("LEM-") if kind == "lemma" else tree[kind]
            return {"by": _text(f"{kind} {name}"), **_letters(tree)}
    return None


def _letters(tree: Mapping[str, Any]) -> dict[str, Text]:
    said = {
        word: ", ".join(f"{a or 'none'} = {b or 'none'}" for a, b in tree.get(word, {}).items())
        for word in ("with", "new", "spaces")
    }
    return {word: _text(text) for word, text in said.items() if text}


def _product(term: Mapping[str, Any]) -> str:
    if "eq" in term:
        return f"eq {term['by']}: {term['eq']}" if term.get("by", "1") != "1" else f"eq: {term['eq']}"
    return "; ".join([*term["facts"], *(f"sq {square}" for square in term.get("squares", ()))]) or "1"


def instance_items(instance: Mapping[str, Any]) -> list[str]:
    """The values of an instance, as its field has them."""
    sizes = [
        f"{name} {', '.join(f'{group} {n}' for group, n in size.items()) if isinstance(size, Mapping) else size}"
        for name, size in instance.items()
        if name != "letters"
    ]
    return [*sizes, *(f"{name} = {_value(value)}" for name, value in instance.get("letters", {}).items())]


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"always {_value(value['always'])}"
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, (list, tuple)) else str(value)


# the lock
def entries(node: Any, wanted: Any) -> dict[str, Any]:
    """What the lock must say, so that `node` becomes the tree `wanted`; raises ValueError where no lock can.

    `wanted` may differ from it in nothing but what the text leaves out.
    """
    found: dict[str, Any] = {}
    _align(node, wanted, found)
    return found


def _align(node: Any, wanted: Any, found: dict[str, Any]) -> None:
    if isinstance(node, Node) and "intro" in node and not node.gap:  # steps in a row are as good as one list
        taken = 0
        while "intro" in node and not node.gap:
            taken += len(node["intro"])
            node = node["then"]
        while taken > 0 and "intro" in wanted:
            names = wanted["intro"] if isinstance(wanted["intro"], list) else [wanted["intro"]]
            wanted = wanted["then"] if len(names) <= taken else {"intro": names[taken:], "then": wanted["then"]}
            taken -= len(names)
    if not isinstance(node, Node):
        return
    if node.gap in ("end", "terms"):
        entry = entry_of(node, wanted)
        if entry is not None:
            found[node.key] = entry
        return
    if node.gap in ("used", "parts"):
        said: dict[str, Any] = {}
        proofs = _premises(wanted) if node.gap == "used" else list(wanted[node.step.word])
        if node.gap == "used":
            for name in ("with", "new"):
                own = node.asked.get(name, {})
                more = {x: value for x, value in wanted.get(name, {}).items() if own.get(x, x) != value}
                if more:
                    said[name] = more
        places = list(range(len(node.branches)))
        if len(proofs) != len(node.branches):
            places = [place for place, proof in enumerate(proofs) if proof != KNOWN]
            if len(places) != len(node.branches):
                raise ValueError(f"{node.step.whole}: {len(node.branches)} branches for {len(places)} premises")
            if places != list(range(len(proofs))):
                said["at"] = [places, len(proofs)]
        if said:
            found[node.key] = said
        for place, branch in zip(places, node.branches, strict=True):
            _align(branch, proofs[place], found)
        return
    for name in ("by", "then", "absurd", "left", "right", "nonneg", "neg", "first", "second"):
        if isinstance(node.get(name), Node):
            _align(node[name], wanted.get(name, KNOWN), found)


def entry_of(node: Node, wanted: Mapping[str, Any]) -> Any:
    """What the lock says of an end; None where what is taken by default is the tree."""
    asked = plain(node.asked)
    if asked == plain(wanted):
        return None
    if node.gap == "terms" and "terms" in wanted:
        terms = [{key: value for key, value in term.items() if key != "c"} for term in wanted["terms"]]
        own = [{key: value for key, value in term.items() if key != "c"} for term in node.asked["terms"]]
        rest = [
            {key: value for key, value in part.items() if key != "terms" and value} for part in (node.asked, wanted)
        ]
        if terms == own and rest[0] == rest[1]:
            return [term.get("c", "eq") for term in wanted["terms"]]
    return plain(wanted)


def plain(tree: Any) -> Any:
    """A tree as plain data, without fields that say nothing."""
    if isinstance(tree, Mapping):
        return {
            key: plain(value)
            for key, value in tree.items()
            if key != "says"
            and (value or key not in ("terms", "use", "norms", "times", "with", "new", "spaces", "premises", "squares"))
        }
    return [plain(part) for part in tree] if isinstance(tree, (list, tuple)) else tree


def lock_text(proofs: Mapping[str, Mapping[str, Any]]) -> str:
    """The lock of a file: one line for each claim whose proofs need entries."""
    claims: dict[str, dict[str, Any]] = {}
    for name, found in proofs.items():
        if found:
            claims.setdefault(name.split(" ")[0], {})[name] = found
    lines = (json.dumps(entries, separators=(",", ":"), ensure_ascii=False) for entries in claims.values())
    return "".join(f"{line}\n" for line in lines)

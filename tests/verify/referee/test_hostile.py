"""Files that somebody wrote to break the referee: one line or one named claim, in bounded memory, never a traceback."""

import copy
import json

import pytest

from attnverify.verify.decision import decide
from attnverify.verify.ledger import build, file_text
from attnverify.verify.referee.files import MAX_BYTES, MAX_CLAIMS
from attnverify.verify.referee.records import digest


@pytest.fixture
def ledger(make):
    claim = make()
    return json.loads(json.dumps(build([claim], {claim.id: decide(claim)}, 0)))


def _ledger(claims):
    more = '"seed": 0, "versions": {}, "papers": [], "seal": ""'
    return f'{{"format": "attnverify-ledger", "version": 2, {more}, "claims": {claims}}}'


@pytest.mark.parametrize("text", [
    b"", b"\xff\xfe", b"[" * 1_000_000, b'{"a":' * 200_000,
    b" " * (MAX_BYTES + 1),
    b'"' + b"x" * (MAX_BYTES - 2) + b'"', _ledger("NaN"),
    _ledger("[-Infinity]"),
    _ledger("[1e400]"),
    _ledger("[" + "9" * 100_000 + "]"),
    _ledger('[{"id": "A", "id": "B"}]'),
    _ledger("{}"),
    _ledger("null"),
    _ledger("[]"),
    _ledger("[1]").replace("2,", "[2],"),
    _ledger("[1]").replace("2,", '"' + "2" * 100_000 + '",'),
    _ledger("[1]").replace('"version"', '"seal": 1, "seal"'),
], ids=range(17))  # fmt: skip
def test_what_is_no_ledger_is_one_line(rechecked, text):
    code, lines = rechecked(text)
    assert code == 2
    assert len(lines) == 1
    assert len(lines[0]) < 3_000
    assert lines[0].startswith("error: ")


SMALL = ["{}", "[]", "0", '""', "[[],[],[]]"]


@pytest.mark.parametrize("items", [*([item] for item in SMALL), SMALL])
def test_many_small_things(rechecked, items):
    """Too many of each are refused, and as many as are allowed of all together fail, as does the seal."""
    count, code = (4_000_000 // len(items[0]), 2) if len(items) == 1 else (MAX_CLAIMS // len(items), 1)
    found, lines = rechecked(_ledger("[" + ",".join(items * count) + "]"))
    assert found == code
    assert lines[-1].endswith(f"{MAX_CLAIMS + 1} FAILED" if code == 1 else f"at most {MAX_CLAIMS} are rechecked")


def _with(ledger, certificate, **changes):
    claim = copy.deepcopy(ledger["claims"][0])
    claim.update(changes)
    if certificate is not None:
        claim["evidence"][0]["certificate"] = certificate
    return claim


def _identity(left, variables=("x", "y", "z"), relations=()):
    ties = [{"power": power, "equals": equals} for power, equals in relations]
    pairs = [{"says": "costly", "left": left, "right": "x"}]
    return {"kind": "identity", "variables": list(variables), "relations": ties, "pairs": pairs}


def _witness(relation, values):
    return {"kind": "witness", "values": values, "hypotheses": [], "violates": [relation]}


def _nested(depth):
    inner = _identity("x")
    for _ in range(depth):
        inner = {"kind": "all", "steps": [{"says": "deeper", "certificate": inner}]}
    return inner


def _halved(low, high, depth):
    if depth == 0:
        return "ok"
    return ["x", f"{low + high}/2", _halved(low, low + high, depth - 1), "ok"]


HILBERT = [[f"1/{i + j + 1}" for j in range(100)] for i in range(100)]
LONG = "9" * 1_900
COSTLY = {
    "a power": _identity("(x + y + z + 1)**60"),
    "long numbers": _identity(f"({LONG}*x + {LONG}*y + {LONG}*z + 1)**20"),
    "denominators": _identity("+".join(f"1/(x + {i}*y + {i * i}*z + {i**3})" for i in range(1, 80))),
    "relations": _identity("*".join(f"(c{i} + 1)**9" for i in range(10)), [f"c{i}" for i in range(11)],
        [(f"c{i}**2", f"c{i + 1} + 1") for i in range(10)]),
    "a determinant": _witness("det(M) > 0", {"M": HILBERT}),
    "matrix products": _witness("M@M@M@M@M@M == M", {"M": HILBERT}),
    "exponentials": _witness("+".join(f"exp({i}/7)" for i in range(1, 12_000)) + " > 0", {"x": 1}),
    "powers": _witness("+".join(["x**9999"] * 9_000) + " > 0", {"x": "3/7"}),
    "depth": _nested(300),
    "steps": {"kind": "all", "steps": [{"says": "a", "certificate": _witness("x**9999 > 0", {"x": "3/7"})}] * 9_000},
    "eigenvalues": {"kind": "eigensystem", "matrix": [[f"1/{10**1500 + 64 * i + j}" for j in range(64)] for i in
        range(64)], "factors": [{"polynomial": ["1"] * 65, "multiplicity": 1, "shift": 4096,
        "roots": [["1", "1"]] * 64}], "names": [], "relations": []},
    "one coefficient": {"kind": "eigensystem", "matrix": [["1"] * 64] * 64,
        "factors": [{"polynomial": ["f" * 20_000, "1"], "multiplicity": 64, "shift": 1, "roots": [["1", "1"]]}],
        "names": [], "relations": []},
}  # fmt: skip


@pytest.mark.parametrize("certificate", COSTLY.values(), ids=COSTLY)
def test_a_costly_certificate_fails_by_name(rechecked, ledger, certificate):
    code, lines = rechecked(file_text({**ledger, "claims": [_with(ledger, certificate)]}))
    assert code == 1
    assert lines[-1] == "1 FAILED"
    assert lines[0].startswith("TST-1: ")


@pytest.mark.parametrize("depth", [100, 320, 2_000])
def test_depth_fails_or_is_refused(rechecked, ledger, depth):
    text = file_text({**ledger, "claims": [_with(ledger, "here")]})
    step = '{"kind": "all", "steps": [{"says": "deeper", "certificate": '
    code, lines = rechecked(text.replace('"here"', f"{step * depth}null{'}]}' * depth}"))
    assert code == (1 if depth < 1_000 else 2)
    assert len(lines) == 2 * (code % 2) + 1


def test_copies_of_a_costly_claim_share_one_budget(rechecked, ledger):
    claims = []
    for number in range(5_000):
        claim = _with(ledger, _identity(f"(x + y + {number})**60 - (x + y + {number})**60 + x"), id=f"TST-{number}")
        claims.append({**claim, "digest": digest(claim)})
    code, lines = rechecked(file_text({**ledger, "claims": claims}))
    assert code == 1
    assert sum("not rechecked: the claims before it spent" in line for line in lines) > 4_000


WRONG = [None, True, 7, -0.5, "x" * 50_000, [], {}, [[[]]], {"says": {}}, ["x"] * 20_000]
FIELDS = ["evidence", "twin", "instance", "hypotheses", "verdict", "expected", "role", "form", "title", "as_printed"]


def test_wrong_types_are_failed_claims(rechecked, ledger):
    """Each of them by its own line; that nothing holds is what an empty list of premises says, so that one is right."""
    changes = [{field: value} for field in FIELDS for value in WRONG] + [
        {"rests_on": value} for value in WRONG if value
    ]
    claims = [_with(ledger, None, id=f"TST-{number}", **change) for number, change in enumerate(changes)]
    claims += [_with(ledger, None, id=value) for value in WRONG]
    for claim in claims:
        try:
            claim["digest"] = digest(claim)
        except (AttributeError, TypeError):  # evidence of another type has no digest
            continue
    code, lines = rechecked(file_text({**ledger, "claims": claims}))
    assert code == 1
    assert lines[-1] == f"{len(claims)} FAILED"
    assert len(lines) == len(claims) + 1
    assert max(map(len, lines)) < 3_000

import json

import numpy as np

from attnverify.verify.cli.models.view import View, plain, shown, text


def test_values_are_shown_as_one_writes_them():
    assert [shown(value) for value in (None, 1.5 + 0j, 1.5 - 0.25j, 1 / 3, 7, "x")] == [
        "-",
        "1.5",
        "1.5-0.25i",
        "0.3333",
        "7",
        "x",
    ]


def test_what_json_cannot_say_is_null():
    value = {"a": [1j, float("inf"), np.array([1.0, np.nan])], 3: np.float64(2)}
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == {"a": [[0, 1], None, [1, None]], "3": 2}


def test_tables_and_paragraphs():
    rows = [{"layer": 0, "value": 0.5, "kind": "a"}, {"layer": 10, "value": None, "kind": "bcd"}]
    assert text(View({"view": "x", "none": None}, rows, ["done"])) == "\n".join(
        ["view: x", "layer  value  kind", "    0    0.5     a", "   10      -   bcd", "done"]
    )
    claim = {"claim": "A", "verdict": "OPEN", "margin": None, "measured": "long", "null": None}
    assert text(View({"view": "x"}, [claim], wordy=True)).splitlines()[1:] == [
        "A             OPEN          -",
        "    measured: long",
    ]

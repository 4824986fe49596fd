import sys

import numpy as np
import pytest

from attnverify.verify.cli.models.progress import Steps, announce, block_operations, block_weights, duration


def test_long_work_is_announced_and_short_work_is_not(capsys):
    assert announce(1.0, 8, np.dtype(float)) < 1
    assert capsys.readouterr().err == ""
    seconds = announce(1e18, 64, np.dtype(np.float32))
    assert seconds > 100
    assert capsys.readouterr().err == f"projected time: about {duration(seconds)}\n"
    assert block_operations(10, 40, 3) == 8 * 3 * 100 + 4 * 3 * 400
    assert block_weights(10, 40) == 4 * 100 + 2 * 400


@pytest.mark.parametrize("what", ["decompositions", "drawn"])
def test_decompositions_and_random_numbers_count_too(capsys, what):
    few, many = (announce(0, 64, np.dtype(float), **{what: number}) for number in (1, 1e15))
    assert 0 < few < 1 < many
    assert "projected time" in capsys.readouterr().err


def test_who_is_watching_sees_the_time_left(capsys, monkeypatch):
    quiet = Steps(2, "layer")
    quiet.step()
    quiet.close()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    steps = Steps(2, "layer")
    steps.begun -= 200
    steps.step("E = 0.5")
    shown = capsys.readouterr().err
    assert shown.startswith("\rlayer 1/2, 3 min left E = 0.5")
    steps.close()
    assert capsys.readouterr().err == "\r" + " " * 78 + "\r"

import subprocess
import sys

import pytest

from attnverify.verify.lazy import lazy


def test_a_package_is_loaded_at_its_first_use():
    script = (
        "import sys\nfrom attnverify.verify.lazy import lazy\nsp = lazy('sympy')\nassert lazy('sympy') is sp\n"
        "print('sympy.core' in sys.modules, sp.Integer(2) + 3, 'sympy.core' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "5", "True"]


def test_what_is_loaded_is_given_as_it_is():
    assert lazy("sys") is sys


def test_what_does_not_exist_is_missed_at_once():
    with pytest.raises(ModuleNotFoundError, match="no module named 'no_such_module'"):
        lazy("no_such_module")

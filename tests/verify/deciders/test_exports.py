"""The exported names are the deciders, whatever is imported first."""

import subprocess
import sys


def test_importing_the_package_loads_no_solver_and_the_names_are_functions():
    code = (
        "import sys, verify.deciders as d\n"
        "heavy = {'sympy', 'scipy', 'z3', 'flint', 'hypothesis'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert all(callable(getattr(d, name)) for name in d.__all__)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

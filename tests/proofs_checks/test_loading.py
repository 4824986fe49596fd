import sys
from pathlib import Path

from attnverify import proofs_checks
from attnverify.verify.registry import load


def test_every_module_below_the_package_is_loaded():
    load()
    root = Path(proofs_checks.__file__).parent
    for path in set(root.rglob("*.py")) - set((root / "derivations").glob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        name = ".".join(("attnverify", *(parts[:-1] if parts[-1] == "__init__" else parts)))
        assert name in sys.modules, name

import json
import re
import subprocess
import sys
from pathlib import Path

from attnverify import proofs_checks
from attnverify.verify.fingerprint import declaration, engine_digest, place, versions
from attnverify.verify.registry import load


def test_a_declaration_is_plain_data(make):
    data = declaration(make())
    assert json.loads(json.dumps(data)) == data


def test_a_claim_says_where_it_is_declared(make):
    assert place(make(module="room.file")) == "room/file.py"
    proofs_checks.load()
    claims = load()
    for id in ("CON-2.3.a", "PER-A.1", "POW-L4.stable"):  # argued, recorded, and in proof form
        file, line = re.fullmatch(r"(\S+), line (\d+)", place(claims[id])).groups()
        assert id in " ".join(Path(file).read_text().splitlines()[int(line) - 1 : int(line) + 1])


def test_versions_are_read_without_importing_the_libraries():
    script = (
        "import sys\nfrom attnverify.verify.fingerprint import engine_digest, versions\n"
        "engine_digest(); found = versions()\n"
        "print(found['sympy'], [name for name in ('sympy', 'numpy', 'scipy', 'flint', 'z3') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == [versions()["sympy"], "[]"]
    assert len(engine_digest()) == 64

"""False or dishonest nodes: the frame of the walk, the shape of the goal, moments; refused where they are wrong."""

from __future__ import annotations

import pickle

from verify.kernel.walking import Refused


def test_a_refusal_comes_from_another_process_as_it_is() -> None:
    refused = pickle.loads(pickle.dumps(Refused(("goal 1", "leaf"), "no certificate")))
    assert (str(refused), refused.place) == ("goal 1/leaf: no certificate", ("goal 1", "leaf"))

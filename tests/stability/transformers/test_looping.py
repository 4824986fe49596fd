"""The protocol of looping, written out; the six variants; what stops them; the floor of float16."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers import looping
from attnverify.stability.transformers.looping import FLOAT16_FLOOR, LoopedModel, loop
from attnverify.stability.transformers.model import TransformerModel

IDS = np.array([[3, 1, 4, 1, 5, 9], [2, 7, 1, 8, 2, 8]])


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert"])
@pytest.mark.parametrize("feed_forward", [True, False])
def test_the_protocol(surrogate, family, feed_forward):
    """E of the embeddings and after every block, before the final norm, which stands between passes."""
    model = TransformerModel(surrogate(family))
    found = loop(LoopedModel(model, "file", feed_forward=feed_forward), IDS, 3)
    X, wanted = model.embed(IDS), []
    wanted.append(st.misalignment(X).mean())
    for turn in range(3):
        for layer in range(model.depth):
            X = model.block(layer, feed_forward=feed_forward)(X)
            wanted.append(st.misalignment(X).mean())
        final = model.final_norm()
        if turn < 2 and final is not None:
            X = final(X)
    assert len(found.trace) == 1 + 3 * model.depth
    assert np.max(np.abs(found.trace - wanted)) < 1e-13
    assert (found.passes, found.stopped) == (3, False)


def test_without_biases_the_sublayers_have_none(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    plain = loop(LoopedModel(model, "file"), IDS, 2)
    bare = loop(LoopedModel(model, "file", biases=False), IDS, 2)
    assert np.max(np.abs(plain.trace - bare.trace)) > 1e-3
    assert all(block.attention.b_o is None for block in LoopedModel(model, "file", biases=False).blocks(0))


def matrices(looped, turn):
    return [block.attention.W_q for block in looped.blocks(turn)]


def test_random_weights_are_fixed_or_drawn_anew(surrogate, monkeypatch):
    model = TransformerModel(surrogate("gpt2"))
    fixed, redrawn = LoopedModel(model, "random"), LoopedModel(model, "redrawn")
    first = matrices(fixed, 0)
    assert all(np.array_equal(a, b) for a, b in zip(first, matrices(fixed, 5), strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(matrices(redrawn, 0), matrices(redrawn, 1), strict=True))
    assert not np.array_equal(first[0], first[1])
    assert not np.array_equal(first[0], matrices(LoopedModel(model, "random", seed=1), 0)[0])
    # Blocks that are too large to keep are drawn again from the same seed.
    monkeypatch.setattr(looping, "KEPT", 0)
    again = LoopedModel(model, "random")
    assert all(np.array_equal(a, b) for a, b in zip(first, matrices(again, 3), strict=True))
    assert not again._kept
    albert = TransformerModel(surrogate("albert", name="shared"))
    assert len({W.tobytes() for W in matrices(LoopedModel(albert, "random"), 0)}) == 1


def test_random_embeddings_are_one_row_a_token(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    looped = LoopedModel(model, "random", std=0.5)
    X = looped.start(IDS)
    positions = X[0, 1] - X[0, 3], X[1, 0] - X[1, 4]
    assert X.shape == (2, 6, 16)
    assert np.std(X) == pytest.approx(0.5 * np.sqrt(2), rel=0.3)
    assert np.array_equal(X, LoopedModel(model, "redrawn", std=0.5).start(IDS))
    # Token 1 at positions 1 and 3, token 2 at 0 and 4: the differences are those of the positions alone.
    rows = looped.start(np.array([[0, 1, 0, 1, 0, 0]]))
    assert np.allclose(positions[0], rows[0, 1] - rows[0, 3])
    assert np.allclose(positions[1], rows[0, 0] - rows[0, 4])


def test_it_stops_when_told(surrogate):
    model = TransformerModel(surrogate("bert", std=0.3))
    seen = []
    found = loop(LoopedModel(model, "file"), IDS, 100, stop=1e-6, watch=lambda blocks, E: seen.append((blocks, E)))
    assert found.stopped
    assert found.trace[-1] < 1e-6 <= found.trace[-2]
    assert seen == list(enumerate(found.trace.tolist()))[1:]
    assert found.passes == (len(found.trace) - 1) / model.depth < 100
    level = found.first_below(1e-3)
    assert level is not None
    assert found.trace[round(level * model.depth)] < 1e-3 <= found.trace[round(level * model.depth) - 1]
    assert found.first_below(0.0) is None
    with pytest.raises(ValueError, match="weights is 'trained'; allowed are file, random, redrawn"):
        LoopedModel(model, "trained")


def test_equal_tokens_have_no_misalignment(surrogate):
    model = TransformerModel(surrogate("bert"))
    looped = LoopedModel(model, "file")
    X = np.repeat(model.embed(IDS)[:, :1], 6, axis=1)
    for block in looped.blocks(0):
        X = block(X)
    assert st.misalignment(X).tolist() == [0.0, 0.0]


def test_the_floor_of_float16():
    """All numbers of binary16 from 1/2 to 2: their distances from 1 are multiples of the floor, itself one of them."""
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    cosines = halves[(halves >= 0.5) & (halves <= 2)].astype(float)
    gaps = 1 - cosines
    assert np.all(gaps / FLOAT16_FLOOR == np.round(gaps / FLOAT16_FLOOR))
    assert np.min(gaps[gaps > 0]) == FLOAT16_FLOOR
    assert np.float16(1 - FLOAT16_FLOOR * 0.499) == 1
    assert np.float16(1 - FLOAT16_FLOOR * 0.501) == 1 - FLOAT16_FLOOR

"""Tokens of a model, layer by layer: alignment, directions, steering, looping."""

import json
from dataclasses import replace

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers import alignment, runs
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.safetensors_file import WeightsError
from attnverify.stability.transformers.steered import read_direction, steer, steered_tokens, write_steered


def real_directions(F, key):
    """Orthonormal bases of the real eigendirections, one by one: lines, and planes of complex pairs."""
    values, vectors = np.linalg.eig(F)
    upper = sorted((k for k in range(len(F)) if values[k].imag >= 0), key=lambda k: -key(values[k]))
    pairs = [np.stack([vectors[:, k].real, vectors[:, k].imag], axis=1) for k in upper]
    return [np.linalg.qr(pair[:, : 2 if pair[:, 1].any() else 1])[0] for pair in pairs]


def cosines(X, U):
    return np.linalg.norm(X @ U, axis=-1) / np.linalg.norm(X, axis=-1)


def test_the_indicators_are_those_of_one_layer():
    rng = np.random.default_rng(0)
    F, before, after = rng.normal(size=(8, 8)), rng.normal(size=(4, 5, 8)), rng.normal(size=(4, 5, 8))
    found = alignment.layer_alignment(alignment.eigen_directions(F, np.real), before, after, 0.25, eigenspaces=True)
    changes = [cosines(after, U) - cosines(before, U) for U in real_directions(F, np.real)]
    change = changes[0]
    assert found.increment == pytest.approx(np.mean(change))
    assert found.probability == pytest.approx(np.mean(change > 0))
    assert found.mean_increment == pytest.approx(np.mean(changes))
    assert found.mean_probability == pytest.approx(np.mean(np.array(changes) > 0))
    assert found.nonuniformity == 0.25
    assert found.increment_error == pytest.approx(np.std(change.mean(axis=1), ddof=1) / 2)
    assert found.increment_deviation == pytest.approx(np.std(change))
    single = alignment.layer_alignment(alignment.eigen_directions(F, np.real), before[:1], after[:1], 0.0)
    assert single.increment_error == float("inf")


@pytest.mark.parametrize("family", ["gpt2", "bert"])
def test_a_reduced_run_is_the_map_of_the_paper(surrogate, family):
    model = TransformerModel(surrogate(family))
    X = runs.gaussian_tokens(3, 6, 16, 0)
    for layer, passed in enumerate(alignment.run_layers(runs.layer_steps(model, runs.RunOptions()), X, np.real)):
        whole = model.attention(layer).without_biases().whole()
        X = st.attention_map(X, whole.P, whole.V, 1.0, causal=family == "gpt2")
        assert np.max(np.abs(passed.after - X)) < 1e-12
        assert np.max(np.abs(passed.F - whole.V.sum(axis=0))) < 1e-12
        assert 0 < passed.alignment.nonuniformity < 5
    assert layer == model.depth - 1


def test_a_run_through_the_own_blocks_is_the_model(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    X = model.embed(runs.random_ids(model, 2, 5, 0))
    options = runs.RunOptions(own_blocks=True, feed_forward=True)
    *_, last = alignment.run_layers(runs.layer_steps(model, options, passes=2), X, np.real)
    wanted = model.run(X)
    for layer in range(model.depth):
        wanted = model.block(layer)(wanted)
    assert np.max(np.abs(last.after - wanted)) < 1e-12


def test_options_of_a_run(surrogate):
    model = TransformerModel(surrogate("gpt_neo"))
    X = runs.gaussian_tokens(2, 5, 16, 0)

    def end(**options):
        *_, last = alignment.run_layers(runs.layer_steps(model, runs.RunOptions(**options)), X, np.real)
        return last

    plain = end()
    assert np.max(np.abs(end(biases=True).after - plain.after)) > 1e-3
    folded = end(fold_norm=True)
    gain = model.norm_1(model.depth - 1).gain
    assert np.max(np.abs(folded.F - plain.F * gain)) < 1e-14
    shuffled = end(shuffle=1)
    assert np.max(np.abs(shuffled.after - plain.after)) > 1e-3
    assert np.array_equal(end(shuffle=1).after, shuffled.after)
    assert not np.array_equal(end(shuffle=2).after, shuffled.after)
    with pytest.raises(ValueError, match="the reduced model has no feed-forward part"):
        runs.RunOptions(feed_forward=True)


def test_shared_weights_are_shuffled_and_decomposed_once(surrogate):
    model = TransformerModel(surrogate("albert"))
    steps = runs.layer_steps(model, runs.RunOptions(shuffle=0))
    passed = list(alignment.run_layers(steps, runs.gaussian_tokens(2, 5, 16, 0), np.real))
    assert len({id(step.directions) for step in passed}) == 1
    assert len(passed) == 3


def test_random_weights_show_what_the_paper_reads_as_evidence(surrogate):
    """Increments above their mean, probabilities above 1/2 in all layers; an unrelated direction shows nothing."""
    config = {"n_embd": 64, "n_head": 4, "n_layer": 6}
    model = TransformerModel(surrogate("gpt2", std=0.15, **config))
    X = runs.gaussian_tokens(100, 10, 64, 0)
    other = alignment.eigen_directions(np.random.default_rng(9).normal(size=(64, 64)), np.real)
    for passed in alignment.run_layers(runs.layer_steps(model, runs.RunOptions()), X, np.real):
        found = passed.alignment
        assert found.increment > found.mean_increment
        assert found.increment > 2 * found.increment_error
        assert found.probability > max(0.5, found.mean_probability)
        control = alignment.layer_alignment(other, passed.before, passed.after, 0.0)
        assert abs(control.probability - 0.5) < 5 * control.probability_error + 0.05


def test_the_products_are_those_of_the_matrices(surrogate):
    model = TransformerModel(surrogate("bert"))
    steps = runs.layer_steps(model, runs.RunOptions())
    passed = list(alignment.run_layers(steps, runs.gaussian_tokens(3, 6, 16, 0), np.real))
    for skip in (False, True):
        product = np.eye(16)
        along = alignment.CumulativeProduct(np.abs, skip=skip)
        found = [along.correlation(layer) for layer in passed]
        for step, (correlation, level) in zip(passed, found, strict=True):
            product = (step.F + skip * np.eye(16)) @ product
            directions = alignment.eigen_directions(product, np.abs)
            assert correlation == pytest.approx(np.mean(directions.correlations(step.after)[..., 0]))
            assert level == pytest.approx(directions.levels()[0])


# All directions at once agree with the indicators one by one; what chance gives is what random tokens show.
@pytest.mark.parametrize("key", [np.real, np.abs])
def test_the_correlations_are_those_of_the_indicators(key):
    rng = np.random.default_rng(0)
    F, X = rng.normal(size=(9, 9)), rng.normal(size=(4, 5, 9))
    found, bases = alignment.eigen_directions(F, key), real_directions(F, key)
    correlations = found.correlations(X)
    assert correlations.shape == (4, 5, len(bases))
    assert found.copies.tolist() == [basis.shape[1] for basis in bases]
    assert 1 in found.copies
    assert 2 in found.copies
    for k, basis in enumerate(bases):
        assert np.max(np.abs(correlations[..., k] - cosines(X, basis))) < 1e-12
    assert found.mean(np.ones(len(bases))) == 1
    weighted = found.mean(correlations)
    assert np.allclose(weighted, np.sum(correlations * found.copies, axis=-1) / 9)
    assert np.allclose(found.mean(correlations, eigenspaces=True), np.mean(correlations, axis=-1))


def test_bases_stay_orthonormal_where_the_halves_of_a_vector_are_nearly_parallel():
    eps = 1e-7
    F = np.array([[0.0, -(eps**2), 0], [1.0, 0.0, 0], [0, 0, -1.0]])
    found = alignment.eigen_directions(F, np.real)
    assert found.copies[0] == 2
    basis = np.stack([found.first[:, 0], found.second[:, 0]], axis=1)
    assert np.max(np.abs(basis.T @ basis - np.eye(2))) < 1e-14


@pytest.mark.parametrize(("d", "m"), [(3, 1), (3, 2), (40, 1), (40, 2), (40, 7)])
def test_chance_levels_are_what_random_tokens_show(d, m):
    X = np.random.default_rng(1).normal(size=(200_000, d))
    sizes = np.linalg.norm(X[:, :m], axis=1) / np.linalg.norm(X, axis=1)
    error = np.std(sizes) / np.sqrt(len(X))
    assert abs(np.mean(sizes) - alignment.chance_level(d, m)) < 4 * error


def test_a_plane_has_half_pi_times_the_level_of_a_line_in_every_dimension():
    for d in (2, 3, 10, 768, 4096):
        assert alignment.chance_level(d, 2) / alignment.chance_level(d, 1) == pytest.approx(np.pi / 2, rel=1e-11)
    assert alignment.chance_level(5, 5) == pytest.approx(1)
    for d, m in ((3, 4), (3, 0)):
        with pytest.raises(ValueError, match="1 <= m <= d"):
            alignment.chance_level(d, m)


# Steering adds exactly the rank-one matrix, the model that is written has it, and nothing is overwritten.
D = 16


def unit(seed):
    u = np.random.default_rng(seed).normal(size=D)
    return u / np.linalg.norm(u)


def test_the_layer_matrix_gains_the_rank_one_matrix(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(1)
    u, w = unit(0), unit(1)
    steered = steer(attention, u, w, 7.0)
    assert np.max(np.abs(steered.attention.F - attention.F - 7 * np.outer(u, w))) < 1e-11
    assert steered.error < 1e-11
    assert not steered.projected
    z = np.linalg.pinv(attention.W_v.T) @ w
    assert np.max(np.abs(steered.attention.W_o - attention.W_o - 7.0 * np.outer(u, z))) < 1e-9
    assert steered.condition == pytest.approx(np.linalg.cond(attention.W_v))


def test_each_token_is_pushed_along_u_by_its_scalar(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(1).without_biases()
    X, u, w, rho = runs.gaussian_tokens(1, 6, D, 2)[0], unit(0), unit(1), 5.0
    steered = steer(attention, u, w, rho)
    rows = np.split((np.linalg.pinv(attention.W_v.T) @ w)[:, np.newaxis] * attention.W_v, attention.heads)
    push = sum(A @ X @ W.sum(axis=0) for A, W in zip(attention.weights(X), rows, strict=True))
    difference = steered.attention.output(X) - attention.output(X)
    assert np.max(np.abs(difference - rho * np.outer(push, u))) < 1e-10


def test_where_the_values_are_singular_the_projection_is_taken_and_said(surrogate):
    attention = TransformerModel(surrogate("bert")).attention(0)
    W_v = attention.W_v.copy()
    W_v[:, 0] = 0
    singular = replace(attention, W_v=W_v)
    u, w = unit(0), unit(1)
    steered = steer(singular, u, w, 3.0)
    reached = w.copy()
    reached[0] = 0
    assert steered.projected
    assert steered.residual == pytest.approx(abs(w[0]))
    assert np.max(np.abs(steered.attention.F - singular.F - 3 * np.outer(u, reached))) < 1e-11
    assert steered.condition > 1e12


def test_a_principal_eigenvector_is_reached_long_before_the_tokens(surrogate):
    model = TransformerModel(surrogate("gpt2", n_embd=64, n_head=4, std=0.15))
    attention, X = model.attention(2), runs.gaussian_tokens(50, 10, 64, 0)
    u = np.eye(64)[3]
    size = float(np.max(np.abs(np.linalg.eigvals(attention.F))))
    found = [steered_tokens(steer(attention, u, u, gap * size), u, X) for gap in (0.01, 10.0, 1000.0)]
    assert found[1].eigenvector > 0.98
    assert found[1].tokens < 0.5
    assert found[2].tokens > 0.9
    assert 0.5 <= found[2].majority < 0.7
    assert found[0].tokens < found[1].tokens < found[2].tokens
    assert found[2].quantile < found[2].tokens


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert", "albert"])
@pytest.mark.parametrize(("dtype", "shards"), [("F32", 1), ("F16", 3), ("BF16", 1)])
def test_the_written_model_is_the_steered_one(surrogate, tmp_path, family, dtype, shards):
    folder = surrogate(family, dtype=dtype, shards=shards)
    (folder / "pytorch_model.bin").write_bytes(b"old weights")
    (folder / "tokenizer.json").write_text("{}")
    model = TransformerModel(folder)
    steered = steer(model.attention(1), unit(0), unit(1), 40.0)
    key = write_steered(model, 1, steered.attention.W_o, tmp_path / "new")
    written = TransformerModel(tmp_path / "new")
    assert written.weights.owner[key].entries[key].dtype == "F32"
    error = np.max(np.abs(written.attention(1).F - steered.attention.F))
    assert error < 1e-5 * np.max(np.abs(steered.attention.W_o)) * D
    assert (tmp_path / "new" / "tokenizer.json").exists()
    assert not (tmp_path / "new" / "pytorch_model.bin").exists()
    for name, file in model.weights.owner.items():
        if name != key:
            assert np.array_equal(file.raw(name), written.weights.owner[name].raw(name))
    assert json.loads((tmp_path / "new" / "config.json").read_text())["model_type"] == family
    with pytest.raises(WeightsError, match="new: exists; a steered model is written into a new folder only"):
        write_steered(model, 1, steered.attention.W_o, tmp_path / "new")


def test_what_is_no_direction_is_one_line(surrogate, tmp_path):
    attention = TransformerModel(surrogate("bert")).attention(0)
    u, w = unit(0), unit(1)
    bad = ((2 * u, w, 1.0, "u has"), (u, w[:3], 1.0, "w has"), (u, w, 0.0, "rho is 0"), (u, w, np.inf, "rho is inf"))
    for *given, said in bad:
        with pytest.raises(ValueError, match=said):
            steer(attention, *given)
    np.save(tmp_path / "u.npy", np.arange(4))
    assert np.linalg.norm(read_direction(tmp_path / "u.npy", 4)) == pytest.approx(1)
    (tmp_path / "u.json").write_text("[0, 3, 4]")
    assert read_direction(tmp_path / "u.json", 3).tolist() == [0, 0.6, 0.8]
    np.save(tmp_path / "o.npy", np.array([{}], dtype=object), allow_pickle=True)
    refused = {
        "u.npy": r"shape \(4,\); 3 finite real numbers", "o.npy": "is no list of numbers",
        "u.txt": "must end in .npy or .json", "none.npy": "cannot be read",
    }  # fmt: skip
    for name, text, said in (
        ("bad", '{"a": 1}', "is no list of numbers"), ("nan", "[NaN, 1, 2]", "3 finite real numbers"),
        ("zero", "[0, 0, 0]", "the vector is zero"), ("text", "[", "is no list of numbers"),
    ):  # fmt: skip
        (tmp_path / f"{name}.json").write_text(text)
        refused[f"{name}.json"] = said
    for name, said in refused.items():
        with pytest.raises(WeightsError, match=said):
            read_direction(tmp_path / name, 3)


# The protocol of looping, written out; the six variants; what stops them; the floor of float16.
IDS = np.array([[3, 1, 4, 1, 5, 9], [2, 7, 1, 8, 2, 8]])


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert"])
@pytest.mark.parametrize("feed_forward", [True, False])
def test_the_protocol(surrogate, family, feed_forward):
    """E of the embeddings and after every block, before the final norm, which stands between passes."""
    model = TransformerModel(surrogate(family))
    found = runs.loop(runs.LoopedModel(model, "file", feed_forward=feed_forward), IDS, 3)
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
    plain = runs.loop(runs.LoopedModel(model, "file"), IDS, 2)
    bare = runs.loop(runs.LoopedModel(model, "file", biases=False), IDS, 2)
    assert np.max(np.abs(plain.trace - bare.trace)) > 1e-3
    assert all(block.attention.b_o is None for block in runs.LoopedModel(model, "file", biases=False).blocks(0))


def matrices(looped, turn):
    return [block.attention.W_q for block in looped.blocks(turn)]


def test_random_weights_are_fixed_or_drawn_anew(surrogate, monkeypatch):
    model = TransformerModel(surrogate("gpt2"))
    fixed, redrawn = runs.LoopedModel(model, "random"), runs.LoopedModel(model, "redrawn")
    first = matrices(fixed, 0)
    assert all(np.array_equal(a, b) for a, b in zip(first, matrices(fixed, 5), strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(matrices(redrawn, 0), matrices(redrawn, 1), strict=True))
    assert not np.array_equal(first[0], first[1])
    assert not np.array_equal(first[0], matrices(runs.LoopedModel(model, "random", seed=1), 0)[0])
    # Blocks that are too large to keep are drawn again from the same seed.
    monkeypatch.setattr(runs, "KEPT", 0)
    again = runs.LoopedModel(model, "random")
    assert all(np.array_equal(a, b) for a, b in zip(first, matrices(again, 3), strict=True))
    assert not again._kept
    albert = TransformerModel(surrogate("albert", name="shared"))
    assert len({W.tobytes() for W in matrices(runs.LoopedModel(albert, "random"), 0)}) == 1


def test_random_embeddings_are_one_row_a_token(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    looped = runs.LoopedModel(model, "random", std=0.5)
    X = looped.start(IDS)
    positions = X[0, 1] - X[0, 3], X[1, 0] - X[1, 4]
    assert X.shape == (2, 6, 16)
    assert np.std(X) == pytest.approx(0.5 * np.sqrt(2), rel=0.3)
    assert np.array_equal(X, runs.LoopedModel(model, "redrawn", std=0.5).start(IDS))
    # Token 1 at positions 1 and 3, token 2 at 0 and 4: the differences are those of the positions alone.
    rows = looped.start(np.array([[0, 1, 0, 1, 0, 0]]))
    assert np.allclose(positions[0], rows[0, 1] - rows[0, 3])
    assert np.allclose(positions[1], rows[0, 0] - rows[0, 4])


def test_it_stops_when_told(surrogate):
    model = TransformerModel(surrogate("bert", std=0.3))
    seen = []
    looped = runs.LoopedModel(model, "file")
    found = runs.loop(looped, IDS, 100, stop=1e-6, watch=lambda blocks, E: seen.append((blocks, E)))
    assert found.stopped
    assert found.trace[-1] < 1e-6 <= found.trace[-2]
    assert seen == list(enumerate(found.trace.tolist()))[1:]
    assert found.passes == (len(found.trace) - 1) / model.depth < 100
    level = found.first_below(1e-3)
    assert level is not None
    assert found.trace[round(level * model.depth)] < 1e-3 <= found.trace[round(level * model.depth) - 1]
    assert found.first_below(0.0) is None
    with pytest.raises(ValueError, match="weights is 'trained'; allowed are file, random, redrawn"):
        runs.LoopedModel(model, "trained")


def test_equal_tokens_have_no_misalignment(surrogate):
    model = TransformerModel(surrogate("bert"))
    looped = runs.LoopedModel(model, "file")
    X = np.repeat(model.embed(IDS)[:, :1], 6, axis=1)
    for block in looped.blocks(0):
        X = block(X)
    assert st.misalignment(X).tolist() == [0.0, 0.0]


def test_the_floor_of_float16():
    """All numbers of binary16 from 1/2 to 2: their distances from 1 are multiples of the floor, itself one of them."""
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    cosines = halves[(halves >= 0.5) & (halves <= 2)].astype(float)
    gaps = 1 - cosines
    assert np.all(gaps / runs.FLOAT16_FLOOR == np.round(gaps / runs.FLOAT16_FLOOR))
    assert np.min(gaps[gaps > 0]) == runs.FLOAT16_FLOOR
    assert np.float16(1 - runs.FLOAT16_FLOOR * 0.499) == 1
    assert np.float16(1 - runs.FLOAT16_FLOOR * 0.501) == 1 - runs.FLOAT16_FLOOR

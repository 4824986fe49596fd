"""The command on small random models: every view, every output, and one line for whatever cannot be read."""

import csv
import json
import pickle
from importlib.util import find_spec

import numpy as np
import pytest

FAMILIES = ("gpt2", "gpt_neo", "bert", "albert")
VIEWS = {
    "table": [],
    "spectrum": ["--spectrum", "--certify", "--layer", "0,1", "--heads"],
    "align": ["--align", "--prompts", "6", "--tokens", "5", "--product"],
    "loop": ["--loop", "2", "--prompts", "2", "--tokens", "6"],
    "histogram": ["--histogram", "--prompts", "2", "--tokens", "6"],
    "steer": ["--steer", "u.json", "--prompts", "4", "--tokens", "5"],
    "claims": ["--claims", "--prompts", "2", "--tokens", "6", "--passes", "2", "--std", "0.25"],
}


@pytest.fixture
def direction(tmp_path):
    (tmp_path / "u.json").write_text(json.dumps([1.0, *[0.5] * 15]))


@pytest.mark.usefixtures("direction")
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_every_family(attnverify, model_folder, tmp_path, family, view):
    folder = model_folder(family)
    result = attnverify("model", str(folder), *VIEWS[view], "--json", "a.json", "--csv", "a.csv")
    assert result.exit_code == (1 if view == "claims" else 0), result.output
    data = json.loads((tmp_path / "a.json").read_text())
    assert data["view"] == view
    assert data["model"].endswith("4 layers, d = 16, 2 heads")
    assert data["rows"]
    lines = [line for line in (tmp_path / "a.csv").read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines))
    assert [row.keys() for row in rows] == [row.keys() for row in data["rows"]]
    first = next(iter(data["rows"][0].values()))
    assert (first if isinstance(first, str) else f"{first:g}") in result.stdout
    assert all(remark in result.stdout for remark in data["remarks"])


@pytest.mark.usefixtures("direction")
@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
@pytest.mark.parametrize("view", [view for view in VIEWS if view != "claims"])
def test_every_picture_shows_its_null(attnverify, model_folder, tmp_path, view):
    result = attnverify("model", str(model_folder("gpt2")), *VIEWS[view], "--picture", "a.svg")
    assert result.exit_code == 0
    text = (tmp_path / "a.svg").read_text()
    nulls = {"table": "random weights", "loop": "fixed random weights", "steer": "not steered"}
    assert nulls.get(view, "shuffled weights") in text
    if view == "loop":
        assert "below the float16 floor" in text


def test_layers_that_are_zero_are_named_and_the_other_decisions_stay(attnverify, model_folder, tmp_path):
    from attnverify.stability.transformers.safetensors_file import SafetensorsFile
    from attnverify.stability.transformers.storing import write_model

    folder = model_folder("gpt2", n_head=1, n_positions=16)
    config, file = json.loads((folder / "config.json").read_text()), SafetensorsFile(folder / "model.safetensors")
    tensors = {name: file.read(name) * ("attn.c_proj" not in name) for name in file.entries}
    write_model(tmp_path / "zero", config, tensors, dtype="F32")
    result = attnverify("model", "zero", "--claims", "--prompts", "2", "--passes", "2", "--json", "a.json")
    assert result.stderr == ""
    rows = {row["claim"]: row for row in json.loads((tmp_path / "a.json").read_text())["rows"]}
    assert rows["POW-B4"]["verdict"] == "OPEN"
    assert "the product of the layer matrices has norm 0" in rows["POW-B4"]["measured"]
    assert len(rows) == 16
    assert rows["CON-P.h"]["verdict"] != "REFUTED"
    aligned = attnverify("model", "zero", "--align", "--product")
    assert (aligned.exit_code, aligned.stderr.count("\n")) == (2, 1)
    assert "has norm 0 and no principal direction" in aligned.stderr
    assert "4 layers, d = 16, 1 head  " in attnverify("model", "zero").stdout


def rows_of(attnverify, folder, *options):
    result = attnverify("model", str(folder), *options, "--json", "-")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_what_was_left_out_is_recorded_too(attnverify, model_folder):
    folder = model_folder("gpt2")
    found = rows_of(attnverify, folder, "--align")
    assert (found["seed"], found["prompts"], found["tokens"], found["passes"]) == (0, 100, 10, 1)
    assert (found["reading"], found["mean"], found["null"]) == ("real part", "eigenvectors", True)
    assert "bias" not in found
    found = rows_of(attnverify, folder, "--loop", "1")
    assert (found["loop"], found["std"], found["stop"], found["bias"], found["precision"]) == (
        *(1, 0.02, 1e-12, True, "float32"),
    )
    assert (found["prompts"], found["tokens"]) == (5, 50)
    found = rows_of(attnverify, folder, "--steer", "token:3")
    assert (found["layer"], found["gap"], found["through"]) == ("3", 100, "u")


def test_the_same_seed_gives_the_same_numbers(attnverify, model_folder):
    folder = model_folder("gpt_neo")
    options = ("--align", "--prompts", "5")
    first = rows_of(attnverify, folder, *options)
    assert rows_of(attnverify, folder, *options) == first
    other = rows_of(attnverify, folder, *options, "--seed", "1")
    assert other["rows"] != first["rows"]
    assert other["seed"] == 1
    assert "null Delta_1" not in rows_of(attnverify, folder, *options, "--no-null")["rows"][0]


def test_all_six_loops_and_one_of_them(attnverify, model_folder):
    folder = model_folder("gpt2")
    options = ("--loop", "2", "--prompts", "2", "--tokens", "5")
    data = rows_of(attnverify, folder, *options)
    assert [(row["weights"], row["feed-forward"]) for row in data["rows"]] == [
        (weights, part) for weights in ("file", "random", "redrawn") for part in ("yes", "no")
    ]
    assert all(len(trace["E"]) == 9 for trace in data["traces"])
    assert data["dtype"] == "float32"
    (one,) = rows_of(attnverify, folder, *options, "--weights", "random", "--no-ffn", "--precision", "float64")["rows"]
    assert (one["weights"], one["feed-forward"]) == ("random", "no")
    assert one["E at the end"] == pytest.approx(data["rows"][3]["E at the end"], rel=1e-3)


def test_steering_is_written_and_read_again(attnverify, model_folder, tmp_path):
    folder = model_folder("gpt2")
    result = attnverify("model", str(folder), "--steer", "token:7", "--gap", "1000", "--write", "new", "--layer", "1")
    assert result.exit_code == 0
    assert "written to new: h.1.attn.c_proj.weight, stored as F32" in result.stdout
    before, after = (rows_of(attnverify, path)["rows"] for path in (folder, "new"))
    assert after[0] == before[0]
    ratio = after[1]["radius"] / abs(complex(*np.ravel(before[1]["lambda_1"]))) / 1000
    assert ratio == pytest.approx(1, abs=0.01)
    again = attnverify("model", str(folder), "--steer", "token:7", "--write", "new")
    assert again.exit_code == 2
    assert "new: exists; a steered model is written into a new folder only" in again.stderr


@pytest.mark.parametrize(("options", "said"), [
    (["--align", "--loop", "3"], "--align and --loop are two views"),
    (["--histogram", "--spectrum"], "--spectrum and --histogram are two views"),
    (["--certify"], "--certify means nothing for the table; it belongs to --spectrum"),
    (["--loop", "3", "--layer", "1"], "--layer means nothing for --loop; it belongs to --spectrum, --steer"),
    (["--layer", "4"], "--layer 4: layers from 0 to 3"),
    (["--layer", "a"], "--layer a: layers from 0 to 3"),
    (["--steer", "token:40"], "--steer token:40: token ids from 0 to 39"),
    (["--steer", "token:-1"], "token ids from 0 to 39"),
    (["--steer", "none.npy"], "none.npy: cannot be read"),
    (["--steer", "token:1", "--layer", "1,2"], "one layer is steered"),
    (["--align", "--ffn"], "the reduced model has no feed-forward part"),
    (["--histogram", "--tokens", "65"], "65 tokens in a prompt; the model has 64 positions"),
    (["--histogram", "--tokens", "1"], "one token in a prompt has no pairs"),
    (["--claims", "--picture", "a.svg"], "--picture means nothing for --claims"),
    (["--picture", "a.png"], "the file must end in .svg"),
    (["--json", "none/a.json"], "--json none/a.json: cannot be written"),
])  # fmt: skip
def test_options_that_do_not_fit_are_one_line(attnverify, model_folder, options, said, one_line):
    one_line(attnverify("model", str(model_folder("gpt2")), *options), said)


def broken_config(folder):
    (folder / "config.json").write_text("{]")


def pickles_only(folder):
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({"a": 1}))


def cut(folder):
    data = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(data[:-4])


def not_a_number(folder):
    data = bytearray((folder / "model.safetensors").read_bytes())
    start = 8 + int.from_bytes(data[:8], "little")
    entry = json.loads(data[8:start])["h.0.attn.c_proj.weight"]["data_offsets"][0]
    data[start + entry : start + entry + 4] = np.float32("nan").tobytes()
    (folder / "model.safetensors").write_bytes(data)


# One of each that is found at another time; the rest is in tests/stability/transformers/test_weight_folder.py.
BROKEN = {
    "a config.json that is no JSON": (broken_config, "config.json: is no JSON"),
    "pickles only": (pickles_only, "a pickle is a program and is not opened"),
    "a truncated file": (cut, "the tensors end at byte"),
    "not a number": (not_a_number, "h.0.attn.c_proj.weight holds 1 entries that are NaN or infinite"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_folders_are_one_line(attnverify, model_folder, name, one_line):
    folder = model_folder("gpt2")
    spoil, said = BROKEN[name]
    spoil(folder)
    result = attnverify("model", str(folder))
    one_line(result, said)
    assert "model" in result.stderr


def test_what_is_no_folder_is_one_line(attnverify, model_folder, one_line):
    model_folder("gpt2")
    one_line(attnverify("model", "none"), "none: is no folder")
    one_line(attnverify("model", "model/config.json"), "is no folder")


def test_an_activation_matters_only_with_the_feed_forward_part(attnverify, model_folder, one_line):
    folder = str(model_folder("gpt2", activation_function="swish"))
    options = ("--loop", "1", "--prompts", "2", "--tokens", "4")
    assert attnverify("model", folder).exit_code == 0
    assert attnverify("model", folder, *options, "--weights", "file", "--no-ffn").exit_code == 0
    one_line(
        attnverify("model", folder, *options, "--weights", "file"), "the activation is 'swish'; allowed are gelu_new"
    )


def test_a_word_on_weights_that_are_left_aside(attnverify, model_folder, tmp_path):
    folder = model_folder("gpt2")
    plain = attnverify("model", str(folder))
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"wte.weight": "gone.safetensors"}}')
    found = attnverify("model", str(folder), "--json", "a.json")
    word = "read: model.safetensors; also in the folder, and left aside: model.safetensors.index.json"
    assert found.stdout == f"{plain.stdout}{word}\n"
    assert json.loads((tmp_path / "a.json").read_text())["remarks"][-1] == word

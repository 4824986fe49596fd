"""`attnverify simulate`: trajectories of one system or a batch, in layers or in continuous time."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..counting import counted
from ..lazy import lazy
from .claims import BadInput
from .finite import Finite
from .output_files import STDOUT, require_archive, require_distinct, require_pictures, said, write_arrays, write_text
from .progress import watched
from .simulate_tokens import floats, matrices, number, random_tokens, require_time, tokens
from .stopping import INTERRUPTED

np = lazy("numpy")

_FILE = click.Path(path_type=Path)
_MAX_SAMPLES = 10_000
_LARGEST_EXPONENT = 709.0
# Evaluations of the field in one step, fixed or adaptive; copies of the tokens that the adaptive method holds; bytes of
# a number in text, with the Python objects it is written from.
_STAGES, _HELD, _TEXT = {True: 4, False: 12}, 48, 120
_POSITIVE = Finite(0, 1e5, min_open=True)


@click.command()
@click.option(
    "--dynamics", type=click.Choice(["flow", "attention", "oja", "sa", "usa"]), default="flow", show_default=True
)
@click.option(
    "--attention",
    multiple=True,
    type=_FILE,
    help="Logit matrix P, one for each head or one for all; the identity if left out.",
)
@click.option("--value", multiple=True, type=_FILE, help="Value matrix U, one for each head; the identity if left out.")
@click.option("--beta", type=Finite(), default=1.0, show_default=True, help="Multiplies the logits.")
@click.option("--metric", type=_FILE, help="Metric W of the ellipsoid, for flow; the identity if left out.")
@click.option(
    "--tokens",
    "tokens_file",
    type=_FILE,
    help="Initial tokens, one a row, .csv, .txt or .npy, or many systems (B, N, d) in .npy; projected.",
)
@click.option("--random", type=(int, int), metavar="N D", help="Uniform tokens on the sphere instead.")
@click.option("--runs", type=click.IntRange(1), default=1, show_default=True, help="How many systems --random draws.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of --random.")
@click.option("--direction", help="v for heights and V, such as 1,0,0; all tokens must start with v.y > 0.")
@click.option("--causal", is_flag=True, help="Token i sees the tokens 1, ..., i only.")
@click.option(
    "--layers",
    type=click.IntRange(1, 10**7),
    help="This many layers with step size --alpha, in place of continuous time.",
)
@click.option("--alpha", type=_POSITIVE, default=0.1, show_default=True, help="Step size of a layer.")
@click.option("--horizon", type=_POSITIVE, default=10.0, show_default=True, help="End of continuous time.")
@click.option(
    "--step",
    type=_POSITIVE,
    help="Runge-Kutta steps of order 4 of at most this size, in place of an adaptive method of order 8.",
)
@click.option("--samples", type=click.IntRange(1, _MAX_SAMPLES), default=100, show_default=True, help="Times after 0.")
@click.option("--memory", type=_POSITIVE, default=2.0, show_default=True, help="GiB that may be used.")
@click.option("--npz", type=_FILE, help="Write times, states and what was computed; an interrupted simulation goes on.")
@click.option("--csv", "csv_file", type=_FILE, help="Write time, token and coordinates, one token a line; one system.")
@click.option("--json", "json_file", type=_FILE, help="Write times, states, E, V and the drift.")
@click.option("--picture", type=_FILE, help="Write E, and V where there is a direction, as an SVG file.")
@click.pass_context
def simulate(context: click.Context, /, **given: Any) -> None:
    """The trajectory from the given tokens under constant matrices: a numerical result, not a proof.

    \b
    attnverify simulate --attention P.csv --tokens Y.csv --horizon 20
    attnverify simulate --dynamics sa --beta 4 --random 32 2 --runs 1000 --layers 300 --npz run.npz

    flow and usa, sa are the continuous models of arXiv "Consensus is all you get" and of 2312.10794, attention and oja
    the maps of 2605.25619; each can be followed in layers and in continuous time. There the method is adaptive, of
    order 8 with relative tolerance 1e-10, unless --step is given. With --npz FILE a simulation that is interrupted
    leaves FILE.checkpoint.npz, and the same command goes on from there.

    Exit codes: 0; 2 bad input; 130 interrupted.
    """
    import attnverify.stability as st

    if given["picture"] is not None:
        require_pictures(given["picture"])
    times, npz = _times(given), given["npz"]
    require_distinct(npz, given["csv_file"], given["json_file"], given["picture"])
    piped = STDOUT in (given["csv_file"], given["json_file"])
    if npz is not None:
        require_archive(npz, "--npz")
    Y, direction = _start(given, len(times))
    systems = Y.size // (Y.shape[-1] * Y.shape[-2])
    if given["csv_file"] is not None and Y.ndim == 3:
        raise BadInput(f"--csv: {systems} systems; allowed is one, write many with --npz")
    kept = None if npz is None else npz.with_suffix(".checkpoint.npz")
    try:
        X, advance, drift = _prepared(given, Y, times, direction)
        request = _request(given, times)
        with watched("samples") as progress, np.errstate(all="ignore"), st.blas_threads.one_blas_thread():
            states = st.simulate(advance, X, len(times) - 1, checkpoint=kept, request=request, progress=progress)
    except (ValueError, ArithmeticError, RuntimeError, OSError) as error:
        if isinstance(error, OverflowError):
            _require_no_overflow(given)
        raise BadInput(said(error)) from error
    except KeyboardInterrupt:
        if kept is None or not kept.exists():
            raise
        click.echo(f"interrupted: what is done is kept in {npz.with_suffix('.checkpoint.npz')}", err=True)
        context.exit(INTERRUPTED)
    panels = {"misalignment E": np.array([st.misalignment(state) for state in states])}
    if direction is not None:
        panels["V = max (1 - v.y)"] = np.array([st.decrease.max_lyapunov(state, direction) for state in states])
    _write(given, times, states, panels, drift)
    for label, values in panels.items():
        first, last = np.mean(values[0]), np.mean(values[-1])
        mean = f", mean of {systems} systems" if systems > 1 else ""
        click.echo(f"{label}: {first:.6g} at t = 0, {last:.6g} at t = {times[-1]:g}{mean}", err=piped)
    if any(drift):
        click.echo(f"largest drift from the ellipsoid before projection: {max(drift):.1e}", err=piped)


def _start(given: dict[str, Any], records: int) -> tuple[Any, Any]:
    """The initial tokens and the direction; raises BadInput, also where so many states of them would not fit."""
    if (given["tokens_file"] is None) == (given["random"] is None):
        raise BadInput("give either --tokens FILE or --random N D")
    if given["dynamics"] != "flow" and given["metric"] is not None:
        raise BadInput("--metric: allowed with --dynamics flow")
    if given["random"] is not None:
        _require_room(given, (given["runs"], *given["random"]), records)
        Y = random_tokens(given["random"], given["runs"], given["seed"])
    elif given["runs"] > 1:
        raise BadInput("--runs: allowed with --random")
    else:
        Y = tokens(given["tokens_file"])
        _require_room(given, (Y.size // (Y.shape[-1] * Y.shape[-2]), *Y.shape[-2:]), records)
    direction = given["direction"]
    return Y, None if direction is None else np.array([number(text, "--direction") for text in direction.split(",")])


def _require_room(given: dict[str, Any], shape: tuple[int, int, int], records: int) -> None:
    """Raise BadInput, with the estimate, where the states would not fit, or the steps would take more than a day."""
    import attnverify.stability as st

    (B, N, d), layers = shape, given["layers"]
    # Exponential weights in rescaled time are those of all pairs; all else goes in blocks.
    whole = B if given["dynamics"] == "usa" and layers is None and not given["causal"] else 0
    needed = st.batches.batch_bytes(*shape, recorded=records, weights=whole, **({} if layers else {"copies": _HELD}))
    if given["json_file"] is not None or given["csv_file"] is not None:
        needed += _TEXT * records * B * N * d
    try:
        st.batches.require_memory(needed, int(given["memory"] * 2**30), f"keeping {records} states")
    except st.batches.TooLargeError as error:
        raise BadInput(f"{error}; --samples sets how many are kept, --memory how much may be used") from error
    steps = layers or (math.ceil(given["horizon"] / given["step"]) if given["step"] else 1)
    pairs = 1 if given["dynamics"] == "oja" else N / 2 if given["causal"] else N
    heads = max(1, len(given["attention"]), len(given["value"]))
    evaluations = steps * (1 if layers else _STAGES[given["step"] is not None])
    require_time(evaluations, heads * B * N * pairs, d, f"{N} tokens")


def _times(given: dict[str, Any]) -> Any:
    """The recorded times; layers are recorded at equal distances, the last one always."""
    if given["layers"] is None:
        return np.linspace(0, given["horizon"], given["samples"] + 1)
    marks = np.unique(np.linspace(0, given["layers"], min(given["samples"], given["layers"]) + 1).round().astype(int))
    return marks * given["alpha"]


def _prepared(
    given: dict[str, Any], Y: Any, times: Any, direction: Any
) -> tuple[Any, Callable[[int, Any], Any], list[float]]:
    """The projected start, what leads from one recorded state to the next, and where drifts are collected."""
    import attnverify.stability as st
    from attnverify.stability.batches.dynamics import require_finite
    from attnverify.stability.batches.sweeps import DYNAMICS
    from attnverify.stability.motion.trajectories import MAX_STEPS

    d = Y.shape[-1]
    P, U = matrices(given["attention"], "--attention"), matrices(given["value"], "--value")
    W = None if given["metric"] is None else floats(given["metric"], "--metric")
    st.models.require_metric(W, d)
    X = st.models.onto_ellipsoid(Y, W)
    drift: list[float] = []
    # One matrix beside several heads of the other, the identity if left out, is that of every head.
    heads = max(1 if M is None else len(M) for M in (P, U))
    P = np.tile(np.eye(d), (heads, 1, 1)) if P is None else P
    P, U = (M if M is None or len(M) > 1 else np.repeat(M, heads, axis=0) for M in (P, U))
    flow = st.Flow(given["beta"] * P, U, W, given["causal"])
    flow.velocity(0.0, X[..., :1, :])
    if (direction is not None or W is not None) and (given["dynamics"] != "flow" or given["layers"] is not None):
        raise BadInput("--direction and --metric: allowed with --dynamics flow in continuous time")
    weights, scaled = DYNAMICS[given["dynamics"]]
    dynamics = st.batches.Dynamics(weights, P, U, given["beta"], d**-0.5 if scaled else 1.0, given["causal"])

    def layers(k: int, state: Any) -> Any:
        C = _columns(state)
        for _ in range(round((times[k + 1] - times[k]) / given["alpha"])):
            C = dynamics.step(C, given["alpha"])
        require_finite(C, f"between t = {times[k]:g} and {times[k + 1]:g}")
        return np.swapaxes(C, 1, 2).reshape(state.shape)

    def velocity(state: Any) -> Any:
        return np.swapaxes(dynamics.velocity(_columns(state)), 1, 2).reshape(state.shape)

    system: Any = flow if given["dynamics"] == "flow" else velocity
    if given["dynamics"] == "usa" and not given["causal"]:
        heads = max(1 if matrix is None else len(matrix) for matrix in (P, U))
        alike = [np.stack([np.eye(d)] * heads) if matrix is None else matrix for matrix in (P, U)]
        system = st.models.SphereFlow(given["beta"], "exponential", *((None, None) if P is U is None else alike))

    def along(k: int, state: Any) -> Any:
        ends, start = times[k : k + 2], direction if k == 0 else None
        try:
            if given["step"] is None:
                most = max(MAX_STEPS // (len(times) - 1), 1000)
                found = st.trajectory(system, state, ends, max_steps=most, hemisphere=start)
            else:
                found = st.trajectory(system, state, ends, given["step"], hemisphere=start)
        except RuntimeError:
            if system is not flow:
                _require_no_overflow(given)
            raise
        drift.append(found.drift)
        return found.states[-1]

    return X, along if given["layers"] is None else layers, drift


def _columns(state: Any) -> Any:
    """A state (N, d) or (B, N, d) as (B, d, N)."""
    return np.ascontiguousarray(np.swapaxes(state.reshape(-1, *state.shape[-2:]), 1, 2))


def _require_no_overflow(given: dict[str, Any]) -> None:
    """Name the exponential weights where they are what makes a state not finite."""
    import attnverify.stability as st

    largest = st.motion.exponent_bound(given["beta"], matrices(given["attention"], "--attention"))
    if given["dynamics"] == "usa" and largest > _LARGEST_EXPONENT:
        raise BadInput(
            f"--beta {given['beta']:g}: the weights exp(beta x^T P y) overflow: exponents reach {largest:.4g}, and"
            f" floats end at exp({_LARGEST_EXPONENT:.0f}); --dynamics sa has no such limit, nor usa in continuous time"
            " without --step and --causal"
        )


def _request(given: dict[str, Any], times: Any) -> dict[str, Any]:
    """What decides the states, to be kept with them: options, and the files as they are now."""
    outputs = {"npz", "csv_file", "json_file", "picture", "memory"}
    request = {name: value for name, value in given.items() if name not in outputs}
    for name in ("attention", "value"):
        found = matrices(given[name], f"--{name}")
        request[name] = None if found is None else found.tolist()
    request["metric"] = None if given["metric"] is None else floats(given["metric"], "--metric").tolist()
    return {**request, "tokens_file": str(given["tokens_file"]), "times": times.tolist()}


def _write(given: dict[str, Any], times: Any, states: Any, panels: dict[str, Any], drift: list[float]) -> None:
    """The files that were asked for."""
    worst = max(drift) if drift else None
    if given["npz"] is not None:
        metadata = json.dumps({**_request(given, times), "drift": worst})
        write_arrays(given["npz"], {"times": times, "states": states, "metadata": np.array(metadata)}, "--npz")
    if given["csv_file"] is not None:
        write_text(given["csv_file"], _csv(times, states), "--csv")
    if given["json_file"] is not None:
        data = {"times": times, "states": states, **panels, "drift": worst}
        write_text(given["json_file"], json.dumps(data, default=lambda array: array.tolist()) + "\n", "--json")
    if given["picture"] is not None:
        from attnverify.stability.pictures.figures import curves_svg

        title = f"{counted(states.shape[-2], 'token')} in R^{states.shape[-1]}"
        write_text(given["picture"], curves_svg(times, panels, title=title), "--picture")


def _csv(times: Any, states: Any) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["t", "token", *(f"y_{k + 1}" for k in range(states.shape[-1]))])
    for t, state in zip(times, states, strict=True):
        for i, token in enumerate(state, start=1):
            writer.writerow([repr(float(t)), i, *map(repr, token.tolist())])
    return buffer.getvalue()

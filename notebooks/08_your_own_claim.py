# %% [markdown]
# # Write your own claim
#
# Claims: POW-L4.stable
#
# The papers' claims are decided by functions that anyone can call. There are two ways to have a statement of your own
# decided: write it down as **data** (`attnverify decide`), if it is about real numbers; or write a **check** in
# Python (`attnverify check`), which may use everything in `stability` and `verify`, and may rest on the papers'
# claims.
#
# The cells below call the command line as you would in a terminal.

# %%
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

folder = TemporaryDirectory()
here = Path(folder.name)


def attnverify(*arguments: str) -> None:
    """Run `attnverify` with these arguments, and print what it says and its exit code."""
    done = subprocess.run([sys.executable, "-m", "attnverify", *arguments], capture_output=True, text=True)
    print(done.stdout + done.stderr + f"exit code {done.returncode}")


# %% [markdown]
# ## A statement as data
#
# Lemma 4 of arXiv 2605.25619 (POW-L4.stable) needs an inequality: with all other eigenvalues between $\lambda_d$ and
# $\lambda_1$, and $\alpha(|\lambda_d| - \lambda_1) < 2$, is $|1 + \alpha\lambda_j| < 1 + \alpha\lambda_1$? As a file
# it reads almost like that. The file is parsed, never executed.

# %%
lemma = """
title = "The inequality of Lemma 4"
given = ["lam_j < lam_1", "lam_d <= lam_j", "alpha*(-lam_d - lam_1) < 2"]
show = ["abs(1 + alpha*lam_j) < 1 + alpha*lam_1"]

[letters]
alpha = "positive"
lam_1 = "positive"
lam_j = "real"
lam_d = "real"
"""
(here / "lemma.toml").write_text(lemma)
attnverify("decide", str(here / "lemma.toml"))

# %% [markdown]
# PROVED for all real values, with a certificate that you can expand by hand: both sides of the absolute value are sums
# of products of what is given. Linear programming found the products, exact arithmetic made them rational, and the
# kernel multiplied them out.
#
# Is the constant 2 the right one? Try 3. A refutation is a point, in exact numbers, at which everything that is given
# holds and the conclusion does not.

# %%
(here / "wrong.toml").write_text(lemma.replace("< 2", "< 3"))
attnverify("decide", str(here / "wrong.toml"))

# %% [markdown]
# And when nothing is found either way, the answer is OPEN (exit code 3) and says what resisted. It never means
# "probably true". For $0 \le x \le \pi/2$ the following is true, but the program finds no proof.

# %%
jordan = """
title = "Jordan's inequality"
given = ["0 <= x", "x <= pi/2"]
show = ["sin(x) >= 2*x/pi"]

[letters]
x = "real"
"""
(here / "jordan.toml").write_text(jordan)
attnverify("decide", str(here / "jordan.toml"))

# %% [markdown]
# On a box away from the ends, bisection decides it. The verdict is then CERTIFIED: it speaks about the box that is
# given and nothing else.

# %%
(here / "box.toml").write_text(jordan.replace("0 <= x", "1/2 <= x").replace("x <= pi/2", "x <= 3/2"))
attnverify("decide", str(here / "box.toml"))

# %% [markdown]
# ## A claim in Python
#
# Everything else is a claim with a check. The smallest whole example is [my_claims.py](../examples/my_claims.py):

# %%
example = Path("../examples/my_claims.py").read_text()
print(example)

# %% [markdown]
# The first claim is counted among draws, and TESTED at most; the second one is a statement with a proof. Of the mark:
#
# - `twin` is the same function with a wrong constant. It must come out OPEN; a check that cannot fail shows nothing.
# - `expected` pins the verdict. Worse or better than expected fails, so that what you publish stays true.
# - `rests_on` names other claims that are used. A claim is never shown as stronger than what it rests on.

# %%
attnverify("check", "../examples/my_claims.py", "--json", str(here / "ledger.json"))

# %% [markdown]
# What happens with a twin that is true as well? Let the "wrong" step be 1/2, smaller than the right one: then the
# check accepts its false twin, and the verdict is OPEN although the statement is true.

# %%
(here / "lazy_claims.py").write_text(example.replace('"alpha": 1.5', '"alpha": 0.5'))
attnverify("check", str(here / "lazy_claims.py"))

# %% [markdown]
# ## The evidence is data
#
# The ledger that `--json` wrote can be checked again by the referee, which needs nothing but Python's standard
# library and knows nothing of how the proof was found.

# %%
attnverify("recheck", str(here / "ledger.json"))

# %% [markdown]
# Change one sign of a statement in the file, and the ledger is rejected.

# %%
(here / "forged.json").write_text((here / "ledger.json").read_text().replace("a < 2", "a < 3"))
attnverify("recheck", str(here / "forged.json"))

# %% [markdown]
# ## In your tests and in your package
#
# - `pytest --claims-file examples/my_claims.py` makes every claim of a file a test; `--claims` does it for all
#   installed claims, `--claims-paper NAME` for those of one paper.
# - A package of your own adds its claims to `attnverify run` through the entry-point group `attnverify.claims`; see
#   [CONTRIBUTING.md](../CONTRIBUTING.md).
# - A check that takes `seed` may draw instances; its evidence is then TESTED, with the number of draws.

# %% [markdown]
# ## Exercises
#
# 1. Change one constant of `lemma.toml` so that it becomes false. Which counterexample is found, and does it
#    satisfy all that is given?
# 2. State a lemma of your own about a sum over tokens. If the answer is OPEN, add a hint, and read in
#    docs/lemmas.md what a hint may be.
# 3. Write a claim whose false twin is not rejected, and read what the run says about it.
#
# ## References
#
# - D. Handelman, *Representing polynomials by positive linear functions on compact convex polyhedra*, Pacific
#   Journal of Mathematics 132 (1988), for the certificates of inequalities.
#
# Next: [several heads and Theorem 1](09_several_heads.py).

# %%
folder.cleanup()

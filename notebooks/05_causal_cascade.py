# %% [markdown]
# # The causal cascade, and a counter-trajectory
#
# Claims: CON-AR.a, CON-T4.2, CON-T4.2.a, CON-T4.2.b, CON-T4.2.c, CON-T4.2.d, CON-T4.2.d.repaired, CON-T4.2.e,
# CON-T4.2.f, CON-T4.2.g, CON-T4.2.repaired, CON-T4.2.R1, CON-X9, CON-H.5, CON-H.5.repaired, CON-B5, CON-B5.rate
#
# In the auto-regressive model token $i$ attends to the tokens $1, \dots, i$ only. So the first token does not care
# about the others, the second only about the first, and so on: a cascade. Theorem 4.2 of *Consensus is all you get*
# (ICML 2025) uses it for $U = I$: consensus should attract every state in which no token is the antipode of the
# first. This notebook follows the proof to the step where it breaks, shows the exact counter-trajectory, and says
# what is true instead.

# %%
from fractions import Fraction

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.stability.pictures.figures import curves_svg
from attnverify.verify.cli.show import page

# %% [markdown]
# ## Down the cascade
#
# The weights of each row sum to $1/\sqrt{n+1}$ and the first row is $(1/\sqrt{n+1}, 0, \dots)$ (CON-AR.a). With
# $U = I$ the first token stands still (CON-T4.2.a). The cosine $c_2 = y_1^T y_2$ obeys a scalar equation,
# $\dot c_2 = \bar\alpha_{21} (1 - c_2^2)$ (CON-T4.2.b), whose only rest points are $1$ and $-1$: the second token
# converges from everywhere but the antipode (CON-T4.2.c). Six tokens on $S^2$ with a random constant $P$, seed 6:

# %%
rng = np.random.default_rng(6)
flow = st.Flow(rng.uniform(-0.5, 0.5, (3, 3)), causal=True)
times = np.linspace(0, 30, 301)
states = st.trajectory(flow, st.draws.random_tokens(rng, 1, 6, 3)[0], times).states
display(
    SVG(
        curves_svg(
            times, {"cosine with the first token": st.decrease.cosines(states)}, title="causal flow, U = I, seed 6"
        )
    )
)

# %% [markdown]
# ## Input-to-state stability, with its region
#
# For a later token, $\dot c_i = A_i (1 - c_i^2) + d_i$, where $A_i$ is its total weight on earlier tokens and $d_i$
# is what they disturb. If they are within the distance $e$ of $y_1$, then $|d_i| \le A_i \delta$ with
# $\delta = e + e^2/2$. The slack of this inequality along the trajectory above:

# %%
slacks = [st.decrease.cascade_slacks(Y, flow.weights(t, Y)) for t, Y in zip(times, states, strict=True)]
print("least slack of every token:", np.min(slacks, axis=0))

# %% [markdown]
# The paper says: a system like this is input-to-state stable, so $d_i \to 0$ gives $c_i \to 1$. But the unforced
# system has a second equilibrium, $c = -1$. There is an ISS estimate on the region $c > -\sqrt{1 - \delta}$ and only
# there (CON-T4.2.d.repaired); `iss_bound` evaluates it. Outside of the region it raises an error instead of giving a
# number.

# %%
print("c = -1/2, delta = 1/2:", [round(st.decrease.iss_bound(-0.5, 0.5, dose), 4) for dose in (0, 1, 2, 4, 8)])
try:
    st.decrease.iss_bound(-0.8, 0.5, 8)
except ValueError as error:
    print(error)
page("CON-T4.2.d.repaired")

# %% [markdown]
# Below the region an input that **tends to zero** can hold the token near $-1$ for ever: with the gap $c + 1 = g$ and
# $\dot g = -g/2$ it is $d = -g/2 - A g (2 - g)$.

# %% [markdown]
# ## Can the tokens themselves do that?
#
# So the inference is wrong (CON-T4.2.d); but perhaps no trajectory of the model does it. Three tokens in a plane:
# $y_1$ at the angle 0, $y_2$ at $2\arctan u$, $y_3$ **opposite** to $2\arctan z$. In these coordinates everything is
# rational. Both sides of the wedge $0 < z < u$ are strict exits, one on each side. Between the starts that leave on
# one side and those that leave on the other there must be one that never leaves; and it ends at $-y_1$.
#
# CON-T4.2 is refuted with one such solution in closed form, $z = u/4$, for a bounded continuous $P(t)$. It starts at
# $y_3 = -(15/17, 8/17)$, and along it $u$ decreases to zero:

# %%
for u in (Fraction(1), Fraction(1, 2), Fraction(1, 8), Fraction(1, 64)):
    y = st.decrease.wedge_tokens(u, u / 4)
    cosine = float(st.decrease.cosines(y)[2])
    print(f"u = {u!s:4}  y_2 = ({y[1][0]}, {y[1][1]})  y_3 = ({y[2][0]}, {y[2][1]})  cosine {cosine:.6f}")

# %% [markdown]
# That these tokens solve the model, with weights that come from a bounded $P(t)$, is a list of identities between
# rational functions. The kernel expands them. (The proof is long; it is folded.)

# %%
page("CON-T4.2")

# %% [markdown]
# ## The same for $P = 0$
#
# For constant $P$ the exceptional start has no closed form, but both sides of the wedge are strict exits still
# (CON-T4.2.R1). For $y_2 = e_2$, that is $u = 1$, it is near $z = 0.23299$. Start three third tokens: below it, there,
# and above. All three converge in the long run, because rounding errors push the middle one out; but it stays near
# $-y_1$ for a long time first, while $y_2$ has long arrived at $y_1$.

# %%
uniform = st.Flow(np.zeros((2, 2)), causal=True)
times = np.linspace(0, 60, 601)
middle = 0.2329902088126059
panels = {}
for name, z in (("below", middle - 0.03), ("there", middle), ("above", middle + 0.03)):
    states = st.trajectory(uniform, st.decrease.wedge_tokens(1.0, z), times).states
    panels[f"cosine with y_1, {name}"] = st.decrease.cosines(states)
title = "P = 0, three tokens; the third starts close to the exceptional one"
display(SVG(curves_svg(times, panels, title=title)))

# %% [markdown]
# A simulation proves nothing about the middle start. For the other two a rigorous trajectory does: once all tokens
# are certainly in an open hemisphere, CON-T4.2.repaired guarantees consensus. `enclose_flow` runs until it has proved
# that.

# %%
exact = st.Flow(st.motion.balls(np.zeros((2, 2))), causal=True)
for z, v in ((Fraction(1, 5), [0.5, 1.0]), (Fraction(27, 100), [0.5, -1.0])):
    run = st.enclose_flow(exact.velocity, st.decrease.wedge_tokens(Fraction(1), z), 12, order=10, step=Fraction(1, 4))
    found = next((segment for segment in run if segment.state.in_hemisphere(np.array(v))), None)
    print(f"z = {z}: in the hemisphere of {v}", "from t =", "never proved" if found is None else found.end)

# %% [markdown]
# ## What is true
#
# - For two tokens Theorem 4.2 holds as printed (CON-T4.2.c). For three tokens, over every $y_2 \neq \pm y_1$, at most
#   one $y_3$ fails (CON-X9), strictly between $-y_1$ and $-y_2$, while $y_3 = -y_1$ itself **does** converge
#   (CON-H.5, CON-H.5.repaired).
# - Almost every initial state converges (CON-T4.2.e).
# - All tokens in some open hemisphere converge, exponentially fast (CON-T4.2.repaired); boundedness and
#   measurability of $P$ suffice (CON-T4.2.g).
# - The consensus set is uniformly exponentially stable (CON-T4.2.f). The spectrum at consensus does not depend on
#   $P(t)$: with causal weights it is $-\frac{h}{\sqrt{n+1}}(1 - 1/i)$, $n$ times for each token $i$ (CON-B5), so the
#   slowest disagreement decays at the rate $h/(2\sqrt{n+1})$ (CON-B5.rate).

# %% [markdown]
# ## Exercises
#
# 1. For two tokens derive $c' = A(1 - c^2)$ for $c = \langle y_1, y_2\rangle$, and conclude that Theorem 4.2 holds
#    there as it is printed.
# 2. How close to the exceptional start can `enclose_flow` still prove that consensus is reached? Bisect in $z$.
# 3. Compare `st.decrease.iss_bound` with the cosines of a trajectory. For which token is the bound loosest, and what
#    does its input have to do with it?
#
# ## References
#
# - *Consensus is all you get: the role of attention in transformers*, ICML 2025, PMLR 267.
# - E. D. Sontag, *Smooth stabilization implies coprime factorization*, IEEE Transactions on Automatic Control 34
#   (1989).
#
# Next: [Theorem 4.5 and tracking](06_value_matrix_and_tracking.py).

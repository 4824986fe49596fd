r"""Words: the meaning of what the language says; each is a constant (name, sorts) and a closed term of earlier words.

Written in the notation of `notation.py`. States are functions I -> V; maps F and flows f stand beside the set of states
where they are defined, G. Time is the last argument of what moves and the first of a flow.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .notation import Reader, Tree

TABLE = r"""
# numbers and motions
nonzero = \a:R. not a = 0
has_rate = \f:R->R t:R. ex v:R. slope(f, t, v)
has_rate_vector[V] = \f:R->V t:R. ex v:V. slope(f, t, v)
decays = \z:R->R k:R. all t>=0. z t <= z 0*exp(-1*k*t)
exponentially_small = \z:R->R. ex c d:R. 0 <= c and 0 < d and all t>=0. abs(z t) <= c*exp(-1*d*t)
tends = \z:R->R c:R. all e>0. ex s:R. all t>=0. s <= t => abs(z t - c) < e
limsup_at_most = \z:R->R c:R. all e>0. ex s:R. all t>=0. s <= t => z t < c + e

# vectors and linear maps; r + iw is an eigenvalue of U beside v, with the eigenvector a + ib
symmetric[V] = \U:V-oV. all a b:V. dot(a, lin(U, b)) = dot(lin(U, a), b)
positive_definite[V] = \U:V-oV. symmetric(U) and all u:V. not u = 0[V] => 0 < dot(u, lin(U, u))
eigenvector[V] = \U:V-oV w:V m:R. not w = 0[V] and lin(U, w) = m*w
eigenvalue[V] = \U:V-oV v:V m:R. ex w:V. not w = 0[V] and dot(v, w) = 0 and lin(U, w) = m*w
other_eigenvalue[V] = \U:V-oV v:V r w:R. ex a b:V p q:R. (not a = 0[V] or not b = 0[V]) and dot(v, a) = 0
    and dot(v, b) = 0 and lin(U, a) = r*a - w*b + p*v and lin(U, b) = w*a + r*b + q*v
simple_top[V] = \U:V-oV v:V k:R. lin(U, v) = k*v and dot(v, v) = 1 and all m:R. eigenvalue(U, v, m) => m < k
orthogonal[V] = \Q:V-oV. all u:V. dot(lin(Q, u), lin(Q, u)) = dot(u, u)
orthonormal[V] = \m:N e:N->V. all j k:N. real(j) < real(m) => real(k) < real(m)
    => dot(e j, e k) = ite(j = k, 1, 0)
complete[V] = \m:N e:N->V. all u:V. (all j:N. real(j) < real(m) => dot(u, e j) = 0) => u = 0[V]

# states and derivatives
near[I V] = \X S:St e:R. all i:I. norm(X i - S i) < e
within[I V] = \X S:St e:R. all i:I. norm(X i - S i) <= e
sph[I V] = \X:St. all i:I. dot(X i, X i) = 1
tan[I V] = \S d:St. all i:I. dot(S i, d i) = 0
diff[I V] = \F:Map S:St L:Map. (all a b:St c:R i:I. L (\j:I. a j + c*b j) i = L a i + c*L b i)
    and all e>0. ex d>0. all X:St r:R. 0 <= r and r < d and within(X, S, r)
    => all i:I. norm(F X i - F S i - L (\j:I. X j - S j) i) <= e*r
diffR[I V] = \f:St->R S:St L:St->R. (all a b:St c:R. L (\j:I. a j + c*b j) = L a + c*L b)
    and all e>0. ex d>0. all X:St r:R. 0 <= r and r < d and within(X, S, r)
    => abs(f X - f S - L (\j:I. X j - S j)) <= e*r
diffV[I V E] = \f:St->E S:St L:St->E. (all a b:St c:R. L (\j:I. a j + c*b j) = L a + c*L b)
    and all e>0. ex d>0. all X:St r:R. 0 <= r and r < d and within(X, S, r)
    => norm(f X - f S - L (\j:I. X j - S j)) <= e*r
differentiable[I V] = \F:Map S:St. ex L:Map. diff(F, S, L)

# maps and their orbits; an orbit starts in the set and may leave it
fixed[I V] = \F:Map S:St. all i:I. F S i = S i
orbit[I V] = \F:Map x:N->St. all n:N i:I. x (succ(n)) i = F (x n) i
tends_n[I V] = \x:N->St S:St. all e>0. ex m:N. all n:N. real(m) <= real(n) => near(x n, S, e)
limit_point[I V] = \x:N->St S:St. all e>0. all m:N. ex n:N. real(m) <= real(n) and near(x n, S, e)
lyapunov[I V] = \F:Map G:St->O S:St. G S and fixed(F, S) and all e>0. ex d>0. all x:N->St.
    G (x zero) and orbit(F, x) and near(x zero, S, d) => all n:N. near(x n, S, e)
asymptotically_stable[I V] = \F:Map G:St->O S:St. lyapunov(F, G, S) and ex d>0. all x:N->St.
    G (x zero) and orbit(F, x) and near(x zero, S, d) => tends_n(x, S)

# spectra of the derivative on the tangent space; r + iw is an eigenvalue with the eigenvector a + ib
teig[I V] = \F:Map S:St r w:R. ex L:Map. diff(F, S, L) and ex a b:St.
    (ex i:I. not a i = 0[V] or not b i = 0[V]) and tan(S, a) and tan(S, b)
    and all i:I. L a i = r*a i - w*b i and L b i = w*a i + r*b i
lin_at[I V] = \F:Map G:St->O S:St. sph(S) and (all X:St. G X = sph(X)) and (ex L:Map. diff(F, S, L))
    and ex r>0. all X:St. sph(X) and near(X, S, r) => sph(F X)
inside_disc[I V] = \F:Map G:St->O S:St. lin_at(F, G, S) and all r w:R. teig(F, S, r, w) => r*r + w*w < 1
outside_disc[I V] = \F:Map G:St->O S:St. lin_at(F, G, S) and ex r w:R. teig(F, S, r, w) and 1 < r*r + w*w
spectrum[I V] = \F:Map G:St->O S:St U:V-oV v:V f:R->R g:R. lin_at(F, G, S) and all r w:R. teig(F, S, r, w)
    = (w = 0 and ((ex m:R. eigenvalue(U, v, m) and r = f m) or 2 <= card[I] and 2 <= dim[V] and r = g))
token_spectrum[I V] = \F:Map G:St->O S:St U:V-oV v:V f:I->R->R. lin_at(F, G, S) and all r w:R. teig(F, S, r, w)
    = (w = 0 and ex i:I m:R. eigenvalue(U, v, m) and r = f i m)
group_spectrum[I V] = \F:Map G:St->O S:St U:V-oV v:V a b c e:R->R r s p q:R. lin_at(F, G, S)
    and all x w:R. teig(F, S, x, w) = ((ex m:R. eigenvalue(U, v, m)
    and x*x - w*w - (a m + e m)*x + (a m*e m - b m*c m) = 0 and 2*x*w = (a m + e m)*w)
    or w = 0 and 2 <= dim[V] and (2 <= p and x = r or 2 <= q and x = s))
matrix_spectrum[I V] = \F:Map G:St->O S:St U:V-oV v:V r k:R. lin_at(F, G, S) and all x w:R. teig(F, S, x, w)
    = ((ex y z:R. other_eigenvalue(U, v, y, z) and x = r + k*y and w = k*z)
    or 2 <= card[I] and 2 <= dim[V] and w = 0 and x = r)

# almost every state of unit vectors: covered by balls of arbitrarily small volume in the dimension card*(dim - 1)
null[I V] = \Q:St->O. (all X:St. sph(X) => not Q X)
    or ex m:N. real(m) = card[I]*(dim[V] - 1) and 0 < real(m) and all e>0. ex c:N->St r:N->R.
    (all n:N. 0 < r n) and (all X:St. sph(X) => Q X => ex n:N. near(X, c n, r n))
    and all n:N. sumto(n, \k:N. pow(r k, m)) <= e
almost_all_reach[I V] = \F:Map G H:St->O. null(\X:St. G X and not all x:N->St S:St.
    x zero = X and orbit(F, x) and limit_point(x, S) => H S)
almost_all_converge[I V] = \F:Map G H:St->O. null(\X:St. G X and not all x:N->St.
    x zero = X and orbit(F, x) => ex S:St. H S and tends_n(x, S))

# flows
solves[I V] = \f:R->Map G:St->O y:I->R->V. (all t>=0. G (\i:I. y i t))
    and ae(\t:R. all i:I. slope(y i, t, f t (\j:I. y j t) i))
solution[I V] = \f:R->Map G:St->O y:I->R->V X:St. (all i:I. moving(y i)) and solves(f, G, y)
    and all i:I. y i 0 = X i
tends_to[I V] = \y:I->R->V S:St. all i:I. tends(\t:R. norm(y i t - S i), 0)
almost_all_converge_flow[I V] = \f:R->Map G H:St->O. null(\X:St. G X
    and not ((ex y:I->R->V. solution(f, G, y, X))
    and all y:I->R->V. solution(f, G, y, X) => ex S:St. H S and tends_to(y, S)))

# random letters: prob is outer measure; cc(B): B is an intersection of countably many closed half-spaces
event = \Q:W->O. prob(Q) + prob(\o:W. not Q o) = 1
as = \Q:W->O. event(Q) and prob(Q) = 1
normal = \z:W->R v:R. 0 <= v and (all c:R. event(\o:W. z o <= c)) and (v = 0 => as(\o:W. z o = 0))
    and (0 < v => ex G:R->R. (all c:R. prob(\o:W. z o <= c*sqrt(v)) = G c)
    and (all c:R. slope(G, c, exp(-1/2*c*c)*inv(sqrt(2*pi)))) and tends(G, 1))
cc[V] = \B:V->O. ex u:N->V c:N->R. all x:V. B x = (all n:N. dot(u n, x) <= c n)
events[I V] = \y:W->St. all i:I B:V->O. cc(B) => event(\o:W. B (y o i))
standard_normal[I V] = \y:W->St. events(y) and all i:I u:V. normal(\o:W. dot(u, y o i), dot(u, u))
uniform_on_sphere[I V] = \y:W->St. events(y) and as(\o:W. sph(y o)) and all i:I Q:V-oV B:V->O.
    orthogonal(Q) and cc(B) => prob(\o:W. B (y o i)) = prob(\o:W. B (lin(Q, y o i)))
independent[I V] = \y:W->St. events(y) and all B:I->V->O. (all i:I. cc(B i))
    => prob(\o:W. all i:I. B i (y o i)) = prod(every[I], \i:I. prob(\o:W. B i (y o i)))
"""


def entries(table: str) -> list[str]:
    """The entries of a table: an indented line belongs to the one before it."""
    joined = table.strip().replace("\n    ", " ")
    return [line for line in joined.split("\n") if line and line[0] != "#"]


def _words() -> dict[str, tuple[tuple[str, ...], Tree]]:
    words: dict[str, tuple[tuple[str, ...], Tree]] = {}
    for entry in entries(TABLE):
        head, _, text = entry.partition(" = ")
        name, _, sorts = head.rstrip("]").partition("[")
        reader = Reader(text)
        words[name] = (tuple(sorts.split()), reader.whole(reader.term))
    return words


# name: (sort parameters, term)
WORDS: Mapping[str, tuple[tuple[str, ...], Tree]] = MappingProxyType(_words())

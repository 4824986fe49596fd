r"""Schemas: formulas that hold of all letters; premises are implications, no condition stands outside the formula.

A row is `name: letters. formula` in the notation of `notation.py`. An argument that has not the sort of its letter is
refused; the sorts of the formula are those that the arguments have. LITERATURE holds the theorems that are cited, not
proved: a verdict lists those on which it rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .notation import INDEX, SPACE, VALUE, VARIABLES, Reader, Sort, Tree, build, instance
from .terms import Refused, State, is_index, is_space, is_value
from .words import entries

TABLE = r"""
## logic
true: . true
and: p q:O. p => q => p and q
left: p q:O. p and q => p
right: p q:O. p and q => q
or left: p q:O. p => p or q
or right: p q:O. q => p or q
or elim: p q c:O. (p => c) => (q => c) => p or q => c
ex: P:A->O a:A. P a => ex(P)
ex elim: P:A->O c:O. (all x:A. P x => c) => ex(P) => c
not: p:O. (p => false) => not p
not elim: p c:O. not p => p => c
classical: p:O. (not p => p) => p
iff: p q:O. (p => q) => (q => p) => p = q
choice: P:A->B->O. (all x:A. ex y:B. P x y) => ex f:A->B. all x:A. P x (f x)
ite true: p:O a b:A. p => ite(p, a, b) = a
ite false: p:O a b:A. not p => ite(p, a, b) = b

## order
total: a b:X. a <= b or b < a
irrefl: a:X. not a < a
weaken: a b:X. a < b => a <= b
antisym: a b:X. a <= b => b <= a => a = b
strict: a b:X. a <= b => not a = b => a < b
trans: a b c:X. a < b => b < c => a < c
strong induction: P:I->O. (all x:I. (all y:I. y < x => P y) => P x) => all x:I. P x
cancel: d x:R. 0 < d => 0 <= d*x => 0 <= x
sup: P:R->O b:R. ex(P) => (all x:R. P x => x <= b)
    => ex s:R. (all x:R. P x => x <= s) and all c:R. (all x:R. P x => x <= c) => s <= c
max2 first: a b:R. b <= a => max2(a, b) = a
max2 second: a b:R. a <= b => max2(a, b) = b
min2 first: a b:R. a <= b => min2(a, b) = a
min2 second: a b:R. b <= a => min2(a, b) = b
abs positive: a:R. 0 <= a => abs(a) = a
abs negative: a:R. a <= 0 => abs(a) = -a

## inverses
inv: a:R. not a = 0 => a*inv(a) = 1
inv pos: a:R. 0 < a => 0 < inv(a)

## sums
sum mono: A:I->O e:I->R. (all x:I. A x => 0 <= e x) => 0 <= sum(A, e)
sum take: A:I->O e:I->Y y:I. A y => sum(A, e) = e y + sum(\x:I. A x and not x = y, e)
sum empty: A:I->O e:I->Y. (all x:I. not A x) => sum(A, e) = 0[Y]
sum cong: A B:I->O e f:I->Y. (all x:I. A x = B x) => (all x:I. A x => e x = f x) => sum(A, e) = sum(B, f)
sum swap: A:I->O B:J->O e:I->J->Y. sum(A, \x:I. sum(B, \y:J. e x y)) = sum(B, \y:J. sum(A, \x:I. e x y))
sum split: A B:I->O e:I->Y. sum(A, e) = sum(\x:I. A x and B x, e) + sum(\x:I. A x and not B x, e)
sumto zero: e:N->Y. sumto(zero, e) = e zero
sumto succ: n:N e:N->Y. sumto(succ(n), e) = sumto(n, e) + e (succ(n))
prod take: A:I->O e:I->R y:I. A y => prod(A, e) = e y*prod(\x:I. A x and not x = y, e)
prod empty: A:I->O e:I->R. (all x:I. not A x) => prod(A, e) = 1

## extrema
max above: A:I->O e:I->R y:I. A y => e y <= max(A, e)
max attained: A:I->O e:I->R. ex(A) => ex y:I. A y and max(A, e) = e y
max cong: A B:I->O e f:I->R. (all x:I. A x = B x) => (all x:I. A x => e x = f x) => max(A, e) = max(B, f)
min: A:I->O e:I->R. min(A, e) = -max(A, \x:I. -e x)

## sizes
real zero: . real(zero) = 0
real succ: n:N. real(succ(n)) = real(n) + 1
real nonneg: n:N. 0 <= real(n)
real injective: m n:N. real(m) = real(n) => m = n
induction: P:N->O. P zero => (all n:N. P n => P (succ(n))) => all n:N. P n
Archimedes: a:R. ex n:N. a < real(n)
real plus: m n:N. real(plusN(m, n)) = real(m) + real(n)
pow zero: a:R. pow(a, zero) = 1
pow succ: a:R n:N. pow(a, succ(n)) = a*pow(a, n)
binomial zero: n:N. binomial(n, zero) = 1
binomial none: k:N. binomial(zero, succ(k)) = 0
Pascal: n k:N. binomial(succ(n), succ(k)) = binomial(n, k) + binomial(n, succ(k))
recursion: a:A f:N->A->A. ex x:N->A. x zero = a and all n:N. x (succ(n)) = f n (x n)
card: x:I. ex n:N. card[I] = real(succ(n))
dim: u:V. ex n:N. dim[V] = real(succ(n))

## vectors
dot pos: u:V. 0 <= dot(u, u)
dot zero: u:V. dot(u, u) <= 0 => u = 0[V]
norm: u:V. norm(u)*norm(u) = dot(u, u) and 0 <= norm(u)
Schwarz: u v:V. dot(u, v)*dot(u, v) <= dot(u, u)*dot(v, v)
basis: u:V m:N. real(m) = dim[V] => ex e:N->V. orthonormal(m, e) and complete(m, e)
operator: f:V->E. (all a b:V c:R. f (a + c*b) = f a + c*f b) => ex U:V-oE. all u:V. lin(U, u) = f u

## functions
exp zero: . exp(0) = 1
exp add: a b:R. exp(a + b) = exp(a)*exp(b)
exp pos: a:R. 0 < exp(a)
exp tangent: a:R. 1 + a <= exp(a)
log: a:R. 0 < a => exp(log(a)) = a
sqrt: a:R. 0 <= a => sqrt(a)*sqrt(a) = a and 0 <= sqrt(a)
tanh: a:R. tanh(a) = (exp(2*a) - 1)*inv(exp(2*a) + 1)
circle: a:R. sin(a)*sin(a) + cos(a)*cos(a) = 1
cos minus: a b:R. cos(a - b) = cos(a)*cos(b) + sin(a)*sin(b)
sin minus: a b:R. sin(a - b) = sin(a)*cos(b) - cos(a)*sin(b)
quarter turn: . cos(1/2*pi) = 0
acute angle: a:R. -1/2*pi < a => a < 1/2*pi => 0 < cos(a)
pi: . 3 < pi

## null sets
ae all: P:R->O. (all t:R. 0 < t => P t) => ae(P)
ae mp: P Q:R->O. ae(\t:R. P t => Q t) => ae(P) => ae(Q)
ae countable: P:C->R->O. (all n:C. ae(P n)) => ae(\t:R. all n:C. P n t)
ae not never: . not ae(\t:R. false)
by continuity: a b:R->R. moving(a) => moving(b) => ae(\t:R. a t <= b t) => all t>=0. a t <= b t

## rates
rate: f:R->Y t:R v:Y. slope(f, t, v) => rate(f, t) = v
slope exists: f:R->Y. moving(f) => ae(\t:R. slope(f, t, rate(f, t)))
slope local: f g:R->Y t:R v:Y. (all s>=0. f s = g s) => 0 < t => slope(f, t, v) => slope(g, t, v)
slope const: c:Y t:R. slope(\s:R. c, t, 0[Y])
slope time: t:R. slope(\s:R. s, t, 1)
slope +: f g:R->Y t:R a b:Y. slope(f, t, a) => slope(g, t, b) => slope(\s:R. f s + g s, t, a + b)
slope *: f:R->R g:R->Y t a:R b:Y. slope(f, t, a) => slope(g, t, b) => slope(\s:R. f s*g s, t, a*g t + f t*b)
slope dot: f g:R->V t:R a b:V. slope(f, t, a) => slope(g, t, b)
    => slope(\s:R. dot(f s, g s), t, dot(a, g t) + dot(f t, b))
slope lin: U:V-oE f:R->V t:R a:V. slope(f, t, a) => slope(\s:R. lin(U, f s), t, lin(U, a))
slope inv: f:R->R t a:R. slope(f, t, a) => not f t = 0 => slope(\s:R. inv(f s), t, -a*inv(f t)*inv(f t))
slope exp: f:R->R t a:R. slope(f, t, a) => slope(\s:R. exp(f s), t, exp(f t)*a)
slope log: f:R->R t a:R. slope(f, t, a) => 0 < f t => slope(\s:R. log(f s), t, inv(f t)*a)
slope sqrt: f:R->R t a:R. slope(f, t, a) => 0 < f t => slope(\s:R. sqrt(f s), t, 1/2*inv(sqrt(f t))*a)
slope tanh: f:R->R t a:R. slope(f, t, a) => slope(\s:R. tanh(f s), t, (1 - tanh(f t)*tanh(f t))*a)
slope sin: f:R->R t a:R. slope(f, t, a) => slope(\s:R. sin(f s), t, cos(f t)*a)
slope cos: f:R->R t a:R. slope(f, t, a) => slope(\s:R. cos(f s), t, -sin(f t)*a)
slope sum: A:I->O F:I->R->Y D:I->Y t:R. (all i:I. A i => slope(F i, t, D i))
    => slope(\s:R. sum(A, \i:I. F i s), t, sum(A, D))
monotone: f:R->R. moving(f) => ae(\t:R. slope(f, t, rate(f, t)) => 0 <= rate(f, t))
    => all s t:R. 0 <= s => s <= t => f s <= f t
level: f:R->R m:R. moving(f) => ae(\t:R. f t = m => slope(f, t, 0))

## moving
moving const: c:Y. moving(\s:R. c)
moving time: . moving(\s:R. s)
moving +: f g:R->Y. moving(f) => moving(g) => moving(\s:R. f s + g s)
moving *: f:R->R g:R->Y. moving(f) => moving(g) => moving(\s:R. f s*g s)
moving dot: f g:R->V. moving(f) => moving(g) => moving(\s:R. dot(f s, g s))
moving lin: U:V-oE f:R->V. moving(f) => moving(\s:R. lin(U, f s))
moving exp: f:R->R. moving(f) => moving(\s:R. exp(f s))
moving tanh: f:R->R. moving(f) => moving(\s:R. tanh(f s))
moving sin: f:R->R. moving(f) => moving(\s:R. sin(f s))
moving cos: f:R->R. moving(f) => moving(\s:R. cos(f s))
moving abs: f:R->R. moving(f) => moving(\s:R. abs(f s))
moving norm: f:R->V. moving(f) => moving(\s:R. norm(f s))
moving max2: f g:R->R. moving(f) => moving(g) => moving(\s:R. max2(f s, g s))
moving min2: f g:R->R. moving(f) => moving(g) => moving(\s:R. min2(f s, g s))
moving sum: A:I->O F:I->R->Y. (all i:I. moving(F i)) => moving(\s:R. sum(A, \i:I. F i s))
moving max: A:I->O F:I->R->R. (all i:I. moving(F i)) => moving(\s:R. max(A, \i:I. F i s))
moving min: A:I->O F:I->R->R. (all i:I. moving(F i)) => moving(\s:R. min(A, \i:I. F i s))
moving inv: f:R->R. moving(f) => (all t>=0. not f t = 0) => moving(\s:R. inv(f s))
moving log: f:R->R. moving(f) => (all t>=0. 0 < f t) => moving(\s:R. log(f s))
moving sqrt: f:R->R. moving(f) => (all t>=0. 0 < f t) => moving(\s:R. sqrt(f s))
moving cong: f g:R->Y. (all t>=0. f t = g t) => moving(f) => moving(g)

## diff
diff const: S:St c:R. diffR(\X:St. c, S, \d:St. 0)
diff const vector: S:St c:E. diffV(\X:St. c, S, \d:St. 0[E])
diff token: S:St i:I. diffV[I V V](\X:St. X i, S, \d:St. d i)
diff +: f g:St->R S:St k l:St->R. diffR(f, S, k) => diffR(g, S, l) => diffR(\X:St. f X + g X, S, \d:St. k d + l d)
diff + vector: f g:St->E S:St k l:St->E. diffV(f, S, k) => diffV(g, S, l)
    => diffV(\X:St. f X + g X, S, \d:St. k d + l d)
diff *: f g:St->R S:St k l:St->R. diffR(f, S, k) => diffR(g, S, l)
    => diffR(\X:St. f X*g X, S, \d:St. k d*g S + f S*l d)
diff * vector: f:St->R g:St->E S:St k:St->R l:St->E. diffR(f, S, k) => diffV(g, S, l)
    => diffV(\X:St. f X*g X, S, \d:St. k d*g S + f S*l d)
diff dot: f g:St->E S:St k l:St->E. diffV(f, S, k) => diffV(g, S, l)
    => diffR(\X:St. dot(f X, g X), S, \d:St. dot(k d, g S) + dot(f S, l d))
diff lin: U:E-oF f:St->E S:St k:St->E. diffV(f, S, k) => diffV[I V F](\X:St. lin(U, f X), S, \d:St. lin(U, k d))
diff inv: f:St->R S:St k:St->R. diffR(f, S, k) => not f S = 0
    => diffR(\X:St. inv(f X), S, \d:St. -k d*inv(f S)*inv(f S))
diff exp: f:St->R S:St k:St->R. diffR(f, S, k) => diffR(\X:St. exp(f X), S, \d:St. exp(f S)*k d)
diff log: f:St->R S:St k:St->R. diffR(f, S, k) => 0 < f S => diffR(\X:St. log(f X), S, \d:St. inv(f S)*k d)
diff sqrt: f:St->R S:St k:St->R. diffR(f, S, k) => 0 < f S
    => diffR(\X:St. sqrt(f X), S, \d:St. 1/2*inv(sqrt(f S))*k d)
diff tanh: f:St->R S:St k:St->R. diffR(f, S, k)
    => diffR(\X:St. tanh(f X), S, \d:St. (1 - tanh(f S)*tanh(f S))*k d)
diff sin: f:St->R S:St k:St->R. diffR(f, S, k) => diffR(\X:St. sin(f X), S, \d:St. cos(f S)*k d)
diff cos: f:St->R S:St k:St->R. diffR(f, S, k) => diffR(\X:St. cos(f X), S, \d:St. -sin(f S)*k d)
diff sum: A:J->O f:J->St->R S:St k:J->St->R. (all j:J. A j => diffR(f j, S, k j))
    => diffR(\X:St. sum(A, \j:J. f j X), S, \d:St. sum(A, \j:J. k j d))
diff sum vector: A:J->O f:J->St->E S:St k:J->St->E. (all j:J. A j => diffV(f j, S, k j))
    => diffV(\X:St. sum(A, \j:J. f j X), S, \d:St. sum(A, \j:J. k j d))
diff state: F:Map S:St L:Map. (all i:I. diffV[I V V](\X:St. F X i, S, \d:St. L d i)) => diff(F, S, L)
diff chain: F H:Map S:St L K:Map. diff(F, S, L) => diff(H, F S, K) => diff(\X:St. H (F X), S, \d:St. K (L d))
diff unique: F:Map S:St L K:Map. diff(F, S, L) => diff(F, S, K) => L = K
diff near: f:St->R S:St k:St->R. diffR(f, S, k) => 0 < f S => ex r>0. all X:St. near(X, S, r) => 0 < f X

## probability
prob mono: P Q:W->O. (all o:W. P o => Q o) => prob(P) <= prob(Q)
prob nonneg: P:W->O. 0 <= prob(P)
prob true: . prob(\o:W. true) = 1
prob false: . prob(\o:W. false) = 0
prob split: P Q:W->O. event(Q) => prob(P) = prob(\o:W. P o and Q o) + prob(\o:W. P o and not Q o)
uniform law: x:I u:V. ex y:W->St. independent(y) and uniform_on_sphere(y)
normal law: x:I u:V. ex y:W->St. independent(y) and standard_normal(y)

## null sets of states
null mono: P Q:St->O. null(Q) => (all X:St. P X => Q X) => null(P)
null union: Q:N->St->O. (all n:N. null(Q n)) => null(\X:St. ex n:N. Q n X)
null ball: Q:St->O S:St e:R. sph(S) => 0 < e => null(Q) => ex X:St. sph(X) and near(X, S, e) and not Q X

## analytic
analytic const: u:St c:Y. analytic(\X:St. c)
analytic token: i:I u:V. analytic(\X:St. X i)
analytic +: f g:St->Y. analytic(f) => analytic(g) => analytic(\X:St. f X + g X)
analytic *: f:St->R g:St->Y. analytic(f) => analytic(g) => analytic(\X:St. f X*g X)
analytic dot: f g:St->E. analytic(f) => analytic(g) => analytic(\X:St. dot(f X, g X))
analytic lin: U:E-oF f:St->E. analytic(f) => analytic(\X:St. lin(U, f X))
analytic exp: f:St->R. analytic(f) => analytic(\X:St. exp(f X))
analytic tanh: f:St->R. analytic(f) => analytic(\X:St. tanh(f X))
analytic sin: f:St->R. analytic(f) => analytic(\X:St. sin(f X))
analytic cos: f:St->R. analytic(f) => analytic(\X:St. cos(f X))
analytic sum: A:J->O f:J->St->Y. (all j:J. analytic(f j)) => analytic(\X:St. sum(A, \j:J. f j X))
analytic inv: f:St->R. analytic(f) => (all X:St. sph(X) => not f X = 0) => analytic(\X:St. inv(f X))
analytic sqrt: f:St->R. analytic(f) => (all X:St. sph(X) => 0 < f X) => analytic(\X:St. sqrt(f X))
analytic cong: f g:St->Y. (all X:St. sph(X) => ex e>0. all Z:St. near(Z, X, e) => f Z = g Z)
    => analytic(f) => analytic(g)
"""

THEOREMS = r"""
## literature
# finite dimension
limit of a bounded length: y:R->V z:R->R k:R. moving(y) => moving(z) => (all t>=0. z t <= k)
    => ae(\t:R. norm(rate(y, t)) <= rate(z, t))
    => ex x:V m:R. m <= k and (all t>=0. norm(y t - x) <= m - z t) and tends(z, m)
limit point: P:N->St->O k:R. (all n:N. ex X:St. P n X and all i:I. norm(X i) <= k)
    => ex S:St. all e>0. all m:N. ex n:N X:St. real(m) <= real(n) and P n X and near(X, S, e)
inverse: U:V-oV v:V. positive_definite(U) => ex z:V. lin(U, z) = v
some bound: U:V-oE. ex k>0. all a:E b:V. dot(a, lin(U, b)) <= k*norm(a)*norm(b)
fewer dimensions: U:V-oE. dim[E] < dim[V] => ex x:V. not x = 0[V] and lin(U, x) = 0[E]
spectral gap: U:V-oV v:V k:R. symmetric(U) => simple_top(U, v, k) => ex g r:R. 0 < g and 0 <= r
    and (all a:V. dot(v, a) = 0 => dot(a, lin(U, a)) <= (k - g)*dot(a, a))
    and all a b:V. dot(v, a) = 0 => dot(v, b) = 0 => dot(a, lin(U, b)) <= r*norm(a)*norm(b)
Rayleigh: U:V-oV v u:V k s l:R. symmetric(U) => lin(U, v) = k*v => dot(v, u) = 0
    => (all m:R. eigenvalue(U, v, m) => s*m <= l) => s*dot(u, lin(U, u)) <= l*dot(u, u)
# spectra at equilibria
equal tokens: F:Map G:St->O S:St L:Map U:V-oV v:V m r k:R. symmetric(U) => lin(U, v) = m*v => dot(v, v) = 1
    => (all i:I. S i = v or S i = -1*v) => fixed(F, S) => lin_at(F, G, S) => diff(F, S, L)
    => (all d:St. (all h:I. dot(v, d h) = 0) => all i:I. L d i = r*d i + lin(U, sum(every[I], \j:I. k*d j)))
    => spectrum(F, G, S, U, v, \x:R. r + card[I]*k*x, r)
equal tokens, any matrix: F:Map G:St->O S:St L:Map U:V-oV v:V m r k:R. lin(U, v) = m*v => dot(v, v) = 1
    => (all i:I. S i = v or S i = -1*v) => fixed(F, S) => lin_at(F, G, S) => diff(F, S, L)
    => (all d:St. (all h:I. dot(v, d h) = 0) => all i:I. L d i = r*d i + lin(U, sum(every[I], \j:I. k*d j))
    - dot(v, lin(U, sum(every[I], \j:I. k*d j)))*v)
    => matrix_spectrum(F, G, S, U, v, r, card[I]*k)
triangular: F:Map G:St->O S:St L:Map U:V-oV v:V m:R r:I->R k:I->I->R. symmetric(U) => lin(U, v) = m*v
    => dot(v, v) = 1 => (all i:I. S i = v or S i = -1*v) => fixed(F, S) => lin_at(F, G, S) => diff(F, S, L)
    => (all i j:I. i < j => k i j = 0)
    => (all d:St. (all h:I. dot(v, d h) = 0)
    => all i:I. L d i = r i*d i + lin(U, sum(every[I], \j:I. k i j*d j)))
    => token_spectrum(F, G, S, U, v, \i:I x:R. r i + k i i*x)
two groups: F:Map G:St->O S:St L:Map U:V-oV v:V A B:I->O m r s a b c e:R. symmetric(U) => lin(U, v) = m*v
    => dot(v, v) = 1 => (all i:I. S i = v or S i = -1*v) => fixed(F, S) => lin_at(F, G, S) => diff(F, S, L)
    => ex(A) => ex(B) => (all i:I. (A i or B i) and not (A i and B i))
    => (all d:St. (all h:I. dot(v, d h) = 0) => all i:I.
    (A i => L d i = r*d i + lin(U, a*sum(A, \h:I. d h) + b*sum(B, \h:I. d h)))
    and (B i => L d i = s*d i + lin(U, c*sum(A, \h:I. d h) + e*sum(B, \h:I. d h))))
    => group_spectrum(F, G, S, U, v, \x:R. r + sum(A, \h:I. 1)*a*x, \x:R. sum(B, \h:I. 1)*b*x,
    \x:R. sum(A, \h:I. 1)*c*x, \x:R. s + sum(B, \h:I. 1)*e*x, r, s, sum(A, \h:I. 1), sum(B, \h:I. 1))
symmetric derivative: F:Map G:St->O S:St L:Map d:St q:R. fixed(F, S) => lin_at(F, G, S) => diff(F, S, L)
    => (all a b:St. tan(S, a) => tan(S, b)
    => sum(every[I], \i:I. dot(L a i, b i)) = sum(every[I], \i:I. dot(a i, L b i)))
    => tan(S, d) => (ex i:I. not d i = 0[V])
    => q*sum(every[I], \i:I. dot(d i, d i)) <= sum(every[I], \i:I. dot(L d i, d i))
    => ex e:St m:R. q <= m and (ex i:I. not e i = 0[V]) and tan(S, e) and all i:I. L e i = m*e i
# stability of fixed points of maps
indirect method, stable: F:Map G:St->O S:St. fixed(F, S) => inside_disc(F, G, S) => asymptotically_stable(F, G, S)
indirect method, unstable: F:Map G:St->O S:St. fixed(F, S) => outside_disc(F, G, S) => not lyapunov(F, G, S)
circle of period two: F:Map G:St->O v w:V. (all X:St. G X = sph(X)) => dot(v, v) = 1 => dot(w, w) = 1
    => dot(v, w) = 0 => (all c s:R. c*c + s*s = 1 => 0 < c => all i:I. F (\h:I. c*v + s*w) i = c*v - s*w)
    => not asymptotically_stable(F, G, \i:I. v)
# analytic ascent
strict saddles: f:R->Map G:St->O e:St->R w:St->I->R H:St->O. (all X:St. G X = sph(X)) => (all t:R. f t = f 0)
    => (all i:I. analytic(\X:St. f 0 X i)) => analytic(e) => (all i:I. analytic(\X:St. w X i))
    => (all X:St. sph(X) => all i:I. dot(X i, f 0 X i) = 0 and 0 < w X i)
    => (all y:I->R->V. (all i:I. moving(y i)) => (all t>=0. sph(\i:I. y i t))
    => ae(\t:R. rate(\s:R. e (\i:I. y i s), t)
    = sum(every[I], \i:I. w (\j:I. y j t) i*dot(f 0 (\j:I. y j t) i, rate(y i, t)))))
    => (all X:St. sph(X) => (all i:I. f 0 X i = 0[V]) => not H X => ex L:Map d:St. diff(f 0, X, L) and tan(X, d)
    and 0 < sum(every[I], \i:I. w X i*dot(L d i, d i)))
    => almost_all_converge_flow(f, G, H)
strict saddles, one limit: x:N->St e:St->R g:Map c k:R. analytic(e) => (all i:I. analytic(\X:St. g X i))
    => (all n:N. sph(x n))
    => (all y:I->R->V. (all i:I. moving(y i)) => (all t>=0. sph(\i:I. y i t))
    => ae(\t:R. rate(\s:R. e (\i:I. y i s), t) = sum(every[I], \i:I. dot(g (\j:I. y j t) i, rate(y i, t)))))
    => 0 < c => (all n:N. c*sum(every[I], \i:I. dot(x (succ(n)) i - x n i, x (succ(n)) i - x n i))
    <= e (x (succ(n))) - e (x n))
    => (all n:N. sum(every[I], \i:I. dot(g (x n) i, g (x n) i))
    <= k*sum(every[I], \i:I. dot(x (succ(n)) i - x n i, x (succ(n)) i - x n i)))
    => ex S:St. sph(S) and (all i:I. g S i = 0[V]) and tends_n(x, S)
strict saddles, maps: F:Map G H:St->O. (all X:St. G X = sph(X)) => (all i:I. analytic(\X:St. F X i))
    => (all X:St. sph(X) => sph(F X))
    => (all x:N->St. (all n:N. sph(x n)) => orbit(F, x) => ex S:St. tends_n(x, S))
    => (all X:St L:Map d:St. sph(X) => diff(F, X, L) => tan(X, d) => (all i:I. L d i = 0[V]) => all i:I. d i = 0[V])
    => (all X:St. sph(X) => fixed(F, X) => not H X => outside_disc(F, G, X))
    => almost_all_converge(F, G, H)
# probability
normal pair: y:W->St f g:St->R i:I u w:V a b:St A B K:R. independent(y) => standard_normal(y)
    => (all x:St. f x = dot(u, x i) + sum(every[I], \j:I. dot(a j, x j)))
    => (all x:St. g x = dot(w, x i) + sum(every[I], \j:I. dot(b j, x j)))
    => A = dot(u, u) + 2*dot(u, a i) + sum(every[I], \j:I. dot(a j, a j))
    => B = dot(w, w) + 2*dot(w, b i) + sum(every[I], \j:I. dot(b j, b j))
    => K = dot(u, w) + dot(u, b i) + dot(w, a i) + sum(every[I], \j:I. dot(a j, b j))
    => (all s t:R. normal(\o:W. s*f (y o) + t*g (y o), s*s*A + 2*s*t*K + t*t*B))
    and (4*K*K < (A + B)*(A + B) => ex p:R. p = prob(\o:W. abs(f (y o)) < abs(g (y o))) and 0 <= p and p <= 1
    and sin(pi*(p - 1/2)) = (B - A)*inv(sqrt((A + B)*(A + B) - 4*K*K))
    and (A < B => 1/2 < p) and (1/2 < p => A < B))
Wendel: y:W->St m e:N. real(m) + 1 = card[I] => real(e) + 1 = dim[V] => independent(y) => uniform_on_sphere(y)
    => prob(\o:W. ex w:V. all i:I. 0 < dot(w, y o i)) = sumto(e, \k:N. binomial(m, k))*inv(pow(2, m))
"""


@dataclass(frozen=True)
class Schema:
    """One row: letters with their sorts, and the formula."""

    name: str
    group: str
    letters: tuple[tuple[str, Sort], ...]
    formula: Tree

    def __call__(self, state: State, *terms: int) -> int:
        """The formula at these closed terms."""
        if len(terms) != len(self.letters):
            raise Refused(f"the schema {self.name} takes {len(self.letters)} terms, not {len(terms)}")
        sorts: dict[str, Sort] = {}
        for (letter, wanted), t in zip(self.letters, terms, strict=True):
            if not _fits(wanted, state.sort(t), sorts):
                raise Refused(
                    f"the schema {self.name}: {letter} is of the sort {state.sort(t)}, not {wanted} ({sorts})"
                )
        key = (self.name, *sorted(sorts.items()))
        if key not in state.schemas:
            state.schemas[key] = self._function(state, sorts, self.letters, {})
        return state.apply(state.schemas[key], *terms)

    def _function(
        self, state: State, sorts: Mapping[str, Sort], rest: tuple[tuple[str, Sort], ...], made: Mapping[str, int]
    ) -> int:
        if not rest:
            return build(state, self.formula, sorts, made)
        (name, sort), *others = rest
        return state.bind(
            instance(sort, sorts), lambda x: self._function(state, sorts, tuple(others), {**made, name: x})
        )


def _fits(wanted: Sort, given: Sort, sorts: dict[str, Sort]) -> bool:
    """Whether the sort is of the wanted form; what its variables stand for is kept in `sorts`."""
    if isinstance(wanted, tuple):
        shape = isinstance(given, tuple) and given[0] == wanted[0]
        return shape and _fits(wanted[1], given[1], sorts) and _fits(wanted[2], given[2], sorts)
    if wanted not in VARIABLES:
        return bool(wanted == given)
    if wanted in sorts:
        return bool(sorts[wanted] == given)
    sorts[wanted] = given
    if wanted in INDEX:
        return is_index(given)
    if wanted in SPACE:
        return is_space(given)
    if wanted in VALUE:
        return is_value(given)
    return wanted not in ("C", "X") or is_index(given) or given == {"C": "N", "X": "R"}[wanted]


def _rows(table: str) -> dict[str, Schema]:
    rows: dict[str, Schema] = {}
    group = ""
    for entry in entries(table.replace("## ", "@")):
        if entry[0] == "@":
            group = entry[1:]
            continue
        name, _, text = entry.partition(": ")
        reader = Reader(text)
        letters = tuple(reader.letters())
        reader.take(".")
        rows[name] = Schema(name, group, letters, reader.whole(reader.term))
    return rows


SCHEMAS: Mapping[str, Schema] = MappingProxyType(_rows(TABLE))
LITERATURE: Mapping[str, Schema] = MappingProxyType(_rows(THEOREMS))

(* The meaning of the core's sorts and constants: definitions only. This is what a reader must read and accept.
   Base: the real numbers of Coq's standard library. Everything is total: what a constant is outside the premises of its
   schemas (1/0, the logarithm of -1, the greatest of no terms) is whatever Coq's own total function gives. *)
From Coq Require Export Reals Lra Psatz List Lia Classical ClassicalEpsilon FunctionalExtensionality PropExtensionality.
Export ListNotations.
Open Scope R_scope.

(* == sorts: R numbers and times, nat sizes, Prop formulas, and ==================================================== *)
(* an index sort (tokens, heads, directions): finite, not empty, in a total order *)
Record index := Index { element :> Type; every : list element; complete : forall x, In x every; once : NoDup every;
  some : element; rank : element -> nat; apart : forall x y, rank x = rank y -> x = y }.
Definition ltI {I : index} (a b : I) := (rank I a < rank I b)%nat.
Definition leI {I : index} (a b : I) := (rank I a <= rank I b)%nat.
(* a space has finitely many coordinates, at least one; its vectors are functions of them *)
Definition space := index.
Definition vector (E : space) := E -> R.
(* a state has a vector for every index *)
Notation state I E := (element I -> vector E) (only parsing).
(* linear maps are matrices *)
Definition linear (E F : space) := F -> E -> R.
(* the outcomes of a random experiment: a number between 0 and 1 *)
Definition outcome := { x : R | 0 <= x <= 1 }.

(* == numbers ======================================================================================================= *)
Definition ite {A : Type} (P : Prop) (a b : A) : A := if excluded_middle_informative P then a else b.
Fixpoint choices (n k : nat) : nat :=
  match n, k with _, O => 1 | O, S _ => 0 | S m, S j => choices m j + choices m k end%nat.
Definition binomial (n k : nat) : R := INR (choices n k).

(* == sums, products, extrema over a range: the indices for which A holds =========================================== *)
Definition range {I : index} (A : I -> Prop) : list I :=
  filter (fun x => if excluded_middle_informative (A x) then true else false) (every I).
Fixpoint Sum {X : Type} (l : list X) (e : X -> R) : R := match l with [] => 0 | x :: r => e x + Sum r e end.
Fixpoint Prod {X : Type} (l : list X) (e : X -> R) : R := match l with [] => 1 | x :: r => e x * Prod r e end.
Fixpoint Max {X : Type} (l : list X) (e : X -> R) : R :=
  match l with [] => 0 | [x] => e x | x :: r => Rmax (e x) (Max r e) end.
Definition sum {I : index} (A : I -> Prop) (e : I -> R) : R := Sum (range A) e.
Definition prod {I : index} (A : I -> Prop) (e : I -> R) : R := Prod (range A) e.
Definition maxI {I : index} (A : I -> Prop) (e : I -> R) : R := Max (range A) e.
Definition minI {I : index} (A : I -> Prop) (e : I -> R) : R := - Max (range A) (fun x => - e x).
Definition sumV {I : index} {E : space} (A : I -> Prop) (e : I -> vector E) : vector E := fun c => sum A (fun x => e x c).
(* e 0 + ... + e n *)
Definition sumto (n : nat) (e : nat -> R) : R := sum_f_R0 e n.
Definition sumtoV {E : space} (n : nat) (e : nat -> vector E) : vector E := fun c => sum_f_R0 (fun k => e k c) n.
Fixpoint prodto (n : nat) (e : nat -> R) : R := match n with O => e O | S m => prodto m e * e n end.

(* == vectors ======================================================================================================= *)
Definition dim (E : space) : R := INR (length (every E)).
Definition zeroV {E : space} : vector E := fun _ => 0.
Definition addV {E : space} (u v : vector E) : vector E := fun c => u c + v c.
Definition scaleV {E : space} (k : R) (u : vector E) : vector E := fun c => k * u c.
Definition dot {E : space} (u v : vector E) : R := Sum (every E) (fun c => u c * v c).
Definition norm {E : space} (u : vector E) : R := sqrt (dot u u).
Definition lin {E F : space} (W : linear E F) (u : vector E) : vector F := fun c => Sum (every E) (fun d => W c d * u d).

(* == time ========================================================================================================== *)
(* E is covered by open intervals of total length at most s *)
Definition covered (E : R -> Prop) (s : R) : Prop := exists l r : nat -> R, (forall n, l n <= r n) /\
  (forall n, Sum (seq 0 n) (fun k => r k - l k) <= s) /\ forall x, E x -> exists n, l n < x < r n.
Definition null_times (E : R -> Prop) : Prop := forall eps, 0 < eps -> covered E eps.
(* at almost every time t > 0 *)
Definition ae (P : R -> Prop) : Prop := null_times (fun t => 0 < t /\ ~ P t).
(* f is differentiable at t, from both sides, with derivative v *)
Definition slope (f : R -> R) (t v : R) : Prop := derivable_pt_lim f t v.
Definition slopeV {E : space} (f : R -> vector E) (t : R) (v : vector E) : Prop := forall c, slope (fun s => f s c) t (v c).
(* some number, which is the derivative where there is one *)
Definition rate (f : R -> R) (t : R) : R := epsilon (inhabits 0) (slope f t).
Definition rateV {E : space} (f : R -> vector E) (t : R) : vector E := epsilon (inhabits zeroV) (slopeV f t).
(* absolutely continuous on [a, b]: finite families of intervals in order, of small total length, have small total change *)
Fixpoint family (a : R) (l : list (R * R)) (b : R) : Prop :=
  match l with [] => a <= b | (u, v) :: r => a <= u /\ u <= v /\ family v r b end.
Definition absolutely_continuous (f : R -> R) (a b : R) : Prop := forall eps, 0 < eps -> exists delta, 0 < delta /\
  forall l, family a l b -> Sum l (fun I => snd I - fst I) < delta -> Sum l (fun I => Rabs (f (snd I) - f (fst I))) < eps.
(* locally absolutely continuous on [0, oo) and (which follows, by Lebesgue) differentiable almost everywhere *)
Definition moving (f : R -> R) : Prop :=
  (forall b, 0 <= b -> absolutely_continuous f 0 b) /\ ae (fun t => exists v, slope f t v).
Definition movingV {E : space} (f : R -> vector E) : Prop := forall c, moving (fun t => f t c).

(* == chance: Lebesgue's outer measure of a set of outcomes ========================================================= *)
Definition greatest_below (S : R -> Prop) (m : R) : Prop :=
  (forall s, S s -> m <= s) /\ forall c, (forall s, S s -> c <= s) -> c <= m.
Definition prob (P : outcome -> Prop) : R :=
  epsilon (inhabits 0) (greatest_below (covered (fun x => exists o : outcome, proj1_sig o = x /\ P o))).

(* == analytic functions of states: near every state of unit vectors they are the values, at real states, of a function
   of complex states that is complex differentiable in a neighbourhood (which, by Cauchy and Osgood, is the same as being
   equal to a convergent power series) ============================================================================== *)
Definition complex := (R * R)%type.
Definition plusC (z w : complex) : complex := (fst z + fst w, snd z + snd w).
Definition minusC (z w : complex) : complex := (fst z - fst w, snd z - snd w).
Definition timesC (z w : complex) : complex := (fst z * fst w - snd z * snd w, fst z * snd w + snd z * fst w).
Definition sizeC (z : complex) : R := Rabs (fst z) + Rabs (snd z).
Definition SumC {X : Type} (l : list X) (e : X -> complex) : complex := (Sum l (fun x => fst (e x)), Sum l (fun x => snd (e x))).
(* F has the partial derivatives a at Z, and is differentiable there *)
Definition derivativeC {X : Type} (l : list X) (F : (X -> complex) -> complex) (Z : X -> complex) (a : X -> complex) : Prop :=
  forall eps, 0 < eps -> exists delta, 0 < delta /\ forall W, (forall x, sizeC (minusC (W x) (Z x)) < delta) ->
    sizeC (minusC (minusC (F W) (F Z)) (SumC l (fun x => timesC (a x) (minusC (W x) (Z x))))) <=
      eps * Sum l (fun x => sizeC (minusC (W x) (Z x))).
Definition real_state {I : index} {E : space} (X : I -> vector E) : I * E -> complex := fun p => (X (fst p) (snd p), 0).
Definition analyticR {I : index} {E : space} (f : (I -> vector E) -> R) : Prop :=
  forall X, (forall i, dot (X i) (X i) = 1) -> exists (F : (I * E -> complex) -> complex) (e : R), 0 < e /\
    (forall Z, (forall p, sizeC (minusC (Z p) (real_state X p)) < e) -> exists a, derivativeC (list_prod (every I) (every E)) F Z a) /\
    forall Y, (forall p, sizeC (minusC (real_state Y p) (real_state X p)) < e) -> F (real_state Y) = (f Y, 0).
Definition analyticV {I : index} {E F : space} (f : (I -> vector E) -> vector F) : Prop := forall c, analyticR (fun X => f X c).

(* Theorems of the literature that are proved here: finite dimension, limits, one map of the circle. *)
From Coq Require FinFun.
From Attn Require Import Statements States.
From Attn Require Words.

Notation minus u v := (addV u (scaleV (-1) v)).
Ltac vector := apply vector_eq; intro; unfold addV, scaleV, zeroV; ring.

(* == linear algebra ================================================================================================ *)
Lemma some_bound : says_some_bound.
Proof.
  intros E V U. set (K := Sum (every E) (fun c => Sum (every V) (fun d => Rabs (U c d)))). exists (1 + K).
  assert (K0 : 0 <= K) by (apply Sum_nonneg; intros; apply Sum_nonneg; intros; apply Rabs_pos). split; [lra |]. intros a b.
  pose proof (norm_nonneg a). pose proof (norm_nonneg b). assert (n0 : 0 <= norm a * norm b) by (apply Rmult_le_pos; assumption).
  apply Rle_trans with (K * (norm a * norm b)); [| nra].
  unfold dot, lin, K. rewrite <- Sum_scale_r. apply Sum_le. intros c _. rewrite <- Sum_scale, <- Sum_scale_r. apply Sum_le. intros d _.
  eapply Rle_trans; [apply Rle_abs |]. rewrite !Rabs_mult. pose proof (coordinate a c). pose proof (coordinate b d).
  assert (Rabs (a c) * Rabs (b d) <= norm a * norm b) by (apply Rmult_le_compat; auto using Rabs_pos). pose proof (Rabs_pos (U c d)). nra.
Qed.
(* fewer linear forms than coordinates: a nonzero vector on which they all vanish *)
Lemma kernel {X : Type} n : forall (forms : list (X -> R)) (L : list X), length forms = n -> NoDup L -> (n < length L)%nat ->
  exists a, (exists x, In x L /\ a x <> 0) /\ forall f, In f forms -> Sum L (fun x => f x * a x) = 0.
Proof.
  induction n as [| n IH]; intros forms L lf nd len.
  - destruct forms; [| discriminate]. destruct L as [| x L]; [simpl in len; lia |]. exists (fun _ => 1).
    split; [exists x; split; [left; reflexivity | lra] | intros f []].
  - destruct forms as [| f forms]; [discriminate |]. injection lf as lf. destruct (classic (exists x, In x L /\ f x <> 0)) as [[x [i nx]] | none].
    + set (L' := part (fun y => y <> x) L). assert (len' : length L = S (length L')).
      { apply INR_eq. rewrite S_INR, <- !Sum_ones, (Sum_at L _ x nd i). fold L'. ring. }
      destruct (IH (map (fun g y => g y - g x * (f y / f x)) forms) L') as [a [[y [iy ny]] ha]]; [rewrite map_length; exact lf | apply NoDup_part, nd | lia |].
      apply in_part in iy. destruct iy as [iL yx]. set (t := - Sum L' (fun y => f y / f x * a y)). exists (fun y => ite (y = x) t (a y)).
      assert (sum_ : forall g, Sum L (fun z => g z * ite (z = x) t (a z)) = g x * t + Sum L' (fun z => g z * a z)).
      { intro g. rewrite (Sum_at L _ x nd i), ite_true by reflexivity. f_equal. apply Sum_eq. intros z j. apply in_part in j. rewrite ite_false by tauto. reflexivity. }
      split; [exists y; split; [exact iL | rewrite ite_false by exact yx; exact ny] |].
      intros g [<- | j]; rewrite sum_; unfold t.
      * rewrite (Sum_eq L' (fun z => f z * a z) (fun z => f x * (f z / f x * a z))) by (intros; field; exact nx). rewrite Sum_scale. ring.
      * pose proof (ha _ (in_map (fun g y => g y - g x * (f y / f x)) forms g j)) as e. cbv beta in e.
        rewrite (Sum_eq _ _ (fun z => g z * a z - g x * (f z / f x * a z))) in e by (intros; ring). rewrite Sum_minus, Sum_scale in e. lra.
    + destruct (IH forms L lf nd ltac:(lia)) as [a [hx ha]]. exists a. split; [exact hx |]. intros g [<- | j]; [| apply ha, j].
      apply Sum_zero. intros x i. destruct (Req_dec (f x) 0) as [-> | k]; [ring | destruct none; exists x; auto].
Qed.
Lemma fewer_dimensions : says_fewer_dimensions.
Proof.
  intros E V U lt. destruct (kernel (length (every E)) (map U (every E)) (every V)) as [a [[x [_ nx]] h]]; [apply map_length | apply once | apply INR_lt, lt |].
  exists a. split; [intros ->; apply nx; reflexivity |]. apply vector_eq. intro c. apply (h (U c)), in_map, complete.
Qed.
Lemma inverse : says_inverse.
Proof.
  intros V U v [_ pd]. set (L := None :: map Some (every V)).
  assert (sum_ : forall f : option V -> R, Sum L f = f None + Sum (every V) (fun c => f (Some c))).
  { intro f. unfold L. simpl. f_equal. induction (every V) as [| c l IH]; [reflexivity |]. simpl. rewrite IH. reflexivity. }
  destruct (kernel (length (every V)) (map (fun c o => match o with None => - v c | Some d => U c d end) (every V)) L) as [a [[x [_ nx]] h]].
  - apply map_length.
  - constructor; [intro i; apply in_map_iff in i; destruct i as [? [? _]]; discriminate | apply FinFun.Injective_map_NoDup; [intros p q e; congruence | apply once]].
  - unfold L. simpl. rewrite map_length. lia.
  - set (z := fun c : V => a (Some c)). assert (e : forall c, lin U z c = a None * v c).
    { intro c. pose proof (h _ (in_map (fun c o => match o with None => - v c | Some d => U c d end) (every V) c (complete V c))) as k. rewrite sum_ in k. unfold lin, z. lra. }
    destruct (Req_dec (a None) 0) as [zero | n].
    + exfalso. assert (nz : z <> zeroV).
      { intro q. apply nx. destruct x as [c |]; [exact (f_equal (fun w => w c) q) | exact zero]. }
      specialize (pd z nz). replace (dot z (lin U z)) with 0 in pd; [lra |]. symmetry. apply Sum_zero. intros c _. rewrite e, zero. ring.
    + exists (scaleV (/ a None) z). rewrite lin_scale. apply vector_eq. intro c. unfold scaleV. rewrite e. field. exact n.
Qed.

(* == limits ======================================================================================================== *)
Lemma cluster_one {X} (Q : nat -> X -> Prop) (f : X -> R) K : (forall m, exists n x, (n >= m)%nat /\ Q n x) -> (forall n x, Q n x -> Rabs (f x) <= K) ->
  exists s, forall e m, e > 0 -> exists n x, (n >= m)%nat /\ Q n x /\ Rabs (f x - s) < e.
Proof.
  intros often bound. set (G := fun r => forall m, exists n x, (n >= m)%nat /\ Q n x /\ r <= f x).
  destruct (supremum G K) as [s [up least]].
  - exists (- K). intro m. destruct (often m) as [n [x [h q]]]. exists n, x. repeat split; auto. specialize (bound n x q). apply Rabs_le_inv in bound. lra.
  - intros r g. destruct (g O) as [n [x [_ [q h]]]]. specialize (bound n x q). apply Rabs_le_inv in bound. lra.
  - exists s. intros e m ep. assert (low : exists r, G r /\ s - e < r).
    { apply NNPP. intro none. assert (s <= s - e); [| lra]. apply least. intros r g. destruct (Rle_or_lt r (s - e)); [assumption | exfalso; apply none; exists r; auto]. }
    destruct low as [r [g rs]]. assert (high : exists m0, forall n x, (n >= m0)%nat -> Q n x -> f x < s + e / 2).
    { apply NNPP. intro none. assert (s + e / 2 <= s); [| lra]. apply up. intro m0. apply NNPP. intro no. apply none. exists m0. intros n x h q.
      destruct (Rlt_or_le (f x) (s + e / 2)); [assumption | exfalso; apply no; exists n, x; auto]. }
    destruct high as [m0 hi]. destruct (g (Nat.max m m0)) as [n [x [h [q rx]]]]. exists n, x. repeat split; [lia | exact q |].
    specialize (hi n x ltac:(lia) q). apply Rabs_def1; lra.
Qed.
Lemma cluster {X A} (l : list A) (f : A -> X -> R) K : forall Q : nat -> X -> Prop, (forall m, exists n x, (n >= m)%nat /\ Q n x) ->
  (forall n x, Q n x -> forall a, In a l -> Rabs (f a x) <= K) ->
  exists S : A -> R, forall e m, e > 0 -> exists n x, (n >= m)%nat /\ Q n x /\ forall a, In a l -> Rabs (f a x - S a) < e.
Proof.
  induction l as [| a l IH]; intros Q often bound.
  - exists (fun _ => 0). intros e m _. destruct (often m) as [n [x [h q]]]. exists n, x. repeat split; auto. simpl. tauto.
  - destruct (cluster_one Q (f a) K often) as [s hs]; [intros n x q; apply (bound n x q); left; auto |].
    destruct (IH (fun n x => exists n', (n' >= n)%nat /\ Q n' x /\ Rabs (f a x - s) < / (INR n + 1))) as [S hS].
    + intro m. destruct (hs (/ (INR m + 1)) m) as [n [x [h [q c]]]]; [apply Rinv_0_lt_compat; pose proof (pos_INR m); lra |]. exists m, x. split; [lia |]. exists n. auto.
    + intros n x [n' [_ [q _]]] b i. apply (bound n' x q). right. exact i.
    + exists (fun b => ite (b = a) s (S b)). intros e m ep. destruct (sizes_unbounded (/ e)) as [N eN]. assert (0 < / e) by (apply Rinv_0_lt_compat, ep).
      destruct (hS e (Nat.max m N) ep) as [n [x [h [[n' [h' [q c]]] rest]]]]. exists n', x. repeat split; [lia | exact q |].
      intros b i. destruct (classic (b = a)) as [-> | ne].
      * rewrite ite_true by reflexivity. apply Rlt_trans with (1 := c). rewrite <- (Rinv_inv e). assert (INR N <= INR n) by (apply le_INR; lia). apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra | lra].
      * rewrite ite_false by exact ne. destruct i as [-> | i]; [congruence | apply rest, i].
Qed.
Lemma dim_pos (V : space) : 0 < dim V.
Proof. destruct (dim_size V) as [n ->]. rewrite S_INR. pose proof (pos_INR n). lra. Qed.
Lemma norm_small {V : space} (u : vector V) e : 0 < e -> (forall c, Rabs (u c) < e / (2 * dim V)) -> norm u < e.
Proof.
  intros ep h. pose proof (dim_pos V). apply Rle_lt_trans with (e / (2 * dim V) * dim V); [apply norm_below; intro c; left; apply h |].
  replace (e / (2 * dim V) * dim V) with (e / 2) by (field; lra). lra.
Qed.
Lemma limit_point : says_limit_point.
Proof.
  intros I V P k h. destruct (cluster (list_prod (every I) (every V)) (fun ic (X : I -> vector V) => X (fst ic) (snd ic)) k
    (fun n X => P n X /\ forall i, norm (X i) <= k)) as [S hS].
  - intro m. destruct (h m) as [X hX]. exists m, X. auto.
  - intros n X [_ b] [i c] _. simpl. eapply Rle_trans; [apply coordinate | apply b].
  - exists (fun i c => S (i, c)). intros e ep m. pose proof (dim_pos V).
    destruct (hS (e / (2 * dim V)) m) as [n [X [nm [[p _] close]]]]; [apply Rdiv_lt_0_compat; lra |]. exists n, X. repeat split; [apply le_INR; lia | exact p |].
    intro i. apply norm_small; [exact ep |]. intro c. unfold addV, scaleV. replace (X i c + -1 * S (i, c)) with (X i c - S (i, c)) by ring. apply (close (i, c)), in_prod; apply complete.
Qed.
Lemma limit_of_a_bounded_length : says_limit_of_a_bounded_length.
Proof.
  intros V y z k my mz bound ae_.
  assert (rates : ae (fun t => exists v a, slopeV y t v /\ slope z t a /\ norm v <= a)).
  { refine (ae_mono _ _ _ (ae_and _ _ (ae_and _ _ (ae_index _ (fun c => proj2 (my c))) (proj2 mz)) ae_)). intros t t0 [[hv [a ha]] n].
    apply choose in hv. destruct hv as [v hv]. exists v, a. rewrite (rateV_is y t v hv), (rate_is z t a ha) in n. auto. }
  assert (along : forall w s t, norm w <= 1 -> 0 <= s -> s <= t -> dot w (y t) - dot w (y s) <= z t - z s).
  { intros w s t w1 s0 st. set (g := fun t => z t + -1 * dot w (y t)). cut (g s <= g t); [unfold g; lra |]. apply monotone; [| | exact s0 | exact st].
    - apply (moving_plus z (fun t => -1 * dot w (y t))); [exact mz |]. apply moving_scale, (moving_dot (fun _ => w)); [intro c; apply moving_const | exact my].
    - revert rates. apply ae_mono. intros u _ [v [a [hv [ha n]]]] _.
      assert (sg : slope g u (a + -1 * dot w v)).
      { apply (slope_plus z (fun t => -1 * dot w (y t))); [exact ha |]. apply slope_scale. apply (slope_Sum (every V) (fun c s => w c * y s c)). intros c _. apply slope_scale, hv. }
      rewrite (rate_is g u _ sg). pose proof (Schwarz w v). pose proof (norm_nonneg v). nra. }
  assert (len : forall s t, 0 <= s -> s <= t -> norm (minus (y t) (y s)) <= z t - z s).
  { intros s t s0 st. set (u := minus (y t) (y s)). pose proof (norm_nonneg u). destruct (Req_dec (norm u) 0) as [e | n].
    - rewrite e. pose proof (along zeroV s t ltac:(rewrite norm_zero; lra) s0 st) as h. assert (zz : forall w : vector V, dot zeroV w = 0) by (intro; apply Sum_zero; intros; unfold zeroV; ring). rewrite !zz in h. lra.
    - assert (i0 : 0 < / norm u) by (apply Rinv_0_lt_compat; lra).
      pose proof (along (scaleV (/ norm u) u) s t ltac:(rewrite norm_scale, Rabs_right by lra; right; field; exact n) s0 st) as h. rewrite !dot_scale_l in h.
      assert (e : dot u (y t) - dot u (y s) = norm u * norm u) by (rewrite norm_square; unfold u at 4; rewrite dot_add_r, dot_scale_r; ring).
      replace (/ norm u * dot u (y t) - / norm u * dot u (y s)) with (/ norm u * (dot u (y t) - dot u (y s))) in h by ring. rewrite e in h.
      replace (/ norm u * (norm u * norm u)) with (norm u) in h by (field; exact n). exact h. }
  assert (up_ : forall s t, 0 <= s -> s <= t -> z s <= z t) by (intros s t s0 st; pose proof (len s t s0 st); pose proof (norm_nonneg (minus (y t) (y s))); lra).
  destruct (supremum (fun r => exists t, 0 <= t /\ r = z t) k) as [m [above least]].
  - exists (z 0), 0. split; [lra | auto].
  - intros r [t [t0 ->]]. apply bound, t0.
  - destruct (cluster (every V) (fun c u => u c) (norm (y 0) + (k - z 0)) (fun n (u : vector V) => u = y (INR n))) as [x hx].
    + intro i. exists i, (y (INR i)). auto.
    + intros n u -> c _. pose proof (len 0 (INR n) ltac:(lra) (pos_INR n)). pose proof (bound (INR n) (pos_INR n)).
      pose proof (triangle (y 0) (minus (y (INR n)) (y 0))) as h. replace (addV (y 0) (minus (y (INR n)) (y 0))) with (y (INR n)) in h by vector.
      pose proof (coordinate (y (INR n)) c). lra.
    + exists x, m. split; [apply least; intros r [t [t0 ->]]; apply bound, t0 |]. split.
      * intros t t0. apply Rnot_lt_le. intro no. set (e := norm (minus (y t) x) - (m - z t)). assert (ep : e > 0) by (unfold e; lra).
        destruct (sizes_unbounded t) as [N tN]. pose proof (dim_pos V).
        destruct (hx (e / (2 * dim V)) N ltac:(apply Rdiv_lt_0_compat; lra)) as [n [u [nN [-> close]]]].
        assert (tn : t <= INR n) by (left; apply Rlt_le_trans with (1 := tN), le_INR; lia).
        assert (c1 : norm (minus (y (INR n)) x) < e) by (apply norm_small; [exact ep | intro c; unfold addV, scaleV; replace (y (INR n) c + -1 * x c) with (y (INR n) c - x c) by ring; apply close, complete]).
        pose proof (len t (INR n) t0 tn) as c2. assert (c3 : z (INR n) <= m) by (apply above; exists (INR n); split; [apply pos_INR | auto]).
        pose proof (triangle (minus (y (INR n)) x) (scaleV (-1) (minus (y (INR n)) (y t)))) as c4.
        replace (addV (minus (y (INR n)) x) (scaleV (-1) (minus (y (INR n)) (y t)))) with (minus (y t) x) in c4 by vector.
        rewrite norm_scale, (Rabs_left (-1)) in c4 by lra. unfold e in c1. lra.
      * intros e ep. assert (low : exists t, 0 <= t /\ m - e < z t).
        { apply NNPP. intro none. assert (m <= m - e); [| lra]. apply least. intros r [t [t0 ->]]. destruct (Rle_or_lt (z t) (m - e)); [assumption | exfalso; apply none; exists t; auto]. }
        destruct low as [T [T0 hT]]. exists T. intros t t0 tT. pose proof (up_ T t T0 tT). pose proof (above (z t) ltac:(exists t; auto)). apply Rabs_def1; lra.
Qed.

(* == the greatest eigenvalue beside an eigenvector ================================================================= *)
Section Beside.
Context {V : space} (U : linear V V) (v : vector V) (k : R).
Variables (sym : Words.symmetric V U) (eigen : lin U v = scaleV k v).
Lemma form_near (u w : vector V) K : (forall a b, dot a (lin U b) <= K * (norm a * norm b)) -> 0 <= K ->
  Rabs (dot u (lin U u) - dot w (lin U w)) <= K * norm (minus u w) * (norm u + norm w).
Proof.
  intros bd K0. assert (abs_ : forall a b, Rabs (dot a (lin U b)) <= K * (norm a * norm b)).
  { intros a b. apply Rabs_le. split; [| apply bd]. pose proof (bd (scaleV (-1) a) b) as h. rewrite dot_scale_l, norm_scale, (Rabs_left (-1)) in h by lra. lra. }
  replace (dot u (lin U u) - dot w (lin U w)) with (dot (minus u w) (lin U u) + dot w (lin U (minus u w))).
  - eapply Rle_trans; [apply Rabs_triang |]. pose proof (abs_ (minus u w) u). pose proof (abs_ w (minus u w)). lra.
  - rewrite lin_add, lin_scale, dot_add_l, dot_add_r, dot_scale_l, dot_scale_r. ring.
Qed.
Lemma greatest_beside : (exists u, dot v u = 0 /\ u <> zeroV) -> exists e m, e <> zeroV /\ dot v e = 0 /\ lin U e = scaleV m e /\
  forall u, dot v u = 0 -> dot u (lin U u) <= m * dot u u.
Proof.
  intros [u0 [o0 n0]]. destruct (some_bound V V U) as [K [K0 bd]].
  set (G := fun r => exists u, dot v u = 0 /\ norm u = 1 /\ r = dot u (lin U u)).
  assert (unit_ : forall u, u <> zeroV -> dot v u = 0 -> dot v (scaleV (/ norm u) u) = 0 /\ norm (scaleV (/ norm u) u) = 1).
  { intros u n o. assert (p : 0 < norm u) by (destruct (norm_nonneg u) as [h | h]; [exact h | destruct n; apply norm_is_zero; lra]).
    split; [rewrite dot_scale_r, o; ring | rewrite norm_scale, Rabs_right by (left; apply Rinv_0_lt_compat, p); field; lra]. }
  destruct (supremum G K) as [m [up least]].
  - destruct (unit_ u0 n0 o0) as [o n]. eexists. exists (scaleV (/ norm u0) u0). repeat split; [exact o | exact n].
  - intros r [u [o [n ->]]]. pose proof (bd u u) as h. rewrite n in h. lra.
  - assert (near_ : forall n : nat, exists X : V -> vector V, (forall i, dot v (X i) = 0 /\ norm (X i) = 1 /\ m - / (INR n + 1) < dot (X i) (lin U (X i))) /\ forall i, norm (X i) <= 1).
    { intro n. assert (p : 0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; pose proof (pos_INR n); lra).
      assert (h : exists u, dot v u = 0 /\ norm u = 1 /\ m - / (INR n + 1) < dot u (lin U u)).
      { apply NNPP. intro none. cut (m <= m - / (INR n + 1)); [lra |]. apply least. intros r [u [o [n1 ->]]]. apply Rnot_lt_le. intro q. apply none. exists u. auto. }
      destruct h as [u hu]. exists (fun _ => u). split; [auto | intros _; destruct hu as [_ [-> _]]; lra]. }
    destruct (limit_point V V (fun n X => forall i, dot v (X i) = 0 /\ norm (X i) = 1 /\ m - / (INR n + 1) < dot (X i) (lin U (X i))) 1 near_) as [S hS].
    set (e := S (some V)). assert (close : forall d, 0 < d -> exists u, dot v u = 0 /\ norm u = 1 /\ m - d < dot u (lin U u) /\ norm (minus u e) < d).
    { intros d d0. destruct (sizes_unbounded (/ d)) as [N hN]. assert (0 < / d) by (apply Rinv_0_lt_compat, d0). destruct (hS d d0 N) as [n [X [nN [hX nX]]]]. exists (X (some V)).
      destruct (hX (some V)) as [a [b c]]. repeat split; [exact a | exact b | | apply nX]. apply Rle_lt_trans with (2 := c). apply Rplus_le_compat_l, Ropp_le_contravar.
      rewrite <- (Rinv_inv d). apply Rinv_le_contravar; lra. }
    assert (zero_ : forall x, (forall d, 0 < d -> Rabs x <= d) -> x = 0).
    { intros x h. destruct (Req_dec x 0) as [| n]; [assumption |]. pose proof (Rabs_pos_lt x n). specialize (h (Rabs x / 2) ltac:(lra)). lra. }
    assert (e1 : norm e = 1).
    { cut (norm e - 1 = 0); [lra |]. apply zero_. intros d d0. destruct (close d d0) as [u [_ [n [_ c]]]]. rewrite <- n. rewrite Rabs_minus_sym.
      assert (half : forall a b : vector V, norm a - norm b <= norm (minus a b)) by (intros a b; pose proof (triangle b (minus a b)) as h; replace (addV b (minus a b)) with a in h by vector; lra).
      apply Rabs_le. pose proof (half u e). pose proof (half e u) as h2. replace (minus e u) with (scaleV (-1) (minus u e)) in h2 by vector. rewrite norm_scale, (Rabs_left (-1)) in h2 by lra. lra. }
    assert (eo : dot v e = 0).
    { apply zero_. intros d d0. pose proof (norm_nonneg v). destruct (close (d / (norm v + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as [u [o [_ [_ c]]]].
      assert (dd : d / (norm v + 1) * (norm v + 1) = d) by (field; lra). pose proof (norm_nonneg (minus u e)).
      assert (bound_ : forall w, Rabs (dot v w) <= norm v * norm w).
      { intro w. apply Rabs_le. pose proof (Schwarz v w). pose proof (Schwarz v (scaleV (-1) w)) as h. rewrite dot_scale_r, norm_scale, (Rabs_left (-1)) in h by lra. lra. }
      pose proof (bound_ (minus u e)) as h. rewrite dot_add_r, dot_scale_r, o in h. replace (0 + -1 * dot v e) with (- dot v e) in h by ring. rewrite Rabs_Ropp in h. nra. }
    assert (top : m <= dot e (lin U e)).
    { apply Rnot_lt_le. intro lt. set (g := m - dot e (lin U e)). assert (g0 : 0 < g) by (unfold g; lra). set (d := g / (2 * K + 2)). assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
      assert (dd : d * (2 * K + 2) = g) by (unfold d; field; lra). destruct (close d d0) as [u [_ [n [h c]]]]. pose proof (form_near u e K bd ltac:(lra)) as f. rewrite n, e1 in f.
      pose proof (Rle_abs (dot u (lin U u) - dot e (lin U e))). pose proof (norm_nonneg (minus u e)). unfold g in dd. nra. }
    assert (below : forall u, dot v u = 0 -> dot u (lin U u) <= m * dot u u).
    { intros u o. destruct (classic (u = zeroV)) as [-> | n].
      - assert (zz : forall w : vector V, dot zeroV w = 0) by (intro; apply Sum_zero; intros; unfold zeroV; ring). rewrite !zz. lra.
      - destruct (unit_ u n o) as [a b]. pose proof (up _ (ex_intro _ _ (conj a (conj b eq_refl)))) as h. rewrite lin_scale, dot_scale_l, dot_scale_r in h.
        assert (p : 0 < norm u) by (destruct (norm_nonneg u) as [q | q]; [exact q | destruct n; apply norm_is_zero; lra]). rewrite <- (norm_square u).
        apply Rmult_le_compat_r with (r := norm u * norm u) in h; [| nra]. replace (/ norm u * (/ norm u * dot u (lin U u)) * (norm u * norm u)) with (dot u (lin U u)) in h by (field; lra). exact h. }
    exists e, m. split; [intro z; rewrite z, norm_zero in e1; lra |]. split; [exact eo |]. split; [| exact below].
    (* e is orthogonal in the form m - U to everything beside v, and so to (m - U) e *)
    set (w := minus (scaleV m e) (lin U e)). assert (wo : dot v w = 0).
    { unfold w. rewrite dot_add_r, !dot_scale_r, eo, sym, eigen, dot_scale_l, eo. ring. }
    assert (q : dot e w = 0).
    { unfold w. rewrite dot_add_r, !dot_scale_r. rewrite <- (norm_square e), e1. specialize (below e eo). rewrite <- (norm_square e), e1 in below. lra. }
    set (B := fun a b : vector V => m * dot a b - dot a (lin U b)). assert (disc : B e w * B e w <= B e e * B w w).
    { apply discriminant; [unfold B; specialize (below w wo); lra |]. intro t. pose proof (below (addV e (scaleV t w)) ltac:(rewrite dot_add_r, dot_scale_r, eo, wo; ring)) as h.
      rewrite lin_add, lin_scale, !dot_add_l, !dot_add_r, !dot_scale_l, !dot_scale_r in h. rewrite (dot_sym w e), (sym w e), (dot_sym (lin U w) e) in h. unfold B. lra. }
    assert (ee : B e e = 0) by (unfold B; specialize (below e eo); rewrite <- (norm_square e), e1 in *; lra).
    assert (ew : B e w = dot w w) by (unfold B; rewrite sym; unfold w at 3; rewrite dot_add_l, !dot_scale_l; ring).
    rewrite ee, ew in disc. assert (ww : w = zeroV) by (apply dot_zero; pose proof (dot_pos w); nra).
    apply vector_eq. intro c. pose proof (f_equal (fun x => x c) ww) as h. unfold w, addV, scaleV, zeroV in h. cbv beta in h. unfold scaleV. lra.
Qed.
End Beside.
Lemma zero_vector_or {V : space} (v : vector V) : (exists u, dot v u = 0 /\ u <> zeroV) \/ forall u, dot v u = 0 -> u = zeroV.
Proof.
  destruct (classic (exists u, dot v u = 0 /\ u <> zeroV)) as [h | h]; [left; exact h | right]. intros u o. apply NNPP. intro n. apply h. exists u. auto.
Qed.
Lemma dot_zero_l {V : space} (w : vector V) : dot zeroV w = 0.
Proof. apply Sum_zero. intros. unfold zeroV. ring. Qed.
Lemma spectral_gap : says_spectral_gap.
Proof.
  intros V U v k sym [eigen [_ top]]. destruct (some_bound V V U) as [r [r0 bd]].
  destruct (zero_vector_or v) as [h | h].
  - destruct (greatest_beside U v k sym eigen h) as [e [m [n [o [ue below]]]]]. assert (mk : m < k) by (apply top; exists e; auto).
    exists (k - m), r. split; [lra |]. split; [lra |]. split; [| intros; apply bd]. intros a oa. replace (k + -1 * (k - m)) with m by ring. apply below, oa.
  - exists 1, r. split; [lra |]. split; [lra |]. split; [| intros; apply bd]. intros a oa. rewrite (h a oa), !dot_zero_l. lra.
Qed.
Lemma Rayleigh : says_Rayleigh.
Proof.
  intros V U v u k s l sym eigen o eig. destruct (classic (u = zeroV)) as [-> | n]; [rewrite !dot_zero_l; lra |]. pose proof (dot_pos u) as uu.
  assert (ex_ : exists w, dot v w = 0 /\ w <> zeroV) by (exists u; auto).
  destruct (Rle_or_lt 0 s) as [s0 | s0].
  - destruct (greatest_beside U v k sym eigen ex_) as [e [m [ne [oe [ue below]]]]]. specialize (below u o). specialize (eig m (ex_intro _ e (conj ne (conj oe ue)))). nra.
  - set (N := fun c d => - U c d : R). assert (neg : forall w, lin N w = scaleV (-1) (lin U w)).
    { intro w. apply vector_eq. intro c. unfold lin, scaleV, N. rewrite <- Sum_scale. apply Sum_eq. intros; ring. }
    assert (symN : Words.symmetric V N) by (intros a b; rewrite !neg, dot_scale_r, dot_scale_l, sym; reflexivity).
    assert (eigenN : lin N v = scaleV (- k) v) by (rewrite neg, eigen; vector).
    destruct (greatest_beside N v (- k) symN eigenN ex_) as [e [m [ne [oe [ue below]]]]]. specialize (below u o). rewrite neg, dot_scale_r in below.
    assert (ue' : lin U e = scaleV (- m) e).
    { apply vector_eq. intro c. pose proof (f_equal (fun x => x c) ue) as h. rewrite neg in h. unfold scaleV in *. cbv beta in h. lra. }
    specialize (eig (- m) (ex_intro _ e (conj ne (conj oe ue')))). nra.
Qed.

(* == a circle on which the map alternates ========================================================================== *)
Lemma circle_of_period_two : says_circle_of_period_two.
Proof.
  intros I V F G v w hG vv ww vw h [_ [d [dp att]]].
  set (s := Rmin (1 / 2) (d / 4)). assert (s0 : 0 < s) by (apply Rmin_glb_lt; lra). assert (s1 : s <= 1 / 2) by apply Rmin_l. assert (s2 : s <= d / 4) by apply Rmin_r.
  set (c := sqrt (1 - s * s)). assert (cc : c * c = 1 - s * s) by (apply sqrt_def; nra). assert (c0 : 0 < c) by (apply sqrt_lt_R0; nra). clearbody c s.
  set (Y := fun (t : R) (_ : I) => addV (scaleV c v) (scaleV t w)).
  assert (size : forall a b a' b', dot (addV (scaleV a v) (scaleV b w)) (addV (scaleV a' v) (scaleV b' w)) = a * a' + b * b').
  { intros. rewrite !dot_add_r, !dot_add_l, !dot_scale_r, !dot_scale_l, (dot_sym w v), vv, ww, vw. ring. }
  assert (dist : forall t (i : I), t * t = s * s -> norm (minus (Y t i) v) * norm (minus (Y t i) v) = 2 - 2 * c).
  { intros t i tt_. rewrite norm_square. unfold Y. replace (minus (addV (scaleV c v) (scaleV t w)) v) with (addV (scaleV (c - 1) v) (scaleV t w)) by vector. rewrite size. nra. }
  set (x := fun n : nat => Y ((-1) ^ n * s)). assert (sq : forall n : nat, ((-1) ^ n * s) * ((-1) ^ n * s) = s * s).
  { intro n. induction n as [| n IH]; simpl; [ring | nra]. }
  assert (c1 : c <= 1) by (apply below_square; nra).
  assert (G0 : G (x O)).
  { rewrite hG. intro i. unfold x, Y. rewrite size. simpl. nra. }
  assert (orb : Words.orbit I V F x).
  { intros n i. unfold x at 2, Y. rewrite h; [| rewrite sq, cc; ring | exact c0]. unfold x, Y. simpl. vector. }
  assert (close : Words.near I V (x O) (fun _ => v) d).
  { intro i. pose proof (dist _ i (sq O)) as e. change (Y ((-1) ^ 0 * s)) with (x O) in e. pose proof (norm_nonneg (minus (x O i) v)). set (m := norm _) in *. clearbody m.
    destruct (Rlt_or_le m d); [assumption | exfalso]. assert (d * d <= m * m) by (apply Rmult_le_compat; lra). assert (4 * s * (4 * s) <= d * d) by (apply Rmult_le_compat; lra). nra. }
  assert (away : 0 < 2 - 2 * c) by nra.
  destruct (att x (conj G0 (conj orb close)) (sqrt (2 - 2 * c)) (sqrt_lt_R0 _ away)) as [m hm].
  specialize (hm m (Rle_refl _) (some I)). pose proof (dist _ (some I) (sq m)) as e. change (Y ((-1) ^ m * s)) with (x m) in e. rewrite <- e in hm.
  rewrite sqrt_square in hm by apply norm_nonneg. lra.
Qed.

(* Functions of states (each token has a vector) and their derivatives. *)
From Attn Require Words.
From Attn Require Export Motion.

(* == linear functions of finitely many numbers are bounded ========================================================= *)
Lemma linear_bounded {X : Type} (L : list X) (l : (X -> R) -> R) : (forall x, In x L) -> (forall a b c, l (fun x => a x + c * b x) = l a + c * l b) ->
  exists K, 0 <= K /\ forall D r, 0 <= r -> (forall x, Rabs (D x) <= r) -> Rabs (l D) <= K * r.
Proof.
  intros full lin. set (unit := fun (a x : X) => ite (x = a) 1 0). exists (Sum L (fun a => Rabs (l (unit a)))).
  split; [apply Sum_nonneg; intros; apply Rabs_pos |]. intros D r r0 h.
  assert (z : l (fun _ => 0) = 0).
  { pose proof (lin (fun _ => 0) (fun _ => 0) 1) as k. cbv beta in k. replace (fun _ : X => 0 + 1 * 0) with (fun _ : X => 0) in k by (apply functional_extensionality; intro; ring). lra. }
  assert (k : forall m, Rabs (l (fun x => ite (In x m) (D x) 0)) <= Sum m (fun a => Rabs (l (unit a))) * r).
  { induction m as [| a m IH].
    - replace (fun x => ite (In x []) (D x) 0) with (fun _ : X => 0); [rewrite z, Rabs_R0; simpl; lra |].
      apply functional_extensionality. intro x. rewrite ite_false; [reflexivity | simpl; tauto].
    - cbn [Sum]. destruct (classic (In a m)) as [i | n].
      + replace (fun x => ite (In x (a :: m)) (D x) 0) with (fun x => ite (In x m) (D x) 0).
        * rewrite Rmult_plus_distr_r. pose proof (Rmult_le_pos _ _ (Rabs_pos (l (unit a))) r0). lra.
        * apply functional_extensionality. intro x. f_equal. apply formulas_equal; [right; assumption | intros [<- | j]; assumption].
      + replace (fun x => ite (In x (a :: m)) (D x) 0) with (fun x => ite (In x m) (D x) 0 + D a * unit a x).
        * rewrite lin. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, Rmult_plus_distr_r.
          pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (l (unit a))) (h a)). lra.
        * apply functional_extensionality. intro x. unfold unit. destruct (classic (x = a)) as [-> | ne].
          -- rewrite (ite_false (In a m)), (ite_true (a = a)), (ite_true (In a (a :: m))); [ring | left; reflexivity | reflexivity | exact n].
          -- rewrite (ite_false (x = a)) by exact ne. destruct (classic (In x m)) as [j | j].
             ++ rewrite !ite_true; [ring | right; exact j | exact j].
             ++ rewrite !ite_false; [ring | intros [e | e]; [congruence | contradiction] | exact j]. }
  specialize (k L). replace (fun x => ite (In x L) (D x) 0) with D in k; [exact k |].
  apply functional_extensionality. intro x. rewrite ite_true; [reflexivity | apply full].
Qed.

Section States.
Context {I : index} {E : space}.
Local Notation state := (I -> vector E).
Implicit Types (f g l k : state -> R) (S X D : state) (r e : R).
Definition minusS X S : state := fun i => addV (X i) (scaleV (-1) (S i)).
Definition linearS l := forall a b c, l (fun j => addV (a j) (scaleV c (b j))) = l a + c * l b.
Definition derivative f S l := Words.diffR I E f S l.
Lemma derivative_is f S l : derivative f S l <-> linearS l /\ forall e, 0 < e -> exists d, 0 < d /\ forall X r,
  0 <= r -> r < d -> Words.within I E X S r -> Rabs (f X - f S - l (minusS X S)) <= e * r.
Proof.
  unfold derivative, Words.diffR. assert (eq_ : forall X, f X + -1 * f S + -1 * l (fun x => addV (X x) (scaleV (-1) (S x))) = f X - f S - l (minusS X S)) by (intro; unfold minusS; ring).
  split; intros [a h]; (split; [exact a |]); intros e ep; destruct (h e ep) as [d [dp k]]; exists d; (split; [exact dp |]).
  - intros X r r0 rd w. rewrite <- eq_. apply k. auto.
  - intros X r [r0 [rd w]]. rewrite eq_. apply k; auto.
Qed.
Lemma linearS_zero l : linearS l -> l (fun _ => zeroV) = 0.
Proof.
  intro lin. pose proof (lin (fun _ => zeroV) (fun _ => zeroV) 1) as k. cbv beta in k.
  replace (fun j : I => addV zeroV (scaleV 1 zeroV)) with (fun j : I => zeroV : vector E) in k; [lra |].
  apply functional_extensionality. intro i. apply vector_eq. intro c. unfold addV, scaleV, zeroV. ring.
Qed.
Lemma linearS_scale l c D : linearS l -> l (fun j => scaleV c (D j)) = c * l D.
Proof.
  intro lin. pose proof (lin (fun _ => zeroV) D c) as k. cbv beta in k. rewrite (linearS_zero l lin) in k.
  replace (fun j => addV zeroV (scaleV c (D j))) with (fun j => scaleV c (D j)) in k; [lra |].
  apply functional_extensionality. intro i. apply vector_eq. intro x. unfold addV, scaleV, zeroV. ring.
Qed.
Lemma linearS_bounded l : linearS l -> exists K, 0 <= K /\ forall D r, 0 <= r -> (forall i, norm (D i) <= r) -> Rabs (l D) <= K * r.
Proof.
  intro lin. destruct (linear_bounded (list_prod (every I) (every E)) (fun D : I * E -> R => l (fun i c => D (i, c)))) as [K [K0 h]].
  - intros [i c]. apply in_prod; apply complete.
  - intros a b c. exact (lin (fun i x => a (i, x)) (fun i x => b (i, x)) c).
  - exists K. split; [exact K0 |]. intros D r r0 w. apply (h (fun p => D (fst p) (snd p)) r r0).
    intros [i c]. eapply Rle_trans; [apply coordinate | apply w].
Qed.
(* near S the change of f is at most a multiple of the distance *)
Lemma derivative_change f S l : derivative f S l -> exists K d, 0 <= K /\ 0 < d /\ forall X r, 0 <= r -> r < d -> Words.within I E X S r -> Rabs (f X - f S) <= K * r.
Proof.
  intro h. apply derivative_is in h. destruct h as [lin h]. destruct (linearS_bounded l lin) as [K [K0 b]]. destruct (h 1 ltac:(lra)) as [d [dp k]].
  exists (K + 1), d. repeat split; [lra | exact dp |]. intros X r r0 rd w. specialize (k X r r0 rd w). specialize (b (minusS X S) r r0 w).
  replace (f X - f S) with ((f X - f S - l (minusS X S)) + l (minusS X S)) by ring. eapply Rle_trans; [apply Rabs_triang | lra].
Qed.
Lemma derivative_eq f g S l k : (forall X, f X = g X) -> (forall D, l D = k D) -> derivative f S l -> derivative g S k.
Proof.
  intros a b h. replace g with f by (apply functional_extensionality, a). replace k with l by (apply functional_extensionality, b). exact h.
Qed.
Lemma derivative_const c S : derivative (fun _ => c) S (fun _ => 0).
Proof.
  apply derivative_is. split; [intros a b x; ring |]. intros e ep. exists 1. split; [lra |]. intros X r r0 _ _.
  replace (c - c - 0) with 0 by ring. rewrite Rabs_R0. nra.
Qed.
Lemma derivative_coordinate S i c : derivative (fun X => X i c) S (fun D => D i c).
Proof.
  apply derivative_is. split; [intros a b x; reflexivity |]. intros e ep. exists 1. split; [lra |]. intros X r r0 _ _.
  unfold minusS, addV, scaleV. replace (X i c - S i c - (X i c + -1 * S i c)) with 0 by ring. rewrite Rabs_R0. nra.
Qed.
Lemma derivative_plus f g S l k : derivative f S l -> derivative g S k -> derivative (fun X => f X + g X) S (fun D => l D + k D).
Proof.
  intros hf hg. apply derivative_is in hf, hg. destruct hf as [lf hf], hg as [lg hg]. apply derivative_is. split; [intros a b c; rewrite lf, lg; ring |].
  intros e ep. destruct (hf (e / 2) ltac:(lra)) as [d [dp p]]. destruct (hg (e / 2) ltac:(lra)) as [d' [dp' p']].
  exists (Rmin d d'). split; [apply Rmin_glb_lt; auto |]. intros X r r0 rd w. pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
  specialize (p X r r0 ltac:(lra) w). specialize (p' X r r0 ltac:(lra) w).
  replace (f X + g X - (f S + g S) - (l (minusS X S) + k (minusS X S))) with ((f X - f S - l (minusS X S)) + (g X - g S - k (minusS X S))) by ring.
  eapply Rle_trans; [apply Rabs_triang | lra].
Qed.
(* a function of a number, after f *)
Lemma derivative_chain (G : R -> R) f S l b : derivative f S l -> derivable_pt_lim G (f S) b -> derivative (fun X => G (f X)) S (fun D => b * l D).
Proof.
  intros hf hG. destruct (derivative_change f S l hf) as [K [d1 [K0 [d1p ch]]]]. apply derivative_is in hf. destruct hf as [lf hf].
  apply derivative_is. split; [intros x y c; rewrite lf; ring |]. intros e ep.
  pose proof (Rabs_pos b). assert (e1 : 0 < e / (2 * (K + 1))) by (apply Rdiv_lt_0_compat; lra). assert (e2 : 0 < e / (2 * (Rabs b + 1))) by (apply Rdiv_lt_0_compat; lra).
  destruct (proj1 (slope_linear G (f S) b) hG _ e1) as [d2 [d2p k]]. destruct (hf _ e2) as [d3 [d3p k3]].
  assert (q : 0 < d2 / (K + 1)) by (apply Rdiv_lt_0_compat; lra).
  exists (Rmin d1 (Rmin d3 (d2 / (K + 1)))). split; [repeat apply Rmin_glb_lt; auto |]. intros X r r0 rd w.
  pose proof (Rmin_l d1 (Rmin d3 (d2 / (K + 1)))). pose proof (Rmin_r d1 (Rmin d3 (d2 / (K + 1)))). pose proof (Rmin_l d3 (d2 / (K + 1))). pose proof (Rmin_r d3 (d2 / (K + 1))).
  specialize (ch X r r0 ltac:(lra) w). specialize (k3 X r r0 ltac:(lra) w).
  assert (rK : r * (K + 1) < d2) by (apply Rmult_lt_reg_r with (/ (K + 1)); [apply Rinv_0_lt_compat; lra | rewrite Rmult_assoc, Rinv_r by lra; unfold Rdiv in *; lra]).
  specialize (k (f X) ltac:(nra)).
  replace (G (f X) - G (f S) - b * l (minusS X S)) with ((G (f X) - G (f S) - b * (f X - f S)) + b * (f X - f S - l (minusS X S))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult.
  assert (a1 : Rabs (G (f X) - G (f S) - b * (f X - f S)) <= e / 2 * r).
  { eapply Rle_trans; [exact k |]. apply Rle_trans with (e / (2 * (K + 1)) * (K * r)); [apply Rmult_le_compat_l; lra |].
    replace (e / 2 * r) with (e / (2 * (K + 1)) * ((K + 1) * r)) by (field; lra). apply Rmult_le_compat_l; [lra | nra]. }
  assert (a2 : Rabs b * Rabs (f X - f S - l (minusS X S)) <= e / 2 * r).
  { apply Rle_trans with (Rabs b * (e / (2 * (Rabs b + 1)) * r)); [apply Rmult_le_compat_l; lra |].
    replace (e / 2 * r) with ((Rabs b + 1) * (e / (2 * (Rabs b + 1)) * r)) by (field; lra). apply Rmult_le_compat_r; [nra | lra]. }
  lra.
Qed.
Lemma derivative_scale c f S l : derivative f S l -> derivative (fun X => c * f X) S (fun D => c * l D).
Proof.
  intro h. apply (derivative_chain (fun x => c * x) f S l c h).
  apply (slope_eq (fun x => c * x) (fun x => c * x) (f S) (c * 1) c); [reflexivity | ring | apply slope_scale, slope_time].
Qed.
(* f g = ((f + g)^2 - f^2 - g^2)/2 *)
Lemma derivative_mult f g S l k : derivative f S l -> derivative g S k -> derivative (fun X => f X * g X) S (fun D => l D * g S + f S * k D).
Proof.
  assert (sq : forall h m, derivative h S m -> derivative (fun X => h X * h X) S (fun D => (1 * h S + h S * 1) * m D)).
  { intros h m d. apply (derivative_chain (fun x => x * x) h S m); [exact d |]. apply (slope_mult (fun x => x) (fun x => x)); apply slope_time. }
  intros hf hg. pose proof (sq _ _ (derivative_plus _ _ _ _ _ hf hg)) as s. pose proof (sq _ _ hf) as sf. pose proof (sq _ _ hg) as sg.
  pose proof (derivative_scale (/ 2) _ _ _ (derivative_plus _ _ _ _ _ s (derivative_scale (-1) _ _ _ (derivative_plus _ _ _ _ _ sf sg)))) as h.
  revert h. apply derivative_eq; intro; field.
Qed.
Lemma derivative_Sum {A : Type} (m : list A) (F : A -> state -> R) S (L : A -> state -> R) : (forall x, In x m -> derivative (F x) S (L x)) ->
  derivative (fun X => Sum m (fun x => F x X)) S (fun D => Sum m (fun x => L x D)).
Proof.
  induction m as [| a m IH]; simpl; intro h; [apply derivative_const |].
  apply derivative_plus; [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption].
Qed.
Lemma within_scaled S D c r : Rabs c * Sum (every I) (fun i => norm (D i)) <= r -> Words.within I E (fun i => addV (S i) (scaleV c (D i))) S r.
Proof.
  intros h i. replace (addV (addV (S i) (scaleV c (D i))) (scaleV (-1) (S i))) with (scaleV c (D i)) by (apply vector_eq; intro; unfold addV, scaleV; ring).
  rewrite norm_scale. eapply Rle_trans; [| exact h]. apply Rmult_le_compat_l; [apply Rabs_pos |].
  apply (Sum_term (every I) (fun i => norm (D i)) i (complete I i)). intros; apply norm_nonneg.
Qed.
Lemma derivative_unique f S l k : derivative f S l -> derivative f S k -> forall D, l D = k D.
Proof.
  intros hl hk D. apply derivative_is in hl, hk. destruct hl as [ll hl], hk as [lk hk].
  apply Rminus_diag_uniq. destruct (Req_dec (l D - k D) 0) as [| n]; [assumption | exfalso]. assert (n0 : 0 < Rabs (l D - k D)) by (apply Rabs_pos_lt, n).
  set (M := Sum (every I) (fun i => norm (D i))). assert (M0 : 0 <= M) by (apply Sum_nonneg; intros; apply norm_nonneg).
  set (e := Rabs (l D - k D) / (4 * (M + 1))). assert (ep : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  destruct (hl e ep) as [d [dp a]]. destruct (hk e ep) as [d' [dp' b]]. pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
  assert (m0 : 0 < Rmin d d') by (apply Rmin_glb_lt; auto). set (c := Rmin d d' / (2 * (M + 1))). assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  assert (cM : c * (M + 1) = Rmin d d' / 2) by (unfold c; field; lra).
  set (X := fun i => addV (S i) (scaleV c (D i))). assert (w : Words.within I E X S (c * M)) by (apply within_scaled; rewrite Rabs_right by lra; fold M; lra).
  assert (e1 : minusS X S = fun i => scaleV c (D i)) by (apply functional_extensionality; intro i; apply vector_eq; intro; unfold X, minusS, addV, scaleV; ring).
  specialize (a X (c * M) ltac:(nra) ltac:(nra) w). specialize (b X (c * M) ltac:(nra) ltac:(nra) w). rewrite e1, linearS_scale in a, b by assumption.
  assert (t : c * Rabs (l D - k D) <= 2 * (e * (c * M))).
  { rewrite <- (Rabs_right c) at 1 by lra. rewrite <- Rabs_mult. replace (c * (l D - k D)) with ((f X - f S - c * k D) + - (f X - f S - c * l D)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (eM : e * (4 * (M + 1)) = Rabs (l D - k D)) by (unfold e; field; lra).
  assert (t2 : c * Rabs (l D - k D) <= c * (2 * e * M)) by lra. apply Rmult_le_reg_l in t2; [nra | exact c0].
Qed.
(* what is positive at S is positive near S *)
Lemma positive_near f S l : derivative f S l -> 0 < f S -> exists r, 0 < r /\ forall X, Words.near I E X S r -> 0 < f X.
Proof.
  intros h p. destruct (derivative_change f S l h) as [K [d [K0 [dp ch]]]].
  assert (q : 0 < f S / (2 * (K + 1))) by (apply Rdiv_lt_0_compat; lra). assert (m0 : 0 < Rmin (d / 2) (f S / (2 * (K + 1)))) by (apply Rmin_glb_lt; lra).
  exists (Rmin (d / 2) (f S / (2 * (K + 1)))). split; [exact m0 |]. set (r := Rmin _ _) in *. intros X nX.
  pose proof (Rmin_l (d / 2) (f S / (2 * (K + 1)))). pose proof (Rmin_r (d / 2) (f S / (2 * (K + 1)))). fold r in H, H0.
  specialize (ch X r ltac:(lra) ltac:(lra) (fun i => Rlt_le _ _ (nX i))). assert (rK : r * (2 * (K + 1)) <= f S).
  { apply Rmult_le_compat_r with (r := 2 * (K + 1)) in H0; [| lra]. replace (f S / (2 * (K + 1)) * (2 * (K + 1))) with (f S) in H0 by (field; lra). exact H0. }
  apply Rabs_le_inv in ch. nra.
Qed.

(* == values that are vectors, states =============================================================================== *)
Section Values.
Context {F : space}.
Implicit Types (v w : state -> vector F).
Lemma derivativeV v S (L : state -> vector F) : Words.diffV I E F v S L <-> forall c, derivative (fun X => v X c) S (fun D => L D c).
Proof.
  assert (lin_ : (forall a b c, L (fun j => addV (a j) (scaleV c (b j))) = addV (L a) (scaleV c (L b))) <-> forall x, linearS (fun D => L D x)).
  { split; [intros h x a b c; rewrite h; reflexivity | intros h a b c; apply vector_eq; intro x; apply (h x)]. }
  assert (val : forall X c, addV (addV (v X) (scaleV (-1) (v S))) (scaleV (-1) (L (minusS X S))) c = v X c - v S c - L (minusS X S) c) by (intros; unfold addV, scaleV; ring).
  split.
  - intros [a h] c. apply derivative_is. split; [apply lin_, a |]. intros e ep. destruct (h e ep) as [d [dp k]]. exists d. split; [exact dp |].
    intros X r r0 rd w. rewrite <- val. eapply Rle_trans; [apply coordinate | apply k; auto].
  - intro h. split; [apply lin_; intro x; specialize (h x); apply derivative_is in h; apply h |]. intros e ep.
    assert (n1 : 0 < dim F) by (destruct (dim_size F) as [n ->]; rewrite S_INR; pose proof (pos_INR n); lra).
    destruct (small_enough (every F) (fun c d => forall X r, 0 <= r -> r < d -> Words.within I E X S r -> Rabs (v X c - v S c - L (minusS X S) c) <= e / dim F * r)) as [d [dp k]].
    + intros c _. specialize (h c). apply derivative_is in h. destruct h as [_ h]. destruct (h (e / dim F)) as [d [dp k]]; [apply Rdiv_lt_0_compat; lra |]. exists d. auto.
    + intros c d d' k dd X r r0 rd w. apply k; auto; lra.
    + exists d. split; [exact dp |]. intros X r [r0 [rd w]]. apply Rle_trans with (e / dim F * r * dim F); [| right; field; lra].
      apply norm_below. intro c. change (fun x => addV (X x) (scaleV (-1) (S x))) with (minusS X S). rewrite val. apply k; auto. apply complete.
Qed.
End Values.
Lemma derivativeS (F : state -> state) S (L : state -> state) : Words.diff I E F S L <-> forall i, Words.diffV I E E (fun X => F X i) S (fun D => L D i).
Proof.
  split.
  - intros [a h] i. split; [intros; apply a |]. intros e ep. destruct (h e ep) as [d [dp k]]. exists d. split; [exact dp |]. intros X r w. apply k, w.
  - intro h. split; [intros a b c i; apply (h i) |]. intros e ep.
    destruct (small_enough (every I) (fun i d => forall X r, 0 <= r -> r < d -> Words.within I E X S r ->
       norm (addV (addV (F X i) (scaleV (-1) (F S i))) (scaleV (-1) (L (minusS X S) i))) <= e * r)) as [d [dp k]].
    + intros i _. destruct (h i) as [_ hi]. destruct (hi e ep) as [d [dp k]]. exists d. split; [exact dp |]. intros X r r0 rd w. apply (k X r). auto.
    + intros i d d' k dd X r r0 rd w. apply k; auto; lra.
    + exists d. split; [exact dp |]. intros X r [r0 [rd w]] i. apply (k i (complete I i) X r r0 rd w).
Qed.
(* a function of a state, after a map *)
Lemma derivativeS_change (F : state -> state) S L : Words.diff I E F S L -> exists K d, 0 <= K /\ 0 < d /\ forall X r, 0 <= r -> r < d ->
  Words.within I E X S r -> Words.within I E (F X) (F S) (K * r).
Proof.
  intro h. assert (k : forall l : list (I * E), exists K d, 0 <= K /\ 0 < d /\ forall p, In p l -> forall X r, 0 <= r -> r < d -> Words.within I E X S r ->
     Rabs (F X (fst p) (snd p) - F S (fst p) (snd p)) <= K * r).
  { induction l as [| [i c] l [K [d [K0 [dp IH]]]]]; [exists 0, 1; repeat split; [lra | lra | intros p []] |].
    destruct (derivative_change _ _ _ (proj1 (derivativeV _ _ _) (proj1 (derivativeS F S L) h i) c)) as [K' [d' [K0' [dp' q]]]].
    pose proof (Rmin_l d d'). pose proof (Rmin_r d d'). pose proof (Rmax_l K K'). pose proof (Rmax_r K K').
    exists (Rmax K K'), (Rmin d d'). repeat split; [lra | apply Rmin_glb_lt; auto |]. intros p [<- | j] X r r0 rd w.
    - simpl. eapply Rle_trans; [apply (q X r); auto; lra | nra].
    - eapply Rle_trans; [apply (IH p j X r); auto; lra | nra]. }
  destruct (k (list_prod (every I) (every E))) as [K [d [K0 [dp q]]]]. exists (K * dim E), d. assert (0 <= dim E) by apply pos_INR.
  repeat split; [apply Rmult_le_pos; assumption | exact dp |]. intros X r r0 rd w i. replace (K * dim E * r) with (K * r * dim E) by ring. apply norm_below.
  intro c. unfold addV, scaleV. replace (F X i c + -1 * F S i c) with (F X i c - F S i c) by ring. apply (q (i, c)); auto. apply in_prod; apply complete.
Qed.
Lemma derivative_after g (F : state -> state) S L k : Words.diff I E F S L -> derivative g (F S) k -> derivative (fun X => g (F X)) S (fun D => k (L D)).
Proof.
  intros hF hg. destruct (derivativeS_change F S L hF) as [K [d1 [K0 [d1p ch]]]]. destruct hF as [lF hF]. apply derivative_is in hg. destruct hg as [lg hg].
  destruct (linearS_bounded k lg) as [M [M0 b]]. apply derivative_is. split.
  { intros x y c. rewrite <- lg. f_equal. apply functional_extensionality. intro i. apply lF. }
  intros e ep. assert (e1 : 0 < e / (2 * (K + 1))) by (apply Rdiv_lt_0_compat; lra). assert (e2 : 0 < e / (2 * (M + 1))) by (apply Rdiv_lt_0_compat; lra).
  destruct (hg _ e1) as [d2 [d2p a]]. destruct (hF _ e2) as [d3 [d3p a3]]. assert (q : 0 < d2 / (K + 1)) by (apply Rdiv_lt_0_compat; lra).
  exists (Rmin d1 (Rmin d3 (d2 / (K + 1)))). split; [repeat apply Rmin_glb_lt; auto |]. intros X r r0 rd w.
  pose proof (Rmin_l d1 (Rmin d3 (d2 / (K + 1)))). pose proof (Rmin_r d1 (Rmin d3 (d2 / (K + 1)))). pose proof (Rmin_l d3 (d2 / (K + 1))). pose proof (Rmin_r d3 (d2 / (K + 1))).
  specialize (ch X r r0 ltac:(lra) w). specialize (a3 X r ltac:(repeat split; auto; lra)).
  assert (rK : r * (K + 1) < d2) by (apply Rmult_lt_reg_r with (/ (K + 1)); [apply Rinv_0_lt_compat; lra | rewrite Rmult_assoc, Rinv_r by lra; unfold Rdiv in *; lra]).
  specialize (a (F X) (K * r) ltac:(nra) ltac:(nra) ch). specialize (b _ (e / (2 * (M + 1)) * r) ltac:(nra) a3).
  assert (split_ : k (fun i => addV (addV (F X i) (scaleV (-1) (F S i))) (scaleV (-1) (L (minusS X S) i))) = k (minusS (F X) (F S)) + -1 * k (L (minusS X S))) by (rewrite <- lg; reflexivity).
  change (fun j => addV (X j) (scaleV (-1) (S j))) with (minusS X S) in b. rewrite split_ in b.
  replace (g (F X) - g (F S) - k (L (minusS X S))) with ((g (F X) - g (F S) - k (minusS (F X) (F S))) + (k (minusS (F X) (F S)) + -1 * k (L (minusS X S)))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (b1 : e / (2 * (K + 1)) * (K * r) <= e / 2 * r).
  { replace (e / 2 * r) with (e / (2 * (K + 1)) * ((K + 1) * r)) by (field; lra). apply Rmult_le_compat_l; [lra | nra]. }
  assert (b2 : M * (e / (2 * (M + 1)) * r) <= e / 2 * r).
  { replace (e / 2 * r) with ((M + 1) * (e / (2 * (M + 1)) * r)) by (field; lra). apply Rmult_le_compat_r; [nra | lra]. }
  lra.
Qed.
End States.

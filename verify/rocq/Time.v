(* Null sets of times, slopes, and motions; "monotone" and "level" in full strength. *)
From Coq Require Import Cantor.
From Attn Require Export Vectors.

(* == covers and null sets ========================================================================================== *)
Lemma covered_mono (A B : R -> Prop) s t : (forall x, A x -> B x) -> s <= t -> covered B s -> covered A t.
Proof. intros h st [l [r [lr [c k]]]]. exists l, r. repeat split; [exact lr | intro n; specialize (c n); lra | intros x a; apply k, h, a]. Qed.
Lemma null_mono (A B : R -> Prop) : (forall x, A x -> B x) -> null_times B -> null_times A.
Proof. intros h nb eps ep. apply covered_mono with B eps; auto. lra. Qed.
Lemma half_even n : Nat.even (2 * n) = true /\ Nat.div2 (2 * n) = n /\ Nat.even (S (2 * n)) = false /\ Nat.div2 (S (2 * n)) = n.
Proof. repeat split; [rewrite Nat.even_mul; reflexivity | apply Nat.div2_double | rewrite Nat.even_succ, Nat.odd_mul; reflexivity | apply Nat.div2_succ_double]. Qed.
(* two sequences in turns *)
Definition turns {X : Type} (a b : nat -> X) n := if Nat.even n then a (Nat.div2 n) else b (Nat.div2 n).
Lemma turns_even {X} (a b : nat -> X) n : turns a b (2 * n) = a n.
Proof. unfold turns. destruct (half_even n) as [p [q _]]. rewrite p, q. reflexivity. Qed.
Lemma turns_odd {X} (a b : nat -> X) n : turns a b (S (2 * n)) = b n.
Proof. unfold turns. destruct (half_even n) as [_ [_ [p q]]]. rewrite p, q. reflexivity. Qed.
Lemma turns_sum (f g : nat -> R) n : Sum (seq 0 (2 * n)) (turns f g) = Sum (seq 0 n) f + Sum (seq 0 n) g.
Proof.
  induction n as [| n IH]; [simpl; lra |]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
  rewrite !Sum_S, IH, turns_even, turns_odd. lra.
Qed.
Lemma turns_bound (f g : nat -> R) s t : (forall n, 0 <= f n) -> (forall n, 0 <= g n) ->
  (forall n, Sum (seq 0 n) f <= s) -> (forall n, Sum (seq 0 n) g <= t) -> forall n, Sum (seq 0 n) (turns f g) <= s + t.
Proof.
  intros f0 g0 fs gt n. apply Rle_trans with (Sum (seq 0 (2 * n)) (turns f g)).
  - apply Sum_more; [lia |]. intro k. unfold turns. destruct (Nat.even k); auto.
  - rewrite turns_sum. specialize (fs n). specialize (gt n). lra.
Qed.
Lemma covered_or (A B : R -> Prop) s t : covered A s -> covered B t -> covered (fun x => A x \/ B x) (s + t).
Proof.
  intros [l [r [lr [c k]]]] [l' [r' [lr' [c' k']]]]. exists (turns l l'), (turns r r'). split; [| split].
  - intro n. unfold turns. destruct (Nat.even n); auto.
  - intro n. rewrite (Sum_eq _ _ (turns (fun k => r k - l k) (fun k => r' k - l' k))) by (intros m _; unfold turns; destruct (Nat.even m); reflexivity).
    apply turns_bound; auto; intro m; [specialize (lr m) | specialize (lr' m)]; lra.
  - intros x [a | b].
    + destruct (k x a) as [n h]. exists (2 * n)%nat. rewrite !turns_even. exact h.
    + destruct (k' x b) as [n h]. exists (S (2 * n)). rewrite !turns_odd. exact h.
Qed.
Lemma null_or (A B : R -> Prop) : null_times A -> null_times B -> null_times (fun x => A x \/ B x).
Proof. intros na nb eps ep. replace eps with (eps / 2 + eps / 2) by lra. apply covered_or; [apply na | apply nb]; lra. Qed.
Lemma halves n : Sum (seq 0 n) (fun k => (/ 2) ^ S k) = 1 - (/ 2) ^ n.
Proof. induction n; [simpl; lra |]. rewrite Sum_S, IHn. simpl. lra. Qed.
Lemma half_pos n : 0 < (/ 2) ^ n.
Proof. apply pow_lt; lra. Qed.
(* sums over pairs of sizes, in Cantor's order, are bounded by row sums *)
Lemma pairs_bound (f : nat -> nat -> R) eps : (forall i k, 0 <= f i k) -> 0 < eps ->
  (forall i n, Sum (seq 0 n) (f i) <= eps * (/ 2) ^ S i) -> forall n, Sum (seq 0 n) (fun c => let (i, k) := of_nat c in f i k) <= eps.
Proof.
  intros f0 ep row n.
  assert (k : forall n, Sum (seq 0 n) (fun c => let (i, k) := of_nat c in f i k) <=
     Sum (seq 0 n) (fun i => Sum (seq 0 n) (f i))).
  { clear n. intro n.
    (* the pairs with numbers below n are pairs of sizes below n *)
    apply Rle_trans with (Sum (list_prod (seq 0 n) (seq 0 n)) (fun p => f (fst p) (snd p))).
    - assert (sub : forall (l : list nat) (m : list (nat * nat)), NoDup l -> (forall c, In c l -> In (of_nat c) m) ->
         Sum l (fun c => let (i, k) := of_nat c in f i k) <= Sum m (fun p => f (fst p) (snd p))).
      { induction l as [| a l IH]; intros m nd h.
        - apply Sum_nonneg. intros; apply f0.
        - inversion nd; subst. destruct (in_split _ _ (h a (or_introl eq_refl))) as [m1 [m2 ->]].
          specialize (IH (m1 ++ m2) H2). simpl. rewrite Sum_app in *. simpl. destruct (of_nat a) as [i k] eqn:e. simpl.
          cut (Sum l (fun c => let (i, k) := of_nat c in f i k) <= Sum m1 (fun p => f (fst p) (snd p)) + Sum m2 (fun p => f (fst p) (snd p))); [lra |].
          apply IH. intros c ic. pose proof (h c (or_intror ic)) as j. apply in_app_or in j. apply in_or_app.
          destruct j as [j | [j | j]]; [left; exact j | exfalso | right; exact j].
          assert (c = a) by (rewrite <- (cancel_to_of c), <- (cancel_to_of a), e; f_equal; symmetry; exact j). subst. contradiction. }
      apply sub; [apply seq_NoDup |]. intros c ic. apply in_seq in ic. destruct (of_nat c) as [i k] eqn:e.
      assert (c = to_nat (i, k)) by (rewrite <- e, cancel_to_of; reflexivity).
      pose proof (to_nat_spec i k) as spec. apply in_prod; apply in_seq; split; try lia; nia.
    - right. generalize (seq 0 n) at 1 3 as l. intro l. induction l as [| a l IH]; [reflexivity |]. simpl. rewrite Sum_app, IH. f_equal.
      clear. induction (seq 0 n) as [| b m IH]; [reflexivity |]. simpl. rewrite IH. reflexivity. }
  eapply Rle_trans; [apply k |]. eapply Rle_trans; [apply Sum_le with (g := fun i => eps * (/ 2) ^ S i); intros; apply row |].
  rewrite Sum_scale, halves. pose proof (half_pos n). nra.
Qed.
Lemma null_union (A : nat -> R -> Prop) : (forall n, null_times (A n)) -> null_times (fun x => exists n, A n x).
Proof.
  intros h eps ep. assert (each : forall i, exists lr : nat -> R * R, (forall n, fst (lr n) <= snd (lr n)) /\
     (forall n, Sum (seq 0 n) (fun k => snd (lr k) - fst (lr k)) <= eps * (/ 2) ^ S i) /\ forall x, A i x -> exists n, fst (lr n) < x < snd (lr n)).
  { intro i. destruct (h i (eps * (/ 2) ^ S i)) as [l [r hh]]; [apply Rmult_lt_0_compat; [lra | apply half_pos] |]. exists (fun n => (l n, r n)). exact hh. }
  apply choose in each. destruct each as [c hc].
  exists (fun m => let (i, k) := of_nat m in fst (c i k)), (fun m => let (i, k) := of_nat m in snd (c i k)). split; [| split].
  - intro m. destruct (of_nat m) as [i k]. apply hc.
  - intro n. rewrite (Sum_eq _ _ (fun m => let (i, k) := of_nat m in snd (c i k) - fst (c i k))) by (intros m _; destruct (of_nat m); reflexivity).
    apply (pairs_bound (fun i k => snd (c i k) - fst (c i k))); [| exact ep | intros i m; apply hc].
    intros i k. destruct (hc i) as [q _]. specialize (q k). lra.
  - intros x [i a]. destruct (hc i) as [_ [_ q]]. destruct (q x a) as [k hk]. exists (to_nat (i, k)). rewrite cancel_of_to. exact hk.
Qed.
Lemma null_point a : null_times (fun x => x = a).
Proof.
  intros eps ep. exists (fun n => a - eps / 2 * (/ 2) ^ S n), (fun n => a + eps / 2 * (/ 2) ^ S n). split; [| split].
  - intro n. pose proof (half_pos (S n)). nra.
  - intro n. rewrite (Sum_eq _ _ (fun k => eps * (/ 2) ^ S k)) by (intros; lra). rewrite Sum_scale, halves. pose proof (half_pos n). nra.
  - intros x ->. exists O. pose proof (half_pos 1). nra.
Qed.
(* an interval cannot be covered by less than its length: halve it, and keep a half that is covered too little *)
Definition clip (l r x : R) := Rmin (Rmax x l) r.
Definition inside (l r : nat -> R) n x y := Sum (seq 0 n) (fun k => clip (l k) (r k) y - clip (l k) (r k) x).
Lemma clip_mono l r x y : x <= y -> clip l r x <= clip l r y.
Proof. intro h. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_full l r x y : l <= x -> x <= y -> y <= r -> clip l r y - clip l r x = y - x.
Proof. intros. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma clip_span l r x y : l <= r -> clip l r y - clip l r x <= r - l.
Proof. intros. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. Qed.
Lemma inside_nonneg l r n x y : x <= y -> 0 <= inside l r n x y.
Proof. intro h. apply Sum_nonneg. intros k _. pose proof (clip_mono (l k) (r k) x y h). lra. Qed.
Lemma inside_more l r n m x y : x <= y -> (n <= m)%nat -> inside l r n x y <= inside l r m x y.
Proof. intros h nm. apply Sum_more; [exact nm |]. intro k. pose proof (clip_mono (l k) (r k) x y h). lra. Qed.
Lemma inside_add l r n x y z : inside l r n x y + inside l r n y z = inside l r n x z.
Proof. unfold inside. rewrite <- Sum_plus. apply Sum_eq. intros; lra. Qed.
Lemma inside_one l r n k x y : (k < n)%nat -> l k <= x -> x <= y -> y <= r k -> y - x <= inside l r n x y.
Proof.
  intros kn lx xy yr. apply Rle_trans with (inside l r (S k) x y); [| apply inside_more; [exact xy | lia]].
  unfold inside. rewrite Sum_S, (clip_full (l k) (r k) x y lx xy yr). pose proof (inside_nonneg l r k x y xy) as h. unfold inside in h. lra.
Qed.
Lemma inside_most l r n x y : (forall n, l n <= r n) -> inside l r n x y <= Sum (seq 0 n) (fun k => r k - l k).
Proof. intro lr. apply Sum_le. intros k _. apply clip_span, lr. Qed.

(* == induction along an interval =================================================================================== *)
Lemma real_induction (P : R -> Prop) a b : a <= b -> P a ->
  (forall x, a <= x <= b -> exists d, 0 < d /\ forall u v, a <= u <= x -> x <= v <= b -> x - u < d -> v - x < d -> P u -> P v) -> P b.
Proof.
  intros ab Pa step. set (E := fun x => a <= x <= b /\ P x). destruct (completeness E) as [s [up least]].
  - exists b. intros x [[_ h] _]. exact h.
  - exists a. split; [lra | exact Pa].
  - assert (as_ : a <= s) by (apply up; split; [lra | exact Pa]). assert (sb : s <= b) by (apply least; intros x [[_ h] _]; exact h).
    destruct (step s (conj as_ sb)) as [d [dp hd]].
    assert (near : exists u, E u /\ s - d < u).
    { apply NNPP. intro none. assert (s <= s - d); [| lra]. apply least. intros x Ex. destruct (Rle_or_lt x (s - d)) as [h | h]; [exact h |].
      exfalso. apply none. exists x. split; assumption. }
    destruct near as [u [[ub Pu] su]]. assert (us : u <= s) by (apply up; split; assumption).
    assert (Ps : P s) by (apply (hd u s); [lra | lra | lra | lra | exact Pu]).
    destruct (Rle_lt_or_eq_dec s b sb) as [h | h]; [| rewrite <- h; exact Ps]. exfalso. set (v := Rmin b (s + d / 2)).
    assert (v <= b) by apply Rmin_l. assert (v <= s + d / 2) by apply Rmin_r. assert (s < v) by (unfold v; apply Rmin_glb_lt; lra).
    assert (v <= s); [| lra]. apply up. split; [lra | apply (hd s v); try lra; exact Ps].
Qed.
Theorem interval_not_covered a b s : a <= b -> covered (fun x => a <= x <= b) s -> b - a <= s.
Proof.
  intros ab [l [r [lr [c k]]]]. assert (P : exists n, b - a <= inside l r n a b).
  { apply (real_induction (fun x => exists n, x - a <= inside l r n a x) a b ab).
    - exists O. unfold inside. simpl. lra.
    - intros x xb. destruct (k x xb) as [m hm]. exists (Rmin (x - l m) (r m - x)). split; [apply Rmin_glb_lt; lra |].
      intros u v ux xv xu vx [n h]. pose proof (Rmin_l (x - l m) (r m - x)). pose proof (Rmin_r (x - l m) (r m - x)).
      exists (Nat.max n (S m)). rewrite <- (inside_add l r _ a u v).
      pose proof (inside_more l r n (Nat.max n (S m)) a u ltac:(lra) ltac:(lia)).
      pose proof (inside_one l r (Nat.max n (S m)) m u v ltac:(lia) ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  destruct P as [n h]. pose proof (inside_most l r n a b lr). specialize (c n). lra.
Qed.

(* == almost every time ============================================================================================= *)
Lemma ae_all (P : R -> Prop) : (forall t, 0 < t -> P t) -> ae P.
Proof. intros h. apply null_mono with (fun x => x = 0); [| apply null_point]. intros t [t0 n]. destruct (n (h t t0)). Qed.
Lemma ae_mp (P Q : R -> Prop) : ae (fun t => P t -> Q t) -> ae P -> ae Q.
Proof. intros h k. refine (null_mono _ _ _ (null_or _ _ h k)). intros t [t0 n]. destruct (classic (P t)); [left | right]; tauto. Qed.
Lemma ae_mono (P Q : R -> Prop) : (forall t, 0 < t -> P t -> Q t) -> ae P -> ae Q.
Proof. intros h. apply ae_mp, ae_all, h. Qed.
Lemma ae_and (P Q : R -> Prop) : ae P -> ae Q -> ae (fun t => P t /\ Q t).
Proof. intros p q. apply ae_mp with Q; [| exact q]. revert p. apply ae_mono. tauto. Qed.
Lemma ae_sizes (P : nat -> R -> Prop) : (forall n, ae (P n)) -> ae (fun t => forall n, P n t).
Proof.
  intro h. refine (null_mono _ _ _ (null_union _ h)). intros t [t0 n]. apply not_all_ex_not in n. destruct n as [n hn]. exists n. auto.
Qed.
Lemma ae_list {X : Type} (l : list X) (P : X -> R -> Prop) : (forall x, In x l -> ae (P x)) -> ae (fun t => forall x, In x l -> P x t).
Proof.
  induction l as [| a l IH]; intro h; [apply ae_all; simpl; tauto |].
  refine (ae_mono _ _ _ (ae_and _ _ (h a (or_introl eq_refl)) (IH (fun x i => h x (or_intror i))))). intros t _ [p q] x [<- | i]; auto.
Qed.
Lemma ae_index {I : index} (P : I -> R -> Prop) : (forall i, ae (P i)) -> ae (fun t => forall i, P i t).
Proof. intro h. refine (ae_mono _ _ _ (ae_list (every I) P (fun i _ => h i))). intros t _ k i. apply k, complete. Qed.
Lemma ae_somewhere (P : R -> Prop) a b : 0 <= a < b -> ae P -> exists t, a < t <= b /\ P t.
Proof.
  intros ab h. apply NNPP. intro none. set (m := a + (b - a) / 2).
  pose proof (interval_not_covered m b ((b - a) / 4) ltac:(unfold m; lra)) as k. cut (b - m <= (b - a) / 4); [unfold m; lra |]. apply k.
  apply covered_mono with (fun t => 0 < t /\ ~ P t) ((b - a) / 4); [| lra | apply h; lra].
  intros x xb. split; [unfold m in *; lra |]. intro p. apply none. exists x. unfold m in *. split; [lra | exact p].
Qed.
Lemma not_ae_false : ~ ae (fun _ => False).
Proof. intro h. destruct (ae_somewhere _ 0 1 ltac:(lra) h) as [t [_ f]]. exact f. Qed.

(* == slopes ======================================================================================================== *)
Lemma slope_linear f t v : slope f t v <-> forall eps, 0 < eps -> exists d, 0 < d /\ forall s, Rabs (s - t) < d ->
  Rabs (f s - f t - v * (s - t)) <= eps * Rabs (s - t).
Proof.
  split; intros h eps ep.
  - destruct (h eps ep) as [[d dp] k]. simpl in k. exists d. split; [exact dp |]. intros s st. destruct (Req_dec s t) as [-> | n].
    + replace (f t - f t - v * (t - t)) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [lra | apply Rabs_pos].
    + specialize (k (s - t) ltac:(lra) st). replace (t + (s - t)) with s in k by ring.
      replace (f s - f t - v * (s - t)) with (((f s - f t) / (s - t) - v) * (s - t)) by (field; lra).
      rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | lra].
  - destruct (h (eps / 2)) as [d [dp k]]; [lra |]. exists (mkposreal d dp). simpl. intros u un ud. specialize (k (t + u)).
    replace (t + u - t) with u in k by ring. specialize (k ud). assert (0 < Rabs u) by (apply Rabs_pos_lt, un).
    replace ((f (t + u) - f t) / u - v) with ((f (t + u) - f t - v * u) * / u) by (field; exact un).
    rewrite Rabs_mult, Rabs_inv. apply Rmult_lt_reg_r with (Rabs u); [assumption |]. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
Lemma slope_eq (f g : R -> R) t v w : (forall s, f s = g s) -> v = w -> slope f t v -> slope g t w.
Proof. intros h <-. replace g with f; [tauto |]. apply functional_extensionality, h. Qed.
Lemma slope_unique f t v w : slope f t v -> slope f t w -> v = w.
Proof. apply uniqueness_limite. Qed.
Lemma rate_is f t v : slope f t v -> rate f t = v.
Proof. intro h. apply (slope_unique f t); [unfold rate; apply epsilon_spec; exists v |]; exact h. Qed.
Lemma rateV_is {E : space} (f : R -> vector E) t v : slopeV f t v -> rateV f t = v.
Proof.
  intro h. assert (k : slopeV f t (rateV f t)) by (unfold rateV; apply epsilon_spec; exists v; exact h).
  apply vector_eq. intro c. apply (slope_unique (fun s => f s c) t); [apply k | apply h].
Qed.
(* only the values near t matter *)
Lemma slope_near f g t v d : 0 < d -> (forall s, Rabs (s - t) < d -> f s = g s) -> slope f t v -> slope g t v.
Proof.
  intros dp h k. apply slope_linear. intros eps ep. destruct (proj1 (slope_linear f t v) k eps ep) as [e [e0 he]].
  exists (Rmin d e). split; [apply Rmin_glb_lt; auto |]. intros s st. pose proof (Rmin_l d e). pose proof (Rmin_r d e).
  rewrite <- (h s) by lra. rewrite <- (h t) by (rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra). apply he. lra.
Qed.
Lemma slope_local f g t v : (forall s, 0 <= s -> f s = g s) -> 0 < t -> slope f t v -> slope g t v.
Proof. intros h t0. apply slope_near with t; [exact t0 |]. intros s st. apply h. apply Rabs_def2 in st. lra. Qed.
Lemma slope_const c t : slope (fun _ => c) t 0. Proof. apply derivable_pt_lim_const. Qed.
Lemma slope_time t : slope (fun s => s) t 1. Proof. apply derivable_pt_lim_id. Qed.
Lemma slope_plus f g t a b : slope f t a -> slope g t b -> slope (fun s => f s + g s) t (a + b).
Proof. apply (derivable_pt_lim_plus f g). Qed.
Lemma slope_mult f g t a b : slope f t a -> slope g t b -> slope (fun s => f s * g s) t (a * g t + f t * b).
Proof. apply (derivable_pt_lim_mult f g). Qed.
Lemma slope_scale c f t a : slope f t a -> slope (fun s => c * f s) t (c * a).
Proof. intro h. refine (slope_eq _ _ _ _ _ (fun _ => eq_refl) _ (slope_mult _ _ _ _ _ (slope_const c t) h)). ring. Qed.
Lemma slope_chain (G : R -> R) f t a b : slope f t a -> derivable_pt_lim G (f t) b -> slope (fun s => G (f s)) t (b * a).
Proof. intros h k. exact (derivable_pt_lim_comp f G t a b h k). Qed.
Lemma slope_Sum {X : Type} (l : list X) (f : X -> R -> R) t (d : X -> R) : (forall x, In x l -> slope (f x) t (d x)) ->
  slope (fun s => Sum l (fun x => f x s)) t (Sum l d).
Proof.
  induction l as [| a l IH]; simpl; intro h; [apply slope_const |]. apply slope_plus; [apply h; auto | apply IH; intros; apply h; auto].
Qed.
(* derivatives of the functions of numbers *)
Lemma derivative_inv x : x <> 0 -> derivable_pt_lim Rinv x (- (/ x * / x)).
Proof.
  intro n. pose proof (derivable_pt_lim_div (fct_cte 1) id x 0 1 (derivable_pt_lim_const 1 x) (derivable_pt_lim_id x) n) as h.
  refine (slope_eq _ _ _ _ _ _ _ h).
  - intro s. unfold div_fct, fct_cte, id. apply Rmult_1_l.
  - unfold Rsqr, fct_cte, id. field. exact n.
Qed.
Lemma derivative_tanh x : derivable_pt_lim tanh x (1 - tanh x * tanh x).
Proof.
  assert (h : slope (fun s => (exp (2 * s) + -1) * / (exp (2 * s) + 1)) x
    ((exp (2 * x) * (2 * 1) + 0) * / (exp (2 * x) + 1) + (exp (2 * x) + -1) * (- (/ (exp (2 * x) + 1) * / (exp (2 * x) + 1)) * (exp (2 * x) * (2 * 1) + 0)))).
  { apply (slope_mult (fun s => exp (2 * s) + -1) (fun s => / (exp (2 * s) + 1))).
    - apply (slope_plus (fun s => exp (2 * s)) (fun _ => -1)); [| apply slope_const]. apply (slope_chain exp (fun s => 2 * s)); [apply slope_scale, slope_time | apply derivable_pt_lim_exp].
    - apply (slope_chain Rinv (fun s => exp (2 * s) + 1)).
      + apply (slope_plus (fun s => exp (2 * s)) (fun _ => 1)); [| apply slope_const]. apply (slope_chain exp (fun s => 2 * s)); [apply slope_scale, slope_time | apply derivable_pt_lim_exp].
      + apply derivative_inv. pose proof (exp_pos (2 * x)). lra. }
  refine (slope_eq _ _ _ _ _ _ _ h); [intro s; rewrite tanh_is; reflexivity |]. rewrite tanh_is. pose proof (exp_pos (2 * x)). field. lra.
Qed.

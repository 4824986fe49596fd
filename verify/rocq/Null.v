(* Null sets of states of unit vectors: a ball of the product of spheres is not null. *)
From Coq Require Import Cantor.
From Attn Require Words.
From Attn Require Export Time.

(* == a box of R^L cannot be covered by boxes of less volume: halve it, again and again, and keep a part that is covered
   too little; the point that remains lies inside one of the boxes ================================================== *)
Section Boxes.
Context {X : Type} (L : list X) (once_ : NoDup L).
Implicit Types (a b p : X -> R).
Definition volume a b : R := Prod L (fun x => b x - a x).
Definition upd a x v : X -> R := fun y => ite (y = x) v (a y).
Lemma upd_same a x v : upd a x v x = v. Proof. apply ite_true. reflexivity. Qed.
Lemma upd_other a x v y : y <> x -> upd a x v y = a y. Proof. apply ite_false. Qed.
Lemma Prod_at (f : X -> R) x : In x L -> Prod L f = f x * Prod (part (fun y => y <> x) L) f.
Proof.
  intro i. rewrite <- (part_all L) at 1. rewrite (Prod_split (fun _ => True) (fun y => y = x)), (part_single _ L x once_ i); [| intro y; tauto].
  simpl. rewrite Rmult_1_r. f_equal. f_equal. apply part_cong. intro y. tauto.
Qed.
Lemma Prod_add (f g h : X -> R) x : In x L -> f x + g x = h x -> (forall y, y <> x -> f y = h y /\ g y = h y) -> Prod L f + Prod L g = Prod L h.
Proof.
  intros i e o. rewrite !(Prod_at _ x i), <- e. assert (same : forall k, (forall y, y <> x -> k y = h y) -> Prod (part (fun y => y <> x) L) k = Prod (part (fun y => y <> x) L) h).
  { intros k hk. apply Prod_eq. intros y j. apply in_part in j. apply hk. tauto. }
  rewrite (same f), (same g) by (intros y n; apply (o y n)). ring.
Qed.
Lemma Prod_pos (f : X -> R) l : (forall x, In x l -> 0 < f x) -> 0 < Prod l f.
Proof. induction l as [| x l IH]; simpl; intro h; [lra |]. apply Rmult_lt_0_compat; [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption]. Qed.
Lemma Prod_nonneg (f : X -> R) l : (forall x, In x l -> 0 <= f x) -> 0 <= Prod l f.
Proof. induction l as [| x l IH]; simpl; intro h; [lra |]. apply Rmult_le_pos; [apply h; left; reflexivity | apply IH; intros; apply h; right; assumption]. Qed.
Lemma Prod_le (f g : X -> R) l : (forall x, In x l -> 0 <= f x <= g x) -> Prod l f <= Prod l g.
Proof.
  induction l as [| x l IH]; simpl; intro h; [lra |].
  apply Rmult_le_compat; [apply h; left; reflexivity | apply Prod_nonneg; intros; apply h; right; assumption | apply h; left; reflexivity | apply IH; intros; apply h; right; assumption].
Qed.
Variables (l r : nat -> X -> R) (theta : R).
Definition share n a b : R := Sum (seq 0 n) (fun k => Prod L (fun x => clip (l k x) (r k x) (b x) - clip (l k x) (r k x) (a x))).
(* the boxes cover too little of [a, b] *)
Definition poor a b := (forall x, a x < b x) /\ forall n, share n a b <= theta * volume a b.
Lemma share_more n m a b : (forall x, a x <= b x) -> (n <= m)%nat -> share n a b <= share m a b.
Proof. intros ab nm. apply Sum_more; [exact nm |]. intro k. apply Prod_nonneg. intros x _. pose proof (clip_mono (l k x) (r k x) (a x) (b x) (ab x)). lra. Qed.
Definition middle a b x := a x + (b x - a x) / 2.
Lemma half_poor a b x : In x L -> poor a b -> poor a (upd b x (middle a b x)) \/ poor (upd a x (middle a b x)) b.
Proof.
  intros i [ab h]. pose proof (ab x) as abx. set (m := middle a b x). assert (mid : a x < m < b x) by (unfold m, middle; lra).
  assert (o1 : forall y, a y < upd b x m y) by (intro y; destruct (classic (y = x)) as [-> | n]; [rewrite upd_same; lra | rewrite upd_other; auto]).
  assert (o2 : forall y, upd a x m y < b y) by (intro y; destruct (classic (y = x)) as [-> | n]; [rewrite upd_same; lra | rewrite upd_other; auto]).
  assert (v : volume a (upd b x m) = volume (upd a x m) b).
  { unfold volume. rewrite !(Prod_at _ x i), !upd_same. f_equal; [unfold m, middle; field |]. apply Prod_eq. intros y j. apply in_part in j. rewrite !upd_other by tauto. reflexivity. }
  assert (v2 : volume a (upd b x m) + volume (upd a x m) b = volume a b).
  { apply (Prod_add _ _ _ x i); rewrite ?upd_same; [ring |]. intros y n. rewrite !upd_other by exact n. auto. }
  assert (s2 : forall n, share n a (upd b x m) + share n (upd a x m) b = share n a b).
  { intro n. unfold share. rewrite <- Sum_plus. apply Sum_eq. intros k _. apply (Prod_add _ _ _ x i); rewrite ?upd_same; [ring |]. intros y q. rewrite !upd_other by exact q. auto. }
  apply NNPP. intro none. apply not_or_and in none. destruct none as [n1 n2].
  assert (k1 : exists n, theta * volume a (upd b x m) < share n a (upd b x m)).
  { apply NNPP. intro k. apply n1. split; [exact o1 |]. intro n. apply Rnot_lt_le. intro q. apply k. exists n. exact q. }
  assert (k2 : exists n, theta * volume (upd a x m) b < share n (upd a x m) b).
  { apply NNPP. intro k. apply n2. split; [exact o2 |]. intro n. apply Rnot_lt_le. intro q. apply k. exists n. exact q. }
  destruct k1 as [n k1], k2 as [n' k2]. specialize (h (Nat.max n n')). rewrite <- s2, <- v2 in h.
  pose proof (share_more n (Nat.max n n') a (upd b x m) (fun y => Rlt_le _ _ (o1 y)) ltac:(lia)).
  pose proof (share_more n' (Nat.max n n') (upd a x m) b (fun y => Rlt_le _ _ (o2 y)) ltac:(lia)). lra.
Qed.
(* all edges in M halved *)
Definition within_halved M a b a' b' := forall x, a x <= a' x /\ b' x <= b x /\ (In x M -> b' x - a' x <= (b x - a x) / 2).
Lemma all_halved M : (forall x, In x M -> In x L) -> forall a b, poor a b -> exists a' b', poor a' b' /\ within_halved M a b a' b'.
Proof.
  induction M as [| x M IH]; intros sub a b h.
  - exists a, b. split; [exact h |]. intro x. repeat split; [lra | lra | intros []].
  - destruct (IH (fun y i => sub y (or_intror i)) a b h) as [a1 [b1 [h1 w1]]]. pose proof h1 as [ab1 _]. pose proof (ab1 x) as abx.
    destruct (half_poor a1 b1 x (sub x (or_introl eq_refl)) h1) as [h2 | h2]; eexists; eexists; (split; [exact h2 |]); intro y; specialize (w1 y); destruct w1 as [wa [wb wm]];
      destruct (classic (y = x)) as [-> | n]; rewrite ?upd_same, ?(upd_other _ _ _ _ n); unfold middle; repeat split; try lra;
      intros [e | j]; try congruence; try (specialize (wm j)); lra.
Qed.
Theorem box_not_covered a b : theta < 1 -> poor a b -> exists p, (forall x, a x <= p x <= b x) /\ forall n, ~ forall x, In x L -> l n x < p x < r n x.
Proof.
  intros t1 h. set (cell := { ab : (X -> R) * (X -> R) | poor (fst ab) (snd ab) }).
  assert (next : forall c : cell, exists c' : cell, within_halved L (fst (proj1_sig c)) (snd (proj1_sig c)) (fst (proj1_sig c')) (snd (proj1_sig c'))).
  { intros [[a1 b1] h1]. destruct (all_halved L (fun x i => i) a1 b1 h1) as [a2 [b2 [h2 w]]]. exists (exist _ (a2, b2) h2). exact w. }
  apply choose in next. destruct next as [nx hnx]. destruct (recursion (exist _ (a, b) h : cell) (fun _ => nx)) as [c [c0 cs]].
  set (A := fun n => fst (proj1_sig (c n))). set (B := fun n => snd (proj1_sig (c n))).
  assert (one : forall n x, A n x <= A (S n) x /\ B (S n) x <= B n x /\ (In x L -> B (S n) x - A (S n) x <= (B n x - A n x) / 2)).
  { intros n x. specialize (hnx (c n) x). unfold A, B. rewrite cs. exact hnx. }
  assert (AB : forall n x, A n x < B n x) by (intros n x; apply (proj2_sig (c n))).
  assert (up : forall n k x, A n x <= A (n + k)%nat x /\ B (n + k)%nat x <= B n x).
  { intros n k x. induction k as [| k [i j]]; [rewrite Nat.add_0_r; lra |]. rewrite Nat.add_succ_r. destruct (one (n + k)%nat x) as [q [w _]]. lra. }
  assert (below : forall n m x, A n x <= B m x).
  { intros n m x. pose proof (up n m x) as [i _]. pose proof (up m n x) as [_ j]. rewrite Nat.add_comm in j. pose proof (AB (n + m)%nat x). lra. }
  assert (lim : forall x, exists v : R, forall n, A n x <= v <= B n x).
  { intro x. destruct (supremum (fun v => exists n, v = A n x) (B O x)) as [p [hi least]].
    - exists (A O x), O. reflexivity.
    - intros v [n ->]. apply below.
    - exists p. intro n. split; [apply hi; exists n; reflexivity | apply least; intros v [m ->]; apply below]. }
  apply choose in lim. destruct lim as [p hp]. exists p. split.
  { intro x. specialize (hp x O). unfold A, B in hp. rewrite c0 in hp. exact hp. }
  intros n inside_. assert (len : forall m x, In x L -> B m x - A m x <= (b x - a x) * (/ 2) ^ m).
  { intros m x i. induction m as [| m IH]; [unfold A, B; rewrite c0; simpl; lra |]. destruct (one m x) as [_ [_ q]]. specialize (q i). simpl. lra. }
  destruct (small_enough L (fun x d => l n x <= p x - d /\ p x + d <= r n x)) as [d [dp hd]].
  { intros x i. specialize (inside_ x i). exists (Rmin (p x - l n x) (r n x - p x)). pose proof (Rmin_l (p x - l n x) (r n x - p x)). pose proof (Rmin_r (p x - l n x) (r n x - p x)). split; [apply Rmin_glb_lt; lra | lra]. }
  { intros x d e [i j] de. lra. }
  set (D := Sum L (fun x => b x - a x)). assert (ab0 : forall x, a x < b x) by (apply h). assert (D0 : 0 <= D) by (apply Sum_nonneg; intros x _; specialize (ab0 x); lra).
  destruct (pow_lt_1_zero (/ 2) ltac:(rewrite Rabs_right; lra) (d / (D + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as [m hm]. specialize (hm m (le_n m)).
  assert (hh : 0 < (/ 2) ^ m) by apply half_pos. rewrite Rabs_right in hm by lra.
  assert (small : forall x, In x L -> B m x - A m x <= d).
  { intros x i. eapply Rle_trans; [apply len, i |]. pose proof (Sum_term L (fun x => b x - a x) x i (fun y _ => Rlt_le _ _ (Rlt_Rminus _ _ (ab0 y)))) as t. fold D in t. cbv beta in t.
    apply Rle_trans with ((D + 1) * (d / (D + 1))); [| right; field; lra]. specialize (ab0 x). apply Rmult_le_compat; lra. }
  pose proof (proj2_sig (c m)) as [_ ph]. specialize (ph (S n)). fold (A m) (B m) in ph.
  assert (full : volume (A m) (B m) <= share (S n) (A m) (B m)).
  { unfold share. rewrite Sum_S. apply Rle_trans with (Prod L (fun x => clip (l n x) (r n x) (B m x) - clip (l n x) (r n x) (A m x))).
    - right. apply Prod_eq. intros x i. specialize (small x i). specialize (hd x i). specialize (hp x m). rewrite clip_full; [reflexivity | lra | apply Rlt_le, AB | lra].
    - rewrite <- (Rplus_0_l (Prod _ _)) at 1. apply Rplus_le_compat_r. apply Sum_nonneg. intros k _. apply Prod_nonneg. intros x _.
      pose proof (clip_mono (l k x) (r k x) (A m x) (B m x) (Rlt_le _ _ (AB m x))). lra. }
  assert (v0 : 0 < volume (A m) (B m)) by (apply Prod_pos; intros x _; specialize (AB m x); lra). nra.
Qed.
End Boxes.
(* balls of radius q around g, of small total volume, leave a point of the cube [s - h, s + h] out *)
Lemma cube_not_covered {X : Type} (L : list X) (s : X -> R) h (g : nat -> X -> R) (q : nat -> R) : NoDup L -> 0 < h -> (forall n, 0 < q n) ->
  (forall n, Sum (seq 0 n) (fun k => q k ^ length L) <= h ^ length L / 2) -> exists p : X -> R, (forall x, Rabs (p x - s x) <= h) /\ forall n, ~ forall x, In x L -> Rabs (p x - g n x) < q n.
Proof.
  intros nd h0 q0 total. assert (pw : forall c, Prod L (fun _ => c) = c ^ length L) by (intro c; clear; induction L as [| x m IH]; simpl; [reflexivity | rewrite IH; reflexivity]).
  assert (c2 : 0 < 2 ^ length L) by (apply pow_lt; lra).
  destruct (box_not_covered L nd (fun n x => g n x - q n) (fun n x => g n x + q n) (/ 2) (fun x => s x - h) (fun x => s x + h)) as [p [hp none]].
  - lra.
  - split; [intro x; lra |]. intro n. apply Rle_trans with (Sum (seq 0 n) (fun k => 2 ^ length L * q k ^ length L)).
    + apply Sum_le. intros k _. rewrite <- Rpow_mult_distr, <- pw. apply Prod_le. intros x _. cbv beta. split.
      * pose proof (clip_mono (g k x - q k) (g k x + q k) (s x - h) (s x + h) ltac:(lra)). lra.
      * pose proof (clip_span (g k x - q k) (g k x + q k) (s x - h) (s x + h) ltac:(specialize (q0 k); lra)). lra.
    + rewrite Sum_scale. unfold volume. rewrite (Prod_eq L _ (fun _ => 2 * h)) by (intros; ring). rewrite pw, Rpow_mult_distr.
      specialize (total n). apply Rmult_le_compat_l with (r := 2 ^ length L) in total; lra.
  - exists p. split; [intro x; specialize (hp x); apply Rabs_le; lra |]. intros n k. apply (none n). intros x i. specialize (k x i). apply Rabs_def2 in k. lra.
Qed.

(* == null sets of states =========================================================================================== *)
Lemma sumto_Sum (f : nat -> R) n : sumto n f = Sum (seq 0 (S n)) f.
Proof. unfold sumto. induction n as [| n IH]; [simpl; lra |]. rewrite Sum_S, <- IH. reflexivity. Qed.
Section States.
Context {I : index} {E : space}.
Local Notation state := (I -> vector E).
Implicit Types (P Q : state -> Prop) (X S : state).
Lemma null_states_mono P Q : Words.null I E Q -> (forall X, P X -> Q X) -> Words.null I E P.
Proof.
  intros [h | [m [hm [m0 h]]]] sub; [left; intros X s p; apply (h X s), sub, p | right]. exists m. split; [exact hm |]. split; [exact m0 |].
  intros e e0. destruct (h e e0) as [c [r [r0 [cover total]]]]. exists c, r. split; [exact r0 |]. split; [| exact total]. intros X s p. apply cover; auto.
Qed.
(* a cover as in the definition, with the sum over n terms *)
Definition small_cover Q (m : nat) e := exists (c : nat -> state) (r : nat -> R), (forall n, 0 < r n) /\
  (forall X, Words.sph I E X -> Q X -> exists n, Words.near I E X (c n) (r n)) /\ forall n, Sum (seq 0 n) (fun k => r k ^ m) <= e.
Lemma null_states_union (Q : nat -> state -> Prop) : (forall n, Words.null I E (Q n)) -> Words.null I E (fun X => exists n, Q n X).
Proof.
  intro h. destruct (classic (exists n, ~ forall X, Words.sph I E X -> ~ Q n X)) as [[n0 some_] | none].
  - right. destruct (h n0) as [e | [m [hm [m0 _]]]]; [destruct (some_ e) |]. exists m. split; [exact hm |]. split; [exact m0 |].
    assert (m1 : (1 <= m)%nat) by (destruct m; [simpl in m0; lra | lia]).
    assert (each : forall n e, 0 < e -> small_cover (Q n) m e).
    { intros n e e0. destruct (h n) as [no | [m' [hm' [_ hn]]]].
      - exists (fun _ _ => zeroV), (fun k => Rmin 1 (e * (/ 2) ^ S k)). assert (w0 : forall k, 0 < e * (/ 2) ^ S k) by (intro k; apply Rmult_lt_0_compat; [exact e0 | apply half_pos]).
        split; [intro k; apply Rmin_glb_lt; [lra | apply w0] |]. split; [intros X s q; destruct (no X s q) |]. intro k.
        eapply Rle_trans; [apply Sum_le with (g := fun k => e * (/ 2) ^ S k) |].
        + intros i _. specialize (w0 i). set (v := e * (/ 2) ^ S i) in *. pose proof (Rmin_l 1 v). pose proof (Rmin_r 1 v). assert (0 < Rmin 1 v) by (apply Rmin_glb_lt; lra).
          destruct m as [| m]; [lia |]. simpl. assert (Rmin 1 v ^ m <= 1 ^ m) by (apply pow_incr; lra). rewrite pow1 in H2. assert (0 <= Rmin 1 v ^ m) by (apply pow_le; lra). nra.
        + rewrite Sum_scale, halves. pose proof (half_pos k). nra.
      - assert (m' = m) by (apply INR_eq; lra). subst m'. destruct (hn e e0) as [c [r [r0 [cover total]]]]. exists c, r. split; [exact r0 |]. split; [exact cover |].
        intros [| k]; [simpl; lra |]. rewrite <- sumto_Sum. apply total. }
    intros e e0. assert (all_ : forall i, exists cr : nat -> state * R, (forall n, 0 < snd (cr n)) /\
      (forall X, Words.sph I E X -> Q i X -> exists n, Words.near I E X (fst (cr n)) (snd (cr n))) /\ forall n, Sum (seq 0 n) (fun k => snd (cr k) ^ m) <= e * (/ 2) ^ S i).
    { intro i. destruct (each i (e * (/ 2) ^ S i)) as [c [r hh]]; [apply Rmult_lt_0_compat; [exact e0 | apply half_pos] |]. exists (fun n => (c n, r n)). exact hh. }
    apply choose in all_. destruct all_ as [cr hcr].
    exists (fun n => let (i, k) := of_nat n in fst (cr i k)), (fun n => let (i, k) := of_nat n in snd (cr i k)). split; [| split].
    + intro n. destruct (of_nat n) as [i k]. apply hcr.
    + intros X s [i q]. destruct (hcr i) as [_ [cover _]]. destruct (cover X s q) as [k hk]. exists (to_nat (i, k)). rewrite cancel_of_to. exact hk.
    + intro n. rewrite sumto_Sum. rewrite (Sum_eq _ _ (fun c => let (i, k) := of_nat c in snd (cr i k) ^ m)) by (intros c _; destruct (of_nat c); reflexivity).
      apply (pairs_bound (fun i k => snd (cr i k) ^ m)); [| exact e0 | intros i k; apply hcr]. intros i k. apply pow_le. left. apply hcr.
  - left. intros X s [n q]. apply none. exists n. intro no. exact (no X s q).
Qed.

(* the states near S as a cube: of every token one coordinate, which S has nonzero, is given by the others *)
Lemma ball_not_null Q S e : Words.sph I E S -> 0 < e -> Words.null I E Q -> exists X, Words.sph I E X /\ Words.near I E X S e /\ ~ Q X.
Proof.
  intros sph_S e0 [no | [m [hm [m0 covers]]]].
  { exists S. repeat split; [exact sph_S | | apply no, sph_S]. intro i. replace (addV (S i) (scaleV (-1) (S i))) with (zeroV : vector E) by (apply vector_eq; intro; unfold addV, scaleV, zeroV; ring). rewrite norm_zero. exact e0. }
  assert (kappa : forall i, exists c, S i c <> 0).
  { intro i. apply NNPP. intro none. specialize (sph_S i). cut (dot (S i) (S i) = 0); [lra |]. apply Sum_zero. intros c _. destruct (Req_dec (S i c) 0) as [z | z]; [rewrite z; ring | destruct none; exists c; exact z]. }
  apply choose in kappa. destruct kappa as [k hk].
  set (others := fun i => part (fun c => c <> k i) (every E)). set (L := part (fun p => snd p <> k (fst p)) (list_prod (every I) (every E))).
  assert (nd : NoDup L) by (apply NoDup_part, NoDup_pairs; apply once).
  assert (len : length L = m).
  { apply INR_eq. rewrite hm, <- Sum_ones. unfold L. rewrite Sum_part, Sum_pairs. unfold sum. change (range (fun _ : I => True)) with (part (fun _ : I => True) (every I)). rewrite part_all, <- Sum_scale_r.
    apply Sum_eq. intros i _. simpl. cut (Sum (every E) (fun c => ite (c <> k i) 1 0) + 1 = dim E); [lra |].
    transitivity (Sum (every E) (fun c => ite (c <> k i) 1 0) + Sum (every E) (fun c => 1 * axis (k i) c)); [rewrite (Sum_axis (fun _ => 1) (k i)); reflexivity |].
    unfold dim. rewrite <- Sum_ones, <- Sum_plus. apply Sum_eq. intros c _.
    unfold axis, ite. destruct (excluded_middle_informative (c <> k i)), (excluded_middle_informative (c = k i)); try contradiction; lra. }
  set (D := dim E). assert (D0 : 0 <= D) by apply pos_INR.
  assert (few : forall i (f : E -> R) b, 0 <= b -> (forall c, f c <= b) -> Sum (others i) f <= b * D).
  { intros i f b b0 hf. unfold others. rewrite Sum_part. unfold D, dim. rewrite <- Sum_ones, <- Sum_scale. apply Sum_le. intros c _. unfold ite. specialize (hf c). destruct (excluded_middle_informative _); lra. }
  assert (split_ : forall i (f : E -> R), Sum (every E) f = f (k i) + Sum (others i) f) by (intros i f; apply Sum_at; [apply once | apply complete]).
  set (b := fun i => S i (k i) * S i (k i)). assert (b0 : forall i, 0 < b i) by (intro i; unfold b; specialize (hk i); nra).
  assert (rest : forall i, Sum (others i) (fun c => S i c * S i c) = 1 - b i) by (intro i; specialize (sph_S i); unfold dot in sph_S; rewrite (split_ i) in sph_S; unfold b; lra).
  assert (small_S : forall i c, Rabs (S i c) <= 1).
  { intros i c. eapply Rle_trans; [apply coordinate |]. apply below_square; [lra |]. rewrite norm_square, sph_S. lra. }
  destruct (small_enough (every I) (fun i h => h <= 1 /\ 3 * h * D <= b i /\ h * D + 3 * h * D * / sqrt (b i) < e)) as [h [h0 hh]].
  { intros i _. pose proof (sqrt_lt_R0 _ (b0 i)) as s0. pose proof (Rinv_0_lt_compat _ s0) as i0. set (z := / sqrt (b i)) in *. pose proof (b0 i) as bi.
    assert (u1 : 0 < b i / (3 * D + 1)) by (apply Rdiv_lt_0_compat; lra). assert (zD : 0 <= D * z) by (apply Rmult_le_pos; lra). assert (u2 : 0 < e / (D + 3 * (D * z) + 1)) by (apply Rdiv_lt_0_compat; lra).
    set (x := b i / (3 * D + 1)) in *. set (y := e / (D + 3 * (D * z) + 1)) in *. assert (xx : x * (3 * D + 1) = b i) by (unfold x; field; lra). assert (yy : y * (D + 3 * (D * z) + 1) = e) by (unfold y; field; lra). clearbody x y.
    exists (Rmin 1 (Rmin x y)). pose proof (Rmin_l 1 (Rmin x y)). pose proof (Rmin_r 1 (Rmin x y)). pose proof (Rmin_l x y). pose proof (Rmin_r x y).
    assert (w0 : 0 < Rmin 1 (Rmin x y)) by (repeat apply Rmin_glb_lt; lra). set (w := Rmin 1 (Rmin x y)) in *. clearbody w. repeat split; [exact w0 | lra | nra | nra]. }
  { intros i d d' [h1 [h2 h3]] dd. pose proof (Rinv_0_lt_compat _ (sqrt_lt_R0 _ (b0 i))) as i0. assert (0 <= D * / sqrt (b i)) by (apply Rmult_le_pos; lra). repeat split; nra. }
  destruct (covers (h ^ m / 2)) as [c [r [r0 [cover total]]]]; [assert (0 < h ^ m) by (apply pow_lt, h0); lra |].
  destruct (cube_not_covered L (fun p => S (fst p) (snd p)) h (fun n p => c n (fst p) (snd p)) r nd h0 r0) as [p [near_p none]].
  { intros [| n]; rewrite len; [simpl; assert (0 < h ^ m) by (apply pow_lt, h0); lra | rewrite <- sumto_Sum; apply total]. }
  set (T := fun i => Sum (others i) (fun c => p (i, c) * p (i, c))).
  assert (T_near : forall i, Rabs ((1 - T i) - b i) <= 3 * h * D).
  { intro i. unfold T. replace (1 - Sum (others i) (fun c => p (i, c) * p (i, c)) - b i) with (Sum (others i) (fun c => S i c * S i c - p (i, c) * p (i, c))) by (rewrite Sum_minus, rest; ring).
    eapply Rle_trans; [apply Sum_abs |]. apply few; [lra |]. intro x. specialize (near_p (i, x)). simpl in near_p. destruct (hh i (complete I i)) as [h1 _].
    replace (S i x * S i x - p (i, x) * p (i, x)) with (- ((p (i, x) - S i x) * (p (i, x) - S i x + 2 * S i x))) by ring. rewrite Rabs_Ropp, Rabs_mult.
    specialize (small_S i x). apply Rle_trans with (h * 3); [| lra]. apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_right 2) by lra. lra. }
  assert (T1 : forall i, 0 <= 1 - T i) by (intro i; specialize (T_near i); destruct (hh i (complete I i)) as [_ [h2 _]]; apply Rabs_le_inv in T_near; lra).
  set (sign := fun i => S i (k i) * / sqrt (b i)).
  assert (sq : forall i, sqrt (b i) * sqrt (b i) = b i) by (intro i; apply sqrt_def; left; apply b0). assert (s0 : forall i, 0 < sqrt (b i)) by (intro i; apply sqrt_lt_R0, b0).
  assert (sign2 : forall i, sign i * sign i = 1).
  { intro i. unfold sign. replace (S i (k i) * / sqrt (b i) * (S i (k i) * / sqrt (b i))) with (b i * / (sqrt (b i) * sqrt (b i))) by (unfold b at 1; field; specialize (s0 i); lra). rewrite sq. field. specialize (b0 i). lra. }
  exists (fun i x => ite (x = k i) (sign i * sqrt (1 - T i)) (p (i, x))). set (X := fun i x => ite (x = k i) (sign i * sqrt (1 - T i)) (p (i, x))).
  assert (X_k : forall i, X i (k i) = sign i * sqrt (1 - T i)) by (intro i; apply ite_true; reflexivity).
  assert (X_o : forall i x, x <> k i -> X i x = p (i, x)) by (intros i x n; apply ite_false, n).
  assert (on_others : forall i x, In x (others i) -> x <> k i) by (intros i x j; apply in_part in j; tauto).
  split; [| split].
  - intro i. change (dot (X i) (X i) = 1). unfold dot. rewrite (split_ i), X_k. rewrite (Sum_eq (others i) _ (fun c => p (i, c) * p (i, c))) by (intros x j; rewrite X_o by (apply on_others, j); reflexivity).
    fold (T i). replace (sign i * sqrt (1 - T i) * (sign i * sqrt (1 - T i))) with ((sign i * sign i) * (sqrt (1 - T i) * sqrt (1 - T i))) by ring. rewrite sign2, sqrt_def by apply T1. ring.
  - intro i. change (norm (addV (X i) (scaleV (-1) (S i))) < e). eapply Rle_lt_trans; [apply norm_coordinates |]. rewrite (split_ i). unfold addV, scaleV. destruct (hh i (complete I i)) as [h1 [h2 h3]].
    apply Rle_lt_trans with (3 * h * D * / sqrt (b i) + h * D); [| lra]. apply Rplus_le_compat.
    + rewrite X_k. replace (sign i * sqrt (1 - T i) + -1 * S i (k i)) with (sign i * (sqrt (1 - T i) - sqrt (b i))) by (unfold sign; field; specialize (s0 i); lra).
      assert (sa : Rabs (sign i) = 1) by (specialize (sign2 i); unfold Rabs; destruct (Rcase_abs (sign i)); nra). rewrite Rabs_mult, sa, Rmult_1_l.
      pose proof (sqrt_pos (1 - T i)) as q0. pose proof (sqrt_def (1 - T i) (T1 i)) as qq. specialize (T_near i). specialize (sq i). specialize (s0 i).
      set (x := sqrt (1 - T i)) in *. set (y := sqrt (b i)) in *. apply Rmult_le_reg_r with (x + y); [lra |].
      rewrite <- (Rabs_right (x + y)) at 1 by lra. rewrite <- Rabs_mult. replace ((x - y) * (x + y)) with (1 - T i - b i) by (rewrite <- qq, <- sq; ring).
      eapply Rle_trans; [exact T_near |]. apply Rle_trans with (3 * h * D * 1); [lra |]. replace (3 * h * D * / y * (x + y)) with (3 * h * D * (/ y * (x + y))) by ring. apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra |].
      apply Rmult_le_reg_l with y; [exact s0 |]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    + rewrite (Sum_eq (others i) _ (fun c => Rabs (p (i, c) - S i c))) by (intros x j; rewrite X_o by (apply on_others, j); f_equal; ring).
      apply few; [lra |]. intro x. apply (near_p (i, x)).
  - intro q. destruct (cover X) as [n hn]; [| exact q |].
    + intro i. unfold dot. rewrite (split_ i), X_k. rewrite (Sum_eq (others i) _ (fun c => p (i, c) * p (i, c))) by (intros x j; rewrite X_o by (apply on_others, j); reflexivity).
      fold (T i). replace (sign i * sqrt (1 - T i) * (sign i * sqrt (1 - T i))) with ((sign i * sign i) * (sqrt (1 - T i) * sqrt (1 - T i))) by ring. rewrite sign2, sqrt_def by apply T1. ring.
    + apply (none n). intros [i x] j. apply in_part in j. simpl in *. eapply Rle_lt_trans; [| apply (hn i)]. rewrite <- (X_o i x) by tauto.
      replace (X i x - c n i x) with (addV (X i) (scaleV (-1) (c n i)) x) by (unfold addV, scaleV; ring). apply coordinate.
Qed.
End States.

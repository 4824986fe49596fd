(* Lebesgue's outer measure of sets of outcomes. *)
From Attn Require Words.
From Attn Require Export Time.

Implicit Types (P Q A B : outcome -> Prop).
Definition points P : R -> Prop := fun x => exists o : outcome, proj1_sig o = x /\ P o.
Lemma prob_is P : greatest_below (covered (points P)) (prob P).
Proof.
  unfold prob. apply epsilon_spec. apply (infimum _ 0).
  - exists 3. exists (fun n => match n with O => -1 | _ => 0 end), (fun n => match n with O => 2 | _ => 0 end). repeat split.
    + intros [| n]; lra.
    + intros [| n]; [simpl; lra |]. simpl. rewrite Sum_zero; [lra |]. intros [| k] i; [apply in_seq in i; lia | lra].
    + intros x [[y hy] [<- _]]. exists O. simpl. lra.
  - intros s [l [r [lr [c _]]]]. apply (c O).
Qed.
Lemma prob_at_most P s : covered (points P) s -> prob P <= s.
Proof. apply (prob_is P). Qed.
Lemma prob_cover P e : 0 < e -> exists s, covered (points P) s /\ s < prob P + e.
Proof.
  intro e0. apply NNPP. intro none. cut (prob P + e <= prob P); [lra |]. apply (prob_is P). intros s c.
  destruct (Rle_or_lt (prob P + e) s) as [h | h]; [exact h | exfalso; apply none; exists s; auto].
Qed.
Lemma prob_nonneg P : 0 <= prob P.
Proof. apply (prob_is P). intros s [l [r [lr [c _]]]]. apply (c O). Qed.
Lemma prob_mono P Q : (forall o, P o -> Q o) -> prob P <= prob Q.
Proof.
  intro h. apply (prob_is Q). intros s c. apply prob_at_most. apply covered_mono with (points Q) s; [| lra | exact c].
  intros x [o [e p]]. exists o. auto.
Qed.
Lemma prob_eq P Q : (forall o, P o <-> Q o) -> prob P = prob Q.
Proof. intro h. apply Rle_antisym; apply prob_mono; intro o; apply h. Qed.
Lemma close_le a b : (forall e, 0 < e -> a <= b + e) -> a <= b.
Proof. intro h. destruct (Rle_or_lt a b) as [k | k]; [exact k |]. specialize (h ((a - b) / 2) ltac:(lra)). lra. Qed.
Lemma prob_or P Q : prob (fun o => P o \/ Q o) <= prob P + prob Q.
Proof.
  apply close_le. intros e e0. destruct (prob_cover P (e / 2) ltac:(lra)) as [s [cs hs]]. destruct (prob_cover Q (e / 2) ltac:(lra)) as [t [ct ht]].
  apply Rle_trans with (s + t); [| lra]. apply prob_at_most.
  apply covered_mono with (fun x => points P x \/ points Q x) (s + t); [| lra | apply covered_or; assumption].
  intros x [o [ex [p | q]]]; [left | right]; exists o; auto.
Qed.
Lemma covered_one (E : R -> Prop) a b : a <= b -> (forall x, E x -> a < x < b) -> covered E (b - a).
Proof.
  intros ab h. exists (fun n => match n with O => a | _ => b end), (fun _ => b). repeat split.
  - intros [| n]; lra.
  - intros [| n]; [simpl; lra |]. simpl. rewrite Sum_zero; [lra |]. intros [| k] i; [apply in_seq in i; lia | lra].
  - intros x ex. exists O. apply h, ex.
Qed.
Lemma prob_none P : (forall o, ~ P o) -> prob P = 0.
Proof.
  intro h. apply Rle_antisym; [| apply prob_nonneg]. replace 0 with (0 - 0) by ring. apply prob_at_most, covered_one; [lra |].
  intros x [o [_ p]]. destruct (h o p).
Qed.
Lemma prob_all P : (forall o, P o) -> prob P = 1.
Proof.
  intro h. apply Rle_antisym.
  - apply close_le. intros e e0. replace (1 + e) with ((1 + e / 2) - (- e / 2)) by field. apply prob_at_most, covered_one; [lra |].
    intros x [[y hy] [<- _]]. simpl. lra.
  - apply (prob_is P). intros s c. replace 1 with (1 - 0) by ring. apply interval_not_covered; [lra |].
    apply covered_mono with (points P) s; [| lra | exact c]. intros x hx. exists (exist _ x hx). split; [reflexivity | apply h].
Qed.

(* == measurable sets, by Caratheodory ============================================================================== *)
Definition cuts A := forall P, prob (fun o => P o /\ A o) + prob (fun o => P o /\ ~ A o) <= prob P.
Lemma cuts_exactly A P : cuts A -> prob P = prob (fun o => P o /\ A o) + prob (fun o => P o /\ ~ A o).
Proof.
  intro h. apply Rle_antisym; [| apply h]. eapply Rle_trans; [| apply prob_or]. apply prob_mono. intros o p. destruct (classic (A o)); auto.
Qed.
Lemma cuts_eq A B : (forall o, A o <-> B o) -> cuts A -> cuts B.
Proof.
  intros h c P. eapply Rle_trans; [| apply (c P)]. right. f_equal; apply prob_eq; intro o; specialize (h o); tauto.
Qed.
Lemma cuts_not A : cuts A -> cuts (fun o => ~ A o).
Proof.
  intros c P. eapply Rle_trans; [| apply (c P)]. rewrite Rplus_comm. right. f_equal. apply prob_eq. intro o. destruct (classic (A o)); tauto.
Qed.
Lemma cuts_and A B : cuts A -> cuts B -> cuts (fun o => A o /\ B o).
Proof.
  intros ca cb P. rewrite (cuts_exactly A P ca), (cuts_exactly B (fun o => P o /\ A o) cb).
  assert (k : prob (fun o => P o /\ ~ (A o /\ B o)) <= prob (fun o => (P o /\ A o) /\ ~ B o) + prob (fun o => P o /\ ~ A o)).
  { eapply Rle_trans; [| apply prob_or]. apply prob_mono. intros o [p n]. destruct (classic (A o)); tauto. }
  rewrite (prob_eq (fun o => P o /\ A o /\ B o) (fun o => (P o /\ A o) /\ B o)) by (intro; tauto). lra.
Qed.
Lemma cuts_or A B : cuts A -> cuts B -> cuts (fun o => A o \/ B o).
Proof.
  intros ca cb. apply cuts_eq with (fun o => ~ (~ A o /\ ~ B o)); [| apply cuts_not, cuts_and; apply cuts_not; assumption].
  intro o. destruct (classic (A o)), (classic (B o)); tauto.
Qed.
Lemma cuts_none : cuts (fun _ => False).
Proof. intro P. rewrite (prob_none (fun o => P o /\ False)) by tauto. rewrite (prob_eq (fun o => P o /\ ~ False) P) by (intro; tauto). lra. Qed.
(* two growing sequences of sums with a bounded sum have limits with that bound *)
Lemma two_bounds (a b : nat -> R) s : (forall n, 0 <= a n) -> (forall n, 0 <= b n) ->
  (forall n, Sum (seq 0 n) (fun k => a k + b k) <= s) -> exists t u, t + u <= s /\ (forall n, Sum (seq 0 n) a <= t) /\ forall n, Sum (seq 0 n) b <= u.
Proof.
  intros a0 b0 h. destruct (supremum (fun x => exists n, x = Sum (seq 0 n) a) s) as [t [up least]].
  - exists (Sum (seq 0 0) a), O. reflexivity.
  - intros x [n ->]. specialize (h n). rewrite Sum_plus in h. pose proof (Sum_nonneg (seq 0 n) b (fun k _ => b0 k)). lra.
  - exists t, (s - t). repeat split; [lra | intro n; apply up; exists n; reflexivity |]. intro n. cut (t <= s - Sum (seq 0 n) b); [lra |].
    apply least. intros x [m ->]. specialize (h (Nat.max n m)). rewrite Sum_plus in h.
    pose proof (Sum_more a m (Nat.max n m) ltac:(lia) a0). pose proof (Sum_more b n (Nat.max n m) ltac:(lia) b0). lra.
Qed.
Lemma cuts_below c : cuts (fun o => proj1_sig o < c).
Proof.
  intro P. apply close_le. intros e e0. destruct (prob_cover P (e / 2) ltac:(lra)) as [s [[l [r [lr [total cover]]]] hs]].
  assert (min_mono : forall n, Rmin (l n) c <= Rmin (r n) c) by (intro n; specialize (lr n); unfold Rmin; repeat destruct (Rle_dec _ _); lra).
  assert (max_mono : forall n, Rmax (l n) c <= Rmax (r n) c) by (intro n; specialize (lr n); unfold Rmax; repeat destruct (Rle_dec _ _); lra).
  destruct (two_bounds (fun n => Rmin (r n) c - Rmin (l n) c) (fun n => Rmax (r n) c - Rmax (l n) c) s) as [t [u [tu [ht hu]]]].
  - intro n. specialize (min_mono n). lra.
  - intro n. specialize (max_mono n). lra.
  - intro n. rewrite (Sum_eq _ _ (fun k => r k - l k)); [apply total |]. intros k _. unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra.
  - assert (p1 : prob (fun o => P o /\ proj1_sig o < c) <= t).
    { apply prob_at_most. exists (fun n => Rmin (l n) c), (fun n => Rmin (r n) c). repeat split; [exact min_mono | exact ht |].
      intros x [o [<- [p xc]]]. destruct (cover (proj1_sig o)) as [n hn]; [exists o; auto |]. exists n. pose proof (Rmin_l (l n) c). split; [lra | apply Rmin_glb_lt; lra]. }
    assert (p2 : prob (fun o => P o /\ ~ proj1_sig o < c) <= u + e / 2).
    { apply prob_at_most. apply covered_mono with (fun x => (points P x /\ c < x) \/ x = c) (u + e / 2); [| lra |].
      - intros x [o [<- [p xc]]]. destruct (Req_dec (proj1_sig o) c); [right; assumption | left; split; [exists o; auto | lra]].
      - apply covered_or; [| apply null_point; lra]. exists (fun n => Rmax (l n) c), (fun n => Rmax (r n) c). repeat split; [exact max_mono | exact hu |].
        intros x [p xc]. destruct (cover x p) as [n hn]. exists n. pose proof (Rmax_l (r n) c). split; [apply Rmax_lub_lt; lra | lra]. }
    lra.
Qed.
Lemma cuts_point c : cuts (fun o => proj1_sig o = c).
Proof.
  intro P. assert (z : prob (fun o => P o /\ proj1_sig o = c) <= 0).
  { apply close_le. intros e e0. rewrite Rplus_0_l. apply prob_at_most. apply covered_mono with (fun x => x = c) e; [intros x [o [<- [_ h]]]; exact h | lra | apply null_point, e0]. }
  pose proof (prob_mono (fun o => P o /\ proj1_sig o <> c) P (fun o h => proj1 h)). lra.
Qed.
Lemma cuts_above c : cuts (fun o => c < proj1_sig o).
Proof.
  apply cuts_eq with (fun o => ~ (proj1_sig o < c \/ proj1_sig o = c)); [intro o; lra |]. apply cuts_not, cuts_or; [apply cuts_below | apply cuts_point].
Qed.
Lemma cuts_finitely (l r : nat -> R) n : cuts (fun o => exists k, (k < n)%nat /\ l k < proj1_sig o < r k).
Proof.
  induction n as [| n IH].
  - apply cuts_eq with (fun _ => False); [intro o; split; [tauto | intros [k [h _]]; lia] | apply cuts_none].
  - apply cuts_eq with (fun o => (exists k, (k < n)%nat /\ l k < proj1_sig o < r k) \/ (l n < proj1_sig o /\ proj1_sig o < r n)).
    + intro o. split.
      * intros [[k [h q]] | q]; [exists k; split; [lia | exact q] | exists n; split; [lia | exact q]].
      * intros [k [h q]]. destruct (Nat.eq_dec k n) as [-> | ne]; [right; exact q | left; exists k; split; [lia | exact q]].
    + apply cuts_or; [exact IH | apply cuts_and; [apply cuts_above | apply cuts_below]].
Qed.
(* the union of a sequence of intervals of finite total length *)
Lemma cuts_intervals (l r : nat -> R) s : (forall n, l n <= r n) -> (forall n, Sum (seq 0 n) (fun k => r k - l k) <= s) ->
  cuts (fun o => exists k, l k < proj1_sig o < r k).
Proof.
  intros lr total P. apply close_le. intros e e0.
  destruct (supremum (fun x => exists n, x = Sum (seq 0 n) (fun k => r k - l k)) s) as [t [up least]].
  - exists 0, O. reflexivity.
  - intros x [n ->]. apply total.
  - assert (last : exists n, t - e < Sum (seq 0 n) (fun k => r k - l k)).
    { apply NNPP. intro none. cut (t <= t - e); [lra |]. apply least. intros x [n ->]. apply Rnot_lt_le. intro h. apply none. exists n. exact h. }
    destruct last as [n hn]. set (U := fun o : outcome => exists k, l k < proj1_sig o < r k). set (V := fun o : outcome => exists k, (k < n)%nat /\ l k < proj1_sig o < r k).
    assert (tail : prob (fun o => U o /\ ~ V o) <= e).
    { apply prob_at_most. exists (fun k => l (n + k)%nat), (fun k => r (n + k)%nat). repeat split; [intro; apply lr | |].
      - intro m. assert (sp : Sum (seq 0 (n + m)) (fun k => r k - l k) = Sum (seq 0 n) (fun k => r k - l k) + Sum (seq 0 m) (fun k => r (n + k)%nat - l (n + k)%nat)).
        { clear. induction m as [| m IH]; [rewrite Nat.add_0_r; simpl; lra |]. rewrite Nat.add_succ_r, !Sum_S, IH. lra. }
        pose proof (up _ (ex_intro _ (n + m)%nat eq_refl)). lra.
      - intros x [o [<- [[k hk] nv]]]. assert (n <= k)%nat by (apply Nat.nlt_ge; intro; apply nv; exists k; auto).
        exists (k - n)%nat. replace (n + (k - n))%nat with k by lia. exact hk. }
    pose proof (cuts_finitely l r n P) as c. change (prob (fun o => P o /\ V o) + prob (fun o => P o /\ ~ V o) <= prob P) in c.
    change (prob (fun o => P o /\ U o) + prob (fun o => P o /\ ~ U o) <= prob P + e).
    assert (p1 : prob (fun o => P o /\ U o) <= prob (fun o => P o /\ V o) + prob (fun o => U o /\ ~ V o)).
    { eapply Rle_trans; [| apply prob_or]. apply prob_mono. intros o [p u]. destruct (classic (V o)); tauto. }
    assert (p2 : prob (fun o => P o /\ ~ U o) <= prob (fun o => P o /\ ~ V o)).
    { apply prob_mono. intros o [p nu]. split; [exact p |]. intros [k [_ h]]. apply nu. exists k. exact h. }
    lra.
Qed.
(* a set and its complement whose outer measures add to 1 *)
Theorem event_cuts Q : prob Q + prob (fun o => ~ Q o) = 1 -> cuts Q.
Proof.
  intros h P. apply close_le. intros e e0. destruct (prob_cover Q (e / 2) ltac:(lra)) as [s [[l [r [lr [total cover]]]] hs]].
  destruct (prob_cover (fun o => ~ Q o) (e / 2) ltac:(lra)) as [t [[l' [r' [lr' [total' cover']]]] ht]].
  set (U := fun o : outcome => exists k, l k < proj1_sig o < r k). set (V := fun o : outcome => exists k, l' k < proj1_sig o < r' k).
  assert (cU : cuts U) by (apply cuts_intervals with s; assumption).
  assert (QU : forall o, Q o -> U o) by (intros o q; apply (cover (proj1_sig o)); exists o; auto).
  assert (QV : forall o, ~ Q o -> V o) by (intros o q; apply (cover' (proj1_sig o)); exists o; auto).
  assert (pU : prob U <= s) by (apply prob_at_most; exists l, r; repeat split; [exact lr | exact total | intros x [o [<- u]]; exact u]).
  assert (pV : prob V <= t) by (apply prob_at_most; exists l', r'; repeat split; [exact lr' | exact total' | intros x [o [<- u]]; exact u]).
  assert (both : prob (fun o => V o /\ U o) <= e).
  { pose proof (cuts_exactly U V cU) as a. pose proof (cuts_exactly U (fun _ => True) cU) as b. rewrite (prob_all (fun _ => True)) in b by tauto.
    rewrite (prob_eq (fun o => True /\ U o) U) in b by (intro; tauto).
    assert (c : prob (fun o => V o /\ ~ U o) = prob (fun o => True /\ ~ U o)) by (apply prob_eq; intro o; specialize (QU o); specialize (QV o); destruct (classic (Q o)); tauto).
    lra. }
  pose proof (cU P) as c.
  assert (p1 : prob (fun o => P o /\ Q o) <= prob (fun o => P o /\ U o)) by (apply prob_mono; intros o [p q]; auto).
  assert (p2 : prob (fun o => P o /\ ~ Q o) <= prob (fun o => P o /\ ~ U o) + prob (fun o => V o /\ U o)).
  { eapply Rle_trans; [| apply prob_or]. apply prob_mono. intros o [p q]. destruct (classic (U o)); [right | left]; auto. }
  lra.
Qed.

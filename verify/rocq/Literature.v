(* Theorems of the literature that are not proved here: named axioms. Beside each, what it says is proved at small systems,
   without the axiom: its premises hold there and so does its conclusion. *)
From Attn Require Import Statements States Chance Theorems Small.
From Attn Require Words.

Lemma norm_self {V : space} (u : vector V) : norm (minus u u) = 0.
Proof. replace (minus u u) with (zeroV : vector V) by vector. apply norm_zero. Qed.
Section Systems.
Context {I : index} {V : space}.
Implicit Types (F : state I V -> state I V) (S X : state I V).
Lemma diff_unique_at F S L K : Words.diff I V F S L -> Words.diff I V F S K -> forall d i, L d i = K d i.
Proof.
  intros hL hK d i. apply vector_eq. intro c.
  apply (derivative_unique (fun X => F X i c) S (fun D => L D i c) (fun D => K D i c));
    [apply (proj1 (derivativeV _ _ _) (proj1 (derivativeS _ _ _) hL i)) | apply (proj1 (derivativeV _ _ _) (proj1 (derivativeS _ _ _) hK i))].
Qed.
Lemma constant_diff S X : Words.diff I V (fun _ => S) X (fun _ _ => zeroV).
Proof. apply derivativeS. intro i. apply derivativeV. intro c. apply derivative_const. Qed.
Lemma identity_diff X : Words.diff I V (fun Y => Y) X (fun d => d).
Proof. apply derivativeS. intro i. apply derivativeV. intro c. apply derivative_coordinate. Qed.
Lemma nothing_null (Q : state I V -> Prop) : (forall X, Words.sph I V X -> ~ Q X) -> Words.null I V Q.
Proof. intro h. left. exact h. Qed.
(* the constant map *)
Section Constant.
Variables (S : state I V) (unit_ : Words.sph I V S).
Lemma constant_lin_at : Words.lin_at I V (fun _ => S) (Words.sph I V) S.
Proof. split; [exact unit_ |]. split; [reflexivity |]. split; [eexists; apply constant_diff |]. exists 1. split; [lra |]. intros; assumption. Qed.
Lemma constant_teig r w : Words.teig I V (fun _ => S) S r w -> r * r + w * w = 0.
Proof.
  intros [L [hL [a [b [[i n] [_ [_ h]]]]]]]. destruct (h i) as [ha hb]. rewrite (diff_unique_at _ _ _ _ hL (constant_diff S S)) in ha, hb.
  assert (k : forall c, (r * r + w * w) * a i c = 0 /\ (r * r + w * w) * b i c = 0).
  { intro c. pose proof (f_equal (fun x => x c) ha) as pa. pose proof (f_equal (fun x => x c) hb) as pb. unfold addV, scaleV, zeroV in pa, pb. cbv beta in pa, pb. split; [transitivity (r * (r * a i c + -1 * (w * b i c)) + w * (w * a i c + r * b i c)) | transitivity (r * (w * a i c + r * b i c) - w * (r * a i c + -1 * (w * b i c)))]; try ring; rewrite <- pa, <- pb; ring. }
  destruct (Req_dec (r * r + w * w) 0) as [e | e]; [exact e | exfalso].
  destruct n as [n | n]; apply n; apply vector_eq; intro c; destruct (k c) as [p q]; [destruct (Rmult_integral _ _ p) | destruct (Rmult_integral _ _ q)]; auto; contradiction.
Qed.
Lemma constant_orbit x : Words.orbit I V (fun _ => S) x -> forall n i, x (Datatypes.S n) i = S i.
Proof. intros h n i. apply (h n i). Qed.
End Constant.
End Systems.

(* == the two laws of the core ====================================================================================== *)
Axiom uniform_law : says_uniform_law.
Axiom normal_law : says_normal_law.
(* one token on a line: 1 or -1, each with probability 1/2 *)
Definition sign_of (o : outcome) : state single single := fun _ _ => ite (proj1_sig o < 1 / 2) 1 (-1).
Lemma event_of_cuts A : cuts A -> Words.event A.
Proof.
  intro c. unfold Words.event. pose proof (cuts_exactly A (fun _ => True) c) as h. rewrite (prob_all (fun _ => True)) in h by tauto.
  rewrite (prob_eq (fun o => True /\ A o) A), (prob_eq (fun o => True /\ ~ A o) (fun o => ~ A o)) in h by (intro; tauto). symmetry. exact h.
Qed.
Lemma half_below : prob (fun o => proj1_sig o < 1 / 2) = 1 / 2.
Proof.
  apply Rle_antisym.
  - apply close_le. intros e e0. replace (1 / 2 + e) with (1 / 2 - - e) by ring. apply prob_at_most, covered_one; [lra |]. intros x [[y hy] [<- k]]. simpl in *. lra.
  - apply close_le. intros e e0. destruct (Rle_or_lt (1 / 2) e) as [big | small]; [pose proof (prob_nonneg (fun o => proj1_sig o < 1 / 2)); lra |].
    cut (1 / 2 - e <= prob (fun o => proj1_sig o < 1 / 2)); [lra |]. apply (prob_is _). intros s c. replace (1 / 2 - e) with (1 / 2 - e - 0) by ring. apply interval_not_covered; [lra |].
    apply covered_mono with (points (fun o => proj1_sig o < 1 / 2)) s; [| lra | exact c]. intros x hx. assert (x1 : 0 <= x <= 1) by (destruct hx; split; lra).
    exists (exist _ x x1). split; [reflexivity | simpl; lra].
Qed.
Lemma sign_prob (B : vector single -> Prop) : cuts (fun o => B (sign_of o tt)) /\
  prob (fun o => B (sign_of o tt)) = (ite (B (fun _ => 1)) 1 0 + ite (B (fun _ => -1)) 1 0) / 2.
Proof.
  set (A := fun o : outcome => proj1_sig o < 1 / 2). assert (cA : cuts A) by apply cuts_below.
  assert (e : forall o, B (sign_of o tt) <-> (B (fun _ => 1) /\ A o) \/ (B (fun _ => -1) /\ ~ A o)).
  { intro o. unfold sign_of, A. destruct (classic (proj1_sig o < 1 / 2)) as [h | h].
    - replace (fun _ : single => ite (proj1_sig o < 1 / 2) 1 (-1)) with (fun _ : single => 1) by (apply functional_extensionality; intro; rewrite ite_true; auto). tauto.
    - replace (fun _ : single => ite (proj1_sig o < 1 / 2) 1 (-1)) with (fun _ : single => -1) by (apply functional_extensionality; intro; rewrite ite_false; auto). tauto. }
  assert (pn : prob (fun o => ~ A o) = 1 / 2).
  { pose proof (event_of_cuts A cA) as h. unfold Words.event in h. unfold A in h at 1. rewrite half_below in h. lra. }
  destruct (classic (B (fun _ => 1))) as [b1 | b1], (classic (B (fun _ => -1))) as [b2 | b2];
    [rewrite !ite_true by assumption | rewrite (ite_true (B (fun _ => 1))), (ite_false (B (fun _ => -1))) by assumption
    | rewrite (ite_false (B (fun _ => 1))), (ite_true (B (fun _ => -1))) by assumption | rewrite !ite_false by assumption].
  - split; [apply cuts_eq with (fun o => A o \/ ~ A o); [intro o; rewrite e; tauto | apply cuts_or; [exact cA | apply cuts_not, cA]] |].
    rewrite (prob_all _) by (intro o; apply e; destruct (classic (A o)); tauto). lra.
  - split; [apply cuts_eq with A; [intro o; rewrite e; tauto | exact cA] |]. rewrite (prob_eq _ A) by (intro o; rewrite e; tauto). unfold A. rewrite half_below. lra.
  - split; [apply cuts_eq with (fun o => ~ A o); [intro o; rewrite e; tauto | apply cuts_not, cA] |]. rewrite (prob_eq _ (fun o => ~ A o)) by (intro o; rewrite e; tauto). rewrite pn. lra.
  - split; [apply cuts_eq with (fun _ => False); [intro o; rewrite e; tauto | apply cuts_none] |]. rewrite (prob_none _) by (intro o; rewrite e; tauto). lra.
Qed.
Lemma uniform_law_on_a_line : Words.independent single single sign_of /\ Words.uniform_on_sphere single single sign_of.
Proof.
  assert (ev : Words.events single single sign_of) by (intros [] B _; apply event_of_cuts, (proj1 (sign_prob B))).
  split; [split; [exact ev |] | split; [exact ev |]].
  - intros B _. unfold prod. change (range (fun _ : single => True)) with (part (fun _ : single => True) (every single)). rewrite part_all. simpl. rewrite Rmult_1_r.
    apply prob_eq. intro o. split; [intro h; apply (h tt) | intros h []; exact h].
  - assert (sq : forall o, Words.sph single single (sign_of o)).
    { intros o i. unfold sign_of, dot. simpl. unfold ite. destruct (excluded_middle_informative _); ring. }
    split; [split; [| apply prob_all, sq] |].
    + unfold Words.event. rewrite (prob_all _ sq), (prob_none _) by (intros o n; exact (n (sq o))). ring.
    + intros [] Q B [orth _]. rewrite (proj2 (sign_prob B)), (proj2 (sign_prob (fun x => B (lin Q x)))).
      assert (q : Q tt tt * Q tt tt = 1) by (pose proof (orth (fun _ => 1)) as h; unfold dot, lin in h; simpl in h; nra).
      assert (two : Q tt tt = 1 \/ Q tt tt = -1) by (destruct (Rle_or_lt 0 (Q tt tt)); [left | right]; nra).
      assert (im : forall a : R, lin Q (fun _ => a) = fun _ => Q tt tt * a) by (intro a; apply functional_extensionality; intros []; unfold lin; simpl; ring).
      rewrite !im. destruct two as [-> | ->]; rewrite ?Rmult_1_l; [reflexivity |]. replace (-1 * 1) with (-1) by ring. replace (-1 * -1) with 1 by ring. rewrite Rplus_comm. reflexivity.
Qed.

(* == spectra at equilibria: on a line there are no tangents, so no eigenvalues ===================================== *)
Axiom equal_tokens : says_equal_tokens.
Axiom equal_tokens_any_matrix : says_equal_tokens_any_matrix.
Axiom triangular : says_triangular.
Axiom two_groups : says_two_groups.
Section Line.
Context {I : index}.
Lemma line_dot (u w : vector single) : dot u w = u tt * w tt. Proof. unfold dot. simpl. ring. Qed.
Lemma line_beside (v u : vector single) : dot v v = 1 -> dot v u = 0 -> u = zeroV.
Proof. rewrite !line_dot. intros n o. apply vector_eq. intros []. unfold zeroV. nra. Qed.
Lemma line_teig F (S : state I single) r w : Words.sph I single S -> ~ Words.teig I single F S r w.
Proof.
  intros s [L [_ [a [b [[i n] [ta [tb _]]]]]]]. destruct n as [n | n]; apply n; apply (line_beside (S i)); auto.
Qed.
Lemma line_eigenvalue (U : linear single single) v m : dot v v = 1 -> ~ Words.eigenvalue single U v m.
Proof. intros n [w [nz [o _]]]. apply nz, (line_beside v); assumption. Qed.
Lemma line_other (U : linear single single) v r w : dot v v = 1 -> ~ Words.other_eigenvalue single U v r w.
Proof. intros n [a [b [p [q [[nz | nz] [oa [ob _]]]]]]]; apply nz, (line_beside v); assumption. Qed.
Lemma spectra_on_a_line F G (S : state I single) U v f g h (a b c e : R -> R) r s p q k : dot v v = 1 -> Words.lin_at I single F G S ->
  Words.spectrum I single F G S U v f g /\ Words.token_spectrum I single F G S U v h /\ Words.matrix_spectrum I single F G S U v r k /\
  Words.group_spectrum I single F G S U v a b c e r s p q.
Proof.
  intros n l. pose proof l as [s_ _]. assert (d : dim single = 1) by reflexivity.
  split; [| split; [| split]]; (split; [exact l |]); intros x w; apply propositional_extensionality; (split; [intro t; destruct (line_teig _ _ _ _ s_ t) |]); rewrite ?d.
  - intros [_ [[m [ev _]] | [_ [two _]]]]; [destruct (line_eigenvalue U v m n ev) | lra].
  - intros [_ [i [m [ev _]]]]. destruct (line_eigenvalue U v m n ev).
  - intros [[y [z [ev _]]] | [_ [two _]]]; [destruct (line_other U v y z n ev) | lra].
  - intros [[m [ev _]] | [_ [two _]]]; [destruct (line_eigenvalue U v m n ev) | lra].
Qed.
End Line.

(* == stability of fixed points of maps: the constant map, at every system ========================================= *)
Axiom symmetric_derivative : says_symmetric_derivative.
Axiom indirect_method_stable : says_indirect_method_stable.
Axiom indirect_method_unstable : says_indirect_method_unstable.
Lemma symmetric_derivative_of_a_constant (I : index) (V : space) (S d : state I V) L q : Words.diff I V (fun _ => S) S L -> Words.tan I V S d -> (exists i, d i <> zeroV) ->
  q * sum (fun _ => True) (fun i => dot (d i) (d i)) <= sum (fun _ => True) (fun i => dot (L d i) (d i)) ->
  exists (e : state I V) m, q <= m /\ (exists i, e i <> zeroV) /\ Words.tan I V S e /\ forall i, L e i = scaleV m (e i).
Proof.
  intros hL t [i n] h. assert (z : forall j, L d j = zeroV) by (intro j; apply (diff_unique_at _ _ _ _ hL (constant_diff S S))). exists d, 0. split; [| split; [exists i; exact n | split; [exact t |]]].
  - rewrite (sum_cong _ (fun _ => True) (fun i => dot (L d i) (d i)) (fun _ => 0 * 0) (fun _ => eq_refl)) in h by (intros j _; rewrite z, dot_zero_l; ring).
    rewrite (sum_take (fun _ => True) (fun i => dot (d i) (d i)) i Logic.I) in h.
    assert (p : 0 < dot (d i) (d i)) by (destruct (dot_pos (d i)) as [p | p]; [exact p | destruct n; apply dot_zero; lra]).
    pose proof (sum_mono (fun x => True /\ x <> i) (fun i => dot (d i) (d i)) (fun x _ => dot_pos (d x))) as m.
    assert (zz : sum (fun _ : I => True) (fun _ => 0 * 0) = 0) by (unfold sum; rewrite Sum_scale; ring). rewrite zz in h. nra.
  - intro j. rewrite z. vector.
Qed.
Lemma indirect_method_of_a_constant (I : index) (V : space) (S : state I V) : Words.sph I V S ->
  Words.fixed I V (fun _ => S) S /\ Words.inside_disc I V (fun _ => S) (Words.sph I V) S /\ Words.asymptotically_stable I V (fun _ => S) (Words.sph I V) S.
Proof.
  intro s. assert (fx : Words.fixed I V (fun _ => S) S) by (intro i; reflexivity). assert (to_S : forall x, Words.orbit I V (fun _ => S) x -> forall n e, 0 < e -> Words.near I V (x (Datatypes.S n)) S e).
  { intros x o n e e0 i. rewrite (constant_orbit S x o), norm_self. exact e0. }
  split; [exact fx |]. split; [split; [apply constant_lin_at, s |] |].
  - intros r w t. rewrite (constant_teig S r w t). lra.
  - split; [split; [exact s | split; [exact fx |]] |].
    + intros e e0. exists e. split; [exact e0 |]. intros x [_ [o n]] [| k]; [exact n | apply to_S; assumption].
    + exists 1. split; [lra |]. intros x [_ [o _]] e e0. exists 1%nat. intros [| k] hk; [simpl in hk; lra | apply to_S; assumption].
Qed.

(* == solutions of flows: where nothing moves, and on a line, where nothing can =================================== *)
Axiom one_solution : says_one_solution.
Lemma one_solution_of_rest (I : index) (V : space) f (G : state I V -> Prop) S : G S ->
  ae (fun t => forall X, G X -> forall i, f t X i = zeroV) -> Words.one_solution I V f G S.
Proof.
  intros g h. assert (still : forall y, Words.solution I V f G y S -> forall t, 0 <= t -> forall i, y i t = S i).
  { intros y [my [[on sol] start]] t t0 i. apply vector_eq. intro c. rewrite <- (start i).
    assert (sl : ae (fun u => slope (fun s => y i s c) u 0)).
    { refine (ae_mono _ _ _ (ae_and _ _ sol h)). intros u u0 [k z]. specialize (k i). rewrite (z _ (on u (Rlt_le _ _ u0))) in k. apply (k c). }
    apply Rle_antisym.
    - cut (-1 * y i 0 c <= -1 * y i t c); [lra |]. apply (monotone (fun s => -1 * y i s c)); [apply moving_scale, my | | lra | exact t0].
      revert sl. apply ae_mono. intros u _ k _. rewrite (rate_is _ _ _ (slope_scale (-1) _ _ _ k)). lra.
    - apply (monotone (fun s => y i s c)); [apply my | | lra | exact t0]. revert sl. apply ae_mono. intros u _ k _. rewrite (rate_is _ _ _ k). lra. }
  split.
  - exists (fun i _ => S i). split; [intros i c; apply moving_const |]. split; [split; [intros t _; exact g |] | reflexivity].
    revert h. apply ae_mono. intros t _ z i. rewrite (z _ g). intro c. apply slope_const.
  - intros y z sy sz t t0 i. rewrite (still y sy t t0 i), (still z sz t t0 i). reflexivity.
Qed.
Lemma one_solution_on_a_line (I : index) f (S : state I single) : Words.sph I single S ->
  ae (fun t => forall X, Words.sph I single X -> Words.tan I single X (f t X)) -> Words.one_solution I single f (Words.sph I single) S.
Proof.
  intros s h. apply one_solution_of_rest; [exact s |]. revert h. apply ae_mono. intros t _ k X u i. apply (line_beside (X i)); [apply u | apply (k X u)].
Qed.

(* == analytic ascent: where nothing moves ========================================================================== *)
Axiom strict_saddles : says_strict_saddles.
Axiom strict_saddles_one_limit : says_strict_saddles_one_limit.
Axiom strict_saddles_maps : says_strict_saddles_maps.
Lemma strict_saddles_at_rest (I : index) (V : space) (H : state I V -> Prop) (w : state I V -> I -> R) :
  (forall X, Words.sph I V X -> ~ H X -> exists L d, Words.diff I V (fun _ _ => zeroV) X L /\ Words.tan I V X d /\ 0 < sum (fun _ => True) (fun i => w X i * dot (L d i) (d i))) ->
  Words.almost_all_converge_flow I V (fun _ _ _ => zeroV) (Words.sph I V) H.
Proof.
  intro h. apply nothing_null. intros X s [_ n]. assert (hX : H X).
  { apply NNPP. intro k. destruct (h X s k) as [L [d [hL [_ p]]]]. cut (sum (fun _ => True) (fun i => w X i * dot (L d i) (d i)) = 0); [lra |].
    apply Sum_zero. intros i _. rewrite (diff_unique_at _ _ _ _ hL (constant_diff (fun _ => zeroV) X)), dot_zero_l. ring. }
  apply n. split.
  - exists (fun i _ => X i). split; [intros i c; apply moving_const |]. split; [split; [intros t _; exact s | apply ae_all; intros t _ i c; apply slope_const] | reflexivity].
  - intros y [my [[_ sol] start]]. exists X. split; [exact hX |].
    assert (still : forall i c t, 0 <= t -> y i t c = X i c).
    { intros i c t t0. rewrite <- (start i). assert (sl : ae (fun u => slope (fun s => y i s c) u 0)) by (revert sol; apply ae_mono; intros u _ k; apply (k i c)).
      apply Rle_antisym.
      - cut (-1 * y i 0 c <= -1 * y i t c); [lra |]. apply (monotone (fun s => -1 * y i s c)); [apply moving_scale, my | | lra | exact t0].
        revert sl. apply ae_mono. intros u _ k _. rewrite (rate_is _ _ _ (slope_scale (-1) _ _ _ k)). lra.
      - apply (monotone (fun s => y i s c)); [apply my | | lra | exact t0]. revert sl. apply ae_mono. intros u _ k _. rewrite (rate_is _ _ _ k). lra. }
    intros i e e0. exists 0. intros t t0 _. replace (minus (y i t) (X i)) with (zeroV : vector V) by (apply vector_eq; intro c; unfold addV, scaleV, zeroV; rewrite still by exact t0; ring).
    rewrite norm_zero. replace (0 + -1 * 0) with 0 by ring. rewrite Rabs_R0. exact e0.
Qed.
Lemma strict_saddles_maps_of_the_identity (I : index) (V : space) (H : state I V -> Prop) :
  (forall X, Words.sph I V X -> Words.fixed I V (fun Y => Y) X -> ~ H X -> Words.outside_disc I V (fun Y => Y) (Words.sph I V) X) ->
  Words.almost_all_converge I V (fun Y => Y) (Words.sph I V) H.
Proof.
  intro h. apply nothing_null. intros X s [_ n]. assert (hX : H X).
  { apply NNPP. intro k. destruct (h X s (fun i => eq_refl) k) as [_ [r [w [[L [hL [a [b [[i nz] [_ [_ q]]]]]]] big]]]]. destruct (q i) as [qa qb]. rewrite (diff_unique_at _ _ _ _ hL (identity_diff X)) in qa, qb.
    assert (z : forall c, ((1 - r) * (1 - r) + w * w) * a i c = 0 /\ ((1 - r) * (1 - r) + w * w) * b i c = 0).
    { intro c. pose proof (f_equal (fun x => x c) qa) as pa. pose proof (f_equal (fun x => x c) qb) as pb. unfold addV, scaleV in pa, pb. cbv beta in pa, pb.
      assert (p1 : (1 - r) * a i c + w * b i c = 0) by lra. assert (p2 : (1 - r) * b i c - w * a i c = 0) by lra. split.
      - transitivity ((1 - r) * ((1 - r) * a i c + w * b i c) - w * ((1 - r) * b i c - w * a i c)); [ring | rewrite p1, p2; ring].
      - transitivity ((1 - r) * ((1 - r) * b i c - w * a i c) + w * ((1 - r) * a i c + w * b i c)); [ring | rewrite p1, p2; ring]. }
    assert (z0 : (1 - r) * (1 - r) + w * w = 0).
    { destruct (Req_dec ((1 - r) * (1 - r) + w * w) 0) as [e | e]; [exact e | exfalso].
      destruct nz as [m | m]; apply m; apply vector_eq; intro c; destruct (z c) as [p p']; [destruct (Rmult_integral _ _ p) | destruct (Rmult_integral _ _ p')]; auto; contradiction. }
    nra. }
  apply n. intros x [x0 o]. exists X. split; [exact hX |]. intros e e0. exists O. intros m _ i.
  assert (k : x m i = X i) by (induction m as [| m IH]; [rewrite x0; reflexivity | rewrite (o m i); exact IH]). rewrite k, norm_self. exact e0.
Qed.
Lemma strict_saddles_one_limit_of_a_constant (I : index) (V : space) (x : nat -> state I V) c : (forall n, Words.sph I V (x n)) -> 0 < c ->
  (forall n, c * sum (fun _ => True) (fun i => dot (minus (x (S n) i) (x n i)) (minus (x (S n) i) (x n i))) <= 0) -> exists S, Words.sph I V S /\ Words.tends_n I V x S.
Proof.
  intros s c0 h. exists (x O). split; [apply s |]. assert (step : forall n i, x (S n) i = x n i).
  { intros n i. specialize (h n). rewrite (sum_take _ _ i Logic.I) in h. pose proof (sum_mono (fun y => True /\ y <> i) (fun i => dot (minus (x (S n) i) (x n i)) (minus (x (S n) i) (x n i))) (fun y _ => dot_pos _)) as m.
    cbv beta in h, m. set (u := minus (x (S n) i) (x n i)) in *. assert (z : u = zeroV) by (apply dot_zero; pose proof (dot_pos u); nra).
    apply vector_eq. intro k. pose proof (f_equal (fun y => y k) z) as q. unfold u, addV, scaleV, zeroV in q. cbv beta in q. lra. }
  intros e e0. exists O. intros n _ i. assert (k : x n i = x O i) by (induction n as [| n IH]; [reflexivity | rewrite step; exact IH]). rewrite k, norm_self. exact e0.
Qed.

(* == chance ======================================================================================================== *)
Axiom normal_pair : says_normal_pair.
Axiom Wendel : says_Wendel.
Lemma Wendel_of_one_token (V : space) (y : outcome -> state single V) (e : nat) : Words.uniform_on_sphere single V y ->
  prob (fun o => exists w : vector V, forall i, 0 < dot w (y o i)) = sumto e (fun k => binomial 0 k) * / 2 ^ 0.
Proof.
  intros [_ [[_ one] _]]. assert (s : sumto e (fun k => binomial 0 k) = 1) by (unfold sumto; induction e as [| e IH]; simpl; [reflexivity | rewrite IH; unfold binomial; simpl; ring]).
  rewrite s. simpl. rewrite Rinv_1, Rmult_1_r. apply Rle_antisym.
  - rewrite <- (prob_all (fun _ => True)) by tauto. apply prob_mono. tauto.
  - rewrite <- one. apply prob_mono. intros o sp. exists (y o tt). intros []. rewrite (sp tt). lra.
Qed.

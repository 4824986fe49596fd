(* The smallest index sort; a line is the space with that one coordinate. *)
From Attn Require Export Meaning.
Definition single : index := Index unit [tt] (fun x => match x with tt => or_introl eq_refl end)
  (NoDup_cons tt (@in_nil _ tt) (NoDup_nil unit)) tt (fun _ => O) (fun x y _ => match x, y with tt, tt => eq_refl end).

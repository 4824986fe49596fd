"""What a lemma file says: formulas as papers write them, words for letters, arrays; as the kernel reads it."""

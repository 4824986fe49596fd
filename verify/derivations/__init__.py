"""From the proof trees of the kernel to derivations that the core checks; only `statement` is trusted."""

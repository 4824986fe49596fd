"""The views of `attnverify model`: one module for each, all of them answering with a `View`."""

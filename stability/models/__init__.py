"""The dynamics: discrete maps, flows on ellipsoids, matrices that depend on time."""

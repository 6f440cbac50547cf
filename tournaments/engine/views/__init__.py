"""What the public and each player may know of a tournament, as immutable values. No HTML."""

"""Tests of seating: balancing and breaking tables, hand-for-hand play and chip races."""

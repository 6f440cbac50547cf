"""Tests of the layers that carry messages between processes."""

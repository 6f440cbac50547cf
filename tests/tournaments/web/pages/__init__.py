"""Tests of the players' tournament pages and their fragments."""

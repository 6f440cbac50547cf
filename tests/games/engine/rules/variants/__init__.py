"""Tests of every game, rule by rule: deals, betting rounds, draws and showdowns."""

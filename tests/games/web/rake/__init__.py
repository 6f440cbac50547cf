"""Tests of the operators' pages of rake profiles."""

"""Tests of tournaments, in the packages of `tournaments`."""

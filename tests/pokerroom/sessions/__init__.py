"""Tests of sessions, sign-ins and visitors."""

"""Tests of calls for the floor on the staff's pages."""

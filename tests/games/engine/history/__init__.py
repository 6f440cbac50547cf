"""Tests of hand histories: PHH and tracker text, replays, a viewer's perspective, player statistics."""

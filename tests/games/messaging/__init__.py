"""Tests of messages between processes, player asks, chat and the rate limiter."""

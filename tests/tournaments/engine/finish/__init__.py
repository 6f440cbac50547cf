"""Tests of prizes, deals, bounties and refunds."""

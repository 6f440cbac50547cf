"""Becoming and being somebody in the room: guests, sign-up, sign-in, settings."""

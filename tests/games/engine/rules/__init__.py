"""Tests of the rules as data: stakes, presets, rake, and the button, blinds and antes."""

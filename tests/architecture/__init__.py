"""Tests of the repository: import contracts, translations, Docker Compose, and the paths its documents name."""

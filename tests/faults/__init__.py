"""Tests of whole rooms in real processes: killed hosts, failing servers, hostile clients, hidden cards."""

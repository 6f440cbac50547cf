"""Restrictions from the page of a person: mutes, bars and invitations at tables, pairs kept apart (K12, F6)."""

"""Messages between web processes and table hosts, with their codec and rate limits; no poker rules and no HTML."""

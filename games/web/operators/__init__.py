"""The operators' pages of the back office: tables opened, changed and closed, one or several at once (F1, K2)."""

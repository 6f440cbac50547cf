"""Pages of the books: accounts, statements, entries, the trial balance of any moment, the audit."""

"""Tournament texts in the reader's language: labels, events, commands and refusals."""

"""House rules in words: labels, values and help for operators, sentences for players."""

"""The pages that teach: the rules of each game, the glossary and nicknames; the rules applied are in the engine."""

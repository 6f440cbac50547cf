"""The pages that teach: the rules of each game, the glossary and hand nicknames; the rules themselves are in the engine."""

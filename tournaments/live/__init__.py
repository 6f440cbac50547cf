"""The process that directs running tournaments: it reads orders and table reports, decides and commits."""

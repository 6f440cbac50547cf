"""The director's page: its panel, the commands of its forms and the cancellation preview."""

"""The Django project: settings, accounts, roles and everything that all apps share; nothing about poker."""

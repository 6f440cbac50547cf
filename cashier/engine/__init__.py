"""What a valid posting is: account names, amounts, balanced legs; pure, without the database."""

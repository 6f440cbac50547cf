"""Who is signed in where: sessions, sign-ins and what they leave for the watch list, and who opens a socket."""

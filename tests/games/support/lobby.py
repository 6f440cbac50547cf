"""The lobby as its sockets show it, without a socket."""

from django.utils.translation import override

from games.web.html.digests import digests_of_rows
from games.web.lobby.lobby import fragments_of, read_lobby
from games.web.lobby.rows import rows_html


def lobby_fragments(language: str, user_id: int) -> dict[str, str]:
    """The fragments of the lobby as it is now, for one viewer, 0 for a visitor."""
    with override(language):
        lobby = read_lobby(user_id)
        return fragments_of(lobby, lobby.tables.rows, language)


def seen_by(user_id: int, language: str = "en") -> str:
    """What a page of the lobby tells its socket."""
    lobby = read_lobby(user_id)
    return digests_of_rows(rows_html(lobby.tables.rows, lobby.relation, language))

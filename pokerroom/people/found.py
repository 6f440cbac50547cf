"""Finding people: by names, e-mail, and by what other parts of the room know of them, such as a receipt."""

from collections.abc import Callable, Collection, Iterator

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from backoffice.api import Named, SearchHit, person_lookups
from backoffice.web.api import words_in
from pokerroom.models import User


def person_url(person: int) -> str:
    """The page of a person in the back office."""
    return reverse("people:person", args=[person])


def names_of(ids: Collection[str]) -> dict[str, Named]:
    """Names and pages of people by id, for the log of staff acts."""
    wanted = [int(one) for one in ids if one.isascii() and one.isdecimal() and len(one) < 18]
    found = User.objects.filter(pk__in=wanted).values_list("pk", "display_name")
    return {str(pk): Named(name, person_url(pk)) for pk, name in found}


def search_of(request: HttpRequest) -> Callable[[str], Q]:
    """The search of the list of people, with the lookups that the user may use."""
    lookups = [one for one in person_lookups() if request.user.has_perm(one.permission)]

    def matching(words: str) -> Q:
        found = words_in(words, "username", "display_name", "email")
        for lookup in lookups:
            found |= Q(pk__in=lookup.find(words))
        return found

    return matching


def people_found(words: str, most: int) -> Iterator[SearchHit]:
    """People for the search field of every page; whoever may see people finds them by name and e-mail."""
    matching = User.objects.filter(words_in(words, "username", "display_name", "email"))
    for person in matching.order_by("is_bot", "is_guest", "display_name")[:most]:
        yield SearchHit(person.display_name, person.email or person.username, person_url(person.pk))

"""The part that does not depend on the framework: your people, and the requests to the service for them."""

import os
import secrets
import uuid
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import httpx

SERVICE = "http://127.0.0.1:8787"
PORT = int(os.environ.get("PORT", "3000"))
ORIGIN = f"http://localhost:{PORT}"  # the origin of your pages

service = httpx.AsyncClient(
    base_url=SERVICE,
    headers={"x-svc-api-key": os.environ.get("SVC_API_KEY", "sk_sandbox_local")},
    timeout=15,
)


@dataclass
class Person:
    """One of your own people. Put your login and your table of users here."""

    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    svc_user_id: str | None = None
    given: dict[str, Any] | None = None


_people: dict[str, Person] = {}


def sign_in() -> str:
    """Makes a new person for a new browser; returns the session for its cookie."""
    session = secrets.token_urlsafe()
    _people[session] = Person()
    return session


def person_of(session: str | None) -> Person | None:
    """The person who is signed in, found only by their cookie and nothing else that a browser sends."""
    return _people.get(session or "")


async def _user_id_of(person: Person) -> str:
    """The user of the service for a person. Store the id with your own record of that person."""
    if person.svc_user_id is None:
        answer = await service.post("/v2/user", json={"client_user_id": person.id})
        if answer.status_code == 400 and answer.json()["detail"]["error_type"] == "already_exists":
            # An earlier request made this user: its answer was lost, or it came at the same moment.
            person.svc_user_id = answer.json()["detail"]["user_id"]
        else:
            answer.raise_for_status()
            person.svc_user_id = answer.json()["user_id"]
    return person.svc_user_id


async def link_token_for(person: Person, reason: str) -> dict[str, Any]:
    """The answer for the page's `tokenProvider`. `reason` is why it was called."""
    given = person.given
    if given and reason == "extend":
        await _post("/v2/link/token/extend", {"link_token": given["link_token"]})
        return given
    if given and reason == "start":
        # A page that was reloaded continues where it was.
        if (await _post("/v2/link/token/isValid", {"token": given["link_token"]}))["valid"]:
            return given
    made = await _post(
        "/v2/link/token",
        {
            "user_id": await _user_id_of(person),
            "app_name": "Northwind Health",
            "allowed_origins": [ORIGIN],
            "include": ["start"],  # the answer has the list, which the widget shows at once
        },
    )
    person.given = {"link_token": made["link_token"], "start": made["start"]}
    return person.given


async def weights_of(person: Person) -> list[dict[str, Any]]:
    """The weights of a person in the last 30 days."""
    today = date.today()
    days = {"start_date": str(today - timedelta(days=30)), "end_date": str(today)}
    answer = await service.get(f"/v2/summary/body/{await _user_id_of(person)}", params=days)
    answer.raise_for_status()
    return [
        {"date": day["calendar_date"], "weight": day["weight"], "provider": day["source"]["provider"]}
        for day in answer.json()["body"]
    ]


# The ids of handled events. In your database, use a unique column and write it together with what the event changes.
_taken: set[str] = set()


def take(event_id: str, event: dict[str, Any]) -> None:
    """Handles a verified event. The service sends an event again if it gets no 2xx answer."""
    if event_id in _taken:
        return
    print(f"{event['event_type']} of {event['client_user_id']}", flush=True)
    _taken.add(event_id)


async def _post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await service.post(path, json=body)
    answer.raise_for_status()
    return answer.json()

"""A team's server in FastAPI: link tokens, webhooks, and the data of its people."""

import json
import os
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import Cookie, Depends, FastAPI, Header, HTTPException, Request, Response
from fastapi.responses import FileResponse

from team import ORIGIN, PORT, Person, link_token_for, person_of, sign_in, take, weights_of
from webhooks import WebhookError, verify

app = FastAPI()
secret = os.environ.get("SVC_WEBHOOK_SECRET", "")  # the secret that createWebhook answered
LONGEST = 10 * 1024 * 1024  # the bytes of a webhook that are read


def signed_in(response: Response, session: str | None = Cookie(default=None)) -> Person:
    person = person_of(session)
    if person is None:
        raise HTTPException(401)
    response.headers["cache-control"] = "no-store"
    return person


def own_page(origin: str = Header(default=ORIGIN)) -> None:
    """Pages of other sites cannot act for the person who is signed in here."""
    if origin != ORIGIN:
        raise HTTPException(403)


@app.get("/")
async def page(session: str | None = Cookie(default=None)) -> FileResponse:
    answer = FileResponse(Path(__file__).with_name("index.html"))
    if person_of(session) is None:
        answer.set_cookie("session", sign_in(), httponly=True, samesite="lax")
    return answer


@app.post("/link-token", dependencies=[Depends(own_page)])
async def link_token(reason: str = "start", person: Person = Depends(signed_in)) -> dict[str, Any]:
    return await link_token_for(person, reason)


@app.get("/weights")
async def weights(person: Person = Depends(signed_in)) -> list[dict[str, Any]]:
    return await weights_of(person)


async def body_of(request: Request) -> bytes:
    """Anybody may send to this address, and a body is in memory before it can be verified."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            raise HTTPException(413)
    return bytes(body)


# The request itself, because a body that FastAPI has read as JSON cannot be verified.
@app.post("/webhooks", status_code=204)
async def webhooks(request: Request) -> Response:
    body = await body_of(request)
    event_id = verify(secret, request.headers, body)
    take(event_id, json.loads(body))
    return Response(status_code=204)


@app.exception_handler(WebhookError)
def not_taken(request: Request, error: WebhookError) -> Response:
    print(error, flush=True)
    return Response(status_code=400)


@app.exception_handler(httpx.HTTPError)
def service_failed(request: Request, error: httpx.HTTPError) -> Response:
    print(error, flush=True)
    return Response(status_code=502)


if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=PORT, access_log=False)

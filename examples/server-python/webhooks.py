"""Verifies that a webhook comes from the service, with only the standard library (Standard Webhooks 1.0)."""

import base64
import hashlib
import hmac
import re
import time
from collections.abc import Mapping

TOLERANCE = 300  # how many seconds the timestamp may be from now, in either direction


class WebhookError(Exception):
    """A request that is refused."""


def verify(secret: str, headers: Mapping[str, str], body: bytes) -> str:
    """Returns the id of the event. `headers` are in lower case, and `body` is exactly the bytes that came."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not (event_id and signatures):
        raise WebhookError("a header is missing")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookError("it is not of now: an old request that is sent again, or a clock that is wrong")

    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.digest(_key_of(secret), signed, hashlib.sha256))
    # For a day after a new secret was made there are two signatures. Each comparison takes constant time.
    for signature in signatures.split(" "):
        if hmac.compare_digest(signature.encode(), b"v1," + expected):
            return event_id
    raise WebhookError("no signature is of this secret")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:  # no base64, or not even ASCII
        key = b""
    # Anybody could sign with an empty key.
    if len(key) < 24:
        raise WebhookError("SVC_WEBHOOK_SECRET is not set, or is no secret of a webhook")
    return key

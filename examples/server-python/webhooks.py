"""Verifies that a webhook is from the service, by the standard library alone (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping

TOLERANCE = 300  # seconds that the timestamp may be from now, either way


class WebhookError(Exception):
    """A request that is not taken."""


def verify(secret: str, headers: Mapping[str, str], body: bytes) -> str:
    """Returns the id of the event. `headers` are in lower case, and `body` is what came, byte for byte."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not (event_id and signatures):
        raise WebhookError("a header is missing")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookError("it is not of now: an old request that is sent again, or a clock that is wrong")

    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.digest(_key_of(secret), signed, hashlib.sha256))
    # For a day after a new secret was made there are two signatures. Each is compared in constant time.
    for signature in signatures.split(" "):
        if hmac.compare_digest(signature.encode(), b"v1," + expected):
            return event_id
    raise WebhookError("no signature is of this secret")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    # With an empty key anybody could sign.
    if len(key) < 24:
        raise WebhookError("SVC_WEBHOOK_SECRET is not set, or is no secret of a webhook")
    return key

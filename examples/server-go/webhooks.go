package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance is how far a timestamp may be from now, in either direction.
const tolerance = 5 * time.Minute

// verify checks that the service has signed a webhook just now, with exactly this body (Standard Webhooks 1.0).
// It returns the id of the event.
func verify(secret string, header http.Header, body []byte) (string, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	// Anybody could sign with an empty key.
	if err != nil || len(key) < 24 {
		return "", errors.New("SVC_WEBHOOK_SECRET is not set, or is no secret of a webhook")
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" {
		return "", errors.New("a header is missing")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Unix(seconds, 0).Sub(time.Now()).Abs() > tolerance {
		return "", errors.New("it is not of now: an old request that is sent again, or a clock that is wrong")
	}

	mac := hmac.New(sha256.New, key)
	mac.Write(bytes.Join([][]byte{[]byte(id), []byte(timestamp), body}, []byte(".")))
	expected := mac.Sum(nil)
	// For a day after a new secret was made there are two signatures. Each comparison takes constant time.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err == nil && strings.HasPrefix(signature, "v1,") && hmac.Equal(given, expected) {
			return id, nil
		}
	}
	return "", errors.New("no signature is of this secret")
}

package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
)

// Person is one of your own people. Put your login and your table of users here.
type Person struct {
	id        string
	mutex     sync.Mutex // protects the fields below
	svcUserID string
	given     *given
}

var people sync.Map // of *Person, by session

// signIn makes a new person for a new browser; it returns the cookie of their session.
func signIn() *http.Cookie {
	session := newID()
	people.Store(session, &Person{id: newID()})
	return &http.Cookie{Name: "session", Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// personOf returns the person who is signed in, only by their cookie and nothing else that a browser sends; nil if nobody is.
func personOf(request *http.Request) *Person {
	cookie, err := request.Cookie("session")
	if err != nil {
		return nil
	}
	person, _ := people.Load(cookie.Value)
	found, _ := person.(*Person)
	return found
}

// taken has the ids of handled events. In your database, use a unique column and write it together with what the event changes.
var taken sync.Map

type event struct {
	EventType    string `json:"event_type"`
	ClientUserID string `json:"client_user_id"` // empty for a user who was made without one
}

// take handles a verified event. The service sends an event again if it gets no 2xx answer.
func take(id string, e event) {
	if _, before := taken.LoadOrStore(id, true); before {
		return
	}
	fmt.Println(e.EventType, "of", e.ClientUserID)
}

func newID() string {
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		panic(err) // no system without randomness can sign anybody in
	}
	return hex.EncodeToString(id)
}

package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
)

// Person is one of your own people. Your login and your table of users stand here.
type Person struct {
	id        string
	mutex     sync.Mutex // over what is below
	svcUserID string
	given     *given
}

var people sync.Map // of *Person, by session

// signIn takes a new browser for a new person; it returns the cookie that says so.
func signIn() *http.Cookie {
	session := newID()
	people.Store(session, &Person{id: newID()})
	return &http.Cookie{Name: "session", Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// personOf answers who is signed in, by their cookie and by nothing else that a browser says; nil if nobody is.
func personOf(request *http.Request) *Person {
	cookie, err := request.Cookie("session")
	if err != nil {
		return nil
	}
	person, _ := people.Load(cookie.Value)
	found, _ := person.(*Person)
	return found
}

// taken has the ids of events that were taken: a unique column of your database, written together with what the event changes.
var taken sync.Map

type event struct {
	EventType    string `json:"event_type"`
	ClientUserID string `json:"client_user_id"` // empty for a user who was made without one
}

// take takes an event that was verified. The service sends it again if it did not hear that it was taken.
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

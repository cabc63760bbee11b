// A team's server that uses only the standard library: link tokens, webhooks, and the data of its people.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

var (
	port   = envOr("PORT", "3000")
	origin = "http://localhost:" + port      // the origin of your pages
	secret = os.Getenv("SVC_WEBHOOK_SECRET") // the secret that createWebhook answered
)

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/", page)
	mux.HandleFunc("/link-token", forPeople("POST", func(request *http.Request, person *Person) (any, error) {
		return linkTokenFor(request.Context(), person, request.URL.Query().Get("reason"))
	}))
	mux.HandleFunc("/weights", forPeople("GET", func(request *http.Request, person *Person) (any, error) {
		return weightsOf(request.Context(), person)
	}))
	mux.HandleFunc("/webhooks", webhooks)

	listener, err := net.Listen("tcp", net.JoinHostPort("localhost", port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Open", origin)
	server := &http.Server{Handler: mux, ReadTimeout: 15 * time.Second}
	log.Fatal(server.Serve(listener))
}

func page(response http.ResponseWriter, request *http.Request) {
	if request.URL.Path != "/" {
		http.NotFound(response, request)
		return
	}
	if personOf(request) == nil {
		http.SetCookie(response, signIn())
	}
	http.ServeFile(response, request, "index.html")
}

// forPeople answers as JSON, only to a person who is signed in and only to your own pages.
func forPeople(method string, answer func(*http.Request, *Person) (any, error)) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		if request.Method != method {
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		// Pages of other sites cannot act for the person who is signed in here.
		if from := request.Header.Get("origin"); from != "" && from != origin {
			response.WriteHeader(http.StatusForbidden)
			return
		}
		person := personOf(request)
		if person == nil {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		value, err := answer(request, person)
		if err != nil {
			log.Print(err)
			response.WriteHeader(http.StatusBadGateway)
			return
		}
		response.Header().Set("content-type", "application/json")
		response.Header().Set("cache-control", "no-store")
		_ = json.NewEncoder(response).Encode(value)
	}
}

func webhooks(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 10<<20))
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	id, err := verify(secret, request.Header, body)
	var sent event
	if err == nil {
		err = json.Unmarshal(body, &sent)
	}
	if err != nil {
		log.Print(err)
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	take(id, sent)
	response.WriteHeader(http.StatusNoContent)
}

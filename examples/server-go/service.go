package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"
)

const serviceURL = "http://127.0.0.1:8787"

var (
	apiKey = envOr("SVC_API_KEY", "sk_sandbox_local")
	client = &http.Client{Timeout: 15 * time.Second}
)

// refusal is the service's answer when it refuses a request.
type refusal struct {
	Status int
	Detail struct {
		ErrorType string `json:"error_type"`
		UserID    string `json:"user_id"`
	} `json:"detail"`
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the service answered %d %s", r.Status, r.Detail.ErrorType)
}

// ask sends a request to the service and reads its answer. If body is nil, the request has no body.
func ask(ctx context.Context, method, path string, body, answer any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, method, serviceURL+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	if body == nil {
		request.Body = http.NoBody
	}
	request.Header.Set("x-svc-api-key", apiKey)
	request.Header.Set("content-type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		refused := &refusal{Status: response.StatusCode}
		// If a field is wrong, the body has another shape; then the status says enough.
		_ = json.NewDecoder(response.Body).Decode(refused)
		return refused
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

// userIDOf returns the id of the service's user for a person. Store it with your own record of that person.
func userIDOf(ctx context.Context, person *Person) (string, error) {
	if person.svcUserID != "" {
		return person.svcUserID, nil
	}
	var user struct {
		UserID string `json:"user_id"`
	}
	err := ask(ctx, "POST", "/v2/user", map[string]any{"client_user_id": person.id}, &user)
	var refused *refusal
	if errors.As(err, &refused) && refused.Detail.ErrorType == "already_exists" {
		// An earlier request, whose answer was lost, made this user.
		user.UserID, err = refused.Detail.UserID, nil
	}
	person.svcUserID = user.UserID
	return user.UserID, err
}

// given is the answer for the page's tokenProvider. Only the widget reads Start, so it stays as it came.
type given struct {
	LinkToken string          `json:"link_token"`
	Start     json.RawMessage `json:"start"`
}

// linkTokenFor returns a link token for a person. reason is why the page asks.
func linkTokenFor(ctx context.Context, person *Person, reason string) (*given, error) {
	person.mutex.Lock()
	defer person.mutex.Unlock()
	if last := person.given; last != nil {
		switch reason {
		case "extend":
			return last, ask(ctx, "POST", "/v2/link/token/extend", map[string]any{"link_token": last.LinkToken}, &struct{}{})
		case "start":
			var state struct{ Valid bool }
			err := ask(ctx, "POST", "/v2/link/token/isValid", map[string]any{"token": last.LinkToken}, &state)
			// A page that was reloaded continues where it was.
			if err != nil || state.Valid {
				return last, err
			}
		}
	}
	userID, err := userIDOf(ctx, person)
	if err != nil {
		return nil, err
	}
	made := &given{}
	err = ask(ctx, "POST", "/v2/link/token", map[string]any{
		"user_id":         userID,
		"app_name":        "Northwind Health",
		"allowed_origins": []string{origin},
		"include":         []string{"start"}, // the answer has the list, which the widget shows at once
	}, made)
	if err != nil {
		return nil, err
	}
	person.given = made
	return made, nil
}

type weight struct {
	Date     string   `json:"date"`
	Weight   *float64 `json:"weight"` // nil if the scale did not say it
	Provider string   `json:"provider"`
}

// weightsOf returns the weights of a person in the last 30 days.
func weightsOf(ctx context.Context, person *Person) ([]weight, error) {
	person.mutex.Lock()
	userID, err := userIDOf(ctx, person)
	person.mutex.Unlock()
	if err != nil {
		return nil, err
	}
	today := time.Now().UTC()
	days := url.Values{
		"start_date": {today.AddDate(0, 0, -30).Format("2006-01-02")},
		"end_date":   {today.Format("2006-01-02")},
	}
	var summary struct {
		Body []struct {
			CalendarDate string `json:"calendar_date"`
			Weight       *float64
			Source       struct{ Provider string }
		}
	}
	if err := ask(ctx, "GET", "/v2/summary/body/"+userID+"?"+days.Encode(), nil, &summary); err != nil {
		return nil, err
	}
	weights := []weight{}
	for _, day := range summary.Body {
		weights = append(weights, weight{day.CalendarDate, day.Weight, day.Source.Provider})
	}
	return weights, nil
}

func envOr(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// Makes a user and a link token, and reads the state of the link, through a client that is generated completely.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"example.com/generated-client/svclink"
)

func main() {
	key := os.Getenv("SVC_API_KEY")
	if key == "" {
		key = "sk_sandbox_local"
	}
	configuration := svclink.NewConfiguration()
	configuration.AddDefaultHeader("x-svc-api-key", key)
	service := svclink.NewAPIClient(configuration)
	ctx := context.Background()

	user, _, err := service.UsersApi.CreateUser(ctx).CreateUserBody(svclink.CreateUserBody{
		FallbackTimeZone: *svclink.NewNullableString(svclink.PtrString("Europe/Lisbon")),
	}).Execute()
	if err != nil {
		log.Fatal(refused(err))
	}

	request := svclink.NewLinkTokenRequest(user.UserId)
	request.SetAppName("Northwind Health")
	// The service makes the token only once, however often it gets a request with this key.
	token, _, err := service.LinkTokensApi.CreateLinkToken(ctx).
		IdempotencyKey("token-of-" + user.UserId).LinkTokenRequest(*request).Execute()
	if err != nil {
		log.Fatal(refused(err))
	}

	// Give a page token.LinkToken. Give a browser without a page token.LinkWebUrl as its address.
	session, _, err := service.LinkTokensApi.ReadLinkSession(ctx, token.LinkSessionId).Execute()
	if err != nil {
		log.Fatal(refused(err))
	}
	fmt.Printf("Session %s of user %s: %s\n", session.LinkSessionId, session.UserId, session.State)
}

// refused adds the service's answer to the error, if there was one.
func refused(err error) error {
	if answer, is := err.(svclink.GenericOpenAPIError); is && len(answer.Body()) > 0 {
		return fmt.Errorf("the service refused it: %s: %s", answer.Error(), answer.Body())
	}
	return err
}

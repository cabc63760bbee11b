// A user, a link token for them and how the link stands, through a client of which nothing is written by hand.
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
	// The service does it once, however often it is asked with this key.
	token, _, err := service.LinkTokensApi.CreateLinkToken(ctx).
		IdempotencyKey("token-of-" + user.UserId).LinkTokenRequest(*request).Execute()
	if err != nil {
		log.Fatal(refused(err))
	}

	// The page gets token.LinkToken, and a browser that comes by an address token.LinkWebUrl.
	session, _, err := service.LinkTokensApi.ReadLinkSession(ctx, token.LinkSessionId).Execute()
	if err != nil {
		log.Fatal(refused(err))
	}
	fmt.Printf("Session %s of user %s: %s\n", session.LinkSessionId, session.UserId, session.State)
}

// refused says what the service said, where it has said something.
func refused(err error) error {
	if answer, is := err.(svclink.GenericOpenAPIError); is && len(answer.Body()) > 0 {
		return fmt.Errorf("the service refused it: %s: %s", answer.Error(), answer.Body())
	}
	return err
}

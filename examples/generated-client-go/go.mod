module example.com/generated-client

go 1.19

// The version that Debian 12 has. Later versions need a later Go.
require golang.org/x/oauth2 v0.3.0

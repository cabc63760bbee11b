module example.com/generated-client

go 1.19

// The one that Debian 12 has; later ones want a later Go.
require golang.org/x/oauth2 v0.3.0

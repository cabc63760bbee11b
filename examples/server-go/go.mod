module example.com/team-server

go 1.19

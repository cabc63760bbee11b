module example.com/generated-client

go 1.19

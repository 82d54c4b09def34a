package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// contenitore starts PostgreSQL in a container, for machines that have an engine and no server.
func contenitore(ctx context.Context, immagine string) (dsn string, ferma func() error, err error) {
	ctx, annulla := context.WithTimeout(ctx, 3*time.Minute)
	defer annulla()
	c, err := testcontainers.GenericContainer(ctx, testcontainers.GenericContainerRequest{
		Started: true,
		ContainerRequest: testcontainers.ContainerRequest{
			Image: immagine, ExposedPorts: []string{"5432/tcp"},
			Env: map[string]string{"POSTGRES_PASSWORD": "prova"},
			Cmd: strings.Fields(fmt.Sprintf("postgres -c fsync=off -c max_connections=%d", connessioni)),
			// The image prepares its cluster on a socket alone: who answers at the port is the server that stays.
			WaitingFor: wait.ForListeningPort("5432/tcp"),
		},
	})
	if err != nil {
		return "", nil, errors.Join(err, testcontainers.TerminateContainer(c))
	}
	indirizzo, err := c.PortEndpoint(ctx, "5432/tcp", "")
	if err != nil {
		return "", nil, errors.Join(err, testcontainers.TerminateContainer(c))
	}
	ferma = func() error { return testcontainers.TerminateContainer(c) }
	return "postgres://postgres:prova@" + indirizzo + "/postgres?sslmode=disable", ferma, nil
}

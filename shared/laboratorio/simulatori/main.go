// Command simulatori answers on a local machine as the national systems that the
// platform calls. It is for development and tests; see README.md.
package main

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	predefinito := os.Getenv("VERBALI_INDIRIZZO")
	if predefinito == "" {
		predefinito = "127.0.0.1:8090"
	}
	indirizzo := flag.String("indirizzo", predefinito, "host:port to listen on (VERBALI_INDIRIZZO)")
	iscrizioni := flag.String("iscrizioni", os.Getenv("VERBALI_PDND_ISCRIZIONI"), "JSON file with the clients that PDND knows from the start (VERBALI_PDND_ISCRIZIONI)")
	scenari := flag.Bool("scenari", false, "print every scenario, by the code that chooses it, and end")
	flag.Parse()
	if *scenari {
		if err := stampaScenari(os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil)).With("servizio", "simulatori")
	ctx, ferma := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := servi(ctx, log, *indirizzo, *iscrizioni)
	ferma()
	if err != nil {
		log.Error("arresto per errore", "errore", err)
		os.Exit(1)
	}
}

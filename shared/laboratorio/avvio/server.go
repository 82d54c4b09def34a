package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// postgres keeps the private cluster alive: a killed server is started again over its data.
type postgres struct {
	opz    locale.PostgresOpzioni
	log    *slog.Logger
	mu     sync.Mutex
	server *locale.Postgres
}

func (p *postgres) avvia(ctx context.Context) error {
	server, err := locale.AvviaPostgres(ctx, p.opz)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.server = server
	return nil
}

func (p *postgres) attuale() *locale.Postgres {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.server
}

// sorveglia restarts the cluster until fermata ends, then stops it; subito stops it without its
// checkpoint, which costs only a longer next start.
func (p *postgres) sorveglia(fermata, subito context.Context) {
	for {
		server := p.attuale()
		select {
		case <-fermata.Done():
			p.ferma(subito, server)
			return
		case <-server.Finito():
		}
		_ = server.Ferma() // it has ended: this only lets go of its folder
		if fermata.Err() != nil {
			return
		}
		p.log.Warn("PostgreSQL terminato da solo, viene riavviato")
		p.riavvia(fermata)
	}
}

func (p *postgres) ferma(subito context.Context, server *locale.Postgres) {
	disdici := context.AfterFunc(subito, server.Interrompi)
	defer disdici()
	if err := server.Ferma(); err != nil {
		p.log.Warn("PostgreSQL non fermato", "errore", err.Error())
	}
}

func (p *postgres) riavvia(fermata context.Context) {
	for fra := 500 * time.Millisecond; fermata.Err() == nil; fra = min(2*fra, 15*time.Second) {
		err := p.avvia(fermata)
		if err == nil {
			p.log.Info("PostgreSQL di nuovo attivo")
			return
		}
		p.log.Error("PostgreSQL non parte", "errore", err.Error(), "fra", fra.String())
		_ = clock.Sleep(fermata, fra)
	}
}

// pulisci removes the local data, also when PostgreSQL had to keep its part elsewhere.
func pulisci(dati string) error {
	return errors.Join(locale.Rimuovi(filepath.Join(dati, "postgres")), os.RemoveAll(dati))
}

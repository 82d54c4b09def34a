// Package tenant makes the commands that the platform serves: a row of the register, a database
// cloned from the template, and the fact that lets the other services in. It suspends them and takes
// them up again.
package tenant

import (
	"context"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	dominio "github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of a tenant as its administrators see it: InCreazione is one whose database is not there
// yet, because its creation is going on or was cut.
const (
	Attivo      = string(dominio.Active)
	Sospeso     = string(dominio.Suspended)
	InCreazione = "IN_CREAZIONE"
)

const denominazioneMassima = 200 // characters

// Nuovo is what is asked for: Nome is the value of X-Realm and the name of the database,
// CodiceFiscale (eleven digits, may be empty) the creditor's.
type Nuovo struct{ Nome, Denominazione, CodiceFiscale string }

// Tenant is a command in the register. Versione grows at each change.
type Tenant struct {
	Nome          string    `json:"nome"`
	Denominazione string    `json:"denominazione"`
	CodiceFiscale string    `json:"codiceFiscale"`
	Stato         string    `json:"stato"`
	Banca         string    `json:"bancaDati"`
	Creato        time.Time `json:"creato"`
	Versione      int       `json:"versione"`
}

func oggetto(nome string) voce.Oggetto {
	return voce.Oggetto{Tipo: "tenant", Tenant: nome, Chiave: nome}
}

func (n Nuovo) campi() []voce.Campo {
	return []voce.Campo{{Nome: "denominazione", Valore: n.Denominazione}, {Nome: "codiceFiscale", Valore: n.CodiceFiscale}}
}

func (n Nuovo) valida() (Nuovo, error) {
	var g voce.Guasti
	nome, buono := dominio.Normalize(n.Nome)
	maiuscole := nome != n.Nome // it stays for ever: it is made as it is written, or not at all
	n.Nome, n.Denominazione = nome, strings.TrimSpace(n.Denominazione)
	g.Se(!buono || maiuscole, "nome", "da 2 a 30 lettere minuscole, cifre e trattini, la prima una lettera; alcuni nomi, come piattaforma, sono riservati")
	g.Se(n.Denominazione == "", "denominazione", "manca")
	g.Testo("denominazione", n.Denominazione, denominazioneMassima)
	if n.CodiceFiscale != "" {
		esito := partitaiva.Valida(n.CodiceFiscale)
		n.CodiceFiscale = esito.Normalizzata
		g.Se(!esito.Valida, "codiceFiscale", esito.Motivo)
	}
	return n, voce.Raccogli(g)
}

// Servizio holds the use cases on tenants.
type Servizio struct {
	Store Store
	turno chan struct{}         // one creation at a time in a process: each holds a connection while it uses another
	dopo  func(context.Context) // after a change: this process obeys it at once, the others by the fact
}

// Nuova builds the service on the platform database; dopo is called after each change.
func Nuova(p *db.Pools, dopo func(context.Context)) *Servizio {
	return &Servizio{Store: Store{Piscine: p}, turno: make(chan struct{}, 1), dopo: dopo}
}

// Crea makes a tenant: row, database, fact. A run cut in the middle leaves a row that nobody is
// shown; the same command goes on from there. The same data again are harmless.
func (s *Servizio) Crea(ctx context.Context, n Nuovo) (voce.Esito, error) {
	n, err := n.valida()
	if err != nil {
		return "", err
	}
	select {
	case s.turno <- struct{}{}:
		defer func() { <-s.turno }()
	case <-ctx.Done():
		return "", db.Wrap("tenant "+n.Nome, ctx.Err())
	}
	libera, err := s.Store.Serra(ctx, n.Nome)
	if err != nil {
		return "", err
	}
	defer libera()
	esito, err := s.Store.Prenota(ctx, n)
	if err != nil || esito == voce.GiaPresente {
		return esito, err
	}
	if err := s.Store.Clona(ctx, n); err != nil {
		return "", err
	}
	if err := s.Store.Annuncia(ctx, n.Nome); err != nil {
		return "", err
	}
	s.dopo(ctx)
	return esito, nil
}

// Modifica changes names and state of a tenant whose version is still the given one. A suspended
// tenant answers 403 everywhere and its relays and timers stop; its data stay.
func (s *Servizio) Modifica(ctx context.Context, t Tenant) (Tenant, error) {
	n, err := Nuovo{Nome: t.Nome, Denominazione: t.Denominazione, CodiceFiscale: t.CodiceFiscale}.valida()
	var g voce.Guasti
	g.Se(t.Stato != Attivo && t.Stato != Sospeso, "stato", "ATTIVO oppure SOSPESO")
	if err := voce.Unisci(err, g); err != nil {
		return t, err
	}
	t.Nome, t.Denominazione, t.CodiceFiscale = n.Nome, n.Denominazione, n.CodiceFiscale
	if t, err = s.Store.Modifica(ctx, t); err != nil {
		return t, err
	}
	s.dopo(ctx)
	return t, nil
}

// Sospendi stops a tenant; Riattiva takes it up again. One that is so already stays so.
func (s *Servizio) Sospendi(ctx context.Context, nome string) (voce.Esito, error) {
	return s.porta(ctx, nome, Sospeso)
}

// Riattiva takes a suspended tenant up again.
func (s *Servizio) Riattiva(ctx context.Context, nome string) (voce.Esito, error) {
	return s.porta(ctx, nome, Attivo)
}

func (s *Servizio) porta(ctx context.Context, nome, stato string) (voce.Esito, error) {
	t, err := s.Trova(ctx, nome)
	if err != nil {
		return "", err
	}
	if t.Stato == stato {
		return voce.GiaPresente, nil
	}
	t.Stato = stato
	if _, err := s.Store.Modifica(ctx, t); err != nil {
		return "", err
	}
	s.dopo(ctx)
	return voce.Cambiata, nil
}

// Trova gives a tenant, whatever its state.
func (s *Servizio) Trova(ctx context.Context, nome string) (Tenant, error) {
	normale, _ := dominio.Normalize(nome)
	return s.Store.Trova(ctx, normale, nome)
}

// Elenca gives a page of the tenants, by name.
func (s *Servizio) Elenca(ctx context.Context, f voce.Filtro) (voce.Pagina[Tenant], error) {
	letti, err := s.Store.Elenca(ctx, f)
	return voce.Impagina(letti, f, func(t Tenant) string { return t.Nome }), err
}

// parola is the state in words.
func (t Tenant) parola() string {
	if t.Stato == InCreazione {
		return "In creazione"
	}
	return pagine.Stato(t.Stato)
}

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

// Tenant is a command in the register: Nome is the value of X-Realm and the name of the database, CodiceFiscale
// (eleven digits, may be empty) the creditor's. Versione grows at each change.
type Tenant struct {
	Nome          string    `json:"nome" gorm:"primaryKey"`
	Denominazione string    `json:"denominazione"`
	CodiceFiscale string    `json:"codiceFiscale"`
	Stato         string    `json:"stato" gorm:"->"` // written by Modifica alone
	Banca         string    `json:"bancaDati"`
	BancaPronta   bool      `json:"-"`
	Creato        time.Time `json:"creato" gorm:"->"`
	Versione      int       `json:"versione" gorm:"->"`
}

// TableName is the table of the register.
func (Tenant) TableName() string { return "tenant" }

func oggetto(nome string) voce.Oggetto {
	return voce.Oggetto{Tipo: "tenant", Tenant: nome, Chiave: nome}
}

// valida refuses what no tenant has. A name stays for ever: it is made as it is written, or not at all.
func (t Tenant) valida() (Tenant, error) {
	var g voce.Guasti
	nome, buono := dominio.Normalize(t.Nome)
	maiuscole := nome != t.Nome
	t.Nome, t.Denominazione = nome, strings.TrimSpace(t.Denominazione)
	g.Se(!buono || maiuscole, "nome", "da 2 a 30 lettere minuscole, cifre e trattini, la prima una lettera; alcuni nomi, come piattaforma, sono riservati")
	g.Se(t.Denominazione == "", "denominazione", "manca")
	g.Testo("denominazione", t.Denominazione, denominazioneMassima)
	if t.CodiceFiscale != "" {
		esito := partitaiva.Valida(t.CodiceFiscale)
		t.CodiceFiscale = esito.Normalizzata
		g.Se(!esito.Valida, "codiceFiscale", esito.Motivo)
	}
	return t, voce.Raccogli(g)
}

// Servizio holds the use cases on tenants.
type Servizio struct {
	Store Store
	turno chan struct{}         // one creation at a time in a process: each holds a connection while it uses another
	dopo  func(context.Context) // after a change: this process obeys it at once, the others by the fact
}

// Nuova builds the service on the platform database; dopo is called after each change.
func Nuova(p *db.Pools, dopo func(context.Context)) *Servizio {
	return &Servizio{Store: Store{Pools: p}, turno: make(chan struct{}, 1), dopo: dopo}
}

// Crea makes a tenant: row, database, fact. A run cut in the middle leaves a row that nobody is
// shown; the same command goes on from there. The same data again are harmless.
func (s *Servizio) Crea(ctx context.Context, t Tenant) (Tenant, voce.Esito, error) {
	t, err := t.valida()
	if err != nil {
		return t, "", err
	}
	select {
	case s.turno <- struct{}{}:
		defer func() { <-s.turno }()
	case <-ctx.Done():
		return t, "", db.Wrap("tenant "+t.Nome, ctx.Err())
	}
	libera, err := s.Store.Serra(ctx, t.Nome)
	if err != nil {
		return t, "", err
	}
	defer libera()
	esito, err := s.Store.Prenota(ctx, t)
	if err != nil || esito == voce.GiaPresente {
		return t, esito, err
	}
	if err := s.Store.Clona(ctx, t); err != nil {
		return t, "", err
	}
	if err := s.Store.Annuncia(ctx, t.Nome); err != nil {
		return t, "", err
	}
	s.dopo(ctx)
	return t, esito, nil
}

// Modifica changes names and state of a tenant whose version is still the given one. A suspended
// tenant answers 403 everywhere and its relays and timers stop; its data stay.
func (s *Servizio) Modifica(ctx context.Context, t Tenant) (Tenant, error) {
	buono, err := t.valida()
	var g voce.Guasti
	g.Se(t.Stato != Attivo && t.Stato != Sospeso, "stato", "ATTIVO oppure SOSPESO")
	if err := voce.Unisci(err, g); err != nil {
		return t, err
	}
	if t, err = s.Store.Modifica(ctx, buono); err != nil {
		return t, err
	}
	s.dopo(ctx)
	return t, nil
}

// Sospendi stops a tenant; Riattiva takes it up again. Repeating either changes nothing.
func (s *Servizio) Sospendi(ctx context.Context, nome string) (voce.Esito, error) {
	return s.porta(ctx, nome, Sospeso)
}

// Riattiva takes a suspended tenant up again.
func (s *Servizio) Riattiva(ctx context.Context, nome string) (voce.Esito, error) {
	return s.porta(ctx, nome, Attivo)
}

func (s *Servizio) porta(ctx context.Context, nome, stato string) (voce.Esito, error) {
	t, err := s.Trova(ctx, "", nome)
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

// Trova gives a tenant, whatever its state; the tenant of the caller does not matter.
func (s *Servizio) Trova(ctx context.Context, _, nome string) (Tenant, error) {
	normale, _ := dominio.Normalize(nome)
	return s.Store.Trova(ctx, normale, nome)
}

// Elenca gives a page of the tenants, by name; the tenant of the caller does not matter.
func (s *Servizio) Elenca(ctx context.Context, _ string, f voce.Filtro) (voce.Pagina[Tenant], error) {
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

package sessione_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

func testo(s string) *string { return &s }

func TestComandoERepartoCheSiPossonoScegliere(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO tenant (nome, denominazione, banca, stato) VALUES ('beta', 'Beta', 'x', 'ATTIVO'), ('fermo', 'Fermo', 'y', 'SOSPESO');
		INSERT INTO reparto (tenant, codice, stato) VALUES ('beta', 'B1', 'ATTIVO'), ('alfa', 'VECCHIO', 'CESSATO')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, reparto, reparto_sale, impronta, ruoli) VALUES ('capo', 'PIATT', 'PIATT', 'x', '{PIATTAFORMA}')`)
	r := b.replica(t, mai)
	capo := sessione.Operatore{Username: "capo", Reparto: "PIATT", Ruoli: []string{"PIATTAFORMA"}}
	casi := []struct {
		regola          string
		chi             sessione.Operatore
		cambio          sessione.Cambio
		codice          string
		comando, dentro string // afterwards
	}{
		{"nothing changes nothing", mario(), sessione.Cambio{}, "", "alfa", "PL01"},
		{"one's own tenant, in any case", mario(), sessione.Cambio{Connessione: testo("ALFA")}, "", "alfa", "PL01"},
		{"another's tenant", mario(), sessione.Cambio{Connessione: testo("beta")}, "DATI_NON_VALIDI", "alfa", "PL01"},
		{"no tenant", mario(), sessione.Cambio{Connessione: testo("")}, "DATI_NON_VALIDI", "alfa", "PL01"},
		{"a department of one's tenant", mario(), sessione.Cambio{RepartoInserimento: testo("PL02")}, "", "alfa", "PL02"},
		{"no department is one's own", mario(), sessione.Cambio{RepartoInserimento: testo("")}, "", "alfa", "PL01"},
		{"a department of another tenant", mario(), sessione.Cambio{RepartoInserimento: testo("B1")}, "DATI_NON_VALIDI", "alfa", "PL01"},
		{"a department no longer in use", mario(), sessione.Cambio{RepartoInserimento: testo("VECCHIO")}, "DATI_NON_VALIDI", "alfa", "PL01"},
		{"a department that is a script", mario(), sessione.Cambio{RepartoInserimento: testo(`<script>'`)}, "DATI_NON_VALIDI", "alfa", "PL01"},
		{"the platform works in any tenant", capo, sessione.Cambio{Connessione: testo("beta")}, "", "beta", ""},
		{"with a department of it", capo, sessione.Cambio{Connessione: testo("beta"), RepartoInserimento: testo("B1")}, "", "beta", "B1"},
		{"not of another", capo, sessione.Cambio{Connessione: testo("beta"), RepartoInserimento: testo("PL01")}, "DATI_NON_VALIDI", "", ""},
		{"a department without a tenant", capo, sessione.Cambio{RepartoInserimento: testo("PL01")}, "DATI_NON_VALIDI", "", ""},
		{"a tenant that does not exist", capo, sessione.Cambio{Connessione: testo("gamma")}, "DATI_NON_VALIDI", "", ""},
		{"a suspended tenant", capo, sessione.Cambio{Connessione: testo("fermo")}, "TENANT_SOSPESO", "", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			cookie, err := r.servizio.Apri(t.Context(), ammesso(c.chi), "")
			if err != nil {
				t.Fatal(err)
			}
			s, _, err := r.servizio.Trova(t.Context(), cookie)
			if err != nil {
				t.Fatal(err)
			}
			err = r.servizio.Cambia(sessione.Con(t.Context(), s), r.tenant, c.cambio)
			if c.codice == "" && err != nil || c.codice != "" && !problem.Is(err, c.codice) {
				t.Errorf("error %v, want %q", err, c.codice)
			}
			dopo, _, err := r.servizio.Guarda(t.Context(), cookie)
			if err != nil || dopo.Comando() != c.comando || dopo.RepartoInserimento() != c.dentro {
				t.Errorf("works in %q for %q (%v), want %q for %q", dopo.Comando(), dopo.RepartoInserimento(), err, c.comando, c.dentro)
			}
		})
	}
}

// The department chosen in one tenant does not stay when an administrator goes to another.
func TestCambiandoComandoIlRepartoSiAzzera(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO tenant (nome, denominazione, banca) VALUES ('beta', 'Beta', 'x')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, reparto, reparto_sale, impronta, ruoli) VALUES ('capo', 'PIATT', 'PIATT', 'x', '{PIATTAFORMA}')`)
	r := b.replica(t, mai)
	cookie, err := r.servizio.Apri(t.Context(), sessione.Ammesso{Username: "capo", Generazione: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, passo := range []struct {
		cambio          sessione.Cambio
		comando, dentro string
	}{
		{sessione.Cambio{Connessione: testo("alfa"), RepartoInserimento: testo("PL01")}, "alfa", "PL01"},
		{sessione.Cambio{Connessione: testo("alfa")}, "alfa", "PL01"},
		{sessione.Cambio{Connessione: testo("beta")}, "beta", ""},
		{sessione.Cambio{Connessione: testo("")}, "", ""},
	} {
		s, _, err := r.servizio.Trova(t.Context(), cookie)
		if err == nil {
			err = r.servizio.Cambia(sessione.Con(t.Context(), s), r.tenant, passo.cambio)
		}
		dopo, _, _ := r.servizio.Guarda(t.Context(), cookie)
		if err != nil || dopo.Comando() != passo.comando || dopo.RepartoInserimento() != passo.dentro {
			t.Errorf("works in %q for %q (%v), want %q for %q", dopo.Comando(), dopo.RepartoInserimento(), err, passo.comando, passo.dentro)
		}
	}
}

// Two requests at once: each changes what it was asked to and nothing else, and none goes on after the
// logout.
func TestUnaRichiestaVecchiaNonRimetteIlComandoDiPrima(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO tenant (nome, denominazione, banca) VALUES ('beta', 'Beta', 'x')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, reparto, reparto_sale, impronta, ruoli) VALUES ('capo', 'PIATT', 'PIATT', 'x', '{PIATTAFORMA}')`)
	r := b.replica(t, mai)
	cookie, err := r.servizio.Apri(t.Context(), sessione.Ammesso{Username: "capo", Generazione: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	leggi := func() sessione.Sessione {
		s, _, err := r.servizio.Trova(t.Context(), cookie)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	cambia := func(da sessione.Sessione, c sessione.Cambio) error {
		return r.servizio.Cambia(sessione.Con(t.Context(), da), r.tenant, c)
	}
	if err := cambia(leggi(), sessione.Cambio{Connessione: testo("alfa")}); err != nil {
		t.Fatal(err)
	}
	vecchia := leggi()
	if err := cambia(vecchia, sessione.Cambio{Connessione: testo("beta")}); err != nil {
		t.Fatal(err)
	}
	if err := cambia(vecchia, sessione.Cambio{RepartoInserimento: testo("PL01")}); !problem.Is(err, "COMANDO_CAMBIATO") {
		t.Errorf("a department of the tenant of before: %v", err)
	}
	if err := cambia(vecchia, sessione.Cambio{}); err != nil || leggi().Comando() != "beta" {
		t.Errorf("asking for nothing: %v, works in %q", err, leggi().Comando())
	}
	if err := r.servizio.Esci(sessione.Con(t.Context(), vecchia)); err != nil {
		t.Fatal(err)
	}
	if err := cambia(vecchia, sessione.Cambio{Connessione: testo("alfa")}); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("after the logout: %v", err)
	}
}

// A password changed, or a block, between the check of the credentials and the opening of the session
// keeps it from opening.
func TestUnaSessioneNonSiApreSuUnUtenzaCambiata(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET generazione = generazione + 1 WHERE username = 'mario'`)
	if _, err := b.servizio.Apri(t.Context(), ammesso(mario()), ""); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("an older generation: %v", err)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET generazione = 1, stato = 'BLOCCATO' WHERE username = 'mario'`)
	if _, err := b.servizio.Apri(t.Context(), ammesso(mario()), ""); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("blocked: %v", err)
	}
}

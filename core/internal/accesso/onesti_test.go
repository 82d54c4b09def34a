package accesso_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// vecchia is what a program that knows a password of before goes on asking.
func vecchia(utente string) event.DomandaAccesso {
	d := da(utente, "192.0.2.1")
	d.Password = "Quella-di-prima-2026"
	return d
}

// A program with a password of before, beside one with the right one on the same account and address: for a day nobody waits.
func TestUnProgrammaVecchioNonChiudeFuoriQuelloNuovo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra, _ := b.replica(t, nil)
	const qui = "192.0.2.1"
	for i := range 24 * 12 {
		r := b.realm
		if i%2 == 1 {
			r = altra
		}
		if e := esito(t, r, vecchia("mario")); e != "CREDENZIALI_NON_VALIDE" {
			t.Fatalf("attempt %d of the old password: %s", i, e)
		}
		if i%100 == 99 { // the other comes seldom
			if e := esito(t, r, giusta(qui)); e != "AMMESSO" {
				t.Fatalf("the right password after attempt %d: %s", i, e)
			}
		}
		b.orologio.Avanza(5 * time.Minute)
	}
	if e := b.spruzza(t, 0, 20); e != "CREDENZIALI_NON_VALIDE" {
		t.Errorf("twenty mistypes of the office: %s", e)
	}
}

// What is tried again costs no more work and no more lines than a guesser's attempts.
func TestLaStessaPasswordErrataSiGuardaSempreMeno(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := conta(b.realm)
	for _, utente := range []string{"mario", "nessuno"} {
		n.Store(0)
		for range 100 {
			if e := esito(t, b.realm, vecchia(utente)); e != "CREDENZIALI_NON_VALIDE" {
				t.Fatal(e)
			}
		}
		if n.Load() != 4 {
			t.Errorf("%s: looked at %d times, want 4", utente, n.Load())
		}
	}
	righe := 0
	for _, r := range b.registrati(t, "") {
		if strings.Contains(r, "RIFIUTATO") {
			righe++
		}
	}
	if righe != 2 {
		t.Errorf("%d lines for the two accounts", righe)
	}
	var chiaro int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
		`SELECT count(*) FROM sbagliata WHERE length(chiave) <> 32 OR position('prima'::bytea IN chiave) > 0`).Scan(&chiaro); err != nil || chiaro > 0 {
		t.Errorf("%d rows are no hash (%v)", chiaro, err)
	}
}

// Another department, another portal or another password is another attempt; so is the same one from elsewhere, on another account,
// and an hour later. A password that becomes right is let in at once.
func TestQuandoUnTentativoENuovo(t *testing.T) {
	t.Parallel()
	altri := map[string]func(*event.DomandaAccesso){
		"another password":   func(d *event.DomandaAccesso) { d.Password += "!" },
		"another department": func(d *event.DomandaAccesso) { d.Reparto = "PL02" },
		"another portal":     func(d *event.DomandaAccesso) { d.Portale = "beta" },
	}
	for regola, cambia := range altri {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			for range 3 {
				esito(t, b.realm, da("mario", "192.0.2.1"))
			}
			d := vecchia("mario")
			cambia(&d)
			esito(t, b.realm, d)
			if e := esito(t, b.realm, giusta("192.0.2.1")); e != "TROPPI_TENTATIVI 2" {
				t.Errorf("after the fourth: %s", e)
			}
		})
	}
	t.Run("in all four hundred guesses, with the repetitions of one between them", func(t *testing.T) {
		t.Parallel()
		b := apparecchia(t)
		for range 4 {
			esito(t, b.realm, vecchia("mario"))
			esito(t, b.realm, da("mario", "192.0.2.1"))
		}
		if e := esito(t, b.realm, vecchia("mario")); e != "TROPPI_TENTATIVI 2" {
			t.Errorf("what is known waits as the rest: %s", e)
		}
	})
	t.Run("the password is given", func(t *testing.T) {
		t.Parallel()
		b := apparecchia(t)
		for range 50 {
			esito(t, b.realm, vecchia("mario"))
		}
		s := operatore.Nuovo(b.pools, b.orologio.Adesso)
		if _, err := s.CambiaPassword(t.Context(), operatore.Conto{Tenant: "alfa", Username: "mario"}, "Quella-di-prima-2026", false); err != nil {
			t.Fatal(err)
		}
		if e := esito(t, b.realm, vecchia("mario")); e != "AMMESSO" {
			t.Error(e)
		}
	})
}

// On the first day nobody is known behind a shared address, and citizens mistype: the others of that day get in. Whoever guesses there is
// stopped a little later, and the accounts of operators are not tried at that measure.
func TestICittadiniHannoUnaMisuraLoro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const condiviso = "192.0.2.1"
	entra := func(utente, segreta, portale string) string {
		d := giusta(condiviso)
		d.Utente, d.Password, d.Portale = utente, segreta, portale
		return esito(t, b.realm, d)
	}
	crea := func(nome, ruolo string) {
		b.crea(t, operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{ruolo}})
	}
	const cittadini = "alfa-cittadini"
	crea("ultimo", auth.RuoloCittadino)
	crea("vigile", auth.RuoloOperatore)
	for i := range 60 {
		if e := entra(fmt.Sprint("vicino", i), "sbagliata", cittadini); e != "CREDENZIALI_NON_VALIDE" {
			t.Fatalf("mistype %d: %s", i, e)
		}
	}
	if e := entra("ultimo", password, cittadini); e != "AMMESSO" {
		t.Errorf("who gets it right after sixty: %s", e)
	}
	for range 2 {
		if e := entra("vigile", password, cittadini); e != "CREDENZIALI_NON_VALIDE" {
			t.Errorf("an operator's account at the wider measure: %s", e)
		}
	}
	if e := entra("vigile", password, "alfa"); e != "AMMESSO" {
		t.Errorf("the operator at his own door: %s", e)
	}
	n := 0
	for e := ""; n < 200 && !strings.HasPrefix(e, "TROPPI"); n++ {
		e = entra(fmt.Sprint("altro", n), "sbagliata", cittadini)
	}
	if n < 60 || n > 70 {
		t.Errorf("a guesser is stopped after %d more", n)
	}
	if e := b.spruzza(t, 0, 30); e != "CREDENZIALI_NON_VALIDE" {
		t.Errorf("the operators' door of that address: %s", e)
	}
	b.orologio.Avanza(2 * time.Second)
	if e := entra("ultimo", password, cittadini); e != "AMMESSO" {
		t.Errorf("who is known there: %s", e)
	}
}

// An office where somebody gets in at every minute is forgiven as one where nobody does.
func TestChiEntraNonFermaIlPerdono(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 180 {
		if e := esito(t, b.realm, giusta("192.0.2.1")); e != "AMMESSO" {
			t.Fatal(e)
		}
		if i%4 == 0 {
			if e := b.spruzza(t, i, 1); e != "CREDENZIALI_NON_VALIDE" {
				t.Fatalf("mistype after %d minutes: %s", i, e)
			}
			if e := b.spruzza(t, 1000+i, i/170); e != "" && e != "CREDENZIALI_NON_VALIDE" {
				t.Fatal(e)
			}
		}
		b.orologio.Avanza(time.Minute)
	}
}

// Who is known at an address is kept over a crash of PostgreSQL, and the hashes of what was tried are in no copy of it.
func TestCioCheSopravviveAUnGuasto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for tabella, vuole := range map[string]string{"conosciuto": "p", "sbagliata": "u"} {
		var ha string
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(),
			`SELECT relpersistence::text FROM pg_class WHERE oid = to_regclass($1)`, "core."+tabella).Scan(&ha); err != nil || ha != vuole {
			t.Errorf("%s is %q (%v), want %q", tabella, ha, err, vuole)
		}
	}
}

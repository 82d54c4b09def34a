package accesso_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// spruzza tries one password on so many names from the address of an office; it gives what the last one is answered.
func (b *banco) spruzza(t *testing.T, da0, quanti int) (ultimo string) {
	t.Helper()
	for i := range quanti {
		ultimo = esito(t, b.realm, da(fmt.Sprintf("nome%d", da0+i), "192.0.2.1"))
	}
	return ultimo
}

// One password on many names is made to wait as many passwords on one name.
func TestUnaPasswordSuMoltiNomiAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if e := esito(t, b.realm, giusta("192.0.2.1")); e != "AMMESSO" {
		t.Fatal(e)
	}
	n := conta(b.realm)
	if e := b.spruzza(t, 0, 40); e != "TROPPI_TENTATIVI 2" || n.Load() != 31 {
		t.Fatalf("the fortieth name: %s after %d passwords looked at, want 31", e, n.Load())
	}
	t.Run("longer and longer", func(t *testing.T) {
		for i, secondi := range []int{4, 8, 16, 32} {
			b.orologio.Avanza(time.Duration(secondi/2) * time.Second)
			if e := b.spruzza(t, 100+i, 1); e != "CREDENZIALI_NON_VALIDE" {
				t.Errorf("after the wait: %s", e)
			}
			if e := b.spruzza(t, 200+i, 1); e != fmt.Sprintf("TROPPI_TENTATIVI %d", secondi) {
				t.Errorf("%s, want %d seconds", e, secondi)
			}
		}
	})
	t.Run("the right password of a name that never got in from there waits too: it teaches nothing", func(t *testing.T) {
		d := giusta("192.0.2.1")
		d.Utente = "antico"
		if e := esito(t, b.realm, d); !strings.HasPrefix(e, "TROPPI_TENTATIVI") {
			t.Error(e)
		}
	})
	t.Run("who has got in from that address does not pay for the others, nor frees them", func(t *testing.T) {
		if e := esito(t, b.realm, giusta("192.0.2.1")); e != "AMMESSO" {
			t.Errorf("from the office: %s", e)
		}
		if e := b.spruzza(t, 300, 1); !strings.HasPrefix(e, "TROPPI_TENTATIVI") {
			t.Errorf("then a name: %s", e)
		}
	})
	t.Run("elsewhere nobody waits", func(t *testing.T) {
		if e := esito(t, b.realm, giusta("192.0.2.2")); e != "AMMESSO" {
			t.Error(e)
		}
	})
	t.Run("an hour later the address is forgiven", func(t *testing.T) {
		b.orologio.Avanza(61 * time.Minute)
		if e := b.spruzza(t, 400, 20); e != "CREDENZIALI_NON_VALIDE" {
			t.Error(e)
		}
	})
}

// A spray over the accounts of an office, from the office: past the measure one attempt for each of them, and one for each wait;
// who has not failed there gets in at once.
func TestUnoSpruzzoSulleUtenzeDiUnUfficioAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.perIndirizzo = 3 // and twelve over the accounts that it knows
	b.realm, _ = b.replica(t, nil)
	prova := func(nome, segreta string) string {
		d := giusta("192.0.2.1")
		d.Utente, d.Password = nome, segreta
		return esito(t, b.realm, d)
	}
	for i := range 8 {
		nome := fmt.Sprintf("collega%d", i)
		b.crea(t, operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
		if e := prova(nome, password); e != "AMMESSO" {
			t.Fatalf("%s: %s", nome, e)
		}
	}
	for giro := range 2 { // twelve slips of six colleagues cost nothing
		for i := range 6 {
			if e := prova(fmt.Sprintf("collega%d", i), fmt.Sprint("sbagliata", giro)); e != "CREDENZIALI_NON_VALIDE" {
				t.Fatalf("slip %d of collega%d: %s", giro, i, e)
			}
		}
	}
	if e := prova("collega6", "sbagliata"); e != "CREDENZIALI_NON_VALIDE" { // the thirteenth
		t.Errorf("who has not failed there yet: %s", e)
	}
	for _, segreta := range []string{"sbagliata", "un'altra", password} {
		if e := prova("collega0", segreta); e != "TROPPI_TENTATIVI 2" {
			t.Errorf("who has failed there waits, whatever the password: %s", e)
		}
	}
	if e := prova("collega7", password); e != "AMMESSO" {
		t.Errorf("the right password at the first attempt: %s", e)
	}
	if e := b.spruzza(t, 0, 1); e != "CREDENZIALI_NON_VALIDE" {
		t.Errorf("a stranger's name has the count of strangers: %s", e)
	}
	b.orologio.Avanza(2 * time.Second)
	if e := prova("collega0", password); e != "AMMESSO" {
		t.Errorf("after the wait: %s", e)
	}
}

// An office whose officers mistype now and then, and get in, is no guesser.
func TestUnUfficioCheSbagliaOgniTantoNonAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 60 {
		if e := b.spruzza(t, i, 1); e != "CREDENZIALI_NON_VALIDE" {
			t.Fatalf("slip %d: %s", i, e)
		}
		b.orologio.Avanza(3 * time.Minute)
	}
}

// What a spray leaves in the register does not grow with it.
func TestLoSpruzzoNonRiempieIlRegistro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 130 {
		for problem.Is(b.prova(t, i), "TROPPI_TENTATIVI") {
			b.ambiente.Esegui(t, "core", "", `UPDATE tentativo_indirizzo SET riprova = '-infinity'`) // as if the waits had gone by
		}
	}
	righe := b.registrati(t, "")
	rifiuti := 0
	for _, r := range righe {
		if strings.Contains(r, " RIFIUTATO ") {
			rifiuti++
		}
	}
	vuole := "nome127 ACCESSO /connessione RIFIUTATO 192.0.2.1 128 tentativi falliti da questo indirizzo"
	if ultima := righe[len(righe)-1]; rifiuti != 33 || len(righe) != 33 || ultima != vuole {
		t.Errorf("%d lines of refusals in %d lines, the last %q", rifiuti, len(righe), ultima)
	}
}

func (b *banco) prova(t *testing.T, i int) error {
	t.Helper()
	_, err := b.realm.Login(t.Context(), da(fmt.Sprintf("nome%d", i), "192.0.2.1"))
	return err
}

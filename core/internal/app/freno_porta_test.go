package app_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// replicato is two replicas of core, whose clock stands still.
type replicato struct {
	repliche [2]*banco
	orologio *tempo.Orologio
}

func replica(t *testing.T) replicato {
	t.Helper()
	r := replicato{orologio: tempo.Fisso(tempo.Adesso())}
	r.repliche[0] = apparecchiaCon(t, r.orologio.Adesso)
	r.repliche[1] = r.repliche[0].replica(t)
	return r
}

// entra tries the form of a replica and gives the status and how long to wait.
func (b *banco) entra(t *testing.T, username, parola string) string {
	t.Helper()
	r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {username}, "password": {parola}})
	return fmt.Sprint(r.stato, " ", r.testa.Get("Retry-After"))
}

// TestLAttesaDiUnUtenzaEDiTutteLeRepliche: wrong passwords at one replica and at another are one count, which a restart keeps; other
// accounts of the address wait for nothing.
func TestLAttesaDiUnUtenzaEDiTutteLeRepliche(t *testing.T) {
	t.Parallel()
	r := replica(t)
	for n := range 4 {
		if e := r.repliche[n%2].entra(t, "mario", fmt.Sprintf("Tentativo-%d-2026", n)); e != "401 " {
			t.Errorf("one of the first four: %s", e)
		}
	}
	riavviata := r.repliche[0].replica(t)
	for n, b := range []*banco{r.repliche[0], r.repliche[1], riavviata} {
		if e := b.entra(t, "mario", password); e != "429 2" {
			t.Errorf("replica %d: %s", n, e)
		}
		if e := b.entra(t, "lettore", password); e != "303 " {
			t.Errorf("replica %d, another account: %s", n, e)
		}
	}
	r.orologio.Avanza(2 * time.Second)
	if e := r.repliche[1].entra(t, "mario", "Tentativo-5-2026"); e != "401 " {
		t.Errorf("after the wait: %s", e)
	}
	if e := riavviata.entra(t, "mario", password); e != "429 4" {
		t.Errorf("the second wait: %s", e)
	}
	r.orologio.Avanza(4 * time.Second)
	if e := riavviata.entra(t, "mario", password); e != "303 " {
		t.Errorf("the right password after the wait: %s", e)
	}
}

// TestICittadiniDiUnIndirizzoNonSiFermanoAVicenda: behind one address sixty citizens mistype at the portal on the first day, and the next
// who is right gets in; as many mistypes at the door of operators stop the address.
func TestICittadiniDiUnIndirizzoNonSiFermanoAVicenda(t *testing.T) {
	t.Parallel()
	r := replica(t)
	for _, nome := range []string{"ultima", "ultimo"} {
		o := operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloCittadino}}
		if _, err := operatore.Nuovo(r.repliche[0].app.Pools, r.orologio.Adesso).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
	portale := testkit.Bus(t, r.repliche[0].nats, "connessione")
	chiede := func(utente, parola, portaleDi string) string {
		d := event.DomandaAccesso{Utente: utente, Password: parola, Reparto: "PL01", Portale: portaleDi, Indirizzo: "192.0.2.1", Modulo: "connessione"}
		codice := ""
		testkit.Attendi(t, 20*time.Second, "the realm to answer over NATS", func() bool {
			codice = "AMMESSO"
			if e := problem.As(portale.Ask(t.Context(), "core.accesso", d, nil)); e != nil {
				codice = e.Codice
			}
			return codice != "MODULO_NON_DISPONIBILE"
		})
		return codice
	}
	for n := range 60 {
		if e := chiede(fmt.Sprint("vicino", n), "sbagliata", "alfa-cittadini"); e != "CREDENZIALI_NON_VALIDE" {
			t.Fatalf("mistype %d: %s", n, e)
		}
	}
	if e := chiede("ultimo", password, "alfa-cittadini"); e != "AMMESSO" {
		t.Errorf("who is right after sixty: %s", e)
	}
	n, e := 0, ""
	for ; n < 60 && e != "TROPPI_TENTATIVI"; n++ {
		e = chiede(fmt.Sprint("collega", n), "sbagliata", "alfa")
	}
	if n < 30 || n > 40 {
		t.Errorf("the operators' door stops after %d: %s", n, e)
	}
	if e := chiede("ultima", password, "alfa-cittadini"); e != "AMMESSO" {
		t.Errorf("a citizen meanwhile: %s", e)
	}
}

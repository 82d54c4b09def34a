package accesso_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// diverse makes each wrong password another one.
var diverse atomic.Int64

// da is a wrong attempt on an account from an address, with a password that nobody has tried.
func da(utente, indirizzo string) event.DomandaAccesso {
	return event.DomandaAccesso{Utente: utente, Password: fmt.Sprintf("sbagliata %d", diverse.Add(1)), Reparto: "PL01", Portale: "alfa",
		Indirizzo: indirizzo, Modulo: "connessione"}
}

// giusta is a right one.
func giusta(indirizzo string) event.DomandaAccesso {
	d := buona()
	d.Indirizzo = indirizzo
	return d
}

// conta counts the hashes of a realm.
func conta(r *accesso.Realm) *atomic.Int64 {
	var n atomic.Int64
	r.Conta(func(string) { n.Add(1) })
	return &n
}

// esito writes an attempt in a word: the code, and after how many seconds to come back.
func esito(t *testing.T, r *accesso.Realm, d event.DomandaAccesso) string {
	t.Helper()
	_, err := r.Login(t.Context(), d)
	switch p := problem.As(err); {
	case err == nil:
		return "AMMESSO"
	case p == nil:
		t.Fatalf("internal error: %v", err)
		return ""
	case p.RetryAfter > 0:
		return fmt.Sprintf("%s %d", p.Codice, int(p.RetryAfter.Seconds()))
	default:
		return p.Codice
	}
}

// Each of the four wrong, and whatever else is, costs one hash: what is measured is the work, not the time.
func TestQualunqueErroreCostaUnHash(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.crea(t, operatore.Operatore{Username: "bloccato", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'bloccato'`)
	n := conta(b.realm)
	casi := map[string]func(*event.DomandaAccesso){
		"right":                        func(*event.DomandaAccesso) {},
		"wrong user":                   func(d *event.DomandaAccesso) { d.Utente = "nessuno" },
		"wrong password":               func(d *event.DomandaAccesso) { d.Password += "x" },
		"wrong department":             func(d *event.DomandaAccesso) { d.Reparto = "PL02" },
		"wrong portal":                 func(d *event.DomandaAccesso) { d.Portale = "nessuno" },
		"blocked":                      func(d *event.DomandaAccesso) { d.Utente = "bloccato" },
		"a legacy row, right":          func(d *event.DomandaAccesso) { d.Utente = "antico" },
		"a legacy row, wrong":          func(d *event.DomandaAccesso) { d.Utente, d.Password = "antico", "altra" },
		"a stored value of no form":    func(d *event.DomandaAccesso) { d.Utente = "integratore.alfa" },
		"a name that could not be one": func(d *event.DomandaAccesso) { d.Utente = "'; --" },
		"a very long password":         func(d *event.DomandaAccesso) { d.Password = strings.Repeat("x", 100_000) },
	}
	for regola, cambia := range casi {
		t.Run(regola, func(t *testing.T) {
			d := giusta(t.Name())
			cambia(&d)
			n.Store(0)
			_, _ = b.realm.Login(t.Context(), d)
			if n.Load() != 1 {
				t.Errorf("%d hashes, want 1", n.Load())
			}
		})
	}
}

// storia is what somebody who goes on guessing is answered, waiting each time as long as he is told.
func (b *banco) storia(t *testing.T, utente string) []string {
	t.Helper()
	var detto []string
	for len(detto) < 24 {
		e := esito(t, b.realm, da(utente, "192.0.2.1"))
		detto = append(detto, e)
		if _, secondi, atteso := strings.Cut(e, " "); atteso {
			d, err := time.ParseDuration(secondi + "s")
			if err != nil {
				t.Fatal(err)
			}
			b.orologio.Avanza(d)
		}
	}
	return detto
}

func TestLAttesaRaddoppiaUgualePerChiNonEsiste(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	no := "CREDENZIALI_NON_VALIDE"
	vuole := []string{no, no, no, no}
	for _, secondi := range []int{2, 4, 8, 16, 32, 64, 128, 256, 512, 900} {
		vuole = append(vuole, fmt.Sprintf("TROPPI_TENTATIVI %d", secondi), no)
	}
	for _, utente := range []string{"mario", "nessuno", "non un nome!"} {
		if diff := cmp.Diff(vuole, b.storia(t, utente)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", utente, diff)
		}
	}
}

func TestDuranteLAttesaNonSiGuardaLaPassword(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 4 {
		esito(t, b.realm, da("mario", "192.0.2.1"))
	}
	n := conta(b.realm)
	if e := esito(t, b.realm, giusta("192.0.2.1")); e != "TROPPI_TENTATIVI 2" || n.Load() != 0 {
		t.Errorf("the right password within the delay: %s, %d hashes", e, n.Load())
	}
	b.orologio.Avanza(time.Second)
	if e := esito(t, b.realm, giusta("192.0.2.1")); e != "TROPPI_TENTATIVI 1" {
		t.Errorf("a second later: %s: asking made the delay longer, or shorter", e)
	}
	for indirizzo, regola := range map[string]string{"192.0.2.2": "another address", "": "no address"} {
		if e := esito(t, b.realm, giusta(indirizzo)); e != "AMMESSO" {
			t.Errorf("%s: %s", regola, e)
		}
	}
	if e := esito(t, b.realm, da("antico", "192.0.2.1")); e != "CREDENZIALI_NON_VALIDE" {
		t.Errorf("another account from that address: %s", e)
	}
	b.orologio.Avanza(time.Second)
	if e := esito(t, b.realm, giusta("192.0.2.1")); e != "AMMESSO" {
		t.Errorf("after the delay: %s", e)
	}
	for range 4 {
		if e := esito(t, b.realm, da("mario", "192.0.2.1")); e != "CREDENZIALI_NON_VALIDE" {
			t.Errorf("after a success the first failures are free again: %s", e)
		}
	}
}

func TestLAttesaValePerOgniReplicaEDopoUnRiavvio(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra, _ := b.replica(t, nil)
	for _, r := range []*accesso.Realm{b.realm, altra, b.realm, altra} {
		if e := esito(t, r, da("mario", "192.0.2.1")); e != "CREDENZIALI_NON_VALIDE" {
			t.Errorf("one of the first four: %s", e)
		}
	}
	riavviata, _ := b.replica(t, nil)
	for _, r := range []*accesso.Realm{b.realm, altra, riavviata} {
		if e := esito(t, r, giusta("192.0.2.1")); e != "TROPPI_TENTATIVI 2" {
			t.Errorf("a replica answers %s", e)
		}
	}
}

// A hundred guesses at the same time: the first four are looked at, the rest know that they failed.
func TestCentoTentativiInsiemeNonPassanoTutti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra, _ := b.replica(t, nil)
	n := []*atomic.Int64{conta(b.realm), conta(altra)}
	var insieme sync.WaitGroup
	var respinti atomic.Int64
	for i := range 100 {
		r := []*accesso.Realm{b.realm, altra}[i%2]
		insieme.Go(func() {
			_, err := r.Login(t.Context(), da("mario", "192.0.2.1"))
			if problem.Is(err, "TROPPI_TENTATIVI") {
				respinti.Add(1)
			} else if !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
				t.Errorf("error %v", err)
			}
		})
	}
	for range 5 { // meanwhile the right user, from elsewhere
		if e := esito(t, b.realm, giusta("198.51.100.9")); e != "AMMESSO" {
			t.Errorf("the right user from another address: %s", e)
		}
	}
	insieme.Wait()
	if guardati := n[0].Load() + n[1].Load() - 5; guardati != 4 || respinti.Load() != 96 {
		t.Errorf("%d passwords looked at and %d refused unseen, want 4 and 96", guardati, respinti.Load())
	}
}

func TestAccessiGiustiInsiemeEntranoTutti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	esito(t, b.realm, da("mario", "192.0.2.7")) // one slip before
	var insieme sync.WaitGroup
	for range 30 {
		insieme.Go(func() {
			if _, err := b.realm.Login(t.Context(), giusta("192.0.2.7")); err != nil {
				t.Errorf("a right password among others at the same time: %v", err)
			}
		})
	}
	insieme.Wait()
}

// Attacked from everywhere, an account is slowed and never locked.
func TestDaMoltiIndirizziLUtenzaNonSiChiude(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 24 {
		if e := esito(t, b.realm, da("mario", fmt.Sprintf("198.51.100.%d", i))); e != "CREDENZIALI_NON_VALIDE" {
			t.Fatalf("attempt %d: %s", i, e)
		}
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tentativo SET falliti = 1000000 WHERE falliti > 20`)
	if e := esito(t, b.realm, giusta("203.0.113.5")); e != "AMMESSO" {
		t.Errorf("the right user: %s", e)
	}
}

// Slowed once, an account whose owner goes on logging in comes back to its pace: each right password
// halves what was counted, and does not keep it for an hour more.
func TestChiEntraSpessoNonRestaLento(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	conta := func() (falliti int, ultimo time.Time) {
		t.Helper()
		err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT falliti, ultimo FROM tentativo ORDER BY falliti DESC LIMIT 1`).Scan(&falliti, &ultimo)
		if err != nil {
			t.Fatal(err)
		}
		return falliti, ultimo
	}
	for i := range 24 {
		esito(t, b.realm, da("mario", fmt.Sprintf("198.51.100.%d", i)))
	}
	_, fallito := conta()
	entra := func() (int, time.Time) {
		t.Helper()
		b.orologio.Avanza(50 * time.Minute)
		if e := esito(t, b.realm, giusta("203.0.113.5")); e != "AMMESSO" {
			t.Fatal(e)
		}
		return conta()
	}
	if falliti, ultimo := entra(); falliti != 12 || !ultimo.Equal(fallito) {
		t.Errorf("after a right password %d failures, the last at %v; want 12, and still at %v", falliti, ultimo, fallito)
	}
	if falliti, _ := entra(); falliti > 1 { // an hour has gone by without failures
		t.Errorf("after the second %d failures", falliti)
	}
}

// A failure makes all those of the account last an hour more.
func TestUnErroreRinnovaIlConto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 3 {
		esito(t, b.realm, da("mario", fmt.Sprintf("198.51.100.%d", i)))
		b.orologio.Avanza(50 * time.Minute)
	}
	var falliti int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT max(falliti) FROM tentativo`).Scan(&falliti); err != nil || falliti != 3 {
		t.Errorf("%d failures are counted (%v), want 3", falliti, err)
	}
}

func TestUnaReteIPv6EUnIndirizzo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 4 {
		esito(t, b.realm, da("mario", fmt.Sprintf("2001:db8:1:2::%d", i+1)))
	}
	casi := map[string]string{"2001:db8:1:2:ffff::1": "TROPPI_TENTATIVI 2", "2001:db8:1:3::1": "AMMESSO"}
	for indirizzo, vuole := range casi {
		if e := esito(t, b.realm, giusta(indirizzo)); e != vuole {
			t.Errorf("%s: %s, want %s", indirizzo, e, vuole)
		}
	}
	for range 4 {
		esito(t, b.realm, da("antico", "192.0.2.1"))
	}
	if e := esito(t, b.realm, da("antico", "::ffff:192.0.2.1")); e != "TROPPI_TENTATIVI 2" {
		t.Errorf("an IPv4 address written as IPv6: %s", e)
	}
}

func TestDopoUnOraSiDimenticaELaTabellaSiSvuota(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 12 {
		esito(t, b.realm, da("mario", "192.0.2.1"))
		b.orologio.Avanza(15 * time.Minute)
	}
	for i := range 20 {
		esito(t, b.realm, da(fmt.Sprint("nessuno", i), "192.0.2.1"))
	}
	b.orologio.Avanza(61 * time.Minute)
	for range 4 {
		if e := esito(t, b.realm, da("mario", "192.0.2.1")); e != "CREDENZIALI_NON_VALIDE" {
			t.Errorf("an hour later: %s", e)
		}
	}
	for range 6 {
		esito(t, b.realm, giusta("192.0.2.9"))
	}
	var righe int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM tentativo`).Scan(&righe); err != nil || righe != 2 {
		t.Errorf("%d rows are left (%v), want the two of mario and his address", righe, err)
	}
}

func TestUnTentativoNonGuardatoNonConta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 6 {
		d := giusta("192.0.2.1")
		d.Portale, d.Reparto, d.Modulo = "", "", "altro" // a module that is none of ours: nothing is judged
		if e := esito(t, b.realm, d); e != "DATI_NON_VALIDI" {
			t.Fatalf("%s", e)
		}
	}
	if e := esito(t, b.realm, giusta("192.0.2.1")); e != "AMMESSO" {
		t.Errorf("then: %s", e)
	}
}

func TestIlRitardoLasciaUnaRiga(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	no := "RIFIUTATO RIFIUTATO RIFIUTATO RIFIUTATO"
	casi := []struct{ regola, utente, suo, vuole string }{
		{"an account", "mario", "alfa/connessione", no + " RITARDATO RIFIUTATO RITARDATO"},
		{"a name that does not exist", "nessuno", "/connessione", no + " RITARDATO RIFIUTATO RITARDATO"},
	}
	for _, c := range casi {
		for range 4 {
			esito(t, b.realm, da(c.utente, "192.0.2.1"))
		}
		for range 2 {
			for range 5 { // however often within the same delay
				if e := esito(t, b.realm, da(c.utente, "192.0.2.1")); !strings.HasPrefix(e, "TROPPI_TENTATIVI") {
					t.Fatal(e)
				}
			}
			b.orologio.Avanza(2 * time.Second)
			esito(t, b.realm, da(c.utente, "192.0.2.1"))
		}
	}
	righe := strings.Join(b.registrati(t, ""), "\n")
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			var ha []string
			for r := range strings.Lines(righe) {
				if resto, suo := strings.CutPrefix(r, c.utente+" ACCESSO "+c.suo+" "); suo {
					ha = append(ha, strings.Fields(resto)[0])
				}
			}
			if strings.Join(ha, " ") != c.vuole {
				t.Errorf("lines %q, want %q in\n%s", ha, c.vuole, righe)
			}
		})
	}
}

// Through BASIC at the edge of another service: the caller is told how long, and the delay is not
// taken for an answer about the password.
func TestIlRitardoPassaPerBasic(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	basic := auth.NewBasic(b.realm, b.verificatore(t, "elaborazione"), "elaborazione", b.orologio.Adesso)
	prova := func(password string) error {
		_, err := basic.Exchange(t.Context(), base64.StdEncoding.EncodeToString([]byte("mario:"+password)), "192.0.2.1")
		return err
	}
	for i := range 4 {
		if err := prova(fmt.Sprint("sbagliata ", i)); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
			t.Fatal(err)
		}
	}
	if err := prova(password); !problem.Is(err, "TROPPI_TENTATIVI") || problem.As(err).RetryAfter != 2*time.Second {
		t.Errorf("within the delay: %v", err)
	}
	b.orologio.Avanza(2 * time.Second)
	if err := prova(password); err != nil {
		t.Errorf("after it: %v", err)
	}
}

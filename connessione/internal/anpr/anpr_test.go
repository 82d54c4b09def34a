package anpr

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// vie sign calls as a platform of the tests does; it keeps what was asked of it.
type vie struct {
	*modi.Piattaforma
	mu       sync.Mutex
	chiamate []pdnd.Call
	senza    string // an e-service that the command does not have
}

func (v *vie) Signed(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	v.mu.Lock()
	v.chiamate = append(v.chiamate, call)
	v.mu.Unlock()
	if call.EService == v.senza {
		return problem.Conflitto(pdnd.CodeNotConfigured, "manca")
	}
	servizio := map[string]string{EServiceC001: simulato.C001, EServiceC030: simulato.C030}[call.EService]
	return do(ctx, v.Firma(simulato.Destinatario(servizio), call.Body))
}

// numeri is a sequence in memory.
type numeri struct {
	mu, turno sync.Mutex
	ultimo    int
	fissi     []string // given first
}

func (n *numeri) Prossima(_ context.Context, _, gia string) (string, func(), error) {
	n.turno.Lock()
	n.mu.Lock()
	defer n.mu.Unlock()
	if gia != "" {
		return gia, n.turno.Unlock, nil
	}
	if len(n.fissi) > 0 {
		uno := n.fissi[0]
		n.fissi = n.fissi[1:]
		return uno, n.turno.Unlock, nil
	}
	n.ultimo++
	return fmt.Sprintf("20261120100000%03d", n.ultimo), n.turno.Unlock, nil
}

type banco struct {
	*Client
	registro *simulato.Simulatore
	vie      *vie
	numeri   *numeri
}

func apparecchia(t *testing.T, alGiorno int) banco {
	t.Helper()
	o := tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	p := modi.NuovaPiattaforma(o.Adesso)
	b := banco{registro: simulato.Nuovo(simulato.Opzioni{Adesso: o.Adesso, Verifica: p.Verificatore(), AlGiorno: alGiorno}),
		vie: &vie{Piattaforma: p}, numeri: &numeri{}}
	server := httptest.NewServer(b.registro.Handler())
	t.Cleanup(server.Close)
	c, err := Nuovo(esterno.Options{BaseURL: server.URL + "/anpr/govway/rest/in/MinInternoPortaANPR-PDND", Now: o.Adesso, Deadline: 20 * time.Second,
		AttemptDeadline: time.Second, Backoff: time.Millisecond}, b.vie, b.numeri)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	b.Client = c
	return b
}

func domanda(codice string) Domanda {
	return Domanda{Tenant: "alfa", Attore: "operatore.alfa", Motivo: "NOTIFICA_VERBALE", Pratica: "VERB-2026-1", Data: calendario.MustParse("2026-11-20"),
		CodiceFiscale: simulatore.CodicePersona(codice, "AAA")}
}

func TestPersona(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	if _, err := b.Persona(t.Context(), domanda("001")); err != nil { // first: its calls are looked at below
		t.Fatal(err)
	}
	const casa = "VIA AMERIGO VESPUCCI 55 scala B4 int. 3 41026 PAVULLO NEL FRIGNANO MO"
	for codice, c := range map[string]struct {
		esito            Esito
		indirizzo        string
		decesso, avverte string
	}{
		"001": {Trovato, casa, "", ""},
		"002": {Trovato, casa, "", ""},
		"004": {Deceduto, casa, "2026-09-01", ""},
		"005": {Deceduto, casa, "", ""},
		"006": {AllEstero, "BAHNHOFSTRASSE 7 8001 ZURIGO  SVIZZERA", "", ""},
		"007": {Trovato, casa, "", "solo nome o solo cognome"},
		"008": {Trovato, casa, "", "codice fiscale è cambiato"},
		"009": {Trovato, casa, "", ""},
		"010": {Trovato, "VIA AMERIGO VESPUCCI km 12,500 41026 PAVULLO NEL FRIGNANO MO", "", ""},
		"012": {Trovato, casa, "", ""},
		"013": {Trovato, casa, "", "minorenne"},
		"014": {AllEstero, "BAHNHOFSTRASSE 7 8001 ZURIGO  SVIZZERA", "", ""},
		"499": {Trovato, casa, "", ""},
		"512": {Trovato, casa, "", ""},
	} {
		p, err := b.Persona(t.Context(), domanda(codice))
		if err != nil || p.Residenza == nil {
			t.Errorf("%s: %+v %v", codice, p, err)
			continue
		}
		r := p.Residenza
		indirizzo := strings.TrimSpace(strings.Join([]string{r.Via, r.Civico, r.Cap, r.Comune, r.Provincia, r.Nazione}, " "))
		avverte := strings.Join(p.Avvertenze, " ")
		if p.Esito != c.esito || indirizzo != c.indirizzo || p.Decesso != c.decesso || (c.avverte == "") != (avverte == "") || !strings.Contains(avverte, c.avverte) {
			t.Errorf("%s: %+v %q", codice, p, indirizzo)
		}
	}
	var servizi []string
	for _, x := range b.vie.chiamate[:2] {
		servizi = append(servizi, x.EService)
		if strings.Contains(x.URL, "SCN") || x.ContentType != "application/json" || x.Actor != "operatore.alfa" {
			t.Errorf("%+v", x)
		}
	}
	if !slices.Equal(servizi, []string{EServiceC030, EServiceC001}) {
		t.Errorf("%q: first the register's key, then the person", servizi)
	}
}

func TestPerDatiAnagrafici(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	d := domanda("001")
	d.CodiceFiscale, d.Dati = "", &DatiAnagrafici{Cognome: "PROVA", Nome: "PERSONA 001", Sesso: "M", Nascita: calendario.MustParse("1980-01-01"),
		CodiceIstat: "058091", Comune: "ROMA"}
	if p, err := b.Persona(t.Context(), d); err != nil || p.CodiceFiscale != simulatore.CodicePersona("001", "AAA") {
		t.Errorf("%+v %v", p, err)
	}
	d.Dati.Nome = "PERSONA 003"
	if _, err := b.Persona(t.Context(), d); !seVuole[*PiuSoggetti](err) {
		t.Errorf("two persons: %v", err)
	}
}

func seVuole[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func TestNonTrovata(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	for codice, testo := range map[string]string{"404": "Soggetto non registrato in ANPR", "405": "Soggetto cancellato da ANPR", "011": ""} {
		d := domanda(codice)
		_, err := b.Persona(t.Context(), d)
		detto, _ := errors.AsType[*Detto](err)
		if !errors.Is(err, esterno.ErrNotFound) || testo != "" && (detto == nil || detto.Testo != testo) || strings.Contains(err.Error(), "Soggetto") {
			t.Errorf("%s: %v", codice, err)
		}
	}
	if _, err := b.Persona(t.Context(), domanda("003")); !seVuole[*PiuSoggetti](err) {
		t.Errorf("two persons: %v", err)
	}
	if _, err := b.Persona(t.Context(), domanda("406")); !seVuole[*PiuSoggetti](err) {
		t.Errorf("several, in words: %v", err)
	}
	if _, err := b.Persona(t.Context(), domanda("407")); !seVuole[*Contraddizione](err) {
		t.Errorf("contradictions: %v", err)
	}
}

func TestCioCheNonEUnaRisposta(t *testing.T) {
	t.Parallel()
	for codice, tipo := range map[string]error{"500": esterno.ErrUnavailable, "520": esterno.ErrUnavailable,
		"521": esterno.ErrUnavailable, "429": esterno.ErrUnavailable,
		"530": esterno.ErrInvalidAnswer, "532": esterno.ErrInvalidAnswer, "534": esterno.ErrUnavailable, "536": esterno.ErrInvalidAnswer,
		"541": esterno.ErrUnavailable, "542": esterno.ErrUnavailable} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			b, d := apparecchia(t, 0), domanda(codice)
			b.vie.senza = EServiceC030
			if _, err := b.Persona(t.Context(), d); !errors.Is(err, tipo) || strings.Contains(err.Error(), d.CodiceFiscale) {
				t.Errorf("%v, want %v without the code", err, tipo)
			}
		})
	}
}

// TestUnNumeroEUnaDomanda: a call that is made again has the same number and other tokens; the register answers as it did.
func TestUnNumeroEUnaDomanda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	b.vie.senza = EServiceC030
	d := domanda("512")
	var numeri []string
	d.Ricorda = func(_ context.Context, operazione string) error { numeri = append(numeri, operazione); return nil }
	p, err := b.Persona(t.Context(), d)
	if err != nil || len(numeri) != 1 {
		t.Fatalf("%+v %v, numbers %q", p, err, numeri)
	}
	d.Operazione = numeri[0]
	if _, err := b.Persona(t.Context(), d); err != nil || len(numeri) != 1 {
		t.Errorf("asked again under its number: %v %q", err, numeri)
	}
	b.numeri.fissi = []string{"20200101000000001"}
	altra := domanda("001")
	if _, err := b.Persona(t.Context(), altra); err != nil {
		t.Errorf("a number too low is followed by another: %v", err)
	}
}

func TestIlGiornoEFinito(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 1)
	b.vie.senza = EServiceC030
	if _, err := b.Persona(t.Context(), domanda("001")); err != nil {
		t.Fatal(err)
	}
	_, err := b.Persona(t.Context(), domanda("002"))
	if q, _ := errors.AsType[*Quota](err); q == nil || q.Riprende != 14*time.Hour || len(b.vie.chiamate) != 4 {
		t.Errorf("%v after %d calls: one more, which says until midnight in Rome", err, len(b.vie.chiamate))
	}
}

func TestUnaAllaVolta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	b.vie.senza = EServiceC030
	var g sync.WaitGroup
	for i := range 20 {
		g.Go(func() {
			d := domanda("001")
			d.CodiceFiscale = simulatore.CodicePersona("001", "A"+string(rune('A'+i))+"Z")
			if _, err := b.Persona(t.Context(), d); err != nil {
				t.Error(err)
			}
		})
	}
	if g.Wait(); b.registro.Insieme() != 1 {
		t.Errorf("%d calls of C001 at once", b.registro.Insieme())
	}
}

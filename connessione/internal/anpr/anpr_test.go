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

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
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

func (v *vie) Prova(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	return v.Signed(ctx, call, do)
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
	fissi     []string      // given first
	dura      time.Duration // of a turn; 0: as long as it takes
	persi     int           // turns that are another's when their call would leave
}

func (n *numeri) Prossima(ctx context.Context, registro, gia string) (interrogazione.Turno, error) {
	n.turno.Lock()
	dura := n.dura
	if dura == 0 {
		dura = time.Minute
	}
	if gia != "" {
		return interrogazione.NuovoTurno(gia, dura, n.tieni, n.turno.Unlock), nil
	}
	numero, err := n.Numero(ctx, registro)
	return interrogazione.NuovoTurno(numero, dura, n.tieni, n.turno.Unlock), err
}

func (n *numeri) Numero(context.Context, string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.fissi) > 0 {
		uno := n.fissi[0]
		n.fissi = n.fissi[1:]
		return uno, nil
	}
	n.ultimo++
	return fmt.Sprintf("20261120100000%03d", n.ultimo), nil
}

func (n *numeri) tieni(context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.persi > 0 {
		n.persi--
		return &esterno.Error{Kind: esterno.ErrUnavailable, Cause: turno.ErrPerso}
	}
	return nil
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
		esito            string
		indirizzo        string
		decesso, avverte string
	}{
		"001": {residenza.Trovato, casa, "", ""},
		"002": {residenza.Trovato, casa, "", ""},
		"004": {residenza.Deceduto, casa, "2026-09-01", ""},
		"005": {residenza.Deceduto, casa, "", ""},
		"006": {residenza.AIRE, "BAHNHOFSTRASSE 7 8001 ZURIGO  SVIZZERA", "", ""},
		"007": {residenza.Trovato, casa, "", "solo nome o solo cognome"},
		"008": {residenza.Trovato, casa, "", "codice fiscale è cambiato"},
		"009": {residenza.Trovato, casa, "", ""},
		"010": {residenza.Trovato, "VIA AMERIGO VESPUCCI km 12,500 41026 PAVULLO NEL FRIGNANO MO", "", ""},
		"012": {residenza.Trovato, casa, "", ""},
		"013": {residenza.Trovato, casa, "", "minorenne"},
		"014": {residenza.AIRE, "BAHNHOFSTRASSE 7 8001 ZURIGO  SVIZZERA", "", ""},
		"018": {residenza.Trovato, casa, "", ""},
		"019": {residenza.AIRE, "BAHNHOFSTRASSE 7 8001 ZURIGO  SVIZZERA", "", ""},
		"020": {residenza.Trovato, "VIA AMERIGO VESPUCCI 12A/1 isolato 5 scala B scala esterna 2 piano 3 int. 7/C int. 9 sec. 4 41026 PAVULLO NEL FRIGNANO MO", "", ""},
		"431": {residenza.Trovato, casa, "", ""},
		"499": {residenza.Trovato, casa, "", ""},
		"512": {residenza.Trovato, casa, "", ""},
	} {
		p, err := b.Persona(t.Context(), domanda(codice))
		if err != nil || p.Residenza == nil {
			t.Errorf("%s: %+v %v", codice, p, err)
			continue
		}
		r := p.Residenza
		indirizzo := strings.TrimSpace(strings.Join([]string{r.Via, r.Civico, r.Cap, r.Comune, r.Provincia, r.Nazione}, " "))
		avverte := strings.Join(p.Avvertenze, " ")
		if p.Esito != c.esito || indirizzo != c.indirizzo || p.DataDecesso != c.decesso || (c.avverte == "") != (avverte == "") || !strings.Contains(avverte, c.avverte) {
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
	d.Dati.Cognome = ""
	if c := d.criteri(); c["senzaCognome"] != "S" || c["nome"] != "PERSONA 001" || c["senzaNome"] != nil {
		t.Errorf("a person with one name: %v", c)
	} else if _, c := c["cognome"]; c {
		t.Error("an empty surname is sent")
	}
	if _, err := b.Persona(t.Context(), d); errors.Is(err, esterno.ErrRefused) {
		t.Errorf("the register does not take who has one name: %v", err)
	}
	d.Dati.Cognome, d.Dati.Nome = "PROVA", "PERSONA 003"
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

// TestUnTurnoPersoNonChiama: a signature that takes longer than the turn leaves no call under it; the next attempt has a number and a
// turn of its own.
func TestUnTurnoPersoNonChiama(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	b.vie.senza = EServiceC030
	b.numeri.persi = 2
	d := domanda("001")
	var ricordati []string
	d.Ricorda = func(_ context.Context, operazione string) error {
		ricordati = append(ricordati, operazione)
		return nil
	}
	if _, err := b.Persona(t.Context(), d); err != nil || b.registro.Richieste(d.CodiceFiscale) != 1 {
		t.Errorf("%d calls: %v", b.registro.Richieste(d.CodiceFiscale), err)
	}
	if !slices.Equal(ricordati, []string{"20261120100000004"}) {
		t.Errorf("%q: the number under which the call left, and no other", ricordati)
	}
	b.numeri.persi = tentativi
	if _, err := b.Persona(t.Context(), domanda("002")); !errors.Is(err, turno.ErrPerso) || b.registro.Richieste(simulatore.CodicePersona("002", "AAA")) != 0 {
		t.Errorf("%v", err)
	}
}

// TestUnaChiamataFinisceNelSuoTurno: a register that is slower than the turn is left before it ends.
func TestUnaChiamataFinisceNelSuoTurno(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	b.vie.senza = EServiceC030
	b.numeri.dura = 50 * time.Millisecond
	lento := domanda("801")
	inizio := tempo.Adesso()
	if _, err := b.Persona(t.Context(), lento); !errors.Is(err, esterno.ErrUnavailable) || tempo.Adesso().Sub(inizio) > 900*time.Millisecond {
		t.Errorf("%v after %s", err, tempo.Adesso().Sub(inizio))
	}
}

// giornate counts the calls of each service, and ends the day of one.
type giornate struct {
	mu      sync.Mutex
	chieste map[string]int
	finite  map[string]time.Duration
	senza   string
}

func (g *giornate) Prendi(_ context.Context, eService string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if eService == g.senza {
		return problem.Nuovo(problem.TooManyRequests, interrogazione.CodiceQuota, "Quota esaurita", "Riprende dopo mezzanotte.")
	}
	g.chieste[eService]++
	return nil
}

func (g *giornate) Finita(_ context.Context, eService string, riprende time.Duration) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.finite[eService] = riprende
	return nil
}

// TestOgniServizioHaLaSuaGiornata: calls are counted by service, those made again too; a day of C030 that is used up, by our count or by
// the register's, leaves C001 by tax code.
func TestOgniServizioHaLaSuaGiornata(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	g := &giornate{chieste: map[string]int{}, finite: map[string]time.Duration{}}
	con := func(codice string) Domanda { d := domanda(codice); d.Misura = g; return d }
	if _, err := b.Persona(t.Context(), con("499")); err != nil || g.chieste[EServiceC030] != 2 && g.chieste[EServiceC001] != 2 || len(g.chieste) != 2 {
		t.Errorf("%v %v", g.chieste, err)
	}
	prima := g.chieste[EServiceC001]
	g.senza = EServiceC030
	if p, err := b.Persona(t.Context(), con("001")); err != nil || p.Residenza == nil || g.chieste[EServiceC001] != prima+1 {
		t.Errorf("%+v %v %v", p, g.chieste, err)
	}
	g.senza = EServiceC001
	if _, err := b.Persona(t.Context(), con("002")); !problem.Is(err, interrogazione.CodiceQuota) {
		t.Errorf("%v", err)
	}
	finito := apparecchia(t, 1)
	g = &giornate{chieste: map[string]int{}, finite: map[string]time.Duration{}}
	for _, x := range []string{"001", "002"} {
		d := domanda(x)
		d.Misura = g
		_, err := finito.Persona(t.Context(), d)
		if x == "001" && err != nil || x == "002" && !seVuole[*Quota](err) {
			t.Errorf("%s: %v", x, err)
		}
	}
	if len(g.finite) != 2 || g.finite[EServiceC030] != 14*time.Hour || g.finite[EServiceC001] != 14*time.Hour {
		t.Errorf("%v", g.finite)
	}
}

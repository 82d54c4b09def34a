package sessione_test

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

const (
	mai    = time.Hour        // the sessions are read again only when woken
	subito = 10 * time.Second // for what needs no time at all
)

// replica is a process with its own pools and its own streams.
type replica struct {
	servizio *sessione.Servizio
	tenant   *tenant.Directory
	flussi   *sessione.Flussi
	sito     *httptest.Server
}

func (b *banco) replica(t *testing.T, ogni time.Duration) *replica {
	t.Helper()
	p := b.ambiente.Pools(t, "core")
	r := &replica{servizio: sessione.Nuovo(sessione.Store{Pools: p}, 31*time.Minute, b.orologio.Adesso),
		tenant: tenant.NewDirectory(tenant.PlatformSource{Pools: p}, tempo.Adesso)}
	r.flussi = sessione.NuoviFlussi(r.servizio, r.tenant, ogni, slog.New(slog.DiscardHandler))
	r.tenant.OnChange(func([]tenant.Tenant) { r.flussi.Sveglia() })
	if err := r.tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.sito = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		s, trovata, err := r.servizio.Guarda(req.Context(), req.Header.Get("X-Cookie"))
		if err == nil && !trovata {
			err = problem.SenzaCredenziali()
		}
		if err == nil {
			err = r.flussi.Servi(w, req, s)
		}
		if e := problem.As(err); e != nil {
			http.Error(w, e.Codice, e.Kind.Status())
		} else if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}))
	t.Cleanup(func() {
		r.flussi.Chiudi()
		r.sito.Close()
	})
	return r
}

// evento is one event of a stream.
type evento struct {
	nome  string
	corpo struct {
		sessione.Istantanea

		Avvisi []sessione.Avviso `json:"avvisi"`
		Motivo sessione.Fine     `json:"motivo"`
	}
}

func (e evento) avvisi() string {
	var codici []string
	for _, a := range e.corpo.Avvisi {
		codici = append(codici, a.Codice)
	}
	return strings.Join(codici, ",")
}

// ascolto is an open stream; eventi is closed at its end.
type ascolto struct {
	t      *testing.T
	stato  int
	eventi chan evento
	lascia context.CancelFunc
}

func (r *replica) ascolta(t *testing.T, cookie string) *ascolto {
	t.Helper()
	ctx, lascia := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.sito.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Cookie", cookie)
	risposta, err := r.sito.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	a := &ascolto{t: t, stato: risposta.StatusCode, eventi: make(chan evento, 10), lascia: lascia}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		defer close(a.eventi)
		defer risposta.Body.Close()
		var e evento
		for righe := bufio.NewScanner(risposta.Body); righe.Scan(); {
			if nome, c := strings.CutPrefix(righe.Text(), "event: "); c {
				e = evento{nome: nome}
			}
			if dati, c := strings.CutPrefix(righe.Text(), "data: "); c {
				if json.Unmarshal([]byte(dati), &e.corpo) != nil {
					e.nome = "illeggibile " + dati
				}
				a.eventi <- e
			}
		}
	}()
	t.Cleanup(func() {
		lascia()
		for range a.eventi { // lets the reader go
		}
		<-finito
	})
	return a
}

// prossimo is the next event, or the end with an empty name.
func (a *ascolto) prossimo() evento {
	a.t.Helper()
	select {
	case e := <-a.eventi:
		return e
	case <-time.After(subito):
		a.t.Fatal("no event")
		return evento{}
	}
}

// finisce checks that the next event is the last one.
func (a *ascolto) finisce(motivo sessione.Fine) {
	a.t.Helper()
	e := a.prossimo()
	for e.nome == "sessione" {
		e = a.prossimo()
	}
	if e.nome != "fine" || e.corpo.Motivo != motivo {
		a.t.Errorf("event %q, reason %q; want the end, %s", e.nome, e.corpo.Motivo, motivo)
	}
	if dopo := a.prossimo(); dopo.nome != "" {
		a.t.Errorf("after the end: %+v", dopo)
	}
}

func TestFlussoCominciaConLoStatoIntero(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	b.orologio.Avanza(10 * time.Minute)
	e := b.replica(t, mai).ascolta(t, cookie).prossimo()
	if e.nome != "sessione" || e.corpo.Operatore.Username != "mario" || e.corpo.Connessione != "alfa" ||
		e.corpo.RepartoInserimento != "PL01" || e.corpo.ScadeTraSecondi != 21*60 || len(e.corpo.Avvisi) != 0 {
		t.Errorf("first event %+v", e)
	}
	if resta, _ := b.resta(t, cookie); resta != 21*time.Minute {
		t.Errorf("the stream counts as activity: left %v", resta)
	}
}

func TestFlussoFinisceConLaSessione(t *testing.T) {
	t.Parallel()
	casi := []struct {
		motivo sessione.Fine
		causa  func(t *testing.T, b *banco, cookie string)
	}{
		{sessione.Uscita, func(t *testing.T, b *banco, cookie string) {
			t.Helper()
			s, _, err := b.servizio.Trova(t.Context(), cookie)
			if err == nil {
				err = b.servizio.Esci(sessione.Con(t.Context(), s))
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
		{sessione.Bloccata, func(t *testing.T, b *banco, _ string) {
			t.Helper()
			b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'mario'`)
		}},
		{sessione.Chiusa, func(t *testing.T, b *banco, _ string) {
			t.Helper()
			b.chiudiDi(t, "mario")
		}},
		{sessione.Scaduta, func(_ *testing.T, b *banco, _ string) { b.orologio.Avanza(31 * time.Minute) }},
		{sessione.Scaduta, func(t *testing.T, b *banco, _ string) { // and somebody logs in, which clears it away
			t.Helper()
			b.orologio.Avanza(31 * time.Minute)
			b.apri(t)
		}},
	}
	for _, c := range casi {
		t.Run(string(c.motivo), func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			cookie := b.apri(t)
			altrove := b.replica(t, mai) // another process than the one that acts
			uno, due := altrove.ascolta(t, cookie), altrove.ascolta(t, cookie)
			uno.prossimo()
			due.prossimo()
			c.causa(t, b, cookie)
			altrove.flussi.Sveglia()
			uno.finisce(c.motivo)
			due.finisce(c.motivo)
			testkit.Attendi(t, subito, "the streams to be let go", func() bool { return altrove.flussi.Aperti() == 0 })
			if dopo := altrove.ascolta(t, cookie); dopo.stato != http.StatusUnauthorized {
				t.Errorf("a stream of an ended session: %d", dopo.stato)
			}
		})
	}
}

func TestFlussoDiceOgniCambiamento(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	r := b.replica(t, mai)
	a := r.ascolta(t, cookie)
	a.prossimo()
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET ruoli = '{UFFICIO}' WHERE username = 'mario'`)
	r.flussi.Sveglia()
	if e := a.prossimo(); !slices.Equal(e.corpo.Operatore.Ruoli, []string{"UFFICIO"}) {
		t.Errorf("after a change of roles: %+v", e)
	}
	b.orologio.Avanza(26 * time.Minute)
	r.flussi.Sveglia()
	if e := a.prossimo(); e.avvisi() != "SCADENZA_VICINA" || e.corpo.ScadeTraSecondi != 300 {
		t.Errorf("five minutes before the end: %+v", e)
	}
	if !b.viva(t, cookie) { // the operator does something in another tab
		t.Fatal("expired")
	}
	r.flussi.Sveglia()
	if e := a.prossimo(); e.avvisi() != "" || e.corpo.ScadeTraSecondi != 31*60 {
		t.Errorf("after an activity: %+v", e)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := r.tenant.Refresh(t.Context()); err != nil { // as a fact of the platform does: it wakes the streams
		t.Fatal(err)
	}
	if e := a.prossimo(); e.avvisi() != "TENANT_SOSPESO" {
		t.Errorf("after the suspension: %+v", e)
	}
}

func TestFlussoRileggeDaSolo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	r := b.replica(t, 10*time.Millisecond)
	a := r.ascolta(t, b.apri(t))
	a.prossimo()
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'mario'`)
	a.finisce(sessione.Bloccata)
}

func TestFlussiSonoLimitatiESiLasciano(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	r := b.replica(t, mai)
	var aperti []*ascolto
	for range 8 {
		a := r.ascolta(t, cookie)
		a.prossimo()
		aperti = append(aperti, a)
	}
	if a := r.ascolta(t, cookie); a.stato != http.StatusTooManyRequests {
		t.Errorf("the ninth stream of a session: %d", a.stato)
	}
	if a := r.ascolta(t, b.apri(t)); a.stato != http.StatusOK {
		t.Errorf("the first stream of another session: %d", a.stato)
	}
	aperti[0].lascia()
	testkit.Attendi(t, subito, "the stream to be let go", func() bool { return r.flussi.Aperti() == 8 })
	if a := r.ascolta(t, cookie); a.stato != http.StatusOK {
		t.Errorf("after one has gone: %d", a.stato)
	}
	r.flussi.Chiudi() // the service stops
	if e := aperti[1].prossimo(); e.nome != "" {
		t.Errorf("at the stop: %+v", e)
	}
	testkit.Attendi(t, subito, "all streams to be let go", func() bool { return r.flussi.Aperti() == 0 })
}

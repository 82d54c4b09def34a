package app

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

type elenco struct {
	ID, Stato, Detto string
	Totale, Fatti    int
	Voci             []struct {
		CodiceFiscale, Stato, Errore string
		Domicili                     []domicilio.Domicilio
	}
}

func TestUnElencoDiDomicili(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	ufficio := b.ufficio(t, "alfa")
	codici := []string{persona("001"), persona("404"), persona("532"), persona("001")}
	w := b.chiede(t, rottaDomicili, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted)
	dove := w.Header().Get("Location")
	var e elenco
	testkit.Attendi(t, attesa, "the list", func() bool {
		e = risposta[elenco](t, b.chiede(t, dove, ufficio, "", http.StatusOK))
		return e.Stato == "COMPLETATO_CON_ERRORI"
	})
	if e.Totale != 3 || e.Fatti != 3 || len(e.Voci[0].Domicili) != 1 || e.Voci[1].Stato != "OK" || len(e.Voci[1].Domicili) != 0 || e.Voci[2].Stato != "ERRORE_DEFINITIVO" || e.Voci[2].Errore == "" {
		t.Errorf("%+v", e)
	}
	b.chiede(t, dove, b.firma(t, claims("altro.alfa", "alfa", auth.RuoloUfficio)), "", http.StatusNotFound)
	b.chiede(t, dove, b.ufficio(t, "beta"), "", http.StatusNotFound)
	b.chiede(t, rottaDomicili+"/1", ufficio, "", http.StatusNotFound)
	for _, male := range [][]string{{}, make([]string, 1001), {"XX"}} {
		b.chiede(t, rottaDomicili, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": male})), http.StatusBadRequest)
	}
}

// incarica publishes a work message; each call is a delivery of its own, also under the same ce-id.
func (b *banco) incarica(t *testing.T, lavoro event.Corpo, ceID string) {
	t.Helper()
	m := nats.NewMsg(lavoro.Soggetto("alfa"))
	m.Header["ce-id"] = []string{ceID}
	var err error
	if m.Data, err = json.Marshal(lavoro); err != nil {
		t.Fatal(err)
	}
	if _, err := b.core.JS.PublishMsg(t.Context(), m, jetstream.WithMsgID(uuid.NewString())); err != nil {
		t.Fatal(err)
	}
}

// fatti are the facts of a kind that have left for a tenant, or are about to: what was published is counted where it stays.
func (b *banco) fatti(t *testing.T, soggetto string) (corpi []string) {
	t.Helper()
	flusso, err := b.core.JS.Stream(t.Context(), bus.StreamFacts)
	if err != nil {
		t.Fatal(err)
	}
	info, err := flusso.Info(t.Context(), jetstream.WithSubjectFilter(soggetto))
	if err != nil {
		t.Fatal(err)
	}
	for range info.State.Subjects[soggetto] {
		corpi = append(corpi, soggetto)
	}
	if len(corpi) > 0 {
		m, err := flusso.GetLastMsgForSubject(t.Context(), soggetto)
		if err != nil {
			t.Fatal(err)
		}
		corpi[len(corpi)-1] = string(m.Data)
	}
	return corpi
}

// TestCentoPersoneSonoUnElencoDellINAD: the register is asked once for all of them, and its list is fetched when it is ready.
func TestCentoPersoneSonoUnElencoDellINAD(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	ufficio := b.ufficio(t, "alfa")
	b.domicilio(t, ufficio, oggetto{"codiceFiscale": simulatore.CodicePersona("001", "AAA")}, http.StatusOK)
	var codici []string
	for i := range 120 {
		codici = append(codici, simulatore.CodicePersona([]string{"001", "404"}[i%2], "A"+string(rune('A'+i/26))+string(rune('A'+i%26))))
	}
	dove := b.chiede(t, rottaDomicili, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted).Header().Get("Location")
	leggi := func() elenco { return risposta[elenco](t, b.chiede(t, dove, ufficio, "", http.StatusOK)) }
	testkit.Attendi(t, attesa, "the register to have the list", func() bool { return leggi().Detto == "L'INAD sta preparando l'elenco." })
	if e := leggi(); e.Fatti != 1 {
		t.Errorf("only the person of whom there is an answer of today is done: %d", e.Fatti)
	}
	testkit.Attendi(t, attesa, "the list", func() bool {
		b.orologio.Avanza(5 * time.Minute)
		return leggi().Stato == "COMPLETATO"
	})
	e := leggi()
	if e.Fatti != 120 || len(e.Voci[0].Domicili) != 1 || len(e.Voci[1].Domicili) != 0 || len(e.Voci[118].Domicili) != 1 {
		t.Errorf("%+v", e)
	}
	for _, cf := range codici[1:] {
		if n := b.inad.Richieste(cf); n != 0 {
			t.Fatalf("%s was asked for alone %d times", cf, n)
		}
	}
	if n := b.inad.Richieste("ELENCO"); n != 1 {
		t.Errorf("%d lists were asked for", n)
	}
}

// TestUnElencoCheNonServeVaUnoAUno: the register's list speaks of a stranger, so its persons are asked for one by one; one of whom no
// usable answer comes fails alone, and no second list is asked for.
func TestUnElencoCheNonServeVaUnoAUno(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	ufficio := b.ufficio(t, "alfa")
	codici := []string{persona("602"), persona("532")}
	for i := range 100 {
		codici = append(codici, simulatore.CodicePersona("404", "A"+string(rune('A'+i/26))+string(rune('A'+i%26))))
	}
	dove := b.chiede(t, rottaDomicili, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted).Header().Get("Location")
	leggi := func() elenco { return risposta[elenco](t, b.chiede(t, dove, ufficio, "", http.StatusOK)) }
	testkit.Attendi(t, attesa, "the register to have the list", func() bool { return leggi().Detto == "L'INAD sta preparando l'elenco." })
	testkit.Attendi(t, attesa/2, "the list", func() bool {
		b.orologio.Avanza(5 * time.Minute)
		return leggi().Stato == "COMPLETATO_CON_ERRORI"
	})
	if e := leggi(); e.Fatti != len(codici) || e.Voci[0].Stato != "OK" || e.Voci[1].Stato != "ERRORE_DEFINITIVO" || e.Voci[101].Stato != "OK" {
		t.Errorf("%+v", e)
	}
	if n := b.inad.Richieste("ELENCO"); n != 1 {
		t.Errorf("%d lists were asked for", n)
	}
}

func TestIlLavoroDiUnDomicilio(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	lavoro := event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}
	if !b.inad.Comanda(simulatore.Controllo{Modo: "errore", Volte: 3}) {
		t.Fatal("no such mode")
	}
	for range 3 { // three deliveries of one message, and a second message about the same person
		b.incarica(t, lavoro, "uno")
	}
	b.incarica(t, lavoro, "due")
	const soggetto = "fatti.alfa.domicilio.esito"
	testkit.Attendi(t, attesa, "the facts", func() bool { return len(b.fatti(t, soggetto)) == 2 })
	var fatto event.DomicilioEsito
	atteso := event.DomicilioEsito{IDVerbale: lavoro.IDVerbale, IDPosizione: lavoro.IDPosizione, Esito: "TROVATO"}
	err := json.Unmarshal([]byte(b.fatti(t, soggetto)[1]), &fatto)
	if atteso.IDDomicilio = fatto.IDDomicilio; err != nil || fatto != atteso || fatto.IDDomicilio == "" {
		t.Errorf("%+v %v", fatto, err)
	}
	if n := b.inad.Richieste(persona("001")); n != 4 {
		t.Errorf("asked %d times: three failures and the answer", n)
	}
	b.incarica(t, event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: uuid.NewString()}, "tre")
	testkit.Attendi(t, attesa, "the dead letter", func() bool { return b.morto(t, "domicilio") != "" })
}

package send

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// vie gives the vouchers of the tests.
type vie struct {
	*modi.Piattaforma
	destinatario string
	chiamate     []pdnd.Call
}

func (v *vie) Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	v.chiamate = append(v.chiamate, call)
	return do(ctx, v.Voucher(v.destinatario))
}

const (
	chiave        = "chiave-di-prova"
	chiaveVoucher = "chiave-con-voucher"
	mittente      = "01199250158"
)

// banco is a client on a simulated SEND, through a server in whose answers a test may put its hand.
type banco struct {
	*Client
	t        *testing.T
	send     *simulato.Simulatore
	orologio *tempo.Orologio
	opzioni  esterno.Options
	numero   int

	mu    sync.Mutex
	mano  func(r *http.Request, w *httptest.ResponseRecorder) // changes an answer; nil: none
	viste []*http.Request
	corpo []byte // of the latest request
}

// altera sets the function that changes the next answers; nil removes it.
func (b *banco) altera(mano func(r *http.Request, w *httptest.ResponseRecorder)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mano = mano
}

// ultimo is the body of the latest request.
func (b *banco) ultimo() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.corpo)
}

// ricevute are the requests so far.
func (b *banco) ricevute() []*http.Request {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.viste)
}

func apparecchia(t *testing.T, cambia ...func(*simulato.Opzioni, *esterno.Options, *Accesso)) *banco {
	t.Helper()
	orologio := tempo.Fisso(time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC))
	b := &banco{t: t, orologio: orologio}
	o := simulato.Opzioni{Adesso: orologio.Adesso, Enti: []simulato.Ente{{Chiave: chiave, CodiceFiscale: mittente}, {Chiave: chiaveVoucher, Pdnd: true}}}
	b.opzioni = esterno.Options{Now: orologio.Adesso, Deadline: 20 * time.Second, AttemptDeadline: 2 * time.Second, Backoff: time.Millisecond,
		BackoffLimit: 2 * time.Millisecond}
	a := Accesso{Chiave: func() (string, error) { return chiave, nil }}
	for _, f := range cambia {
		f(&o, &b.opzioni, &a)
	}
	s, err := simulato.Nuovo(o)
	if err != nil {
		t.Fatal(err)
	}
	b.send = s
	vero := s.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		corpo, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(corpo))
		b.mu.Lock()
		b.viste, b.corpo = append(b.viste, r), corpo
		mano := b.mano
		b.mu.Unlock()
		if mano == nil {
			vero.ServeHTTP(w, r)
			return
		}
		finto := httptest.NewRecorder()
		vero.ServeHTTP(finto, r)
		mano(r, finto)
		for k, v := range finto.Header() {
			if k != "Content-Length" {
				w.Header()[k] = v
			}
		}
		w.WriteHeader(finto.Code)
		_, _ = w.Write(finto.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	b.opzioni.BaseURL = server.URL + "/send"
	if b.Client, err = Nuovo(b.opzioni, a, Versioni{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func chi() Chi { return Chi{Tenant: "alfa", Attore: "operatore.alfa", Motivo: "NOTIFICA_VERBALE"} }

// atto is a file that begins as a PDF does.
func atto(testo string) []byte { return []byte("%PDF-1.4\n" + testo + "\n%%EOF\n") }

// carica places and uploads a file.
func (b *banco) carica(contenuto []byte) parole.Allegato {
	b.t.Helper()
	p := parole.Precarico{Indice: "atto", ContentType: parole.TipoPDF, SHA256: Impronta(contenuto)}
	posti, err := b.Precarica(b.t.Context(), chi(), []parole.Precarico{p})
	if err != nil {
		b.t.Fatal(err)
	}
	versione, err := b.Carica(b.t.Context(), chi(), p, posti["atto"], contenuto)
	if err != nil {
		b.t.Fatal(err)
	}
	return parole.Allegato{Impronta: parole.Impronta{SHA256: p.SHA256}, ContentType: parole.TipoPDF,
		Dove: parole.Collocazione{Chiave: posti["atto"].Chiave, Versione: versione}}
}

// richiesta is a good request to whom a scenario chooses.
func (b *banco) richiesta(codice string) parole.Richiesta {
	b.t.Helper()
	b.numero++
	return parole.Richiesta{Protocollo: fmt.Sprintf("PL-2026-%d", b.numero), Token: fmt.Sprintf("t-%d", b.numero), Oggetto: "Verbale V/1/2026",
		Mittente: "Comune di Esempio", CodiceMittente: mittente, Tassonomia: "010101P", Tariffa: parole.TariffaFissa, Integrazione: parole.IntegrazioneNessuna,
		Carta: parole.Carta890, Destinatari: []parole.Destinatario{{Tipo: parole.PersonaFisica, CodiceFiscale: simulatore.CodicePersona(codice, "AAA"),
			Denominazione: "Persona di Prova", Fisico: &parole.IndirizzoFisico{Indirizzo: "VIA ROMA 1", CAP: "20121", Comune: "MILANO", Provincia: "MI"},
			Pagamenti: []parole.Pagamento{{PagoPA: &parole.PagamentoPagoPA{Avviso: fmt.Sprintf("3020100000000%05d", b.numero), Creditore: "77777777777"}}}}},
		Documenti: []parole.Documento{{Titolo: "Verbale", Indice: "0", Allegato: b.carica(atto(fmt.Sprint("verbale ", b.numero)))}}}
}

// spedisci sends a request and gives its outcome, an hour later.
func (b *banco) spedisci(q parole.Richiesta) parole.StatoRichiesta {
	b.t.Helper()
	p, err := b.Richiedi(b.t.Context(), chi(), q)
	if err != nil {
		b.t.Fatal(err)
	}
	b.orologio.Avanza(time.Hour)
	st, err := b.Stato(b.t.Context(), chi(), p.IDRichiesta)
	if err != nil {
		b.t.Fatal(err)
	}
	return st
}

func (b *banco) flusso(q parole.NuovoFlusso) parole.Flusso {
	b.t.Helper()
	q.Titolo, q.Tipo, q.Gruppi = "verbali", parole.FlussoSequenza, []string{}
	f, err := b.CreaFlusso(b.t.Context(), chi(), q)
	if err != nil {
		b.t.Fatal(err)
	}
	return f
}

package send

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const chiaveEnte = "chiave-di-prova"

// banco is a SEND behind real HTTP, with a clock that moves when told to.
type banco struct {
	*Simulatore
	t        *testing.T
	url      string
	http     *http.Client
	orologio *tempo.Orologio
	numero   int
}

func apparecchia(t *testing.T, cambia ...func(*Opzioni)) *banco {
	t.Helper()
	orologio := tempo.Fisso(time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC))
	o := Opzioni{Adesso: orologio.Adesso, Enti: []Ente{{Chiave: chiaveEnte, CodiceFiscale: "01199250158"}}}
	for _, f := range cambia {
		f(&o)
	}
	s, err := Nuovo(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() { server.Close(); _ = s.Close() })
	return &banco{Simulatore: s, t: t, url: server.URL, http: server.Client(), orologio: orologio}
}

// scambio is what came back.
type scambio struct {
	stato   int
	testate http.Header
	corpo   []byte
}

func (b *banco) manda(metodo, indirizzo string, corpo []byte, testate map[string]string) scambio {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), metodo, indirizzo, bytes.NewReader(corpo))
	if err != nil {
		b.t.Fatal(err)
	}
	for k, v := range testate {
		req.Header.Set(k, v)
	}
	resp, err := b.http.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	letto, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return scambio{resp.StatusCode, resp.Header, letto}
}

// chiama calls the API and holds the answer to its form.
func (b *banco) chiama(metodo, percorso string, corpo any, stato int, forma string) scambio {
	b.t.Helper()
	var scritto []byte
	if corpo != nil {
		var err error
		if scritto, err = json.Marshal(corpo); err != nil {
			b.t.Fatal(err)
		}
	}
	r := b.manda(metodo, b.url+"/send"+percorso, scritto, map[string]string{"x-api-key": chiaveEnte, "Content-Type": "application/json"})
	if r.stato != stato {
		b.t.Fatalf("%s %s: %d, want %d: %s", metodo, percorso, r.stato, stato, r.corpo)
	}
	if forma != "" {
		if err := Conforme(forma, r.corpo); err != nil {
			b.t.Fatalf("%s %s is no %s: %v\n%s", metodo, percorso, forma, err, r.corpo)
		}
	}
	return r
}

func impronta(corpo []byte) string {
	somma := sha256.Sum256(corpo)
	return base64.StdEncoding.EncodeToString(somma[:])
}

func uno(somma string) []parole.Precarico {
	return []parole.Precarico{{Indice: "0", ContentType: parole.TipoPDF, SHA256: somma}}
}

// carica uploads a file as it should be.
func (b *banco) carica(corpo []byte) parole.Allegato {
	b.t.Helper()
	var posti []parole.Posto
	leggi(b.t, b.chiama("POST", "/delivery/attachments/preload", uno(impronta(corpo)), 200, "posti"), &posti)
	r := b.manda(posti[0].Metodo, posti[0].Indirizzo, corpo, perCarico(posti[0], impronta(corpo)))
	if r.stato != 200 || r.testate.Get("X-Amz-Version-Id") == "" {
		b.t.Fatalf("upload: %d %s", r.stato, r.corpo)
	}
	return parole.Allegato{Impronta: parole.Impronta{SHA256: impronta(corpo)}, ContentType: parole.TipoPDF,
		Dove: parole.Collocazione{Chiave: posti[0].Chiave, Versione: r.testate.Get("X-Amz-Version-Id")}}
}

func perCarico(p parole.Posto, somma string) map[string]string {
	return map[string]string{"Content-Type": parole.TipoPDF, "x-amz-meta-secret": p.Segreto, "x-amz-checksum-sha256": somma}
}

func leggi(t *testing.T, r scambio, v any) {
	t.Helper()
	if err := json.Unmarshal(r.corpo, v); err != nil {
		t.Fatalf("%v: %s", err, r.corpo)
	}
}

// richiesta is a good request to whom a scenario chooses.
func (b *banco) richiesta(codice string) parole.Richiesta {
	b.t.Helper()
	b.numero++
	return parole.Richiesta{Protocollo: fmt.Sprintf("PL-2026-%d", b.numero), Token: fmt.Sprintf("t-%d", b.numero), Oggetto: "Verbale V/1/2026",
		Mittente: "Comune di Esempio", CodiceMittente: "01199250158", Tassonomia: "010101P", Tariffa: parole.TariffaFissa,
		Integrazione: parole.IntegrazioneNessuna, Carta: parole.Carta890,
		Destinatari: []parole.Destinatario{{Tipo: parole.PersonaFisica, CodiceFiscale: simulatore.CodicePersona(codice, "AAA"), Denominazione: "Persona di Prova",
			Fisico: &parole.IndirizzoFisico{Indirizzo: "VIA ROMA 1", CAP: "20121", Comune: "MILANO", Provincia: "MI"},
			Pagamenti: []parole.Pagamento{{PagoPA: &parole.PagamentoPagoPA{Avviso: fmt.Sprintf("3020100000000%05d", 2*b.numero), Creditore: "77777777777"}},
				{PagoPA: &parole.PagamentoPagoPA{Avviso: fmt.Sprintf("3020100000000%05d", 2*b.numero+1), Creditore: "77777777777"}}}}},
		Documenti: []parole.Documento{{Titolo: "Verbale", Indice: "0", Allegato: b.carica(pdf("Verbale", strconv.Itoa(b.numero)))}}}
}

// spedisci sends a request and waits for its outcome.
func (b *banco) spedisci(q parole.Richiesta) parole.StatoRichiesta {
	b.t.Helper()
	var presa parole.Presa
	leggi(b.t, b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa"), &presa)
	b.avanti(time.Hour)
	return b.stato(presa.IDRichiesta)
}

func (b *banco) stato(id string) (st parole.StatoRichiesta) {
	b.t.Helper()
	leggi(b.t, b.chiama("GET", "/delivery/v2.6/requests?notificationRequestId="+url.QueryEscape(id), nil, 200, "statoRichiesta"), &st)
	return st
}

func (b *banco) notifica(iun string) (n parole.Notifica) {
	b.t.Helper()
	leggi(b.t, b.chiama("GET", "/delivery/v2.9/notifications/sent/"+iun, nil, 200, "notifica"), &n)
	return n
}

func (b *banco) avanti(d time.Duration) { b.orologio.Avanza(d) }

// flusso creates a stream that tells everything.
func (b *banco) flusso(cambia ...func(*parole.NuovoFlusso)) (f parole.Flusso) {
	b.t.Helper()
	q := parole.NuovoFlusso{Titolo: "prova", Tipo: parole.FlussoSequenza, Gruppi: []string{}}
	for _, c := range cambia {
		c(&q)
	}
	leggi(b.t, b.chiama("POST", "/delivery-progresses/v2.9/streams", q, 200, "flusso"), &f)
	return f
}

func (b *banco) pagina(f parole.Flusso, dopo string) (eventi []parole.Evento, attesa string) {
	b.t.Helper()
	r := b.chiama("GET", "/delivery-progresses/v2.9/streams/"+f.ID+"/events?lastEventId="+dopo, nil, 200, "eventi")
	leggi(b.t, r, &eventi)
	return eventi, r.testate.Get("Retry-After")
}

// tutto reads a stream to its end.
func (b *banco) tutto(f parole.Flusso) (tutti []parole.Evento) {
	b.t.Helper()
	dopo := ""
	for {
		eventi, attesa := b.pagina(f, dopo)
		if len(eventi) == 0 {
			return tutti
		}
		if attesa != "0" {
			b.t.Errorf("a page with events asks to wait %s", attesa)
		}
		tutti = append(tutti, eventi...)
		dopo = eventi[len(eventi)-1].ID
	}
}

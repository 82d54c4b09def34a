package app_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// esito is the answer of inserisciVerbale.
type esito struct {
	Esito     string `xml:"Body>inserisciVerbaleResponse>esito"`
	IDVerbale string `xml:"Body>inserisciVerbaleResponse>idVerbale"`
	Numero    string `xml:"Body>inserisciVerbaleResponse>numero"`
	Procedura string `xml:"Body>inserisciVerbaleResponse>procedura"`
	Avvisi    []struct {
		NumeroAvviso string `xml:"numeroAvviso"`
		ImportoCent  int64  `xml:"importoCent"`
	} `xml:"Body>inserisciVerbaleResponse>avviso"`
}

func (b *banco) inserisci(t *testing.T, idEsterno, targa string) esito {
	t.Helper()
	return b.manda(t, inserimento(idEsterno, targa, ""))
}

// manda sends an insertion that must be taken in.
func (b *banco) manda(t *testing.T, richiesta string) esito {
	t.Helper()
	stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), richiesta)
	var e esito
	if err := xml.Unmarshal([]byte(testo), &e); err != nil || stato != http.StatusOK {
		t.Fatalf("%d %v: %s", stato, err, testo)
	}
	return e
}

// rispondi answers a look-up as vpn does: the row of its view and the fact, n times.
func (b *banco) rispondi(t *testing.T, idVerbale, esito string, volte int) {
	t.Helper()
	pools := b.Pools(t, "vpn")
	ctx := tenant.With(context.Background(), b.Tenant("alfa"))
	database, err := pools.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.Must(uuid.NewV7())
	tipo, motivo := "PERSONA", ""
	if esito != event.IndagineTrovata {
		tipo, motivo = "", "targa sconosciuta"
	}
	if err := database.Transaction(ctx, func(tx *db.Tx) error {
		return tx.Exec(`INSERT INTO indagine (id, verbale, esito, motivo, tipo, codice_fiscale, cognome, nome, sesso, data_nascita, luogo_nascita,
				indirizzo, civico, cap, comune, provincia, nazione, marca, modello, rete, quando)
			VALUES (?, ?, ?, ?, ?, 'RSSMRA80A01H501U', 'ROSSI', 'MARIO', 'M', '1980-01-01', 'Roma', 'Via Garibaldi', '15', '48121', 'Ravenna', 'RA', 'IT',
				'Fiat', 'Panda', 'motorizzazione', now())`, id, idVerbale, esito, motivo, tipo).Error
	}); err != nil {
		t.Fatal(err)
	}
	corpo, err := json.Marshal(event.IndagineEsito{IDIndagine: id.String(), IDVerbale: idVerbale, Esito: esito})
	if err != nil {
		t.Fatal(err)
	}
	for range volte {
		if _, err := b.bus.JS.Publish(ctx, "fatti.alfa.indagine.esito", corpo); err != nil {
			t.Fatal(err)
		}
	}
}

func (b *banco) verbale(t *testing.T, id, token string) map[string]any {
	t.Helper()
	r, testo := b.chiedi(t, "GET /ElaborazioneService/rest/VerbaliRestService/verbali/"+id, token, nil)
	var v map[string]any
	if err := json.Unmarshal(testo, &v); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%d %v: %s", r.StatusCode, err, testo)
	}
	return v
}

func TestDallaTargaAllAtto(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	ufficio := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)

	e := b.inserisci(t, "EST-1", "ab 123-cd")
	if e.Esito != "INSERITO" || e.Procedura != "INTESTATARIO_RICHIESTO" || e.Numero != "1" || len(e.Avvisi) != 2 {
		t.Fatalf("inserimento: %+v", e)
	}
	if e.Avvisi[0].ImportoCent*10 != e.Avvisi[1].ImportoCent*7 {
		t.Errorf("importi: %+v", e.Avvisi)
	}
	b.rispondi(t, e.IDVerbale, event.IndagineTrovata, 3)
	testkit.Attendi(t, 20*time.Second, "the act", func() bool { return b.verbale(t, e.IDVerbale, ufficio)["procedura"] == "ATTO_GENERATO" })

	r, pdf := b.chiedi(t, "GET /rest/VerbaliRestService/verbali/"+e.IDVerbale+"/pdf", ufficio, nil)
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(string(pdf), "%PDF-") || r.Header.Get("Content-Type") != "application/pdf" {
		t.Fatalf("pdf: %d %.200s", r.StatusCode, pdf)
	}
	v := b.verbale(t, e.IDVerbale, ufficio)
	if d, _ := v["documenti"].([]any); len(d) != 2 {
		t.Errorf("documenti: %v", v["documenti"])
	}
	if testo := fmt.Sprint(v); !strings.Contains(testo, "RSSMRA80A01H501U") {
		t.Errorf("manca l'intestatario: %s", testo)
	}
}

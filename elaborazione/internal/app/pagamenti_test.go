package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

const pagamenti = "/ElaborazioneService/rest/VerbaliRestService/pagamenti"

// cassa registers payments and reads fines as an operator does.
type cassa struct {
	*banco
	chi string
}

// versa posts a payment and reads the answer, which must be the contract's.
func (s *cassa) versa(t *testing.T, corpo string) (int, []byte) {
	t.Helper()
	r, risposta := s.chiedi(t, "POST "+pagamenti, s.chi, []byte(corpo), "Content-Type", "application/json")
	s.conforme(t, r, []byte(corpo), risposta)
	return r.StatusCode, risposta
}

func versamento(avviso string, cent int64, riferimento string) string {
	return fmt.Sprintf(`{"numeroAvviso":%q,"importoCent":%d,"data":%q,"canale":"PAGOPA","riferimento":%q,"pagatore":"BIANCHI ANNA"}`,
		avviso, cent, tempo.Oggi(), riferimento)
}

func TestPagamenti(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	e := b.inserisci(t, "PAG-1", "AB125CD")
	s := &cassa{b, b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore)}
	fatti, err := b.bus.Conn.SubscribeSync("fatti.alfa.pagamento.ricevuto")
	if err != nil {
		t.Fatal(err)
	}
	avviso, intero := e.Avvisi[0].NumeroAvviso, e.Avvisi[0].ImportoCent

	corpo := versamento(avviso, 1000, "R-1")
	stato, prima := s.versa(t, corpo)
	if vuole := fmt.Sprintf(`{"esito":"PARZIALE","residuoCent":%d,"eccedenzaCent":0}`, intero-1000); stato != http.StatusCreated || strings.TrimSpace(string(prima)) != vuole {
		t.Fatalf("%d %s, want %s", stato, prima, vuole)
	}
	t.Run("the fact goes out", func(t *testing.T) { fattoUscito(t, fatti, e.IDVerbale) })
	t.Run("the same again: 200 with the first answer", func(t *testing.T) {
		for _, scritto := range []string{"R-1", "r-1", " r-1\u200b", "\ufeffR\u00ad-1"} {
			if stato, testo := s.versa(t, versamento(avviso, 1000, scritto)); stato != http.StatusOK || string(testo) != string(prima) {
				t.Errorf("%q: %d %s", scritto, stato, testo)
			}
		}
	})
	t.Run("a payment kept before references were compared", func(t *testing.T) {
		b.Esegui(t, "elaborazione", "alfa", `UPDATE pagamento SET riferimento = 'r-1'`)
		for _, scritto := range []string{"r-1", "R-1"} {
			if stato, testo := s.versa(t, versamento(avviso, 1000, scritto)); stato != http.StatusOK || string(testo) != string(prima) {
				t.Errorf("%q: %d %s", scritto, stato, testo)
			}
		}
		b.Esegui(t, "elaborazione", "alfa", `UPDATE pagamento SET riferimento = 'R-1'`)
	})
	t.Run("the same with another sum", func(t *testing.T) {
		if stato, testo := s.versa(t, versamento(avviso, 1001, "R-1")); stato != http.StatusConflict || !strings.Contains(string(testo), "PAGAMENTO_DIVERSO") {
			t.Errorf("%d %s", stato, testo)
		}
	})
	t.Run("the rest closes it, and the fine is over", func(t *testing.T) {
		if stato, testo := s.versa(t, versamento(avviso, intero-1000, "R-2")); stato != http.StatusCreated || !strings.Contains(string(testo), `"CHIUSO"`) {
			t.Errorf("%d %s", stato, testo)
		}
	})
	t.Run("more is excess, recorded with an anomaly", func(t *testing.T) {
		if stato, testo := s.versa(t, versamento(avviso, 500, "R-3")); stato != http.StatusCreated || !strings.Contains(string(testo), `"eccedenzaCent":500`) {
			t.Errorf("%d %s", stato, testo)
		}
	})
	t.Run("the whole fine shows it", func(t *testing.T) { mostraDenaro(t, s, e.IDVerbale) })
	t.Run("an imported fine, without plate, place and hour", func(t *testing.T) { mostraImportato(t, s) })
	t.Run("bad questions", func(t *testing.T) { pagamentiCattivi(t, s, avviso, e.IDVerbale) })
	t.Run("the same again once it was taken back", func(t *testing.T) {
		u := &ufficio{b, b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}
		u.deve(t, e.IDVerbale, eventoDi("PAGAMENTO_STORNATO", "", map[string]any{"pagamento": pagamentoDi(t, b, "R-3")}))
		if stato, testo := s.versa(t, versamento(avviso, 500, "R-3")); stato != http.StatusConflict || !strings.Contains(string(testo), "PAGAMENTO_STORNATO") {
			t.Errorf("%d %s", stato, testo)
		}
	})
}

// pagamentoDi is the id of the payment with a reference.
func pagamentoDi(t *testing.T, b *banco, riferimento string) (id string) {
	t.Helper()
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT id::text FROM pagamento WHERE riferimento = $1`, riferimento).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func fattoUscito(t *testing.T, fatti *nats.Subscription, id string) {
	t.Helper()
	m, err := fatti.NextMsg(10 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var f event.PagamentoRicevuto
	if err := json.Unmarshal(m.Data, &f); err != nil || f.IDVerbale != id || f.ImportoCent != 1000 || f.Debito != "PAGATO_PARZIALE" || f.ResiduoCent == 0 {
		t.Errorf("%v %s", err, m.Data)
	}
	if strings.Contains(string(m.Data), "BIANCHI") {
		t.Error("il fatto nomina chi ha pagato")
	}
}

// mostraDenaro reads the fine and its history with two roles, both as the contract says.
func mostraDenaro(t *testing.T, s *cassa, id string) {
	t.Helper()
	lettore := s.token(t, "lettore.alfa", "alfa", auth.RuoloLettura)
	for token, vede := range map[string]bool{s.chi: true, lettore: false} {
		r, testo := s.chiedi(t, "GET "+verbali+id, token, nil)
		s.conforme(t, r, nil, testo)
		var v struct {
			Procedura string           `json:"procedura"`
			Debito    string           `json:"debito"`
			Articoli  []string         `json:"articoli"`
			Conto     map[string]int64 `json:"conto"`
			Pagamenti []map[string]any `json:"pagamenti"`
		}
		if err := json.Unmarshal(testo, &v); err != nil || v.Procedura != "INTESTATARIO_RICHIESTO" || v.Debito != "ECCEDENZA" || len(v.Pagamenti) != 3 ||
			v.Conto["eccedenzaCent"] != 500 || v.Conto["residuoCent"] != 0 || len(v.Articoli) != 1 || v.Articoli[0] != "158" {
			t.Errorf("%v %s", err, testo)
		}
		if strings.Contains(string(testo), "BIANCHI") != vede || strings.Contains(string(testo), "R-1") != vede {
			t.Errorf("vede %t: %s", vede, testo)
		}
		r, testo = s.chiedi(t, "GET "+verbali+id+"/eventi", token, nil)
		s.conforme(t, r, nil, testo)
		if strings.Contains(string(testo), "BIANCHI") || strings.Contains(string(testo), `"R-1"`) != vede {
			t.Errorf("vede %t: %s", vede, testo)
		}
		if !strings.Contains(string(testo), `"significato":"È arrivato un pagamento quando nulla era più dovuto`) || !strings.Contains(string(testo), `"apre":{`) ||
			!strings.Contains(string(testo), `"deciso":{"debito":"ECCEDENZA"}`) {
			t.Errorf("%s", testo)
		}
	}
}

func mostraImportato(t *testing.T, s *cassa) {
	t.Helper()
	id, posizione := uuid.NewString(), uuid.NewString()
	s.Esegui(t, "elaborazione", "alfa", `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione,
			senza_ora, importato, prezzo_cent, residuo_cent)
		VALUES ($1, 2006, 77, 'V', 'IMPORTAZIONE', 'importazione', '', '', '', '', '2006-03-01T00:00:00+01:00', '2006-03-01', '', '',
			'{}', 'NOTIFICATO', 'RIDOTTO', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', true, true, 8000, 8000)`, id)
	s.Esegui(t, "elaborazione", "alfa", `INSERT INTO posizione (id, verbale, ordine, titolo, giorno_zero) VALUES ($1, $2, 1, 'OBBLIGATO', '2006-05-01')`, posizione, id)
	r, testo := s.chiedi(t, "GET "+verbali+id, s.chi, nil)
	s.conforme(t, r, nil, testo)
	for _, parte := range []string{`"senzaOra":true`, `"importato":true`, `"targa":""`, `"residuoCent":8000`, `"articoli":[]`, `"agenti":[]`} {
		if !strings.Contains(string(testo), parte) {
			t.Errorf("manca %s in %s", parte, testo)
		}
	}
}

// pagamentiCattivi: every refusal is a problem of the contract, and names its field.
func pagamentiCattivi(t *testing.T, s *cassa, avviso, id string) {
	t.Helper()
	oggi := tempo.Oggi()
	ignoto, err := pagopa.Componi("11", "0000000009999")
	if err != nil {
		t.Fatal(err)
	}
	corpo := func(chiave string, cent any, data any) string {
		return fmt.Sprintf(`{%s"importoCent":%v,"data":%q,"canale":"PAGOPA","riferimento":"X"}`, chiave, cent, data)
	}
	buona := fmt.Sprintf(`"numeroAvviso":%q,`, avviso)
	for nome, c := range map[string]struct {
		corpo  string
		stato  int
		codice string
		campo  string
	}{
		"no key":               {corpo("", 1, oggi), 400, "DATI_NON_VALIDI", "idVerbale"},
		"two keys":             {corpo(buona+`"idVerbale":"`+id+`",`, 1, oggi), 400, "DATI_NON_VALIDI", "numeroAvviso"},
		"nothing":              {corpo(buona, 0, oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"too much":             {corpo(buona, 1000000001, oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"half a cent":          {corpo(buona, 10.5, oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"beyond every number":  {corpo(buona, "1e400", oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"a text":               {corpo(buona, `"10"`, oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"tomorrow":             {corpo(buona, 1, oggi.AddDays(1)), 400, "DATI_NON_VALIDI", "data"},
		"before the violation": {corpo(buona, 1, oggi.AddDays(-2)), 400, "DATI_NON_VALIDI", "data"},
		"no day":               {corpo(buona, 1, "ieri"), 400, "DATI_NON_VALIDI", "data"},
		"a field that is not":  {corpo(buona+`"sconto":1,`, 1, oggi), 400, "DATI_NON_VALIDI", "sconto"},
		"two sums":             {corpo(buona+`"importoCENT":1,`, 1000, oggi), 400, "DATI_NON_VALIDI", "importoCent"},
		"no JSON":              {`{"importoCent":`, 400, "", ""},
		"an unknown fine":      {corpo(`"idVerbale":"`+uuid.NewString()+`",`, 1, oggi), 404, "NON_TROVATO", ""},
		"a notice mistyped":    {corpo(`"numeroAvviso":"301100000000099900",`, 1, oggi), 400, "DATI_NON_VALIDI", "numeroAvviso"},
		"an unknown notice":    {corpo(`"iuv":"`+ignoto.IUV+`",`, 1, oggi), 404, "NON_TROVATO", ""},
	} {
		t.Run(nome, func(t *testing.T) {
			r, testo := s.chiedi(t, "POST "+pagamenti, s.chi, []byte(c.corpo), "Content-Type", "application/json")
			s.conforme(t, r, []byte(c.corpo), testo)
			if r.StatusCode != c.stato || c.codice != "" && codice(t, r, testo) != c.codice || !strings.Contains(string(testo), c.campo) {
				t.Errorf("%d %s", r.StatusCode, testo)
			}
		})
	}
	for ruolo, stato := range map[string]int{auth.RuoloLettura: 403, auth.RuoloIntegratore: 403, auth.RuoloAgente: 403, "": 401} {
		token := ""
		if ruolo != "" {
			token = s.token(t, "x.alfa", "alfa", ruolo)
		}
		if r, testo := s.chiedi(t, "POST "+pagamenti, token, []byte(corpo(buona, 1, oggi)), "Content-Type", "application/json"); r.StatusCode != stato {
			t.Errorf("%q: %d %s", ruolo, r.StatusCode, testo)
		}
	}
}

// A channel of the caller's own names the payment with its reference, and nobody reads it.
func TestUnCanaleProprioNonSiMostra(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	e := b.inserisci(t, "PAG-CANALE", "AB125CD")
	s := &cassa{b, b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore)}
	proprio := strings.Replace(versamento(e.Avvisi[0].NumeroAvviso, 700, "R-1"), "PAGOPA", "sig.ra bianchi, via segreta", 1)
	for _, vuole := range []int{http.StatusCreated, http.StatusOK} {
		if stato, testo := s.versa(t, proprio); stato != vuole {
			t.Fatalf("%d %s, want %d", stato, testo, vuole)
		}
	}
	if stato, testo := s.versa(t, versamento(e.Avvisi[0].NumeroAvviso, 700, "R-1")); stato != http.StatusCreated {
		t.Errorf("the same reference in another channel is another payment: %d %s", stato, testo)
	}
	for _, ruolo := range []string{auth.RuoloOperatore, auth.RuoloLettura} {
		token := b.token(t, "chiunque", "alfa", ruolo)
		if _, letto := b.chiedi(t, "GET "+verbali+e.IDVerbale, token, nil); strings.Contains(string(letto), "SEGRETA") || !strings.Contains(string(letto), `"canale":"ALTRO"`) {
			t.Errorf("%s reads %s", ruolo, letto)
		}
		_, eventi := b.chiedi(t, "GET "+verbali+e.IDVerbale+"/eventi", token, nil)
		if vede := strings.Contains(string(eventi), "SEGRETA"); vede != (ruolo == auth.RuoloOperatore) {
			t.Errorf("%s reads the event as it was written: %v", ruolo, vede)
		}
	}
}

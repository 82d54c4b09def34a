package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// TestRecapitoIndicato: a letter comes back, the office writes where the person lives now, and the second act is printed
// for the new address; the first is kept.
func TestRecapitoIndicato(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "RECAPITO", 20, `<obbligato><persona><cognome>Verdi</cognome><nome>Luca</nome></persona>`+
		`<indirizzo><via>Via Roma</via><cap>48121</cap><comune>Ravenna</comune></indirizzo></obbligato>`)
	nuovo := map[string]any{"indirizzo": "Via Cavour", "civico": "3", "cap": "48018", "comune": "Faenza", "provincia": "RA"}
	buona := eventoDi("RECAPITO_INDICATO", "", nuovo)
	if stato, e := s.chiede(t, id, s.chi, buona); stato != http.StatusConflict || e.Codice != "TRANSIZIONE_NON_AMMESSA" ||
		!strings.Contains(e.Detail, "serve procedura «non notificabile»") || !strings.Contains(e.Detail, "art. 201 CdS") {
		t.Errorf("before an act: %d %s %s", stato, e.Codice, e.Detail)
	}
	s.deve(t, id, eventoDi("VERBALE_VALIDATO", "", nil))
	stampato := func() bool { return s.verbale(t, id, s.chi)["procedura"] == "ATTO_GENERATO" }
	testkit.Attendi(t, 20*time.Second, "the first act", stampato)
	primo := s.atti(t, id)
	s.deve(t, id, eventoDi("NOTIFICA_AVVIATA", "", map[string]any{"canale": "POSTA"}))
	if e := s.deve(t, id, eventoDi("NOTIFICA_NON_RIUSCITA", "", map[string]any{"motivo": "TRASFERITO"})); e.Procedura != "NON_NOTIFICABILE" {
		t.Fatalf("%+v", e)
	}
	_, azioni := s.chiedi(t, "GET "+verbali+id+"/azioni", s.chi, nil)
	if !strings.Contains(string(azioni), `{"tipo":"RECAPITO_INDICATO","parole":"Indica un altro indirizzo del destinatario","campi":[`) ||
		!strings.Contains(string(azioni), `"dati.indirizzo","tipo":"TESTO","obbligatorio":true`) {
		t.Errorf("no form: %s", azioni)
	}
	for campo, cattivo := range map[string]map[string]any{"dati.indirizzo": con(nuovo, "indirizzo", nil), "dati.cap": con(nuovo, "cap", "480"),
		"dati.nazione": con(nuovo, "nazione", "QQ"), "dati.comune": con(nuovo, "comune", nil), "dati.presso": con(nuovo, "presso", "x")} {
		if stato, e := s.chiede(t, id, s.chi, con(buona, "dati", cattivo)); stato != http.StatusBadRequest || len(e.Errori) != 1 || e.Errori[0].Campo != campo {
			t.Errorf("%s: %d %v", campo, stato, e.Errori)
		}
	}
	if e := s.deve(t, id, buona); e.Procedura != "INTESTATARIO_TROVATO" {
		t.Fatalf("%+v", e)
	}
	testkit.Attendi(t, 20*time.Second, "the second act", stampato)
	if stato, _ := s.chiede(t, id, s.chi, buona); stato != http.StatusOK {
		t.Errorf("the same again: %d", stato)
	}
	secondo := s.atti(t, id)
	if len(secondo["ATTO"]) != 1 || len(secondo["AVVISO_ANONIMO"]) != 1 || len(secondo["SUPERATO"]) != 2 || secondo["ATTO"][0] == primo["ATTO"][0] {
		t.Errorf("%v, then %v", primo, secondo)
	}
	posizioni, _ := s.verbale(t, id, s.chi)["posizioni"].([]any)
	p, _ := posizioni[0].(map[string]any)
	if chi, _ := p["soggetto"].(map[string]any); chi["cognome"] != "Verdi" || chi["indirizzo"] != "Via Cavour" || chi["cap"] != "48018" || chi["nazione"] != "IT" {
		t.Errorf("%v", chi)
	}
	if r, _ := s.chiedi(t, "GET "+verbali+id+"/pdf", s.chi, nil); r.StatusCode != http.StatusOK {
		t.Errorf("the act in force: %d", r.StatusCode)
	}
	s.rivive(t, id)
	conn := s.Collega(t, "elaborazione", "alfa")
	var nomi int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM evento WHERE verbale = $1 AND dati::text ~* 'verdi|cavour|faenza'`, id).Scan(&nomi); err != nil || nomi != 0 {
		t.Errorf("%d events name the person or the address, %v", nomi, err)
	}
	s.deve(t, id, con(eventoDi("NOTIFICA_AVVIATA", "", map[string]any{"canale": "POSTA"}), "idempotenza", "di nuovo"))
}

// atti are the hashes of the documents of a fine by their kind.
func (s *ufficio) atti(t *testing.T, id string) map[string][]string {
	t.Helper()
	tutti := map[string][]string{}
	documenti, _ := s.verbale(t, id, s.chi)["documenti"].([]any)
	for _, x := range documenti {
		d, _ := x.(map[string]any)
		tutti[fmt.Sprint(d["tipo"])] = append(tutti[fmt.Sprint(d["tipo"])], fmt.Sprint(d["sha256"]))
	}
	return tutti
}

// rivive fails unless the events of the fine replay to what the tables hold.
func (s *ufficio) rivive(t *testing.T, id string) {
	t.Helper()
	r, err := archivio.NuovoStore(s.Pools(t, "elaborazione"), tempo.Adesso).RicalcolaUno(tenant.With(t.Context(), s.Tenant("alfa")), uuid.MustParse(id))
	if err != nil || r.Verbali != 1 || len(r.Diversi) > 0 {
		t.Errorf("replay: %v %+v", err, r)
	}
}

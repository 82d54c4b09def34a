package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const esitiPostali = "/ElaborazioneService/rest/VerbaliRestService/esitiPostali"

// TestEsitiPostali: a lot leaves, its outcomes come back as a file, and the fines are served; nobody else sees it.
func TestEsitiPostali(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	ids := b.conAtto(t, chi, 2)
	l, _ := b.lotto(t, "POST "+lotti+"/"+b.aperto(t, chi).ID.String()+"/chiudi", chi, nil, http.StatusOK)
	l = b.completa(t, chi, l)
	oggi := tempo.Oggi().Italiano() // in Rome, as the letters left
	file := []byte("lotto;sequenza;esito;data;ricevuta\n" + l.Nome + ";1;CONSEGNATO;" + oggi + ";281526382192\n" +
		l.Nome + ";2;RIFIUTATO;" + oggi + ";281526382192\n" + l.Nome + ";3;CONSEGNATO;" + oggi + ";281526382192\n")
	manda := func(chi string, corpo []byte, tipo string) (*http.Response, []byte) {
		return b.chiedi(t, "POST "+esitiPostali, chi, corpo, "Content-Type", tipo)
	}
	r, testo := manda(chi, file, "text/csv")
	if r.StatusCode != http.StatusAccepted || !strings.HasPrefix(r.Header.Get("Location"), esitiPostali+"/") {
		t.Fatalf("%d %s %s", r.StatusCode, testo, r.Header.Get("Location"))
	}
	var d esitopostale.Dettaglio
	testkit.Attendi(t, 30*time.Second, "the outcomes", func() bool {
		risposta, corpo := b.chiedi(t, "GET "+r.Header.Get("Location"), chi, nil)
		b.conforme(t, risposta, nil, corpo)
		if err := json.Unmarshal(corpo, &d); err != nil {
			t.Fatal(err)
		}
		return d.Finito != nil
	})
	if d.Stato != verbale.EsitiCompletatiConErrori || d.Righe != (esitopostale.Conteggi{Totale: 3, Applicati: 2, Sconosciuti: 1}) || d.Elementi[0].Linea != 4 {
		t.Fatalf("%+v", d)
	}
	for _, id := range ids {
		if v := b.verbale(t, id, chi); v["procedura"] != "NOTIFICATO" {
			t.Errorf("%s: %v", id, v["procedura"])
		}
	}
	if r, ancora := manda(chi, file, "text/csv"); r.StatusCode != http.StatusAccepted || !strings.Contains(string(ancora), d.ID.String()) {
		t.Errorf("%d %s", r.StatusCode, ancora)
	}
	if r, testo := manda(chi, []byte("lotto;esito\na;b\n"), "text/csv"); r.StatusCode != http.StatusBadRequest || !strings.Contains(string(testo), "sequenza") {
		t.Errorf("%d %s", r.StatusCode, testo)
	}
	if r, _ := manda(chi, file, "application/json"); r.StatusCode != http.StatusUnsupportedMediaType {
		t.Error(r.StatusCode)
	}
	if r, _ := manda(chi, make([]byte, 25<<20+1), "text/csv"); r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(r.StatusCode)
	}
	id := d.ID.String()
	for percorso, vuole := range map[string]int{id + "?stato=BOH": 400, id + "?dimensione=0": 400, id + "?cursore=x": 400, "x": 404} {
		if r, testo := b.chiedi(t, "GET "+esitiPostali+"/"+percorso, chi, nil); r.StatusCode != vuole {
			t.Errorf("%s: %d %s", percorso, r.StatusCode, testo)
		}
	}
	if r, _ := b.chiedi(t, "GET "+r.Header.Get("Location"), b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), nil); r.StatusCode != http.StatusNotFound {
		t.Error(r.StatusCode)
	}
}

// TestDomandaDiEsiti: a file that another module has put into the document store is taken as at the route: the
// same rows, the same refusals, the same bytes once, whichever way they come.
func TestDomandaDiEsiti(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	documenti, err := deposito.DiServizio(t.Context(), b.servizio.Settings.DepositoURL, b.servizio.OnClose)
	if err != nil {
		t.Fatal(err)
	}
	ufficio := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	deposita := func(tenant, testo string) string {
		r, err := documenti.Metti(t.Context(), tenant, []byte(testo), "text/csv")
		if err != nil {
			t.Fatal(err)
		}
		return r.SHA256
	}
	chiede := func(token, sha, tipo string) (event.RispostaEsiti, error) {
		return domanda[event.RispostaEsiti](t, core, event.EsitiCarica, token, event.DomandaEsiti{SHA256: sha, ContentType: tipo, Indirizzo: "192.0.2.7"})
	}
	const buono = "lotto;sequenza;esito\nLOT-alfa-20261120-001;1;IN_VIAGGIO\nLOT-alfa-20261120-001;2;BOH\n"
	sha := deposita("alfa", buono)
	r, err := chiede(ufficio, sha, "text/csv")
	if err != nil || r.Totale != 2 || r.Stato == "" {
		t.Fatalf("%+v %v", r, err)
	}
	if ancora, err := chiede(ufficio, sha, "text/csv"); err != nil || ancora.IDEsito != r.IDEsito {
		t.Errorf("the same bytes again: %+v %v", ancora, err)
	}
	if _, testo := b.chiedi(t, "POST "+esitiPostali, ufficio, []byte(buono), "Content-Type", "text/csv"); !strings.Contains(string(testo), r.IDEsito) {
		t.Errorf("the same bytes at the route: %s", testo)
	}
	var righe int
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE azione = 'ESITI_POSTALI_CARICATI' AND attore = 'ufficio.alfa' AND indirizzo = '192.0.2.7' AND oggetto = $1`, r.IDEsito).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d lines of audit (%v)", righe, err)
	}
	mai := sha256.Sum256([]byte("never stored"))
	diBeta, sbagliato, cp1252 := deposita("beta", buono+"\n"), deposita("alfa", "lotto;esito\na;b\n"), deposita("alfa", "lotto;sequenza;esito;prova\nX;1;IN_VIAGGIO;pi\xf9\n")
	for nome, c := range map[string]struct{ token, sha, tipo, codice, campo string }{
		"a hash that is not in the store":    {ufficio, hex.EncodeToString(mai[:]), "text/csv", "NON_TROVATO", ""},
		"a file of another command":          {ufficio, diBeta, "text/csv", "NON_TROVATO", ""},
		"ours, asked by another command":     {b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), sha, "text/csv", "NON_TROVATO", ""},
		"no hash":                            {ufficio, "../alfa/" + sha, "text/csv", "DATI_NON_VALIDI", "sha256"},
		"the columns of no file of outcomes": {ufficio, sbagliato, "text/csv", "DATI_NON_VALIDI", "lotto"},
		"an empty file":                      {ufficio, deposita("alfa", ""), "text/csv", "RICHIESTA_MALFORMATA", ""},
		"another encoding, not declared":     {ufficio, cp1252, "text/csv", "RICHIESTA_MALFORMATA", ""},
		"another kind of file":               {ufficio, sha, "application/pdf", "TIPO_NON_AMMESSO", ""},
		"more than the route takes":          {ufficio, deposita("alfa", strings.Repeat("x", 25<<20+1)), "text/csv", "CORPO_TROPPO_GRANDE", ""},
		"who reads lots only":                {b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore), sha, "text/csv", "PERMESSO_MANCANTE", ""},
		"without a token":                    {"", sha, "text/csv", "CREDENZIALI_NON_VALIDE", ""},
	} {
		_, err := chiede(c.token, c.sha, c.tipo)
		if !problem.Is(err, c.codice) || c.campo != "" && !slices.ContainsFunc(problem.As(err).Campi, func(x problem.Campo) bool { return x.Campo == c.campo }) {
			t.Errorf("%s: %v, want %s %s", nome, err, c.codice, c.campo)
		}
	}
	if r, err := chiede(ufficio, cp1252, "text/csv; charset=windows-1252"); err != nil || r.Totale != 1 {
		t.Errorf("another encoding, declared: %+v %v", r, err)
	}
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM verbali_v1.esito_postale`).Scan(&righe); err != nil || righe != 2 {
		t.Errorf("%d files are kept (%v)", righe, err)
	}
}

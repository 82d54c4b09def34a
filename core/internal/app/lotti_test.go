package app_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	idAperto = "018f0000-0000-7000-8000-0000000000a1"
	idInCoda = "018f0000-0000-7000-8000-0000000000a2"
	idPronto = "018f0000-0000-7000-8000-0000000000a3"
	lottiWeb = "/CoreService/lotti"
)

// unLotto is a lot as elaborazione has it.
type unLotto struct {
	id, tipo, stato, nome           string
	automatico                      bool
	totale, ok, ripetibili, saltate int
}

// lotto writes, as elaborazione, a lot of alfa.
func (b *banco) lotto(t *testing.T, l unLotto) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto (id, tipo, stato, automatico, nome, creato, creato_da, chiuso, iniziato, finito,
			totale, ok, ripetibili, saltati, lavorato_ms)
		VALUES ($1, $2, $3, $4, $5, '2026-11-20T08:00:00Z', 'ufficio.alfa',
			CASE WHEN $3 <> 'BOZZA' THEN timestamptz '2026-11-20T09:00:00Z' END,
			CASE WHEN $3 NOT IN ('BOZZA', 'ACCODATO') THEN timestamptz '2026-11-20T09:00:01Z' END,
			CASE WHEN $3 LIKE 'COMPLETATO%' THEN timestamptz '2026-11-20T10:00:11Z' END, $6, $7, $8, $9, 10000)`,
		l.id, l.tipo, l.stato, l.automatico, l.nome, l.totale, l.ok, l.ripetibili, l.saltate)
}

// voceDi puts the position of unVerbale into a lot.
func (b *banco) voceDi(t *testing.T, lotto string, ordine any, stato, motivo string) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO voce (id, lotto, tipo, verbale, posizione, ordine, stato, motivo)
		VALUES (gen_random_uuid(), $1, (SELECT tipo FROM lotto WHERE id = $1), $2, $3, $4, $5, $6)`, lotto, idVerbale, idPosizione, ordine, stato, motivo)
}

func TestElencoDeiLotti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.lotto(t, unLotto{id: idAperto, tipo: "POSTALE", stato: "BOZZA", automatico: true})
	b.voceDi(t, idAperto, nil, "IN_ATTESA", "")
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "IN_CORSO", nome: "LOT-alfa-20261120-001", totale: 10, ok: 4})
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(lottiWeb)
	r.mostra(t, "Lotto aperto (Posta)", "1 atto:", "LOT-alfa-20261120-001", "In lavorazione", "20/11/2026 09:00", `href="/CoreService/lotti/nuovo"`,
		`aria-current="page">Lotti`)
	if i, j := strings.Index(r.corpo, idAperto), strings.Index(r.corpo, idInCoda); i < 0 || i > j {
		t.Error("the open lot does not come first")
	}
	for i := range 60 {
		b.lotto(t, unLotto{id: fmt.Sprintf("018f0000-0000-7000-8000-00000001%04d", i), tipo: "PDF", stato: "ANNULLATO", nome: fmt.Sprintf("LOT-%d", i)})
	}
	visti, pagine := map[string]bool{}, 0
	for percorso := lottiWeb; percorso != ""; pagine++ {
		r := n.apri(percorso)
		for _, m := range regexp.MustCompile(`href="/CoreService/lotti/([0-9a-f-]{36})"`).FindAllStringSubmatch(r.corpo, -1) {
			if visti[m[1]] {
				t.Errorf("%s twice", m[1])
			}
			visti[m[1]] = true
		}
		percorso = ""
		if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
			percorso = m[1]
		}
	}
	if len(visti) != 62 || pagine != 2 {
		t.Errorf("%d lots in %d pages, want 62 in 2", len(visti), pagine)
	}
	if r := n.apri(lottiWeb + "?cursore=x"); r.stato != http.StatusBadRequest {
		t.Errorf("a place of no list: %d", r.stato)
	}
	b.dentro(t, "mario").apri(lottiWeb).nasconde(t, "Nuovo lotto")
	b.dentro(t, "luigi").apri(lottiWeb).nasconde(t, "LOT-alfa", idAperto)
}

func TestSchedaDiUnLotto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.lotto(t, unLotto{id: idAperto, tipo: "POSTALE", stato: "BOZZA", automatico: true})
	b.voceDi(t, idAperto, nil, "IN_ATTESA", "")
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "IN_CORSO", nome: "LOT-alfa-20261120-001", totale: 3, ok: 1, saltate: 1})
	b.voceDi(t, idInCoda, 1, "SALTATO", "Il debito è <già> pagato.")
	b.voceDi(t, idInCoda, 2, "OK", "")
	b.voceDi(t, idInCoda, 3, "IN_ATTESA", "")
	ufficio, mario := b.conRuolo(t, auth.RuoloUfficio), b.dentro(t, "mario")
	t.Run("an open lot is closed or given up, after a question", func(t *testing.T) {
		t.Parallel()
		r := ufficio.apri(lottiWeb + "/" + idAperto)
		r.mostra(t, "Lotto aperto (Posta)", "Aperto", "123/2026", "AB123CD", "In attesa", `href="/CoreService/lotti/`+idAperto+`/chiudi"`,
			`href="/CoreService/lotti/`+idAperto+`/annulla"`)
		r.nasconde(t, "hx-trigger", "<progress", "/pausa", "/pacchetto")
		ufficio.apri(lottiWeb+"/"+idAperto+"/chiudi").mostra(t, "Chiudere il lotto?", "1 voce", "comincia la notificazione",
			`method="post"`, `name="comandoAperto" value="alfa"`)
	})
	t.Run("a lot at work is read again by itself and can be read again by hand", func(t *testing.T) {
		t.Parallel()
		r := ufficio.apri(lottiWeb + "/" + idInCoda)
		r.mostra(t, `hx-trigger="avanza, every 30s"`, `data-eventi="/CoreService/lotti/`+idInCoda+`/eventi"`, `data-stato="IN_CORSO"`, `hx-get="/CoreService/lotti/`+idInCoda+`"`, `<progress class="w-100" max="3" value="2"`, "2 di 3 voci", "Aggiorna",
			`action="/CoreService/lotti/`+idInCoda+`/pausa"`, "Il debito è &lt;già&gt; pagato.", "Saltato", "A posto")
		r.nasconde(t, "<già>", "/riprendi", `/chiudi"`)
	})
	t.Run("items of one state", func(t *testing.T) {
		t.Parallel()
		r := ufficio.apri(lottiWeb + "/" + idInCoda + "?stato=SALTATO")
		r.mostra(t, "già", `<option value="SALTATO" selected>`, `hx-get="/CoreService/lotti/`+idInCoda+`?stato=SALTATO"`)
		if n := strings.Count(r.corpo, `id="voce-`); n != 1 {
			t.Errorf("%d items", n)
		}
		for _, q := range []string{"?stato=ALTRO", "?cursore=x"} {
			if r := ufficio.apri(lottiWeb + "/" + idInCoda + q); r.stato != http.StatusBadRequest {
				t.Errorf("%s: %d", q, r.stato)
			}
		}
	})
	t.Run("who only reads has no button", func(t *testing.T) {
		t.Parallel()
		mario.apri(lottiWeb+"/"+idInCoda).nasconde(t, "/pausa", "/annulla")
	})
	t.Run("of another command, or none", func(t *testing.T) {
		t.Parallel()
		luigi := b.dentro(t, "luigi")
		for _, percorso := range []string{idInCoda, "x", uuid.NewString(), idInCoda + "/annulla", idInCoda + "/pacchetto"} {
			if r := luigi.apri(lottiWeb + "/" + percorso); r.stato != http.StatusNotFound {
				t.Errorf("%s: %d", percorso, r.stato)
			}
		}
	})
}

// TestVociAPagine: every item once, in the order of the lot; of a draft in the order of their entry.
func TestVociAPagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.lotto(t, unLotto{id: idAperto, tipo: "POSTALE", stato: "BOZZA"})
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "ANNULLATO", nome: "LOT-1", totale: 120})
	for lotto, ordine := range map[string]string{idAperto: "NULL", idInCoda: "n"} {
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO voce (id, lotto, tipo, verbale, posizione, ordine, stato)
			SELECT gen_random_uuid(), $1, 'PDF', $2, $3, `+ordine+`::integer, 'ANNULLATO' FROM generate_series(1, 120) n`, lotto, idVerbale, idPosizione)
	}
	n := b.conRuolo(t, auth.RuoloUfficio)
	for _, lotto := range []string{idAperto, idInCoda} {
		visti, pagine := map[string]bool{}, 0
		var posti []string
		for percorso := lottiWeb + "/" + lotto; percorso != ""; pagine++ {
			r := n.apri(percorso)
			for _, m := range regexp.MustCompile(`id="voce-([^"]+)">\s*<td>([^<]+)<`).FindAllStringSubmatch(r.corpo, -1) {
				visti[m[1]] = true
				posti = append(posti, m[2])
			}
			percorso = ""
			if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
				percorso = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if len(visti) != 120 || pagine != 3 || lotto == idInCoda && !strings.HasPrefix(strings.Join(posti, " "), "1 2 3 4 5 6 7 8 9 10 11 ") {
			t.Errorf("%s: %d items in %d pages: %s", lotto, len(visti), pagine, posti)
		}
	}
}

func TestComandiDiUnLotto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.unVerbale(t)
	b.lotto(t, unLotto{id: idAperto, tipo: "POSTALE", stato: "BOZZA", automatico: true})
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "IN_CORSO", nome: "LOT-1", totale: 1})
	n := b.conRuolo(t, auth.RuoloUfficio)
	for nome, id := range map[string]string{"chiudi": idAperto, "pausa": idInCoda, "riprendi": idInCoda, "annulla": idInCoda, "riprova": idInCoda} {
		r := n.invia(lottiWeb+"/"+id+"/"+nome, url.Values{})
		if r.stato != http.StatusSeeOther || r.testa.Get("Location") != lottiWeb+"/"+id+"?fatto="+nome {
			t.Errorf("%s: %d %v", nome, r.stato, r.testa)
		}
		if diff := cmp.Diff([]string{fmt.Sprintf(`lotto.%s prova.ufficio alfa {"idLotto":"%s"}`, nome, id)}, e.prendi()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nome, diff)
		}
	}
	n.apri(lottiWeb+"/"+idInCoda+"?fatto=pausa").mostra(t, "Lotto in pausa")
	n.apri(lottiWeb+"/"+idInCoda+"?fatto=%3Cb%3E").nasconde(t, "<b>", "alert-success")

	e.rispondi(problem.Conflitto("LOTTO_IN_ALTRO_STATO", "Il lotto è COMPLETATO."))
	r := n.invia(lottiWeb+"/"+idInCoda+"/pausa", url.Values{})
	if r.stato != http.StatusConflict {
		t.Errorf("in another state: %d", r.stato)
	}
	r.mostra(t, "si può chiedere «Metti in pausa»", `role="alert"`, "In lavorazione")
	e.rispondi(problem.Conflitto("LOTTO_VUOTO", "Il lotto non ha voci: non c'è nulla da chiudere."))
	if r := n.invia(lottiWeb+"/"+idAperto+"/chiudi", url.Values{}); r.stato != http.StatusConflict || !strings.Contains(r.corpo, "nulla da chiudere") {
		t.Errorf("nothing in it: %d", r.stato)
	}
	e.prendi()
	if r := n.apri(lottiWeb + "/" + idInCoda + "/chiudi"); r.stato != http.StatusConflict {
		t.Errorf("a question about what cannot be: %d", r.stato)
	}
	altrove := map[string]string{"Sec-Fetch-Site": "cross-site"}
	if r := n.chiedi(http.MethodPost, lottiWeb+"/"+idAperto+"/chiudi", url.Values{}, altrove); r.stato != http.StatusForbidden {
		t.Errorf("from another site: %d", r.stato)
	}
	if r := b.dentro(t, "luigi").invia(lottiWeb+"/"+idAperto+"/chiudi", url.Values{}); r.stato != http.StatusNotFound {
		t.Errorf("of another command: %d", r.stato)
	}
	if r := b.dentro(t, "mario").invia(lottiWeb+"/"+idAperto+"/chiudi", url.Values{}); r.stato != http.StatusForbidden {
		t.Errorf("without the permission: %d", r.stato)
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %v", chieste)
	}
}

// TestElaborazioneAssente: a command that nobody answers is said in words.
func TestElaborazioneAssente(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.lotto(t, unLotto{id: idAperto, tipo: "POSTALE", stato: "BOZZA", automatico: true})
	r := b.conRuolo(t, auth.RuoloUfficio).invia(lottiWeb+"/"+idAperto+"/chiudi", url.Values{})
	if r.stato != http.StatusServiceUnavailable {
		t.Errorf("status %d", r.stato)
	}
	r.mostra(t, "Un modulo della piattaforma non risponde.")
}

func TestNuovoLotto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(lottiWeb+"/nuovo").mostra(t, `<option value="POSTALE" selected>`, `<option value="PL01">`, `name="procedura" value="ATTO_GENERATO"`, `type="date"`)
	buono := url.Values{"tipo": {"PDF"}, "da": {"2026-03-01"}, "a": {"2026-03-31"}, "reparto": {"PL01"},
		"procedura": {"ATTO_GENERATO", "VALIDATO"}, "conferma": {"si"}}
	r := n.invia(lottiWeb, buono)
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != lottiWeb+"/"+idInCoda+"?fatto=chiudi" {
		t.Fatalf("%d %v\n%s", r.stato, r.testa, r.corpo)
	}
	vuole := `lotto.crea prova.ufficio alfa {"tipo":"PDF","filtro":{"procedura":["ATTO_GENERATO","VALIDATO"],"reparto":"PL01","da":"2026-03-01","a":"2026-03-31"}}`
	if diff := cmp.Diff([]string{vuole}, e.prendi()); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
	con := func(nome, valore string) url.Values {
		v := maps.Clone(buono)
		v.Set(nome, valore)
		return v
	}
	for nome, c := range map[string]struct {
		modulo url.Values
		dice   string
	}{
		"no kind":              {con("tipo", ""), "scegliere posta, SEND, stampa, rettifiche o visure"},
		"a kind that is none":  {con("tipo", "PEC"), "scegliere posta, SEND, stampa, rettifiche o visure"},
		"a day that is none":   {con("da", "2026-02-30"), "non è un giorno"},
		"days the wrong way":   {con("a", "2026-02-01"), "viene prima"},
		"nobody has looked":    {con("conferma", ""), "confermare di aver controllato"},
		"somebody else's text": {con("reparto", `"><script>`), "&lt;script&gt;"},
	} {
		if nome == "somebody else's text" {
			e.rispondi(problem.NonValido(problem.Campo{Campo: "filtro.reparto", Messaggio: "non c'è"}))
		}
		r := n.invia(lottiWeb, c.modulo)
		if r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", nome, r.stato)
		}
		r.mostra(t, c.dice, `value="2026-03-`, `role="alert"`)
		r.nasconde(t, "Il campo ")
		r.nasconde(t, "<script>\"", `"><script>`)
		e.rispondi(nil)
	}
	e.prendi()
	e.rispondi(problem.Conflitto("LOTTO_VUOTO", "Nessun verbale può entrare nel lotto."))
	if r := n.invia(lottiWeb, buono); r.stato != http.StatusConflict || !strings.Contains(r.corpo, "Nessun verbale può entrare nel lotto.") {
		t.Errorf("nothing found: %d", r.stato)
	}
}

func TestPacchettoDiUnLotto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	documenti, err := deposito.DiServizio(t.Context(), b.app.Settings.DepositoURL, b.app.OnClose)
	if err != nil {
		t.Fatal(err)
	}
	b.lotto(t, unLotto{id: idPronto, tipo: "POSTALE", stato: "COMPLETATO", nome: "LOT-alfa-20261120-001", totale: 2, ok: 2})
	b.lotto(t, unLotto{id: idInCoda, tipo: "POSTALE", stato: "IN_CORSO", nome: "LOT-alfa-20261120-002", totale: 2, ok: 1})
	atti := "%PDF-1.7" + strings.Repeat("\n", 100_000) // more than what waits in memory before the answer begins
	for nome, testo := range map[string]string{"pdf/0001.pdf": atti, "index.csv": "lotto;sequenza\n"} {
		x, err := documenti.Metti(t.Context(), "alfa", []byte(testo), "text/plain")
		if err != nil {
			t.Fatal(err)
		}
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) VALUES ($1, $2, $3, $4, 0)`, idPronto, nome, x.SHA256, x.Byte)
	}
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(lottiWeb+"/"+idPronto).mostra(t, "Scarica il pacchetto", "12 voci al minuto", "2 di 2 voci")
	r := n.apri(lottiWeb + "/" + idPronto + "/pacchetto")
	if r.stato != http.StatusOK || r.testa.Get("Content-Type") != "application/zip" ||
		!strings.Contains(r.testa.Get("Content-Disposition"), "LOT-alfa-20261120-001.zip") {
		t.Fatalf("%d %v", r.stato, r.testa)
	}
	z, err := zip.NewReader(bytes.NewReader([]byte(r.corpo)), int64(len(r.corpo)))
	if err != nil {
		t.Fatal(err)
	}
	dentro := map[string]string{}
	for _, f := range z.File {
		x, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		testo, err := io.ReadAll(x)
		if err != nil {
			t.Fatal(err)
		}
		dentro[f.Name] = string(testo)
	}
	if diff := cmp.Diff(map[string]string{"LOT-alfa-20261120-001/pdf/0001.pdf": atti, "LOT-alfa-20261120-001/index.csv": "lotto;sequenza\n"}, dentro); diff != "" {
		t.Errorf("package (-want +got):\n%s", diff)
	}
	var righe int
	if err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE azione = 'PACCHETTO_LETTO'
		AND attore = 'prova.ufficio' AND oggetto = $1`, idPronto).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d lines of audit (%v)", righe, err)
	}
	if r := n.apri(lottiWeb + "/" + idInCoda + "/pacchetto"); r.stato != http.StatusConflict {
		t.Errorf("before it is complete: %d", r.stato)
	}
	if r := b.dentro(t, "mario").apri(lottiWeb + "/" + idPronto + "/pacchetto"); r.stato != http.StatusForbidden {
		t.Errorf("without the permission: %d", r.stato)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE lotto_file SET sha256 = repeat('0', 64) WHERE nome = 'index.csv'`)
	if r := n.apri(lottiWeb + "/" + idPronto + "/pacchetto"); r.stato != http.StatusNotFound || !strings.Contains(r.corpo, "termini di conservazione") {
		t.Errorf("an erased package: %d\n%s", r.stato, r.corpo)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE lotto_file SET sha256 = repeat('1', 64) WHERE nome = 'index.csv'`)
	if r := n.apri(lottiWeb + "/" + idPronto + "/pacchetto"); r.stato != http.StatusServiceUnavailable || r.testa.Get("Content-Disposition") != "" {
		t.Errorf("a part that the store has lost: %d %v", r.stato, r.testa)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE lotto_file SET nome = 'zzz' WHERE nome = 'index.csv'`) // now the last: the answer has begun
	richiesta, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.sito.URL+lottiWeb+"/"+idPronto+"/pacchetto", nil)
	if err != nil {
		t.Fatal(err)
	}
	if risposta, err := n.client.Do(richiesta); err == nil {
		defer risposta.Body.Close()
		if letti, err := io.ReadAll(risposta.Body); err == nil {
			t.Errorf("a package that breaks off looks whole: %d, %d bytes", risposta.StatusCode, len(letti))
		}
	}
}

// segue reads the stream of a lot of the page: a line an event.
func (n *navigatore) segue(t *testing.T, id string) <-chan string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, n.banco.sito.URL+lottiWeb+"/"+id+"/eventi", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	risposta, err := n.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if risposta.StatusCode != http.StatusOK || !strings.HasPrefix(risposta.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("%d %v", risposta.StatusCode, risposta.Header)
	}
	eventi := make(chan string, 10)
	go func() {
		defer close(eventi)
		defer func() { _ = risposta.Body.Close() }()
		for righe := bufio.NewScanner(risposta.Body); righe.Scan(); {
			if dati, ok := strings.CutPrefix(righe.Text(), "data: "); ok {
				eventi <- dati
			}
		}
	}()
	return eventi
}

// TestIlFlussoDiUnLottoFinisceConLaSessione: who is blocked sees no more of a lot from then on.
func TestIlFlussoDiUnLottoFinisceConLaSessione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "IN_CORSO", nome: "LOT-1", totale: 4, ok: 1})
	n := b.conRuolo(t, auth.RuoloUfficio)
	eventi := n.segue(t, idInCoda)
	<-eventi
	var chi string
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT username FROM sessione WHERE username IS NOT NULL`).Scan(&chi); err != nil {
		t.Fatal(err)
	}
	b.blocca(t, chi)
	fine := time.After(5 * time.Second) // less than the minute after which every stream ends
	for {
		select {
		case _, ancora := <-eventi:
			if !ancora {
				return
			}
		case <-fine:
			t.Fatal("the stream outlives its operator")
		}
	}
}

// TestLaPaginaSegueIlLotto: what elaborazione announces is shown at once, without reading the views, in which
// nothing has changed here; the stream is no activity of the operator, goes on over a pause, and ends with the lot.
func TestLaPaginaSegueIlLotto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "IN_CORSO", nome: "LOT-1", totale: 4, ok: 1})
	sua := testkit.Bus(t, b.nats, "elaborazione")
	n := b.conRuolo(t, auth.RuoloUfficio)
	scade := func() (s string) {
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT max(attiva)::text FROM sessione`).Scan(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE sessione SET attiva = attiva - interval '10 minutes'`)
	prima := scade()
	eventi := n.segue(t, idInCoda)
	aspetta := func(dice ...string) {
		t.Helper()
		select {
		case testo := <-eventi:
			for _, d := range dice {
				if !strings.Contains(testo, d) {
					t.Errorf("%q is not in %s", d, testo)
				}
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nothing came")
		}
	}
	aspetta(`"stato":"IN_CORSO"`, "1 di 4 voci", `"fine":false`)
	chiuso := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	annuncia := func(tenant string, a event.AvanzamentoLotto) {
		a.IDLotto, a.Totale, a.Chiuso = idInCoda, 4, &chiuso
		sua.AnnounceLotto(t.Context(), tenant, a)
	}
	annuncia("beta", event.AvanzamentoLotto{Revisione: 9, Stato: "FALLITO"})
	annuncia("alfa", event.AvanzamentoLotto{Revisione: 2, Stato: "IN_CORSO", OK: 3, LavoratoMs: 1500})
	aspetta(`"stato":"IN_CORSO"`, "3 di 4 voci", "2 voci al secondo", `"fine":false`)
	annuncia("alfa", event.AvanzamentoLotto{Revisione: 3, Stato: "IN_PAUSA", OK: 3, LavoratoMs: 1500})
	aspetta(`"stato":"IN_PAUSA"`, `"fine":false`)
	annuncia("alfa", event.AvanzamentoLotto{Revisione: 4, Stato: "ACCODATO", OK: 3, LavoratoMs: 1500}) // somebody else has it go on
	aspetta(`"stato":"ACCODATO"`, `"fine":false`)
	annuncia("alfa", event.AvanzamentoLotto{Revisione: 5, Stato: "FALLITO", OK: 3, LavoratoMs: 1500})
	aspetta(`"stato":"FALLITO"`, `"fine":false`)
	annuncia("alfa", event.AvanzamentoLotto{Revisione: 6, Stato: "COMPLETATO", OK: 4, LavoratoMs: 1500})
	aspetta(`"stato":"COMPLETATO"`, `"fine":true`)
	if _, ancora := <-eventi; ancora {
		t.Error("it goes on")
	}
	if dopo := scade(); dopo != prima {
		t.Errorf("the stream is taken for the operator: %s, %s", prima, dopo)
	}
}

// TestUnLottoCheRiprova: the page says whose failures it tries again, and the button is there where there are any.
func TestUnLottoCheRiprova(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.lotto(t, unLotto{id: idPronto, tipo: "PDF", stato: "COMPLETATO_CON_ERRORI", nome: "LOT-primo", totale: 3, ok: 1, ripetibili: 1})
	b.lotto(t, unLotto{id: idAperto, tipo: "PDF", stato: "COMPLETATO_CON_ERRORI", nome: "LOT-altro", totale: 1})
	b.lotto(t, unLotto{id: idInCoda, tipo: "PDF", stato: "ACCODATO", nome: "LOT-secondo", totale: 1})
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET definitivi = 1 WHERE id = ANY ($1)`, []string{idPronto, idAperto})
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET origine = $1 WHERE id = $2`, idPronto, idInCoda)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(lottiWeb+"/"+idPronto).mostra(t, `action="/CoreService/lotti/`+idPronto+`/riprova"`)
	n.apri(lottiWeb+"/"+idAperto).nasconde(t, "/riprova")
	if r := n.invia(lottiWeb+"/"+idPronto+"/riprova", url.Values{}); r.testa.Get("Location") != lottiWeb+"/"+idInCoda+"?fatto=riprova" {
		t.Errorf("%d %v", r.stato, r.testa)
	}
	e.prendi()
	n.apri(lottiWeb+"/"+idInCoda+"?fatto=riprova").mostra(t, "Riprova 1 voce di", "LOT-primo", "1 errore che non si riprova", "vengono riprovate")
}

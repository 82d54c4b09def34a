package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	esitiWeb = "/CoreService/esitiPostali"
	idEsito  = "018f0000-0000-7000-8000-0000000000e1"
	csvBuono = "lotto;sequenza;esito\nLOT-alfa-20261120-001;1;CONSEGNATO\nLOT-alfa-20261120-001;2;BOH\n"
)

// esito writes, as elaborazione, a file of outcomes of alfa: four rows, of which one is recorded and two wait for a person.
func (b *banco) esito(t *testing.T, id, stato string) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale (id, sha256, byte, stato, caricato, caricato_da, iniziato, motivo, totale, applicati, contraddittori, non_validi)
		VALUES ($1::uuid, 'abc' || $1::text, 1234, $2, '2026-03-03T08:15:00Z', 'posta<b>', '2026-03-03T08:15:01Z',
			CASE WHEN $2 = 'FALLITO' THEN 'Errore interno: il motivo è nel log del servizio.' ELSE '' END, 4, 1, 1, 1)`, id, stato)
}

// unaRiga is a row of idEsito; verbale is nil where it met none.
type unaRiga struct {
	ordine                        int
	stato, celle, colonna, motivo string
	verbale                       any
}

func (b *banco) rigaEsito(t *testing.T, r unaRiga) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale_riga (esito, ordine, linea, celle, stato, colonna, motivo, verbale)
		VALUES ($1, $2::int, $2::int + 1, $3, $4, $5, $6, $7)`, idEsito, r.ordine, r.celle, r.stato, r.colonna, r.motivo, r.verbale)
}

// TestElencoDegliEsitiDellaPosta: the files by page, how far each is, and the form for an operator who may send one.
func TestElencoDegliEsitiDellaPosta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(esitiWeb).mostra(t, "Nessun file da mostrare", "stato=IN_NOTIFICA", `enctype="multipart/form-data"`, `name="comandoAperto" value="alfa"`,
		`aria-current="page">Esiti della posta`, "/ElaborazioneService/rest/VerbaliRestService/esitiPostali")
	b.esito(t, idEsito, "COMPLETATO_CON_ERRORI")
	for i := range 59 {
		b.esito(t, fmt.Sprintf("018f0000-0000-7000-8000-00000002%04d", i), "COMPLETATO")
	}
	r := b.dentro(t, "mario").apri(esitiWeb) // OPERATORE reads only
	r.mostra(t, "Esiti del 03/03/2026 09:15", "posta&lt;b&gt;", "3 di 4", ">2</td>", "Completato")
	r.nasconde(t, "<form method=\"post\" enctype", "campo-file", "posta<b>")
	visti, pagine := map[string]bool{}, 0
	for percorso := esitiWeb; percorso != ""; pagine++ {
		r := n.apri(percorso)
		for _, m := range regexp.MustCompile(`href="/CoreService/esitiPostali/([0-9a-f-]{36})"`).FindAllStringSubmatch(r.corpo, -1) {
			if visti[m[1]] {
				t.Errorf("%s twice", m[1])
			}
			visti[m[1]] = true
		}
		percorso = ""
		if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
			percorso = strings.ReplaceAll(m[1], "&amp;", "&")
		}
	}
	if len(visti) != 60 || pagine != 2 {
		t.Errorf("%d files in %d pages", len(visti), pagine)
	}
	if r := n.apri(esitiWeb + "?cursore=x"); r.stato != http.StatusBadRequest {
		t.Errorf("a cursor that is none: %d", r.stato)
	}
	b.dentro(t, "luigi").apri(esitiWeb).mostra(t, "Nessun file da mostrare")
}

// righeLette are the rows of a page's table as an officer reads them: by the line of the file, the text of the row.
func (r risposta) righeLette() map[string]string {
	righe := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<th scope="row">(\d+)</th>(.*?)</tr>`).FindAllStringSubmatch(r.corpo, -1) {
		testo := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[2], " "))
		righe[m[1]] = strings.Join(strings.Fields(testo), " ")
	}
	return righe
}

// TestChiLeggeUnFileDiEsitiSaCheCosaDecidere: an officer opens a file of the post while it is worked. He finds the rows that wait for
// him, each with its line, what the post wrote and why it was not recorded, and comes from a row to its fine; the other rows
// he finds by their state.
func TestChiLeggeUnFileDiEsitiSaCheCosaDecidere(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.esito(t, idEsito, "IN_CORSO")
	for _, r := range []unaRiga{
		{1, "APPLICATO", `{"lotto":"LOT-alfa-20261120-001","sequenza":"1","esito":"CONSEGNATO","raccomandata":"281526382192"}`, "", "la ricevuta 23L non c'è", idVerbale},
		{2, "CONTRADDITTORIO", `{"documento":"123/2026","esito":"RITIRATO"}`, "dataRitiro", "il verbale era già notificato", idVerbale},
		{3, "NON_VALIDO", `{"lotto":"<script>x"}`, "", "ha 2 celle, la testata ne ha 3", nil},
		{4, "IN_ATTESA", `{}`, "", "", nil},
	} {
		b.rigaEsito(t, r)
	}
	n := b.conRuolo(t, auth.RuoloOperatore)
	pagina := esitiWeb + "/" + idEsito
	dice := func(dove string, righe map[string]string, linea string, parole ...string) {
		t.Helper()
		for _, p := range parole {
			if !strings.Contains(righe[linea], p) {
				t.Errorf("%s: line %s reads %q, without %q", dove, linea, righe[linea], p)
			}
		}
	}

	aspettano := n.apri(pagina).righeLette()
	if len(aspettano) != 2 {
		t.Errorf("rows that wait for a person: %q", aspettano)
	}
	dice("to decide", aspettano, "3", "documento 123/2026", "Contraddice il verbale", "dataRitiro: il verbale era già notificato")
	dice("to decide", aspettano, "4", "Non si legge", "ha 2 celle, la testata ne ha 3", "<script>x")
	n.apri(pagina).nasconde(t, "<script>x")

	verbale := regexp.MustCompile(`<a[^>]* href="([^"]+)"[^>]*>123/2026</a>`).FindStringSubmatch(n.apri(pagina).corpo)
	if verbale == nil {
		t.Fatal("no way from the row to its fine")
	}
	if r := n.apri(verbale[1]); r.stato != http.StatusOK || !strings.Contains(r.corpo, "123/2026") {
		t.Errorf("from the row to its fine: %d", r.stato)
	}

	scritte := n.apri(pagina + "?stato=APPLICATO").righeLette()
	if len(scritte) != 1 {
		t.Errorf("rows that were recorded: %q", scritte)
	}
	dice("recorded", scritte, "2", "LOT-alfa-20261120-001, n. 1, raccomandata 281526382192", "la ricevuta 23L non c'è")
	if righe := n.apri(pagina + "?stato=SCONOSCIUTO").righeLette(); len(righe) != 0 {
		t.Errorf("rows of no known code: %q", righe)
	}
}

// TestChiAttendeUnFileDiEsitiSaAChePuntoE: an officer sees how far a file is and need not ask again while it is worked; when it stops
// the page says why and what to expect.
func TestChiAttendeUnFileDiEsitiSaAChePuntoE(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.esito(t, idEsito, "IN_CORSO")
	n := b.conRuolo(t, auth.RuoloOperatore)
	pagina := esitiWeb + "/" + idEsito
	siRinnova := func() bool { return strings.Contains(n.apri(pagina).corpo, `hx-trigger="every `) }
	n.apri(pagina+"?fatto=ricevuto").mostra(t, "Il file è stato ricevuto", "In lavorazione", "3 di 4 righe", "posta&lt;b&gt;", "abc"+idEsito)
	if !siRinnova() {
		t.Error("the page of a file that is worked waits for its reader")
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE esito_postale SET stato = 'FALLITO', motivo = 'Si è rotto.'`)
	r := n.apri(pagina)
	r.mostra(t, "Fermo per un guasto", "Si è fermato: Si è rotto.", "riprende da dove si era fermato")
	r.nasconde(t, "Aggiorna", "è stato ricevuto")
	if siRinnova() {
		t.Error("the page of a file that has stopped asks again")
	}
}

// TestUnFileDiEsitiSiApreDalSuoComando: a state or a page that is none is refused, and a file of another command is not found.
func TestUnFileDiEsitiSiApreDalSuoComando(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.esito(t, idEsito, "COMPLETATO")
	n := b.conRuolo(t, auth.RuoloOperatore)
	for percorso, vuole := range map[string]int{idEsito: 200, idEsito + "?stato=BOH": 400, idEsito + "?cursore=x": 400, idEsito + "?cursore=99999999999": 400,
		"x": 404, uuid.NewString(): 404} {
		if r := n.apri(esitiWeb + "/" + percorso); r.stato != vuole {
			t.Errorf("%s: %d", percorso, r.stato)
		}
	}
	if r := b.dentro(t, "luigi").apri(esitiWeb + "/" + idEsito); r.stato != http.StatusNotFound {
		t.Errorf("another command's: %d", r.stato)
	}
}

// TestRigheDiUnFilePerPagine: every row once, fifty a page, under the filter that was chosen.
func TestRigheDiUnFilePerPagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.esito(t, idEsito, "COMPLETATO_CON_ERRORI")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO esito_postale_riga (esito, ordine, linea, celle, stato)
		SELECT $1, g, g + 1, '{}', CASE WHEN g % 2 = 0 THEN 'SCONOSCIUTO' ELSE 'RIFIUTATO' END FROM generate_series(1, 120) g`, idEsito)
	n := b.dentro(t, "mario")
	for filtro, vuole := range map[string][2]int{"": {120, 3}, "?stato=RIFIUTATO": {60, 2}} {
		visti, pagine := map[string]bool{}, 0
		for percorso := esitiWeb + "/" + idEsito + filtro; percorso != ""; pagine++ {
			r := n.apri(percorso)
			for _, m := range regexp.MustCompile(`<th scope="row">(\d+)</th>`).FindAllStringSubmatch(r.corpo, -1) {
				if visti[m[1]] {
					t.Errorf("line %s twice", m[1])
				}
				visti[m[1]] = true
			}
			percorso = ""
			if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
				percorso = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if len(visti) != vuole[0] || pagine != vuole[1] {
			t.Errorf("%q: %d rows in %d pages", filtro, len(visti), pagine)
		}
	}
}

// TestUnFileDiEsitiDalBrowser: the file is in the store before elaborazione is asked, for the officer; then comes its page.
func TestUnFileDiEsitiDalBrowser(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	documenti, err := deposito.DiServizio(t.Context(), b.app.Settings.DepositoURL, b.app.OnClose)
	if err != nil {
		t.Fatal(err)
	}
	n := b.conRuolo(t, auth.RuoloUfficio)
	somma := sha256.Sum256([]byte(csvBuono))
	sha := hex.EncodeToString(somma[:])
	for _, c := range []struct{ tipo, codifica, vuole string }{
		{"text/csv", "utf-8", "text/csv; charset=utf-8"},
		{"application/vnd.ms-excel", "windows-1252", "text/csv; charset=windows-1252"}, // what Windows calls a CSV; and the same bytes again
		{"application/pdf", "utf-8", "application/pdf; charset=utf-8"},                 // elaborazione's to refuse
	} {
		r := n.inviaFileDi(c.tipo, esitiWeb, csvBuono, map[string]string{"codifica": c.codifica, "comandoAperto": "alfa"})
		if r.stato != http.StatusSeeOther || r.testa.Get("Location") != esitiWeb+"/"+idEsito+"?fatto=ricevuto" {
			t.Fatalf("%d to %q\n%s", r.stato, r.testa.Get("Location"), r.corpo)
		}
		vuole := `esiti.carica prova.ufficio alfa {"sha256":"` + sha + `","contentType":"` + c.vuole + `","indirizzo":"127.0.0.1"}`
		if chieste := e.prendi(); len(chieste) != 1 || chieste[0] != vuole {
			t.Errorf("asked %q, want %q", chieste, vuole)
		}
	}
	if file, err := documenti.Leggi(t.Context(), "alfa", sha); err != nil || string(file) != csvBuono {
		t.Errorf("the store has %q (%v)", file, err)
	}
	// An operator who only reads, another command chosen meanwhile, another site.
	if r := b.dentro(t, "mario").inviaFile(esitiWeb, csvBuono, map[string]string{"codifica": "utf-8"}); r.stato != http.StatusForbidden {
		t.Errorf("who only reads: %d", r.stato)
	}
	if r := n.inviaFile(esitiWeb, csvBuono, map[string]string{"codifica": "utf-8", "comandoAperto": "beta"}); r.stato != http.StatusConflict {
		t.Errorf("another command: %d", r.stato)
	}
	if r := n.chiedi(http.MethodPost, esitiWeb, nil, map[string]string{"Sec-Fetch-Site": "cross-site"}); r.stato != http.StatusForbidden {
		t.Errorf("another site: %d", r.stato)
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %q", chieste)
	}
}

// TestFileDiEsitiRifiutati: the page comes back with the status of the door and, at the field, what is wrong.
func TestFileDiEsitiRifiutati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.esito(t, idEsito, "COMPLETATO")
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	troppe := problem.Troppe(10 * time.Second)
	troppe.Codice, troppe.Dettaglio = "CARICAMENTI_IN_CORSO", "Si stanno caricando altri file di esiti: riprovare tra poco."
	tanti := make([]problem.Campo, 25)
	for i := range tanti {
		tanti[i] = problem.Campo{Campo: fmt.Sprintf("c%02d", i), Messaggio: "non è una colonna del tracciato"}
	}
	const accanto = `href="#campo-file">File</a>: `
	for regola, c := range map[string]struct {
		err   error
		stato int
		dice  []string
	}{
		"a column":      {problem.CampoNonValido("lotto", "serve lotto con sequenza"), 400, []string{accanto + "colonna «lotto»: serve lotto con sequenza"}},
		"a line":        {problem.CampoNonValido("riga 7", "non si legge dal carattere 3"), 400, []string{accanto + "riga 7: non si legge dal carattere 3"}},
		"several":       {problem.NonValido(tanti[:2]...), 400, []string{accanto + "2 punti", "<li class=\"text-break\">colonna «c01»"}},
		"many":          {problem.NonValido(tanti...), 400, []string{"25 punti", "i primi 20", "colonna «c19»"}},
		"empty":         {problem.Malformata("Il file è vuoto."), 400, []string{accanto + "Il file è vuoto."}},
		"another type":  {problem.TipoNonAmmesso("text/csv in UTF-8 o windows-1252"), 415, []string{accanto + "Il contenuto deve essere text/csv"}},
		"too large":     {problem.TroppoGrande(25 << 20), 413, []string{accanto + "Il file supera 25 MiB"}},
		"others inside": {troppe, 429, []string{"non è stato preso in carico", accanto + "Si stanno caricando altri file"}},
		"another store": {problem.NonTrovato("file nel deposito", "x"), 503,
			[]string{accanto + "Il file non raggiunge chi lo lavora", "Il file non è stato preso in carico."}},
	} {
		e.rispondi(c.err)
		r := n.inviaFile(esitiWeb, csvBuono, map[string]string{"codifica": "windows-1252"})
		if r.stato != c.stato {
			t.Errorf("%s: %d", regola, r.stato)
		}
		r.mostra(t, append(c.dice, `<option value="windows-1252" selected>`, `aria-invalid="true"`, "Esiti del 03/03/2026 09:15")...)
		r.nasconde(t, "colonna «c20»")
		if c.stato == http.StatusTooManyRequests && r.testa.Get("Retry-After") != "10" {
			t.Errorf("come back after %q", r.testa.Get("Retry-After"))
		}
	}
	e.rispondi(nil)
	e.prendi()
	for regola, c := range map[string]struct {
		file, codifica string
		stato          int
		dice           string
	}{
		"an encoding that is none": {csvBuono, "ebcdic", 400, "scegliere UTF-8 o windows-1252"},
		"a byte over the limit":    {strings.Repeat("x", 25<<20+1), "utf-8", 413, accanto + "Il file supera 25 MiB"},
		"far over it":              {strings.Repeat("x", 26<<20), "utf-8", 413, "troppo grande"},
	} {
		r := n.inviaFile(esitiWeb, c.file, map[string]string{"codifica": c.codifica})
		if r.stato != c.stato || !strings.Contains(r.corpo, c.dice) {
			t.Errorf("%s: %d\n%.3000s", regola, r.stato, r.corpo)
		}
	}
	if r := n.chiedi(http.MethodPost, esitiWeb, map[string][]string{"codifica": {"utf-8"}}, map[string]string{"Sec-Fetch-Site": "same-origin"}); r.stato != 400 || !strings.Contains(r.corpo, "scegliere un file CSV") {
		t.Errorf("no file: %d", r.stato)
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %q", chieste)
	}
}

// TestEsitiSenzaElaborazione: nobody answers; the form says so and the file may be sent again.
func TestEsitiSenzaElaborazione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	r := b.conRuolo(t, auth.RuoloUfficio).inviaFile(esitiWeb, csvBuono, map[string]string{"codifica": "utf-8"})
	if r.stato != http.StatusServiceUnavailable {
		t.Errorf("%d", r.stato)
	}
	r.mostra(t, "Forse il file non è stato preso in carico", "Un modulo della piattaforma non risponde")
}

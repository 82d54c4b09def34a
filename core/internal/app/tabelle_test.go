package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

const (
	testataTariffe = "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n"
	testataStrade  = "codice;nome;comuneIstat;localita;ente;validoDa;validoA\n"
)

// conTabelle is core with the tables of the program loaded and the administrators of alfa and beta.
func conTabelle(t *testing.T) *banco {
	t.Helper()
	b := apparecchia(t)
	if _, err := tabella.Nuovo(b.app.Pools, tempo.Adesso).Semina(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.amministratori(t)
	return b
}

// prossimoAnno is the first day of the year after this one: a decree of that day touches no day gone by.
func prossimoAnno() string { return fmt.Sprintf("%d-01-01", tempo.Oggi().Anno()+1) }

func tariffa(codice, dal string, minimo, massimo int) string {
	return fmt.Sprintf("%s;%s;%d;%d;;D.M. di prova;\n", codice, dal, minimo, massimo)
}

// csv asks a REST route with a body of text/csv: "user[@tenant] METHOD /path". It waits for the realm.
func (b *banco) csv(t *testing.T, richiesta, corpo string, testa map[string]string) (r risposta) {
	t.Helper()
	testkit.Attendi(t, 20*time.Second, "the realm to answer over NATS", func() bool {
		r = b.csvUnaVolta(t, richiesta, corpo, testa)
		return r.stato != http.StatusServiceUnavailable
	})
	return r
}

func (b *banco) csvUnaVolta(t *testing.T, richiesta, corpo string, testa map[string]string) risposta {
	t.Helper()
	parti := strings.SplitN(richiesta, " ", 3)
	chi, realm, _ := strings.Cut(parti[0], "@")
	req, err := http.NewRequestWithContext(t.Context(), parti[1], b.sito.URL+"/CoreService/rest"+parti[2], strings.NewReader(corpo))
	if err != nil {
		t.Error(err)
		return risposta{}
	}
	req.SetBasicAuth(chi, password)
	req.Header.Set("Content-Type", "text/csv")
	if realm != "" {
		req.Header.Set("X-Realm", realm)
	}
	for k, v := range testa {
		req.Header.Set(k, v)
	}
	r, err := b.sito.Client().Do(req)
	if err != nil {
		t.Error(err)
		return risposta{}
	}
	defer r.Body.Close()
	letto, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return risposta{stato: r.StatusCode, corpo: string(letto), testa: r.Header}
}

// attesi are the texts that an answer has, after its status.
type attesi struct {
	regola, richiesta, corpo string
	stato                    int
	dice                     []string
}

func (b *banco) prova(t *testing.T, casi []attesi) {
	t.Helper()
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			r := b.csv(t, c.richiesta, c.corpo, nil)
			if r.stato != c.stato {
				t.Errorf("%s: %d\n%.600s", c.richiesta, r.stato, r.corpo)
			}
			r.mostra(t, c.dice...)
		})
	}
}

func TestTabelleREST(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	decreto := testataTariffe + tariffa("7-14-p1", prossimoAnno(), 4300, 17600)
	strada := testataStrade + "S1;Via Roma;037006;;COMUNE;2020-01-01;\n"
	b.prova(t, []attesi{
		{"the tables and their versions", "mario GET /tabelle", "", 200, []string{`"nome":"violazioni","versione":1`, `"attore":"preparazione"`, `"nome":"tariffe","versione":1`, `"nome":"strade","tenant":"alfa","versione":0`, `"nome":"reparti"`}},
		{"the platform sees its own", "piattaforma GET /tabelle", "", 200, []string{`"nome":"comuni"`}},
		{"and a tenant's by its name", "piattaforma@beta GET /tabelle", "", 200, []string{`"nome":"strade","tenant":"beta"`}},
		{"an unknown tenant", "piattaforma@gamma GET /tabelle", "", 404, []string{"TENANT_SCONOSCIUTO"}},
		{"streets without a tenant", "piattaforma GET /tabelle/strade", "", 400, []string{"X-Realm"}},
		{"no table at all", "mario GET /tabelle/targhe", "", 404, []string{"NON_TROVATO"}},
		{"rows in force on a day", "mario GET /tabelle/violazioni?testo=142-7&inVigoreAl=2026-11-20&dimensione=2", "", 200, []string{`"codice":"142-7"`}},
		{"amounts alone", "mario GET /tabelle/tariffe?testo=7-13-bis", "", 200, []string{`"norma":"art. 7 c. 13-bis CdS"`, `"minCent":`}},
		{"departments as a table", "mario GET /tabelle/reparti", "", 200, []string{`"codice":"PL01"`}},
		{"a filter that is none", "mario GET /tabelle/violazioni?inVigoreAl=domani", "", 400, []string{`"campo":"inVigoreAl"`}},
		{"an office does not load", "luigi POST /tabelle/violazioni/anteprima", decreto, 403, []string{"PERMESSO_MANCANTE"}},
		{"nor does the administrator of a command", "capo.alfa POST /tabelle/tariffe/importazione?versione=1", decreto, 403, []string{"PERMESSO_MANCANTE"}},
		{"the platform loads no streets", "piattaforma@alfa POST /tabelle/strade/importazione?versione=0", strada, 403, []string{"PERMESSO_MANCANTE"}},
		{"departments are not loaded", "piattaforma POST /tabelle/reparti/anteprima", strada, 409, []string{"TABELLA_DI_SOLA_LETTURA"}},
		{"the preview of a decree", "piattaforma POST /tabelle/tariffe/anteprima", decreto, 200, []string{`"esito":"ANTEPRIMA","versione":1`, `"chiave":"7-14-p1/` + prossimoAnno() + `"`, `"retroattive":[]`}},
		{"an import says on which version", "piattaforma POST /tabelle/tariffe/importazione", decreto, 400, []string{`"campo":"versione"`}},
		{"and what forza is", "piattaforma POST /tabelle/tariffe/importazione?versione=1&forza=forse", decreto, 400, []string{`"campo":"forza"`}},
		{"an import", "piattaforma POST /tabelle/tariffe/importazione?versione=1&nota=decreto", decreto, 201, []string{`"esito":"CARICATA","versione":2`}},
		{"the same again on the old version", "piattaforma POST /tabelle/tariffe/importazione?versione=1", decreto, 409, []string{"TABELLA_CAMBIATA", `"campo":"versione"`}},
		{"the same again", "piattaforma POST /tabelle/tariffe/importazione?versione=2", decreto, 200, []string{`"esito":"INVARIATA","versione":2`}},
		{"days gone by", "piattaforma POST /tabelle/tariffe/importazione?versione=2", testataTariffe + tariffa("7-14-p1", "2024-01-01", 4300, 17600), 409, []string{"MODIFICA_RETROATTIVA"}},
		{"its versions", "mario GET /tabelle/tariffe/versioni", "", 200, []string{`"nota":"decreto"`, `"attore":"piattaforma"`}},
		{"what it changed", "mario GET /tabelle/tariffe/differenza", "", 200, []string{`"da":1,"a":2`, `"nome":"minCent","prima":"","dopo":"4300"`}},
		{"a version that is not there", "mario GET /tabelle/tariffe/differenza?a=7", "", 404, []string{"NON_TROVATO"}},
		{"the rows of before", "mario GET /tabelle/tariffe?versione=1&testo=7-14-p1", "", 200, []string{`"minCent":4200`}},
		{"faults by line and column", "piattaforma POST /tabelle/tariffe/anteprima", testataTariffe + tariffa("7-14-p1", "boh", 1, 2) + tariffa("0-0", "2030-01-01", 1, 2), 400, []string{`"campo":"riga 2, validoDa"`}},
		{"streets of a command", "capo.alfa POST /tabelle/strade/importazione?versione=0", strada, 201, []string{`"versione":1`}},
		{"another command does not see them", "luigi GET /tabelle/strade", "", 200, []string{`"elementi":[]`}},
		{"its own does", "mario GET /tabelle/strade", "", 200, []string{"Via Roma"}},
		{"17 MiB are too many", "piattaforma POST /tabelle/comuni/anteprima", strings.Repeat("x", 17<<20), 413, []string{"CORPO_TROPPO_GRANDE"}},
	})
}

func TestTabelleRESTFormati(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	prima := b.csv(t, "mario GET /tabelle/comuni", "", nil)
	tag := prima.testa.Get("ETag")
	if tag == "" || prima.testa.Get("Cache-Control") != "private, no-cache" {
		t.Fatalf("tag %q, %q", tag, prima.testa.Get("Cache-Control"))
	}
	if r := b.csv(t, "mario GET /tabelle/comuni", "", map[string]string{"If-None-Match": `"x", W/` + tag}); r.stato != http.StatusNotModified || r.corpo != "" {
		t.Errorf("who has the version: %d %q", r.stato, r.corpo)
	}
	tutta := b.csv(t, "mario GET /tabelle/comuni", "", map[string]string{"Accept": "text/csv", "If-None-Match": tag})
	if tutta.stato != 200 || !strings.HasPrefix(tutta.corpo, "\ufeffcodiceIstat;nome;") || !strings.HasPrefix(tutta.testa.Get("Content-Type"), "text/csv") ||
		!strings.Contains(tutta.testa.Get("Content-Disposition"), `filename="comuni-v1.csv"`) {
		t.Errorf("as CSV: %d %v\n%.200s", tutta.stato, tutta.testa, tutta.corpo)
	}
	if r := b.csv(t, "piattaforma POST /tabelle/comuni/importazione?versione=1", tutta.corpo, nil); r.stato != 200 {
		t.Errorf("what was exported, imported again: %d %.300s", r.stato, r.corpo)
	}
	tolto := tutta.corpo[:strings.LastIndexByte(strings.TrimSpace(tutta.corpo), '\n')+1]
	if r := b.csv(t, "piattaforma POST /tabelle/comuni/importazione?versione=1", tolto, nil); r.stato != 201 {
		t.Fatalf("%d %.300s", r.stato, r.corpo)
	}
	if r := b.csv(t, "mario GET /tabelle/comuni", "", map[string]string{"If-None-Match": tag}); r.stato != 200 || r.testa.Get("ETag") == tag {
		t.Errorf("after another version: %d, tag %s", r.stato, r.testa.Get("ETag"))
	}
	for _, tipo := range []string{"application/json", "text/csv; charset=iso-8859-1", ""} {
		if r := b.csv(t, "piattaforma POST /tabelle/comuni/anteprima", tutta.corpo, map[string]string{"Content-Type": tipo}); r.stato != http.StatusUnsupportedMediaType {
			t.Errorf("type %q: %d", tipo, r.stato)
		}
	}
}

// Two administrators who saw the same preview: one loads, the other is told to look again.
func TestDueCaricamentiInsiemeDaREST(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	b.csv(t, "piattaforma GET /tabelle", "", nil)
	stati := make([]int, 4)
	var insieme sync.WaitGroup
	for i := range stati {
		insieme.Go(func() {
			stati[i] = b.csv(t, "piattaforma POST /tabelle/tariffe/importazione?versione=1", testataTariffe+tariffa("7-14-p1", prossimoAnno(), 4300+100*i, 17600), nil).stato
		})
	}
	insieme.Wait()
	slices.Sort(stati)
	if !slices.Equal(stati, []int{201, 409, 409, 409}) {
		t.Errorf("answers %v", stati)
	}
}

// invia sends a form with a file, as a browser does.
func (n *navigatore) inviaFile(percorso, file string, campi map[string]string) risposta {
	n.t.Helper()
	return n.inviaFileDi("application/octet-stream", percorso, file, campi)
}

// inviaFileDi is inviaFile with the media type that the browser gives the file.
func (n *navigatore) inviaFileDi(tipo, percorso, file string, campi map[string]string) risposta {
	n.t.Helper()
	var corpo bytes.Buffer
	w := multipart.NewWriter(&corpo)
	for _, nome := range slices.Sorted(maps.Keys(campi)) {
		if err := w.WriteField(nome, campi[nome]); err != nil {
			n.t.Fatal(err)
		}
	}
	parte, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="tabella.csv"`}, "Content-Type": {tipo}})
	if err == nil {
		_, err = io.WriteString(parte, file)
	}
	if err != nil || w.Close() != nil {
		n.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(n.t.Context(), http.MethodPost, n.banco.sito.URL+percorso, &corpo)
	if err != nil {
		n.t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Accept", "text/html")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	r, err := n.client.Do(req)
	if err != nil {
		n.t.Fatal(err)
	}
	defer r.Body.Close()
	letto, err := io.ReadAll(r.Body)
	if err != nil {
		n.t.Fatal(err)
	}
	return risposta{stato: r.StatusCode, corpo: string(letto), testa: r.Header}
}

// carica sends a file and opens its preview.
func (n *navigatore) carica(t *testing.T, nome, file string) (bozza string, anteprima risposta) {
	t.Helper()
	r := n.inviaFile("/CoreService/tabelle/"+nome+"/carica", file, nil)
	bozza = r.testa.Get("Location")
	if r.stato != http.StatusSeeOther || !strings.Contains(bozza, "/bozze/") {
		t.Fatalf("%s: %d to %q\n%s", nome, r.stato, bozza, r.corpo)
	}
	return bozza, n.apri(bozza)
}

func TestUnDecretoNelBrowser(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	n := b.dentro(t, "piattaforma")
	r := n.apri("/CoreService/tabelle")
	r.mostra(t, `href="/CoreService/tabelle/violazioni"`, "preparazione", "scegliere il comando")
	r.nasconde(t, `href="/CoreService/tabelle/strade"`)
	n.apri("/CoreService/tabelle/violazioni?testo=6-14-p2&verifica=DA_VERIFICARE").mostra(t, "art. 6 c. 14 CdS", "Sosta vietata con ordinanza", "41,00", "da verificare (importo)", `href="/CoreService/tabelle/violazioni/carica"`)
	n.apri("/CoreService/tabelle/tariffe/carica").mostra(t, `enctype="multipart/form-data"`, "codice;validoDa;minCent;maxCent")

	bozza, r := n.carica(t, "tariffe", testataTariffe+tariffa("7-14-p1", prossimoAnno(), 4300, 17600))
	r.mostra(t, "Rispetto alla versione 1", "Righe aggiunte: <strong>1</strong>", "Minimo: da 42,00", "a 43,00", "01/01/", `name="versione" value="1"`)
	r.nasconde(t, `name="forza"`)
	if r := n.invia(bozza, url.Values{"versione": {"1"}, "nota": {" "}}); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, "dire perché") {
		t.Errorf("without a reason: %d", r.stato)
	}
	r = n.invia(bozza, url.Values{"versione": {"1"}, "nota": {"Decreto " + intruso}})
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/tabelle/tariffe/versioni?fatto=CARICATA" {
		t.Fatalf("confirmed: %d to %q\n%s", r.stato, r.testa.Get("Location"), r.corpo)
	}
	r = n.apri(r.testa.Get("Location"))
	r.mostra(t, "Caricata la versione 2.", "Decreto &#34;&gt;&lt;script&gt;", ">piattaforma<")
	r.nasconde(t, "<script>alert")
	if r := n.invia(bozza, url.Values{"versione": {"2"}, "nota": {"ancora"}}); r.stato != http.StatusNotFound {
		t.Errorf("confirmed twice: %d", r.stato)
	}
	n.apri("/CoreService/tabelle/violazioni/differenza?da=1&a=2").mostra(t, "Dalla versione 1 alla 2", "Minimo: da 42,00")
	r = n.apri("/CoreService/tabelle/violazioni/riga?chiave=7-14-p1/" + prossimoAnno())
	r.mostra(t, "43,00", "Decorrenze", "Storia", "versione 2")
	n.apri("/CoreService/tabelle/violazioni/riga?chiave=7-14-p1/2021-01-01").mostra(t, "versione 1", "42,00", "Tabella iniziale")
	n.apri("/CoreService/tabelle/violazioni?versione=1").mostra(t, "(non è quella attuale)")
	if r := n.apri("/CoreService/tabelle/tariffe/esporta"); r.stato != 200 || !strings.HasPrefix(r.corpo, "\ufeff"+testataTariffe) {
		t.Errorf("exported: %d %.100s", r.stato, r.corpo)
	}
}

func TestCaricamentiRifiutatiNelBrowser(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	n := b.dentro(t, "piattaforma")
	percorso := "/CoreService/tabelle/tariffe/carica"
	casi := []struct {
		regola, file string
		stato        int
		dice         string
	}{
		{"faults by line and column", testataTariffe + tariffa("7-14-p1", "domani", 1, 2), 400, "riga 2, validoDa"},
		{"a script in the file is shown as it is", testataTariffe + "<script>alert(1)</script>;2030-01-01;1;2;;x;\n", 400, "&lt;script&gt;alert(1)"},
		{"the columns of another table", testataStrade + "1;2;3;4;5;6;7\n", 400, "queste sono le colonne della tabella strade"},
		{"not UTF-8", testataTariffe + "7-14-p1;2030-01-01;1;2;;citt\xe0;\n", 400, "UTF-8"},
		{"an empty file", "", 400, "è vuoto"},
		{"17 MiB", strings.Repeat("x", 17<<20), 400, "supera 16 MiB"},
		{"26 MiB", strings.Repeat("x", 26<<20), 413, "troppo grande"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			r := n.inviaFile(percorso, c.file, nil)
			if r.stato != c.stato {
				t.Errorf("%d\n%.500s", r.stato, r.corpo)
			}
			r.mostra(t, c.dice)
			r.nasconde(t, "<script>alert")
		})
	}
	t.Run("no file at all", func(t *testing.T) {
		if r := n.invia(percorso, url.Values{}); r.stato != 400 || !strings.Contains(r.corpo, "scegliere un file") {
			t.Errorf("%d", r.stato)
		}
	})
	t.Run("days gone by want an express yes", func(t *testing.T) {
		bozza, r := n.carica(t, "tariffe", testataTariffe+tariffa("7-14-p1", "2024-01-01", 4300, 17600))
		r.mostra(t, "giorni passati", `name="forza"`)
		r = n.invia(bozza, url.Values{"versione": {"1"}, "nota": {"correzione"}})
		if r.stato != http.StatusConflict || !strings.Contains(r.corpo, "confermarla espressamente") {
			t.Errorf("%d", r.stato)
		}
		r.mostra(t, `value="correzione"`)
		if r := n.invia(bozza, url.Values{"versione": {"1"}, "nota": {"correzione"}, "forza": {"true"}}); r.stato != http.StatusSeeOther {
			t.Errorf("forced: %d\n%s", r.stato, r.corpo)
		}
	})
	t.Run("a version in between: the file is kept and looked at again", func(t *testing.T) {
		bozza, r := n.carica(t, "tariffe", testataTariffe+tariffa("153-11", prossimoAnno(), 8800, 35300))
		versione := regexp.MustCompile(`name="versione" value="(\d+)"`)
		base := versione.FindStringSubmatch(r.corpo)[1]
		altra, _ := n.carica(t, "tariffe", testataTariffe+tariffa("153-10", prossimoAnno(), 4400, 17400))
		if r := n.invia(altra, url.Values{"versione": {base}, "nota": {"prima"}}); r.stato != http.StatusSeeOther {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
		r = n.invia(bozza, url.Values{"versione": {base}, "nota": {"dopo"}})
		if r.stato != http.StatusConflict || !strings.Contains(r.corpo, "rivedere l&#39;anteprima") {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
		nuova := versione.FindStringSubmatch(r.corpo)[1]
		if nuova == base || !strings.Contains(r.corpo, `value="dopo"`) {
			t.Fatalf("the form is on version %s, as before", nuova)
		}
		if r := n.invia(bozza, url.Values{"versione": {nuova}, "nota": {"dopo"}}); r.stato != http.StatusSeeOther {
			t.Errorf("%d\n%s", r.stato, r.corpo)
		}
	})
}

func TestLoStradarioNelBrowser(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	capo, altro := b.dentro(t, "capo.alfa"), b.dentro(t, "capo.beta")
	strada := testataStrade + "S1;Via " + `""<script>alert(1)</script>` + ";037006;;COMUNE;2020-01-01;\n"
	bozza, r := capo.carica(t, "strade", strings.Replace(strada, `Via ""<script>alert(1)</script>`, `"Via <script>alert(1)</script>"`, 1))
	r.mostra(t, "&lt;script&gt;alert(1)")
	r.nasconde(t, "<script>alert")
	if r := altro.apri(bozza); r.stato != http.StatusNotFound {
		t.Errorf("another command opens the preview: %d", r.stato)
	}
	if r := capo.invia(bozza, url.Values{"versione": {"0"}, "nota": {"stradario"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	r = capo.apri("/CoreService/tabelle/strade")
	r.mostra(t, "Via &lt;script&gt;", `href="/CoreService/tabelle/strade/riga?chiave=S1%2F2020-01-01"`)
	r.nasconde(t, "<script>alert")
	altro.apri("/CoreService/tabelle/strade").nasconde(t, "Via &lt;script&gt;")
	capo.apri("/CoreService/tabelle/reparti").mostra(t, "PL01")
	lettore := b.dentro(t, "lettore")
	r = lettore.apri("/CoreService/tabelle/strade")
	r.mostra(t, "Via &lt;script&gt;")
	r.nasconde(t, "/tabelle/strade/carica")
	var stato struct {
		Elementi []json.RawMessage `json:"elementi"`
	}
	if err := json.Unmarshal([]byte(b.csv(t, "mario GET /tabelle/strade", "", nil).corpo), &stato); err != nil || len(stato.Elementi) != 1 {
		t.Errorf("by REST there are %d, %v", len(stato.Elementi), err)
	}
}

// A percentage becomes a table, its preview with a simulation, and with one confirmation the next version.
func TestUnDecretoDallIndiceNelBrowser(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	n := b.dentro(t, "piattaforma")
	n.apri("/CoreService/tabelle/tariffe").mostra(t, `href="/CoreService/tabelle/violazioni/decreto"`)
	n.apri("/CoreService/tabelle/violazioni/decreto").mostra(t, "Decreto biennale", `value="`+prossimoAnno()+`"`)
	r := n.invia("/CoreService/tabelle/violazioni/decreto", url.Values{"variazione": {"molto"}, "dal": {"presto"}, "fonte": {" "}})
	if r.mostra(t, "una percentuale con al più un decimale", "una data AAAA-MM-GG", "il decreto, come si cita"); r.stato != http.StatusBadRequest {
		t.Errorf("%d", r.stato)
	}
	r = n.invia("/CoreService/tabelle/violazioni/decreto", url.Values{"variazione": {"5"}, "dal": {prossimoAnno()}, "fonte": {"D.M. di prova"}})
	bozza := r.testa.Get("Location")
	if r.stato != http.StatusSeeOther || !strings.HasPrefix(bozza, "/CoreService/tabelle/violazioni/bozze/") {
		t.Fatalf("%d %q", r.stato, bozza)
	}
	r = n.apri(bozza)
	r.mostra(t, "Simulazione", "I verbali dal", "con gli importi del", ">alfa<", "In tutto", "D.M. di prova")
	r.nasconde(t, `name="forza"`)
	if r := n.invia(bozza, url.Values{"versione": {"1"}, "nota": {"Decreto"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("confirmed: %d", r.stato)
	}
	n.apri("/CoreService/tabelle/violazioni/riga?chiave=7-14-p1/"+prossimoAnno()).mostra(t, "44,00", "versione 2")
}

// The table of the program is proposed as a version like any other; who keeps the tables is told when it was corrected.
func TestLaTabellaDelProgrammaNelBrowser(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	n := b.dentro(t, "piattaforma")
	const avviso = "Righe della tabella delle violazioni corrette dal programma, da confermare"
	n.apri("/CoreService/").nasconde(t, avviso)
	b.ambiente.Esegui(t, "core", "", `UPDATE tabella SET impronta = 'diversa' WHERE nome = 'violazioni'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = jsonb_set(dati, '{minCent}', '43000') WHERE nome = 'violazioni' AND chiave = '15-2/2021-01-01'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE tabella_riga SET dati = jsonb_set(dati, '{maxCent}', '173100') WHERE nome = 'violazioni' AND chiave = '15-2/2021-01-01'`)
	n.apri("/CoreService/").mostra(t, avviso+"</a>: <strong>1</strong>", `href="/CoreService/tabelle/violazioni/carica"`)
	b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/").nasconde(t, avviso)
	n.apri("/CoreService/tabelle/violazioni/carica").mostra(t, "La tabella del programma")
	n.apri("/CoreService/tabelle/tariffe/carica").nasconde(t, "La tabella del programma")
	r := n.invia("/CoreService/tabelle/violazioni/compresa", url.Values{})
	bozza := r.testa.Get("Location")
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	n.apri(bozza).mostra(t, "Righe modificate: <strong>1</strong>", "Verbali già fatti", "alfa: 0 verbali prezzati diversamente", "giorni passati")
	if r := n.invia(bozza, url.Values{"versione": {"1"}, "nota": {"Correzione"}, "forza": {"true"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("confirmed: %d", r.stato)
	}
	n.apri("/CoreService/").nasconde(t, avviso)
}

package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// raccontati is the bench with three tenants whose fines are alike, and what is known of each.
func raccontati(t *testing.T) (*banco, map[string][]noto) {
	t.Helper()
	b, noti := apparecchia(t, comandi()...), map[string][]noto{}
	for _, c := range comandi() {
		noti[c] = storia(c)
		b.racconta(t, c, noti[c])
		b.ambiente.Esegui(t, "elaborazione", c, "ANALYZE verbale")
	}
	return b, noti
}

// combinazioni are searches: each filter alone, none, and some tens of two or three together.
func combinazioni() (tutte [][]filtro) {
	singoli := filtri()
	tutte = append(tutte, nil)
	for _, f := range singoli {
		tutte = append(tutte, []filtro{f})
	}
	caso := rand.New(rand.NewPCG(1, 2))
	for len(tutte) < 100 {
		gruppo := []filtro{singoli[caso.IntN(len(singoli))], singoli[caso.IntN(len(singoli))], singoli[caso.IntN(len(singoli))]}
		gruppo = gruppo[:2+caso.IntN(2)]
		nomi := map[string]bool{}
		for _, f := range gruppo {
			nome, _, _ := strings.Cut(f.membro, ":")
			nomi[nome] = true
		}
		if len(nomi) == len(gruppo) && !nomi[`"codiceFiscale"`] {
			tutte = append(tutte, gruppo)
		}
	}
	return tutte
}

// corpoDi is the request of some filters and whatever else.
func corpoDi(filtri []filtro, altri ...string) string {
	for _, f := range filtri {
		altri = append(altri, f.membro)
	}
	return "{" + strings.Join(altri, ",") + "}"
}

type paginaLetta struct {
	Elementi []elemento `json:"elementi"`
	Cursore  string     `json:"cursore"`
}

// leggiPagina asks for a page and holds it against the contract.
func (b *banco) leggiPagina(t *testing.T, corpo, realm string) (p paginaLetta) {
	t.Helper()
	w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", corpo, realm)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", corpo, w.Code, w.Body)
	}
	b.contratto.conforme(t, corpo, w.Code, w.Header(), w.Body.Bytes())
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%s: %v in %s", corpo, err, w.Body)
	}
	return p
}

// leggiTutte follows the cursors to the end.
func (b *banco) leggiTutte(t *testing.T, filtri []filtro, ordine string, dimensione int, realm string) (tutti []elemento) {
	t.Helper()
	cursore := ""
	for range 200 {
		p := b.leggiPagina(t, corpoDi(filtri, fmt.Sprintf(`"ordina":%q,"dimensione":%d,"cursore":%q`, ordine, dimensione, cursore)), realm)
		if len(p.Elementi) > dimensione || p.Cursore != "" && len(p.Elementi) < dimensione {
			t.Fatalf("%d fines on a page of %d, cursor %q", len(p.Elementi), dimensione, p.Cursore)
		}
		tutti = append(tutti, p.Elementi...)
		if cursore = p.Cursore; cursore == "" {
			return tutti
		}
	}
	t.Fatal("the pages never end")
	return nil
}

func mostrati(noti []noto) (tutti []elemento) {
	for _, n := range noti {
		tutti = append(tutti, n.mostrato())
	}
	return tutti
}

func quattroOrdini() []string {
	return []string{"dataViolazione", "-dataViolazione", "numero", "-numero"}
}

// Every filter, alone and with others, in every order and size of page, in each tenant by each way of
// writing its name: the pages one after the other are what a plain filter over the known fines gives.
func TestEverySearchIsWhatAPlainFilterGives(t *testing.T) {
	t.Parallel()
	b, noti := raccontati(t)
	b.apri() // the filter by tax code is one of them
	modi := []func(string) string{strings.ToUpper, strings.ToLower, func(s string) string { return " " + s + "\t" }}
	for i, gruppo := range combinazioni() {
		comando := comandi()[i%3]
		t.Run(corpoDi(gruppo), func(t *testing.T) {
			t.Parallel()
			for j, ordine := range quattroOrdini() {
				want := mostrati(trova(noti[comando], ordine, gruppo...))
				dimensioni := []int{[]int{3, 7, 50, 200}[(i+j)%4]}
				if len(gruppo) < 2 {
					dimensioni = []int{1 + i%3, 8, 50, 200}
				}
				for _, d := range dimensioni {
					got := b.leggiTutte(t, gruppo, ordine, d, modi[(i+j)%3](comando))
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s, %s by %d (-oracle +service):\n%s", comando, ordine, d, diff)
					}
				}
			}
		})
	}
}

// The oracle itself must tell fines apart: a filter that all or none pass in every tenant proves little.
func TestFiltersOfTheGeneratedTestTellFinesApart(t *testing.T) {
	t.Parallel()
	divide := 0
	for _, f := range filtri() {
		trovati := len(trova(storia("alfa"), "numero", f))
		if trovati > 0 && trovati < len(storia("alfa")) {
			divide++
		}
	}
	if divide < len(filtri())*3/4 {
		t.Errorf("%d of %d filters divide", divide, len(filtri()))
	}
	a, b := mostrati(storia("alfa")), mostrati(storia("beta"))
	uguali := 0
	for _, x := range a {
		if slices.ContainsFunc(b, func(y elemento) bool {
			return x["id"] == y["id"] && x["numero"] == y["numero"] && x["targa"] == y["targa"]
		}) {
			uguali++
		}
	}
	if uguali < len(a)/2 {
		t.Errorf("only %d of %d fines have a twin in another tenant", uguali, len(a))
	}
}

func TestCursorIsOfOneTenantAndOneSearch(t *testing.T) {
	t.Parallel()
	b, _ := raccontati(t)
	const stati = `"procedura":["DEFINITO","NOTIFICATO"]`
	primo := b.leggiPagina(t, `{`+stati+`,"dimensione":4}`, "alfa")
	conCursore := func(c, altri string) string { return fmt.Sprintf(`{"cursore":%q%s}`, c, altri) }
	for nome, corpo := range map[string]string{
		"the same search":             conCursore(primo.Cursore, `,`+stati+`,"dimensione":4`),
		"pages of another size":       conCursore(primo.Cursore, `,`+stati+`,"dimensione":200`),
		"states in another order":     conCursore(primo.Cursore, `,"procedura":["NOTIFICATO","DEFINITO","NOTIFICATO"]`),
		"the usual order, said":       conCursore(primo.Cursore, `,`+stati+`,"ordina":"-dataViolazione"`),
		"members that narrow nothing": conCursore(primo.Cursore, `,`+stati+`,"targa":"","fonte":[],"dataNotifica":{}`),
	} {
		p := b.leggiPagina(t, corpo, "ALFA")
		for _, e := range p.Elementi {
			if slices.ContainsFunc(primo.Elementi, func(x elemento) bool { return x["id"] == e["id"] }) {
				t.Errorf("%s: %v is on two pages", nome, e["id"])
			}
		}
	}
	rifiutati := map[string]struct{ corpo, realm string }{
		"another tenant":         {conCursore(primo.Cursore, `,`+stati), "beta"},
		"fewer filters":          {conCursore(primo.Cursore, ``), "alfa"},
		"another state":          {conCursore(primo.Cursore, `,"procedura":["DEFINITO"]`), "alfa"},
		"one more filter":        {conCursore(primo.Cursore, `,"anno":2026,`+stati), "alfa"},
		"the other way":          {conCursore(primo.Cursore, `,`+stati+`,"ordina":"dataViolazione"`), "alfa"},
		"another order":          {conCursore(primo.Cursore, `,`+stati+`,"ordina":"-numero"`), "alfa"},
		"cut":                    {conCursore(primo.Cursore[:len(primo.Cursore)-1], `,`+stati), "alfa"},
		"longer":                 {conCursore(primo.Cursore+"A", `,`+stati), "alfa"},
		"with a blank":           {conCursore(primo.Cursore+" ", `,`+stati), "alfa"},
		"with a new line inside": {conCursore(primo.Cursore[:5]+"\n"+primo.Cursore[5:], `,`+stati), "alfa"},
		"twice":                  {conCursore(primo.Cursore+primo.Cursore, `,`+stati), "alfa"},
	}
	for i := range primo.Cursore { // each of its letters
		altra := "A"
		if primo.Cursore[i] == 'A' {
			altra = "Q"
		}
		rifiutati[fmt.Sprint("letter ", i)] = struct{ corpo, realm string }{conCursore(primo.Cursore[:i]+altra+primo.Cursore[i+1:], `,`+stati), "alfa"}
	}
	for nome, c := range rifiutati {
		w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", c.corpo, c.realm)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"campo":"cursore"`) {
			t.Errorf("%s: %d %s", nome, w.Code, w.Body)
		}
	}
}

// Many callers of different tenants at once, pages and streams, so that pipelines and their buffers are
// shared: each gets the fines of his own, whole and in order.
func TestNobodySeesAnotherTenantWhoeverAsksAtTheSameMoment(t *testing.T) {
	t.Parallel()
	b, noti := raccontati(t)
	b.apri()
	srv := httptest.NewServer(b.handler)
	t.Cleanup(srv.Close)
	tutte := combinazioni()
	var gruppo sync.WaitGroup
	for chiamante := range 24 {
		gruppo.Go(func() {
			caso := rand.New(rand.NewPCG(7, uint64(chiamante)))
			for range 25 {
				comando, ordine := comandi()[caso.IntN(3)], quattroOrdini()[caso.IntN(4)]
				filtri := tutte[caso.IntN(len(filtri())+1)]
				want := mostrati(trova(noti[comando], ordine, filtri...))
				got, err := chiediConRete(t, srv, comando, corpoDi(filtri, fmt.Sprintf(`"ordina":%q,"dimensione":200`, ordine)), caso.IntN(4) == 0)
				if err != nil {
					t.Error(err)
					return
				}
				if !reflect.DeepEqual(want, got) { // a tenth of what cmp takes under the race detector
					t.Errorf("%s %s %s:\n%s", comando, ordine, corpoDi(filtri), cmp.Diff(want, got))
					return
				}
			}
		})
	}
	gruppo.Wait()
}

// While the view is away everybody is told so, those in one pipeline too; when it is back nothing remembers.
func TestViewThatGoesAndComesBack(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 9)
	insieme := func(stato int) {
		var gruppo sync.WaitGroup
		for i := range 40 {
			gruppo.Go(func() {
				w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", fmt.Sprintf(`{"numero":%d}`, 1+i%9), "alfa")
				if w.Code != stato || stato == 503 && !strings.Contains(w.Body.String(), "DATI_NON_PRONTI") ||
					stato == 200 && !strings.Contains(w.Body.String(), fmt.Sprintf(`"numero":"%d"`, 1+i%9)) {
					t.Errorf("search %d: %d %s", i, w.Code, w.Body)
				}
			})
		}
		gruppo.Wait()
	}
	insieme(200)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `ALTER VIEW verbali_v1.ricerca RENAME TO via`)
	insieme(503)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `ALTER VIEW verbali_v1.via RENAME TO ricerca`)
	insieme(200)
}

// chiediConRete asks over the network for a page or a stream.
func chiediConRete(t *testing.T, srv *httptest.Server, comando, corpo string, flusso bool) (tutti []elemento, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/verbale/ricerca", strings.NewReader(corpo))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Realm", comando)
	if flusso {
		r.Header.Set("Accept", "application/x-ndjson")
	}
	w, err := srv.Client().Do(r)
	if err != nil {
		return nil, err
	}
	defer w.Body.Close()
	if w.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", corpo, w.Status)
	}
	d := json.NewDecoder(w.Body)
	if !flusso {
		var p paginaLetta
		err := d.Decode(&p)
		return slices.Concat(tutti, p.Elementi), err
	}
	for d.More() {
		var e elemento
		if err := d.Decode(&e); err != nil {
			return nil, err
		}
		tutti = append(tutti, e)
	}
	return tutti, nil
}

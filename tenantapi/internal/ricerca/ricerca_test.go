package ricerca

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWordsOfASearch(t *testing.T) {
	t.Parallel()
	for testo, want := range map[string][]string{
		"Via Garibaldi, 12/b":  {"via", "garibaldi", "12", "b"},
		"  CITTÀ  d’Angelo ":   {"citta", "d", "angelo"},
		"Perche\u0301":         {"perche"}, // an accent written apart
		"%_*:&|!()<->'\"\\":    {},
		"x:* & !y | (z <-> w)": {"x", "y", "z", "w"},
		"Ünter Straße 北京":      {"ünter", "straße", "北京"},
	} {
		if d := cmp.Diff(want, append([]string{}, parole(testo)...)); d != "" {
			t.Errorf("%q: %s", testo, d)
		}
	}
	if got := interrogazione([]string{"via"}); got != "via:* & via:*" {
		t.Errorf("one word: %s", got)
	}
	if got := interrogazione([]string{"via", "roma"}); got != "via:* & roma:*" {
		t.Errorf("two words: %s", got)
	}
}

// The statement has what the request has, and no more; one text serves all values of a kind.
func TestStatements(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		corpo string
		ha    []string
		certa bool
	}{
		"nothing":                   {`{}`, []string{"ricerca v ORDER BY v.data_violazione DESC, v.id DESC LIMIT 51"}, true},
		"a plate":                   {`{"targa":"x1"}`, []string{"WHERE v.targa = $1 ORDER"}, true},
		"a plate and whatever else": {`{"targa":"x1","reparto":"A","articolo":"7"}`, []string{"v.targa = $1 AND v.articoli @> $2::text[] AND v.reparto = $3"}, true},
		"a state in the order of its index": {`{"procedura":["VALIDATO"],"dataViolazione":{"da":"2026-01-01"}}`,
			[]string{"v.procedura = 'VALIDATO' AND v.istante >= $1 ORDER BY v.istante DESC"}, true},
		"several states, each in the order of its index": {`{"debito":["INTERO","PAGATO"],"ordina":"dataViolazione"}`,
			[]string{"unnest(ARRAY['INTERO', 'PAGATO']) AS s(stato) CROSS JOIN LATERAL", "WHERE v.debito = s.stato ORDER BY v.istante ASC, v.id ASC LIMIT 51) v ORDER BY v.data_violazione ASC"}, true},
		"appeals, which have an index of their own": {`{"ricorso":["ACCOLTO","PRESENTATO"]}`, []string{"v.ricorso = s.stato AND v.ricorso <> 'NESSUNO'"}, true},
		"no appeal, which most have":                {`{"ricorso":["NESSUNO"]}`, []string{"WHERE v.ricorso = 'NESSUNO' ORDER BY v.data_violazione"}, true},
		"no appeal or one":                          {`{"ricorso":["ACCOLTO","NESSUNO"]}`, []string{"WHERE v.ricorso = ANY($1) ORDER BY v.data_violazione"}, false},
		"several states by number":                  {`{"debito":["INTERO","PAGATO"],"ordina":"numero"}`, []string{"v.debito = ANY($1) ORDER BY v.numero ASC"}, false},
		"two axes":                                  {`{"debito":["INTERO"],"procedura":["NOTIFICATO","DEFINITO"]}`, []string{"v.procedura = ANY($1) AND v.debito = 'INTERO' ORDER BY v.istante"}, false},
		"a state with something that few may have":  {`{"debito":["INTERO"],"reparto":"A"}`, []string{"v.reparto = $1 AND v.debito = 'INTERO'"}, false},
		"a department in the order of its index": {`{"reparto":"A","dataViolazione":{"a":"2026-01-01"}}`,
			[]string{"WHERE v.reparto = $1 AND v.istante < $2 ORDER BY v.istante DESC"}, true},
		"a department by number, which only its value tells": {`{"reparto":"A","ordina":"numero"}`, []string{"v.reparto = $1 ORDER BY v.numero"}, false},
		"a source in the order of its index":                 {`{"fonte":["OCR"]}`, []string{"WHERE v.fonte = 'OCR' ORDER BY v.istante DESC"}, true},
		"sources, each in the order of its index": {`{"fonte":["SOAP","OCR"]}`,
			[]string{"unnest(ARRAY['OCR', 'SOAP']) AS s(stato)", "WHERE v.fonte = s.stato ORDER BY v.istante DESC"}, true},
		"a year, each of its series in the order of its index": {`{"anno":2026}`,
			[]string{"(SELECT anno, lettera FROM verbali_v1.serie WHERE anno = $1) s CROSS JOIN LATERAL",
				"WHERE v.anno = s.anno AND v.lettera = s.lettera ORDER BY v.istante DESC, v.id DESC LIMIT 51) v ORDER BY v.data_violazione DESC"}, true},
		"a series by number": {`{"anno":2026,"lettera":"v","ordina":"-numero"}`, []string{"verbali_v1.serie WHERE anno = $1 AND lettera = $2) s",
			"(v.anno, v.lettera, v.numero) <= (s.anno, s.lettera, 9999999999) ORDER BY v.anno DESC, v.lettera DESC, v.numero DESC"}, true},
		"a year with something else ends where it ends": {`{"anno":2026,"debito":["PAGATO"]}`, []string{"v.anno = $1 AND " +
			"v.istante <= (SELECT max(al) FROM verbali_v1.serie WHERE anno = $1) AND v.debito = 'PAGATO' ORDER BY v.istante DESC"}, false},
		"all by number": {`{"ordina":"numero"}`, []string{"ricerca v ORDER BY v.numero ASC"}, true},
		"days of service": {`{"dataNotifica":{"da":"2026-01-01","a":"2026-01-31"}}`,
			[]string{"v.data_notifica >= $1 AND v.data_notifica <= $2 ORDER BY v.istante DESC"}, false},
		"words, of the notes as of the place, have to be in the place": {`{"testo":"via"}`,
			[]string{"v.parole @@ to_tsquery('simple', $1)", "translate(v.luogo,", "@@ to_tsquery('simple', $2)"}, false},
		"days in the other order":                     {`{"dataViolazione":{"da":"2026-01-01"},"ordina":"-numero"}`, []string{"ORDER BY v.numero DESC, v.id DESC"}, false},
		"the size of a page is in the text":           {`{"dimensione":7}`, []string{"LIMIT 8"}, true},
		"an article is one of the fine's own":         {`{"articolo":"7"}`, []string{"v.articoli @> $1::text[]"}, false},
		"a notice is looked for among the notices":    {`{"iuv":"301000000000000346"}`, []string{"SELECT a.verbale FROM verbali_v1.avviso a WHERE a.iuv = $1"}, true},
		"a person is looked for among the recipients": {`{"codiceFiscale":"RSSMRA80A01H501U"}`, []string{"s.codice_fiscale = $1"}, true},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			r := leggi(t, c.corpo)
			q := componi(r, nil, *r.Dimensione+1)
			for _, parte := range c.ha {
				if !strings.Contains(q.sql(elencoColonne()), parte) {
					t.Errorf("%s\nhas no %q", q.sql(elencoColonne()), parte)
				}
			}
			if q.certa != c.certa {
				t.Errorf("one plan for all values: %v", q.certa)
			}
			dopo := componi(r, &posto{valore: 5}, *r.Dimensione+1)
			for _, x := range []*query{q, dopo} {
				for i := range len(x.args) + 1 {
					if strings.Contains(x.sql(elencoColonne()), "$"+strconv.Itoa(i+1)) != (i < len(x.args)) {
						t.Errorf("%d arguments for %s", len(x.args), x.sql(elencoColonne()))
					}
				}
			}
			if len(dopo.args) < len(q.args)+2 || !strings.Contains(dopo.sql(elencoColonne()), ", v.id) ") {
				t.Errorf("after a place: %s", dopo.sql(elencoColonne()))
			}
		})
	}
}

func leggi(t *testing.T, corpo string) *Richiesta {
	t.Helper()
	var r Richiesta
	if err := json.Unmarshal([]byte(corpo), &r); err != nil {
		t.Fatal(err)
	}
	if err := r.normalizza(); err != nil {
		t.Fatal(err)
	}
	return &r
}

func TestTextsAreWrittenAsJSONWantsThem(t *testing.T) {
	t.Parallel()
	for _, testo := range []string{"", "Via Roma", `"\/`, "\x01\x1f\t\r\n\x7f", "città 北京 \U0001F697 \u2028", strings.Repeat(`"`, 100), "<b>&"} {
		var letto string
		if err := json.Unmarshal(traVirgolette(nil, []byte(testo)), &letto); err != nil || letto != testo {
			t.Errorf("%q: %q, %v", testo, letto, err)
		}
	}
}

func TestCellsAreNotRun(t *testing.T) {
	t.Parallel()
	for testo, want := range map[string]string{
		"Via Roma": "Via Roma", "": "", "=1+1": "'=1+1", "+39": "'+39", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "'=x": "''=x",
		"a;b": `"a;b"`, `a"b`: `"a""b"`, "a\nb": "\"a\nb\"", " a": `" a"`, "=a;b": `"'=a;b"`, "l'altro": "l'altro",
	} {
		if got := string(cella(nil, []byte(testo))); got != want {
			t.Errorf("%q: %s, want %s", testo, got, want)
		}
	}
}

func TestListsAndMomentsFromTheWire(t *testing.T) {
	t.Parallel()
	b := binary.BigEndian
	vuoto := make([]byte, 12)
	lista := slices.Concat(b.AppendUint32(nil, 1), make([]byte, 4), b.AppendUint32(nil, 25), b.AppendUint32(nil, 3), b.AppendUint32(nil, 1),
		b.AppendUint32(nil, 2), []byte("ab"), b.AppendUint32(nil, 0xffffffff), b.AppendUint32(nil, 0))
	var lette []string
	for v := range voci(lista) {
		lette = append(lette, string(v))
	}
	if d := cmp.Diff([]string{"ab", "", ""}, lette); d != "" || len(slices.Collect(voci(vuoto))) != 0 {
		t.Error(d)
	}
	quando := time.Date(2026, 3, 29, 0, 59, 59, 999_999_000, time.UTC)
	dati := b.AppendUint64(nil, uint64(quando.UnixMicro()-inizioPostgres))
	if got := string(istante.aggiungi(nil, dati)); got != "2026-03-29T01:59:59.999999+01:00" {
		t.Errorf("a moment before the clock goes forward: %s", got)
	}
	if got := string(giorno.aggiungi(nil, b.AppendUint32(nil, 0xffffffff))); got != "1999-12-31" {
		t.Errorf("the day before PostgreSQL's first: %s", got)
	}
}

func TestCursorIsForgedByNobody(t *testing.T) {
	t.Parallel()
	r := leggi(t, `{"procedura":["VALIDATO"]}`)
	vero := nuovoSigillo([]byte("chiave"), "alfa", *r)
	p := posto{valore: -3, id: [16]byte{1, 2}}
	if letto, err := vero.leggi(vero.scrivi(p)); err != nil || letto != p {
		t.Fatalf("%v, %v", letto, err)
	}
	altra := leggi(t, `{"procedura":["DEFINITO"]}`)
	for nome, s := range map[string]sigillo{
		"another key":    nuovoSigillo([]byte("altra"), "alfa", *r),
		"another tenant": nuovoSigillo([]byte("chiave"), "beta", *r),
		"another search": nuovoSigillo([]byte("chiave"), "alfa", *altra),
	} {
		if _, err := vero.leggi(s.scrivi(p)); err == nil {
			t.Error(nome)
		}
	}
}

func FuzzCursor(f *testing.F) {
	s := nuovoSigillo([]byte("chiave"), "alfa", Richiesta{})
	f.Add(s.scrivi(posto{valore: 1}))
	f.Add("")
	f.Add(strings.Repeat("A", 54))
	f.Fuzz(func(t *testing.T, testo string) {
		if p, err := s.leggi(testo); err == nil && s.scrivi(p) != testo {
			t.Errorf("%q is taken for %v", testo, p)
		}
	})
}

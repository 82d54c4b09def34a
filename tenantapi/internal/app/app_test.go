package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	t         *testing.T
	ambiente  *testkit.Ambiente
	handler   http.Handler
	servizio  *service.Service
	contratto *contratto
}

func apparecchia(t *testing.T, tenant ...string) *banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t, tenant...)
	s, err := app.Componi(t.Context(), app.Impostazioni{Settings: a.Comune(t, "tenantapi", testkit.NATS(t)), Riservato: "token"}, tempo.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &banco{t, a, s.Web.Echo, s, leggiContratto(t)}
}

// verbali writes n fines of 2026 into a tenant: number i, plate AA00iBB, one an hour from 1 March.
func (b *banco) verbali(t *testing.T, tenant string, n int) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", tenant, `
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione,
			data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione, importo_cent)
		SELECT ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 2026, i, 'V', 'SOAP', 'prova', 'PL01',
			'AA' || lpad(i::text, 3, '0') || 'BB', 'AUTOVEICOLO', 'IT', timestamptz '2026-03-01 00:00+01' + i * interval '1 hour',
			'2026-03-01', '058091', 'Via Roma', '{A001}', 'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', 2940 + i
		FROM generate_series(1, $1) i`, n)
	b.ambiente.Esegui(t, "elaborazione", tenant, `INSERT INTO posizione (id, verbale, ordine, titolo) SELECT id, id, 1, 'OBBLIGATO' FROM verbale`)
	b.ambiente.Esegui(t, "elaborazione", tenant, `
		INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
		SELECT id, id, id, 'RIDOTTO', n, substr(n, 2), '80012345670', 4200, 60
		FROM verbale, LATERAL (SELECT '301' || lpad(numero::text, 13, '0') || lpad((('301' || lpad(numero::text, 13, '0'))::bigint % 93)::text, 2, '0') AS n) x`)
}

func (b *banco) chiama(t *testing.T, metodo, percorso, corpo string, realm ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), metodo, percorso, strings.NewReader(corpo))
	r.Header.Set("Content-Type", "application/json")
	for _, v := range realm {
		r.Header.Add("X-Realm", v)
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	return w
}

func (b *banco) cerca(t *testing.T, corpo, realm string) (numeri []string, cursore string) {
	t.Helper()
	w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", corpo, realm)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", corpo, w.Code, w.Body)
	}
	var p struct {
		Elementi []struct {
			Numero string `json:"numero"`
		} `json:"elementi"`
		Cursore string `json:"cursore"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Elementi {
		numeri = append(numeri, e.Numero)
	}
	return numeri, p.Cursore
}

func TestRealmIsReadFirst(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		nome, metodo, percorso string
		realm                  []string
		stato                  int
		codice                 string
	}{
		{"missing", "POST", "/api/verbale/ricerca", nil, 500, "TENANT_MANCANTE"},
		{"missing before the method", "GET", "/api/verbale/ricerca", nil, 500, "TENANT_MANCANTE"},
		{"missing before the path", "GET", "/altrove", nil, 500, "TENANT_MANCANTE"},
		{"blank is missing", "POST", "/api/verbale/ricerca", []string{"  "}, 500, "TENANT_MANCANTE"},
		{"two values", "POST", "/api/verbale/ricerca", []string{"alfa", "beta"}, 400, "DATI_NON_VALIDI"},
		{"the same value twice", "POST", "/api/verbale/ricerca", []string{"alfa", "alfa"}, 400, "DATI_NON_VALIDI"},
		{"a blank one before", "POST", "/api/verbale/ricerca", []string{"", "alfa"}, 400, "DATI_NON_VALIDI"},
		{"a blank one after", "POST", "/api/verbale/ricerca", []string{"alfa", " "}, 400, "DATI_NON_VALIDI"},
		{"only blank ones", "POST", "/api/verbale/ricerca", []string{"", " "}, 500, "TENANT_MANCANTE"},
		{"a list", "POST", "/api/verbale/ricerca", []string{"alfa,beta"}, 404, "TENANT_SCONOSCIUTO"},
		{"a list of one", "POST", "/api/verbale/ricerca", []string{"alfa,"}, 404, "TENANT_SCONOSCIUTO"},
		{"a blank inside", "POST", "/api/verbale/ricerca", []string{"alfa beta"}, 404, "TENANT_SCONOSCIUTO"},
		{"in quotes", "POST", "/api/verbale/ricerca", []string{`"alfa"`}, 404, "TENANT_SCONOSCIUTO"},
		{"a letter of another alphabet", "POST", "/api/verbale/ricerca", []string{"\u0430lfa"}, 404, "TENANT_SCONOSCIUTO"},
		{"wide letters", "POST", "/api/verbale/ricerca", []string{"\uff41lfa"}, 404, "TENANT_SCONOSCIUTO"},
		{"a sign that nobody sees", "POST", "/api/verbale/ricerca", []string{"al\u200bfa"}, 404, "TENANT_SCONOSCIUTO"},
		{"a percent form", "POST", "/api/verbale/ricerca", []string{"%61lfa"}, 404, "TENANT_SCONOSCIUTO"},
		{"unknown", "POST", "/api/verbale/ricerca", []string{"gamma"}, 404, "TENANT_SCONOSCIUTO"},
		{"reserved name", "POST", "/api/verbale/ricerca", []string{"piattaforma"}, 404, "TENANT_SCONOSCIUTO"},
		{"quotes", "POST", "/api/verbale/ricerca", []string{`alfa' OR '1'='1`}, 404, "TENANT_SCONOSCIUTO"},
		{"slashes", "POST", "/api/verbale/ricerca", []string{"../alfa"}, 404, "TENANT_SCONOSCIUTO"},
		{"NUL", "POST", "/api/verbale/ricerca", []string{"alfa\x00"}, 404, "TENANT_SCONOSCIUTO"},
		{"5,000 characters", "POST", "/api/verbale/ricerca", []string{strings.Repeat("a", 5000)}, 404, "TENANT_SCONOSCIUTO"},
		{"GET is not allowed", "GET", "/api/verbale/ricerca", []string{"alfa"}, 405, "METODO_NON_AMMESSO"},
		{"no such path", "POST", "/api/altro", []string{"alfa"}, 404, "RISORSA_INESISTENTE"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiama(t, c.metodo, c.percorso, `{}`, c.realm...)
			var p map[string]any
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatalf("%s: %v", w.Body, err)
			}
			if w.Code != c.stato || p["codice"] != c.codice || w.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("%d %s, want %d %s", w.Code, w.Body, c.stato, c.codice)
			}
			const detto = "No tenant identifier specified"
			if c.stato == 500 && (p["title"] != detto || p["detail"] != detto) {
				t.Errorf("words of the specification: %s", w.Body)
			}
			if c.stato == 405 && w.Header().Get("Allow") != "OPTIONS, POST" && w.Header().Get("Allow") != "POST" {
				t.Errorf("Allow = %q", w.Header().Get("Allow"))
			}
		})
	}
	for _, percorso := range []string{"/livez", "/metrics", "/api/openapi.yaml", "/api/openapi"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
		r.RemoteAddr = "127.0.0.1:1"
		w := httptest.NewRecorder()
		if b.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("%s without a realm: %d", percorso, w.Code)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 30)
	casi := map[string]struct {
		corpo string
		want  []string
	}{
		"by number, zeros ignored":          {`{"numero":"0007"}`, []string{"7"}},
		"by number as a JSON number":        {`{"numero":7,"lettera":"v","anno":2026}`, []string{"7"}},
		"by plate in any spelling":          {`{"targa":"aa 012-bb"}`, []string{"12"}},
		"by plate in Cyrillic":              {`{"targa":"АА012ВВ"}`, []string{"12"}},
		"by plate in wide forms":            {`{"targa":"ａａ０１２ＢＢ"}`, []string{"12"}},
		"by IUV":                            {`{"iuv":"01000000000000346"}`, []string{"3"}},
		"by notice number with spaces":      {`{"iuv":"3010 0000 0000 0003 46"}`, []string{"3"}},
		"by days in Rome":                   {`{"dataViolazione":{"da":"2026-03-02","a":"2026-03-02"},"ordina":"numero","dimensione":2}`, []string{"24", "25"}},
		"by amount":                         {`{"importoCent":{"da":2950,"a":2951},"ordina":"numero"}`, []string{"10", "11"}},
		"by state":                          {`{"procedura":["ARCHIVIATO"]}`, nil},
		"by text, signs of LIKE are blanks": {`{"testo":"%ia_r"}`, nil},
		"by nothing: the latest":            {`{"dimensione":1}`, []string{"30"}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			got, _ := b.cerca(t, c.corpo, "alfa")
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s:\n%s", c.corpo, d)
			}
			if altrui, _ := b.cerca(t, c.corpo, "BETA"); altrui != nil {
				t.Errorf("another tenant sees %v", altrui)
			}
		})
	}
}

func TestPagesHaveEveryFineOnceInEveryOrder(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 23)
	b.verbali(t, "beta", 5)
	for _, ordine := range []string{"dataViolazione", "-dataViolazione", "numero", "-numero"} {
		visti, cursore := map[string]int{}, ""
		for range 10 {
			numeri, dopo := b.cerca(t, fmt.Sprintf(`{"ordina":%q,"dimensione":5,"cursore":%q}`, ordine, cursore), "alfa")
			for _, n := range numeri {
				visti[n]++
			}
			if cursore = dopo; cursore == "" {
				break
			}
		}
		if len(visti) != 23 {
			t.Errorf("%s: %d fines seen", ordine, len(visti))
		}
		for n, volte := range visti {
			if volte != 1 {
				t.Errorf("%s: %s seen %d times", ordine, n, volte)
			}
		}
	}
}

func TestBadRequestsNameTheField(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := map[string]struct {
		corpo, campo string
		stato        int
	}{
		"unknown field":           {`{"targhe":"x"}`, "targhe", 400},
		"wrong type":              {`{"dimensione":"molti"}`, "dimensione", 400},
		"number with letters":     {`{"numero":"12a"}`, "numero", 400},
		"eleven digits":           {`{"numero":"12345678901"}`, "numero", 400},
		"size over the limit":     {`{"dimensione":201}`, "dimensione", 400},
		"negative size":           {`{"dimensione":-1}`, "dimensione", 400},
		"order":                   {`{"ordina":"targa"}`, "ordina", 400},
		"mistyped IUV":            {`{"iuv":"301000000000000347"}`, "iuv", 400},
		"plate of signs alone":    {`{"targa":"!!"}`, "targa", 400},
		"ends swapped":            {`{"dataViolazione":{"da":"2026-02-02","a":"2026-02-01"}}`, "dataViolazione", 400},
		"number with a fraction":  {`{"numero":1.5}`, "numero", 400},
		"number below zero":       {`{"numero":-1}`, "numero", 400},
		"four letters":            {`{"lettera":"ABCD"}`, "lettera", 400},
		"letter with an accent":   {`{"lettera":"À"}`, "lettera", 400},
		"year of two digits":      {`{"anno":26}`, "anno", 400},
		"year zero":               {`{"anno":0}`, "anno", 400},
		"size zero":               {`{"dimensione":0}`, "dimensione", 400},
		"tax code too short":      {`{"codiceFiscale":"RSSMRA"}`, "codiceFiscale", 403}, // nothing is said to a caller who may not ask
		"state that is not there": {`{"procedura":["VALIDATO","VALIDATA"]}`, "procedura", 400},
		"state of another axis":   {`{"debito":["VALIDATO"]}`, "debito", 400},
		"state that is a blank":   {`{"ricorso":[""]}`, "ricorso", 400},
		"source":                  {`{"fonte":["soap"]}`, "fonte", 400},
		"a state for a list":      {`{"procedura":"VALIDATO"}`, "procedura", 400},
		"twenty-one states":       {`{"procedura":["VALIDATO"` + strings.Repeat(`,"VALIDATO"`, 20) + `]}`, "procedura", 400},
		"a very long list":        {`{"fonte":["SOAP"` + strings.Repeat(`,"SOAP"`, 9_000) + `]}`, "fonte", 400},
		"day that is not there":   {`{"dataNotifica":{"da":"2026-02-30"}}`, "dataNotifica.da", 400},
		"day as people write it":  {`{"scadenzaPagamento":{"a":"01/02/2026"}}`, "scadenzaPagamento.a", 400},
		"day as a number":         {`{"dataViolazione":{"da":20260101}}`, "dataViolazione.da", 400},
		"unknown end":             {`{"dataViolazione":{"fino":"2026-01-01"}}`, "fino", 400},
		"due days swapped":        {`{"scadenzaPagamento":{"da":"2026-02-02","a":"2026-02-01"}}`, "scadenzaPagamento", 400},
		"amounts swapped":         {`{"importoCent":{"da":2,"a":1}}`, "importoCent", 400},
		"amount below zero":       {`{"importoCent":{"da":-1}}`, "importoCent", 400},
		"amount with a fraction":  {`{"importoCent":{"da":29.40}}`, "importoCent.da", 400},
		"amount beyond all":       {`{"importoCent":{"a":99999999999999999999}}`, "importoCent.a", 400},
		"text of signs alone":     {`{"testo":"%_*:&|!()<->'\"\\"}`, "testo", 400},
		"text of eleven words":    {`{"testo":"a b c d e f g h i l m"}`, "testo", 400},
		"text too long":           {`{"testo":"` + strings.Repeat("à", 101) + `"}`, "testo", 400},
		"text with a new line":    {`{"testo":"via\nroma"}`, "testo", 400},
		"text with NUL":           {`{"testo":"via\u0000"}`, "testo", 400},
		"department too long":     {`{"reparto":"` + strings.Repeat("x", 101) + `"}`, "reparto", 400},
		"article with a tab":      {`{"articolo":"7\t"}`, "articolo", 400},
		"plate as a list":         {`{"targa":["AA001BB"]}`, "targa", 400},
		"member given twice":      {`{"targa":"AA001BB","targa":"AA002BB"}`, "targa", 400},
		"cursor of nobody":        {`{"cursore":"xyz"}`, "cursore", 400},
		"cursor of blanks":        {`{"cursore":"  "}`, "cursore", 400},
		"cursor of nothing":       {`{"cursore":"` + strings.Repeat("A", 54) + `"}`, "cursore", 400},
		"a very long cursor":      {`{"cursore":"` + strings.Repeat("A", 60_000) + `"}`, "cursore", 400},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiama(t, http.MethodPost, "/verbale/ricerca", c.corpo, "alfa")
			if w.Code != c.stato || c.stato == 400 && !strings.Contains(w.Body.String(), fmt.Sprintf(`"campo":%q`, c.campo)) {
				t.Errorf("%d %s does not name %s", w.Code, w.Body, c.campo)
			}
		})
	}
	t.Run("the filter by tax code wants a token", func(t *testing.T) {
		t.Parallel()
		w := b.chiama(t, http.MethodPost, "/api/verbale/ricerca", `{"codiceFiscale":"RSSMRA80A01H501U"}`, "alfa")
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "RISERVATO") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

package tabella_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/mobile/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// copia is what a tablet of alfa holds: each table by the key of its rows.
type copia struct {
	Versione string
	Righe    map[string]map[string]json.RawMessage
}

// variate is a table as a difference.
type variate struct {
	Nuove []json.RawMessage `json:"nuove"`
	Tolte []json.RawMessage `json:"tolte"`
}

// scarica asks for the tables, since a version where one is given, as an officer of alfa; the status and the body.
func scarica(t testing.TB, s *tabella.Service, dopo string) (int, map[string]json.RawMessage) {
	t.Helper()
	r := httptest.NewRequestWithContext(tenant.With(t.Context(), tenant.Tenant{Nome: "alfa"}), http.MethodGet, "/?dopo="+dopo, nil)
	w := httptest.NewRecorder()
	if err := (tabella.Handler{Service: s}).Tutte(echo.New().NewContext(r, w)); err != nil {
		t.Fatal(err)
	}
	var corpo map[string]json.RawMessage
	if err := json.Unmarshal(w.Body.Bytes(), &corpo); err != nil {
		t.Fatalf("%v\n%.300s", err, w.Body)
	}
	if tag := w.Header().Get("ETag"); tag != string(corpo["versione"]) {
		t.Errorf("tag %s, version %s", tag, corpo["versione"])
	}
	return w.Code, corpo
}

// chiave is that of a row, of whatever table.
func chiave(t testing.TB, riga json.RawMessage) string {
	t.Helper()
	var k struct {
		Codice      string `json:"codice"`
		CodiceIstat string `json:"codiceIstat"`
		ValidoDa    string `json:"validoDa"`
	}
	if err := json.Unmarshal(riga, &k); err != nil {
		t.Fatal(err)
	}
	return k.Codice + k.CodiceIstat + "/" + k.ValidoDa
}

// prendi puts an answer into the copy, as a tablet does.
func (c *copia) prendi(t testing.TB, corpo map[string]json.RawMessage) {
	t.Helper()
	if _, differenza := corpo["dopo"]; !differenza || c.Righe == nil {
		c.Righe = map[string]map[string]json.RawMessage{}
	}
	if err := json.Unmarshal(corpo["versione"], &c.Versione); err != nil {
		t.Fatal(err)
	}
	for _, nome := range tabella.Nomi() {
		testo, c2 := corpo[nome]
		if !c2 {
			continue
		}
		var tutte []json.RawMessage
		if json.Unmarshal(testo, &tutte) == nil {
			c.Righe[nome] = map[string]json.RawMessage{}
			for _, r := range tutte {
				c.Righe[nome][chiave(t, r)] = r
			}
			continue
		}
		var v variate
		if err := json.Unmarshal(testo, &v); err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		for _, r := range v.Tolte {
			if _, c3 := c.Righe[nome][chiave(t, r)]; !c3 {
				t.Errorf("%s: %s is taken away and was not there", nome, r)
			}
			delete(c.Righe[nome], chiave(t, r))
		}
		for _, r := range v.Nuove {
			c.Righe[nome][chiave(t, r)] = r
		}
	}
}

// importaViolazioni makes a table core's next version, and lets the copy follow it.
func (b *banco) importaViolazioni(t testing.TB, tutta *sanzione.Tabella) {
	t.Helper()
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: "violazioni", Impronta: tutta.Versione(), Righe: tutta.Tutte()}.Importa(t, b.ambiente)
	if err := b.copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// cambiata is a table in which a row costs more, one is gone and one is new.
func cambiata(t testing.TB) *sanzione.Tabella {
	t.Helper()
	righe := slices.DeleteFunc(sanzione.Iniziale().Tutte(), func(s sanzione.Sanzione) bool { return s.Codice == "20-4" })
	for i, s := range righe {
		if s.Codice == "154-8" {
			righe[i].MaxCent += 100
			s.Codice, s.Base, s.MultiploDi, s.Multiplo = "154-8-prova", "", "", ""
			righe = append(righe, s)
			break
		}
	}
	tutta, err := sanzione.Nuova(righe)
	if err != nil {
		t.Fatal(err)
	}
	return tutta
}

// After a new version a tablet asks for what has changed since its own, and has what a whole copy has, without a restart of
// anybody.
func TestUnTabletPrendeLaDifferenza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	b.importaViolazioni(t, sanzione.Iniziale())
	var suo, intero copia
	_, corpo := scarica(t, b.Service, "")
	suo.prendi(t, corpo)
	_, corpo = scarica(t, b.Service, suo.Versione)
	if len(corpo) != 2 || string(corpo["dopo"]) != string(corpo["versione"]) {
		t.Errorf("nothing has changed, and the answer has %d members", len(corpo))
	}
	b.importaViolazioni(t, cambiata(t))
	importaStrade(t, b.ambiente, "alfa", "Via Roma")
	if err := b.copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	stato, corpo := scarica(t, b.Service, suo.Versione)
	if stato != http.StatusOK || corpo["comuni"] != nil || corpo["reparti"] != nil || corpo["dopo"] == nil {
		t.Fatalf("%d, more than what has changed", stato)
	}
	for nome, vuole := range map[string]string{"violazioni": "1 1", "tariffe": "2 1", "strade": "1 0"} {
		var v variate
		if err := json.Unmarshal(corpo[nome], &v); err != nil {
			t.Fatal(err)
		}
		if ha := strings.Join([]string{string(rune('0' + len(v.Nuove))), string(rune('0' + len(v.Tolte)))}, " "); ha != vuole {
			t.Errorf("%s: %s new and gone, want %s\n%s", nome, ha, vuole, corpo[nome])
		}
	}
	suo.prendi(t, corpo)
	_, corpo = scarica(t, b.Service, "")
	intero.prendi(t, corpo)
	if d := cmp.Diff(intero, suo); d != "" {
		t.Errorf("the tablet is not where a whole copy is:\n%.2000s", d)
	}
}

// Another process, or the same after a restart, remembers nothing of the tablet's copy, and finds it among core's versions.
func TestUnAltroProcessoSaLaDifferenza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	b.importaViolazioni(t, sanzione.Iniziale())
	var suo copia
	_, corpo := scarica(t, b.Service, "")
	suo.prendi(t, corpo)
	b.importaViolazioni(t, cambiata(t))
	registro := anagrafe.New(b.ambiente.Pools(t, "mobile"), anagrafe.Reparti)
	altra := fisse.New(b.ambiente.Pools(t, "mobile"))
	if err := registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := altra.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, corpo = scarica(t, tabella.Nuovo(altra, registro), suo.Versione)
	if corpo["dopo"] == nil || corpo["comuni"] != nil || corpo["violazioni"] == nil {
		t.Errorf("the whole tables: %d members", len(corpo))
	}
}

// A copy that nobody knows gets the whole tables, and what was never a version is refused.
func TestUnaCopiaIgnotaPrendeTutto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	_, corpo := scarica(t, b.Service, strings.Repeat("0", 32))
	if corpo["dopo"] != nil || len(corpo) != 6 {
		t.Errorf("%d members", len(corpo))
	}
	r := httptest.NewRequestWithContext(tenant.With(t.Context(), tenant.Tenant{Nome: "alfa"}), http.MethodGet, "/?dopo=ieri", nil)
	if err := (tabella.Handler{Service: b.Service}).Tutte(echo.New().NewContext(r, httptest.NewRecorder())); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("%v", err)
	}
}

package motorizzazione

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type fisso time.Time

func (f fisso) Adesso() time.Time { return time.Time(f) }

// oggiDiProva is the day on which the tests' register lives.
func oggiDiProva() Orologio { return fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)) }

// banco is a register behind real HTTP.
type banco struct {
	*Simulatore
	url  string
	http *http.Client
}

func nuovoBanco(tb testing.TB) banco {
	tb.Helper()
	s := Nuovo(Opzioni{Orologio: oggiDiProva()})
	server := httptest.NewServer(s.Handler())
	tb.Cleanup(server.Close)
	return banco{Simulatore: s, url: server.URL, http: server.Client()}
}

// scambio is what came back, with the error of reading the body if any.
type scambio struct {
	stato  int
	tipo   string
	corpo  []byte
	errore error
}

func (b banco) chiedi(tb testing.TB, percorso string, cambia ...func(*http.Request)) scambio {
	tb.Helper()
	req, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, b.url+percorso, nil)
	if err != nil {
		tb.Fatal(err)
	}
	req.Header.Set("X-Richiedente", "alfa")
	req.Header.Set("X-Motivo", "prova")
	for _, f := range cambia {
		f(req)
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return scambio{errore: err}
	}
	defer resp.Body.Close()
	corpo, err := io.ReadAll(resp.Body)
	return scambio{stato: resp.StatusCode, tipo: resp.Header.Get("Content-Type"), corpo: corpo, errore: err}
}

func (b banco) veicolo(tb testing.TB, targa, giorno string) scambio {
	tb.Helper()
	return b.chiedi(tb, "/motorizzazione/v1/veicoli/"+targa+"?data="+giorno)
}

func (b banco) patente(tb testing.TB, numero string) scambio {
	tb.Helper()
	return b.chiedi(tb, "/motorizzazione/v1/patenti/"+numero)
}

func mustLeggi[T any](tb testing.TB, s scambio) T {
	tb.Helper()
	var v T
	lettore := json.NewDecoder(bytes.NewReader(s.corpo))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(&v); err != nil || s.errore != nil || s.stato != http.StatusOK {
		tb.Fatalf("state %d, read %v, decode %v: %s", s.stato, s.errore, err, s.corpo)
	}
	return v
}

// schema compiles one definition of the contract.
func schema(tb testing.TB, nome string) *jsonschema.Schema {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Contratto()))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("contratto.json", doc); err != nil {
		tb.Fatal(err)
	}
	s, err := c.Compile("contratto.json#/$defs/" + nome)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func rispetta(tb testing.TB, s *jsonschema.Schema, corpo []byte) {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(corpo))
	if err != nil {
		tb.Fatalf("%v: %s", err, corpo)
	}
	if err := s.Validate(doc); err != nil {
		tb.Errorf("%v\n%s", err, corpo)
	}
}

package simulatore

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// prova is a system of one resource behind real HTTP: the key F<code> chooses a failure.
type prova struct {
	*Banco
	url  string
	http *http.Client
}

type voce struct {
	Chiave string `json:"chiave"`
	Via    string `json:"via"`
}

func nuovaProva(tb testing.TB) prova {
	tb.Helper()
	b := Nuovo("prova", strings.ToUpper)
	mux := http.NewServeMux()
	b.Registra(mux)
	mux.HandleFunc("GET /voci/{chiave}", func(w http.ResponseWriter, r *http.Request) {
		chiave := strings.ToUpper(r.PathValue("chiave"))
		codice, _ := strings.CutPrefix(chiave, "F")
		codice, _, _ = strings.Cut(codice, "-")
		buona := InJSON(voce{Chiave: chiave, Via: "Via della Libertà"})
		if chiave == "IGNOTA" {
			buona = Problema(http.StatusNotFound, "NON_PRESENTE", "Nessun dato.", map[string]any{"altro": 1})
		}
		guasto := PerCodice(codice)
		if codice == "536" {
			guasto = InLatino(Altera(func(m map[string]any) { m["chiave"] = "x" }))
		}
		b.Rispondi(w, r, Domanda{Risorsa: "voci", Chiave: chiave, Guasto: guasto}, buona)
	})
	server := httptest.NewServer(mux)
	tb.Cleanup(server.Close)
	return prova{Banco: b, url: server.URL, http: server.Client()}
}

// scambio is what came back, with the error of reading the body if any.
type scambio struct {
	stato   int
	testata http.Header
	corpo   []byte
	errore  error
}

func (p prova) chiedi(tb testing.TB, percorso string) scambio {
	tb.Helper()
	return p.chiediEntro(tb, percorso, 20*time.Second)
}

func (p prova) chiediEntro(tb testing.TB, percorso string, entro time.Duration) scambio {
	tb.Helper()
	ctx, libera := context.WithTimeout(tb.Context(), entro)
	defer libera()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+percorso, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return leggi(p.http.Do(req))
}

// comanda posts to the control.
func (p prova) comanda(tb testing.TB, corpo string) (int, StatoControllo) {
	tb.Helper()
	s := leggi(p.http.Post(p.url+"/controllo/prova", "application/json", strings.NewReader(corpo)))
	var stato StatoControllo
	_ = json.Unmarshal(s.corpo, &stato)
	return s.stato, stato
}

func leggi(resp *http.Response, err error) scambio {
	if err != nil {
		return scambio{errore: err}
	}
	defer resp.Body.Close()
	corpo, err := io.ReadAll(resp.Body)
	return scambio{stato: resp.StatusCode, testata: resp.Header, corpo: corpo, errore: err}
}

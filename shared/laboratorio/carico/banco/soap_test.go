package banco

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestPlatesAreValidAndDifferent(t *testing.T) {
	t.Parallel()
	viste := map[string]bool{}
	for n := int64(1); n <= 20_000; n++ {
		p := targaDi(n)
		if viste[p] {
			t.Fatalf("the plate %s came twice", p)
		}
		viste[p] = true
		if p[0] == 'Z' {
			t.Fatalf("the plate %s is of a scenario of the register", p)
		}
		if n%500 == 0 {
			if e := targa.Valida(p, "IT"); !e.Valida {
				t.Errorf("%s is no plate: %+v", p, e)
			}
		}
	}
}

func TestEnvelopesAreWellFormedAndDiffer(t *testing.T) {
	t.Parallel()
	i := &Integratore{adesso: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	if i.busta(1) == i.busta(2) {
		t.Error("two numbers give the same fine")
	}
	d := xml.NewDecoder(strings.NewReader(i.busta(3)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestOnlyANewFineIsCounted(t *testing.T) {
	t.Parallel()
	risposte := map[string]struct {
		stato int
		corpo string
		buona bool
	}{
		"a new fine":           {http.StatusOK, "<v:esito>INSERITO</v:esito>", true},
		"one that was there":   {http.StatusOK, "<v:esito>GIA_PRESENTE</v:esito>", false},
		"a fault":              {http.StatusInternalServerError, "<codice>TARGA_NON_VALIDA</codice>", false},
		"a fault that says it": {http.StatusInternalServerError, "<x>INSERITO</x>", false},
	}
	for nome, r := range risposte {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if u, p, ok := q.BasicAuth(); !ok || u != Utente || p != Password {
					t.Errorf("credentials %s", u)
				}
				w.WriteHeader(r.stato)
				_, _ = io.WriteString(w, r.corpo)
			}))
			defer server.Close()
			i := &Integratore{indirizzo: server.URL, cliente: server.Client(), adesso: tempo.Macchina()}
			if err := i.Inserisci(t.Context(), 1); (err == nil) != r.buona {
				t.Errorf("error = %v", err)
			}
		})
	}
}

package verbaleins_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// finto is a Servizio that remembers fines by their key and answers as the contract says.
type finto struct {
	mu       sync.Mutex
	ricevuti map[string]richiesta.Verbale
	scartati map[string]bool
	cambiati []string // keys, in the order of their first insertion
}

func nuovoFinto() *finto {
	return &finto{ricevuti: map[string]richiesta.Verbale{}, scartati: map[string]bool{}}
}

func identita() verbaleins.Identita {
	return verbaleins.Identita{IDVerbale: "0199f0a0-0000-7000-8000-000000000001", Numero: "12", Lettera: "V", Anno: 2026, Procedura: "VALIDATO"}
}

func avvisi() []verbaleins.Avviso {
	return []verbaleins.Avviso{
		{NumeroAvviso: "301000000000000101", IUV: "01000000000000101", Tipo: "RIDOTTO_30", ImportoCent: 2940, Giorni: 5},
		{NumeroAvviso: "301000000000000202", IUV: "01000000000000202", Tipo: "RIDOTTO", ImportoCent: 4200, Giorni: 60},
	}
}

func (f *finto) Inserisci(_ context.Context, v richiesta.Verbale) (verbaleins.Esito, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := verbaleins.Esito{Esito: verbaleins.Inserito, Identita: identita(), Avvisi: avvisi(), Avvertenze: []string{"PROVA: è <sicuro> & certo"}}
	prima, presente := f.ricevuti[v.IDEsterno]
	switch {
	case presente && richiesta.Impronta(prima) != richiesta.Impronta(v):
		return e, problem.Conflitto("CONTENUTO_DIVERSO", "Lo stesso idEsterno ha un altro contenuto.")
	case presente:
		e.Esito = verbaleins.GiaPresente
	default:
		f.cambiati = append(f.cambiati, v.IDEsterno)
	}
	f.ricevuti[v.IDEsterno] = v
	return e, nil
}

func (f *finto) Leggi(_ context.Context, idEsterno string) (verbaleins.EsitoLettura, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, presente := f.ricevuti[idEsterno]; !presente {
		return verbaleins.EsitoLettura{}, problem.NonTrovato("verbale", idEsterno)
	}
	return verbaleins.EsitoLettura{IDEsterno: idEsterno, Identita: identita(), Debito: "NON_ESIGIBILE", Avvisi: avvisi()}, nil
}

// Annulla refuses the keys that end in ATTO, whose act exists.
func (f *finto) Annulla(_ context.Context, idEsterno, _ string) (verbaleins.EsitoAnnullamento, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e := verbaleins.EsitoAnnullamento{IDEsterno: idEsterno, Identita: identita()}
	e.Procedura = "SCARTATO"
	switch _, presente := f.ricevuti[idEsterno]; {
	case !presente:
		return e, problem.NonTrovato("verbale", idEsterno)
	case strings.HasSuffix(idEsterno, "ATTO"):
		return e, problem.Conflitto("ATTO_GIA_FORMATO", "L'atto è già formato.")
	}
	f.scartati[idEsterno] = true
	return e, nil
}

// Variazioni counts fines in its cursors.
func (f *finto) Variazioni(_ context.Context, cursore string, massimo int) (verbaleins.EsitoVariazioni, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	letti := 0
	if _, err := fmt.Sscanf(cursore, "c%d", &letti); cursore != "" && (err != nil || letti > len(f.cambiati)) {
		return verbaleins.EsitoVariazioni{}, problem.CampoNonValido("cursore", "non è stato dato a questo integratore")
	}
	fine := min(letti+massimo, len(f.cambiati))
	e := verbaleins.EsitoVariazioni{Cursore: fmt.Sprintf("c%d", fine), Altre: fine < len(f.cambiati)}
	for i, k := range f.cambiati[letti:fine] {
		v := verbaleins.Variazione{IDEsterno: k, Identita: identita(), Debito: "NON_ESIGIBILE", Ricorso: "NESSUNO", Punti: "NON_DOVUTI",
			Riscossione: "NESSUNA", Sequenza: i + 1, Avvisi: avvisi()}
		if f.scartati[k] {
			v.Procedura, v.Avvisi = "SCARTATO", nil
		}
		e.Variazioni = append(e.Variazioni, v)
	}
	return e, nil
}

// ricevuto gives the fine received under a key.
func (f *finto) ricevuto(idEsterno string) richiesta.Verbale {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ricevuti[idEsterno]
}

// servitore is the ten lines that an HTTP handler needs around this package.
func servitore(t testing.TB, s verbaleins.Servizio) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "text/xml; charset=utf-8")
			_, _ = w.Write(verbaleins.WSDL("http://" + r.Host))
			return
		}
		req, err := soap.Read(r.Body, r.Header.Get("Content-Type"), r.Header.Get("SoapAction"), 10<<20)
		if err != nil {
			_ = soap.WriteFault(w, req.Versione, verbaleins.ComeFault(err))
			return
		}
		risposta, fault := verbaleins.Esegui(r.Context(), s, req)
		if fault != nil {
			_ = soap.WriteFault(w, req.Versione, fault)
			return
		}
		_ = soap.WriteAnswer(w, req.Versione, risposta)
	}))
	t.Cleanup(srv.Close)
	return srv
}

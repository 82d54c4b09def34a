//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"maps"
	"os/exec"
	"strings"
	"testing"
)

// domanda is one call for the foreign client: an operation and its arguments.
type domanda struct {
	operazione string
	argomenti  map[string]any
}

// rispostaZeep is what the foreign client understood: an answer or a fault.
type rispostaZeep struct {
	Risposta *struct {
		Esito     string       `json:"esito"`
		IDVerbale string       `json:"idVerbale"`
		Numero    string       `json:"numero"`
		Lettera   string       `json:"lettera"`
		Anno      int          `json:"anno"`
		Avviso    []avvisoSOAP `json:"avviso"`
	} `json:"risposta"`
	Errore *struct {
		Codice    string   `json:"codice"`
		Messaggio string   `json:"messaggio"`
		Campi     []string `json:"campi"`
	} `json:"errore"`
}

// python is an interpreter that has zeep: the distribution's own, when another comes first in PATH.
func python(tb testing.TB) string {
	tb.Helper()
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if exec.CommandContext(tb.Context(), p, "-c", "import zeep").Run() == nil {
			return p
		}
	}
	tb.Fatal("no python3 with zeep (package python3-zeep)")
	return ""
}

// zeep calls the service of a tenant with python3-zeep, through the port "VerbaleInsSoap11" or
// "VerbaleInsSoap12" of its own WSDL.
func (p *pila) zeep(tb testing.TB, tenant, porta string, domande ...domanda) []rispostaZeep {
	tb.Helper()
	var elenco [][2]any
	for _, d := range domande {
		elenco = append(elenco, [2]any{d.operazione, d.argomenti})
	}
	ingresso, err := json.Marshal(elenco)
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.CommandContext(tb.Context(), python(tb), "testdata/cliente.py",
		p.url("elaborazione", percorsoSOAP+"?wsdl"), porta, "integratore."+tenant, passwordProva)
	cmd.Stdin = strings.NewReader(string(ingresso))
	uscita, err := cmd.Output()
	if err != nil {
		var detto []byte
		if e, si := errors.AsType[*exec.ExitError](err); si {
			detto = e.Stderr
		}
		tb.Fatalf("zeep: %v\n%s", err, detto)
	}
	var risposte []rispostaZeep
	if err := json.Unmarshal(uscita, &risposte); err != nil || len(risposte) != len(domande) {
		tb.Fatalf("zeep: %v, %d answers to %d questions\n%s", err, len(risposte), len(domande), uscita)
	}
	return risposte
}

// soloTarga is the smallest fine: a violation, a place, a plate.
func soloTarga(idEsterno, targa string, altro map[string]any) domanda {
	v := map[string]any{
		"idEsterno":                  idEsterno,
		"dataOraViolazione":          ieri(10, 20).Format("2006-01-02T15:04:05Z07:00"),
		"luogo":                      map[string]any{"comuneIstat": "037006", "indirizzo": "Via dell'Indipendenza"},
		"veicolo":                    map[string]any{"targa": targa},
		"violazione":                 []any{map[string]any{"articolo": "7", "comma": "13"}},
		"contestazioneImmediata":     false,
		"motivoMancataContestazione": "Accertamento in assenza del trasgressore",
		"agente":                     []any{map[string]any{"matricola": "A001"}},
		"reparto":                    "PL01",
	}
	maps.Copy(v, altro)
	return domanda{"inserisciVerbale", map[string]any{"verbale": v}}
}

//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"encoding/json"
	"errors"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
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
		Procedura string       `json:"procedura"`
		Avviso    []avvisoSOAP `json:"avviso"`

		Variazione []variazioneZeep `json:"variazione"`
		Cursore    string           `json:"cursore"`
		Altre      bool             `json:"altre"`
	} `json:"risposta"`
	Errore *struct {
		Codice    string   `json:"codice"`
		Messaggio string   `json:"messaggio"`
		Campi     []string `json:"campi"` // what is wrong with each
		Nomi      []string `json:"nomi"`
	} `json:"errore"`
}

type variazioneZeep struct {
	IDEsterno string       `json:"idEsterno"`
	IDVerbale string       `json:"idVerbale"`
	Procedura string       `json:"procedura"`
	Sequenza  int          `json:"sequenza"`
	Avviso    []avvisoSOAP `json:"avviso"`
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
// "VerbaleInsSoap12" of its own WSDL, with HTTP BASIC.
func (p *pila) zeep(tb testing.TB, tenant, porta string, domande ...domanda) []rispostaZeep {
	tb.Helper()
	return p.zeepCon(tb, "BASIC", tenant, porta, domande...)
}

// zeepCon is zeep with a way in: BASIC, or TOKEN for a WS-Security UsernameToken.
func (p *pila) zeepCon(tb testing.TB, ingresso, tenant, porta string, domande ...domanda) []rispostaZeep {
	tb.Helper()
	uscita := p.lanciaZeep(tb, ingresso, tenant, porta, domande...)
	var risposte []rispostaZeep
	if err := json.Unmarshal(uscita, &risposte); err != nil || len(risposte) != len(domande) {
		tb.Fatalf("zeep: %v, %d answers to %d questions\n%s", err, len(risposte), len(domande), uscita)
	}
	return risposte
}

// zeepGrezzo asks one question and gives all that the foreign client understood of the answer, as JSON.
func (p *pila) zeepGrezzo(tb testing.TB, tenant, porta string, d domanda) json.RawMessage {
	tb.Helper()
	uscita := p.lanciaZeep(tb, "BASIC", tenant, porta, d)
	var risposte []struct {
		Risposta json.RawMessage `json:"risposta"`
	}
	if err := json.Unmarshal(uscita, &risposte); err != nil || len(risposte) != 1 || risposte[0].Risposta == nil {
		tb.Fatalf("zeep: %v, %s", err, uscita)
	}
	return risposte[0].Risposta
}

// lanciaZeep gives what testdata/cliente.py prints.
func (p *pila) lanciaZeep(tb testing.TB, ingresso, tenant, porta string, domande ...domanda) []byte {
	tb.Helper()
	var elenco [][2]any
	for _, d := range domande {
		elenco = append(elenco, [2]any{d.operazione, d.argomenti})
	}
	ingressi, err := json.Marshal(elenco)
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.CommandContext(tb.Context(), python(tb), "testdata/cliente.py",
		p.url("elaborazione", percorsoSOAP+"?wsdl"), porta, "integratore."+tenant, passwordProva, ingresso)
	cmd.Stdin = strings.NewReader(string(ingressi))
	uscita, err := cmd.Output()
	if err != nil {
		var detto []byte
		if e, si := errors.AsType[*exec.ExitError](err); si {
			detto = e.Stderr
		}
		tb.Fatalf("zeep: %v\n%s", err, detto)
	}
	return uscita
}

// soloTarga is the smallest fine: a violation, a place, a plate.
func soloTarga(idEsterno, targa string, altro map[string]any) domanda {
	v := map[string]any{
		"idEsterno":                  idEsterno,
		"dataOraViolazione":          ieri(10, 20).Format("2006-01-02T15:04:05Z07:00"),
		"luogo":                      map[string]any{"comuneIstat": "037006", "indirizzo": "Via dell'Indipendenza"},
		"veicolo":                    map[string]any{"targa": targa},
		"violazione":                 []any{map[string]any{"articolo": "157", "comma": "8"}},
		"contestazioneImmediata":     false,
		"motivoMancataContestazione": "Accertamento in assenza del trasgressore",
		"agente":                     []any{map[string]any{"matricola": "A001"}},
		"reparto":                    "PL01",
	}
	maps.Copy(v, altro)
	return domanda{"inserisciVerbale", map[string]any{"verbale": v}}
}

// TestIntegrator goes through what an integrator does with its own program: insert with a file, learn
// what happened to its fines, take back one inserted twice.
func TestIntegrator(t *testing.T) {
	for _, p := range []programma{{"alfa", "beta", "VerbaleInsSoap11", "TOKEN"}, {"beta", "alfa", "VerbaleInsSoap12", "BASIC"}} {
		t.Run("through "+p.porta+" with "+p.ingresso, func(t *testing.T) {
			t.Parallel()
			p.lavora(t)
		})
	}
}

// programma is an integrator's program: its tenant, another's, its port and its way in.
type programma struct{ tenant, altro, porta, ingresso string }

func (p programma) chiedi(t *testing.T, domande ...domanda) []rispostaZeep {
	t.Helper()
	return stack.zeepCon(t, p.ingresso, p.tenant, p.porta, domande...)
}

func (p programma) lavora(t *testing.T) {
	t.Helper()
	uno, due := "int-"+p.porta+"-"+unico(), "int2-"+p.porta+"-"+unico()
	targa := targaN(9_000 + len(p.ingresso))
	via := map[string]any{"luogo": map[string]any{"comuneIstat": "037006", "indirizzo": "Via " + uno}}
	foto := map[string]any{"allegato": []any{map[string]any{"nome": "foto.jpg", "tipo": "image/jpeg", "contenuto": "Zm90bw=="}}}
	maps.Copy(foto, via)
	cursore := p.allaFine(t)
	esiti := p.chiedi(t,
		soloTarga(uno, targa, foto), soloTarga(due, targa, via), // the same plate, place, minute, article: the second waits for a person
		domanda{"annullaVerbale", map[string]any{"idEsterno": due, "motivo": "Inserito due volte"}},
		domanda{"annullaVerbale", map[string]any{"idEsterno": due, "motivo": "Inserito due volte"}},
		domanda{"annullaVerbale", map[string]any{"idEsterno": "mai-" + uno, "motivo": "x"}},
		domanda{"leggiVariazioni", map[string]any{"cursore": "inventato"}})
	for i, e := range esiti[:4] {
		if e.Errore != nil {
			t.Fatalf("question %d: %+v", i, e.Errore)
		}
	}
	if a, b := esiti[2].Risposta, esiti[3].Risposta; a.Procedura != "SCARTATO" || a.IDVerbale != esiti[1].Risposta.IDVerbale || b.Procedura != a.Procedura || b.Numero != a.Numero {
		t.Errorf("annulment %+v, and again %+v", a, b)
	}
	if e := esiti[4].Errore; e == nil || e.Codice != "NON_TROVATO" {
		t.Errorf("a key of nobody: %+v", esiti[4])
	}
	if e := esiti[5].Errore; e == nil || e.Codice != "DATI_NON_VALIDI" || len(e.Nomi) != 1 || e.Nomi[0] != "cursore" {
		t.Errorf("a cursor of nobody: %+v", esiti[5])
	}
	stack.attendiAtto(t, p.tenant, uno, time.Minute)
	visti := map[string]variazioneZeep{}
	for altre := true; altre; {
		r := p.variazioni(t, cursore)
		cursore, altre = r.Risposta.Cursore, r.Risposta.Altre
		for _, v := range r.Risposta.Variazione {
			visti[v.IDEsterno] = v
		}
	}
	if v := visti[uno]; v.Procedura != "ATTO_GENERATO" || v.IDVerbale != esiti[0].Risposta.IDVerbale || len(v.Avviso) != 2 || v.Sequenza == 0 {
		t.Errorf("the first fine in the feed: %+v", v)
	}
	if v := visti[due]; v.Procedura != "SCARTATO" {
		t.Errorf("the second fine in the feed: %+v", v)
	}
	tardi := p.chiedi(t, domanda{"annullaVerbale", map[string]any{"idEsterno": uno, "motivo": "Tardi"}})
	if e := tardi[0].Errore; e == nil || e.Codice != "ATTO_GIA_FORMATO" {
		t.Errorf("an act that exists: %+v", tardi[0])
	}
	estraneo := stack.zeep(t, p.altro, p.porta, domanda{"leggiVariazioni", map[string]any{"cursore": cursore}})
	if e := estraneo[0].Errore; e == nil || !slices.Equal(e.Nomi, []string{"cursore"}) {
		t.Errorf("the cursor of another tenant: %+v", estraneo[0])
	}
}

// variazioni asks for what changed after a cursor; empty is the beginning.
func (p programma) variazioni(t *testing.T, cursore string) rispostaZeep {
	t.Helper()
	argomenti := map[string]any{"massimo": 1000}
	if cursore != "" {
		argomenti["cursore"] = cursore
	}
	r := p.chiedi(t, domanda{"leggiVariazioni", argomenti})[0]
	if r.Errore != nil || r.Risposta == nil || r.Risposta.Cursore == "" {
		t.Fatalf("leggiVariazioni: %+v", r)
	}
	return r
}

// allaFine gives the cursor at which the feed ends now.
func (p programma) allaFine(t *testing.T) (cursore string) {
	t.Helper()
	for altre := true; altre; {
		r := p.variazioni(t, cursore)
		cursore, altre = r.Risposta.Cursore, r.Risposta.Altre
	}
	return cursore
}

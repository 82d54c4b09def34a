//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const verbaliRest = "/ElaborazioneService/rest/VerbaliRestService"

// assiLetti are the answer to an event.
type assiLetti struct {
	Sequenza  int    `json:"sequenza"`
	Procedura string `json:"procedura"`
	Debito    string `json:"debito"`
}

// ufficio records an event as a person of the office, and asks for a status.
func ufficio(t *testing.T, id string, stato int, evento map[string]any) assiLetti {
	t.Helper()
	r := chiama(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/verbali/"+id+"/eventi"), evento, conBasic("ufficio.alfa", passwordProva))
	return leggi[assiLetti](t, r, stato)
}

// esitoPagamento is the answer to a payment.
type esitoPagamento struct {
	Esito                      string
	ResiduoCent, EccedenzaCent int
}

// TestLife follows a fine from a foreign client to its payment: its log tells it and replays to the
// same row, its search stays within its tenant.
func TestLife(t *testing.T) {
	v := inserisciConZeep(t, "VerbaleInsSoap11", "vita", "fb 771-kk")
	stack.attendiAtto(t, "alfa", v.idEsterno, 10*time.Second)
	t.Run("served, it owes the discounted sum", v.notificato)
	t.Run("paid in two parts, it is closed to the cent", v.pagato)
	t.Run("the search finds it by its new state, another's does not", func(t *testing.T) {
		chiave := map[string]any{"targa": v.targa, "debito": []string{"RIMBORSATO"}}
		if diff := cmp.Diff([]string{v.id}, cerca(t, "alfa", chiave)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if altri := cerca(t, "beta", chiave); slices.Contains(altri, v.id) {
			t.Error("beta finds alfa's fine")
		}
	})
	t.Run("the log tells its life and replays to the same row", v.storia)
	t.Run("the integrator hears of it", v.variazioni)
}

func (v unVerbale) notificato(t *testing.T) {
	letto := leggi[struct{ Posizioni []struct{ ID string } }](t,
		chiama(t, http.MethodGet, stack.url("elaborazione", verbaliRest+"/verbali/"+v.id), nil, conBasic("ufficio.alfa", passwordProva)), http.StatusOK)
	evento := map[string]any{"tipo": "NOTIFICA_PERFEZIONATA", "posizione": letto.Posizioni[0].ID, "dataLegale": tempo.Oggi().String(),
		"motivo": "relata del messo", "prova": "relata-1", "idempotenza": "notifica-1", "dati": map[string]any{"canale": "MESSO"}}
	a := ufficio(t, v.id, http.StatusCreated, evento)
	if a.Procedura != "NOTIFICATO" || a.Debito != "RIDOTTO_30" {
		t.Errorf("after service: %+v", a)
	}
	if ancora := ufficio(t, v.id, http.StatusOK, evento); ancora != a {
		t.Errorf("the same event again: %+v, want %+v", ancora, a)
	}
	verificaProblema(t, chiama(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/verbali/"+v.id+"/eventi"), evento,
		conBasic("integratore.alfa", passwordProva)), http.StatusForbidden, "PERMESSO_MANCANTE")
}

func (v unVerbale) pagato(t *testing.T) {
	paga := func(cent int, riferimento string, stato int) esitoPagamento {
		r := chiama(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/pagamenti"), map[string]any{
			"numeroAvviso": v.avvisi[0].NumeroAvviso, "importoCent": cent, "data": tempo.Oggi().String(),
			"canale": "PAGOPA", "riferimento": v.id + riferimento}, conBasic("operatore.alfa", passwordProva))
		return leggi[esitoPagamento](t, r, stato)
	}
	acconto := esitoPagamento{Esito: "PARZIALE", ResiduoCent: scontatoCent - 1000}
	if e := paga(1000, "-1", http.StatusCreated); e != acconto {
		t.Errorf("first part: %+v", e)
	}
	if e := paga(1000, "-1", http.StatusOK); e != acconto {
		t.Errorf("the same payment again: %+v", e)
	}
	if e := paga(scontatoCent-1000, "-2", http.StatusCreated); e != (esitoPagamento{Esito: "CHIUSO"}) {
		t.Errorf("second part: %+v", e)
	}
	if e := paga(500, "-3", http.StatusCreated); e != (esitoPagamento{Esito: "ECCEDENZA", EccedenzaCent: 500}) {
		t.Errorf("too much: %+v", e)
	}
	ufficio(t, v.id, http.StatusCreated, map[string]any{"tipo": "RIMBORSO_DISPOSTO", "motivo": "versato in più", "idempotenza": "rimborso",
		"dati": map[string]any{"importoCent": 500}})
}

func (v unVerbale) storia(t *testing.T) {
	r := chiama(t, http.MethodGet, stack.url("elaborazione", verbaliRest+"/verbali/"+v.id+"/eventi"), nil, conBasic("operatore.alfa", passwordProva))
	var tipi []string
	for _, e := range leggi[struct{ Eventi []struct{ Tipo string } }](t, r, http.StatusOK).Eventi {
		tipi = append(tipi, e.Tipo)
	}
	for _, tipo := range []string{"VERBALE_INSERITO", "VERBALE_VALIDATO", "AVVISI_EMESSI", "INTESTATARIO_TROVATO", "ATTO_GENERATO", "NOTIFICA_PERFEZIONATA",
		"PAGAMENTO_REGISTRATO", "RIMBORSO_DISPOSTO"} {
		if !slices.Contains(tipi, tipo) {
			t.Errorf("the log lacks %s: %v", tipo, tipi)
		}
	}
	if uscita, err := stack.comando(t, "ricalcola", "--tenant", "alfa", "--verbale", v.id); err != nil {
		t.Errorf("ricalcola: %v\n%s", err, uscita)
	}
}

func (v unVerbale) variazioni(t *testing.T) {
	cursore, trovato := "", false
	for range 50 {
		argomenti := map[string]any{"massimo": 200}
		if cursore != "" {
			argomenti["cursore"] = cursore
		}
		r := stack.zeepGrezzo(t, "alfa", "VerbaleInsSoap12", domanda{"leggiVariazioni", argomenti})
		var letta struct {
			Variazione []struct {
				IDVerbale string `json:"idVerbale"`
				Debito    string `json:"debito"`
			} `json:"variazione"`
			Cursore string `json:"cursore"`
			Altre   bool   `json:"altre"`
		}
		if err := json.Unmarshal(r, &letta); err != nil {
			t.Fatalf("%v: %s", err, r)
		}
		for _, x := range letta.Variazione {
			trovato = trovato || x.IDVerbale == v.id && x.Debito == "RIMBORSATO"
		}
		if cursore = letta.Cursore; !letta.Altre {
			break
		}
	}
	if !trovato {
		t.Error("leggiVariazioni does not tell the refund")
	}
}

// TestCancelled: a foreign client takes its fine back, until an act exists.
func TestCancelled(t *testing.T) {
	annulla := func(v unVerbale) rispostaZeep {
		return stack.zeep(t, "alfa", "VerbaleInsSoap11", domanda{"annullaVerbale", map[string]any{"idEsterno": v.idEsterno, "motivo": "targa letta male"}})[0]
	}
	conAtto := inserisciConZeep(t, "VerbaleInsSoap11", "tolto-tardi", "fb 772-kk")
	stack.attendiAtto(t, "alfa", conAtto.idEsterno, 10*time.Second)
	if r := annulla(conAtto); r.Errore == nil || r.Errore.Codice != "ATTO_GIA_FORMATO" {
		t.Errorf("after the act: %+v", r)
	}
	altri := map[string]any{"violazione": []any{map[string]any{"articolo": "157", "comma": "8"}}}
	doppio := []domanda{soloTarga("doppio-a-"+unico(), "fb 773-kk", altri), soloTarga("doppio-b-"+unico(), "fb 773-kk", altri)}
	esiti := stack.zeep(t, "alfa", "VerbaleInsSoap11", doppio...)
	if esiti[1].Errore != nil || len(esiti[1].Risposta.Avviso) != 0 {
		t.Fatalf("a possible double waits for a person and has no notices: %+v", esiti[1])
	}
	secondo := unVerbale{idEsterno: doppio[1].argomenti["verbale"].(map[string]any)["idEsterno"].(string), id: esiti[1].Risposta.IDVerbale}
	if r := annulla(secondo); r.Errore != nil {
		t.Errorf("a fine that waits for a person: %+v", r.Errore)
	}
	if procedura := stack.leggiVerbale(t, "alfa", secondo.idEsterno).Procedura; procedura != "SCARTATO" {
		t.Errorf("procedura %s", procedura)
	}
}

// rapportoStorico is the closing reconciliation of an import.
type rapportoStorico struct {
	Casi        int `json:"casi"`
	Nuovi       int `json:"nuovi"`
	Eventi      int `json:"eventi"`
	ImportiCent int `json:"importiCent"`
	SpeseCent   int `json:"speseCent"`
	VersatoCent int `json:"versatoCent"`
}

// TestHistory takes a history in, twice, and finds it in one tenant only.
func TestHistory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "storico.csv")
	if err := os.WriteFile(file, []byte(unaStoria()), 0o600); err != nil {
		t.Fatal(err)
	}
	for giro, nuovi := range []int{3, 0} {
		uscita, err := stack.comando(t, "importa", "--tenant", "beta", "--formato", "storico-eventi", "--json", file)
		if err != nil {
			t.Fatalf("importa: %v\n%s", err, uscita)
		}
		var rapporto rapportoStorico
		if err := json.Unmarshal(uscita, &rapporto); err != nil {
			t.Fatalf("%v\n%s", err, uscita)
		}
		vuole := rapportoStorico{Casi: 3, Nuovi: nuovi, Eventi: 10, ImportiCent: 3500 + 3600 + 3500 + 7150, SpeseCent: 1100 + 1300, VersatoCent: 3600 + 8250}
		if rapporto != vuole {
			t.Errorf("giro %d: %+v, want %+v", giro, rapporto, vuole)
		}
	}
	chiave := map[string]any{"numero": "9000002", "lettera": "A", "fonte": []string{"IMPORTAZIONE"}}
	if trovati := cerca(t, "beta", chiave); len(trovati) != 1 {
		t.Errorf("beta finds %v", trovati)
	}
	if trovati := cerca(t, "alfa", chiave); len(trovati) != 0 {
		t.Errorf("alfa finds beta's history: %v", trovati)
	}
	if uscita, err := stack.comando(t, "ricalcola", "--tenant", "beta"); err != nil {
		t.Errorf("ricalcola: %v\n%s", err, uscita)
	}
}

// unaStoria are three cases: only created and sent, paid at once, paid late with the penalty.
func unaStoria() string {
	return strings.Join([]string{
		"case_id;activity;timestamp;amount;dismissal;vehicleClass;totalPaymentAmount;article;points;expense;notificationType;lastSent;paymentAmount",
		"A9000001;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;",
		"A9000001;Send Fine;2006-12-05;;;;;;;11.00;;;",
		"A9000002;Create Fine;2007-03-09;36.00;NIL;A;0.00;157;0;;;;",
		"A9000002;Payment;2007-03-12;;;;36.00;;;;;;36.00",
		"A9000003;Create Fine;2006-08-02;35.00;NIL;A;0.00;157;0;;;;",
		"A9000003;Send Fine;2006-12-12;;;;;;;13.00;;;",
		"A9000003;Insert Fine Notification;2007-01-15;;;;;;;;P;P;",
		"A9000003;Add penalty;2007-03-16;71.50;;;;;;;;;",
		"A9000003;Payment;2008-09-09;;;;82.50;;;;;;82.50",
		"A9000003;Send for Credit Collection;2009-03-30;;;;;;;;;;",
	}, "\n") + "\n"
}

// comando runs a command of elaborazione as its operators do, and gives what it printed.
func (p *pila) comando(t *testing.T, argomenti ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.CommandContext(contesto(t, time.Minute), filepath.Join(p.bin, "elaborazione"), argomenti...)
	cmd.Env = p.ambiente(t, "elaborazione")
	return cmd.Output()
}

//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// rigaVera is a fine on a real row of the table of violations and what its notices must ask for. The
// figures are the decrees', computed by hand: 0 means that the notice must not exist.
type rigaVera struct {
	regola, targa string
	violazione    map[string]any
	quando        time.Time
	ridotto30     int
	ridotto       int
}

func norma(articolo, comma string, altro ...any) map[string]any {
	v := map[string]any{"articolo": articolo, "comma": comma}
	for i := 0; i+1 < len(altro); i += 2 {
		v[altro[i].(string)] = altro[i+1]
	}
	return v
}

func velocita(rilevata string, limite int) map[string]any {
	return norma("142", "7", "velocitaRilevata", rilevata, "limite", limite)
}

// righeVere take ten articles and plates in every spelling.
func righeVere() []rigaVera {
	return []rigaVera{
		{"7 c.14-bis, a zone with a toll: the tariff has no discount", "gb 001 aa", norma("7", "14-bis", "tariffaCent", 500), ieri(9, 0), 63_10, 88_00},
		{"7 c.14, the row named by its code", "GB-002-AA", norma("7", "14", "codice", "7-14-2"), ieri(9, 1), 58_10, 83_00},
		{"7 c.15, parking not paid, with its tariff", "gb003aa", norma("7", "15", "codice", "7-15-p1", "tariffaCent", 350), ieri(9, 2), 32_90, 45_50},
		{"7 c.14, a stay too long by three periods", "gb018aa", norma("7", "14", "codice", "7-14-p4", "periodi", 3), ieri(9, 16), 54_60, 78_00},
		{"142 c.7: 61 where 50, less 5 km/h", "Gb 004 aA", velocita("61", 50), ieri(9, 3), 29_40, 42_00},
		{"142 c.8: 78.5 where 50", "GB 005-AA", velocita("78.5", 50), ieri(9, 4), 121_10, 173_00},
		{"142 c.8 at night: one third more", " gb006aa ", velocita("78", 50), ieri(23, 30), 161_47, 230_67},
		{"142 c.9: 110 where 50, suspension, no discount", "GB.007.AA", velocita("110", 50), ieri(9, 6), 0, 543_00},
		{"142 c.8: 136 where 110, less 5 %", "GB008AA", velocita("136", 110), ieri(9, 7), 121_10, 173_00},
		{"146 c.3, red light, first time", "gb-009-aa", norma("146", "3"), ieri(9, 8), 116_90, 167_00},
		{"158 c.2 lett. d, a car", "gb 010aa", norma("158", "2", "lettera", "d"), ieri(9, 9), 115_50, 165_00},
		{"158 c.2 lett. d, a motorcycle with two wheels", "ga 12345", norma("158", "2", "lettera", "d"), ieri(9, 10), 60_90, 87_00},
		{"172 c.10, seat belt", "GB 011 AA", norma("172", "10"), ieri(9, 11), 58_10, 83_00},
		{"173 c.3-bis, telephone, suspension, no discount", "gb012-aa", norma("173", "3-bis"), ieri(9, 12), 0, 250_00},
		{"180 c.7, documents left at home", "GB013aa", norma("180", "7"), ieri(9, 13), 29_40, 42_00},
		{"193 c.2, no insurance, first time", "gb 014 AA", norma("193", "2"), ieri(9, 14), 606_20, 866_00},
		{"176 c.19, no reduced payment (art. 202 c.3-bis): no notice", "GB 015 AA", norma("176", "19"), ieri(9, 15), 0, 0},
	}
}

func TestRealRows(t *testing.T) {
	righe := righeVere()
	serie := unico()
	var domande []domanda
	for i, r := range righe {
		campi := map[string]any{"violazione": []any{r.violazione}, "dataOraViolazione": r.quando.Format("2006-01-02T15:04:05Z07:00")}
		if r.violazione["velocitaRilevata"] != nil {
			campi["dispositivo"] = map[string]any{"tipo": "Misuratore di prova", "matricola": "MP-001", "approvazione": "Decreto di prova n. 1 del 2020",
				"taratura": r.quando.AddDate(0, 0, -30).Format(time.DateOnly)}
		}
		if strings.Contains(r.regola, "motorcycle") { // its plate does not tell how many wheels it has
			campi["veicolo"] = map[string]any{"targa": r.targa, "classe": "MOTOCICLO"}
		}
		domande = append(domande, soloTarga(fmt.Sprintf("riga-%s-%d", serie, i), r.targa, campi))
	}
	domande = append(domande, soloTarga("ambigua-"+serie, "GB016AA", map[string]any{"violazione": []any{norma("7", "14")}}),
		soloTarga("reato-"+serie, "GB017AA", map[string]any{"violazione": []any{norma("186", "2", "lettera", "b")}}),
		soloTarga("diviso-"+serie, "GB019AA", map[string]any{"violazione": []any{norma("158", "1", "codice", "158-1")}}))
	esiti := stack.zeep(t, "alfa", "VerbaleInsSoap12", domande...)
	token := stack.operatore(t, "alfa")
	for i, r := range righe {
		t.Run(r.regola, func(t *testing.T) {
			t.Parallel()
			r.verifica(t, fmt.Sprintf("riga-%s-%d", serie, i), esiti[i], token)
		})
	}
	t.Run("several rows remain: the fault lists their codes", func(t *testing.T) {
		e := esiti[len(righe)].Errore
		if e == nil || e.Codice != "VIOLAZIONE_AMBIGUA" {
			t.Fatalf("answer %+v, fault %+v", esiti[len(righe)].Risposta, e)
		}
		for _, codice := range []string{"7-14-p1", "7-14-2"} {
			if !strings.Contains(e.Messaggio+strings.Join(e.Campi, " "), codice) {
				t.Errorf("the fault does not name %s: %+v", codice, e)
			}
		}
	})
	t.Run("an old codice that was divided waits for a person, who chooses", func(t *testing.T) { diviso(t, "diviso-"+serie, esiti[len(righe)+2]) })
	t.Run("an offence is no fine (art. 220)", func(t *testing.T) {
		if e := esiti[len(righe)+1].Errore; e == nil || !strings.Contains(strings.Join(e.Campi, " "), "186-2-b") {
			t.Errorf("answer %+v, fault %+v", esiti[len(righe)+1].Risposta, e)
		}
	})
}

// diviso follows a fine of a codice that the earlier table had, from the old client to its notices.
func diviso(t *testing.T, idEsterno string, esito rispostaZeep) {
	t.Helper()
	if esito.Errore != nil || esito.Risposta.Procedura != "DA_VALIDARE" || len(esito.Risposta.Avviso) > 0 {
		t.Fatalf("answer %+v, fault %+v", esito.Risposta, esito.Errore)
	}
	id := esito.Risposta.IDVerbale
	valida := map[string]any{"tipo": "VERBALE_VALIDATO", "motivo": "controllato", "idempotenza": "valida"}
	verificaProblema(t, chiama(t, http.MethodPost, stack.url("elaborazione", verbaliRest+"/verbali/"+id+"/eventi"), valida,
		conBasic("ufficio.alfa", passwordProva)), http.StatusConflict, "TRANSIZIONE_NON_AMMESSA")
	ufficio(t, id, http.StatusCreated, map[string]any{"tipo": "VIOLAZIONE_SCELTA", "motivo": "era all'intersezione", "idempotenza": "sceglie",
		"dati": map[string]any{"codice": "158-1-f"}})
	ufficio(t, id, http.StatusCreated, valida)
	letto := stack.zeep(t, "alfa", "VerbaleInsSoap11", domanda{"leggiVerbale", map[string]any{"idEsterno": idEsterno}})[0]
	if letto.Errore != nil || len(letto.Risposta.Avviso) != 2 || letto.Risposta.Avviso[0].ImportoCent != 115_50 || letto.Risposta.Avviso[1].ImportoCent != 165_00 {
		t.Errorf("%+v %+v", letto.Risposta, letto.Errore)
	}
	if uscita, err := stack.comando(t, "ricalcola", "--tenant", "alfa", "--verbale", id); err != nil {
		t.Errorf("ricalcola: %v\n%s", err, uscita)
	}
}

// verifica compares the answer and the paper with the figures of the row.
func (r rigaVera) verifica(t *testing.T, idEsterno string, esito rispostaZeep, token string) {
	t.Helper()
	if esito.Errore != nil {
		t.Fatalf("fault: %+v", esito.Errore)
	}
	attesi := map[string]int{}
	for tipo, cent := range map[string]int{"RIDOTTO_30": r.ridotto30, "RIDOTTO": r.ridotto} {
		if cent > 0 {
			attesi[tipo] = cent
		}
	}
	avvisi := esito.Risposta.Avviso
	if len(avvisi) != len(attesi) {
		t.Fatalf("notices %+v, want %v", avvisi, attesi)
	}
	stack.attendiAtto(t, "alfa", idEsterno, time.Minute) // what a replica that has just gone took comes again after the wait of the durable
	pdf := scaricaAtto(t, esito.Risposta.IDVerbale, token)
	prima := 1
	if len(avvisi) > 0 {
		prima = 2 // the notices follow the act
	}
	testo, codici := testoPDF(t, pdf), codiciQR(t, pdf, prima)
	for _, a := range avvisi {
		if a.ImportoCent != attesi[a.Tipo] {
			t.Errorf("%s asks for %d, want %d", a.Tipo, a.ImportoCent, attesi[a.Tipo])
		}
		somma := fmt.Sprintf("%d,%02d", attesi[a.Tipo]/100, attesi[a.Tipo]%100)
		if !rigaCon(testo, somma, raggruppato(a.NumeroAvviso)) {
			t.Errorf("the act prints no line with %s and %s:\n%s", somma, raggruppato(a.NumeroAvviso), testo)
		}
		qr := fmt.Sprintf("PAGOPA|002|%s|%s|%d", a.NumeroAvviso, stack.enteDi(t, "alfa"), attesi[a.Tipo])
		if !slices.Contains(codici, qr) {
			t.Errorf("no QR code of the act says %s: %q", qr, codici)
		}
	}
	if len(avvisi) == 0 && len(codici) > 0 {
		t.Errorf("an act without notices has QR codes: %q", codici)
	}
	normale := strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(r.targa))
	if !strings.Contains(testo, normale) {
		t.Errorf("the act does not name %s", normale)
	}
}

//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

const (
	paginaDecreto = paginaTabelle + "/violazioni/decreto"
	paginaTariffe = baseCore + "tariffeCorrette"
)

// TestCorrectedTable: a row is corrected in the browser for the days that are over; the office finds the fine that it had
// priced, and calls a person to it. Then the decree of another year is computed, simulated and confirmed.
func TestCorrectedTable(t *testing.T) {
	m := nuovaMulta("tariffa-"+unico(), 9_951)
	corpo := strings.Replace(m.corpo(), "<articolo>157</articolo><comma>8</comma>", "<articolo>15</articolo><comma>2</comma>", 1)
	e, err := stack.soap(t, "alfa", busta11, corpo)
	if err != nil || e.Errore != "" {
		t.Fatalf("%+v %v", e, err)
	}
	f := apriFinestra(t)
	f.vai(paginaTabelle)
	f.attende(baseCore+"login", "Accesso")
	f.accede("piattaforma", passwordProva)
	f.attende(paginaTabelle, "Tabelle")
	f.correggeRiga()
	f.decreto(tempo.Oggi().Anno() + 2)
	f.esciDi()
	f.accede("ufficio.alfa", passwordProva)
	f.attende(baseCore, "Pagina iniziale")
	f.trovaCorretti(m, e)
}

// correggeRiga: a correction of days that are over is told apart, says how many fines it concerns, and wants a will of its own.
func (f *finestra) correggeRiga() {
	f.t.Helper()
	tutta := chiedi[string](f, `fetch("`+paginaTabelle+`/violazioni/esporta").then(r => r.text())`)
	prima, dopo, c := strings.Cut(tutta, "\n15-2;")
	if !c {
		f.t.Fatalf("no row 15-2 in what was exported: %.300s", tutta)
	}
	f.sceglie("violazioni", prima+"\n15-2;"+strings.Replace(dopo, ";4200;17300;", ";4100;17200;", 1))
	f.attende(paginaTabelle+"/violazioni/bozze/", "Anteprima: violazioni")
	f.attendeParole("the correction", "Righe modificate: 1", "giorni passati", "Minimo: da 42,00 € a 41,00 €", "Verbali già fatti", "alfa")
	f.accessibile("tabelle-correzione")
	f.compila(campo{"forza", "true"}, campo{"nota", "Correzione di una riga, prova"})
	f.attende(paginaTabelle+"/violazioni/versioni", "Versioni di violazioni")
	f.attendeParole("the new version", "Caricata la versione", "Correzione di una riga, prova")
}

// decreto: what cannot be is refused by field; the preview has what changes and the simulation, and one confirmation writes it.
func (f *finestra) decreto(anno int) {
	f.t.Helper()
	f.vai(paginaDecreto)
	f.attende(paginaDecreto, "Decreto biennale")
	f.accessibile("decreto")
	f.compila(campo{"variazione", "molto"}, campo{"dal", fmt.Sprintf("%d-01-01", anno)}, campo{"fonte", "D.M. di prova"})
	testkit.Attendi(f.t, 20*time.Second, "the refusal", func() bool {
		return chiedi[bool](f, `document.readyState === "complete" && document.querySelector("#rifiuto") !== null`)
	})
	f.accessibile("decreto-rifiutato")
	f.vai(paginaDecreto)
	f.attende(paginaDecreto, "Decreto biennale")
	f.compila(campo{"variazione", "10"}, campo{"dal", fmt.Sprintf("%d-01-01", anno)}, campo{"fonte", "D.M. di prova"})
	f.attende(paginaTabelle+"/violazioni/bozze/", "Anteprima: violazioni")
	f.attendeParole("what the decree changes, and the simulation", fmt.Sprintf("01/01/%d", anno), "Simulazione", "In tutto", "in misura ridotta e senza spese")
	if testo := f.testo(); strings.Contains(testo, "giorni passati") {
		f.t.Errorf("a future decree is taken for a change of the past:\n%.600s", testo)
	}
	f.accessibile("decreto-anteprima")
	f.compila(campo{"nota", "Decreto di un altro anno, prova"})
	f.attende(paginaTabelle+"/violazioni/versioni", "Versioni di violazioni")
	f.attendeParole("the version of the decree", "Caricata la versione", "Decreto di un altro anno, prova")
	f.vai(fmt.Sprintf("%s/violazioni/riga?chiave=154-8/%d-01-01", paginaTabelle, anno))
	f.attende(paginaTabelle+"/violazioni/riga", "154-8")
	f.attendeParole("a row of the decree", "D.M. di prova")
}

// trovaCorretti: the page names the fine, what was asked and what the law asks; confirmed, the fine has its anomaly.
func (f *finestra) trovaCorretti(m multa, e esitoSOAP) {
	f.t.Helper()
	testkit.Attendi(f.t, 20*time.Second, "core to have the corrected table", func() bool {
		f.vai(paginaTariffe + "?da=" + m.quando.Format("2006-01-02"))
		f.attende(paginaTariffe, "Tariffe corrette")
		return strings.Contains(f.testo(), "15-2")
	})
	f.attendeParole("the fine", e.Numero+"/", "importo", "29,40", "28,70", "Apri un'anomalia su ciascuno")
	f.accessibile("tariffe-corrette")
	f.compila(campo{"conferma", "true"})
	f.attendeParole("what was done", "1 anomalia aperta", "Già segnalato")
	f.segue(fmt.Sprintf(`main a[href$=%q]`, "verbali/"+e.IDVerbale))
	f.attende(baseCore+"verbali/"+e.IDVerbale, "Verbale")
	f.attendeParole("the anomaly", "Riga della tabella corretta dopo il verbale", "la legge chiede 28,70")
}

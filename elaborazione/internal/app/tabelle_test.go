package app_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// annuncia publishes the fact of core that a table of the platform has a new version.
func (b *banco) annuncia(t *testing.T, nome string) {
	t.Helper()
	fatto := event.TabelleAggiornate("", nome)
	corpo, err := json.Marshal(fatto)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.bus.Conn.Publish(fatto.Soggetto(""), corpo); err != nil {
		t.Fatal(err)
	}
}

// conDecreto is the table of the day with other amounts of art. 158 c. 2 lett. d from a day on.
func conDecreto(t *testing.T, dal calendario.Giorno) (prima, dopo sanzione.Sanzione, tutta *sanzione.Tabella) {
	t.Helper()
	righe := slices.DeleteFunc(prezzi(t).Tutte(), func(r sanzione.Sanzione) bool { return r.Codice == "158-2-d" && !r.ValidoDa.Before(dal) })
	for _, r := range righe {
		if r.Codice == "158-2-d" && r.ValidoA.IsZero() {
			prima = r
		}
	}
	dopo = prima
	dopo.ValidoDa, dopo.Orizzonte, dopo.MinCent, dopo.MaxCent = dal, calendario.Giorno{}, prima.MinCent+1000, prima.MaxCent+4000
	tutta, err := sanzione.Nuova(append(righe, dopo))
	if err != nil {
		t.Fatal(err)
	}
	return prima, dopo, tutta
}

// il is the insertion of the n-th fine, of that day, with a plate of its own.
func (b *banco) il(t *testing.T, giorno calendario.Giorno, n int) esito {
	t.Helper()
	ieri := tempo.Oggi().AddDays(-1).String()
	corpo := strings.ReplaceAll(inserimento(fmt.Sprintf("EST-%d", n), fmt.Sprintf("AB%03dCD", n), ""), ieri, giorno.String())
	stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), corpo)
	var e esito
	if err := xml.Unmarshal([]byte(testo), &e); err != nil || stato != http.StatusOK || len(e.Avvisi) != 2 {
		t.Fatalf("%d %v: %s", stato, err, testo)
	}
	return e
}

// TestUnNuovoDecretoValeDalSuoGiornoSenzaRiavvio: art. 195 c. 3 CdS, the amounts of the day of the violation.
func TestUnNuovoDecretoValeDalSuoGiornoSenzaRiavvio(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	oggi := tempo.Oggi()
	prima, dopo, tutta := conDecreto(t, oggi.AddDays(-2))
	if e := b.il(t, oggi.AddDays(-1), 0); e.Avvisi[1].ImportoCent != int64(prima.MinCent) {
		t.Fatalf("before the decree: %+v", e.Avvisi)
	}
	caricata := testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: tutta.Versione(), Righe: tutta.Tutte()}.Importa(t, b.Ambiente)
	b.annuncia(t, tabella.Violazioni)
	var primo esito
	n := 0
	testkit.Attendi(t, 10*time.Second, "the new amounts", func() bool {
		n++
		primo = b.il(t, oggi.AddDays(-2), n)
		return primo.Avvisi[1].ImportoCent == int64(dopo.MinCent)
	})
	for fa, attesa := range map[int]sanzione.Sanzione{40: prima, 3: prima, 2: dopo, 1: dopo} {
		if e := b.il(t, oggi.AddDays(-fa), 100+fa); e.Avvisi[1].ImportoCent != int64(attesa.MinCent) {
			t.Errorf("violation of %d days ago: %d cents, want %d", fa, e.Avvisi[1].ImportoCent, attesa.MinCent)
		}
	}
	var versione int
	if err := b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT versione FROM tabella_versione WHERE nome = 'violazioni' AND impronta = $1`,
		b.versioneTabella(t, primo.IDVerbale)).Scan(&versione); err != nil || versione != caricata {
		t.Errorf("the event does not lead to the version of core: %d, %v", versione, err)
	}
}

// versioneTabella is what the first event of a fine says of the table that priced it.
func (b *banco) versioneTabella(t *testing.T, id string) (versione string) {
	t.Helper()
	err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(),
		`SELECT dati #>> '{violazioni,0,versioneTabella}' FROM evento WHERE verbale = $1 ORDER BY sequenza LIMIT 1`, id).Scan(&versione)
	if err != nil {
		t.Fatal(err)
	}
	return versione
}

// TestNessunVerbaleHaUnPrezzoPrimaDelleTabelle: the compiled amounts may be older than core's.
func TestNessunVerbaleHaUnPrezzoPrimaDelleTabelle(t *testing.T) {
	t.Parallel()
	b := componi(t, `ALTER VIEW core_v1.tabella RENAME TO via`)
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	leggi := func() string {
		_, testo := b.soap(t, token, inserimento("EST-1", "AB123CD", ""))
		return testo
	}
	testkit.Attendi(t, 10*time.Second, "the refusal", func() bool { return strings.Contains(leggi(), "DATI_NON_PRONTI") })
	if r, corpo := b.chiedi(t, "GET /readyz", "", nil); r.StatusCode != http.StatusServiceUnavailable || strings.Contains(string(corpo), `"tabelle":"OK"`) {
		t.Errorf("ready: %s", corpo)
	}
	b.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO tabella`)
	testkit.Attendi(t, 10*time.Second, "the fine", func() bool { return strings.Contains(leggi(), "INSERITO") })
}

// TestUnComuneDellArchivioNazionaleENoto as soon as it is imported.
func TestUnComuneDellArchivioNazionaleENoto(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	n := 0
	ignoto := func() bool {
		n++
		corpo := strings.ReplaceAll(inserimento(fmt.Sprintf("EST-%d", n), "AB123CD", ""), "039014", "999001")
		_, testo := b.soap(t, token, corpo)
		return strings.Contains(testo, "COMUNE_SCONOSCIUTO")
	}
	if !ignoto() {
		t.Fatal("an invented comune is known")
	}
	testkit.TabellaFissa[comune.Comune]{Nome: tabella.Comuni, Righe: []comune.Comune{{CodiceIstat: "999001", Nome: "Borgo Nuovo", Provincia: "RA",
		CodiceCatastale: "Z999", ValidoDa: calendario.MustParse("2020-01-01")}}}.Importa(t, b.Ambiente)
	b.annuncia(t, tabella.Comuni)
	testkit.Attendi(t, 10*time.Second, "the comune", func() bool { return !ignoto() })
}

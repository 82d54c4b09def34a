package calcolo

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// The worked examples of the sheet (section 7), as they are asked on the page.
func TestScadenzeDellaScheda(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, query, giorno string }{
		{"art. 202 c. 1: five days", "tipo=PAGAMENTO_SCONTATO_5&decorrenza=2026-09-10", "martedì 15 settembre 2026"},
		{"art. 202 c. 1: sixty days", "tipo=PAGAMENTO_RIDOTTO_60&decorrenza=2026-09-10", "lunedì 9 novembre 2026"},
		{"a day written by hand", "tipo=PAGAMENTO_RIDOTTO_60&decorrenza=10/9/2026", "lunedì 9 novembre 2026"},
		{"c.p.c. art. 155 c. 4: five days ending on 8 December", "tipo=PAGAMENTO_SCONTATO_5&decorrenza=2026-12-03", "mercoledì 9 dicembre 2026"},
		{"L. 742/1969 art. 1: August left out, Saturday moved", "tipo=RICORSO_GIUDICE_30&decorrenza=2026-07-13", "lunedì 14 settembre 2026"},
		{"art. 203 c. 1: the prefect counts August", "tipo=RICORSO_PREFETTO_60&decorrenza=2026-07-13", "venerdì 11 settembre 2026"},
		{"art. 201 c. 1: ninety days", "tipo=NOTIFICA_90&decorrenza=2026-02-05", "mercoledì 6 maggio 2026"},
		{"D.L. 76/2020 art. 26 c. 9: SEND at 22:10", "tipo=PERFEZIONAMENTO_SEND_DIGITALE&decorrenza=2026-05-07&ora=22:10", "venerdì 15 maggio 2026"},
		{"D.L. 76/2020 art. 26 c. 9: SEND at 20:00", "tipo=PERFEZIONAMENTO_SEND_DIGITALE&decorrenza=2026-05-07&ora=20.00", "giovedì 14 maggio 2026"},
		{"D.L. 76/2020 art. 26 c. 9: opened before", "tipo=PERFEZIONAMENTO_SEND_DIGITALE&decorrenza=2026-05-07&accesso=2026-05-09", "sabato 9 maggio 2026"},
		{"L. 890/1982 art. 8: never collected", "tipo=PERFEZIONAMENTO_DEPOSITO_POSTALE&decorrenza=2026-03-13", "lunedì 23 marzo 2026"},
		{"L. 890/1982 art. 8: collected before", "tipo=PERFEZIONAMENTO_DEPOSITO_POSTALE&decorrenza=2026-03-13&ritiro=2026-03-17", "martedì 17 marzo 2026"},
		{"D.L. 18/2016 art. 17-quinquies: two days after sixty", "tipo=ACCREDITO_BONIFICO_2&decorrenza=2026-09-10&termine=60", "mercoledì 11 novembre 2026"},
		{"art. 203 c. 2: appeal filed at the command", "tipo=ORDINANZA_PREFETTO_180&decorrenza=2026-03-04", "lunedì 31 agosto 2026"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaScadenza(chiede(t, c.query), oggi)
			if err != nil || p.Esito == nil {
				t.Fatalf("%v, faults %+v", err, p.guasti)
			}
			if ha := p.Esito.Scadenza.Esteso(); ha != c.giorno {
				t.Errorf("%s, want %s", ha, c.giorno)
			}
			if len(p.Esito.Spiegazione) == 0 {
				t.Error("no steps")
			}
		})
	}
}

func TestTutteLeScadenzeDiUnaNotificazione(t *testing.T) {
	t.Parallel()
	p, err := calcolaScadenza(chiede(t, "tipo=TUTTE&decorrenza=2026-09-10"), oggi)
	if err != nil || p.Esito != nil {
		t.Fatalf("%v, faults %+v", err, p.guasti)
	}
	giorni := map[cds.TipoScadenza]string{}
	for _, e := range p.Tutte {
		giorni[e.Tipo] = e.Scadenza.String()
	}
	attesi := map[cds.TipoScadenza]string{
		cds.PagamentoScontato5: "2026-09-15", cds.PagamentoRidotto60: "2026-11-09", cds.RicorsoPrefetto60: "2026-11-09", cds.DatiConducente60: "2026-11-09",
		cds.RicorsoGiudice30: "2026-10-12", cds.RicorsoGiudiceEstero60: "2026-11-09", cds.Rateizzazione30: "2026-10-10", cds.Prescrizione5Anni: "2031-09-10",
	}
	if diff := cmp.Diff(attesi, giorni); diff != "" {
		t.Errorf("deadlines (-want +got):\n%s", diff)
	}
}

func TestScadenzaSbagliataDiceIlCampo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, query, campo string }{
		{"unknown deadline", "tipo=NESSUNA&decorrenza=2026-09-10", "tipo"},
		{"no deadline", "decorrenza=2026-09-10", "tipo"},
		{"no day", "tipo=NOTIFICA_90", "decorrenza"},
		{"no day for all of them", "tipo=TUTTE&decorrenza=", "decorrenza"},
		{"impossible day", "tipo=NOTIFICA_90&decorrenza=31/02/2026", "decorrenza"},
		{"impossible time", "tipo=PERFEZIONAMENTO_SEND_DIGITALE&decorrenza=2026-05-07&ora=sera", "ora"},
		{"collected before it was sent", "tipo=PERFEZIONAMENTO_DEPOSITO_POSTALE&decorrenza=2026-03-13&ritiro=2026-03-12", "ritiro"},
		{"opened before it was there", "tipo=PERFEZIONAMENTO_SEND_DIGITALE&decorrenza=2026-05-07&accesso=2026-05-06", "accesso"},
		{"days that are no number", "tipo=ACCREDITO_BONIFICO_2&decorrenza=2026-09-10&termine=molti", "termine"},
		{"days that are no term of payment", "tipo=ACCREDITO_BONIFICO_2&decorrenza=2026-09-10&termine=7", "termine"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaScadenza(chiede(t, c.query), oggi)
			if err != nil || p.Esito != nil || p.Tutte != nil || p.guasto(c.campo) == "" {
				t.Errorf("error %v, answer %v, faults %+v", err, p.Esito, p.guasti)
			}
		})
	}
}

// Whoever chooses finds every deadline that the law knows, once.
func TestOgniScadenzaSiPuoScegliere(t *testing.T) {
	t.Parallel()
	var offerte []string
	for _, g := range tipiScadenza() {
		for _, o := range g.Voci {
			offerte = append(offerte, o.Valore)
		}
	}
	var note []string
	for _, tipo := range cds.TipiScadenza() {
		note = append(note, string(tipo))
		if parolaScadenza(tipo) == parolaRegola(string(tipo)) {
			t.Errorf("%s has no words", tipo)
		}
	}
	slices.Sort(offerte)
	slices.Sort(note)
	if diff := cmp.Diff(note, offerte); diff != "" {
		t.Errorf("deadlines (-known +offered):\n%s", diff)
	}
}

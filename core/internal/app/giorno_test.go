package app_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// domani is a clock of core alone, which tests put forward by days; PostgreSQL's stays where it is.
type domani struct{ giorni atomic.Int64 }

func (d *domani) adesso() time.Time { return tempo.Adesso().AddDate(0, 0, int(d.giorni.Load())) }

// A hold ends after its last day in Rome by the clock of core, not before.
func TestUnVincoloFinisceConLOrologioDiCore(t *testing.T) {
	t.Parallel()
	var d domani
	b := apparecchiaCon(t, d.adesso)
	b.amministratori(t)
	b.unVerbale(t)
	b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, quando)
		VALUES ('x', 'LETTO', 'verbale', $1, now() - interval '5 years')`, idVerbale)
	ultimo := tempo.Oggi().AddDays(10).String()
	b.attendi(t, "capo.alfa POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura","fino":"`+ultimo+`"}`, 201, `"verbali":1`)
	giro := func() {
		t.Helper()
		if _, err := b.app.Conservazione().Round(t.Context(), b.ambiente.Tenant("alfa")); err != nil {
			t.Fatal(err)
		}
	}
	const anteprima = "capo.alfa GET /conservazione/REGISTRO/anteprima?mesi=24"
	for _, giorni := range []int64{0, 10} {
		d.giorni.Store(giorni)
		giro()
		b.attendi(t, anteprima, "", 200, `"quanti":0`, `"trattenuti":1`)
	}
	d.giorni.Store(11)
	giro()
	b.attendi(t, anteprima, "", 200, `"quanti":1`, `"trattenuti":0`)
	if _, corpo := b.rest(t, "capo.alfa GET /conservazione/vincoli", ""); strings.Contains(corpo, codice) {
		t.Errorf("the hold that is over says on whom it was: %s", corpo)
	}
	b.attendi(t, "capo.alfa POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura","fino":"`+ultimo+`"}`, 400, "deve essere dopo oggi")
}

// What a command asks of passwords from a day on is asked from that day, by the clock of core.
func TestLeRegoleDellePasswordValgonoDalLoroGiorno(t *testing.T) {
	t.Parallel()
	var d domani
	b := apparecchiaCon(t, d.adesso)
	b.amministratori(t)
	dal := tempo.Oggi().AddDays(3).String()
	for chiave, valore := range map[string]string{"password.provvisoriaOre": "5", "password.lunghezzaMinima": "25"} {
		b.attendi(t, "capo.alfa PUT /impostazioni/"+chiave, `{"valore":`+valore+`,"validaDa":"`+dal+`"}`, 200, `"futuri":[{`)
	}
	fra := func() time.Duration {
		t.Helper()
		var fino time.Time
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT provvisoria_fino FROM operatore WHERE username = 'mario'`).Scan(&fino); err != nil {
			t.Fatal(err)
		}
		return fino.Sub(d.adesso()).Round(time.Hour)
	}
	const da = "capo.alfa POST /operatori/mario/password"
	d.giorni.Store(2)
	b.attendi(t, da, `{"password":"`+nuovaPassword+`"}`, 204)
	if f := fra(); f != 72*time.Hour {
		t.Errorf("the day before: %s", f)
	}
	d.giorni.Store(3)
	b.attendi(t, da, `{"password":"`+nuovaPassword+`"}`, 400, "25")
	b.attendi(t, da, `{"password":"`+nuovaPassword+` e altro"}`, 204)
	if f := fra(); f != 5*time.Hour {
		t.Errorf("on the day: %s", f)
	}
}

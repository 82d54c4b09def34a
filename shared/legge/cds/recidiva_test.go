package cds_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestRecidiva(t *testing.T) {
	t.Parallel()
	type r = cds.RichiestaRecidiva
	prima := func(articolo, comma, giorno string) cds.Precedente {
		return cds.Precedente{Persona: "A", Articolo: articolo, Comma: comma, Data: calendario.MustParse(giorno), Definita: true, CentroAbitato: true}
	}
	con := func(p cds.Precedente, muta func(*cds.Precedente)) cds.Precedente {
		muta(&p)
		return p
	}
	citta := r{Articolo: "142", Comma: "8", CentroAbitato: true}
	semaforo := r{Articolo: "146", Comma: "3"}
	casi := []struct {
		regola string
		r      cds.RichiestaRecidiva
		prima  cds.Precedente
		ripete bool
		perche string
		avvisi int
	}{
		{"142 c. 8 in città, un anno esatto prima", citta, prima("142", "8", "2025-05-10"), true, "PRECEDENTE_CONTATO", 1},
		{"142 c. 8 in città, un anno e un giorno prima", citta, prima("142", "8", "2025-05-09"), false, "PRECEDENTE_ESCLUSO", 1},
		{"142 c. 8 la prima fuori città", citta, con(prima("142", "8", "2026-01-10"), func(p *cds.Precedente) { p.CentroAbitato = false }), false, "PRECEDENTE_ESCLUSO", 1},
		{"142 c. 8 questa fuori città", r{Articolo: "142", Comma: "8"}, prima("142", "8", "2026-01-10"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"142 c. 9, due anni", r{Articolo: "142", Comma: "9"}, prima("142", "9", "2024-05-10"), true, "PRECEDENTE_CONTATO", 1},
		{"142 c. 9, due anni e un giorno", r{Articolo: "142", Comma: "9"}, prima("142", "9", "2024-05-09"), false, "PRECEDENTE_ESCLUSO", 1},
		{"142: ogni comma per sé", r{Articolo: "142", Comma: "9"}, prima("142", "9-bis", "2026-01-10"), false, "PRECEDENTE_ESCLUSO", 1},
		{"146 c. 3 nel biennio", semaforo, prima("146", "3", "2025-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"146 c. 2 non conta per il comma 3", semaforo, prima("146", "2", "2025-01-01"), false, "PRECEDENTE_ESCLUSO", 1},
		{"una violazione non definita non conta", semaforo, con(prima("146", "3", "2026-01-01"), func(p *cds.Precedente) { p.Definita = false }), false, "PRECEDENTE_ESCLUSO", 1},
		{"una violazione di un altro non conta", semaforo, con(prima("146", "3", "2026-01-01"), func(p *cds.Precedente) { p.Persona = "B" }), false, "PRIMA_VIOLAZIONE", 1},
		{"una violazione dello stesso giorno non precede", semaforo, prima("146", "3", "2026-05-10"), false, "PRECEDENTE_ESCLUSO", 1},
		{"una violazione seguente non precede", semaforo, prima("146", "3", "2026-05-11"), false, "PRECEDENTE_ESCLUSO", 1},
		{"145: un altro comma dello stesso articolo si conta e si verifica", r{Articolo: "145", Comma: "5"}, prima("145", "10", "2026-01-01"), true, "PRECEDENTE_CONTATO", 2},
		{"191: la legge non prevede recidiva", r{Articolo: "191", Comma: "1"}, prima("191", "1", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"149 c. 4: la recidiva è del solo comma 5", r{Articolo: "149", Comma: "4"}, prima("149", "4", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"148 c. 2: la recidiva è del solo comma 3", r{Articolo: "148", Comma: "2"}, prima("148", "3", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"173 c. 3-bis nel biennio", r{Articolo: "173", Comma: "3-bis"}, prima("173", "3-bis", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"192 c. 6-bis vale dal 12 aprile 2025", r{Articolo: "192", Comma: "6-bis"}, prima("192", "6-bis", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"193 c. 2-bis è la ripetizione del c. 2", r{Articolo: "193", Comma: "2-bis"}, prima("193", "2", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"7 c. 13-bis nel biennio", r{Articolo: "7", Comma: "13-bis"}, prima("7", "13-bis", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"semaforo rosso: l'art. 41 c. 11 è la violazione dell'art. 146 c. 3", semaforo, prima("41", "11", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"e il contrario", r{Articolo: "41", Comma: "11"}, prima("146", "3", "2026-01-01"), true, "PRECEDENTE_CONTATO", 1},
		{"147 c. 5 terzo periodo: nessuna recidiva", r{Articolo: "147", Comma: "5", Periodo: "3"}, prima("147", "5", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"147 c. 5: il terzo periodo non conta", r{Articolo: "147", Comma: "5", Periodo: "1-2"},
			con(prima("147", "5", "2026-01-01"), func(p *cds.Precedente) { p.Periodo = "3" }), false, "PRECEDENTE_ESCLUSO", 1},
		{"171 c. 4, caschi non omologati in vendita: nessuna recidiva", r{Articolo: "171", Comma: "4"}, prima("171", "4", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"170 c. 6-bis: nessuna recidiva", r{Articolo: "170", Comma: "6-bis"}, prima("170", "6", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
		{"158: la legge non prevede recidiva", r{Articolo: "158", Comma: "2"}, prima("158", "2", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
	}
	for articolo, comma := range map[string]string{"145": "1", "147": "5", "170": "6", "171": "2"} {
		casi = append(casi, struct {
			regola string
			r      cds.RichiestaRecidiva
			prima  cds.Precedente
			ripete bool
			perche string
			avvisi int
		}{"art. " + articolo + " nel biennio", r{Articolo: articolo, Comma: comma}, prima(articolo, comma, "2024-05-10"), true, "PRECEDENTE_CONTATO", 1})
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.r.Persona, c.r.Data, c.r.Precedenti = "A", calendario.MustParse("2026-05-10"), []cds.Precedente{c.prima}
			e, err := cds.Recidiva(c.r)
			if err != nil || e.Recidiva != c.ripete || !haPasso(e.Spiegazione, c.perche) || len(e.Avvertenze) != c.avvisi {
				t.Errorf("%+v, %v", e, err)
			}
			controllaSpiegazione(t, 0, e.Spiegazione)
		})
	}
}

// The rule of art. 142 c. 8 is of 14 December 2024; an earlier violation is counted, and a person looks.
func TestRecidivaEntrataInVigore(t *testing.T) {
	t.Parallel()
	r := cds.RichiestaRecidiva{Persona: "A", Articolo: "142", Comma: "8", CentroAbitato: true, Data: calendario.MustParse("2024-12-13"),
		Precedenti: []cds.Precedente{{Persona: "A", Articolo: "142", Comma: "8", CentroAbitato: true, Definita: true, Data: calendario.MustParse("2024-10-01")}}}
	if e, err := cds.Recidiva(r); err != nil || e.Recidiva {
		t.Errorf("prima della L. 177/2024: %+v, %v", e, err)
	}
	r.Data = calendario.MustParse("2024-12-14")
	e, err := cds.Recidiva(r)
	if err != nil || !e.Recidiva || e.Contate != 1 || !strings.Contains(strings.Join(e.Avvertenze, " "), "precede l'entrata in vigore") {
		t.Errorf("%+v, %v", e, err)
	}
}

// Two years from 28 February 2026 end on 28 February 2028: on the 29th they are over.
func TestRecidivaDelVentinoveFebbraio(t *testing.T) {
	t.Parallel()
	r := cds.RichiestaRecidiva{Persona: "A", Articolo: "145", Comma: "10", Data: calendario.MustParse("2028-02-29"),
		Precedenti: []cds.Precedente{{Persona: "A", Articolo: "145", Comma: "10", Definita: true, Data: calendario.MustParse("2026-02-28")}}}
	if e, err := cds.Recidiva(r); err != nil || e.Recidiva || !strings.Contains(e.Spiegazione[0].Testo, "dal 01/03/2026") {
		t.Errorf("%+v, %v", e, err)
	}
	r.Data = calendario.MustParse("2028-02-28")
	if e, err := cds.Recidiva(r); err != nil || !e.Recidiva {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestRecidivaRifiuta(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-10")
	for campo, r := range map[string]cds.RichiestaRecidiva{
		"persona":            {Articolo: "146", Comma: "3", Data: g},
		"data":               {Persona: "A", Articolo: "146", Comma: "3"},
		"articolo":           {Persona: "A", Data: g},
		"precedenti[0].data": {Persona: "A", Articolo: "146", Comma: "3", Data: g, Precedenti: make([]cds.Precedente, 1)},
	} {
		_, err := cds.Recidiva(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", campo, err)
		}
	}
}

// Within the window counted as the law counts years, forward from the earlier violation; the key of the
// person is nowhere in the words.
func TestRecidivaProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giorno := calendario.MustParse("2024-02-20").AddDays(rapid.IntRange(0, 3000).Draw(t, "giorno"))
		prima := giorno.AddDays(-rapid.IntRange(0, 1000).Draw(t, "distanza"))
		e, err := cds.Recidiva(cds.RichiestaRecidiva{Persona: "SEGRETO", Articolo: "145", Comma: "10", Data: giorno,
			Precedenti: []cds.Precedente{{Persona: "SEGRETO", Articolo: "145", Comma: "10", Data: prima, Definita: true}}})
		if err != nil {
			t.Fatal(err)
		}
		if atteso := prima.Before(giorno) && !giorno.After(prima.AddMonths(24)); e.Recidiva != atteso {
			t.Fatalf("%s dopo %s: %v", giorno, prima, e.Recidiva)
		}
		for _, p := range e.Spiegazione {
			if strings.Contains(p.Testo, "SEGRETO") {
				t.Fatal(p.Testo)
			}
		}
	})
}

// Where the earlier violations are looked for is where they count.
func TestArticoliRecidiva(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		articolo, comma, periodo, giorno string
		attesi                           string
	}{
		{"146", "3", "", "2026-05-10", "146 41"}, {"41", "11", "", "2026-05-10", "146 41"}, {"41", "9", "", "2026-05-10", ""},
		{"142", "8", "1", "2024-12-14", "142"}, {"142", "8", "1", "2024-12-13", ""}, {"147", "5", "1-2", "2026-05-10", "147"},
		{"147", "5", "3", "2026-05-10", ""}, {"158", "2", "", "2026-05-10", ""},
	} {
		if s := strings.Join(cds.ArticoliRecidiva(c.articolo, c.comma, c.periodo, calendario.MustParse(c.giorno)), " "); s != c.attesi {
			t.Errorf("art. %s c. %s p. %s, %s: %q", c.articolo, c.comma, c.periodo, c.giorno, s)
		}
	}
}

// The windows in which one sanction answers reach both ways: a device may send the first passage last.
func TestFinestraConcorso(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola  string
		r       cds.Rilevata
		dal, al string
	}{
		{"stessa zona, art. 198 c. 2-bis", cds.Rilevata{Articolo: "7", Comma: "14", Remota: true}, "2026-05-10T00:00:00", "2026-05-11T00:00:00"},
		{"sosta vietata, art. 158 c. 7", cds.Rilevata{Articolo: "158", Comma: "2"}, "2026-05-10T00:00:00", "2026-05-11T00:00:00"},
		{"sosta regolata, art. 7 c. 14", cds.Rilevata{Articolo: "7", Comma: "14"}, "2026-05-09T09:00:00.000001", "2026-05-11T09:00:00"},
		{"velocità, art. 142 c. 6-ter", cds.Rilevata{Articolo: "142", Comma: "8", Remota: true}, "2026-05-10T08:00:00", "2026-05-10T10:00:00.000001"},
		{"requisiti, art. 198-bis", cds.Rilevata{Articolo: "80", Comma: "14", Requisiti: true}, "2026-02-09T00:00:00", "2026-08-09T00:00:00"},
		{"requisiti, a distanza", cds.Rilevata{Articolo: "193", Comma: "2", Requisiti: true, Remota: true}, "2026-02-09T00:00:00", "2026-08-09T00:00:00"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.r.Istante = alle("2026-05-10T09:00:00")
			f, ok := cds.CercaConcorso(c.r)
			const forma = "2006-01-02T15:04:05.999999"
			if dal, al := f.Dal.In(calendario.Roma()).Format(forma), f.Al.In(calendario.Roma()).Format(forma); !ok || dal != c.dal || al != c.al {
				t.Errorf("%v %s %s", ok, dal, al)
			}
		})
	}
}

// A rule reaches back to the day on which it came into force and no further; a vehicle that was stopped has no window.
func TestFinestraConcorsoInVigore(t *testing.T) {
	t.Parallel()
	requisiti := cds.Rilevata{Articolo: "80", Comma: "14", Requisiti: true}
	velocita := cds.Rilevata{Articolo: "142", Comma: "8", Remota: true}
	fermata := requisiti
	fermata.Contestata = true
	for _, c := range []struct {
		regola, istante, dal string
		r                    cds.Rilevata
	}{
		{"nel 2021 l'art. 198-bis non c'è", "2021-05-10T09:00:00", "", requisiti},
		{"l'ultimo giorno senza l'art. 198-bis", "2022-08-05T23:59:59", "", requisiti},
		{"il primo giorno dell'art. 198-bis", "2022-08-06T00:00:00", "2022-08-06T00:00:00", requisiti},
		{"un mese dopo, soltanto fino a quel giorno", "2022-09-06T09:00:00", "2022-08-06T00:00:00", requisiti},
		{"veicolo fermato", "2026-05-10T09:00:00", "", fermata},
		{"la velocità di prima della riforma", "2024-12-13T22:59:59", "", velocita},
		{"mezz'ora dopo la mezzanotte della riforma", "2024-12-14T00:30:00", "2024-12-14T00:00:00", velocita},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			istante, err := time.ParseInLocation("2006-01-02T15:04:05", c.istante, calendario.Roma())
			if err != nil {
				t.Fatal(err)
			}
			c.r.Istante = istante
			dal := ""
			if f, ok := cds.CercaConcorso(c.r); ok {
				dal = f.Dal.In(calendario.Roma()).Format("2006-01-02T15:04:05")
			}
			if dal != c.dal {
				t.Errorf("dal %q, atteso %q", dal, c.dal)
			}
		})
	}
}

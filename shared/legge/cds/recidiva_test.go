package cds_test

import (
	"errors"
	"strings"
	"testing"

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
		{"158: la legge non prevede recidiva", r{Articolo: "158", Comma: "2"}, prima("158", "2", "2026-01-01"), false, "RECIDIVA_NON_PREVISTA", 0},
	}
	for _, articolo := range []string{"145", "147", "170", "171"} {
		casi = append(casi, struct {
			regola string
			r      cds.RichiestaRecidiva
			prima  cds.Precedente
			ripete bool
			perche string
			avvisi int
		}{"art. " + articolo + " nel biennio", r{Articolo: articolo, Comma: "1"}, prima(articolo, "1", "2024-05-10"), true, "PRECEDENTE_CONTATO", 1})
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

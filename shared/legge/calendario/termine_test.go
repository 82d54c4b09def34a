package calendario_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestConta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola          string
		da              string
		giorni          int
		festivi, corte  bool
		pieno, scadenza string
	}{
		{"cinque giorni di calendario", "2026-09-10", 5, true, false, "2026-09-15", "2026-09-15"},
		{"sessanta giorni di calendario", "2026-09-10", 60, true, false, "2026-11-09", "2026-11-09"},
		{"la fine sull'Immacolata passa al 9", "2026-12-03", 5, true, false, "2026-12-08", "2026-12-09"},
		{"la fine sul Lunedì dell'Angelo passa al martedì", "2028-04-12", 5, true, false, "2028-04-17", "2028-04-18"},
		{"il sabato è un giorno ordinario per i pagamenti", "2026-09-07", 5, true, false, "2026-09-12", "2026-09-12"},
		{"Natale e Santo Stefano di seguito, poi la domenica", "2026-12-20", 5, true, false, "2026-12-25", "2026-12-28"},
		{"senza proroga la fine resta sulla festa", "2026-12-03", 5, false, false, "2026-12-08", "2026-12-08"},
		{"18 giorni in luglio e 12 in settembre, il sabato passa al lunedì", "2026-07-13", 30, true, true, "2026-09-12", "2026-09-14"},
		{"notifica il 31 luglio: il 1º settembre è il primo giorno", "2026-07-31", 30, true, true, "2026-09-30", "2026-09-30"},
		{"notifica in agosto: il 1º settembre è il primo giorno", "2026-08-20", 30, true, true, "2026-09-30", "2026-09-30"},
		{"notifica il 31 agosto: il 1º settembre è il primo giorno", "2026-08-31", 30, true, true, "2026-09-30", "2026-09-30"},
		{"un termine che finisce sabato 31 luglio riprende a settembre", "2027-07-01", 30, true, true, "2027-07-31", "2027-09-01"},
		{"a cavallo del 29 febbraio di un bisestile", "2028-02-27", 2, true, false, "2028-02-29", "2028-02-29"},
		{"a cavallo di febbraio di un anno comune", "2027-02-27", 2, true, false, "2027-03-01", "2027-03-01"},
		{"a cavallo dell'anno la fine su Capodanno passa al 2", "2026-12-27", 5, true, false, "2027-01-01", "2027-01-02"},
		{"San Francesco: nel 2027 la fine sul 4 ottobre passa al 5", "2027-09-29", 5, true, false, "2027-10-04", "2027-10-05"},
		{"San Francesco: nel 2024 il 4 ottobre è un venerdì ordinario", "2024-09-29", 5, true, false, "2024-10-04", "2024-10-04"},
		{"sul cambio dell'ora un giorno resta un giorno", "2026-03-26", 5, true, false, "2026-03-31", "2026-03-31"},
		{"contestato sabato 20 dicembre 2025: Natale e Santo Stefano, poi sabato 27", "2025-12-20", 5, true, false, "2025-12-25", "2025-12-27"},
		{"un termine lungo salta due agosti", "2026-07-31", 400, true, true, "2027-11-05", "2027-11-05"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			termine := calendario.Termine{Decorrenza: calendario.MustParse(c.da), Giorni: c.giorni, Festivi: c.festivi, Sabato: c.corte, Agosto: c.corte}
			got, err := termine.Conta()
			if err != nil || got.Pieno.String() != c.pieno || got.Scadenza.String() != c.scadenza {
				t.Errorf("pieno %s scadenza %s, %v; attesi %s e %s", got.Pieno, got.Scadenza, err, c.pieno, c.scadenza)
			}
		})
	}
}

func TestContaRifiuta(t *testing.T) {
	t.Parallel()
	fine := calendario.MustParse("9999-12-20")
	for _, termine := range []calendario.Termine{{Giorni: 5}, {Decorrenza: calendario.MustParse("2026-01-01"), Giorni: -1},
		{Decorrenza: fine, Giorni: 12}, {Decorrenza: fine, Giorni: 12, Agosto: true}, {Decorrenza: fine, Giorni: math.MaxInt}} {
		if _, err := termine.Conta(); !errors.Is(err, calendario.ErrTermine) {
			t.Errorf("%+v: %v", termine, err)
		}
	}
}

func TestContaPrimoGiornoESospesi(t *testing.T) {
	t.Parallel()
	c, err := calendario.Termine{Decorrenza: calendario.MustParse("2026-08-10"), Giorni: 30, Agosto: true}.Conta()
	if err != nil || c.Primo.String() != "2026-09-01" || c.Sospesi != 21 {
		t.Errorf("primo %s, sospesi %d, %v", c.Primo, c.Sospesi, err)
	}
}

// The end is never before the plain end and never on a day that the rules forbid; one day more of
// service or of term never brings it back.
func TestContaProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		termine := calendario.Termine{
			Decorrenza: calendario.MustParse("1990-01-01").AddDays(rapid.IntRange(0, 30000).Draw(t, "da")),
			Giorni:     rapid.IntRange(1, 800).Draw(t, "giorni"),
			Festivi:    true,
			Sabato:     rapid.Bool().Draw(t, "sabato"),
			Agosto:     rapid.Bool().Draw(t, "agosto"),
		}
		c := conta(t, termine)
		controllaFine(t, termine, c)
		piuLungo, piuTardi := termine, termine
		piuLungo.Giorni++
		piuTardi.Decorrenza = termine.Decorrenza.AddDays(1)
		if conta(t, piuLungo).Scadenza.Before(c.Scadenza) || conta(t, piuTardi).Scadenza.Before(c.Scadenza) {
			t.Fatalf("un giorno in più riporta indietro la scadenza %s", c.Scadenza)
		}
	})
}

func controllaFine(t *rapid.T, termine calendario.Termine, c calendario.Conteggio) {
	t.Helper()
	if c.Scadenza.Before(c.Pieno) || c.Pieno.Before(termine.Decorrenza.AddDays(termine.Giorni)) {
		t.Fatalf("la fine torna indietro: %+v", c)
	}
	if nome, festivo := calendario.Festivo(c.Scadenza); festivo {
		t.Fatalf("finisce su %s (%s)", c.Scadenza, nome)
	}
	if termine.Sabato && c.Scadenza.Weekday() == time.Saturday {
		t.Fatalf("finisce di sabato %s", c.Scadenza)
	}
	if c.Scadenza.DiffDays(c.Pieno) != len(c.Proroghe) {
		t.Fatalf("proroghe non spiegate: %+v", c)
	}
	contati := 0
	for g := termine.Decorrenza.AddDays(1); !g.After(c.Pieno); g = g.AddDays(1) {
		if _, mese, _ := g.Date(); !termine.Agosto || mese != time.August {
			contati++
		}
	}
	if contati != termine.Giorni || c.Pieno.DiffDays(termine.Decorrenza)-c.Sospesi != termine.Giorni {
		t.Fatalf("contati %d giorni su %d, sospesi %d", contati, termine.Giorni, c.Sospesi)
	}
}

func conta(t *rapid.T, termine calendario.Termine) calendario.Conteggio {
	t.Helper()
	c, err := termine.Conta()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

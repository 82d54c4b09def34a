package calendario_test

import (
	"errors"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func patrono(t *testing.T, nome string, mese time.Month, giorno int) calendario.Locale {
	t.Helper()
	l, err := calendario.NuovaLocale(nome, mese, giorno, 0)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// roma keeps 29 June, since 1986 (D.P.R. 792/1985 art. 1).
func roma(t *testing.T) calendario.Locale {
	t.Helper()
	l, err := calendario.NuovaLocale("Santi Pietro e Paolo", time.June, 29, 1986)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPatronoDiRomaPerLegge(t *testing.T) {
	t.Parallel()
	roma, g := roma(t), calendario.MustParse("2026-06-29")
	if nome, festivo := calendario.Festivo(g); festivo {
		t.Errorf("il 29 giugno è festivo solo a Roma (D.P.R. 792/1985 art. 1): %q", nome)
	}
	if nome, festivo := calendario.Festivo(g, roma); !festivo || nome != "Santi Pietro e Paolo" {
		t.Errorf("a Roma: %q %v", nome, festivo)
	}
	if _, festivo := calendario.Festivo(calendario.MustParse("1984-06-29"), roma); festivo {
		t.Error("fra il 1977 e il 1985 il 29 giugno non era festivo nemmeno a Roma")
	}
	if _, festivo := calendario.Festivo(calendario.MustParse("1976-06-29")); !festivo {
		t.Error("fino al 1976 il 29 giugno era festivo ovunque")
	}
}

func TestFestivitaDiConIPatroni(t *testing.T) {
	t.Parallel()
	ambrogio, stefano := patrono(t, "Sant'Ambrogio", time.December, 7), patrono(t, "Santo Stefano, patrono", time.December, 26)
	elenco := calendario.FestivitaDi(2026, stefano, ambrogio)
	if n := len(elenco); n != 14 || elenco[9].Nome != "Sant'Ambrogio" || !elenco[9].Locale || elenco[9].Giorno.String() != "2026-12-07" {
		t.Errorf("%d voci: %+v", n, elenco)
	}
	if elenco[12].Locale || !elenco[13].Locale || elenco[13].Giorno != elenco[12].Giorno {
		t.Errorf("nello stesso giorno la festa nazionale viene prima: %+v", elenco[12:])
	}
	if n := len(calendario.FestivitaDi(1985, roma(t))); n != 9 {
		t.Errorf("nel 1985 Roma non aveva ancora il 29 giugno: %d voci", n)
	}
	bisestile := patrono(t, "Sant'Augusto", time.February, 29)
	if n := len(calendario.FestivitaDi(2027, bisestile)); n != 12 {
		t.Errorf("il 29 febbraio 2027 non esiste: %d voci", n)
	}
}

func TestNuovaLocaleRifiuta(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		nome   string
		mese   time.Month
		giorno int
		anno   int
	}{{"", time.June, 24, 0}, {"x", time.June, 31, 0}, {"x", 13, 1, 0}, {"x", 0, 0, 0}, {"x", time.June, 24, -1}} {
		if l, err := calendario.NuovaLocale(c.nome, c.mese, c.giorno, c.anno); !errors.Is(err, calendario.ErrLocale) || !l.IsZero() {
			t.Errorf("%+v: %+v, %v", c, l, err)
		}
	}
}

func TestTermineColPatrono(t *testing.T) {
	t.Parallel()
	termine := calendario.Termine{Decorrenza: calendario.MustParse("2026-06-24"), Giorni: 5, Festivi: true}
	if c, err := termine.Conta(); err != nil || c.Scadenza.String() != "2026-06-29" {
		t.Errorf("di suo il patrono non sposta i termini: %s, %v", c.Scadenza, err)
	}
	termine.Patrono = roma(t)
	if c, err := termine.Conta(); err != nil || c.Scadenza.String() != "2026-06-30" || c.Proroghe[0].Motivo != "Santi Pietro e Paolo" {
		t.Errorf("dove una regola lo conta, il 29 giugno a Roma passa al 30: %+v, %v", c, err)
	}
}

func TestPatronoScritto(t *testing.T) {
	t.Parallel()
	l, err := calendario.LeggiLocale("29/06 Santi Pietro e Paolo")
	if err != nil || l.Nome != "Santi Pietro e Paolo" || l.Mese != time.June || l.Giorno != 29 {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := calendario.LeggiLocale("29/02 San Bisesto"); err != nil || !l.Cade(calendario.MustParse("2028-02-29")) {
		t.Errorf("29 February: %+v, %v", l, err)
	}
	for _, testo := range []string{
		"", "29/06", "29/06 ", "06/29 Al contrario", "30/02 Mai", "29-06 Trattino", "Santi Pietro e Paolo", "29/06/2026 Con l'anno", "9/6 Senza zeri",
	} {
		if l, err := calendario.LeggiLocale(testo); !errors.Is(err, calendario.ErrLocale) {
			t.Errorf("%q: %+v, %v", testo, l, err)
		}
	}
}

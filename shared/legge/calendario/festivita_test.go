package calendario_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestPasquaNegliAnniNoti(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"1818-03-22", "1943-04-25", "1961-04-02", "2000-04-23", "2008-03-23", "2011-04-24",
		"2019-04-21", "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01",
		"2030-04-21", "2031-04-13", "2038-04-25", "2285-03-22"} {
		g := calendario.MustParse(s)
		if got := calendario.Pasqua(g.Anno()); got != g {
			t.Errorf("Pasqua %d = %s, attesa %s", g.Anno(), got, s)
		}
	}
	if !calendario.Pasqua(0).IsZero() || !calendario.Pasqua(10000).IsZero() {
		t.Error("fuori dal calendario non c'è Pasqua")
	}
}

// Gauss's rule with the constants of 1900-2099 is an independent way to the same Sunday.
func TestPasquaSecondoGauss(t *testing.T) {
	t.Parallel()
	for anno := 1900; anno <= 2099; anno++ {
		d := (19*(anno%19) + 24) % 30
		e := (2*(anno%4) + 4*(anno%7) + 6*d + 5) % 7
		marzo := 22 + d + e
		if d == 29 && e == 6 || d == 28 && e == 6 && anno%19 > 10 {
			marzo -= 7
		}
		atteso := calendario.Da(time.Date(anno, time.March, marzo, 12, 0, 0, 0, time.UTC))
		if got := calendario.Pasqua(anno); got != atteso || got.Weekday() != time.Sunday {
			t.Errorf("Pasqua %d = %s, attesa %s", anno, got, atteso)
		}
	}
}

func TestLunediDellAngelo(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"2025-04-21", "2026-04-06", "2027-03-29", "2028-04-17", "2029-04-02", "2030-04-22", "2031-04-14"} {
		if nome, festivo := calendario.Festivo(calendario.MustParse(s)); !festivo || nome != "Lunedì dell'Angelo" {
			t.Errorf("%s: %q %v", s, nome, festivo)
		}
	}
}

func TestFestivitaDiUnAnno(t *testing.T) {
	t.Parallel()
	giorni := func(anno int) []string {
		var elenco []string
		for _, f := range calendario.FestivitaDi(anno) {
			if f.Norma == "" || f.Nome == "" || f.DaAnno > anno || f.AAnno != 0 && f.AAnno < anno {
				t.Errorf("voce incompleta o non in vigore nel %d: %+v", anno, f)
			}
			elenco = append(elenco, f.Giorno.String()[5:])
		}
		return elenco
	}
	casi := map[int][]string{
		2025: {"01-01", "01-06", "04-21", "04-25", "05-01", "06-02", "08-15", "11-01", "12-08", "12-25", "12-26"},
		2026: {"01-01", "01-06", "04-06", "04-25", "05-01", "06-02", "08-15", "10-04", "11-01", "12-08", "12-25", "12-26"},
		2011: {"01-01", "01-06", "03-17", "04-25", "04-25", "05-01", "06-02", "08-15", "11-01", "12-08", "12-25", "12-26"},
		1984: {"01-01", "04-23", "04-25", "05-01", "08-15", "11-01", "12-08", "12-25", "12-26"},
		1977: {"01-01", "01-06", "04-11", "04-25", "05-01", "08-15", "11-01", "12-08", "12-25", "12-26"},
		1976: {"01-01", "01-06", "03-19", "04-19", "04-25", "05-01", "05-27", "06-02", "06-17", "06-29", "08-15", "11-01", "11-04", "12-08", "12-25", "12-26"},
		1930: nil,
	}
	for anno, attesi := range casi {
		if d := cmp.Diff(attesi, giorni(anno)); d != "" {
			t.Errorf("festività del %d: %s", anno, d)
		}
	}
}

func TestFestivo(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, giorno string
		festivo        bool
	}{
		{"il 4 ottobre 2027 è il primo lunedì di San Francesco", "2027-10-04", true},
		{"il 4 ottobre 2025 è un sabato qualunque", "2025-10-04", false},
		{"il 4 ottobre 2024 è un venerdì qualunque", "2024-10-04", false},
		{"ogni domenica è festiva", "2026-11-15", true},
		{"il sabato non è festivo", "2026-11-14", false},
		{"il 4 novembre non è festivo dal 1977", "2026-11-04", false},
		{"il 19 marzo non è festivo dal 1977", "2026-03-19", false},
		{"il 29 giugno è festivo solo a Roma", "2026-06-29", false},
		{"il 2 giugno è tornato festivo nel 2001", "2000-06-02", false},
		{"il 2 giugno 2026 è festivo", "2026-06-02", true},
		{"l'Ascensione 2026 non è festiva", "2026-05-14", false},
		{"prima della legge del 1949 contano solo le domeniche", "1930-12-25", false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			nome, festivo := calendario.Festivo(calendario.MustParse(c.giorno))
			if festivo != c.festivo || festivo == (nome == "") {
				t.Errorf("%s: %q %v", c.giorno, nome, festivo)
			}
		})
	}
	if _, festivo := calendario.Festivo(calendario.Giorno{}); festivo {
		t.Error("nessun giorno non è festivo")
	}
}

// Over all days of 1950-2040, through every change of the law: a day is a holiday when it is a Sunday or in the list of its year.
func TestFestivoConcordaConLElenco(t *testing.T) {
	t.Parallel()
	elenco := map[calendario.Giorno]bool{}
	for anno := 1950; anno <= 2040; anno++ {
		for _, f := range calendario.FestivitaDi(anno) {
			elenco[f.Giorno] = true
		}
	}
	fine := calendario.MustParse("2040-12-31")
	for g := calendario.MustParse("1950-01-01"); !g.After(fine); g = g.AddDays(1) {
		if _, festivo := calendario.Festivo(g); festivo != (elenco[g] || g.Weekday() == time.Sunday) {
			t.Errorf("%s: festivo %v", g, festivo)
		}
	}
}

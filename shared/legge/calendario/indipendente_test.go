package calendario_test

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// data is a day of a second calendar, written from the rules and not from the code under test: lengths
// of the months, Zeller's congruence for the weekday, Oudin's formula for Easter, the list of holidays
// of the law in force, terms counted by walking one day after another.
type data struct{ anno, mese, giorno int }

func (d data) bisestile() bool { return d.anno%4 == 0 && (d.anno%100 != 0 || d.anno%400 == 0) }

func (d data) domani() data {
	lunghezza := []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[d.mese-1]
	if d.mese == 2 && d.bisestile() {
		lunghezza = 29
	}
	d.giorno++
	if d.giorno > lunghezza {
		d.giorno, d.mese = 1, d.mese+1
	}
	if d.mese > 12 {
		d.mese, d.anno = 1, d.anno+1
	}
	return d
}

// settimana is Zeller's congruence: 0 is Saturday, 1 Sunday.
func (d data) settimana() int {
	q, m, y := d.giorno, d.mese, d.anno
	if m < 3 {
		m, y = m+12, y-1
	}
	return (q + 13*(m+1)/5 + y%100 + y%100/4 + y/100/4 + 5*(y/100)) % 7
}

func pasquaOudin(anno int) data {
	g, c := anno%19, anno/100
	h := (c - c/4 - (8*c+13)/25 + 19*g + 15) % 30
	i := h - (h/28)*(1-(29/(h+1))*((21-g)/11))
	l := i - (anno+anno/4+i+2-c+c/4)%7
	mese := 3 + (l+40)/44
	return data{anno, mese, l + 28 - 31*(mese/4)}
}

func (d data) festivo() bool {
	switch [2]int{d.mese, d.giorno} {
	case [2]int{1, 1}, [2]int{1, 6}, [2]int{4, 25}, [2]int{5, 1}, [2]int{6, 2}, [2]int{8, 15}, [2]int{11, 1}, [2]int{12, 8},
		[2]int{12, 25}, [2]int{12, 26}:
		return true
	case [2]int{10, 4}:
		return d.anno >= 2026 || d.settimana() == 1
	}
	return d.settimana() == 1 || d == pasquaOudin(d.anno).domani()
}

// conta walks: tribunale leaves August out and does not end on a Saturday.
func (d data) conta(giorni int, tribunale bool) data {
	for giorni > 0 {
		d = d.domani()
		if !tribunale || d.mese != 8 {
			giorni--
		}
	}
	for d.festivo() || tribunale && (d.settimana() == 0 || d.mese == 8) {
		d = d.domani()
	}
	return d
}

func (d data) giornoDi(t *testing.T) calendario.Giorno {
	t.Helper()
	g, err := calendario.Nuovo(d.anno, time.Month(d.mese), d.giorno)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every day of 2020-2040 is where the second calendar has it, of the same weekday, holiday or not.
func TestOgniGiornoDal2020Al2040(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2020-01-01")
	giorni := 0
	for d := (data{2020, 1, 1}); d.anno <= 2040; d = d.domani() {
		anno, mese, giorno := g.Date()
		if d != (data{anno, int(mese), giorno}) {
			t.Fatalf("%s invece di %v", g, d)
		}
		if (int(g.Weekday())+1)%7 != d.settimana() {
			t.Errorf("%s cade di %s", g, g.Weekday())
		}
		if nome, festivo := calendario.Festivo(g); festivo != d.festivo() {
			t.Errorf("%s: festivo %v %q", g, festivo, nome)
		}
		g = g.AddDays(1)
		giorni++
	}
	if giorni != 21*365+6 {
		t.Errorf("visti %d giorni: fra il 2020 e il 2040 ci sono sei anni bisestili", giorni)
	}
}

// Every term that starts in 2020-2040 ends where one gets to by walking.
func TestOgniTermineDal2020Al2040(t *testing.T) {
	t.Parallel()
	for d := (data{2020, 1, 1}); d.anno <= 2040; d = d.domani() {
		da := d.giornoDi(t)
		for _, giorni := range []int{2, 5, 10, 30, 60, 360} {
			for _, tribunale := range []bool{false, true} {
				c, err := calendario.Termine{Decorrenza: da, Giorni: giorni, Festivi: true, Sabato: tribunale, Agosto: tribunale}.Conta()
				if atteso := d.conta(giorni, tribunale).giornoDi(t); err != nil || c.Scadenza != atteso {
					t.Fatalf("%d giorni dal %s, tribunale %v: %s, %v; camminando %s", giorni, da, tribunale, c.Scadenza, err, atteso)
				}
			}
		}
	}
}

// The day in Rome does not depend on daylight saving: in the 23 and 25 hours of the days that change
// the clock the day is the same, and changes at midnight.
func TestGiornoNelCambioDellOra(t *testing.T) {
	t.Parallel()
	for g := calendario.MustParse("2020-01-01"); g.Anno() <= 2040; g = g.AddDays(1) {
		inizio, fine := g.Inizio(), g.AddDays(1).Inizio()
		if calendario.Da(inizio) != g || calendario.Da(fine.Add(-time.Nanosecond)) != g || calendario.Da(inizio.Add(-time.Nanosecond)) != g.AddDays(-1) {
			t.Fatalf("il %s non comincia alle %s o non finisce alle %s", g, inizio, fine)
		}
		ore := fine.Sub(inizio).Hours()
		_, mese, giorno := g.Date()
		ultimaDomenica := g.Weekday() == time.Sunday && giorno > 24
		if attese := map[bool]float64{true: 23, false: 24}[ultimaDomenica && mese == time.March]; mese != time.October && ore != attese {
			t.Errorf("il %s dura %v ore", g, ore)
		}
		if attese := map[bool]float64{true: 25, false: 24}[ultimaDomenica]; mese == time.October && ore != attese {
			t.Errorf("il %s dura %v ore", g, ore)
		}
	}
}

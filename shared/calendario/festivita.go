package calendario

import "time"

// Festivita is a national holiday as it falls in one year.
type Festivita struct {
	Giorno Giorno `json:"giorno"`
	Nome   string `json:"nome"`
	Norma  string `json:"norma"`
	// DaAnno is the first year in which this run of the rule holds, ADAnno the last one (0: still in
	// force). A holiday dropped and brought back has two runs.
	DaAnno int `json:"daAnno"`
	AAnno  int `json:"aAnno,omitempty"`
}

// ricorrenza is a rule that yields one holiday a year. Either a fixed day, or an offset in days from
// Easter Sunday (mese 0).
type ricorrenza struct {
	nome   string
	norma  string
	mese   time.Month
	giorno int
	pasqua int
	da, a  int
}

const legge260 = "L. 27 maggio 1949, n. 260, art. 2"

// ricorrenze lists the national holidays with the laws that made and unmade them. Law 54/1977 took
// five days away (in force from March 1977, before any of them fell); patron saints and 29 June in
// Rome do not move national terms and are not here. Years before 1950 know Sundays only.
func ricorrenze() [19]ricorrenza {
	const soppressa = "; soppressa da L. 5 marzo 1977, n. 54"
	return [19]ricorrenza{
		{nome: "Capodanno", norma: legge260, mese: time.January, giorno: 1, da: 1950},
		{nome: "Epifania", norma: legge260 + soppressa, mese: time.January, giorno: 6, da: 1950, a: 1977},
		{nome: "Epifania", norma: "D.P.R. 28 dicembre 1985, n. 792, art. 1", mese: time.January, giorno: 6, da: 1986},
		{nome: "San Giuseppe", norma: legge260 + soppressa, mese: time.March, giorno: 19, da: 1950, a: 1976},
		{nome: "Lunedì dell'Angelo", norma: legge260, pasqua: 1, da: 1950},
		{nome: "Ascensione", norma: legge260 + soppressa, pasqua: 39, da: 1950, a: 1976},
		{nome: "Corpus Domini", norma: legge260 + soppressa, pasqua: 60, da: 1950, a: 1976},
		{nome: "Anniversario della Liberazione", norma: legge260, mese: time.April, giorno: 25, da: 1950},
		{nome: "Festa del lavoro", norma: legge260, mese: time.May, giorno: 1, da: 1950},
		{nome: "Festa della Repubblica", norma: "L. 27 maggio 1949, n. 260, art. 1" + soppressa, mese: time.June, giorno: 2, da: 1950, a: 1976},
		{nome: "Festa della Repubblica", norma: "L. 20 novembre 2000, n. 336, art. 1", mese: time.June, giorno: 2, da: 2001},
		{nome: "Santi Pietro e Paolo", norma: legge260 + soppressa, mese: time.June, giorno: 29, da: 1950, a: 1976},
		{nome: "Assunzione", norma: legge260, mese: time.August, giorno: 15, da: 1950},
		{nome: "San Francesco d'Assisi, patrono d'Italia", norma: "L. 8 ottobre 2025, n. 151", mese: time.October, giorno: 4, da: 2026},
		{nome: "Ognissanti", norma: legge260, mese: time.November, giorno: 1, da: 1950},
		{nome: "Giorno dell'unità nazionale", norma: legge260 + soppressa, mese: time.November, giorno: 4, da: 1950, a: 1976},
		{nome: "Immacolata Concezione", norma: legge260, mese: time.December, giorno: 8, da: 1950},
		{nome: "Natale", norma: legge260, mese: time.December, giorno: 25, da: 1950},
		{nome: "Santo Stefano", norma: legge260, mese: time.December, giorno: 26, da: 1950},
	}
}

// FestivitaDi lists the national holidays of a year in the order of the calendar. Sundays are
// holidays too and are not listed. A year outside 1..9999 has none.
func FestivitaDi(anno int) []Festivita {
	var elenco []Festivita
	pasqua := Pasqua(anno)
	for _, r := range ricorrenze() {
		if anno < r.da || (r.a != 0 && anno > r.a) || pasqua.IsZero() {
			continue
		}
		g := r.cade(anno, pasqua)
		i := len(elenco)
		for i > 0 && g.Before(elenco[i-1].Giorno) {
			i--
		}
		f := Festivita{Giorno: g, Nome: r.nome, Norma: r.norma, DaAnno: r.da, AAnno: r.a}
		elenco = append(elenco[:i], append([]Festivita{f}, elenco[i:]...)...)
	}
	return elenco
}

func (r ricorrenza) cade(anno int, pasqua Giorno) Giorno {
	if r.mese == 0 {
		return pasqua.AddDays(r.pasqua)
	}
	return daUTC(time.Date(anno, r.mese, r.giorno, 0, 0, 0, 0, time.UTC))
}

// Festivo reports that the day is a Sunday or a national holiday (L. 260/1949 art. 2 as in force in
// its year), and its name: "domenica", "Natale". A holiday on a Sunday answers with its own name.
func Festivo(g Giorno) (nome string, festivo bool) {
	if g.IsZero() {
		return "", false
	}
	anno, mese, giorno := g.Date()
	pasqua := Pasqua(anno)
	for _, r := range ricorrenze() {
		if anno < r.da || (r.a != 0 && anno > r.a) {
			continue
		}
		if r.mese == mese && r.giorno == giorno || r.mese == 0 && pasqua.AddDays(r.pasqua) == g {
			return r.nome, true
		}
	}
	if g.Weekday() == time.Sunday {
		return "domenica", true
	}
	return "", false
}

// Pasqua is Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). A year outside
// 1..9999 gives no day.
func Pasqua(anno int) Giorno {
	if anno < 1 || anno > 9999 {
		return Giorno{}
	}
	a, b, c := anno%19, anno/100, anno%100
	h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 22*l) / 451
	mese, giorno := (h+l-7*m+114)/31, (h+l-7*m+114)%31+1
	return daUTC(time.Date(anno, time.Month(mese), giorno, 0, 0, 0, 0, time.UTC))
}

package calendario

import (
	"cmp"
	"slices"
	"time"
)

// Festivita is a holiday as it falls in one year.
type Festivita struct {
	Giorno Giorno `json:"giorno"`
	Nome   string `json:"nome"`
	Norma  string `json:"norma"`
	// DaAnno is the first year in which this run of the rule holds, AAnno the last one (0: still in
	// force). A holiday dropped and brought back has two runs.
	DaAnno int `json:"daAnno"`
	AAnno  int `json:"aAnno,omitempty"`
	// Locale says that one place keeps it: it moves no national term.
	Locale bool `json:"locale,omitempty"`
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
// five days away (in force from March 1977, before any of them fell); 17 March was kept once, for the
// 150 years of the State. Patron saints do not move national terms and are not here: see Locale.
// Years before 1950 know Sundays only.
func ricorrenze() [20]ricorrenza {
	const soppressa = "; soppressa da L. 5 marzo 1977, n. 54"
	return [20]ricorrenza{
		{nome: "Capodanno", norma: legge260, mese: time.January, giorno: 1, da: 1950},
		{nome: "Epifania", norma: legge260 + soppressa, mese: time.January, giorno: 6, da: 1950, a: 1977},
		{nome: "Epifania", norma: "D.P.R. 28 dicembre 1985, n. 792, art. 1", mese: time.January, giorno: 6, da: 1986},
		{nome: "Anniversario dell'Unità d'Italia", norma: "D.L. 22 febbraio 2011, n. 5, art. 1", mese: time.March, giorno: 17, da: 2011, a: 2011},
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

// FestivitaDi lists the national holidays of a year, and the local ones given, in the order of the
// calendar; on the same day the national one comes first. Sundays are holidays too and are not listed.
// A year outside 1..9999 has none.
func FestivitaDi(anno int, locali ...Locale) []Festivita {
	pasqua := Pasqua(anno)
	if pasqua.IsZero() {
		return nil
	}
	elenco := make([]Festivita, 0, 16+len(locali))
	for _, r := range ricorrenze() {
		if r.vige(anno) {
			elenco = append(elenco, Festivita{Giorno: r.cade(anno, pasqua), Nome: r.nome, Norma: r.norma, DaAnno: r.da, AAnno: r.a})
		}
	}
	for _, l := range locali {
		if f, ok := l.nel(anno); ok {
			elenco = append(elenco, f)
		}
	}
	slices.SortStableFunc(elenco, func(a, b Festivita) int { return cmp.Compare(a.Giorno.n, b.Giorno.n) })
	return elenco
}

func (r ricorrenza) vige(anno int) bool { return anno >= r.da && (r.a == 0 || anno <= r.a) }

func (r ricorrenza) cade(anno int, pasqua Giorno) Giorno {
	if r.mese == 0 {
		return pasqua.AddDays(r.pasqua)
	}
	return daUTC(time.Date(anno, r.mese, r.giorno, 0, 0, 0, 0, time.UTC))
}

// Festivo reports that the day is a Sunday, a national holiday (L. 260/1949 art. 2 as in force in its
// year) or one of the local holidays given, and its name: "domenica", "Natale". A holiday on a Sunday
// answers with its own name, a local one on a national one with the national name.
func Festivo(g Giorno, locali ...Locale) (nome string, festivo bool) {
	if g.IsZero() {
		return "", false
	}
	if nome := nazionale(g); nome != "" {
		return nome, true
	}
	for _, l := range locali {
		if l.Cade(g) {
			return l.Nome, true
		}
	}
	if g.Weekday() == time.Sunday {
		return "domenica", true
	}
	return "", false
}

// nazionale names the national holiday of the day, Sundays apart; nothing where there is none.
func nazionale(g Giorno) string {
	anno, mese, giorno := g.Date()
	dopoPasqua := -1
	if mese >= time.March && mese <= time.June {
		dopoPasqua = g.DiffDays(Pasqua(anno))
	}
	for _, r := range ricorrenze() {
		if (r.mese == mese && r.giorno == giorno || r.mese == 0 && r.pasqua == dopoPasqua) && r.vige(anno) {
			return r.nome
		}
	}
	return ""
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

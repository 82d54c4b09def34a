package comune

import (
	"cmp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Ricerca is what Trova found for a name as a person wrote it.
type Ricerca struct {
	// Comuni are as they were on the day: the one meant, none, or several that a province must tell apart.
	Comuni []Comune
	// Esatta reports that the comune officially bore this name on that day.
	Esatta bool
	// Avvertenza says in Italian that the province or the name is of another day; empty: both are right.
	Avvertenza string
	// DiAltraProvincia are comuni of that name that were never in the province written. Comuni is empty then.
	DiAltraProvincia []Comune
	// Finiti are rows of comuni of that name that did not exist on the day. Comuni is empty then.
	Finiti []Comune
}

// The ranks of a find, from the best: whether the name and the province were those of the day.
const (
	suoi           = iota
	altraProvincia // a province that it had on another day
	altroNome      // a name that it bore on another day
	altriEntrambi
	nessuno
)

// Trova finds a comune by its name as people write it, on a day such as a birth; no day (zero) asks for those in
// force. The day decides, but people write today's province for a birth of the past, and the name that they
// know: a province or a name that the comune had on any other day will do, with a warning. So will a shortened
// name ("S. Giovanni Rotondo", "Reggio Emilia"), both languages of a name ("Bolzano/Bozen", in any order), and one
// after "Comune di". A province that the comune never had will not.
func (t *Tabella) Trova(nome, provincia string, giorno calendario.Giorno) (trovata Ricerca) {
	var altrove, finiti []Comune
	for i, righe := range t.letture(nome) {
		r := t.scegli(righe, provincia, giorno)
		if len(r.Comuni) > 0 {
			r.Esatta = r.Esatta && i == 0
			return r
		}
		if len(altrove) == 0 {
			altrove = r.DiAltraProvincia
		}
		if len(finiti) == 0 {
			finiti = r.Finiti
		}
	}
	return Ricerca{DiAltraProvincia: altrove, Finiti: finiti}
}

// letture yields the rows of each reading of a name, the most literal first.
func (t *Tabella) letture(nome string) func(func(int, []*Comune) bool) {
	return func(prendi func(int, []*Comune) bool) {
		letture := []func() []*Comune{
			func() []*Comune { return slices.Collect(t.delNome(chiaveNome(nome))) },
			func() []*Comune { return t.dellUsuale(nome) },
			func() []*Comune { return t.dellUsuale(senzaComune(nome)) },
			func() []*Comune { return t.delleParti(nome) },
			func() []*Comune { return t.abbreviati(nome) },
		}
		for i, leggi := range letture {
			if righe := leggi(); len(righe) > 0 && !prendi(i, righe) {
				return
			}
		}
	}
}

// scegli keeps of the rows that bear a name, on any day, the comuni that are meant on this one.
func (t *Tabella) scegli(righe []*Comune, provincia string, giorno calendario.Giorno) (r Ricerca) {
	migliore := nessuno
	for codice, sue := range perCodice(righe) {
		alGiorno, ok := t.CercaCatastale(codice, giorno)
		if !ok {
			r.Finiti = append(r.Finiti, *slices.MaxFunc(sue, func(a, b *Comune) int { return a.ValidoDa.DiffDays(b.ValidoDa) }))
			continue
		}
		grado := t.grado(alGiorno, sue, provincia, giorno)
		switch {
		case grado == nessuno:
			r.DiAltraProvincia = append(r.DiAltraProvincia, alGiorno)
		case grado < migliore:
			migliore, r.Comuni = grado, []Comune{alGiorno}
		case grado == migliore:
			r.Comuni = append(r.Comuni, alGiorno)
		}
	}
	r.Esatta = migliore == suoi || migliore == altraProvincia
	if len(r.Comuni) > 0 {
		r.DiAltraProvincia, r.Finiti = nil, nil
	}
	if len(r.Comuni) == 1 {
		r.Avvertenza = avvertenza(r.Comuni[0], migliore, provincia)
	}
	for _, l := range [][]Comune{r.Comuni, r.DiAltraProvincia, r.Finiti} {
		slices.SortFunc(l, func(a, b Comune) int { return strings.Compare(a.CodiceIstat, b.CodiceIstat) })
	}
	return r
}

// grado tells how well name and province fit a comune as it was on the day.
func (t *Tabella) grado(alGiorno Comune, sue []*Comune, provincia string, giorno calendario.Giorno) int {
	grado := suoi
	if provincia != "" && !strings.EqualFold(provincia, alGiorno.Provincia) {
		if !t.ebbeProvincia(alGiorno.CodiceCatastale, provincia) {
			return nessuno
		}
		grado = altraProvincia
	}
	if !slices.ContainsFunc(sue, func(c *Comune) bool { return c.InVigore(giorno) }) {
		grado += altroNome
	}
	return grado
}

// ebbeProvincia reports that the comune has, or had on any day, the province.
func (t *Tabella) ebbeProvincia(catastale, provincia string) bool {
	for _, r := range t.delCatastale(catastale) {
		if strings.EqualFold(t.righe[r].Provincia, provincia) {
			return true
		}
	}
	return false
}

func avvertenza(c Comune, grado int, provincia string) string {
	quello := c.Nome + " (" + c.Provincia + ")"
	switch grado {
	case altraProvincia:
		return "a quella data il comune era " + quello + ": la provincia " + strings.ToUpper(provincia) + " è di un altro periodo"
	case altroNome, altriEntrambi:
		return "a quella data il comune era " + quello + ": il nome indicato è di un altro periodo"
	}
	return ""
}

// perCodice groups rows by cadastral code: the comune that they are rows of.
func perCodice(righe []*Comune) map[string][]*Comune {
	gruppi := map[string][]*Comune{}
	for _, c := range righe {
		gruppi[c.CodiceCatastale] = append(gruppi[c.CodiceCatastale], c)
	}
	return gruppi
}

// dellUsuale are the rows of a name without its small words.
func (t *Tabella) dellUsuale(nome string) []*Comune {
	chiave := scheletro(nome)
	if chiave == "" {
		return nil
	}
	return slices.Concat(slices.Collect(t.inIndice(t.usuali, chiave)), slices.Collect(t.delNome(chiave)))
}

// senzaComune is the name after "Comune di" or "Città di".
func senzaComune(nome string) string {
	for _, prima := range [...]string{"comune", "municipio", "città", "citta", "citta'"} {
		if len(nome) <= len(prima) || !strings.EqualFold(nome[:len(prima)], prima) {
			continue
		}
		if resto := strings.TrimSpace(nome[len(prima):]); len(resto) > 3 && strings.EqualFold(resto[:2], "di") {
			return resto[2:]
		}
	}
	return nome
}

// delleParti are the rows of the one comune that two or more parts of a name in several languages call:
// "Ortisei/St. Ulrich/Urtijëi". A part that the table does not know does not count.
func (t *Tabella) delleParti(nome string) (righe []*Comune) {
	parti := strings.FieldsFunc(strings.NewReplacer(" - ", "/", " – ", "/", " — ", "/").Replace(nome), func(r rune) bool { return strings.ContainsRune("/()|;,", r) })
	note := 0
	for _, p := range parti {
		sue := t.dellUsuale(p)
		if len(sue) == 0 {
			continue
		}
		if note++; note == 1 {
			righe = sue
			continue
		}
		codici := perCodice(sue)
		righe = slices.DeleteFunc(righe, func(c *Comune) bool { return codici[c.CodiceCatastale] == nil })
	}
	if note < 2 {
		return nil
	}
	return righe
}

// abbreviati are the rows of a name in which a dot cuts words short.
func (t *Tabella) abbreviati(nome string) (righe []*Comune) {
	if !strings.Contains(nome, ".") || len(nome) > lunghezzaSimile {
		return nil
	}
	scritte := paroleConPunto(nome)
	for i := range t.righe {
		if c := &t.righe[i]; abbreviato(scritte, c.Nome) || abbreviato(scritte, c.AltroNome) {
			righe = append(righe, c)
		}
	}
	return righe
}

// lunghezzaSimile is from where on a text is no name of a comune: the longest has 50 letters.
const lunghezzaSimile = 100

// Vicini are the comuni in force on the day whose names come nearest to the text, at most five, for a
// person to choose from. Nothing like it: none.
func (t *Tabella) Vicini(nome string, giorno calendario.Giorno) []Comune {
	scritto := scheletro(nome)
	if scritto == "" || len(scritto) > lunghezzaSimile {
		return nil
	}
	type vicino struct {
		distanza int
		comune   Comune
	}
	var vicini []vicino
	for _, c := range t.righe {
		if !c.InVigore(giorno) {
			continue
		}
		d := distanza(scritto, scheletro(c.Nome))
		if c.AltroNome != "" {
			d = min(d, distanza(scritto, scheletro(c.AltroNome)))
		}
		switch {
		case d <= 1+len(scritto)/6:
		case affini(c.Nome, nome) || affini(c.AltroNome, nome):
			d += lunghezzaSimile
		default:
			continue
		}
		vicini = append(vicini, vicino{d, c})
	}
	slices.SortStableFunc(vicini, func(a, b vicino) int {
		return cmp.Or(a.distanza-b.distanza, strings.Compare(a.comune.Nome, b.comune.Nome))
	})
	primi := make([]Comune, 0, 5)
	for _, v := range vicini[:min(len(vicini), 5)] {
		primi = append(primi, v.comune)
	}
	return primi
}

// distanza is how many letters are added, left out or changed between two keys.
func distanza(a, b string) int {
	riga := make([]int, len(b)+1)
	for j := range riga {
		riga[j] = j
	}
	for i := range len(a) {
		prima := riga[0]
		riga[0] = i + 1
		for j := range len(b) {
			costo := prima
			if a[i] != b[j] {
				costo++
			}
			prima = riga[j+1]
			riga[j+1] = min(costo, riga[j]+1, prima+1)
		}
	}
	return riga[len(b)]
}

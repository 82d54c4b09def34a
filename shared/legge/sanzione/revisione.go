package sanzione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Prezzata is what a fine keeps of the row of the table by which a violation was priced.
type Prezzata struct {
	Codice string
	// Lettera is the letter cited by the act; empty where the act cites none or the letter is unknown.
	Lettera          string
	MinCent, MaxCent importo.Cent
	Sconto30         bool
	PagamentoRidotto bool
	Punti            int
	// Notturna says that the night third was applied, Notte that the violation was committed in the night band
	// (cds.Notturna); nil where nobody knows the hour.
	Notturna bool
	Notte    *bool
	// Atto is what the act says beside the sum; nil where it is not compared.
	Atto *Atto
}

// Atto is what an act says of the accessory sanctions: in words, and by name where the fine keeps the names.
type Atto struct {
	Accessoria  string
	Conseguenze []Conseguenza
}

// Differenza is in what a violation that was priced differs from the table.
type Differenza string

// The differences.
const (
	DiversoImporto     Differenza = "IMPORTO"
	DiversoSconto      Differenza = "SCONTO"
	DiversiPunti       Differenza = "PUNTI"
	DiverseConseguenze Differenza = "CONSEGUENZE"
	CodiceDiviso       Differenza = "CODICE_DIVISO" // among rows that only facts can tell apart
	NonInVigore        Differenza = "NON_IN_VIGORE" // the table has no row of the codice on that day
)

// Differenze lists them.
func Differenze() []Differenza {
	return []Differenza{DiversoImporto, DiversoSconto, DiversiPunti, DiverseConseguenze, CodiceDiviso, NonInVigore}
}

// Parola names the difference to the office.
func (d Differenza) Parola() string {
	return map[Differenza]string{DiversoImporto: "importo", DiversoSconto: "sconto o pagamento ridotto", DiversiPunti: "punti",
		DiverseConseguenze: "sanzioni accessorie", CodiceDiviso: "riga divisa fra più violazioni", NonInVigore: "riga non in vigore quel giorno"}[d]
}

// Revisione is what the table says today of a violation that was priced before. No difference: the row by which it was
// priced stands. Righe are the rows of the day: one; several where only facts can tell them apart; none.
type Revisione struct {
	Differenze []Differenza
	Righe      []Sanzione
}

// Rivedi compares a violation of the day with the table. A codice that was divided is compared with those in its place:
// what all of them say otherwise is a difference, and so is that they do not agree.
func (t *Tabella) Rivedi(p Prezzata, giorno calendario.Giorno) Revisione {
	if s, inVigore := t.Cerca(p.Codice, giorno); inVigore {
		return Revisione{Differenze: s.Differenze(p), Righe: []Sanzione{s}}
	}
	righe := t.Sostitute(p.Codice, p.Lettera, giorno)
	if len(righe) == 0 {
		return Revisione{Differenze: []Differenza{NonInVigore}}
	}
	r := Revisione{Righe: righe}
	concordi, comuni := true, Differenze()
	for _, s := range righe {
		sue := s.Differenze(p)
		concordi = concordi && len(sue) == 0
		comuni = slices.DeleteFunc(comuni, func(d Differenza) bool { return !slices.Contains(sue, d) })
	}
	if concordi {
		return r
	}
	if r.Differenze = comuni; len(righe) > 1 {
		r.Differenze = append(r.Differenze, CodiceDiviso)
	}
	return r
}

// Sostitute are the rows in force on the day of the codes among which a codice was divided: those of the letter, where
// one is known and tells them apart, which the letter of the codice itself does not; none of a codice that is in use.
func (t *Tabella) Sostitute(codice, lettera string, giorno calendario.Giorno) []Sanzione {
	indici := t.codici[codice]
	if len(indici) == 0 || !t.righe[indici[0]].Ritirata() {
		return nil
	}
	nuove := func(i int) bool { return !t.righe[i].Ritirata() && t.inVigore(i, giorno) }
	tutte := t.conSostitute(indici)
	if sue := tieni(t.perLettera(tutte, pulisci(lettera, paroleLettera()...)), nuove); len(sue) > 0 {
		return t.prendi(sue)
	}
	return t.prendi(tieni(tutte, nuove))
}

// Differenze are those of a violation that was priced from the row itself. Where the law lets facts decide (a repeat,
// a confiscation), discount and reduced payment differ only if no fact gives them.
func (s Sanzione) Differenze(p Prezzata) []Differenza {
	var d []Differenza
	se := func(diverso bool, quale Differenza) {
		if diverso {
			d = append(d, quale)
		}
	}
	se(p.MinCent != s.MinCent || p.MaxCent != s.MaxCent || s.notteDiversa(p), DiversoImporto)
	se(s.scontoDiverso(p), DiversoSconto)
	se(p.Punti != s.Punti, DiversiPunti)
	se(p.Atto != nil && s.attoDiverso(*p.Atto), DiverseConseguenze)
	return d
}

func (s Sanzione) notteDiversa(p Prezzata) bool {
	return p.Notturna && !s.Notturna || s.Notturna && !p.Notturna && p.Notte != nil && *p.Notte
}

func (s Sanzione) scontoDiverso(p Prezzata) bool {
	if p.PagamentoRidotto != s.PagamentoRidotto && s.RidottoSe == "" {
		return true
	}
	if p.Atto != nil && s.ScontoPerSospensioneBreve(p.Sconto30, p.Atto.Accessoria) {
		return false
	}
	return p.PagamentoRidotto && p.Sconto30 != s.AmmetteSconto(false) && p.Sconto30 != s.AmmetteSconto(true)
}

// attoDiverso compares the words; where they are others, what they amount to. An act that has no names of its own was
// written before the table had them.
func (s Sanzione) attoDiverso(a Atto) bool {
	if a.Accessoria == s.Accessoria {
		return false
	}
	dette := a.Conseguenze
	if len(dette) == 0 {
		dette = ConseguenzeDette(a.Accessoria)
	}
	recidiva := slices.Concat(s.Conseguenze, s.ConseguenzeRecidiva) // of a repeat that a person has confirmed
	return !slices.Equal(ordinate(dette), ordinate(s.Conseguenze)) && !slices.Equal(ordinate(dette), ordinate(recidiva))
}

func ordinate(c []Conseguenza) []Conseguenza { return slices.Compact(slices.Sorted(slices.Values(c))) }

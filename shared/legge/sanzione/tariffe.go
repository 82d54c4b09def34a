package sanzione

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// ColonneTariffe is the header of the CSV of a biennial decree, separated by semicolons.
func ColonneTariffe() []string {
	return []string{"codice", "validoDa", "minCent", "maxCent", "orizzonte", "fonte", "verifica"}
}

// tariffa is the amounts side of a row, as an office fills it in.
type tariffa struct{ Sanzione }

// Campi are the cells of the amounts, in the order of ColonneTariffe.
func (t tariffa) Campi() []string {
	return []string{t.Codice, t.ValidoDa.String(), cent(t.MinCent), cent(t.MaxCent), t.Orizzonte.String(), t.Fonte, string(t.Verifica)}
}

// ScriviTariffe writes the amounts that hold after the last day of the table, offences left out: the sheet
// in which an office sets the new figures, the new validoDa and its fonte. Rows that it leaves as they are
// change nothing when CaricaTariffe reads them.
func ScriviTariffe(w io.Writer, t *Tabella) error {
	return foglio.Scrivi(w, ColonneTariffe(), ultime(t))
}

// ScriviTariffeDel writes only the amounts that begin on a day.
func ScriviTariffeDel(w io.Writer, t *Tabella, giorno calendario.Giorno) error {
	altre := func(x tariffa) bool { return x.ValidoDa != giorno }
	return foglio.Scrivi(w, ColonneTariffe(), slices.DeleteFunc(ultime(t), altre))
}

func ultime(t *Tabella) (ultime []tariffa) {
	for i := range t.righe {
		indici := t.codici[t.righe[i].Codice]
		if s := t.righe[i]; i == indici[len(indici)-1] && s.ValidoA.IsZero() && !s.Penale && !s.Ritirata() {
			ultime = append(ultime, tariffa{s})
		}
	}
	return ultime
}

// CaricaTariffe adds to t the amounts of a decree (art. 195 c. 3 CdS), read from CSV with ColonneTariffe.
// Each row makes a new row of its codice that inherits everything else from the one in force the day
// before, and ends that one where it had a later end of its own. An empty orizzonte is the last day of the
// two years until the next decree; an empty verifica is VERIFICATA. A row that t already has is passed over.
//
// The error joins an *ErroreRiga for every fault found (at most 100), by line; t itself never changes.
func CaricaTariffe(r io.Reader, t *Tabella) (*Tabella, error) {
	var tariffe []voce
	err := foglio.Forma{Colonne: ColonneTariffe()}.Leggi(r, func(c *foglio.Celle) {
		tariffe = append(tariffe, voce{Linea: c.Linea(), Riga: Sanzione{
			Codice: c.Testo("codice"), ValidoDa: c.Giorno("validoDa"),
			MinCent: importo.Cent(c.Intero("minCent", maxCent)), MaxCent: importo.Cent(c.Intero("maxCent", maxCent)),
			Orizzonte: c.Giorno("orizzonte"), Fonte: c.Testo("fonte"), Verifica: Verifica(c.Testo("verifica")),
		}})
		if tariffe[len(tariffe)-1].Riga.ValidoDa.IsZero() {
			c.Errore("validoDa", "manca")
		}
	})
	if err != nil {
		return nil, err
	}
	return t.conTariffe(tariffe)
}

// conTariffe takes the amounts in the order of their days, so that one may follow another of the same file.
func (t *Tabella) conTariffe(tariffe []voce) (*Tabella, error) {
	slices.SortStableFunc(tariffe, func(a, b voce) int { return a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa) })
	var errori []error
	cresciuta := t.storia()
	for _, nuova := range tariffe {
		if err := cresciuta.aggiungi(nuova); err != nil {
			errori = append(errori, err)
		}
	}
	if len(errori) > 0 {
		return nil, foglio.Unisci(errori)
	}
	return Nuova(cresciuta.righe())
}

// storia is the rows of each codice by first day, while a decree is added to them.
type storia map[string][]Sanzione

func (t *Tabella) storia() storia {
	s := make(storia, len(t.codici))
	for codice, indici := range t.codici {
		s[codice] = t.prendi(indici)
	}
	return s
}

func (s storia) righe() []Sanzione {
	var righe []Sanzione
	for _, r := range s {
		righe = append(righe, r...)
	}
	return righe
}

// aggiungi adds the amounts of one line.
func (s storia) aggiungi(tariffa voce) error {
	nuova := tariffa.Riga
	righe, esiste := s[nuova.Codice]
	if !esiste {
		return tariffa.Errore("codice", "non è il codice di una violazione della tabella: "+nuova.Codice)
	}
	if righe[0].Ritirata() {
		return tariffa.Errore("codice", "la violazione "+nuova.Codice+" è stata divisa: indicare gli importi di "+strings.Join(righe[0].SostituitaDa, ", "))
	}
	stessoGiorno := slices.IndexFunc(righe, func(r Sanzione) bool { return r.ValidoDa == nuova.ValidoDa })
	if stessoGiorno >= 0 {
		if ripete(righe[stessoGiorno], nuova) {
			return nil
		}
		return tariffa.Errore("validoDa", "una riga di "+nuova.Codice+" con altri valori comincia già "+nuova.ValidoDa.Detto("il"))
	}
	i := precedente(righe, nuova.ValidoDa.AddDays(-1))
	if i < 0 {
		return tariffa.Errore("validoDa", fmt.Sprintf("nessuna riga di %s è in vigore il giorno prima %s: non c'è da chi ereditare", nuova.Codice, nuova.ValidoDa.Detto("del")))
	}
	erede := righe[i].erede(nuova)
	if difetti := erede.difetti(); len(difetti) > 0 {
		return tariffa.Errore(difetti[0].Campo, difetti[0].Motivo)
	}
	s.inserisci(i, erede)
	return nil
}

// inserisci puts the row after the i-th of its codice, which ends the day before where it had a later end.
func (s storia) inserisci(i int, nuova Sanzione) {
	righe := s[nuova.Codice]
	if !righe[i].ValidoA.IsZero() && !righe[i].ValidoA.Before(nuova.ValidoDa) {
		righe[i].ValidoA = nuova.ValidoDa.AddDays(-1)
	}
	s[nuova.Codice] = slices.Insert(righe, i+1, nuova)
}

// ripete reports that the row already says what the tariff says.
func ripete(riga, tariffa Sanzione) bool {
	return riga.MinCent == tariffa.MinCent && riga.MaxCent == tariffa.MaxCent && riga.Fonte == tariffa.Fonte &&
		(tariffa.Orizzonte.IsZero() || riga.Orizzonte == tariffa.Orizzonte) &&
		(tariffa.Verifica == "" || riga.Verifica == tariffa.Verifica)
}

// precedente is the row in force on the day, of rows of one codice by first day; -1 is none.
func precedente(righe []Sanzione, giorno calendario.Giorno) int {
	for i, r := range slices.Backward(righe) {
		if !r.ValidoDa.After(giorno) {
			if r.ValidoA.IsZero() || !giorno.After(r.ValidoA) {
				return i
			}
			return -1
		}
	}
	return -1
}

// erede is the row with new amounts, from their first day.
func (s Sanzione) erede(tariffa Sanzione) Sanzione {
	s.ValidoDa, s.MinCent, s.MaxCent = tariffa.ValidoDa, tariffa.MinCent, tariffa.MaxCent
	s.Orizzonte, s.Fonte, s.Verifica = tariffa.Orizzonte, tariffa.Fonte, tariffa.Verifica
	if s.ValidoA.Before(s.ValidoDa) {
		s.ValidoA = calendario.Giorno{}
	}
	if s.Orizzonte.IsZero() {
		s.Orizzonte = fineBiennio(s.ValidoDa)
	}
	if s.Verifica == "" {
		s.Verifica = Verificata
	}
	return s
}

// fineBiennio is the last day before the next decree (art. 195 c. 3 CdS: every two years).
func fineBiennio(dal calendario.Giorno) calendario.Giorno { return dal.AddMonths(24).AddDays(-1) }

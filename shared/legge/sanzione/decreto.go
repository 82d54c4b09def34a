package sanzione

import (
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Decreto is the biennial decree of art. 195 c. 3 CdS.
type Decreto struct {
	// ValidoDa is the first day of the new amounts, normally 1 January.
	ValidoDa calendario.Giorno
	// VariazioneMillesimi is the ISTAT index in thousandths: 18 is +1.8 %, -2 is -0.2 %.
	VariazioneMillesimi int
	// Fonte cites the decree, for the rows it makes.
	Fonte string
}

// controlla says what the decree cannot be. No index since 1993 came near half of the amounts.
func (d Decreto) controlla() error {
	switch {
	case d.ValidoDa.IsZero():
		return errore("validoDa", "manca")
	case d.VariazioneMillesimi < -500 || d.VariazioneMillesimi > 500:
		return errore("variazioneMillesimi", "deve essere tra -500 e 500 (-50 % e +50 %)")
	case strings.TrimSpace(d.Fonte) == "" || !foglio.TestoPulito(d.Fonte, 500):
		return errore("fonte", "manca, contiene caratteri invisibili o supera 500 caratteri")
	}
	return nil
}

// Aggiorna adds to t the rows that a decree makes of those in force on its day: minimum and maximum move by
// the index and are rounded to the euro, an exact half upwards (art. 195 c. 3-bis CdS). A row that the law
// calls the double or the half of another is computed from that one. Amounts that have been in force for
// less than two years stay, with a note; so does a row that starts on the very day. The rows made are
// DERIVATA, or DA_VERIFICARE where they come from such a row, until somebody has read the decree.
//
// A fault of the decree is an *Errore; t itself never changes.
func Aggiorna(t *Tabella, d Decreto) (*Tabella, error) {
	if err := d.controlla(); err != nil {
		return nil, err
	}
	cresciuta := t.storia()
	for codice := range t.codici {
		if err := cresciuta.aggiorna(t, codice, d); err != nil {
			return nil, err
		}
	}
	return Nuova(cresciuta.righe())
}

// aggiorna moves the row of the codice that is in force on the day, if it is due.
func (s storia) aggiorna(t *Tabella, codice string, d Decreto) error {
	i := precedente(s[codice], d.ValidoDa)
	if i < 0 || s[codice][i].ValidoDa == d.ValidoDa || s[codice][i].Penale || s[codice][i].Ritirata() {
		return nil
	}
	vecchia := s[codice][i]
	if !t.matura(codice, d.ValidoDa) {
		s[codice][i] = vecchia.saltata(d)
		return nil
	}
	nuova := Sanzione{ValidoDa: d.ValidoDa, Fonte: d.Fonte, Verifica: Derivata}
	if vecchia.Verifica == DaVerificare {
		nuova.Verifica = DaVerificare
	}
	var err error
	if nuova.MinCent, nuova.MaxCent, err = t.rivalutata(codice, d); err != nil {
		return err
	}
	s.inserisci(i, vecchia.erede(nuova))
	return nil
}

// saltata is the row as it stays, known to hold until the next decree.
func (s Sanzione) saltata(d Decreto) Sanzione {
	nota := "Importi in vigore da meno di due anni " + d.ValidoDa.Detto("il") + ": non aggiornati"
	switch {
	case strings.Contains(s.Nota, nota):
	case strings.HasSuffix(s.Nota, "."):
		s.Nota += " " + nota + "."
	default:
		s.Nota = strings.TrimPrefix(s.Nota+"; "+nota, "; ")
	}
	s.Orizzonte = fineBiennio(d.ValidoDa)
	return s
}

// matura reports that the amounts of the codice have been in force for two years on the day, whichever
// rows carried them. A double or a half follows the row it is computed from.
func (t *Tabella) matura(codice string, giorno calendario.Giorno) bool {
	if base, _, derivata := t.multiplo(codice); derivata && len(t.codici[base]) > 0 {
		codice = base
	}
	righe := t.prendi(t.codici[codice])
	i := precedente(righe, giorno)
	if i < 0 || righe[i].ValidoDa == giorno {
		return i >= 0 // a base that starts on the day: its share starts with it
	}
	for i > 0 && righe[i].continua(righe[i-1]) {
		i--
	}
	return !righe[i].ValidoDa.AddMonths(24).After(giorno)
}

// continua reports that the row only carries on the amounts of the one before.
func (s Sanzione) continua(prima Sanzione) bool {
	senzaVuoto := prima.ValidoA.IsZero() || prima.ValidoA.AddDays(1) == s.ValidoDa
	return senzaVuoto && s.MinCent == prima.MinCent && s.MaxCent == prima.MaxCent
}

// rivalutata is the band of the codice after the decree.
func (t *Tabella) rivalutata(codice string, d Decreto) (minimo, massimo importo.Cent, err error) {
	quota := importo.Frazione{Num: 1, Den: 1}
	if base, q, derivata := t.multiplo(codice); derivata {
		if _, esiste := t.Cerca(base, d.ValidoDa); esiste {
			codice, quota = base, q
		}
	}
	s, _ := t.Cerca(codice, d.ValidoDa)
	if s.ValidoDa == d.ValidoDa {
		d.VariazioneMillesimi = 0 // the law of the day wrote the figures of the base itself
	}
	if minimo, err = d.rivaluta(s.MinCent, quota); err != nil {
		return 0, 0, err
	}
	massimo, err = d.rivaluta(s.MaxCent, quota)
	return minimo, massimo, err
}

// rivaluta moves one amount, rounds it to the euro and takes the share of it, which keeps its cents.
func (d Decreto) rivaluta(c importo.Cent, quota importo.Frazione) (importo.Cent, error) {
	euro, err := importo.ArrotondaMetaInSu(int64(c)*int64(1000+d.VariazioneMillesimi), 1000*100)
	if err != nil {
		return 0, err
	}
	return (euro * 100).Per(quota)
}

// Multipli tells, in Italian, where the band of a row is not the double or the half that the law makes of
// another row: what an office sees when it loads the figures of one and forgets the other.
func (t *Tabella) Multipli() []string {
	var avvisi []string
	for _, s := range t.righe {
		base, quota, derivata := s.multiplo()
		if !derivata {
			continue // also a row of another time of the same codice, when the facts were a crime
		}
		for _, b := range t.codici[base] {
			if a := t.scostamento(s, t.righe[b], quota); a != "" {
				avvisi = append(avvisi, a)
			}
		}
	}
	return avvisi
}

// scostamento compares the row with a row of its base on the first day on which both hold; empty where they
// agree or never hold together.
func (t *Tabella) scostamento(s, base Sanzione, quota importo.Frazione) string {
	giorno := s.ValidoDa
	if base.ValidoDa.After(giorno) {
		giorno = base.ValidoDa
	}
	if b, _ := t.Cerca(base.Codice, giorno); b.ValidoDa != base.ValidoDa {
		return ""
	}
	if mia, _ := t.Cerca(s.Codice, giorno); mia.ValidoDa != s.ValidoDa {
		return ""
	}
	minimo, errMin := base.MinCent.Per(quota)
	massimo, errMax := base.MaxCent.Per(quota)
	if errMin == nil && errMax == nil && minimo == s.MinCent && massimo == s.MaxCent {
		return ""
	}
	return fmt.Sprintf("%s: %s gli importi calcolati da %s sono %s e %s, la riga ha %s e %s", s.Codice, giorno.Detto("dal"),
		base.Codice, minimo.Euro(), massimo.Euro(), s.MinCent.Euro(), s.MaxCent.Euro())
}

// multiplo is the codice of which the band of another is a share by law, and the share: double for heavy vehicles
// (art. 142 c. 11), half where the insurance comes back in time (art. 193 c. 3). The last row of the codice says it.
func (t *Tabella) multiplo(codice string) (base string, quota importo.Frazione, derivata bool) {
	indici := t.codici[codice]
	if len(indici) == 0 {
		return "", importo.Frazione{}, false
	}
	return t.righe[indici[len(indici)-1]].multiplo()
}

func (s Sanzione) multiplo() (base string, quota importo.Frazione, derivata bool) {
	switch {
	case s.MultiploDi == "":
		return "", importo.Frazione{}, false
	case s.Multiplo == cds.Dimezzato:
		return s.MultiploDi, importo.Frazione{Num: 1, Den: 2}, true
	default:
		return s.MultiploDi, importo.Frazione{Num: 2, Den: 1}, true
	}
}

package sanzione

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// Criterio says what is known of a violation.
type Criterio struct {
	// Articolo, Comma and Lettera as people write them: "142", "art. 126 bis", "lett. d)". Comma may be
	// the paragraph broken or the one that sets the sanction; empty means not known.
	Articolo string
	Comma    string
	Lettera  string
	// Codice picks one row; the other fields must then agree with it.
	Codice string
	// Classe of the vehicle; empty is Autoveicolo.
	Classe Classe
	// Data is the day of the violation in Rome.
	Data calendario.Giorno
	// EccessoMillesimi is the excess over the limit in thousandths of km/h, net of the tolerance
	// (cds.Velocita.EccessoMillesimi). For art. 142 it gives the paragraph, whatever Comma says.
	EccessoMillesimi *int
	// Recidiva says that the facts of a repeat row hold (for 142 c. 8: in town, twice in a year).
	Recidiva bool
}

// Scegli finds the row of a violation. One row is the answer; more rows are all the candidates that
// only facts can tell apart, for the caller to list by codice (VIOLAZIONE_AMBIGUA). No row is an *Errore
// with the field at fault.
func (t *Tabella) Scegli(c Criterio) ([]Sanzione, error) {
	c, err := c.normalizza()
	if err != nil {
		return nil, err
	}
	candidati, err := t.partenza(c)
	if err != nil {
		return nil, err
	}
	candidati = tieni(candidati, func(i int) bool { return c.Comma == "" || t.righe[i].citata(c.Comma) })
	if len(candidati) == 0 {
		return nil, c.senzaComma()
	}
	if candidati = t.perLettera(candidati, c.Lettera); len(candidati) == 0 {
		return nil, errore("lettera", "il comma non ha la lettera "+c.Lettera+" nella tabella")
	}
	candidati = tieni(candidati, func(i int) bool { return t.inVigore(i, c.Data) })
	if len(candidati) == 0 {
		return nil, errore("data", "nessuna riga è in vigore "+c.Data.Detto("il"))
	}
	candidati = tieni(candidati, func(i int) bool { return t.righe[i].perClasse(c.Classe) })
	if len(candidati) == 0 {
		return nil, errore("classe", "nessuna riga vale per la classe "+string(c.Classe))
	}
	return t.prendi(t.specializza(candidati, c.Recidiva)), nil
}

// normalizza cleans what people write and turns the speed into the paragraph.
func (c Criterio) normalizza() (Criterio, error) {
	c.Articolo = pulisci(c.Articolo, "articolo", "art.", "art")
	c.Comma = pulisci(c.Comma, "comma", "co.", "c.")
	c.Lettera = pulisci(c.Lettera, "lettera", "lett.", "lett")
	c.Codice = strings.TrimSpace(c.Codice)
	if c.Classe == "" {
		c.Classe = Autoveicolo
	}
	switch {
	case c.Articolo == "" && c.Codice == "":
		return c, errore("articolo", "manca")
	case c.Data.IsZero():
		return c, errore("data", "manca")
	case !c.Classe.Valida():
		return c, errore("classe", "sconosciuta: "+string(c.Classe))
	}
	if c.EccessoMillesimi != nil && (c.Articolo == "142" || c.Articolo == "" && strings.HasPrefix(c.Codice, "142-")) {
		if c.Comma = cds.CommaVelocita(*c.EccessoMillesimi); c.Comma == "" {
			return c, errore("velocitaRilevata", "al netto della tolleranza non supera il limite")
		}
	}
	return c, nil
}

// senzaComma blames the codice where there is one: it contradicts paragraph or speed.
func (c Criterio) senzaComma() error {
	if c.Codice != "" {
		return errore("codice", "la violazione "+c.Codice+" non corrisponde al comma "+c.Comma)
	}
	return errore("comma", "l'articolo "+c.Articolo+" non ha il comma "+c.Comma+" nella tabella")
}

// pulisci lowers case, drops a leading word and closing marks, and joins "126 bis" with a hyphen.
func pulisci(s string, parole ...string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, p := range parole {
		if resto, tolta := strings.CutPrefix(s, p); tolta {
			s = resto
			break
		}
	}
	return strings.Join(strings.Fields(strings.Trim(s, " .)(")), "-")
}

// partenza lists the rows of the codice or of the article.
func (t *Tabella) partenza(c Criterio) ([]int, error) {
	if c.Codice != "" {
		indici, esiste := t.codici[c.Codice]
		if !esiste || c.Articolo != "" && strings.ToLower(t.righe[indici[0]].Articolo) != c.Articolo {
			return nil, errore("codice", "non è il codice di una violazione dell'articolo indicato: "+c.Codice)
		}
		return indici, nil
	}
	indici, esiste := t.articoli[c.Articolo]
	if !esiste {
		return nil, errore("articolo", "non è nella tabella: "+c.Articolo)
	}
	return indici, nil
}

// perLettera keeps the rows of the letter and those for any letter; a row for any letter gives way to
// one of the same paragraph that names it. It runs before the date: where the letter had no row of its
// own yet, the general row would be the wrong one.
func (t *Tabella) perLettera(candidati []int, lettera string) []int {
	if lettera == "" {
		return candidati
	}
	esatta := map[string]bool{}
	for _, i := range candidati {
		if t.righe[i].Lettera == lettera {
			esatta[t.righe[i].Comma] = true
		}
	}
	return tieni(candidati, func(i int) bool {
		s := t.righe[i]
		return s.Lettera == lettera || s.Lettera == "" && !esatta[s.Comma]
	})
}

// specializza, inside each group: rows of a repeat go unless the repeat is given or nothing else is
// left; the ordinary row gives way to the special rows that remain. Two special rows stay both.
func (t *Tabella) specializza(candidati []int, recidiva bool) []int {
	prime, speciali := map[string]bool{}, map[string]bool{}
	for _, i := range candidati {
		prime[t.righe[i].gruppo()] = prime[t.righe[i].gruppo()] || !t.righe[i].Recidiva
	}
	candidati = tieni(candidati, func(i int) bool {
		s := t.righe[i]
		return recidiva || !s.Recidiva || !prime[s.gruppo()]
	})
	for _, i := range candidati {
		if t.righe[i].Base != "" {
			speciali[t.righe[i].Base] = true
		}
	}
	return tieni(candidati, func(i int) bool { return !speciali[t.righe[i].Codice] })
}

func (t *Tabella) prendi(indici []int) []Sanzione {
	righe := make([]Sanzione, len(indici))
	for k, i := range indici {
		righe[k] = t.righe[i]
	}
	return righe
}

// tieni filters into a new slice: the index of the table is never written to.
func tieni(indici []int, vale func(int) bool) []int {
	tenuti := make([]int, 0, len(indici))
	for _, i := range indici {
		if vale(i) {
			tenuti = append(tenuti, i)
		}
	}
	return tenuti
}

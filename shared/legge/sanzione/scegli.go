package sanzione

import (
	"slices"
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
	// Classe of the vehicle; empty is Autoveicolo. ClassePresunta says that only the plate tells it: it then chooses among
	// rows and refuses none.
	Classe         Classe
	ClassePresunta bool
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
	candidati = t.inUso(candidati, c.Data)
	if len(candidati) == 0 {
		return nil, errore("data", "nessuna riga è in vigore "+c.Data.Detto("il"))
	}
	dellaClasse := tieni(candidati, func(i int) bool { return t.righe[i].perClasse(c.Classe) })
	switch {
	case len(dellaClasse) > 0:
		candidati = dellaClasse
	case !c.ClassePresunta: // what is only presumed of the vehicle gives way to what the officer wrote
		return nil, errore("classe", "nessuna riga vale per la classe "+string(c.Classe))
	}
	return t.prendi(t.specializza(candidati, c)), nil
}

// inUso keeps the rows in force on the day. A codice that was divided, asked for after its last day, gives those in its
// place.
func (t *Tabella) inUso(candidati []int, giorno calendario.Giorno) []int {
	inVigore := tieni(candidati, func(i int) bool { return t.inVigore(i, giorno) })
	if slices.ContainsFunc(inVigore, func(i int) bool { return t.righe[i].Ritirata() }) {
		return tieni(inVigore, func(i int) bool { return t.righe[i].Ritirata() }) // the codice by which it was asked for
	}
	return inVigore
}

// Divisa is the codice of the earlier table that the violation meant by itself, where it was divided since; empty where
// there is none. Whoever wrote to that table took it for one row: the fine is recorded, and a person chooses.
func (t *Tabella) Divisa(c Criterio) string {
	c, err := c.normalizza()
	if err != nil {
		return ""
	}
	if indici := t.codici[c.Codice]; len(indici) > 0 && t.righe[indici[0]].Ritirata() {
		return c.Codice
	}
	vecchie := map[string]int{}
	for i := range t.righe {
		s := t.righe[i]
		if s.Ritirata() && strings.EqualFold(s.Articolo, c.Articolo) && s.citata(c.Comma) && s.perClasse(c.Classe) &&
			(s.Lettera == "" || slices.Contains(s.Lettere(), c.Lettera)) {
			vecchie[s.Codice] = i
		}
	}
	for codice, i := range vecchie { // the ordinary row gives way to the one of the class
		if _, speciale := vecchie[t.righe[i].Base]; speciale && len(vecchie) == 2 {
			return codice
		}
	}
	if len(vecchie) != 1 {
		return ""
	}
	for codice := range vecchie {
		return codice
	}
	return ""
}

// DiRecidiva are the rows that on a day hold for the repeat of a codice; none where the law has no row of its own for it.
func (t *Tabella) DiRecidiva(codice string, giorno calendario.Giorno) []Sanzione {
	var righe []Sanzione
	for i, s := range t.righe {
		if s.Recidiva && s.Base == codice && t.inVigore(i, giorno) {
			righe = append(righe, s)
		}
	}
	return righe
}

// DiRequisiti reports an article about the technical or administrative requirements of the vehicle (art. 198-bis CdS).
func DiRequisiti(articolo string) bool { return articolo == "80" || articolo == "193" }

// normalizza cleans what people write and turns the speed into the paragraph.
func (c Criterio) normalizza() (Criterio, error) {
	c.Articolo = pulisci(c.Articolo, "articolo", "art.", "art")
	c.Comma = pulisci(c.Comma, "comma", "co.", "c.")
	c.Lettera = pulisci(c.Lettera, paroleLettera()...)
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

// paroleLettera are what people write before a letter.
func paroleLettera() []string { return []string{"lettera", "lett.", "lett"} }

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
		return t.conSostitute(indici), nil
	}
	indici, esiste := t.articoli[c.Articolo]
	if !esiste {
		return nil, errore("articolo", "non è nella tabella: "+c.Articolo)
	}
	return indici, nil
}

// conSostitute adds the rows of the codes among which a codice was divided.
func (t *Tabella) conSostitute(indici []int) []int {
	tutti := slices.Clone(indici)
	for _, i := range indici {
		for _, codice := range t.righe[i].SostituitaDa {
			for _, j := range t.codici[codice] {
				if !slices.Contains(tutti, j) {
					tutti = append(tutti, j)
				}
			}
		}
	}
	return tutti
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
		if slices.Contains(t.righe[i].Lettere(), lettera) {
			esatta[t.righe[i].Comma] = true
		}
	}
	return tieni(candidati, func(i int) bool {
		s := t.righe[i]
		return slices.Contains(s.Lettere(), lettera) || s.Lettera == "" && (s.Ritirata() || !esatta[s.Comma])
	})
}

// specializza, inside each group: rows of a repeat go unless the repeat is given or nothing else is
// left; the ordinary row gives way to the special rows that remain, unless the vehicle may not be of their class. Two
// special rows stay both.
func (t *Tabella) specializza(candidati []int, c Criterio) []int {
	prime, speciali := map[string]bool{}, map[string]bool{}
	for _, i := range candidati {
		prime[t.righe[i].gruppo()] = prime[t.righe[i].gruppo()] || !t.righe[i].Recidiva
	}
	candidati = tieni(candidati, func(i int) bool {
		s := t.righe[i]
		return c.Recidiva || !s.Recidiva || !prime[s.gruppo()]
	})
	for _, i := range candidati {
		if t.righe[i].Base != "" && !t.righe[i].soloForse(c.Classe) {
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

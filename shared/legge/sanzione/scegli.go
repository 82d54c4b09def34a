package sanzione

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// Criterio holds the known facts of a violation.
type Criterio struct {
	// Articolo, Comma and Lettera as people write them: "142", "art. 126 bis", "lett. d)". Comma may be
	// the paragraph broken or the paragraph with the sanction; empty means not known.
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
//
// Whoever wrote to the earlier table finds no less than before: a citation that this table refuses, and that one had a
// single row for, stands for the codice of that row; a codice that was divided since prices the days until then. A class
// that the earlier table did not know is no such citation: a row that is not for it is not found by it.
func (t *Tabella) Scegli(c Criterio) ([]Sanzione, error) {
	c, err := c.normalizza()
	if err != nil {
		return nil, err
	}
	righe, err := t.scegli(c)
	if err == nil && len(righe) == 1 {
		return t.prendi(righe), nil
	}
	codice := t.precedente(c)
	if codice == "" || err != nil && t.letteraInesistente(codice, c.Lettera) {
		return t.prendi(righe), err
	}
	if err != nil {
		intese, altro := t.scegli(Criterio{Codice: codice, Data: c.Data, Recidiva: c.Recidiva})
		if altro != nil || c.nuovaClasse() && !slices.ContainsFunc(intese, func(i int) bool { return t.righe[i].PerClasse(c.Classe) }) {
			return nil, err
		}
		return t.prendi(intese), nil
	}
	if i, vige := t.cerca(codice, c.Data); vige && t.righe[i].Ritirata() {
		return t.prendi([]int{i}), nil
	}
	return t.prendi(righe), nil
}

// nuovaClasse reports a declared class that the earlier table did not know.
func (c Criterio) nuovaClasse() bool { return !c.ClassePresunta && c.Classe.precedente() != c.Classe }

// scegli gives the places of the rows of a normalised criterion; without a class the rows of all.
func (t *Tabella) scegli(c Criterio) ([]int, error) {
	candidati, err := t.partenza(c)
	if err != nil {
		return nil, err
	}
	if candidati = t.perComma(candidati, c); len(candidati) == 0 {
		return nil, c.senzaComma()
	}
	if candidati = t.perLettera(candidati, c.Lettera); len(candidati) == 0 {
		return nil, errore("lettera", "il comma non ha la lettera "+c.Lettera+" nella tabella")
	}
	if candidati = t.inUso(candidati, c.Data); len(candidati) == 0 {
		return nil, errore("data", "nessuna riga è in vigore "+c.Data.Detto("il"))
	}
	if candidati = t.perClasse(candidati, c); len(candidati) == 0 {
		return nil, errore("classe", "nessuna riga vale per la classe "+string(c.Classe))
	}
	return t.specializza(candidati, c), nil
}

// Precedente is the codice that the violation, cited as it is, meant by itself in the earlier table; empty where that had
// no row for it, or several. Whoever wrote to that table took it for one row: where Scegli leaves several the fine is
// recorded, and a person chooses.
func (t *Tabella) Precedente(c Criterio) string {
	c, err := c.normalizza()
	if err != nil {
		return ""
	}
	return t.precedente(c)
}

func (t *Tabella) precedente(c Criterio) string {
	prima := tabellaPrecedente()
	c.Classe, c.ClassePresunta = c.Classe.precedente(), false
	righe, err := prima.scegli(c)
	if err != nil || len(righe) != 1 {
		return ""
	}
	codice := prima.righe[righe[0]].Codice
	if _, nota := t.codici[codice]; !nota {
		return ""
	}
	return codice
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

// DiRecidiva are the rows that on a day hold for the repeat of a codice: of the same vehicles, where the law doubles what
// those of a class are asked (art. 142 c. 11 CdS). None where the law has no row of its own for it.
func (t *Tabella) DiRecidiva(codice string, giorno calendario.Giorno) []Sanzione {
	prima, vige := t.cerca(codice, giorno)
	if !vige {
		return nil
	}
	gruppo, classi := t.righe[prima].gruppo(), t.righe[prima].Classi
	var righe []Sanzione
	for i, s := range t.righe {
		if s.Recidiva && s.Base == gruppo && slices.Equal(s.Classi, classi) && t.inVigore(i, giorno) {
			righe = append(righe, s)
		}
	}
	return righe
}

// Regolarizzata is the codice of the row that on a day halves another where the insurance is put right in time (art. 193
// c. 3 CdS); empty where there is none.
func (t *Tabella) Regolarizzata(codice string, giorno calendario.Giorno) string {
	for i, s := range t.righe {
		if s.Articolo == "193" && s.Comma == "3" && s.MultiploDi == codice && t.inVigore(i, giorno) {
			return s.Codice
		}
	}
	return ""
}

// DiRequisiti reports an article about the technical or administrative requirements of the vehicle (art. 198-bis CdS).
func DiRequisiti(articolo string) bool { return articolo == "80" || articolo == "193" }

// normalizza cleans what people write and turns the speed into the paragraph.
func (c Criterio) normalizza() (Criterio, error) {
	c.Articolo = pulisci(c.Articolo, "articolo", "art.", "art")
	c.Comma = pulisci(c.Comma, paroleComma()...)
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
	if perche := c.senzaSanzione(); perche != "" {
		return c, errore("lettera", perche)
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

// paroleComma are what people write before a paragraph.
func paroleComma() []string { return []string{"comma", "co.", "c."} }

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

// perComma keeps the rows that are cited by the paragraph. A codice that is named agrees with each paragraph by which one
// of its rows is cited, today or at another time; where it was divided, that tells the rows in its place not apart.
func (t *Tabella) perComma(candidati []int, c Criterio) []int {
	cita := func(i int) bool { return t.righe[i].Citata(c.Comma) }
	switch {
	case c.Comma == "":
		return candidati
	case c.Codice == "":
		return tieni(candidati, cita)
	case slices.ContainsFunc(t.codici[c.Codice], cita):
		return candidati
	}
	return nil
}

// perLettera keeps the rows of the letter and those for any letter; a row for any letter gives way to
// one of the same paragraph that names it. It runs before the date: where the letter had no row of its
// own yet, the general row would be the wrong one. The letter by which a codice that was divided was cited
// itself tells the rows in its place not apart.
func (t *Tabella) perLettera(candidati []int, lettera string) []int {
	if lettera == "" {
		return candidati
	}
	perLa := func(i int) bool { return slices.Contains(t.righe[i].Lettere(), lettera) }
	if slices.ContainsFunc(candidati, func(i int) bool { return t.righe[i].Ritirata() && perLa(i) }) {
		return candidati
	}
	esatta := map[string]bool{}
	for _, i := range candidati {
		if perLa(i) {
			esatta[t.righe[i].Comma] = true
		}
	}
	return tieni(candidati, func(i int) bool {
		s := t.righe[i]
		return perLa(i) || s.Lettera == "" && (s.Ritirata() || !esatta[s.Comma])
	})
}

// perClasse keeps the rows for the class. A class that is only presumed gives way to what the officer wrote: where
// no row is for it, all stay.
func (t *Tabella) perClasse(candidati []int, c Criterio) []int {
	if c.Classe == "" {
		return candidati
	}
	dellaClasse := tieni(candidati, func(i int) bool { return t.righe[i].PerClasse(c.Classe) })
	if len(dellaClasse) == 0 && c.ClassePresunta {
		return candidati
	}
	return dellaClasse
}

// specializza, inside each group: rows of a repeat go unless the repeat is given or nothing else is
// left; the ordinary row gives way to the special rows that remain, unless the vehicle may not be of their class. Two
// special rows stay both, but where one is for what each of them is for.
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
	candidati = tieni(candidati, func(i int) bool { return !speciali[t.righe[i].Codice] })
	return tieni(candidati, func(i int) bool { return !slices.ContainsFunc(candidati, t.comprende(i, c.Classe)) })
}

// comprende reports a row that holds for the repeat by vehicles of the class, where the one in place i is for one of the
// two alone: the repeat, or the class.
func (t *Tabella) comprende(i int, classe Classe) func(j int) bool {
	s := t.righe[i]
	return func(j int) bool {
		altra := t.righe[j]
		return altra.gruppo() == s.gruppo() && altra.Recidiva && len(altra.Classi) > 0 && !altra.soloForse(classe) &&
			(!s.Recidiva || len(s.Classi) == 0)
	}
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

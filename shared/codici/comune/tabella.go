package comune

import (
	"bytes"
	"cmp"
	_ "embed"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

//go:embed comuni.csv
var iniziale []byte

// Tabella is a table of municipalities. It never changes after loading and may be shared. The national
// archive, some 19,000 rows, takes about three MiB.
type Tabella struct {
	righe     []Comune // by ISTAT code and first day
	versione  string
	catastale []int32         // rows by cadastral code and first day
	nomi      []nome          // by key
	usuali    []nome          // by the key of people's shortened names, where it is not one of nomi
	province  map[string]bool // the abbreviations that any row of the Republic bears
}

// nome is a name of a row, the official one or the other.
type nome struct {
	chiave string
	riga   int32
}

// Iniziale loads the seed compiled into the program. It parses at every call: keep the result.
func Iniziale() *Tabella {
	t, err := Carica(bytes.NewReader(iniziale))
	if err != nil {
		panic(err) // cannot happen: a test loads the embedded file
	}
	return t
}

// Carica reads a table from CSV with the columns of the seed. The error joins an *ErroreRiga for every
// fault found (at most 100); nothing is loaded then.
func Carica(r io.Reader) (*Tabella, error) {
	voci, err := leggi(r)
	if err != nil {
		return nil, err
	}
	return nuova(voci)
}

// Nuova makes a table of rows that were read before, in any order. They are checked as Carica checks them;
// the *ErroreRiga names the key of the row in place of a line.
func Nuova(righe []Comune) (*Tabella, error) {
	voci := foglio.Voci(righe)
	if err := foglio.Controlla(voci, Comune.difetti); err != nil {
		return nil, err
	}
	return nuova(voci)
}

// nuova indexes rows that are good by themselves. Two rows of one code may not hold on the same day.
func nuova(voci []voce) (*Tabella, error) {
	slices.SortStableFunc(voci, perIstat)
	t := &Tabella{righe: make([]Comune, len(voci)), catastale: make([]int32, len(voci)), province: map[string]bool{}}
	condivise := make(unici, 2*len(voci))
	for i, v := range voci {
		t.righe[i] = condivise.comune(v.Riga)
		t.catastale[i] = int32(i)
		if c := t.righe[i]; c.ValidoA.IsZero() || c.ValidoA.Anno() >= annoRepubblica {
			t.province[c.Provincia] = true
		}
		t.nomina(v.Riga, int32(i), condivise)
	}
	slices.SortStableFunc(t.catastale, func(a, b int32) int { return perCatastale(voci[a], voci[b]) })
	slices.SortStableFunc(t.nomi, func(a, b nome) int { return strings.Compare(a.chiave, b.chiave) })
	slices.SortStableFunc(t.usuali, func(a, b nome) int { return strings.Compare(a.chiave, b.chiave) })
	t.nomi, t.usuali = slices.Clip(t.nomi), slices.Clip(t.usuali)
	if err := t.controlla(voci); err != nil {
		return nil, err
	}
	t.versione = foglio.Impronta(Colonne(), t.righe)
	return t, nil
}

// annoRepubblica is the first whole year without the provinces that Italy lost with the war (Fiume, Pola, Zara).
const annoRepubblica = 1948

// nomina puts a row in the indices of names.
func (t *Tabella) nomina(c Comune, riga int32, condivise unici) {
	var chiavi []string
	for _, n := range nomiUsuali(c) {
		if k := chiaveNome(n); k != "" && !slices.Contains(chiavi, k) {
			chiavi = append(chiavi, k)
			t.nomi = append(t.nomi, nome{condivise.testo(k), riga})
		}
	}
	for _, k := range chiaviUsuali(c) {
		if k != "" && !slices.Contains(chiavi, k) {
			t.usuali = append(t.usuali, nome{condivise.testo(k), riga})
		}
	}
}

// perIstat is the canonical order of a table.
func perIstat(a, b voce) int {
	return cmp.Or(strings.Compare(a.Riga.CodiceIstat, b.Riga.CodiceIstat), a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa))
}

func perCatastale(a, b voce) int {
	return cmp.Or(strings.Compare(a.Riga.CodiceCatastale, b.Riga.CodiceCatastale), a.Riga.ValidoDa.DiffDays(b.Riga.ValidoDa))
}

// controlla finds the rows that hold with another of the same code, and blames the later of the file.
func (t *Tabella) controlla(voci []voce) error {
	var errori []error
	for i := 1; i < len(voci); i++ {
		if a, b := voci[i-1], voci[i]; a.Riga.CodiceIstat == b.Riga.CodiceIstat && insieme(a.Riga, b.Riga) {
			errori = append(errori, seconda(a, b).Errore("codiceIstat", "si sovrappone nel tempo a un'altra riga di "+b.Riga.CodiceIstat))
		}
		a, b := voci[t.catastale[i-1]], voci[t.catastale[i]]
		if a.Riga.CodiceCatastale == b.Riga.CodiceCatastale && insieme(a.Riga, b.Riga) {
			errori = append(errori, seconda(a, b).Errore("codiceCatastale", "si sovrappone nel tempo a un'altra riga di "+b.Riga.CodiceCatastale))
		}
	}
	return foglio.Unisci(errori)
}

func seconda(a, b voce) voce {
	if a.Linea > b.Linea {
		return a
	}
	return b
}

// insieme reports a day on which both rows hold.
func insieme(a, b Comune) bool { return a.InVigore(b.ValidoDa) || b.InVigore(a.ValidoDa) }

// unici keeps one copy of each text, apart from the file it was read in.
type unici map[string]string

func (u unici) testo(s string) string {
	if s == "" {
		return ""
	}
	if u[s] == "" {
		s = strings.Clone(s)
		u[s] = s
	}
	return u[s]
}

func (u unici) comune(c Comune) Comune {
	c.CodiceIstat, c.CodiceCatastale, c.Provincia = u.testo(c.CodiceIstat), u.testo(c.CodiceCatastale), u.testo(c.Provincia)
	c.Nome, c.AltroNome = u.testo(c.Nome), u.testo(c.AltroNome)
	return c
}

// Versione is a hash of the content: sixteen hexadecimal digits, equal for equal rows in any order.
func (t *Tabella) Versione() string { return t.versione }

// Tutte returns every row, by ISTAT code and first day.
func (t *Tabella) Tutte() []Comune { return slices.Clone(t.righe) }

// Cerca finds a comune by ISTAT code on a day; no day (zero) asks for the one in force.
func (t *Tabella) Cerca(codiceIstat string, giorno calendario.Giorno) (Comune, bool) {
	righe := t.delCodice(codiceIstat)
	if i := slices.IndexFunc(righe, func(c Comune) bool { return c.InVigore(giorno) }); i >= 0 {
		return righe[i], true
	}
	return Comune{}, false
}

// delCodice are the rows of an ISTAT code, by first day.
func (t *Tabella) delCodice(codiceIstat string) []Comune {
	da, _ := slices.BinarySearchFunc(t.righe, codiceIstat, func(c Comune, codice string) int { return strings.Compare(c.CodiceIstat, codice) })
	a := da
	for a < len(t.righe) && t.righe[a].CodiceIstat == codiceIstat {
		a++
	}
	return t.righe[da:a]
}

// CercaCatastale finds a comune by Belfiore code on a day, such as a birth; no day (zero) asks for the one
// in force. States have codes too, in CercaStato.
func (t *Tabella) CercaCatastale(codice string, giorno calendario.Giorno) (Comune, bool) {
	for _, r := range t.delCatastale(strings.ToUpper(codice)) {
		if c := t.righe[r]; c.InVigore(giorno) {
			return c, true
		}
	}
	return Comune{}, false
}

// delCatastale are the rows of a Belfiore code, by first day.
func (t *Tabella) delCatastale(codice string) []int32 {
	da, _ := slices.BinarySearchFunc(t.catastale, codice, func(r int32, codice string) int { return strings.Compare(t.righe[r].CodiceCatastale, codice) })
	a := da
	for a < len(t.catastale) && t.righe[t.catastale[a]].CodiceCatastale == codice {
		a++
	}
	return t.catastale[da:a]
}

// CercaNome finds a comune by name and province on a day, such as a birth; no day (zero) asks for the one
// in force. The province is that of the day. Case, accents and apostrophes do not count; either official
// name will do. An empty province takes any, and then fails where two comuni share the name.
func (t *Tabella) CercaNome(nomeCercato, provincia string, giorno calendario.Giorno) (Comune, bool) {
	var trovato *Comune
	for c := range t.chiamati(nomeCercato, giorno) {
		if provincia != "" && !strings.EqualFold(provincia, c.Provincia) {
			continue
		}
		if trovato != nil {
			return Comune{}, false
		}
		trovato = c
	}
	if trovato == nil {
		return Comune{}, false
	}
	return *trovato, true
}

// Omonimi lists the comuni that bear the name on a day, as CercaNome compares names, by ISTAT code.
func (t *Tabella) Omonimi(nomeCercato string, giorno calendario.Giorno) (omonimi []Comune) {
	for c := range t.chiamati(nomeCercato, giorno) {
		omonimi = append(omonimi, *c)
	}
	return omonimi
}

// chiamati walks the rows of a name in force on the day.
func (t *Tabella) chiamati(nomeCercato string, giorno calendario.Giorno) iter.Seq[*Comune] {
	return func(prendi func(*Comune) bool) {
		for c := range t.delNome(chiaveNome(nomeCercato)) {
			if c.InVigore(giorno) && !prendi(c) {
				return
			}
		}
	}
}

// delNome walks the rows that bear, or bore, the name of a key.
func (t *Tabella) delNome(chiave string) iter.Seq[*Comune] { return t.inIndice(t.nomi, chiave) }

// inIndice walks the rows of a key in one of the indices of names.
func (t *Tabella) inIndice(indice []nome, chiave string) iter.Seq[*Comune] {
	return func(prendi func(*Comune) bool) {
		i, _ := slices.BinarySearchFunc(indice, chiave, func(n nome, chiave string) int { return strings.Compare(n.chiave, chiave) })
		for ; i < len(indice) && indice[i].chiave == chiave; i++ {
			if !prendi(&t.righe[indice[i].riga]) {
				return
			}
		}
	}
}

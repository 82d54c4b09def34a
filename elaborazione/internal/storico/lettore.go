package storico

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// righeAlPiu bounds a case: no fine has a history of this length.
const righeAlPiu = 1000

// Riga is an event as the file tells it.
type Riga struct {
	Linea       int // of the file
	Posto       int // in its case, from 1
	Giorno      calendario.Giorno
	ImportoCent importo.Cent // due without expenses
	SpeseCent   importo.Cent
	VersatoCent importo.Cent
	TotaleCent  importo.Cent // paid so far, as the file says
	Nascita     calendario.Giorno
	Taratura    calendario.Giorno
	Velocita    *int64 // measured, in tenths of km/h; nil: the file does not say
	Limite      *int64 // of the place, in tenths of km/h
	passo       passo
	celle       [quantiRuoli]string // as they are written
	posti       [quantiRuoli]posto  // where they begin
}

// posto is where a cell begins: the line of the file, and its byte from 1. A line has 1 MiB at most.
type posto struct{ riga, carattere int32 }

// Caso is a fine and its history, the lines in the order of the file. DoppioneDi is the line where an earlier case of the file
// begins that may be the same fact; 0: none.
type Caso struct {
	Chiave     string
	Righe      []Riga
	DoppioneDi int
}

// Lettore reads the cases of a file one after the other and holds one at a time, beside a few bytes for
// each key that was seen.
type Lettore struct {
	mappa     *Mappa
	csv       *foglio.Righe
	misura    *misurato
	byteFatti atomic.Int64
	colonne   [quantiRuoli]int // -1: not in this file
	nomi      []string         // headers
	visti     map[uint64]int   // hash of the key, and the line where its case began
	fatti     map[uint64]int   // hash of plate, place, minute and article, and the line of the first case that has them
	seme      maphash.Seed
	prossima  *Riga
	linea     int
	letta     bool // a line below the header
}

// NuovoLettore reads the header. A *Guasto is a fault of the file.
func NuovoLettore(r io.Reader, m *Mappa) (*Lettore, error) {
	l := &Lettore{mappa: m, visti: map[uint64]int{}, fatti: map[uint64]int{}, seme: maphash.MakeSeed()}
	testo, err := apri(contati{r, &l.byteFatti}, m.Codifica)
	if err != nil {
		return nil, guastoDi(err, 0)
	}
	l.misura = &misurato{r: testo, resta: rigaAlPiu}
	separatore, _ := utf8.DecodeRuneInString(m.Separatore)
	l.csv = foglio.NuoveRighe(l.misura, separatore)
	return l, l.testata()
}

// Byte tells how much of the file on disk has been read.
func (l *Lettore) Byte() int64 { return l.byteFatti.Load() }

func (l *Lettore) testata() error {
	nomi, err := l.csv.Testata()
	if errors.Is(err, io.EOF) {
		return &Guasto{Riga: 1, Motivo: "il file è vuoto"}
	}
	if err != nil {
		return guastoDi(err, 0)
	}
	l.linea, l.nomi = 1, nomi
	for i, nome := range ruoli() {
		colonna := l.mappa.Colonne[nome]
		l.colonne[i] = -1
		if colonna == "" {
			continue
		}
		if l.colonne[i] = slices.Index(l.nomi, colonna); l.colonne[i] < 0 {
			return &Guasto{Riga: 1, Colonna: colonna, Motivo: "manca nella testata, che è: " + strings.Join(l.nomi, l.mappa.Separatore)}
		}
	}
	for i, nome := range l.nomi {
		_, carattere := l.csv.FieldPos(i)
		switch {
		case nome == "": // without a name: no line may have a value there
		case slices.Index(l.nomi, nome) != i:
			return &Guasto{Riga: 1, Carattere: carattere, Colonna: nome, Motivo: "c'è due volte"}
		case !slices.Contains(l.colonne[:], i) && !slices.Contains(l.mappa.Ignorate, nome):
			return &Guasto{Riga: 1, Carattere: carattere, Colonna: nome, Motivo: "la mappa non la conosce: va messa in colonne o in ignorate"}
		}
	}
	return nil
}

// Prossimo gives the next case; io.EOF after the last one. A case that is cut by a fault is not given.
func (l *Lettore) Prossimo() (*Caso, error) {
	if l.prossima == nil {
		if err := l.avanza(); err != nil {
			return nil, err
		}
	}
	c := &Caso{Chiave: strings.Clone(l.prossima.celle[ruoloCaso])}
	if err := l.segna(c.Chiave); err != nil {
		return nil, err
	}
	for l.prossima != nil && l.prossima.celle[ruoloCaso] == c.Chiave {
		if len(c.Righe) == righeAlPiu {
			return nil, &Guasto{Riga: l.prossima.Linea, Motivo: fmt.Sprintf("il caso %s ha più di %d righe", c.Chiave, righeAlPiu)}
		}
		l.prossima.Posto = len(c.Righe) + 1
		c.Righe = append(c.Righe, *l.prossima)
		if err := l.avanza(); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	c.DoppioneDi = l.fatto(c)
	return c, nil
}

// fatto notes the fact of a case, and gives the line of the first that is the same; 0 where there is none, or where too
// little is known of it.
func (l *Lettore) fatto(c *Caso) int {
	chi, ok := c.fatto()
	if !ok {
		return 0
	}
	h := maphash.String(l.seme, chi)
	prima, visto := l.fatti[h]
	if !visto {
		l.fatti[h] = c.Righe[0].Linea
	}
	return prima
}

// segna notes where a case begins; a case that comes back after others is a fault.
func (l *Lettore) segna(chiave string) error {
	h := maphash.String(l.seme, chiave)
	if prima, visto := l.visti[h]; visto {
		return &Guasto{Riga: l.prossima.Linea, Carattere: 1, Colonna: l.mappa.Colonne[ruoli()[ruoloCaso]],
			Motivo: fmt.Sprintf("il caso %s riprende dopo altri: le sue righe cominciano alla %d e devono stare di seguito", chiave, prima)}
	}
	l.visti[h] = l.prossima.Linea
	return nil
}

// avanza reads the next line into prossima; nil there, and io.EOF, at the end.
func (l *Lettore) avanza() error {
	l.prossima = nil
	l.misura.resta = rigaAlPiu
	celle, difetto, err := l.csv.Prossima()
	if errors.Is(err, io.EOF) {
		if !l.letta {
			return &Guasto{Riga: 2, Motivo: "il file non ha righe sotto la testata"}
		}
		return io.EOF
	}
	if err != nil {
		return guastoDi(err, l.linea)
	}
	l.letta = true
	if difetto != "" {
		riga, carattere := l.csv.FieldPos(0)
		return &Guasto{Riga: riga, Carattere: carattere, Motivo: difetto + cheSiaTagliata(len(celle), len(l.nomi))}
	}
	l.linea, _ = l.csv.FieldPos(len(celle) - 1)
	for i, cella := range celle {
		if difetto := l.difetto(cella); difetto != "" {
			return l.guasto(i, difetto)
		}
	}
	r := Riga{}
	r.Linea, _ = l.csv.FieldPos(0)
	for i, colonna := range l.colonne {
		if colonna >= 0 {
			r.celle[i] = foglio.Rifila(celle[colonna])
			if motivo := codici.Distrutto(r.celle[i]); motivo != "" && !strings.Contains(r.celle[i], " ") {
				return l.guasto(colonna, motivo)
			}
			r.posti[i] = l.posto(colonna)
		}
	}
	l.prossima = &r
	return l.interpreta(&r)
}

func (l *Lettore) posto(colonna int) posto {
	riga, carattere := l.csv.FieldPos(colonna)
	return posto{int32(riga), int32(carattere)}
}

func (l *Lettore) guasto(colonna int, motivo string) error {
	g := &Guasto{Motivo: motivo}
	if colonna >= 0 {
		g.Riga, g.Carattere = l.csv.FieldPos(colonna)
		g.Colonna = l.nomi[colonna]
	}
	return g
}

// interpreta reads what a line says.
func (l *Lettore) interpreta(r *Riga) error {
	dove := func(x ruolo, motivo string) error { return l.guasto(l.colonne[x], motivo) }
	if r.celle[ruoloCaso] == "" {
		return dove(ruoloCaso, "manca")
	}
	var ok bool
	if r.passo, ok = l.mappa.passi[r.celle[ruoloAttivita]]; !ok {
		return dove(ruoloAttivita, fmt.Sprintf("%q non è fra le attività della mappa", r.celle[ruoloAttivita]))
	}
	if r.Giorno, ok = l.mappa.giorno.leggi(r.celle[ruoloGiorno]); !ok {
		return dove(ruoloGiorno, fmt.Sprintf("%q non è un giorno scritto %s", r.celle[ruoloGiorno], l.mappa.Data))
	}
	if x, serve := r.passo.chiede(); serve && r.celle[x] == "" {
		return dove(x, "manca, ma "+r.celle[ruoloAttivita]+" la vuole")
	}
	for _, x := range [...]struct {
		ruolo ruolo
		cent  *importo.Cent
	}{{ruoloImporto, &r.ImportoCent}, {ruoloSpese, &r.SpeseCent}, {ruoloVersato, &r.VersatoCent}, {ruoloVersatoTotale, &r.TotaleCent}} {
		testo := r.celle[x.ruolo]
		if testo == "" {
			continue
		}
		if *x.cent, ok = leggiImporto(testo, l.mappa.Decimali[0]); !ok {
			return dove(x.ruolo, fmt.Sprintf("%q non è un importo come 35%s00: cifre e due decimali", testo, l.mappa.Decimali))
		}
	}
	if o := r.celle[ruoloOra]; o != "" {
		if _, err := time.Parse(formaOra, o); err != nil {
			return dove(ruoloOra, fmt.Sprintf("%q non è un'ora scritta OO:MM", o))
		}
	}
	if p := r.celle[ruoloPunti]; p != "" && (len(p) > 2 || strings.Trim(p, "0123456789") != "") {
		return dove(ruoloPunti, fmt.Sprintf("%q non è un numero di punti", p))
	}
	if err := l.velocita(r); err != nil {
		return err
	}
	return l.altriGiorni(r)
}

// velocita reads what a device measured, and the limit.
func (l *Lettore) velocita(r *Riga) error {
	for _, x := range [...]struct {
		ruolo  ruolo
		decimi **int64
	}{{ruoloVelocita, &r.Velocita}, {ruoloLimite, &r.Limite}} {
		scritta := r.celle[x.ruolo]
		if scritta == "" {
			continue
		}
		decimi, ok := leggiVelocita(scritta, l.mappa.Decimali)
		if !ok {
			return l.guasto(l.colonne[x.ruolo], fmt.Sprintf("%q non è una velocità in km/h da 1 a 500, con al massimo un decimale", scritta))
		}
		*x.decimi = &decimi
	}
	return nil
}

// leggiVelocita reads km/h with one decimal at most into tenths.
func leggiVelocita(scritta, decimali string) (int64, bool) {
	intere, decimo, conDecimo := strings.Cut(scritta, decimali)
	if !conDecimo {
		decimo = "0"
	}
	if len(intere) < 1 || len(intere) > 3 || len(decimo) != 1 || strings.Trim(intere+decimo, "0123456789") != "" {
		return 0, false
	}
	n := int64(cifre(intere + decimo))
	return n, n >= 10 && n <= 5000
}

// altriGiorni reads the days that a line may say beside its own.
func (l *Lettore) altriGiorni(r *Riga) error {
	for _, x := range [...]struct {
		ruolo  ruolo
		giorno *calendario.Giorno
	}{{ruoloNascita, &r.Nascita}, {ruoloTaratura, &r.Taratura}} {
		scritto := r.celle[x.ruolo]
		if scritto == "" {
			continue
		}
		var ok bool
		if *x.giorno, ok = l.mappa.giorno.leggi(scritto); !ok {
			return l.guasto(l.colonne[x.ruolo], fmt.Sprintf("%q non è un giorno scritto %s", scritto, l.mappa.Data))
		}
	}
	return nil
}

// formaOra is how the hour of the violation is written.
const formaOra = "15:04"

// istante is when the violation was, in Rome: midnight where the file knows only the day.
func (r *Riga) istante() time.Time {
	t := r.Giorno.Inizio()
	if o, err := time.Parse(formaOra, r.celle[ruoloOra]); err == nil {
		y, m, d := r.Giorno.Date()
		t = time.Date(y, m, d, o.Hour(), o.Minute(), 0, 0, t.Location())
	}
	return t
}

// punti are the points of the line, 0 where it says none.
func (r *Riga) punti() int { return cifre(r.celle[ruoloPunti]) }

// difetto says what of a cell is no text: a zero byte, or what a wrong encoding leaves behind.
func (l *Lettore) difetto(s string) string {
	strano := false
	for i := range len(s) {
		if s[i] == 0 {
			return "contiene un byte nullo (NUL), che in un testo non può stare: il file è rovinato o non è di testo"
		}
		strano = strano || s[i] >= utf8.RuneSelf
	}
	if strano && (!utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError)) {
		return "contiene caratteri che non sono " + l.mappa.Codifica + ": la codifica del file è un'altra"
	}
	return ""
}

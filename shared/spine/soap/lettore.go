package soap

import (
	"fmt"
	"slices"
	"strings"
)

// difettiMassimi bounds the list that a caller gets back.
const difettiMassimi = 100

// Defect is one faulty field: its path from the operation's element (positions in lists count from
// 1, attributes have an @) and its fault, in Italian.
type Defect struct {
	Percorso  string
	Messaggio string
}

// Defects collects the faults of a request, up to a hundred.
type Defects struct {
	elenco  []Defect
	lettori []Reader // room for the readers of one request
	presi   []bool
}

// Aggiungi records one defect.
func (d *Defects) Aggiungi(percorso, messaggio string) {
	if len(d.elenco) < difettiMassimi {
		d.elenco = append(d.elenco, Defect{Percorso: percorso, Messaggio: messaggio})
	}
}

// Elenco gives the defects in the order of the reading; empty when the request is good.
func (d *Defects) Elenco() []Defect { return d.elenco }

// Reader reads the children of an element against an xsd:sequence: the caller asks for them by name
// in the order of the schema, then calls Chiudi. A child that is unknown, repeated, out of place or
// missing becomes a defect and the reading goes on.
type Reader struct {
	e       *Element
	sopra   *Reader // nil at the operation
	nome    string  // of the element under sopra
	indice  int     // in a list, from 1; 0 outside lists
	difetti *Defects
	presi   []bool
	inizio  int    // every child before it is taken
	avanti  int    // position after the last child taken in order
	ultimo  string // name of that child
}

// NewReader starts at the element of an operation.
func NewReader(e *Element, d *Defects) *Reader { return d.lettore(Reader{e: e}) }

func (d *Defects) lettore(l Reader) *Reader {
	l.difetti, l.presi = d, taglia(&d.presi, len(l.e.Figli))
	nuovo := &taglia(&d.lettori, 1)[0]
	*nuovo = l
	nuovo.attributi(l.e, "")
	if !vuoto(l.e.Testo) {
		d.Aggiungi(nuovo.qui(), "testo non previsto tra gli elementi")
	}
	return nuovo
}

// percorso is the path of the element being read; empty at the operation.
func (l *Reader) percorso() string {
	switch {
	case l.sopra == nil:
		return ""
	case l.indice > 0:
		return fmt.Sprintf("%s[%d]", l.sopra.Percorso(l.nome), l.indice)
	}
	return l.sopra.Percorso(l.nome)
}

// Percorso gives the path of a child, for the caller's own defects.
func (l *Reader) Percorso(nome string) string {
	if sopra := l.percorso(); sopra != "" {
		return sopra + "." + nome
	}
	return nome
}

// Difetto records a defect of a child, found by the caller.
func (l *Reader) Difetto(nome, messaggio string) { l.difetti.Aggiungi(l.Percorso(nome), messaggio) }

// figlio reports whether e is a child of that name.
func (l *Reader) figlio(e *Element, nome string) bool {
	return e.Nome.Local == nome && e.Nome.Space == l.e.Nome.Space
}

// Presente reports whether a child is there, good or not.
func (l *Reader) Presente(nome string) bool {
	for i := range l.e.Figli {
		if l.figlio(&l.e.Figli[i], nome) {
			return true
		}
	}
	return false
}

// Integro reports whether a child is there and no defect of its own was found so far.
func (l *Reader) Integro(nome string) bool {
	if !l.Presente(nome) || len(l.difetti.elenco) == 0 {
		return l.Presente(nome)
	}
	percorso := l.Percorso(nome)
	return !slices.ContainsFunc(l.difetti.elenco, func(d Defect) bool { return d.Percorso == percorso })
}

func (l *Reader) qui() string {
	if l.sopra == nil {
		return l.e.Nome.Local
	}
	return l.percorso()
}

// Figlio reads an optional child that has children of its own; nil when it is absent.
func (l *Reader) Figlio(nome string) *Reader {
	e := l.uno(nome)
	if e == nil {
		return nil
	}
	return l.difetti.lettore(Reader{e: e, sopra: l, nome: nome})
}

// Obbligatorio is Figlio for a child that must be there; nil, with a defect, when it is not.
func (l *Reader) Obbligatorio(nome string) *Reader {
	f := l.Figlio(nome)
	if f == nil {
		l.Difetto(nome, "manca ed è obbligatorio")
	}
	return f
}

// Elenco reads a child that repeats between minimo and massimo times, each through leggi.
func (l *Reader) Elenco(nome string, minimo, massimo int, leggi func(*Reader)) {
	primo, quanti := l.prendi(nome, true)
	if quanti < minimo {
		l.Difetto(nome, "manca ed è obbligatorio")
	}
	if quanti > massimo {
		l.Difetto(nome, fmt.Sprintf("ripetuto %d volte: al massimo %d", quanti, massimo))
		quanti = massimo
	}
	for i, letti := primo, 0; letti < quanti; i++ {
		if e := &l.e.Figli[i]; l.figlio(e, nome) {
			letti++
			leggi(l.difetti.lettore(Reader{e: e, sopra: l, nome: nome, indice: letti}))
		}
	}
}

// testo reads the text of an optional simple child, whether it is simple indeed, and whether it is
// there.
func (l *Reader) testo(nome string) (testo string, semplice, presente bool) {
	e := l.uno(nome)
	if e == nil {
		return "", false, false
	}
	l.attributi(e, nome)
	for i := range e.Figli {
		l.Difetto(nome+"."+breve(e.Figli[i].Nome.Local), "elemento non previsto")
	}
	return e.Testo, len(e.Figli) == 0, true
}

// Chiudi reports the children that nobody asked for. It must be called once, at the end.
func (l *Reader) Chiudi() {
	for i := range l.e.Figli {
		if l.presi[i] {
			continue
		}
		n := l.e.Figli[i].Nome
		messaggio := "elemento non previsto"
		if n.Space != l.e.Nome.Space {
			messaggio = fmt.Sprintf("elemento non previsto: il suo namespace è %q", breve(n.Space))
		}
		l.Difetto(breve(n.Local), messaggio)
	}
}

// uno takes a child that may appear once.
func (l *Reader) uno(nome string) *Element {
	primo, quanti := l.prendi(nome, false)
	if quanti == 0 {
		return nil
	}
	if quanti > 1 {
		l.Difetto(nome, "elemento ripetuto: può comparire una volta sola")
	}
	return &l.e.Figli[primo]
}

// prendi takes all the children of that name, wherever they stand, and reports those that stand
// before an element that the schema puts earlier. It gives the position of the first and how many they are.
func (l *Reader) prendi(nome string, elenco bool) (primo, quanti int) {
	fuori, precedente := false, l.ultimo
	for l.inizio < len(l.presi) && l.presi[l.inizio] {
		l.inizio++
	}
	for i := l.inizio; i < len(l.e.Figli); i++ {
		if l.presi[i] || !l.figlio(&l.e.Figli[i], nome) {
			continue
		}
		l.presi[i] = true
		if quanti++; quanti == 1 {
			primo = i
		}
		switch {
		case !elenco && quanti > 1: // a repetition, reported by uno
		case i < l.avanti:
			fuori = true
		default:
			l.avanti, l.ultimo = i+1, nome
		}
	}
	if fuori {
		l.Difetto(nome, "elemento fuori posto: lo schema lo vuole dopo "+precedente)
	}
	return primo, quanti
}

// attributi refuses every attribute but the hints about where a schema is, which are never followed.
// nome is that of a child, empty for the element itself.
func (l *Reader) attributi(e *Element, nome string) {
	for _, a := range e.Attributi {
		messaggio := "attributo non previsto"
		if a.Name.Space == spazioXSI {
			switch a.Name.Local {
			case "schemaLocation", "noNamespaceSchemaLocation":
				continue
			case "nil":
				messaggio = "xsi:nil non ammesso: un elemento facoltativo senza valore si omette"
			case "type":
				messaggio = "xsi:type non ammesso: il tipo è quello dello schema"
			}
		}
		percorso := l.percorso()
		if nome != "" {
			percorso = l.Percorso(nome)
		}
		l.difetti.Aggiungi(strings.TrimPrefix(percorso+".@"+breve(a.Name.Local), "."), messaggio)
	}
}

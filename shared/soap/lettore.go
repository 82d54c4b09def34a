package soap

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// difettiMassimi bounds the list that a caller gets back.
const difettiMassimi = 100

// Difetto is one faulty field: its path from the operation's element (positions in lists count from
// 1, attributes have an @) and what is wrong, in Italian.
type Difetto struct {
	Percorso  string
	Messaggio string
}

// Difetti collects what is wrong in a request, up to a hundred.
type Difetti struct {
	elenco []Difetto
}

// Aggiungi records one defect.
func (d *Difetti) Aggiungi(percorso, messaggio string) {
	if len(d.elenco) < difettiMassimi {
		d.elenco = append(d.elenco, Difetto{Percorso: percorso, Messaggio: messaggio})
	}
}

// Elenco gives the defects in the order of the reading; empty when the request is good.
func (d *Difetti) Elenco() []Difetto { return d.elenco }

// Lettore reads the children of an element against an xsd:sequence: the caller asks for them by name
// in the order of the schema, then calls Chiudi. What is unknown, repeated, out of place or missing
// becomes a defect and the reading goes on.
type Lettore struct {
	e        *Elemento
	percorso string
	difetti  *Difetti
	presi    []bool
	inizio   int    // every child before it is taken
	avanti   int    // position after the last child taken in order
	ultimo   string // name of that child
}

// NuovoLettore starts at the element of an operation.
func NuovoLettore(e *Elemento, d *Difetti) *Lettore { return nuovoLettore(e, "", d) }

func nuovoLettore(e *Elemento, percorso string, d *Difetti) *Lettore {
	l := &Lettore{e: e, percorso: percorso, difetti: d, presi: make([]bool, len(e.Figli))}
	l.attributi(e, percorso)
	if !vuoto(e.Testo) {
		l.difetti.Aggiungi(l.qui(), "testo non previsto tra gli elementi")
	}
	return l
}

// Percorso gives the path of a child, for the caller's own defects.
func (l *Lettore) Percorso(nome string) string {
	if l.percorso == "" {
		return nome
	}
	return l.percorso + "." + nome
}

// Difetto records a defect of a child, found by the caller.
func (l *Lettore) Difetto(nome, messaggio string) { l.difetti.Aggiungi(l.Percorso(nome), messaggio) }

// Presente reports whether a child is there, good or not.
func (l *Lettore) Presente(nome string) bool {
	return slices.ContainsFunc(l.e.Figli, func(f Elemento) bool {
		return f.Nome == xml.Name{Space: l.e.Nome.Space, Local: nome}
	})
}

// Integro reports whether a child is there and no defect of its own was found so far.
func (l *Lettore) Integro(nome string) bool {
	percorso := l.Percorso(nome)
	return l.Presente(nome) && !slices.ContainsFunc(l.difetti.elenco, func(d Difetto) bool { return d.Percorso == percorso })
}

func (l *Lettore) qui() string {
	if l.percorso == "" {
		return l.e.Nome.Local
	}
	return l.percorso
}

// Figlio reads an optional child that has children of its own; nil when it is absent.
func (l *Lettore) Figlio(nome string) *Lettore {
	e := l.uno(nome)
	if e == nil {
		return nil
	}
	return nuovoLettore(e, l.Percorso(nome), l.difetti)
}

// Obbligatorio is Figlio for a child that must be there; nil, with a defect, when it is not.
func (l *Lettore) Obbligatorio(nome string) *Lettore {
	f := l.Figlio(nome)
	if f == nil {
		l.Difetto(nome, "manca ed è obbligatorio")
	}
	return f
}

// Elenco reads a child that repeats between minimo and massimo times, each through leggi.
func (l *Lettore) Elenco(nome string, minimo, massimo int, leggi func(*Lettore)) {
	trovati := l.prendi(nome, true)
	if len(trovati) < minimo {
		l.Difetto(nome, "manca ed è obbligatorio")
	}
	if len(trovati) > massimo {
		l.Difetto(nome, fmt.Sprintf("ripetuto %d volte: al massimo %d", len(trovati), massimo))
		trovati = trovati[:massimo]
	}
	for i, e := range trovati {
		leggi(nuovoLettore(e, fmt.Sprintf("%s[%d]", l.Percorso(nome), i+1), l.difetti))
	}
}

// testo reads the text of an optional simple child, whether it is simple indeed, and whether it is
// there.
func (l *Lettore) testo(nome string) (testo string, semplice, presente bool) {
	e := l.uno(nome)
	if e == nil {
		return "", false, false
	}
	percorso := l.Percorso(nome)
	l.attributi(e, percorso)
	for i := range e.Figli {
		l.difetti.Aggiungi(percorso+"."+breve(e.Figli[i].Nome.Local), "elemento non previsto")
	}
	return e.Testo, len(e.Figli) == 0, true
}

// Chiudi reports the children that nobody asked for. It must be called once, at the end.
func (l *Lettore) Chiudi() {
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
func (l *Lettore) uno(nome string) *Elemento {
	trovati := l.prendi(nome, false)
	if len(trovati) == 0 {
		return nil
	}
	if len(trovati) > 1 {
		l.Difetto(nome, "elemento ripetuto: può comparire una volta sola")
	}
	return trovati[0]
}

// prendi takes all the children of that name, wherever they stand, and reports those that stand
// before one that the schema puts earlier.
func (l *Lettore) prendi(nome string, elenco bool) (trovati []*Elemento) {
	cercato := xml.Name{Space: l.e.Nome.Space, Local: nome}
	fuori, precedente := false, l.ultimo
	for l.inizio < len(l.presi) && l.presi[l.inizio] {
		l.inizio++
	}
	for i := l.inizio; i < len(l.e.Figli); i++ {
		if l.presi[i] || l.e.Figli[i].Nome != cercato {
			continue
		}
		l.presi[i] = true
		trovati = append(trovati, &l.e.Figli[i])
		switch primo := len(trovati) == 1; {
		case !elenco && !primo: // a repetition, reported by uno
		case i < l.avanti:
			fuori = true
		default:
			l.avanti, l.ultimo = i+1, nome
		}
	}
	if fuori {
		l.Difetto(nome, "elemento fuori posto: lo schema lo vuole dopo "+precedente)
	}
	return trovati
}

// attributi refuses every attribute but the hints about where a schema is, which are never followed.
func (l *Lettore) attributi(e *Elemento, percorso string) {
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
		l.difetti.Aggiungi(strings.TrimPrefix(percorso+".@"+breve(a.Name.Local), "."), messaggio)
	}
}

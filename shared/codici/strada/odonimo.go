package strada

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Posto is a place on a street as somebody writes it: the street with its kind, the civic number, the kilometre as road
// signs have it ("3+200"). The civic number may stand behind the street instead: "Via Marconi 12". A crossing names the
// street that it crosses: "Via Roma angolo via Po".
type Posto struct{ Indirizzo, Civico, Chilometro string }

// Stesso reports that two writings may be of one place: kinds of street and titles in full or shortened ("V.", "P.zza",
// "S.", "F.lli"), capitals, accents, signs and small words do not count, a given name may be an initial or missing, and a
// civic number, its letter or a kilometre that one of them does not tell contradicts nothing. A crossing is a place on both
// of its streets. It is for what a person looks at after: rather one too many than one too few.
func (p Posto) Stesso(q Posto) bool {
	a, b := leggiPosto(p), leggiPosto(q)
	return concorda(a.chilometro, b.chilometro) && stesseVie(a.vie, b.vie)
}

// Chiave is equal for two spellings of one place, also when a given name is an initial or missing; rarely for two places that
// Stesso tells apart. A place without its civic number or crossing has another key than a place with it; the letter of a door
// is not in it.
func (p Posto) Chiave() string {
	l := leggiPosto(p)
	parti := []string{l.chilometro}
	for _, v := range l.vie {
		parti = append(parti, v.chiave())
	}
	slices.Sort(parti[1:])
	return strings.Join(parti, "\x00")
}

// concorda: what only one says contradicts nothing.
func concorda(a, b string) bool { return a == "" || b == "" || a == b }

// specie is the kind of a street; empty where none is written.
type specie string

// concorda: people take a square for the street that leads to it, never one of two written kinds for the other.
func (s specie) concorda(t specie) bool { return concorda(string(s), string(t)) }

// numerata reports a road that has a number for its name.
func (s specie) numerata() bool {
	return slices.Contains([]specie{"strada provinciale", "strada statale", "strada regionale", "strada comunale", "autostrada"}, s)
}

// letto is a place in the words by which it is compared: the street, or the two of a crossing.
type letto struct {
	vie        []odonimo
	chilometro string
}

// odonimo is a street with the place on it.
type odonimo struct {
	specie specie
	nome   []vocabolo
	civico civico
}

func (o odonimo) chiave() string {
	nome, _ := senzaNumero(o.specie, o.nome)
	ultima := ""
	if n := len(nome); n > 0 {
		ultima = nome[n-1].chiave()
	}
	return strings.Join([]string{string(o.specie), ultima, o.civico.chiave()}, "\x00")
}

func (o odonimo) stessa(p odonimo) bool {
	return o.specie.concorda(p.specie) && o.stessoNome(p) && o.civico.concorda(p.civico)
}

// stesseVie compares a street with a street, or with the two of a crossing; two crossings have both streets in common, in
// any order.
func stesseVie(a, b []odonimo) bool {
	if len(a) == 2 && len(b) == 2 {
		return a[0].stessa(b[0]) && a[1].stessa(b[1]) || a[0].stessa(b[1]) && a[1].stessa(b[0])
	}
	return slices.ContainsFunc(a, func(o odonimo) bool { return slices.ContainsFunc(b, o.stessa) })
}

func leggiPosto(p Posto) letto {
	l := letto{chilometro: strings.Join(parole(p.Chilometro), " ")}
	prima, traversa := separaIncrocio(parole(p.Indirizzo))
	numero, altra := separaIncrocio(append([]string{soglia}, parole(p.Civico)...))
	if traversa == nil {
		traversa = altra
	}
	l.vie = []odonimo{leggiOdonimo(prima, leggiCivico(numero[1:]))}
	if traversa != nil {
		l.vie = append(l.vie, leggiOdonimo(traversa, civico{}))
	}
	return l
}

// leggiOdonimo reads the words of a street, with the civic number that was written apart.
func leggiOdonimo(tutte []string, c civico) odonimo {
	o := odonimo{civico: c}
	o.specie, tutte = leggiSpecie(tutte)
	if nome, suo := separaCivico(tutte, o.specie); suo.detto() && o.civico.concorda(suo) {
		tutte, o.civico = nome, suo
	}
	o.nome = vocaboli(tutte)
	return o
}

// fratelli writes abbreviations with a sign in their middle in full, since the sign would end a word.
//
//nolint:gochecknoglobals // made once: it never changes
var fratelli = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer("f.lli", "fratelli", "f. lli", "fratelli") })

// parole are the words of a writing, in small letters without accents; a sign ends a word, and so does the change from
// letters to figures ("SP12", "12/A").
func parole(testo string) []string {
	var tutte []string
	var parola []rune
	chiudi := func() {
		if len(parola) > 0 {
			tutte, parola = append(tutte, string(parola)), nil
		}
	}
	testo = fratelli().Replace(strings.ToLower(testo))
	for _, r := range norm.NFD.String(testo) {
		switch {
		case r == 'º', r == 'ª', r == '°': // the first two are letters to Unicode
			if n := len(parola); n > 0 && unicode.IsDigit(parola[n-1]) {
				parola = append(parola, '°')
			}
			chiudi()
		case unicode.Is(unicode.Mn, r): // the accent of the letter before
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			chiudi()
		default:
			if n := len(parola); n > 0 && unicode.IsDigit(parola[n-1]) != unicode.IsDigit(r) {
				chiudi()
			}
			parola = append(parola, r)
		}
	}
	chiudi()
	return tutte
}

// leggiSpecie takes the kind of street off the words: the longest that is one.
func leggiSpecie(tutte []string) (specie, []string) {
	for n := min(3, len(tutte)-1); n > 0; n-- {
		if s, c := speciDi()[strings.Join(tutte[:n], " ")]; c {
			return s, tutte[n:]
		}
	}
	return "", tutte
}

// stessoNome compares two names. The number behind a name that only one of them writes contradicts nothing: a sovereign's
// street is told with it and without ("Corso Vittorio Emanuele", "Corso Vittorio Emanuele II").
func (o odonimo) stessoNome(p odonimo) bool {
	a, uno := senzaNumero(o.specie, o.nome)
	b, altro := senzaNumero(p.specie, p.nome)
	return stessoNome(o.nome, p.nome) || uno != altro && stessoNome(a, b)
}

// senzaNumero is a name without the number behind it, where it has one and a name is left.
func senzaNumero(s specie, nome []vocabolo) ([]vocabolo, bool) {
	if n := len(nome) - 1; n > 0 && nome[n].numero != "" && !s.numerata() {
		return nome[:n], true
	}
	return nome, false
}

// stessoNome compares the words of two names: each of the shorter has its own in the longer, in order, whole or by its
// initial, and the last, by which a street is known, is the same.
func stessoNome(a, b []vocabolo) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return len(b) == 0
	}
	if !a[len(a)-1].uguale(b[len(b)-1]) {
		return false
	}
	i := 0
	for _, parola := range b {
		if i < len(a) && a[i].concorda(parola) {
			i++
		}
	}
	return i == len(a)
}

// stessaParola: a single letter is the initial of a word.
func stessaParola(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) == 1 && !codici.SoloCifre(a) && strings.HasPrefix(b, a)
}

// paroline do not tell streets apart.
//
//nolint:gochecknoglobals // made once: it never changes
var paroline = sync.OnceValue(func() []string {
	return strings.Fields("di de del della dello dei degli delle dell d da dal dalla e ed il la lo i gli le l a al alla")
})

// titoli are the words of names that people shorten, the saints among them.
//
//nolint:gochecknoglobals // made once: it never changes
var titoli = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"san": "s", "santo": "s", "santa": "s", "sant": "s", "ss": "s", "santi": "s", "flli": "fratelli",
		"gen": "generale", "col": "colonnello", "cap": "capitano", "ten": "tenente", "serg": "sergente", "magg": "maggiore",
		"amm": "ammiraglio", "mar": "maresciallo", "dott": "dottor", "dr": "dottor", "prof": "professor", "avv": "avvocato", "ing": "ingegner",
		"on": "onorevole", "sen": "senatore", "pres": "presidente", "card": "cardinale", "mons": "monsignor", "giov": "giovanni", "gius": "giuseppe",
		"mad": "madonna", "imp": "imperatore",
	}
})

// speciDi are the kinds of streets by the writings that people give them, in words.
//
//nolint:gochecknoglobals // made once: it never changes
var speciDi = sync.OnceValue(func() map[string]specie {
	scritti := map[specie]string{
		"via": "via,v", "viale": "viale,v le,vle,vl", "vicolo": "vicolo,vic,v lo,vlo", "piazza": "piazza,p zza,pzza,p za,pza,p,pz,piaz",
		"piazzale": "piazzale,p le,ple,p zale,pzle,p zle,piazz le", "piazzetta": "piazzetta,p tta,ptta,p zetta", "corso": "corso,c so,cso",
		"largo": "largo,l go,lgo", "larghetto": "larghetto", "borgo": "borgo,b go,bgo", "strada": "strada,str,st da,s da", "contrada": "contrada,c da,cda,contr",
		"localita": "localita,loc,loc ta,l ta", "frazione": "frazione,fraz,fr,fraz ne", "lungomare": "lungomare,l mare,lungom re", "lungarno": "lungarno",
		"lungotevere": "lungotevere,lgt", "lungolago": "lungolago", "lungofiume": "lungofiume", "circonvallazione": "circonvallazione,circ ne,circonv,circ",
		"galleria": "galleria,gall,g ria", "passaggio": "passaggio,pass", "passeggiata": "passeggiata", "salita": "salita,sal", "scalinata": "scalinata",
		"discesa": "discesa", "rampa": "rampa", "ponte": "ponte", "sottopasso": "sottopasso", "cavalcavia": "cavalcavia", "rotonda": "rotonda,rotatoria",
		"traversa": "traversa,trav", "calle": "calle", "campo": "campo", "corte": "corte", "cortile": "cortile", "molo": "molo", "riva": "riva",
		"fondamenta": "fondamenta,f ta", "rione": "rione", "quartiere": "quartiere,q re", "tangenziale": "tangenziale,tang,tang le",
		"strada provinciale": "strada provinciale,str prov,s p,sp,provinciale", "strada statale": "strada statale,str stat,s s,ss,statale",
		"strada regionale": "strada regionale,str reg,s r,sr,regionale", "strada comunale": "strada comunale,str com,s c,sc",
		"strada vicinale": "strada vicinale,str vic", "autostrada": "autostrada,autostr",
	}
	tutti := map[string]specie{}
	for s, modi := range scritti {
		for modo := range strings.SplitSeq(modi, ",") {
			tutti[modo] = s
		}
	}
	return tutti
})

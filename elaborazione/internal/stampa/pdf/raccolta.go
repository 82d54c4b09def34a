package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
)

// Raccolta takes files apart and puts those that are chosen one after the other into one, which holds once what they
// share: faces, modules, pictures. It keeps of each file what no other has. It belongs to one goroutine.
type Raccolta struct {
	oggetti []raccolto
	uguali  map[uint64][]int // objects by the hash of their bytes
	seme    maphash.Seed
}

// raccolto is an object as it will be written, with the numbers of the collection in it.
type raccolto struct {
	corpo   []byte
	rimandi []int
}

// In a file of the collection the tree of the pages is the first object, for each page names it.
const (
	alberoRaccolto = 1
	primoRaccolto  = 2
)

// NuovaRaccolta has no files.
func NuovaRaccolta() *Raccolta {
	return &Raccolta{oggetti: make([]raccolto, primoRaccolto), uguali: map[uint64][]int{}, seme: maphash.MakeSeed()}
}

// Letto is a file of a collection: its pages.
type Letto []int

// Leggi takes a file apart; nothing keeps its bytes. The error wraps ErrIllegibile.
func (r *Raccolta) Leggi(file []byte) (Letto, error) {
	l, err := apriFile(file)
	if err != nil {
		return nil, err
	}
	radice, err := l.indicato(l.coda.di("/Root"))
	if err != nil {
		return nil, err
	}
	p := presa{r: r, l: l, presi: map[int]int{}, nodi: map[int]bool{}}
	if err := p.albero(radice.di("/Pages"), nil, 0); err != nil {
		return nil, err
	}
	return p.pagine, nil
}

// presa is a file being taken into a collection.
type presa struct {
	r      *Raccolta
	l      *lettura
	presi  map[int]int  // number in the collection of each object; 0: it is being taken
	nodi   map[int]bool // walked of the tree of the pages
	pagine Letto
}

// ereditate are the entries that a page has from the tree above it (PDF 1.7, table 30).
func ereditate() []string { return []string{"/Resources", "/MediaBox", "/CropBox", "/Rotate"} }

// albero walks the tree of the pages.
func (p *presa) albero(valore []byte, sopra voci, livello int) error {
	nodo, err := p.l.indicato(valore)
	numero, _ := riferito(valore)
	if err != nil || livello > profondo || p.nodi[numero] { // a tree that names a node twice may never end
		return fmt.Errorf("pagine: %w", ErrIllegibile)
	}
	p.nodi[numero] = true
	for _, v := range sopra {
		if nodo.di(v.nome) == nil {
			nodo = append(nodo, v)
		}
	}
	if string(nodo.di("/Type")) == "/Page" {
		return p.pagina(nodo)
	}
	figli := nodo.di("/Kids")
	if len(figli) < 2 || figli[0] != '[' {
		return fmt.Errorf("pagine: %w", ErrIllegibile)
	}
	var eredita voci
	for _, v := range nodo {
		if slices.Contains(ereditate(), v.nome) {
			eredita = append(eredita, v)
		}
	}
	x := lettura{b: figli}
	for i := x.bianco(1); i < len(figli)-1; i = x.bianco(i) {
		_, fine, ok := x.rimando(i)
		if !ok {
			return fmt.Errorf("pagine: %w", ErrIllegibile)
		}
		if err := p.albero(figli[i:fine], eredita, livello+1); err != nil {
			return err
		}
		i = fine
	}
	return nil
}

// pagina takes a page, which is never the same as another one. What ties it to a whole that is not taken is left out.
func (p *presa) pagina(nodo voci) error {
	b := append([]byte(nil), "<</Parent "+strconv.Itoa(alberoRaccolto)+" 0 R"...)
	var rimandi []int
	for _, v := range nodo {
		switch v.nome {
		case "/Parent", "/StructParents", "/B", "/Tabs":
			continue
		}
		b = append(append(append(b, ' '), v.nome...), ' ')
		var err error
		if b, rimandi, err = p.copia(b, rimandi, v.valore, 0); err != nil {
			return err
		}
	}
	p.r.oggetti = append(p.r.oggetti, raccolto{append(b, ">>"...), rimandi})
	p.pagine = append(p.pagine, len(p.r.oggetti)-1)
	return nil
}

// copia appends a value with the numbers of the collection in place of the file's own.
func (p *presa) copia(b []byte, rimandi []int, valore []byte, livello int) ([]byte, []int, error) {
	x := lettura{b: valore}
	for i := 0; i < len(valore); {
		c := valore[i]
		switch {
		case c == '(':
			fine, err := x.stringa(i)
			if err != nil {
				return nil, nil, err
			}
			b, i = append(b, valore[i:fine]...), fine
		case c == '/':
			fine := x.parola(i + 1)
			b, i = append(b, valore[i:fine]...), fine
		case c == '<' && !bytes.HasPrefix(valore[i:], []byte("<<")):
			fine, err := x.salta(i, 0)
			if err != nil {
				return nil, nil, err
			}
			b, i = append(b, valore[i:fine]...), fine
		case c >= '0' && c <= '9':
			fine := x.parola(i)
			if n, f, ok := x.rimando(i); ok {
				suo, err := p.prendi(n, livello+1)
				if err != nil {
					return nil, nil, err
				}
				b, rimandi, fine = append(strconv.AppendInt(b, int64(suo), 10), " 0 R"...), append(rimandi, suo), f
			} else {
				b = append(b, valore[i:fine]...)
			}
			i = fine
		case x.parola(i) > i:
			fine := x.parola(i)
			b, i = append(b, valore[i:fine]...), fine
		case bytes.HasPrefix(valore[i:], []byte("<<")), bytes.HasPrefix(valore[i:], []byte(">>")):
			b, i = append(b, c, c), i+2
		default:
			b, i = append(b, c), i+1
		}
	}
	return b, rimandi, nil
}

// prendi takes an object and those that it names, unless the collection has the same already.
func (p *presa) prendi(numero, livello int) (int, error) {
	if suo, preso := p.presi[numero]; preso && suo > 0 {
		return suo, nil
	} else if preso || livello > profondo {
		return 0, fmt.Errorf("oggetto %d: %w", numero, ErrIllegibile) // it names itself
	}
	p.presi[numero] = 0
	inizio, err := p.l.oggetto(numero)
	if err != nil {
		return 0, err
	}
	fine, err := p.l.salta(inizio, 0)
	if err != nil {
		return 0, err
	}
	dati, err := p.flusso(inizio, fine)
	if err != nil {
		return 0, err
	}
	corpo, rimandi, err := p.copia(nil, nil, p.l.b[inizio:fine], livello)
	if err != nil {
		return 0, err
	}
	suo := p.r.unico(append(corpo, dati...), rimandi)
	p.presi[numero] = suo
	return suo, nil
}

// flusso is the stream that follows a dictionary, nil without one.
func (p *presa) flusso(inizio, fine int) ([]byte, error) {
	l := p.l
	i := l.bianco(fine)
	if !bytes.HasPrefix(l.b[i:], []byte("stream")) {
		return nil, nil
	}
	v, err := l.dizionario(inizio)
	if err != nil {
		return nil, err
	}
	lungo := v.di("/Length")
	if n, ok := riferito(lungo); ok {
		posto, err := l.oggetto(n)
		if err != nil {
			return nil, err
		}
		lungo = l.b[posto:l.parola(posto)]
	}
	n, err := strconv.Atoi(string(lungo))
	if err != nil {
		return nil, ErrIllegibile
	}
	da := i + len("stream")
	if da < len(l.b) && l.b[da] == '\r' {
		da++
	}
	da++
	if n < 0 || da > len(l.b) || n > len(l.b)-da || !bytes.HasPrefix(l.b[l.bianco(da+n):], []byte("endstream")) {
		return nil, ErrIllegibile
	}
	dati := append([]byte(nil), "\nstream\n"...)
	return append(append(dati, l.b[da:da+n]...), "\nendstream"...), nil
}

// unico gives an object its number: that of an equal one, if there is.
func (r *Raccolta) unico(corpo []byte, rimandi []int) int {
	impronta := maphash.Bytes(r.seme, corpo)
	for _, n := range r.uguali[impronta] {
		if bytes.Equal(r.oggetti[n].corpo, corpo) {
			return n
		}
	}
	n := len(r.oggetti)
	r.oggetti = append(r.oggetti, raccolto{slices.Clip(corpo), rimandi})
	r.uguali[impronta] = append(r.uguali[impronta], n)
	return n
}

// Unisci writes the files that are chosen, in that order, each at most once; nothing of the others is in it.
func (r *Raccolta) Unisci(dati Dati, scelti []Letto) []byte {
	var pagine []int
	serve := make([]bool, len(r.oggetti))
	for _, l := range scelti {
		for _, p := range l {
			pagine = append(pagine, p)
			r.segna(serve, p)
		}
	}
	s := &scrittore{b: []byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")}
	posti := make([]int, len(r.oggetti)+2) // 0: nothing is there
	impronta := sha256.New()
	scrivi := func(numero int, corpo []byte) {
		posti[numero] = len(s.b)
		s.intero(numero)
		s.b = append(append(s.b, " 0 obj\n"...), corpo...)
		s.chiudi()
		_, _ = impronta.Write(corpo)
	}
	for n, o := range r.oggetti {
		if serve[n] {
			scrivi(n, o.corpo)
		}
	}
	altro := &scrittore{}
	altro.albero(pagine)
	scrivi(alberoRaccolto, altro.b)
	informazioni, catalogo := len(r.oggetti), len(r.oggetti)+1
	altro = &scrittore{}
	altro.informazioni(dati)
	scrivi(informazioni, altro.b)
	altro = &scrittore{}
	altro.catalogo(alberoRaccolto)
	scrivi(catalogo, altro.b)
	tabella := len(s.b)
	s.b = append(s.b, "xref\n0 "...)
	s.intero(len(posti))
	s.b = append(s.b, "\n"+primaVoce...)
	for _, posto := range posti[1:] {
		if posto == 0 {
			s.b = append(s.b, primaVoce...)
			continue
		}
		s.b = voce(s.b, posto)
	}
	s.coda(len(posti), catalogo, informazioni, tabella, impronta.Sum(nil))
	return s.b
}

// segna marks an object and all that it names.
func (r *Raccolta) segna(serve []bool, n int) {
	if serve[n] {
		return
	}
	serve[n] = true
	for _, x := range r.oggetti[n].rimandi {
		r.segna(serve, x)
	}
}

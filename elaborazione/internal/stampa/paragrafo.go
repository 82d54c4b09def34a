package stampa

import (
	"strings"
	"unicode"
)

// tratto is a run of text in one style.
type tratto struct {
	stile stile
	testo string
}

// paragrafo is a text of several runs, broken over lines.
type paragrafo struct {
	tratti []tratto
	prima  float64 // mm left free above
}

// blocco is a group of paragraphs that should stay together.
type blocco []paragrafo

// pezzo is a part of a line, dx mm from its beginning.
type pezzo struct {
	tratto
	dx float64
}

// testo makes a paragraph of one run.
func testo(st stile, scritto string) paragrafo {
	return paragrafo{tratti: []tratto{{st, scritto}}}
}

// righe breaks a paragraph over lines of w mm. Runs are joined by a space.
func (f *foglio) righe(p paragrafo, w float64) [][]pezzo {
	r := rigatore{f: f, w: w}
	for _, t := range p.tratti {
		vuoto := f.largo(t.stile, " ")
		r.testo, r.da = unSoloBianco(f.stampato(t.testo)), 0
		for inizio := 0; inizio < len(r.testo); {
			fine := len(r.testo)
			if n := strings.IndexByte(r.testo[inizio:], ' '); n >= 0 {
				fine = inizio + n
			}
			r.parola(t.stile, inizio, fine, vuoto)
			inizio = fine + 1
		}
	}
	return r.fine()
}

// unSoloBianco returns a text with one blank between its words, itself when it is so already.
func unSoloBianco(testo string) string {
	prima := ' '
	for _, c := range testo {
		if c != ' ' && unicode.IsSpace(c) || c == ' ' && prima == ' ' {
			return strings.Join(parole(testo), " ")
		}
		prima = c
	}
	return strings.TrimSuffix(testo, " ")
}

// rigatore fills lines with words.
type rigatore struct {
	f     *foglio
	w     float64
	righe [][]pezzo
	riga  []pezzo
	x     float64
	testo string // of the run, one blank between its words
	da    int    // where its last piece begins in it
	a     int    // and ends
}

// parola puts a word of the run on the line, in parts when it is longer than one.
func (r *rigatore) parola(st stile, inizio, fine int, vuoto float64) {
	lunga := r.f.largo(st, r.testo[inizio:fine])
	if lunga <= r.w {
		r.aggiungi(st, inizio, fine, lunga, vuoto)
		return
	}
	for _, parte := range r.f.spezza(st, r.testo[inizio:fine], r.w) {
		r.aggiungi(st, inizio, inizio+len(parte), r.f.largo(st, parte), vuoto)
		inizio += len(parte)
	}
}

// aggiungi puts a part of the run, so long in mm, on the line, or on the next one. Words of one style become one piece.
func (r *rigatore) aggiungi(st stile, da, a int, lunga, vuoto float64) {
	if len(r.riga) > 0 && r.x+vuoto+lunga > r.w {
		r.righe, r.riga, r.x = append(r.righe, r.riga), nil, 0
	}
	if n := len(r.riga); n > 0 {
		r.x += vuoto
		if r.riga[n-1].stile == st {
			r.riga[n-1].testo = r.unito(r.riga[n-1].testo, da, a)
			r.a = a
			r.x += lunga
			return
		}
	}
	r.riga, r.da, r.a = append(r.riga, pezzo{tratto{st, r.testo[da:a]}, r.x}), da, a
	r.x += lunga
}

// unito joins a piece and the part that follows: it is a part of the run itself, unless two runs of one style meet or a
// long word ends on the line of the next one.
func (r *rigatore) unito(prima string, da, a int) string {
	if da == r.a+1 && r.da+len(prima) == r.a && r.testo[r.da:r.a] == prima {
		return r.testo[r.da:a]
	}
	return prima + " " + r.testo[da:a]
}

// fine closes the last line.
func (r *rigatore) fine() [][]pezzo {
	if len(r.riga) > 0 {
		r.righe = append(r.righe, r.riga)
	}
	return r.righe
}

// spezza cuts a word that is longer than a line.
func (f *foglio) spezza(st stile, parola string, w float64) []string {
	if f.largo(st, parola) <= w {
		return []string{parola}
	}
	var parti []string
	var b strings.Builder
	for _, r := range parola {
		if b.Len() > 0 && f.largo(st, b.String()+string(r)) > w {
			parti = append(parti, b.String())
			b.Reset()
		}
		b.WriteRune(r)
	}
	return append(parti, b.String())
}

// passo is the height of the lines of a paragraph: that of its largest run.
func (p paragrafo) passo() float64 {
	var h float64
	for _, t := range p.tratti {
		h = max(h, t.stile.interlinea())
	}
	return h
}

// alto measures a block drawn w mm wide.
func (f *foglio) alto(b blocco, w float64) float64 {
	var h float64
	for _, p := range b {
		h += p.prima + float64(len(f.righe(p, w)))*p.passo()
	}
	return h
}

// scrivi draws a block from the cursor down, on further pages when it does not fit.
func (f *foglio) scrivi(b blocco, x, w float64) {
	for _, p := range b {
		f.y += p.prima
		for _, riga := range f.righe(p, w) {
			f.spazio(p.passo())
			for _, z := range riga {
				f.pdf.Scrivi(x+z.dx, f.y+p.passo()*0.78, z.stile.posto(), z.testo)
			}
			f.y += p.passo()
		}
	}
}

// ridotto shrinks a block by tenths until it is at most h mm high, at worst to half its size.
func (f *foglio) ridotto(b blocco, w, h float64) blocco {
	provato := b
	for decimi := 9; decimi >= 5 && f.alto(provato, w) > h; decimi-- {
		provato = b.scala(float64(decimi) / 10)
	}
	return provato
}

// scala returns the block in another proportion.
func (b blocco) scala(fattore float64) blocco {
	altro := make(blocco, len(b))
	for i, p := range b {
		altro[i].prima = p.prima * fattore
		for _, t := range p.tratti {
			altro[i].tratti = append(altro[i].tratti, tratto{t.stile.con(t.stile.punti * fattore), t.testo})
		}
	}
	return altro
}

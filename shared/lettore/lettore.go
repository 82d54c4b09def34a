// Package lettore reads a line of print from a strip of grey pixels: a small convolutional net gives, every four pixels, how likely
// each character stands there, and a grammar chooses the text (see [Reticolo] and [Schema]). It has no I/O and few imports: the
// page of the officers' telephones builds it for js/wasm too. Weights are trained by shared/laboratorio/ottica/ricetta.
package lettore

import (
	"errors"
	"math"
)

// Altezza is the height in pixels of every strip.
const Altezza = 32

// passo is how many pixels of width stand for one column of the lattice.
const passo = 4

// ErrPesi is given for weights that are not of this reader.
var ErrPesi = errors.New("lettore: pesi non validi")

// strato is a convolution with its rectifier and pooling.
type strato struct {
	kh, kw, ph, pw int
	ci, co         int
	pesi, base     []float32
}

// Rete is a net with its weights. It does not change: any number of goroutines may read with it.
type Rete struct {
	alfabeto string
	strati   []strato
}

// Apri reads weights as the recipe exports them.
func Apri(pesi []byte) (*Rete, error) {
	l := letto{b: pesi}
	if string(l.prendi(4)) != "PVL1" {
		return nil, ErrPesi
	}
	r := &Rete{}
	r.alfabeto = string(l.prendi(l.u16()))
	r.strati = make([]strato, l.u8())
	for i := range r.strati {
		s := &r.strati[i]
		s.kh, s.kw, s.ph, s.pw = l.u8(), l.u8(), l.u8(), l.u8()
		s.ci, s.co = l.u16(), l.u16()
		scale := l.decimali(s.co)
		s.base = l.decimali(s.co)
		n := s.ci * s.kh * s.kw
		interi := l.prendi(n * s.co)
		if l.corto || s.ph < 1 || s.pw < 1 || s.kw != 3 || s.kh < 1 || s.kh > 3 {
			return nil, ErrPesi
		}
		s.pesi = make([]float32, n*s.co)
		for j, v := range interi {
			s.pesi[j] = float32(int8(v)) * scale[j/n]
		}
	}
	if l.corto || len(l.b) != 0 || len(r.strati) == 0 || r.strati[len(r.strati)-1].co != len(r.alfabeto)+1 {
		return nil, ErrPesi
	}
	return r, nil
}

// letto walks a file of weights.
type letto struct {
	b     []byte
	corto bool
}

func (l *letto) prendi(n int) []byte {
	if n < 0 || n > len(l.b) {
		l.corto = true
		return nil
	}
	v := l.b[:n]
	l.b = l.b[n:]
	return v
}

func (l *letto) u8() int {
	if v := l.prendi(1); v != nil {
		return int(v[0])
	}
	return 0
}

func (l *letto) u16() int {
	if v := l.prendi(2); v != nil {
		return int(v[0]) | int(v[1])<<8
	}
	return 0
}

func (l *letto) decimali(n int) []float32 {
	v := l.prendi(4 * n)
	esce := make([]float32, n)
	for i := range len(v) / 4 {
		esce[i] = math.Float32frombits(uint32(v[4*i]) | uint32(v[4*i+1])<<8 | uint32(v[4*i+2])<<16 | uint32(v[4*i+3])<<24)
	}
	return esce
}

// Leggi gives the lattice of a strip: Altezza rows of larga grey values, row by row. A strip narrower than twelve pixels, or
// with fewer values than its size, has an empty lattice.
func (r *Rete) Leggi(grigi []uint8, larga int) Reticolo {
	if larga < 3*passo || len(grigi) < larga*Altezza {
		return Reticolo{alfabeto: r.alfabeto}
	}
	p := entra(grigi, larga)
	for i := range r.strati {
		p = r.strati[i].applica(p, i == len(r.strati)-1)
	}
	return traduci(p, r.alfabeto)
}

// piani are planes of height h and width w with a border of one pixel of zeros.
type piani struct {
	v       []float32
	c, h, w int
}

func nuoviPiani(c, h, w int) piani {
	return piani{v: make([]float32, c*(h+2)*(w+2)), c: c, h: h, w: w}
}

// entra stretches the greys between their 4th and 90th percentile, as the recipe does, and rounds the width up to the lattice.
func entra(grigi []uint8, larga int) piani {
	var conta [256]int
	for _, v := range grigi[:larga*Altezza] {
		conta[v]++
	}
	basso, alto := percentile(&conta, larga*Altezza, 4), percentile(&conta, larga*Altezza, 90)
	scala := 1 / max(alto-basso, 0.255)
	w := (larga + passo - 1) / passo * passo
	p := nuoviPiani(1, Altezza, w)
	for y := range Altezza {
		riga := p.v[(y+1)*(w+2)+1:][:w]
		for x := range riga {
			v := (float32(grigi[y*larga+min(x, larga-1)]) - basso) * scala
			riga[x] = min(max(v, -0.3), 1.3)*2 - 1
		}
	}
	return p
}

func percentile(conta *[256]int, n, cento int) float32 {
	posto, somma := n*cento/100, 0
	for v, c := range conta {
		if somma += c; somma > posto {
			return float32(v)
		}
	}
	return 255
}

// applica makes one layer. The kernel of two rows has no border above and below, as in the recipe.
func (s *strato) applica(in piani, ultimo bool) piani {
	h, su := in.h, 0
	switch s.kh {
	case 2:
		h, su = in.h-1, 1
	case 1:
		su = 1
	}
	if s.ci != in.c || h < 1 {
		return nuoviPiani(s.co, 1, in.w/s.pw)
	}
	esce := nuoviPiani(s.co, h/s.ph, in.w/s.pw)
	tela := make([]float32, h*in.w)
	for o := range s.co {
		for i := range tela {
			tela[i] = s.base[o]
		}
		for c := range s.ci {
			piano := in.v[(c*(in.h+2)+su)*(in.w+2):]
			nucleo := s.pesi[(o*s.ci+c)*s.kh*3:][:s.kh*3]
			if s.kh == 3 {
				piegaTre(tela, piano, nucleo, h, in.w)
				continue
			}
			for k := range s.kh {
				piega(tela, piano[k*(in.w+2):], nucleo[3*k:], h, in.w)
			}
		}
		s.raduna(esce, o, tela, ultimo)
	}
	return esce
}

// piega adds to tela the rows of a plane under one row of the kernel.
func piega(tela, piano, nucleo []float32, h, w int) {
	a, b, c := nucleo[0], nucleo[1], nucleo[2]
	for y := range h {
		riga := tela[y*w:][:w]
		da := piano[y*(w+2):][:w+2]
		for x := range riga {
			riga[x] += a*da[x] + b*da[x+1] + c*da[x+2]
		}
	}
}

// piegaTre adds to tela a plane under a kernel of three rows, in one walk.
func piegaTre(tela, piano, n []float32, h, w int) {
	n = n[:9]
	n0, n1, n2, n3, n4, n5, n6, n7, n8 := n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]
	for y := range h {
		riga := tela[y*w:][:w]
		// one length for all lets the compiler leave out the checks
		a := piano[y*(w+2):][:w+2]
		b := piano[(y+1)*(w+2):][:w+2]
		c := piano[(y+2)*(w+2):][:w+2]
		a0, a1, b0, b1, c0, c1 := a[0], a[1], b[0], b[1], c[0], c[1]
		a, b, c = a[2:], b[2:], c[2:]
		for x := range riga {
			a2, b2, c2 := a[x], b[x], c[x]
			riga[x] += n0*a0 + n1*a1 + n2*a2 + n3*b0 + n4*b1 + n5*b2 + n6*c0 + n7*c1 + n8*c2
			a0, a1, b0, b1, c0, c1 = a1, a2, b1, b2, c1, c2
		}
	}
}

// raduna pools a plane by its maximum and rectifies it; the last layer is left as it is.
func (s *strato) raduna(esce piani, o int, tela []float32, ultimo bool) {
	w := esce.w * s.pw // rows of the canvas are as wide as the plane before: its width divides by all poolings
	for y := range esce.h {
		riga := esce.v[(o*(esce.h+2)+y+1)*(esce.w+2)+1:][:esce.w]
		for x := range riga {
			m := float32(math.Inf(-1))
			for dy := range s.ph {
				for dx := range s.pw {
					m = max(m, tela[(y*s.ph+dy)*w+x*s.pw+dx])
				}
			}
			if !ultimo {
				m = max(m, 0)
			}
			riga[x] = m
		}
	}
}

package ottica

import (
	"math"
	"math/rand/v2"
	"strings"

	"golang.org/x/image/font/opentype"

	"github.com/piattaforma-verbali/verbali/shared/lettore/grigio"
)

// Difficolta of a picture.
type Difficolta int

// The three difficulties.
const (
	Facile Difficolta = iota
	Media
	Difficile
)

// String is the Italian word of a difficulty.
func (d Difficolta) String() string { return [...]string{"facile", "media", "difficile"}[d] }

// Scena is a picture with its content: for a plate its text, empty without one.
type Scena struct {
	Tela      Tela
	Classe    string
	Difficile Difficolta
	Testo     string
}

// ClassiTarga are the kinds of picture with a plate, then those without.
var ClassiTarga = []string{"auto", "auto-quadra", "moto", "infrarosso", "estera"} //nolint:gochecknoglobals // a list
// ClassiNegative show no plate.
var ClassiNegative = []string{"senza", "scritte"} //nolint:gochecknoglobals // a list

const nazionali = "ABCDEFGHJKLMNPRSTVWXYZ"

func estrai(r *rand.Rand, insieme string, n int) string {
	var s strings.Builder
	for range n {
		s.WriteByte(insieme[r.IntN(len(insieme))])
	}
	return s.String()
}

func tra(r *rand.Rand, a, b float64) float64 { return a + r.Float64()*(b-a) }

// Targa draws a picture of a class at a difficulty.
func (f Facce) Targa(r *rand.Rand, classe string, quanto Difficolta) Scena {
	largo := 640 + r.IntN(3)*320
	t := nuovaTela(largo, largo*3/4, uint8(60+r.IntN(120)))
	s := Scena{Classe: classe, Difficile: quanto}
	f.strada(r, t, classe == "scritte")
	if classe != "senza" && classe != "scritte" {
		var lastra Tela
		lastra, s.Testo = f.lastra(r, classe, quanto)
		f.monta(r, t, lastra, quanto)
	}
	s.Tela = degrada(r, t, quanto, classe == "infrarosso")
	return s
}

// strada draws the surroundings: bodies, lamps, grilles, windows, writings.
func (f Facce) strada(r *rand.Rand, t Tela, scritte bool) {
	w, h := float64(t.Bounds().Dx()), float64(t.Bounds().Dy())
	for range 14 + r.IntN(20) {
		x, y, a, b := r.Float64()*w, r.Float64()*h, tra(r, 0.03, 0.4)*w, tra(r, 0.02, 0.3)*h
		v := uint8(r.IntN(256))
		switch r.IntN(4) {
		case 0:
			t.cerchio(x, y, b/3, 0, v)
		case 1:
			t.segno(grigio.Punto{X: x, Y: y}, grigio.Punto{X: x + a, Y: y + tra(r, -0.2, 0.2)*b}, tra(r, 1, 8), v)
		case 2: // a grille
			t.rettangolo(x, y, x+a, y+b, v/3)
			for k := 0.0; k < b; k += tra(r, 5, 14) {
				t.rettangolo(x, y+k, x+a, y+k+2, v)
			}
		default:
			t.rettangolo(x, y, x+a, y+b, v)
		}
	}
	t.sfoca(1 + r.IntN(3))
	n := r.IntN(2)
	if scritte {
		n = 2 + r.IntN(3)
	}
	parole := []string{
		"AFFITTASI", "VENDESI", "TAXI", "SCUOLA BUS", "PIZZERIA DA GINO", "ZONA RIMOZIONE", "PASSO CARRABILE", "FARMACIA", "OFFICINA", "BAR SPORT", "POLIZIA LOCALE",
	}
	for range n {
		testo := parole[r.IntN(len(parole))]
		if r.IntN(3) == 0 {
			testo = "TEL. 0" + estrai(r, "123456789", 2) + " " + estrai(r, "0123456789", 6)
		}
		alto := tra(r, 14, 60)
		x, y := r.Float64()*w*0.6, tra(r, 0.1, 0.95)*h
		v := uint8(r.IntN(256))
		if r.IntN(2) == 0 {
			t.rettangolo(x-alto/2, y-alto*1.4, x+alto*float64(len(testo))*0.8, y+alto*0.4, 255-v)
		}
		t.scritta(penna{f.Stampa[r.IntN(len(f.Stampa))], alto, tra(r, 0.7, 1), 0, v}, testo, x, y)
	}
}

// lastra draws a plate seen from the front, four pixels a millimetre of its height of 110 or half that of square ones.
func (f Facce) lastra(r *rand.Rand, classe string, quanto Difficolta) (Tela, string) {
	faccia := f.Targhe[r.IntN(len(f.Targhe))]
	chiaro, scuro, fascia := uint8(200+r.IntN(50)), uint8(10+r.IntN(50)), uint8(40+r.IntN(70))
	if classe == "infrarosso" {
		chiaro, fascia = 255, []uint8{110, 200, 250}[r.IntN(3)]
	}
	d := disegno{r: r, f: faccia, anno: f.Stampa[0], scuro: scuro, fascia: fascia}
	switch classe {
	case "auto-quadra":
		return d.quadra(297, 214, chiaro)
	case "moto":
		return d.moto(chiaro)
	case "estera":
		return d.estera(chiaro)
	}
	testo := estrai(r, nazionali, 2) + estrai(r, "0123456789", 3) + estrai(r, nazionali, 2)
	largo := 520.0
	if r.IntN(2) == 0 {
		largo = 360
	}
	t := nuovaTela(int(largo*2), 220, chiaro)
	d.fasce(t, largo*2, 220, "I")
	a, b := 44*2+tra(r, 4, 14), largo*2-44*2-tra(r, 4, 14)
	if largo == 360 {
		a, b = 36*2+6, largo*2-36*2-6
	}
	d.gruppi(t, []string{testo[:2], testo[2:5], testo[5:]}, [2]float64{a, b}, 188, 156)
	if quanto > Facile && r.IntN(3) == 0 {
		for range 2 {
			t.cerchio(tra(r, 30, largo*2-30), tra(r, 20, 200), tra(r, 4, 9), 0, uint8(60+r.IntN(120)))
		}
	}
	return t, testo
}

// disegno has what all plates of a picture share.
type disegno struct {
	r             *rand.Rand
	f, anno       *opentype.Font
	scuro, fascia uint8
}

// fasce draws the blue ends, with the state's letter and now and then the two stickers.
func (d disegno) fasce(t Tela, w, h float64, stato string) {
	q := h * 0.36
	t.rettangolo(0, 0, q, h, d.fascia)
	t.cerchio(q/2, h*0.3, q*0.3, 4, 210)
	t.scritta(penna{d.f, h * 0.24, 0.8, 0, 235}, stato, q*0.35, h*0.86)
	if stato != "I" && d.r.IntN(2) == 0 {
		return
	}
	t.rettangolo(w-q, 0, w, h, d.fascia)
	if d.r.IntN(2) == 0 {
		t.scritta(penna{d.anno, h * 0.2, 0.8, 0, 215}, estrai(d.r, "0123456789", 2), w-q*0.85, h*0.42)
		t.scritta(penna{d.anno, h * 0.2, 0.7, 0, 235}, estrai(d.r, nazionali, 2), w-q*0.85, h*0.86)
	}
}

// gruppi spreads groups of characters between a and b, feet at y, the mark of the Republic in the first gap.
func (d disegno) gruppi(t Tela, gruppi []string, x0x1 [2]float64, y, alto float64) {
	a, b := x0x1[0], x0x1[1]
	const passo = 6
	tutto := 0.0
	for _, g := range gruppi {
		tutto += penna{d.f, alto, 1, passo, 0}.larghezza(g)
	}
	vuoto := alto * tra(d.r, 0.12, 0.3)
	largo := min((b-a-vuoto*float64(len(gruppi)-1))/tutto, 1.05)
	x := a + (b-a-tutto*largo-vuoto*float64(len(gruppi)-1))/2
	for i, g := range gruppi {
		if d.r.IntN(3) == 0 { // embossed: a shadow at one side
			t.scritta(penna{d.f, alto, largo, passo * largo, 150}, g, x+3, y+3)
		}
		x = t.scritta(penna{d.f, alto, largo, passo * largo, d.scuro}, g, x, y)
		if i == 0 && d.r.IntN(2) == 0 && len(gruppi) > 1 {
			t.cerchio(x+vuoto/2-3, y-alto*tra(d.r, 0.3, 0.6), min(vuoto*0.35, 12), 3, 90)
		}
		x += vuoto
	}
}

func (d disegno) quadra(w, h float64, chiaro uint8) (Tela, string) {
	testo := estrai(d.r, nazionali, 2) + estrai(d.r, "0123456789", 3) + estrai(d.r, nazionali, 2)
	t := nuovaTela(int(w*2), int(h*2), chiaro)
	t.rettangolo(0, 0, 60, h*2, d.fascia)
	t.rettangolo(w*2-60, 0, w*2, h*2, d.fascia)
	d.gruppi(t, []string{testo[:2]}, [2]float64{80, w*2 - 80}, h*0.9, h*0.7)
	d.gruppi(t, []string{testo[2:5], testo[5:]}, [2]float64{70, w*2 - 70}, h*1.85, h*0.7)
	return t, testo
}

func (d disegno) moto(chiaro uint8) (Tela, string) {
	testo := estrai(d.r, nazionali, 2) + estrai(d.r, "0123456789", 5)
	t := nuovaTela(354, 354, chiaro)
	t.rettangolo(0, 0, 44, 354, d.fascia)
	t.scritta(penna{d.f, 36, 0.9, 0, 230}, "I", 14, 330)
	d.gruppi(t, []string{testo[:2]}, [2]float64{60, 300}, 160, 120)
	d.gruppi(t, []string{testo[2:]}, [2]float64{48, 350}, 326, 120)
	return t, testo
}

func (d disegno) estera(chiaro uint8) (Tela, string) {
	var gruppi []string
	var stato string
	tutte := "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	switch d.r.IntN(4) {
	case 0:
		stato, gruppi = "D", []string{estrai(d.r, tutte, 1+d.r.IntN(3)), estrai(d.r, tutte, 1+d.r.IntN(2)), estrai(d.r, "123456789", 1+d.r.IntN(4))}
	case 1:
		stato, gruppi = "PL", []string{estrai(d.r, tutte, 2), estrai(d.r, "0123456789", 5)}
	case 2:
		stato, gruppi = "E", []string{estrai(d.r, "0123456789", 4), estrai(d.r, "BCDFGHJKLMNPRSTVWXYZ", 3)}
	default:
		stato, gruppi = "RO", []string{estrai(d.r, tutte, 2), estrai(d.r, "0123456789", 2), estrai(d.r, tutte, 3)}
	}
	t := nuovaTela(1040, 220, chiaro)
	d.fasce(t, 1040, 220, stato)
	d.gruppi(t, gruppi, [2]float64{100, 1030}, 188, 156)
	return t, strings.Join(gruppi, "")
}

// monta puts the plate on a body, seen from some side.
func (f Facce) monta(r *rand.Rand, t Tela, lastra Tela, quanto Difficolta) {
	w, h := float64(t.Bounds().Dx()), float64(t.Bounds().Dy())
	k := [...][5]float64{{0.25, 0.5, 6, 0.1, 0.02}, {0.16, 0.45, 15, 0.3, 0.06}, {0.11, 0.4, 30, 0.5, 0.12}}[quanto]
	lw, lh := float64(lastra.Bounds().Dx()), float64(lastra.Bounds().Dy())
	largo := tra(r, k[0], k[1]) * w
	if lw < 2*lh {
		largo *= 0.55
	}
	largo = max(largo, 60)
	alto := largo * lh / lw
	largo *= 1 - r.Float64()*k[3] // turned aside
	giro := tra(r, -k[2], k[2]) * math.Pi / 180
	cx, cy := tra(r, 0.3, 0.7)*w, tra(r, 0.35, 0.75)*h
	var q grigio.Quadro
	for i, p := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := p[0]*largo/2*(1+tra(r, -k[4], k[4])/4), p[1]*alto/2*(1+tra(r, -k[4], k[4]))
		q[i] = grigio.Punto{X: cx + x*math.Cos(giro) - y*math.Sin(giro), Y: cy + x*math.Sin(giro) + y*math.Cos(giro)}
	}
	// the body behind it, of any colour, and often a frame
	corpo := q.Dentro(-0.5, -1.2, 1.5, 2.2)
	t.incolla(nuovaTela(20, 20, uint8(r.IntN(256))), corpo)
	if r.IntN(2) == 0 {
		m := tra(r, 0.01, 0.03)
		t.incolla(nuovaTela(20, 20, uint8(r.IntN(80))), q.Dentro(-m, -m*lw/lh, 1+m, 1+m*lw/lh))
	}
	t.incolla(lastra, q)
	if quanto == Difficile && r.IntN(3) == 0 { // dirt over a corner
		c := q.Dentro(tra(r, 0, 0.9), tra(r, 0, 0.9), 1, 1)[0]
		t.cerchio(c.X, c.Y, alto*tra(r, 0.05, 0.14), 0, uint8(60+r.IntN(100)))
	}
}

// degrada adds what camera, hour and file do.
func degrada(r *rand.Rand, t Tela, quanto Difficolta, notte bool) Tela {
	switch quanto {
	case Facile:
		t.luce(r, tra(r, 0.8, 1), tra(r, -10, 10), 0.1, 3)
		return t.jpeg(80 + r.IntN(15))
	case Media:
		t.sfoca(r.IntN(2))
		t.luce(r, tra(r, 0.5, 0.95), tra(r, -25, 25), 0.4, tra(r, 3, 8))
		return t.jpeg(60 + r.IntN(30))
	case Difficile:
	}
	if notte || r.IntN(2) == 0 {
		t.sfoca(1)
	} else {
		t.muove(2 + r.IntN(4))
	}
	t.luce(r, tra(r, 0.3, 0.8), tra(r, -40, 30), 0.7, tra(r, 4, 12))
	return t.jpeg(40 + r.IntN(45))
}

package registro

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// lettura plays a source: its lines, looked through a window of so many at a time.
type lettura struct {
	nome   string
	minuti []int // of the lines, by position from 1 up
}

func (l lettura) leggi(dopo map[string]int64, larga, quanti int) flusso {
	prima, gia := dopo[l.nome]
	if !gia {
		prima = 1 << 40
	}
	f := flusso{nome: l.nome, prima: prima, finito: true}
	visti := 0
	for p := min(int64(len(l.minuti)), prima-1); p > 0; p-- {
		quando := time.Unix(int64(l.minuti[p-1])*60, 0)
		if l.minuti[p-1] >= 0 && len(f.righe) <= quanti { // a negative one is not what is searched
			f.righe = append(f.righe, Riga{Modulo: l.nome, Posizione: p, Quando: quando})
		}
		if visti++; visti == larga {
			f.fondo, f.fondoQuando, f.finito = p, quando, false
			break
		}
	}
	return f
}

func TestFusioneAPagine(t *testing.T) {
	t.Parallel()
	fonti := []lettura{{"a", []int{1, 4, 7, 10, 13}}, {"b", []int{2, 3, 8, 9}}, {"c", nil}, {"d", []int{5, -6, -6, -6, -6, 11}}}
	for _, larga := range []int{1, 2, 3, 100} {
		for _, quanti := range []int{1, 2, 5, 100} {
			t.Run(strconv.Itoa(larga)+" at a time, pages of "+strconv.Itoa(quanti), func(t *testing.T) {
				t.Parallel()
				dopo, minuti := map[string]int64{}, []string{}
				for giro := 0; ; giro++ {
					if giro > 100 {
						t.Fatal("it never ends")
					}
					var flussi []flusso
					for _, l := range fonti {
						flussi = append(flussi, l.leggi(dopo, larga, quanti))
					}
					righe, poi, finito := fondi(flussi, quanti)
					if len(righe) > quanti {
						t.Fatalf("%d lines on a page of %d", len(righe), quanti)
					}
					for _, r := range righe {
						minuti = append(minuti, strconv.Itoa(int(r.Quando.Unix()/60)))
					}
					if dopo = poi; finito {
						break
					}
				}
				if ha := strings.Join(minuti, " "); ha != "13 11 10 9 8 7 5 4 3 2 1" {
					t.Errorf("lines %s", ha)
				}
			})
		}
	}
}

func TestFiltro(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, nome, valore, campo string }{
		{"a day that is not one", "da", "2026-02-30", "da"},
		{"a day in another form", "a", "01/02/2026", "a"},
		{"too many lines", "dimensione", "201", "dimensione"},
		{"a cursor of nothing", "cursore", "!!", "cursore"},
		{"a cursor of another list", "cursore", "QUJD", "cursore"},
		{"a NUL", "attore", "a\x00b", "attore"},
		{"too long", "oggetto", strings.Repeat("x", 300), "oggetto"},
		{"nothing wrong", "attore", "<script>", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, err := LeggiFiltro(func(nome string) string { return map[string]string{c.nome: c.valore}[nome] })
			if (err == nil) != (c.campo == "") || err != nil && !strings.Contains(err.Error(), c.campo) {
				t.Errorf("%v, want a fault of %q", err, c.campo)
			}
		})
	}
}

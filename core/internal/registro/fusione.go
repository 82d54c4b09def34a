package registro

import "time"

// Bounds of the work of one request: lines looked through at a time in each source, and how often.
const (
	finestra = 50_000
	gruppi   = 10
)

// flusso are the lines found in one source, in falling order of position. Below fondo nothing was
// looked at yet, unless the source is finished.
type flusso struct {
	nome        string
	prima       int64 // the reading began before this position
	righe       []Riga
	fondo       int64
	fondoQuando time.Time
	finito      bool
}

// testa is the instant of the next line of a source after the first i. A line not yet read is only known to be no later than
// fondoQuando. False when there is none.
func (f flusso) testa(i int) (quando time.Time, vera, esiste bool) {
	switch {
	case i < len(f.righe):
		return f.righe[i].Quando, true, true
	case f.finito:
		return time.Time{}, false, false
	}
	return f.fondoQuando, false, true
}

// resta is the position before which a source goes on after its first i lines.
func (f flusso) resta(i int) int64 {
	switch {
	case i == len(f.righe) && f.finito:
		return 0
	case i == len(f.righe):
		return f.fondo
	case i == 0:
		return f.prima
	}
	return f.righe[i-1].Posizione
}

// fondi merges the sources, newest first, up to so many lines. It stops where the next line may be one
// that was not looked at yet. finito is whether there are no more lines at all.
func fondi(flussi []flusso, quanti int) (righe []Riga, dopo map[string]int64, finito bool) {
	presi := make([]int, len(flussi))
	for len(righe) < quanti {
		scelto, conosciuta := -1, false
		var massimo time.Time
		for i, f := range flussi {
			quando, vera, esiste := f.testa(presi[i])
			if esiste && (scelto < 0 || quando.After(massimo)) {
				scelto, massimo, conosciuta = i, quando, vera
			}
		}
		if scelto < 0 || !conosciuta {
			break
		}
		righe = append(righe, flussi[scelto].righe[presi[scelto]])
		presi[scelto]++
	}
	dopo, finito = map[string]int64{}, true
	for i, f := range flussi {
		dopo[f.nome] = f.resta(presi[i])
		finito = finito && f.finito && presi[i] == len(f.righe)
	}
	return righe, dopo, finito
}

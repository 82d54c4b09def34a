package strada

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// soglia stands for the street in the words of a civic number, behind which a crossing may be told: "12 ang. via Po".
const soglia = "\x00"

// separaIncrocio splits a crossing into its two streets: "Via Roma angolo via Po", "incrocio tra via Roma e via
// Po"; without the second where no crossing is named. "Via dell'Angolo" and "Via Angolo Terme" are names.
func separaIncrocio(tutte []string) (via, traversa []string) {
	i := slices.IndexFunc(tutte, func(parola string) bool { return slices.Contains(annunciIncrocio(), parola) })
	if i < 0 || !slices.ContainsFunc(tutte[i+1:], nome) {
		return tutte, nil
	}
	prima, dopo := senzaParoline(tutte[:i]), senzaParoline(tutte[i+1:])
	if len(prima) == 0 {
		return separaDueVie(dopo)
	}
	if _, resto := leggiSpecie(slices.Concat(prima, []string{soglia})); tutte[0] != soglia && !slices.ContainsFunc(resto[:len(resto)-1], nome) {
		return tutte, nil
	}
	return tutte[:i], dopo
}

// nome reports a word that may name a street.
func nome(parola string) bool {
	return !slices.Contains(paroline(), parola) && !esponente(parola) && !codici.SoloCifre(parola)
}

// senzaParoline drops the small words at the beginning: "incrocio con la via Po", "all'incrocio tra".
func senzaParoline(tutte []string) []string {
	for len(tutte) > 0 && (slices.Contains(paroline(), tutte[0]) || slices.Contains([]string{"all", "con", "tra", "fra"}, tutte[0])) {
		tutte = tutte[1:]
	}
	return tutte
}

// separaDueVie takes two streets apart: at the word between them, before the kind of the second where one is written, or at
// that kind. "Via Vittorio e Carlo" is one street before "e via Po", "via Ponte Vecchio" before "via Po".
func separaDueVie(tutte []string) (via, traversa []string) {
	congiunge := func(i int) bool { return slices.Contains([]string{"e", "ed", "con"}, tutte[i]) }
	specieDa := func(i int) bool {
		s, _ := leggiSpecie(tutte[i:])
		return s != "" && len(tutte[i]) > 1
	}
	for _, inizia := range []func(i int) bool{
		func(i int) bool { return congiunge(i-1) && specieDa(i) }, specieDa, func(i int) bool { return congiunge(i - 1) },
	} {
		for i := 2; i < len(tutte); i++ {
			if !inizia(i) {
				continue
			}
			if congiunge(i - 1) {
				return tutte[:i-1], tutte[i:]
			}
			return tutte[:i], tutte[i:]
		}
	}
	return tutte, nil
}

func annunciIncrocio() []string {
	return []string{"angolo", "ang", "incrocio", "incr", "intersezione", "intersez", "inters"}
}

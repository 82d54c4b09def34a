package strada_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
)

// TestPostoConNumero: a number of a street's name is one, in figures, in Roman figures and in words.
func TestPostoConNumero(t *testing.T) {
	t.Parallel()
	for _, modi := range [][]string{
		{"Via IV Novembre 4", "Via Quattro Novembre 4", "Via 4 Novembre, 4", "v. quattro novembre n. 4", "Via 4° Novembre 4"},
		{"Via XXV Aprile", "Via 25 Aprile", "Via Venticinque Aprile", "Via venti cinque aprile"},
		{"Via II Giugno", "Via 2 Giugno", "Via Due Giugno", "Via 02 Giugno"},
		{"Via I Maggio", "Via 1 Maggio", "Via 1° Maggio", "Via 1' Maggio", "Via 1o Maggio", "Via Primo Maggio", "Via I° Maggio", "Via Uno Maggio"},
		{"Via Giovanni XXIII", "Via Giovanni Ventitreesimo", "Via Giovanni 23°", "Via Giovanni 23º", "Via Papa Giovanni Ventitré"},
		{"Corso Umberto I", "C.so Umberto Primo", "Corso Umberto 1°", "Corso Umberto I°"},
		{"Via Carlo V", "Via Carlo Quinto"}, {"Via Pio X", "Via Pio Decimo"}, {"Via Leone XIII", "Via Leone Tredicesimo", "Via Leone Decimoterzo"},
		{"Via XXI Luglio", "Via Ventuno Luglio", "Via Ventun Luglio", "Via 21 luglio"},
		{"Via 43 Martiri", "Via Quarantatré Martiri", "Via Quarantatre' Martiri", "Via XLIII Martiri"},
		{"Via 58° Reggimento", "Via Cinquantottesimo Reggimento", "Via LVIII Reggimento"},
		{"Via Prima Traversa", "Via 1ª Traversa"}, {"Via Centesima Legione", "Via 100a Legione"},
		{"Piazza Cinque Giornate", "P.zza V Giornate", "Piazza 5 Giornate"}, {"Via X Giornate", "Via Dieci Giornate"},
		{"Via dei Mille", "Via dei 1000"}, {"Via Sette Chiese", "Via 7 Chiese", "Via delle Sette Chiese"}, {"Via Sei Martiri", "Via VI Martiri"},
		{"Via Primo Levi", "Via P. Levi"}, {"Via Quinto Ennio", "Via Q. Ennio"}, {"Via Ottantotto", "Via 88"},
		{"Corso Vittorio Emanuele", "Corso Vittorio Emanuele II", "C.so V. Emanuele 2°", "Corso Vittorio Emanuele Secondo"},
	} {
		for _, a := range modi {
			for _, b := range modi {
				if !via(a).Stesso(via(b)) {
					t.Errorf("%s and %s are two places", a, b)
				}
			}
		}
	}
	for _, c := range [][2]string{
		{"Via Quattro Novembre", "Via Venti Novembre"}, {"Via IV Novembre", "Via Sei Novembre"}, {"Via Giovanni XXIII", "Via Giovanni XXII"},
		{"Corso Vittorio Emanuele II", "Corso Vittorio Emanuele III"}, {"Corso Umberto I", "Corso Umberto II"}, {"Via Trento", "Via Trenta"},
		{"Via Settembrini", "Via Sette"}, {"Via Di Vittorio", "Via Vittorio Emanuele"}, {"Via Mille Fiori", "Via Cento Fiori"},
		{"Via Li Causi", "Via 51 Causi"}, {"Via Nona", "Via Decima"}, {"S.P. Vecchia 12", "S.P. Vecchia 13"}, {"Via IV Novembre 4", "Via Quattro Novembre 6"},
		{"Via Seicento", "Via Sei"}, {"Via Don Minzoni 4", "Via Don Minzoni 14"},
	} {
		if via(c[0]).Stesso(via(c[1])) {
			t.Errorf("%s and %s are one place", c[0], c[1])
		}
	}
	if a, b := via("Via Quattro Novembre 4"), (strada.Posto{Indirizzo: "Via IV Novembre", Civico: "4/A"}); !a.Stesso(b) || a.Chiave() != b.Chiave() {
		t.Errorf("%q %q", a.Chiave(), b.Chiave())
	}
}

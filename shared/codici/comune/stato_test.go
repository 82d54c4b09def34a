package comune_test

import (
	"os"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

func TestCercaStato(t *testing.T) {
	t.Parallel()
	casi := []struct{ codice, nome string }{
		{"Z100", "Albania"}, {"z129", "Romania"}, {"Z404", "Stati Uniti d'America"}, {"Z118", "Jugoslavia"}, {"Z160", "Kosovo"},
		{"Z907", "Sud Sudan"}, {"Z999", ""}, {"H501", ""}, {"", ""}, {"Z1", ""}, {"Z100;", ""}, {"codice", ""}, {"Zabc", ""},
	}
	for _, c := range casi {
		if got, trovato := comune.CercaStato(c.codice); got.Nome != c.nome || trovato != (c.nome != "") {
			t.Errorf("%q: %+v %v", c.codice, got, trovato)
		}
	}
}

func TestCercaStatoNome(t *testing.T) {
	t.Parallel()
	casi := []struct{ nome, codice string }{
		{"Francia", "Z110"}, {"ALBANIA", "Z100"}, {"perù", "Z611"}, {"PERU'", "Z611"}, {"Città del Vaticano", "Z106"}, {"Olanda", "Z126"},
		{"Costa d'Avorio", "Z313"}, {"stati uniti", "Z404"}, {"Cecoslovacchia", "Z105"}, {"Italia", ""}, {"", ""}, {"no", ""}, {"nome", ""},
		// a state in being before the code that the same name had in the Soviet Union
		{"Georgia", "Z254"}, {"Armenia", "Z252"}, {"Uzbekistan", "Z259"}, {"Malesia", "Z247"},
	}
	for _, c := range casi {
		if got, trovato := comune.CercaStatoNome(c.nome); got.Codice != c.codice || trovato != (c.codice != "") {
			t.Errorf("%q: %+v %v", c.nome, got, trovato)
		}
	}
}

// Each line of the list is whole, in order, and found by its code and by each of its names.
func TestElencoDegliStati(t *testing.T) {
	t.Parallel()
	dati, err := os.ReadFile("stati.csv")
	if err != nil {
		t.Fatal(err)
	}
	righe := strings.Split(strings.TrimSpace(string(dati)), "\n")
	if righe[0] != "codice;nome;altriNomi;cessato;ultimoGiorno;perche" || len(righe) < 200 {
		t.Fatalf("%d righe, testata %q", len(righe), righe[0])
	}
	nomi := map[string]string{}
	for i, riga := range righe[1:] {
		codice, _, _ := strings.Cut(riga, ";")
		if i > 0 && codice <= righe[i][:4] || !comune.CatastaleValido(codice) || strings.Count(riga, ";") != 5 {
			t.Errorf("riga %d: %q", i+2, riga)
		}
		s, trovato := comune.CercaStato(codice)
		if !trovato || s.Codice != codice || s.Nome == "" || s.Cessato == strings.HasSuffix(riga, ";no;;") || s.Cessato != (s.Perche != "") {
			t.Errorf("%q: %+v", riga, s)
		}
		for _, nome := range append([]string{s.Nome}, s.AltriNomi...) {
			if altro, doppio := nomi[nome]; doppio && !s.Cessato {
				if a, _ := comune.CercaStato(altro); !a.Cessato {
					t.Errorf("%s è di %s e di %s", nome, altro, codice)
				}
			}
			nomi[nome] = codice
			if per, _ := comune.CercaStatoNome(nome); per.Codice != codice && !s.Cessato {
				t.Errorf("%s: trovato %+v invece di %s", nome, per, codice)
			}
		}
	}
}

// TestStatiFiniti: each State that is no more warns of the births after its last day, and of none before.
func TestStatiFiniti(t *testing.T) {
	t.Parallel()
	casi := []struct{ codice, ultimo string }{
		{"Z105", "1992-12-31"}, {"Z111", "1990-10-02"}, {"Z118", "2003-02-03"}, {"Z135", "1991-12-25"}, {"Z157", "2006-06-02"},
		{"Z221", "1997-06-30"}, {"Z230", "1963-09-15"}, {"Z250", "1990-05-21"}, {"Z350", "1964-04-25"},
	}
	for _, c := range casi {
		s, _ := comune.CercaStato(c.codice)
		ultimo := giorno(c.ultimo)
		if s.Avvertenza(ultimo) != "" || !strings.Contains(s.Avvertenza(ultimo.AddDays(1)), s.Nome) {
			t.Errorf("%s: %+v %q %q", c.codice, s, s.Avvertenza(ultimo), s.Avvertenza(ultimo.AddDays(1)))
		}
	}
	for codice, oggi := range map[string]string{"Z136": "Z254", "Z143": "Z259"} { // on what day the code changed is not known
		s, _ := comune.CercaStato(codice)
		if !strings.Contains(s.Avvertenza(giorno("1995-01-01")), oggi) {
			t.Errorf("%s: %q", codice, s.Avvertenza(giorno("1995-01-01")))
		}
	}
	if s, _ := comune.CercaStato("Z110"); s.Avvertenza(giorno("2026-01-01")) != "" {
		t.Error("la Francia c'è")
	}
}

func BenchmarkCercaStato(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, trovato := comune.CercaStato("Z907"); !trovato {
			b.Fatal("il Sud Sudan c'è")
		}
	}
}

func BenchmarkCercaStatoNome(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, trovato := comune.CercaStatoNome("Sud Sudan"); !trovato {
			b.Fatal("il Sud Sudan c'è")
		}
	}
}

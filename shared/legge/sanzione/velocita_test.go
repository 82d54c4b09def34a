package sanzione_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

func TestVelocita(t *testing.T) {
	t.Parallel()
	type r = sanzione.RichiestaVelocita
	casi := []struct {
		regola   string
		r        sanzione.RichiestaVelocita
		giorno   string
		codice   string
		min, max importo.Cent
		punti    int
	}{
		{"63 con limite 50: art. 142 c. 7", r{RilevataDecimi: 630, Limite: 50}, "2026-05-01", "142-7", 4200, 17300, 0},
		{"66 con limite 50: art. 142 c. 8", r{RilevataDecimi: 660, Limite: 50}, "2026-05-01", "142-8", 17300, 69400, 3},
		{"66,5 con limite 50: i decimi contano", r{RilevataDecimi: 665, Limite: 50}, "2026-05-01", "142-8", 17300, 69400, 3},
		{"65 con limite 50: 10,0 esatti sono ancora c. 7", r{RilevataDecimi: 650, Limite: 50}, "2026-05-01", "142-7", 4200, 17300, 0},
		{"148 con limite 130: art. 142 c. 8", r{RilevataDecimi: 1480, Limite: 130}, "2026-05-01", "142-8", 17300, 69400, 3},
		{"96 con limite 50: art. 142 c. 9", r{RilevataDecimi: 960, Limite: 50}, "2026-05-01", "142-9", 54300, 217000, 6},
		{"201 con limite 130: art. 142 c. 9-bis", r{RilevataDecimi: 2010, Limite: 130}, "2026-05-01", "142-9-bis", 84500, 338200, 10},
		{"142 c. 7 di notte: 56,00, art. 195 c. 2-bis", r{RilevataDecimi: 630, Limite: 50, Notturna: true}, "2026-05-01", "142-7", 5600, 23067, 0},
		{"142 c. 7 autocarro: raddoppiata, art. 142 c. 11", r{RilevataDecimi: 630, Limite: 50, Classe: sanzione.Pesante}, "2026-05-01", "142-7-pes", 8400, 34600, 0},
		{"142 c. 9 autocarro di notte: un arrotondamento", r{RilevataDecimi: 960, Limite: 50, Classe: sanzione.Pesante, Notturna: true}, "2026-05-01", "142-9-pes", 144800, 578667, 6},
		{"142 c. 9 autocarro nel 2020: raddoppiata anche senza riga propria", r{RilevataDecimi: 960, Limite: 50, Classe: sanzione.Pesante}, "2020-12-31", "142-9", 108800, 434800, 6},
		{"neopatentato: punti doppi, art. 126-bis", r{RilevataDecimi: 2010, Limite: 130, Neopatentato: true}, "2026-05-01", "142-9-bis", 84500, 338200, 20},
		{"142 c. 8 in città due volte nell'anno: L. 177/2024", r{RilevataDecimi: 660, Limite: 50, Recidiva: true}, "2026-05-01", "142-8-rec", 22000, 88000, 3},
		{"142 c. 8 ripetuto prima del 14/12/2024: la riga ordinaria", r{RilevataDecimi: 660, Limite: 50, Recidiva: true}, "2024-12-13", "142-8", 17300, 69400, 3},
		{"142 c. 8 ripetuto da un autocarro: la recidiva, raddoppiata", r{RilevataDecimi: 660, Limite: 50, Recidiva: true, Classe: sanzione.Pesante}, "2026-05-01", "142-8-rec-pes", 44000, 176000, 3},
		{"gli importi sono quelli del giorno della violazione", r{RilevataDecimi: 960, Limite: 50}, "2020-12-31", "142-9", 54400, 217400, 6},
		{"la tolleranza cancella l'eccesso", r{RilevataDecimi: 550, Limite: 50}, "2026-05-01", "", 0, 0, 0},
	}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.r.Data = calendario.MustParse(c.giorno)
			e, err := tabella.Velocita(c.r)
			if err != nil || e.Codice != c.codice || e.MinCent != c.min || e.MaxCent != c.max || e.Punti != c.punti {
				t.Fatalf("%+v, %v", e, err)
			}
			if e.Accessorie == nil || len(e.Avvertenze) == 0 || !strings.Contains(e.Avvertenze[0], "velocità media") {
				t.Errorf("%+v", e)
			}
			for _, p := range e.Spiegazione {
				if p.Regola == "" || p.Norma == "" || p.Testo == "" {
					t.Errorf("passo incompleto: %+v", p)
				}
			}
		})
	}
}

func TestVelocitaAccessorieEAvvertenze(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	e, err := tabella.Velocita(sanzione.RichiestaVelocita{RilevataDecimi: 960, Limite: 50, Data: calendario.MustParse("2027-02-01")})
	if err != nil {
		t.Fatal(err)
	}
	attese := []string{"Sospensione della patente da uno a tre mesi", "In caso di seconda violazione nel biennio, da otto a diciotto mesi"}
	if d := cmp.Diff(attese, e.Accessorie); d != "" {
		t.Error(d)
	}
	avvertenze := strings.Join(e.Avvertenze, "\n")
	for _, parte := range []string{"noti fino al 31/12/2026", "218-ter", "velocità media"} {
		if !strings.Contains(avvertenze, parte) {
			t.Errorf("manca %q in %q", parte, avvertenze)
		}
	}
	e, err = tabella.Velocita(sanzione.RichiestaVelocita{RilevataDecimi: 960, Limite: 50, Classe: sanzione.Pesante, Data: calendario.MustParse("2020-02-01")})
	if tutte := strings.Join(e.Avvertenze, "\n"); err != nil || !strings.Contains(tutte, "durata della sospensione indicata va raddoppiata") ||
		!strings.Contains(tutte, "La riga 142-9 è da verificare. Importo: il decreto del 27 dicembre 2018 non è stato letto") {
		t.Errorf("%q, %v", e.Avvertenze, err)
	}
}

// The JSON that a client of velocita/calcola reads.
func TestEsitoVelocitaJSON(t *testing.T) {
	t.Parallel()
	e, err := sanzione.Iniziale().Velocita(sanzione.RichiestaVelocita{RilevataDecimi: 1473, Limite: 130, Data: calendario.MustParse("2026-05-01")})
	if err != nil {
		t.Fatal(err)
	}
	dati, err := json.Marshal(e)
	const inizio = `{"nettaDecimi":1399,"eccessoDecimi":99,"comma":"7","codice":"142-7","minimoCent":4200,"massimoCent":17300,"punti":0,"accessorie":[],"spiegazione":[` +
		`{"regola":"TOLLERANZA_VELOCITA","norma":"art. 345 c. 2 Reg.","testo":"Velocità rilevata 147,3 km/h, riduzione del 5 % e almeno di 5 km/h: 7,365 km/h; velocità considerata 139,935 km/h."},` +
		`{"regola":"FASCIA_VELOCITA","norma":"art. 142 c. 7 CdS","testo":"Limite di 130 km/h superato di 9,935 km/h: si applica il comma 7."},` +
		`{"regola":"RIGA_DELLA_TABELLA","norma":"art. 142 c. 7 CdS","testo":"Riga 142-7 in vigore il 01/05/2026, giorno della violazione (CdS art. 142 c.7 (Normattiva 29/7/2026); D.M. Giustizia 31/12/2020 (G.U. 323/2020)).","giorno":"2026-05-01"},` +
		`{"regola":"FASCIA_EDITTALE","norma":"art. 195 c. 1 CdS","testo":"Violazione 142-7: minimo 42,00 €, massimo 173,00 €."},` +
		`{"regola":"PUNTI","norma":"art. 126-bis CdS","testo":"La violazione non toglie punti."}],"avvertenze":[`
	if err != nil || !strings.HasPrefix(string(dati), inizio) {
		t.Errorf("%s\n%v", dati, err)
	}
}

func TestVelocitaRifiuta(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-05-01")
	tabella := sanzione.Iniziale()
	for _, c := range []struct {
		campo string
		r     sanzione.RichiestaVelocita
	}{
		{"rilevata", sanzione.RichiestaVelocita{Limite: 50, Data: giorno}},
		{"rilevata", sanzione.RichiestaVelocita{RilevataDecimi: -1, Limite: 50, Data: giorno}},
		{"limite", sanzione.RichiestaVelocita{RilevataDecimi: 600, Data: giorno}},
		{"data", sanzione.RichiestaVelocita{RilevataDecimi: 600, Limite: 50}},
		{"data", sanzione.RichiestaVelocita{RilevataDecimi: 900, Limite: 50, Data: calendario.MustParse("2018-05-01")}},
		{"classe", sanzione.RichiestaVelocita{RilevataDecimi: 600, Limite: 50, Data: giorno, Classe: "ASTRONAVE"}},
	} {
		_, err := tabella.Velocita(c.r)
		var e *sanzione.Errore
		if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", c.campo, err)
		}
	}
}

// A faster vehicle never pays less nor loses fewer points; night and weight never make it cheaper.
func TestVelocitaProprieta(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	rapid.Check(t, func(t *rapid.T) {
		r := sanzione.RichiestaVelocita{RilevataDecimi: rapid.IntRange(1, 9989).Draw(t, "rilevata"), Limite: rapid.IntRange(1, 150).Draw(t, "limite"),
			Notturna: rapid.Bool().Draw(t, "notturna"), Neopatentato: rapid.Bool().Draw(t, "neo"), Recidiva: rapid.Bool().Draw(t, "recidiva"),
			Data: calendario.MustParse("2019-01-01").AddDays(rapid.IntRange(0, 4000).Draw(t, "giorno"))}
		piano, veloce := r, r
		veloce.RilevataDecimi++
		pesante := r
		pesante.Classe = sanzione.Pesante
		lento, err := tabella.Velocita(piano)
		dopo, err2 := tabella.Velocita(veloce)
		carico, err3 := tabella.Velocita(pesante)
		if err != nil || err2 != nil || err3 != nil {
			t.Fatal(err, err2, err3)
		}
		if dopo.MinCent < lento.MinCent || dopo.MaxCent < lento.MaxCent || dopo.Punti < lento.Punti {
			t.Fatalf("più veloce costa meno: %+v, %+v", lento, dopo)
		}
		if diff := carico.MinCent - 2*lento.MinCent; diff < -1 || diff > 1 || carico.Punti != lento.Punti {
			t.Fatalf("il pesante non è il doppio: %+v, %+v", lento, carico)
		}
	})
}

func TestTogliePatente(t *testing.T) {
	t.Parallel()
	tabella, giorno := sanzione.Iniziale(), calendario.MustParse("2026-05-01")
	for _, c := range []struct {
		codice          string
		prima, ripetuta bool
	}{
		{"142-7", false, false}, {"142-8", false, false}, {"142-8-rec", true, true}, {"142-9", true, true},
		{"146-3", false, true}, {"171-2", false, false}, {"80-14-1", false, false}, {"7-13-bis", false, true},
	} {
		s, ok := tabella.Cerca(c.codice, giorno)
		if !ok || s.TogliePatente(false) != c.prima || s.TogliePatente(true) != c.ripetuta {
			t.Errorf("%s: %v, %v", c.codice, s.TogliePatente(false), s.TogliePatente(true))
		}
	}
}

func BenchmarkVelocita(b *testing.B) {
	tabella := sanzione.Iniziale()
	r := sanzione.RichiestaVelocita{RilevataDecimi: 1480, Limite: 130, Notturna: true, Data: calendario.MustParse("2026-05-01")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tabella.Velocita(r); err != nil {
			b.Fatal(err)
		}
	}
}

package cds_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/cds"
)

func TestCalcolaVelocitaEsempiSvolti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome             string
		rilevata, limite int
		netta, eccesso   int
		comma            string
	}{
		{"148 con limite 130: netta 140,6, eccesso 10,6, comma 8", 148, 130, 1406, 106, "8"},
		{"100: il 5 % è 5 km/h", 100, 90, 950, 50, "7"},
		{"63 con limite 50: netta 58, comma 7", 63, 50, 580, 80, "7"},
		{"66 con limite 50: netta 61, comma 8", 66, 50, 610, 110, "8"},
		{"65 con limite 50: eccesso 10,0 esatto, ancora comma 7", 65, 50, 600, 100, "7"},
		{"95 con limite 50: eccesso 40,0 esatto, ancora comma 8", 95, 50, 900, 400, "8"},
		{"96 con limite 50: eccesso 41, comma 9", 96, 50, 910, 410, "9"},
		{"200 con limite 130: eccesso 60,0 esatto, ancora comma 9", 200, 130, 1900, 600, "9"},
		{"201 con limite 130: comma 9-bis", 201, 130, 1909, 609, "9-bis"},
		{"147 con limite 130: netta 139,65, nessun arrotondamento", 147, 130, 1396, 96, "7"},
		{"119 con limite 103: netta 113,05, eccesso 10,05 è già comma 8", 119, 103, 1130, 100, "8"},
		{"55 con limite 50: la tolleranza cancella l'eccesso", 55, 50, 500, 0, ""},
		{"56 con limite 50: eccesso 1, comma 7", 56, 50, 510, 10, "7"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			v, err := cds.CalcolaVelocita(c.rilevata, c.limite)
			if err != nil || v.NettaDecimi != c.netta || v.EccessoDecimi != c.eccesso || v.Comma != c.comma {
				t.Errorf("netta %d eccesso %d comma %q, %v", v.NettaDecimi, v.EccessoDecimi, v.Comma, err)
			}
			controllaSpiegazione(t, 0, v.Spiegazione)
		})
	}
}

func TestCalcolaVelocitaSpiegaConLaVirgola(t *testing.T) {
	t.Parallel()
	for rilevata, atteso := range map[int]string{148: "140,6 km/h", 147: "139,65 km/h", 120: "114 km/h"} {
		v, err := cds.CalcolaVelocita(rilevata, 50)
		if err != nil || !strings.Contains(v.Spiegazione[0].Testo, "velocità considerata "+atteso) {
			t.Errorf("%d: %q, %v", rilevata, v.Spiegazione[0].Testo, err)
		}
	}
}

func TestCalcolaVelocitaRifiuta(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int{{0, 50}, {-1, 50}, {1000, 50}, {60, 0}, {60, 1000}} {
		if _, err := cds.CalcolaVelocita(c[0], c[1]); err == nil {
			t.Errorf("%v", c)
		}
	}
}

// A faster vehicle never falls into a milder band, a higher limit never into a harder one.
func TestCalcolaVelocitaProprieta(t *testing.T) {
	t.Parallel()
	gravita := map[string]int{"": 0, "7": 1, "8": 2, "9": 3, "9-bis": 4}
	rapid.Check(t, func(t *rapid.T) {
		rilevata, limite := rapid.IntRange(1, 998).Draw(t, "rilevata"), rapid.IntRange(1, 998).Draw(t, "limite")
		v, err := cds.CalcolaVelocita(rilevata, limite)
		veloce, err2 := cds.CalcolaVelocita(rilevata+1, limite)
		largo, err3 := cds.CalcolaVelocita(rilevata, limite+1)
		if err != nil || err2 != nil || err3 != nil {
			t.Fatal(err, err2, err3)
		}
		if gravita[veloce.Comma] < gravita[v.Comma] || gravita[largo.Comma] > gravita[v.Comma] {
			t.Fatalf("%d su %d: %q, %q, %q", rilevata, limite, v.Comma, veloce.Comma, largo.Comma)
		}
		if v.NettaCentesimi > 100*rilevata-500 && v.NettaCentesimi != 0 || v.NettaCentesimi > 95*rilevata {
			t.Fatalf("tolleranza mancante: %d da %d", v.NettaCentesimi, rilevata)
		}
	})
}

func TestNotturna(t *testing.T) {
	t.Parallel()
	casi := []struct {
		istante  string
		notturna bool
		avverte  bool
	}{
		{"2026-01-10T22:00:00+01:00", false, true}, {"2026-01-10T22:00:01+01:00", true, false},
		{"2026-01-10T23:59:59+01:00", true, false}, {"2026-01-11T00:00:00+01:00", true, false},
		{"2026-01-11T06:59:59+01:00", true, false}, {"2026-01-11T07:00:00+01:00", false, true},
		{"2026-01-11T12:00:00+01:00", false, false}, {"2026-07-10T20:30:00Z", true, false},
		{"2026-01-10T20:30:00Z", false, false}, {"2026-07-10T05:00:00Z", false, true},
	}
	for _, c := range casi {
		istante, err := time.Parse(time.RFC3339, c.istante)
		if err != nil {
			t.Fatal(err)
		}
		got := cds.Notturna(istante)
		if got.Notturna != c.notturna || (len(got.Avvertenze) > 0) != c.avverte {
			t.Errorf("%s: %+v", c.istante, got)
		}
		controllaSpiegazione(t, 0, got.Spiegazione)
	}
}

func TestArticoloNotturno(t *testing.T) {
	t.Parallel()
	for articolo, comma := range map[string]string{"141": "8", "142": "7", "145": "10", "146": "3", "149": "4", "154": "7", "174": "4", "178": "3", "176": "20"} {
		if !cds.ArticoloNotturno(articolo, comma) {
			t.Errorf("art. %s c. %s cresce di notte", articolo, comma)
		}
	}
	for articolo, comma := range map[string]string{"143": "11", "148": "15", "158": "2", "171": "2", "172": "10", "173": "3", "186": "2", "176": "21"} {
		if cds.ArticoloNotturno(articolo, comma) {
			t.Errorf("art. %s c. %s non cresce di notte", articolo, comma)
		}
	}
}

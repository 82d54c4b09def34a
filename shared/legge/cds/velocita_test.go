package cds_test

import (
	"errors"
	"math"
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestCalcolaVelocitaEsempiSvolti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome           string
		decimi, limite int
		netta, eccesso int
		comma          string
		nettaMillesimi int
	}{
		{"148 con limite 130: netta 140,6, eccesso 10,6: art. 142 c. 8", 1480, 130, 1406, 106, "8", 140600},
		{"100: il 5 % è 5 km/h: art. 345 c. 2 Reg.", 1000, 90, 950, 50, "7", 95000},
		{"63 con limite 50: netta 58: art. 142 c. 7", 630, 50, 580, 80, "7", 58000},
		{"66 con limite 50: netta 61: art. 142 c. 8", 660, 50, 610, 110, "8", 61000},
		{"66,5 con limite 50: i decimi contano", 665, 50, 615, 115, "8", 61500},
		{"55,1 con limite 50: un decimo oltre è già comma 7", 551, 50, 501, 1, "7", 50100},
		{"65 con limite 50: eccesso 10,0 esatto, ancora comma 7", 650, 50, 600, 100, "7", 60000},
		{"65,1 con limite 50: eccesso 10,1, comma 8", 651, 50, 601, 101, "8", 60100},
		{"95 con limite 50: eccesso 40,0 esatto, ancora comma 8", 950, 50, 900, 400, "8", 90000},
		{"96 con limite 50: eccesso 41, comma 9", 960, 50, 910, 410, "9", 91000},
		{"200 con limite 130: eccesso 60,0 esatto, ancora comma 9", 2000, 130, 1900, 600, "9", 190000},
		{"200,1 con limite 130: eccesso 60,095 è già comma 9-bis", 2001, 130, 1900, 600, "9-bis", 190095},
		{"201 con limite 130: comma 9-bis", 2010, 130, 1909, 609, "9-bis", 190950},
		{"147 con limite 130: netta 139,65, nessun arrotondamento", 1470, 130, 1396, 96, "7", 139650},
		{"147,3 con limite 130: netta 139,935, eccesso 9,935, ancora comma 7", 1473, 130, 1399, 99, "7", 139935},
		{"119 con limite 103: netta 113,05, eccesso 10,05 è già comma 8", 1190, 103, 1130, 100, "8", 113050},
		{"55 con limite 50: la tolleranza cancella l'eccesso", 550, 50, 500, 0, "", 50000},
		{"56 con limite 50: eccesso 1, comma 7", 560, 50, 510, 10, "7", 51000},
		{"sotto il limite l'eccesso è negativo e si tronca verso il basso", 1473, 140, 1399, -1, "", 139935},
		{"meno di 5 km/h: la velocità considerata è zero", 30, 50, 0, -500, "", 0},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			v, err := cds.CalcolaVelocita(c.decimi, c.limite)
			if err != nil || v.NettaDecimi != c.netta || v.EccessoDecimi != c.eccesso || v.Comma != c.comma ||
				v.NettaMillesimi != c.nettaMillesimi || v.EccessoMillesimi != c.nettaMillesimi-1000*c.limite {
				t.Errorf("%+v, %v", v, err)
			}
			controllaSpiegazione(t, 0, v.Spiegazione)
		})
	}
}

func TestCalcolaVelocitaSpiegaConLaVirgola(t *testing.T) {
	t.Parallel()
	for decimi, atteso := range map[int]string{
		1480: "Velocità rilevata 148 km/h, riduzione del 5 % e almeno di 5 km/h: 7,4 km/h; velocità considerata 140,6 km/h.",
		1470: "Velocità rilevata 147 km/h, riduzione del 5 % e almeno di 5 km/h: 7,35 km/h; velocità considerata 139,65 km/h.",
		1473: "Velocità rilevata 147,3 km/h, riduzione del 5 % e almeno di 5 km/h: 7,365 km/h; velocità considerata 139,935 km/h.",
		1001: "Velocità rilevata 100,1 km/h, riduzione del 5 % e almeno di 5 km/h: 5,005 km/h; velocità considerata 95,095 km/h.",
		1200: "Velocità rilevata 120 km/h, riduzione del 5 % e almeno di 5 km/h: 6 km/h; velocità considerata 114 km/h.",
	} {
		v, err := cds.CalcolaVelocita(decimi, 50)
		if err != nil || v.Spiegazione[0].Testo != atteso {
			t.Errorf("%d: %q, %v", decimi, v.Spiegazione[0].Testo, err)
		}
	}
}

func TestCalcolaVelocitaRifiuta(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		campo          string
		decimi, limite int
	}{
		{"rilevata", 0, 50}, {"rilevata", -1, 50}, {"rilevata", 9991, 50}, {"rilevata", math.MaxInt, 50}, {"rilevata", math.MinInt, 50},
		{"limite", 600, 0}, {"limite", 600, 1000}, {"limite", 600, math.MinInt},
	} {
		_, err := cds.CalcolaVelocita(c.decimi, c.limite)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// The band agrees with exact rational arithmetic; a faster vehicle never falls into a milder band, a
// higher limit never into a harder one; what is shown never exceeds what counts.
func TestCalcolaVelocitaProprieta(t *testing.T) {
	t.Parallel()
	gravita := map[string]int{"": 0, "7": 1, "8": 2, "9": 3, "9-bis": 4}
	rapid.Check(t, func(t *rapid.T) {
		decimi, limite := rapid.IntRange(1, 9989).Draw(t, "rilevata"), rapid.IntRange(1, 998).Draw(t, "limite")
		v, err := cds.CalcolaVelocita(decimi, limite)
		veloce, err2 := cds.CalcolaVelocita(decimi+1, limite)
		largo, err3 := cds.CalcolaVelocita(decimi, limite+1)
		if err != nil || err2 != nil || err3 != nil {
			t.Fatal(err, err2, err3)
		}
		if gravita[veloce.Comma] < gravita[v.Comma] || gravita[largo.Comma] > gravita[v.Comma] {
			t.Fatalf("%d su %d: %q, %q, %q", decimi, limite, v.Comma, veloce.Comma, largo.Comma)
		}
		if atteso := commaEsatto(decimi, limite); v.Comma != atteso {
			t.Fatalf("%d su %d: comma %q, con le frazioni %q", decimi, limite, v.Comma, atteso)
		}
		if 100*v.NettaDecimi > v.NettaMillesimi || 100*v.EccessoDecimi > v.EccessoMillesimi || 100*v.EccessoDecimi+100 <= v.EccessoMillesimi {
			t.Fatalf("%d su %d: mostra più di quanto conta: %+v", decimi, limite, v)
		}
	})
}

// commaEsatto finds the band with rationals, as the law words it.
func commaEsatto(decimi, limite int) string {
	rilevata := big.NewRat(int64(decimi), 10)
	cinquePerCento := new(big.Rat).Mul(rilevata, big.NewRat(5, 100))
	minima := big.NewRat(5, 1)
	if cinquePerCento.Cmp(minima) > 0 {
		minima = cinquePerCento
	}
	eccesso := new(big.Rat).Sub(new(big.Rat).Sub(rilevata, minima), big.NewRat(int64(limite), 1))
	for _, f := range []struct {
		fino  int64
		comma string
	}{{0, ""}, {10, "7"}, {40, "8"}, {60, "9"}} {
		if eccesso.Cmp(big.NewRat(f.fino, 1)) <= 0 {
			return f.comma
		}
	}
	return "9-bis"
}

func BenchmarkVelocita(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.CalcolaVelocita(1473, 130); err != nil {
			b.Fatal(err)
		}
	}
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

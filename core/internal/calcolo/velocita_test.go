package calcolo

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// The worked speeds of the sheet (section 2), as they are asked on the page.
func TestVelocitaDellaScheda(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola, query, netta, comma string
		minimo                      importo.Cent
		punti                       int
	}{
		{"Reg. art. 345 c. 2: 148 with limit 130, 140,6 net, c. 8", "rilevata=148&limite=130", "140,6 km/h", "8", 17300, 3},
		{"Reg. art. 345 c. 2: below 100 the floor of 5 km/h", "rilevata=63&limite=50", "58,0 km/h", "7", 4200, 0},
		{"art. 142 c. 8: 66 in a 50 zone", "rilevata=66&limite=50", "61,0 km/h", "8", 17300, 3},
		{"art. 142 c. 7: 10 exactly is still c. 7", "rilevata=65&limite=50", "60,0 km/h", "7", 4200, 0},
		{"a decimal of the device is kept", "rilevata=65,1&limite=50", "60,1 km/h", "8", 17300, 3},
		{"art. 142 c. 11: a heavy vehicle", "rilevata=63&limite=50&pesante=si", "58,0 km/h", "7", 8400, 0},
		{"art. 195 c. 2-bis: at night one third more", "rilevata=63&limite=50&ora=23:00", "58,0 km/h", "7", 5600, 0},
		{"art. 126-bis: a new driver loses twice the points", "rilevata=148&limite=130&neopatentato=si", "140,6 km/h", "8", 17300, 6},
		{"within the limit", "rilevata=55&limite=50", "50,0 km/h", "", 0, 0},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaVelocita(chiede(t, c.query+"&giorno=2026-09-10"), sanzione.Iniziale(), oggi)
			if err != nil || p.Esito == nil {
				t.Fatalf("%v, faults %+v", err, p.guasti)
			}
			e := p.Esito
			if chilometri(e.NettaDecimi) != c.netta || e.Comma != c.comma || e.MinCent != c.minimo || e.Punti != c.punti {
				t.Errorf("%s, c. %s, from %s, %d points", chilometri(e.NettaDecimi), e.Comma, e.MinCent.Euro(), e.Punti)
			}
			if len(p.Spiegazione) == 0 || (c.comma == "") != strings.Contains(p.significato(), "rispettato") {
				t.Errorf("%d steps, %q", len(p.Spiegazione), p.significato())
			}
		})
	}
}

func TestVelocitaSbagliataDiceIlCampo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, query, campo string }{
		{"no speed", "limite=50&giorno=2026-09-10", "rilevata"},
		{"two decimals", "rilevata=148,55&limite=50&giorno=2026-09-10", "rilevata"},
		{"faster than any device measures", "rilevata=1000&limite=50&giorno=2026-09-10", "rilevata"},
		{"no limit", "rilevata=148&giorno=2026-09-10", "limite"},
		{"a limit that is none", "rilevata=148&limite=cinquanta&giorno=2026-09-10", "limite"},
		{"no day", "rilevata=148&limite=130", "giorno"},
		{"a day before the table", "rilevata=148&limite=130&giorno=1990-01-01", "giorno"},
		{"impossible time", "rilevata=148&limite=130&giorno=2026-09-10&ora=24:30", "ora"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := calcolaVelocita(chiede(t, c.query), sanzione.Iniziale(), oggi)
			if err != nil || p.Esito != nil || p.guasto(c.campo) == "" {
				t.Errorf("error %v, answer %+v, faults %+v", err, p.Esito, p.guasti)
			}
		})
	}
}

// From the speed one goes on to what it costs, on the same day.
func TestDallaVelocitaAllImporto(t *testing.T) {
	t.Parallel()
	p, err := calcolaVelocita(chiede(t, "rilevata=63&limite=50&giorno=2026-09-10&ora=23:00&pesante=si"), sanzione.Iniziale(), oggi)
	if err != nil || p.Esito == nil {
		t.Fatalf("%v, faults %+v", err, p.guasti)
	}
	_, query, _ := strings.Cut(string(p.quantoSiPaga()), "?")
	i, err := calcolaImporto(chiede(t, query), sanzione.Iniziale(), oggi)
	if err != nil || i.Esito == nil || i.Esito.Riga.Codice != p.Esito.Codice || i.Esito.Dovuto.DovutoCent != 7840 {
		t.Errorf("error %v, faults %+v, answer %+v", err, i.guasti, i.Esito)
	}
}

package conseguenze

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestUltimoGiornoPerSpedire: art. 201 c. 1 CdS, one row a rule.
func TestUltimoGiornoPerSpedire(t *testing.T) {
	t.Parallel()
	id := idProva(diObbligato)
	for _, c := range []struct {
		regola, accertamento string
		titolo               verbale.Titolo
		cambia               func(*Quadro)
		ultimo, dice         string
	}{
		{"ninety from the ascertainment, not from the violation", "2026-02-02", verbale.Obbligato, func(q *Quadro) { q.Violazione = ggmm("2026-01-20") }, "2026-05-03", "90 giorni dall'accertamento del 02/02/2026"},
		{"a Sunday does not move it", "2026-01-26", verbale.Obbligato, nil, "2026-04-26", "90 giorni"},
		{"nor does Christmas", "2026-09-26", verbale.Obbligato, nil, "2026-12-25", "90 giorni"},
		{"nor August", "2026-06-15", verbale.Obbligato, nil, "2026-09-13", "90 giorni"},
		{"ninety for a driver who was not stopped", "2026-02-02", verbale.Trasgressore, nil, "2026-05-03", "al trasgressore"},
		{"a hundred for the owner where the driver was stopped", "2026-02-02", verbale.Obbligato, func(q *Quadro) { q.Contestato = true }, "2026-05-13", "100 giorni"},
		{"but not for the driver", "2026-02-02", verbale.Trasgressore, func(q *Quadro) { q.Contestato = true }, "2026-05-03", "90 giorni"},
		{"three hundred and sixty abroad", "2026-02-02", verbale.Obbligato, func(q *Quadro) { q.Esteri[id] = true }, "2027-01-28", "360 giorni"},
		{"ninety of his own for who was named later", "2026-02-02", verbale.Trasgressore, func(q *Quadro) { q.Aperte[id] = ggmm("2026-04-20") }, "2026-07-19", "ha avuto i dati del destinatario, il 20/04/2026"},
		{"who was named early loses nothing of the hundred", "2026-02-02", verbale.Obbligato, func(q *Quadro) { q.Contestato, q.Aperte[id] = true, ggmm("2026-02-05") }, "2026-05-13", "100 giorni"},
		{"who was named late and lives abroad has the days of abroad: a person decides of more", "2026-02-02", verbale.Trasgressore,
			func(q *Quadro) { q.Esteri[id], q.Aperte[id] = true, ggmm("2027-01-20") }, "2027-01-28", "360 giorni"},
		{"without an ascertainment the violation counts", "", verbale.Obbligato, func(q *Quadro) { q.Violazione = ggmm("2026-02-02") }, "2026-05-03", "90 giorni"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			q := Quadro{Esteri: map[uuid.UUID]bool{}, Aperte: map[uuid.UUID]calendario.Giorno{}, Decise: map[uuid.UUID]bool{}}
			if c.accertamento != "" {
				q.Accertamento = ggmm(c.accertamento)
			}
			if c.cambia != nil {
				c.cambia(&q)
			}
			s, p, ultimo := vita.Stato{}, vita.Posizione{ID: id, Titolo: c.titolo}, ggmm(c.ultimo)
			if perche, err := FuoriTermine(s, q, p, ultimo); err != nil || perche != "" {
				t.Errorf("the last day is in time: %q %v", perche, err)
			}
			perche, err := FuoriTermine(s, q, p, ultimo.AddDays(1))
			if err != nil || !strings.Contains(perche, ultimo.Italiano()) || !strings.Contains(perche, c.dice) {
				t.Errorf("the day after: %q %v, want %s and %q", perche, err, ultimo.Italiano(), c.dice)
			}
		})
	}
}

// TestChiNonAspettaIlTermine: the rule is about acts that the command still has to hand over.
func TestChiNonAspettaIlTermine(t *testing.T) {
	t.Parallel()
	id := idProva(diObbligato)
	for regola, cambia := range map[string]func(*vita.Stato, *Quadro, *vita.Posizione){
		"who holds the report already":            func(_ *vita.Stato, _ *Quadro, p *vita.Posizione) { p.GiornoZero = ggmm("2026-02-02") },
		"an imported fine":                        func(s *vita.Stato, _ *Quadro, _ *vita.Posizione) { s.Importato = true },
		"an act of which a person has decided it": func(_ *vita.Stato, q *Quadro, _ *vita.Posizione) { q.Decise[id] = true },
	} {
		s, q, p := vita.Stato{}, Quadro{Accertamento: ggmm("2026-02-02"), Decise: map[uuid.UUID]bool{}}, vita.Posizione{ID: id, Titolo: verbale.Obbligato}
		if perche, err := FuoriTermine(s, q, p, ggmm("2026-06-01")); err != nil || perche == "" {
			t.Fatalf("it would be held: %q %v", perche, err)
		}
		cambia(&s, &q, &p)
		if perche, err := FuoriTermine(s, q, p, ggmm("2026-06-01")); err != nil || perche != "" {
			t.Errorf("%s: %q %v", regola, perche, err)
		}
	}
}

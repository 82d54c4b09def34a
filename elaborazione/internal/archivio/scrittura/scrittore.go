// Package scrittura changes the fines in PostgreSQL: the log of events and the tables that are projected from it, the
// numbers, the group commit of insertions, the messages that a change announces.
package scrittura

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/permutazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/group"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Scrittore changes the fines of every tenant; the tenant is in the context. It writes through pgx, one
// pipeline a transaction, because that is what an insertion costs.
type Scrittore struct {
	pools    *db.Pools
	adesso   func() time.Time
	blocchi  blocchi
	codiciAG blocchi                // of judicial acts
	gruppi   group.Group[richiesta] // the insertions of a tenant that come at the same time
}

// NuovoScrittore makes the writer; adesso is the clock.
func NuovoScrittore(p *db.Pools, adesso func() time.Time) *Scrittore {
	return &Scrittore{pools: p, adesso: adesso, blocchi: nuoviBlocchi(permutazione.Avvisi, "numero_avviso"),
		codiciAG: nuoviBlocchi(permutazione.AG, "numero_raccomandata")}
}

// Decisione looks at a fine and says what happens to it; no event is no change.
type Decisione func(vita.Stato) ([]vita.Evento, error)

// Messaggio is the message that a change answers to: taken once per consumer.
type Messaggio struct{ Consumatore, ID string }

// Applica changes a fine: it locks the row, asks decidi, checks each event with the pure function,
// appends and projects them, writes outbox and audit, and commits. Events keep their legal day when
// they have one and take the clock's otherwise. A message already taken changes nothing. 404 for a
// fine that the tenant does not have.
func (s *Scrittore) Applica(ctx context.Context, id uuid.UUID, decidi Decisione, da ...Messaggio) error {
	esiti, err := s.applicaTutti(ctx, []Cambio{{Verbale: id, Da: cmp.Or(da...), Decidi: decidi}})
	if err == nil {
		err = esiti[0]
	}
	return db.Wrap("verbale "+id.String(), err)
}

// giudica runs the decision on a fine. When the fine's persons were erased, any change or refusal becomes PersoneCancellate; a
// repetition that changes nothing stays valid.
func giudica(stato vita.Stato, decidi Decisione) ([]vita.Evento, error) {
	eventi, err := decidi(stato)
	if stato.Cancellato && (err != nil || len(eventi) > 0) {
		return nil, vita.PersoneCancellate().With(err)
	}
	return eventi, err
}

// sciolti are the fines that a change tells to be no longer possible doubles.
func sciolti(prima vita.Stato, passi []passo) []conseguenze.Sciolto {
	eventi := make([]vita.Evento, len(passi))
	for i, p := range passi {
		eventi[i] = p.evento
	}
	return conseguenze.Sciolti(prima, passi[len(passi)-1].dopo, eventi)
}

// vivi applies the events of a change at the clock's time.
func (s *Scrittore) vivi(prima vita.Stato, eventi []vita.Evento) ([]passo, error) {
	_, passi, err := vivi(prima, datati(eventi, s.adesso().Truncate(time.Microsecond))) // as the database keeps it
	return passi, err
}

// datati are events as they are recorded at an instant.
func datati(eventi []vita.Evento, ora time.Time) []vita.Evento {
	tutti := slices.Clone(eventi)
	for i := range tutti {
		tutti[i].Registrato = ora
		if tutti[i].DataLegale.IsZero() {
			tutti[i].DataLegale = calendario.Da(ora)
		}
	}
	return tutti
}

// cambio gathers the rows of a change: events, projection, outbox, audit.
func (w *scritture) cambio(ctx context.Context, prima vita.Stato, passi []passo) error {
	dopo, primo := passi[len(passi)-1].dopo, passi[0].evento
	eventi := make([]vita.Evento, len(passi))
	var corpi []event.Corpo
	prec := prima
	for i, p := range passi {
		eventi[i] = p.evento
		w.evento(p.dopo, p.evento)
		corpi = append(corpi, annunci(prec, p.dopo, p.evento)...)
		prec = p.dopo
	}
	w.proietta(prima, dopo, w.cambiDi(prima, primo.Registrato, eventi))
	corpi = append(corpi, cambiato(dopo, eventi))
	w.registra(accesso(ctx, db.Access{Attore: primo.Attore, Azione: vita.ElencoTipi(eventi), OggettoTipo: "verbale", Oggetto: dopo.ID.String(), Motivo: primo.Causa, Esito: string(dopo.Procedura)}))
	return w.pubblica(ctx, tenant.Name(ctx), corpi)
}

package portale

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// PassoNotifica is a step of a notification by SEND, as a citizen reads it: it names nobody. Superato: SEND corrected it, and it does
// not count.
type PassoNotifica struct {
	Quando   *time.Time `json:"quando,omitempty"`
	Testo    string     `json:"testo"`
	Superato bool       `json:"superato,omitempty"`
}

// suSend is an attempt by SEND.
type suSend struct {
	ID        uuid.UUID
	Stato     verbale.StatoInvio
	Chiesto   time.Time
	Accettato *time.Time
	Giorno    calendario.Giorno
	Via       cds.Canale
	Prevista  calendario.Giorno
	Elementi  []string
	Annullo   *time.Time
}

// racconti tell the attempts of some fines that left by SEND, by id.
func (s *Service) racconti(ctx context.Context, trovati []trovato) (map[uuid.UUID]racconto.Racconto, error) {
	var ids []uuid.UUID
	for _, t := range trovati {
		for _, n := range t.verbale.Notifiche {
			if !t.altrui {
				ids = append(ids, n.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil //nolint:nilnil // no attempts, no stories
	}
	invii, err := db.Every[suSend](ctx, s.Pools, "notifiche con SEND", `SELECT id, stato, chiesto, accettato, giorno, via, prevista, elementi, annullo
		FROM invio WHERE id = ANY ($1)`, ids)
	if err != nil || len(invii) == 0 {
		return nil, err
	}
	righe, err := db.Every[racconto.Riga](ctx, s.Pools, "notifiche con SEND", `SELECT invio, elemento, categoria, accaduto, superato, grezzo::text
		FROM invio_elemento WHERE invio = ANY ($1) ORDER BY invio, ordine`, ids)
	if err != nil {
		return nil, err
	}
	sequenze, tutti := racconto.Sequenze(righe), map[uuid.UUID]racconto.Racconto{}
	for _, i := range invii {
		tutti[i.ID] = racconto.Di(racconto.Tentativo{Stato: i.Stato, Chiesto: i.Chiesto, Accettato: i.Accettato, Giorno: i.Giorno, Via: i.Via,
			Prevista: i.Prevista, Elementi: i.Elementi, Annullo: i.Annullo}, sequenze[i.ID], nil, racconto.Cittadino)
	}
	return tutti, nil
}

// passiDi are the steps of a story.
func passiDi(r racconto.Racconto) (passi []PassoNotifica) {
	for _, p := range r.Passi {
		x := PassoNotifica{Testo: p.Testo, Superato: p.Superato}
		if !p.Quando.IsZero() {
			quando := orario(p.Quando)
			x.Quando = &quando
		}
		passi = append(passi, x)
	}
	return passi
}

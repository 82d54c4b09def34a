package lotto

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// decidi says what becomes of each item. For the post and for SEND a service begins with the item's id, under the lock
// of its fine; a fine that changed meanwhile is skipped with the reason, and so is one whose term of service
// has ended (art. 201 c. 1 CdS), which then waits for a person.
func (s *Service) decidi(ctx context.Context, tx pgx.Tx, l Lotto, righe []*riga) error {
	if l.Tipo != verbale.LottoPostale && l.Tipo != verbale.LottoSend {
		for _, r := range righe {
			if r.stato = verbale.VoceOK; r.guasto != nil {
				r.stato, r.motivo = r.guasto.stato, r.guasto.motivo
			}
		}
		return nil
	}
	per, ids := perVerbale(righe)
	termini, err := s.Archivio.TerminiIn(ctx, tx, ids)
	if err != nil {
		return err
	}
	piani, err := pianiDi(ctx, tx, ids)
	if err != nil {
		return err
	}
	oggi := calendario.Da(s.Adesso())
	esito, err := s.Archivio.ApplicaIn(ctx, tx, ids, func(stato vita.Stato) ([]vita.Evento, error) {
		var eventi []vita.Evento
		for _, r := range per[stato.ID] {
			nuovi, err := r.parte(stato, termini, l, oggi)
			if err != nil {
				return nil, err
			}
			eventi = append(eventi, piani[r.posizione].spiega(r, l, nuovi)...)
		}
		return eventi, nil
	})
	if err != nil {
		return err
	}
	for id, rifiuto := range esito.Rifiutati {
		for _, r := range per[id] {
			r.stato, r.motivo = verbale.VoceErroreRipetibile, rifiuto.Error()
		}
	}
	for _, r := range righe {
		if r.stato == "" {
			r.stato, r.motivo = verbale.VoceErroreDefinitivo, "Il verbale non c'è più."
		}
	}
	return nil
}

// The reasons of acts that wait for a person, as a preview counts them.
const (
	genereTermine   = "Il termine per notificare è finito: decide una persona."
	genereMinorenne = "Il destinatario è minorenne: decide una persona."
)

// perVerbale groups items by their fine, in the order in which fines come.
func perVerbale(righe []*riga) (per map[uuid.UUID][]*riga, ids []uuid.UUID) {
	per = map[uuid.UUID][]*riga{}
	for _, r := range righe {
		if per[r.verbale] == nil {
			ids = append(ids, r.verbale)
		}
		per[r.verbale] = append(per[r.verbale], r)
	}
	return per, ids
}

// parte says what becomes of an item for the post or for SEND on a day, and what happens to its fine.
func (r *riga) parte(stato vita.Stato, termini conseguenze.Termini, l Lotto, oggi calendario.Giorno) ([]vita.Evento, error) {
	if r.motivo = stato.NonSpedibile(r.posizione); r.motivo != "" {
		r.stato = verbale.VoceSaltata
		return nil, nil
	}
	if r.motivo = stato.Trattiene(); r.motivo != "" {
		r.stato, r.motivo = verbale.VoceErroreRipetibile, r.motivo+" Decisa l'anomalia, la voce si riprova."
		return nil, nil
	}
	p, _ := stato.Posizione(r.posizione)
	if p.Atto != r.atto {
		r.stato, r.motivo = verbale.VoceErroreRipetibile, "L'atto è stato stampato di nuovo mentre il lotto si lavorava: va riprovato."
		return nil, nil
	}
	if l.Tipo == verbale.LottoPostale && l.Automatico && piano.Domiciliato(stato, p) { // found while the act lay in the lot
		r.stato, r.motivo = verbale.VoceSaltata, "Il destinatario ha un domicilio digitale: l'atto si manda lì, ed è fra quelli con domicilio digitale, da mandare."
		return nil, nil
	}
	if v, c := stato.VisuraInAttesa(r.posizione); l.Automatico && c && v.Stato == verbale.VisuraChiesta {
		r.stato, r.motivo = verbale.VoceErroreRipetibile, "Si aspetta ancora la risposta di un registro ("+v.Registro.Parola()+"): quando c'è, la voce si riprova."
		return nil, nil
	}
	perche, chiama, err := termini.Trattiene(stato, r.posizione, oggi)
	switch {
	case err != nil:
		return nil, err
	case perche != "":
		r.stato, r.motivo, r.genere = verbale.VoceSaltata, perche, genereTermine
		if termini[stato.ID].Minorenni[r.posizione] != "" {
			r.genere = genereMinorenne
		}
		return chiama, nil
	case r.guasto != nil: // before a service begins with what cannot leave
		r.stato, r.motivo = r.guasto.stato, r.guasto.motivo
		return nil, nil
	}
	if l.Tipo == verbale.LottoSend {
		q := termini[stato.ID]
		entro, err := q.Entro(p)
		r.stato = verbale.VoceInAttesa
		return []vita.Evento{conseguenze.AffidatoASend(conseguenze.Spedito(r.posizione, r.id, l.Nome, oggi), r.sha256, entro)}, err
	}
	r.stato = verbale.VoceOK
	return []vita.Evento{conseguenze.Spedito(r.posizione, r.id, l.Nome, oggi)}, nil
}

// pianificata is what the plan says of a position.
type pianificata struct {
	Posizione            uuid.UUID
	Aspetta, Via, Perche string
}

// pianiDi reads what the plan says of the positions of some fines.
func pianiDi(ctx context.Context, tx pgx.Tx, verbali []uuid.UUID) (map[uuid.UUID]pianificata, error) {
	righe, err := lettura.Righe(ctx, tx, pgx.RowToStructByPos[pianificata], `SELECT posizione, aspetta, via, perche FROM piano WHERE verbale = ANY ($1)`, verbali)
	piani := make(map[uuid.UUID]pianificata, len(righe))
	for _, r := range righe {
		piani[r.Posizione] = r
	}
	return piani, err
}

// spiega keeps with the dispatch of an item why the plan chose its way. Of a lot that the platform filled, an act that by now leaves by
// another way, or waits for a person, does not leave.
func (p pianificata) spiega(r *riga, l Lotto, eventi []vita.Evento) []vita.Evento {
	for i, e := range eventi {
		x, parte := e.Dati.(vita.NotificaAvviata)
		switch {
		case !parte:
		case l.Automatico && p.Aspetta == string(verbale.AttesaPersona):
			r.stato, r.motivo = verbale.VoceErroreRipetibile, p.Perche
			return nil
		case p.Via == x.Canale:
			x.Perche = p.Perche
			eventi[i].Dati = x
		case l.Automatico && p.Via != "":
			r.stato, r.motivo = verbale.VoceSaltata, piano.AltraVia
			return nil
		}
	}
	return eventi
}

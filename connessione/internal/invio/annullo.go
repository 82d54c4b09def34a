package invio

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// nonPartita is the code of a cancellation before anything left.
const nonPartita = "NON_PARTITA"

// Annulla asks SEND to cancel a notification. The cancellation takes effect when its element appears in the timeline. An attempt that
// never left ends at once. Errors: 404 for an unknown notification, 409 NOTIFICA_IN_VALIDAZIONE while SEND has given no IUN.
func (s *Service) Annulla(ctx context.Context, q event.DomandaAnnullo) (r event.RispostaAnnullo, err error) {
	id, ok := codici.ID(q.ID)
	if !ok {
		return r, problem.NonTrovato("notifica", q.ID)
	}
	if no := motivo(&q.Motivo); no != nil {
		return r, problem.NonValido(no...)
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	i, err := uno(ctx, database.Pool, `WHERE i.id = $1`, id)
	switch {
	case err != nil:
		return r, err
	case i == nil:
		return r, problem.NonTrovato("notifica", q.ID)
	case i.Stato.Finito():
		return event.RispostaAnnullo{ID: q.ID, Stato: string(i.Stato), Codice: i.AnnulloCodice}, nil
	case i.IUN == "":
		return s.annullaQui(ctx, database, i.ID, q)
	}
	return s.annullaDaSend(ctx, database, i, q)
}

// annullaQui ends an attempt of which nothing is at SEND, with who asked for it, in one commit: what leaves looks at both.
func (s *Service) annullaQui(ctx context.Context, database *db.Database, id uuid.UUID, q event.DomandaAnnullo) (event.RispostaAnnullo, error) {
	perche := []racconto.Rifiuto{{Codice: event.InvioAnnullatoPrima, Dettaglio: "annullata prima di partire"}}
	i, err := s.chiudeSe(ctx, tenant.Name(ctx), id, perche, func(i *Invio, lotto *pgx.Batch) error {
		if i.IUN != "" || !i.mai() {
			return problem.Conflitto("NOTIFICA_IN_VALIDAZIONE", "SEND non ha ancora detto se accetta la notifica: si annulla dopo la sua risposta.")
		}
		s.accodaAnnullo(ctx, lotto, id, q, nonPartita)
		return nil
	})
	switch {
	case err == nil:
		return event.RispostaAnnullo{ID: q.ID, Stato: string(Rifiutata), Codice: nonPartita}, nil
	case !errors.Is(err, errNiente):
		return event.RispostaAnnullo{}, err
	case i == nil:
		return event.RispostaAnnullo{}, problem.NonTrovato("notifica", q.ID)
	case i.Stato.Finito():
		return event.RispostaAnnullo{ID: q.ID, Stato: string(i.Stato), Codice: i.AnnulloCodice}, nil
	}
	return s.annullaDaSend(ctx, database, i, q) // SEND has accepted it meanwhile
}

// mai reports that SEND cannot have the attempt: its request never left, or SEND refused it for a notice in use.
func (i *Invio) mai() bool {
	return i.Lasciata == nil || i.Persona == personaAvviso
}

func (s *Service) annullaDaSend(ctx context.Context, database *db.Database, i *Invio, q event.DomandaAnnullo) (r event.RispostaAnnullo, err error) {
	c, err := s.Canali.Apri(tenant.Name(ctx))
	if err != nil {
		return r, problem.Conflitto("SEND_NON_COLLEGATA", "SEND non è collegato: "+err.Error()+".").With(err)
	}
	chi, _ := auth.From(ctx)
	codice, err := c.Annulla(ctx, send.Chi{Tenant: tenant.Name(ctx), Attore: chi.User, Motivo: "ANNULLAMENTO", IDVerbale: i.Verbale.String()}, i.IUN)
	switch {
	case errors.Is(err, esterno.ErrNotFound):
		return r, problem.NonTrovato("notifica in SEND", i.IUN).With(err)
	case err != nil:
		return r, problem.NonDisponibile("SEND_NON_RISPONDE", "SEND non ha risposto: l'annullamento si può chiedere di nuovo.").With(err)
	case codice == parole.AnnullaRifiutata:
		return r, problem.Conflitto("NOTIFICA_RIFIUTATA", "SEND ha rifiutato la notifica: non c'è nulla da annullare.")
	}
	if err := s.annullo(ctx, database, i.ID, q, codice); err != nil {
		return r, err
	}
	return event.RispostaAnnullo{ID: q.ID, Stato: string(i.Stato), Codice: codice}, nil
}

// annullo records who asked for a cancellation, why, and what SEND answered.
func (s *Service) annullo(ctx context.Context, database *db.Database, id uuid.UUID, q event.DomandaAnnullo, codice string) error {
	var lotto pgx.Batch
	s.accodaAnnullo(ctx, &lotto, id, q, codice)
	return database.Send(ctx, &lotto)
}

// accodaAnnullo queues who asked for a cancellation and what was answered, with the line of the register.
func (s *Service) accodaAnnullo(ctx context.Context, lotto *pgx.Batch, id uuid.UUID, q event.DomandaAnnullo, codice string) {
	chi, _ := auth.From(ctx)
	lotto.Queue(`UPDATE invio SET annullo = coalesce(annullo, $2), annullo_da = $3, annullo_perche = $4, annullo_codice = $5 WHERE id = $1`,
		id, s.Adesso(), chi.User, q.Motivo, codice)
	db.QueueAudit(lotto, []db.Access{{Attore: chi.User, Azione: "SEND_ANNULLO", OggettoTipo: "notifica", Oggetto: id.String(), Motivo: q.Motivo, Esito: codice,
		Indirizzo: q.Indirizzo}})
}

// Canale says how the command of the context is connected to SEND.
func (s *Service) Canale(ctx context.Context, _ event.DomandaCanale) (r event.StatoCanale, err error) {
	c, nonCollegata := s.Canali.Apri(tenant.Name(ctx))
	if nonCollegata != nil {
		return event.StatoCanale{Perche: nonCollegata.Error()}, nil //nolint:nilerr // the answer says why there is no connection
	}
	r = event.StatoCanale{Collegata: true, Server: server(c.scelto.Indirizzo), Versioni: []string{c.scelto.Richieste, c.scelto.Notifiche, c.scelto.Flussi}}
	rifiuto, err := s.rifiutato(ctx)
	if rifiuto != nil {
		r.Codice, r.PausaDal, r.PausaFino = rifiuto.Codice, &rifiuto.Dal, &rifiuto.Fino
		r.Perche = "SEND non lascia entrare il comando: " + rifiuto.Codice
	}
	return r, err
}

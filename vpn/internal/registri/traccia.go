package registri

import (
	"cmp"
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// domanda is a look-up as its record has it. chiave is what a negative answer is remembered under, empty: it is not.
type domanda struct {
	cosa, attore, chiave string
	verbale              uuid.UUID
	annota               func(libro.Riga) // nil: a line is written as it comes
}

// sistema is who asks when nobody does.
const sistema = "sistema"

func domandaDi(d registro.Domanda, cosa, chiave string) domanda {
	return domanda{cosa: cosa, chiave: chiave, attore: d.Attore, verbale: d.Verbale, annota: d.Annota}
}

func domandaDiPatente(d registro.DomandaPatente) domanda {
	return domanda{cosa: libro.Patente, attore: d.Attore, verbale: d.Verbale}
}

// traccia is the record of a look-up at one register.
type traccia struct {
	ctx context.Context //nolint:containedctx // it lives as long as the look-up
	s   *Scelta
	c   scelto
	d   domanda
}

// Gia gives the negative answer that a part has had within the day.
func (t traccia) Gia(parte string) error {
	if t.d.chiave == "" {
		return nil // a person who asks is answered anew
	}
	e, err := t.s.o.Store.Ricordata(t.ctx, ricordoDi(t.c.posto.String(), parte, t.d.chiave))
	switch {
	case err != nil:
		return err
	case e == nil:
		return nil
	}
	return e
}

// Annota records an answer with its cost, and each question that brought none, also when the caller has gone. A question that
// never left is no row; a refusal costs nothing.
func (t traccia) Annota(parte string, risposta error, perse int) error {
	ctx := context.WithoutCancel(t.ctx)
	t.d.attore = cmp.Or(t.d.attore, sistema)
	for range perse {
		if err := t.s.o.Store.aggiungi(ctx, t.c.registro, t.d, libro.SenzaRisposta, t.c.suo.CostoMillesimi); err != nil {
			return err
		}
	}
	esito, costo := esterno.Found, t.c.suo.CostoMillesimi
	e := esterno.As(risposta)
	switch {
	case risposta == nil:
	case e == nil || e.Attempts == 0 || errors.Is(risposta, esterno.ErrUnavailable):
		return nil
	case errors.Is(risposta, esterno.ErrInvalidAnswer):
		esito = string(verbale.IndagineRispostaNonUtilizzabile)
	case errors.Is(risposta, esterno.ErrNotFound), errors.Is(risposta, registro.ErrAltroGiorno):
		esito = parolaDi(e.Code, string(verbale.IndagineNonPresente))
	default:
		esito, costo = parolaDi(e.Code, string(verbale.IndagineRichiestaRifiutata)), 0
	}
	if err := t.s.o.Store.aggiungi(ctx, t.c.registro, t.d, esito, costo); err != nil || t.d.chiave == "" {
		return err
	}
	return t.s.o.Store.Ricorda(ctx, ricordoDi(t.c.posto.String(), parte, t.d.chiave), risposta)
}

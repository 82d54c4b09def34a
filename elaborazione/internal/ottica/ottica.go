// Package ottica records on the fines what a person confirmed of a picture that ocr read: a return receipt is an outcome of service, a
// payment slip is a payment.
package ottica

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Durevole is what this package works.
const Durevole = "elaborazione-lettura-confermata"

// Service records confirmed readings.
type Service struct {
	Store    Store
	Esiti    *esitopostale.Service
	Pratiche *pratica.Service
}

// Confermata takes fatti.<tenant>.lettura.confermata. What the fine refuses stops the message for a person, with the reason.
func (s *Service) Confermata(ctx context.Context, m bus.Message) error {
	var x event.LetturaConfermata
	if err := m.Decode(&x); err != nil {
		return err
	}
	id, err := uuid.Parse(x.IDLettura)
	if err != nil {
		return bus.Permanent(fmt.Errorf("ottica: idLettura: %w", err))
	}
	if tipo := verbale.TipoLettura(x.Tipo); tipo != verbale.LetturaAvviso && tipo != verbale.LetturaBollettino {
		return nil
	}
	l, err := s.Store.leggi(ctx, id)
	if errors.Is(err, errAssente) {
		return bus.Permanent(fmt.Errorf("%w: %s", err, id))
	}
	if err != nil {
		return err
	}
	if l.tipo == verbale.LetturaAvviso {
		err = s.ricevuta(ctx, scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}, id, l)
	} else {
		err = s.bollettino(auth.With(ctx, auth.Identity{User: l.attore}), l)
	}
	if p := problem.As(err); p != nil && p.Kind != problem.Unavailable && p.Kind != problem.Internal {
		return bus.Permanent(err)
	}
	return err
}

func (s *Service) ricevuta(ctx context.Context, da scrittura.Messaggio, id uuid.UUID, l lettura) error {
	r := esitopostale.Ricevuta{Lettura: id, Verbale: l.verbale, Posizione: l.posizione, Codice: l.campi["codice"], CodiceAtto: l.campi["codiceAtto"],
		Esito: l.campi["esito"], Firma: l.campi["firma"], SHA256: l.sha256, Attore: l.attore}
	for nome, dove := range map[string]*calendario.Giorno{"data": &r.Data, "dataCad": &r.DataCad} {
		if l.campi[nome] == "" {
			continue
		}
		g, err := calendario.Parse(l.campi[nome])
		if err != nil {
			return problem.CampoNonValido(nome, "non è un giorno")
		}
		*dove = g
	}
	return s.Esiti.Registra(ctx, da, r)
}

// bollettino records the payment of a slip. Its reference is made of notice and day, so that a second picture of it pays nothing.
func (s *Service) bollettino(ctx context.Context, l lettura) error {
	cent, err := strconv.ParseInt(l.campi["importoCent"], 10, 64)
	if err != nil {
		return problem.CampoNonValido("importoCent", "non è un numero")
	}
	avviso, giorno := l.campi["numeroAvviso"], l.campi["data"]
	_, _, err = s.Pratiche.RegistraPagamento(ctx, conseguenze.RichiestaPagamento{NumeroAvviso: avviso, ImportoCent: &cent, Data: giorno,
		Canale: string(verbale.PagamentoPosta), Riferimento: "bollettino " + avviso + " " + giorno})
	return err
}

package portale

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Contenuto is a document ready to be sent.
type Contenuto struct {
	Nome, Mime string
	Byte       []byte
}

// documenti lists what the caller may open: the command's roles everything, a person the papers of
// their own position, anyone the anonymous notice while one of these notices may be paid with it.
func (s *Service) documenti(chi Chiamante, v *lettura.Verbale, opzioni []pagamento.Opzione) []Documento {
	tutti := []Documento{}
	for _, d := range v.Documenti {
		id := d.ID.String()
		x := Documento{ID: id, Tipo: d.Tipo, Nome: d.Nome, Mime: d.Mime, Byte: d.Byte, Creato: orario(d.Creato), URL: s.url(id), Superato: v.Superato(d)}
		p := v.Posizione(d.Posizione)
		switch {
		case chi.Can(auth.PermessoVerbalePdf), p != nil && chi.suo(*p):
		case d.Tipo == verbale.DocumentoAnonimo && siPagaCon(v, &d, opzioni):
			indirizzo, scade := s.collegamento(chi.Tenant, id)
			x.URL, x.Scade = indirizzo, &scade
		default:
			continue
		}
		tutti = append(tutti, x)
	}
	return tutti
}

func (s *Service) url(id string) string { return s.Base + "/documenti/" + id }

// collegamento makes the short-lived link to a document.
func (s *Service) collegamento(nome, id string) (string, time.Time) {
	token, scade := s.Sigillo.Chiudi(nome, id)
	return s.url(id) + "?gettone=" + token, orario(scade)
}

// Documento gives a document to a proven caller: to the command's roles that may, and to the person
// whose position it is of; to any other it does not exist.
func (s *Service) Documento(ctx context.Context, chi Chiamante, id string) (Contenuto, error) {
	if !chi.Can(auth.PermessoVerbalePdf) && chi.comando() {
		return Contenuto{}, problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	}
	d, trovato, err := s.cerca(ctx, id)
	if err != nil {
		return Contenuto{}, err
	}
	if !trovato || !chi.Can(auth.PermessoVerbalePdf) && !chi.stesso(d.CodiceFiscale) {
		return Contenuto{}, problem.NonTrovato("documento", id)
	}
	return s.consegna(ctx, d, db.Access{Attore: chi.User, Indirizzo: chi.Indirizzo})
}

// DocumentoDaCollegamento gives the anonymous notice to a citizen who holds its link, as long as it may be paid: a paper
// that asks for money nobody owes is not handed out.
func (s *Service) DocumentoDaCollegamento(ctx context.Context, id, token, indirizzo string) (Contenuto, error) {
	meta, err := s.Sigillo.Apri(token)
	switch {
	case errors.Is(err, collegamento.ErrScaduto):
		return Contenuto{}, problem.Vietato("COLLEGAMENTO_SCADUTO", "Il collegamento è scaduto: ripetere la consultazione.")
	case err != nil, meta.Documento != id:
		return Contenuto{}, problem.Vietato("COLLEGAMENTO_NON_VALIDO", "Il collegamento non è valido: ripetere la consultazione.")
	}
	t, err := s.Tenant.Find(ctx, meta.Tenant)
	if err != nil {
		return Contenuto{}, err
	}
	ctx = tenant.With(ctx, t)
	d, trovato, err := s.cerca(ctx, id)
	if err != nil {
		return Contenuto{}, err
	}
	if !trovato || d.Tipo != verbale.DocumentoAnonimo {
		return Contenuto{}, problem.NonTrovato("documento", id)
	}
	if !d.Pagabile {
		return Contenuto{}, problem.Vietato("AVVISO_NON_PAGABILE", "L'avviso non si paga più, perché il verbale è pagato, annullato o chiuso: ripetere la consultazione.")
	}
	return s.consegna(ctx, d, db.Access{Attore: anonimo, Indirizzo: indirizzo})
}

// cerca reads the row; an id of another shape names nothing.
func (s *Service) cerca(ctx context.Context, id string) (d lettore.Documento, trovato bool, err error) {
	suo, ok := codici.ID(id)
	if !ok {
		return d, false, nil
	}
	return s.Verbali.Documento(ctx, suo)
}

// consegna records the reading and reads the file.
func (s *Service) consegna(ctx context.Context, d lettore.Documento, a db.Access) (Contenuto, error) {
	dati, err := s.Deposito.Leggi(ctx, tenant.Name(ctx), d.SHA256)
	if err != nil {
		return Contenuto{}, fmt.Errorf("portale: documento %s: %w", d.ID, err)
	}
	a.Azione, a.OggettoTipo, a.Oggetto, a.Motivo, a.Esito = "documento", "documento", d.ID.String(), string(d.Tipo), esitoConsegnato
	if err := s.registra(ctx, a); err != nil {
		return Contenuto{}, err
	}
	return Contenuto{Nome: d.Nome, Mime: d.Mime, Byte: dati}, nil
}

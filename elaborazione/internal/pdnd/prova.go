package pdnd

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// motivoProva is why PDND is asked in a try.
const motivoProva = "PROVA"

// Prova asks for a new voucher with everything that the e-service wants, for the caller of the context; where connessione has a
// harmless call to the e-service, it is made too. What PDND answers is an outcome; an error is that the try could not be made or recorded.
func (s *Service) Prova(ctx context.Context, q event.DomandaProvaPdnd) (event.ProvaPdnd, error) {
	t, _ := tenant.From(ctx)
	chi, ok := auth.From(ctx)
	if !ok {
		return event.ProvaPdnd{}, problem.SenzaCredenziali()
	}
	u, err := s.uso(t.Nome, q.EService)
	if p := problem.As(err); p != nil && u.Nome == "" {
		return event.ProvaPdnd{}, problem.NonTrovato("e-service", q.EService)
	}
	r := event.ProvaPdnd{EService: q.EService}
	if err == nil {
		r, err = s.tenta(ctx, u, chi.User)
	}
	registra := esterno.Audit(ctx, s.Pools, db.Access{Attore: chi.User, Azione: "PDND_PROVA", OggettoTipo: "eService", Oggetto: q.EService,
		Motivo: motivoProva, Indirizzo: q.Indirizzo}, err)
	if registra != nil {
		return event.ProvaPdnd{}, registra
	}
	if p := problem.As(err); p != nil {
		r.Frase, err = p.Dettaglio, nil
	}
	return r, err
}

// tenta makes the headers of a call with a body that is empty.
func (s *Service) tenta(ctx context.Context, u uso, chi string) (event.ProvaPdnd, error) {
	vuoto := sha256.Sum256(nil)
	risposta, v, err := s.intestazioni(ctx, chiamata{prova: true, DomandaFirma: event.DomandaFirma{
		DomandaVoucher: event.DomandaVoucher{Tenant: u.Tenant, EService: u.Nome, Metodo: http.MethodPost, Indirizzo: u.Audience, Attore: chi, Motivo: motivoProva},
		Digest:         base64.StdEncoding.EncodeToString(vuoto[:]), ContentType: "application/json"}})
	r := event.ProvaPdnd{EService: u.Nome, Kid: v.Kid, Audience: v.Audience}
	if no, ok := errors.AsType[*rifiuto](err); ok {
		r.Asserzione = no.Asserzione
	}
	if err != nil {
		return r, err
	}
	r.Riuscita, r.IDVoucher, r.Scade = true, risposta.IDVoucher, risposta.Scade
	r.Frase = fmt.Sprintf("La PDND ha dato un voucher che vale %s.", durata(v.Dura))
	if audience := audienceFirma(u, v); audience != u.Audience {
		r.Riuscita = false
		r.Frase += " Ma " + cureAudience(u, []string{audience}) + " Così l'e-service rifiuterà le chiamate."
	}
	if fruizione.ServizioAnpr(u.Nome) != "" && r.Riuscita {
		if err := s.chiama(ctx, u, chi, &r); err != nil {
			return r, err
		}
	}
	r.Frase += fraseOrologio(u.Autorita)
	return r, nil
}

// chiama has the harmless call made and adds what the e-service itself says to a try whose voucher was had.
func (s *Service) chiama(ctx context.Context, u uso, chi string, r *event.ProvaPdnd) error {
	sua, err := s.Chiama(ctx, event.DomandaProvaEService{Tenant: u.Tenant, EService: u.Nome, Attore: chi})
	if p := problem.As(err); p != nil {
		r.Riuscita = false
		r.Frase += " La chiamata di prova all'e-service non si è fatta: " + p.Dettaglio + " Riprovare più tardi."
		return nil //nolint:nilerr // that the call could not be made is what the try came to
	}
	if err != nil {
		return err
	}
	if r.Riuscita = sua.Accettata; r.Riuscita {
		r.Frase += " " + sua.Frase
		return nil
	}
	r.Frase += fmt.Sprintf(" Ma %s Adesso l'e-service è impostato così: schemi %s; postazione «%s»; livello «%s»; finalità %s.", sua.Frase,
		strings.Join(u.Schemi, ", "), u.Postazione, u.Livello, u.Finalita)
	return nil
}

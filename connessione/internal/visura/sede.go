package visura

import (
	"context"
	"encoding/json"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Sedi is the business register, as the command of the context is connected to it: companies are not in the population register,
// and are served where they have their registered office.
type Sedi interface {
	Nome() string // as people call it, with its article
	Collegata(ctx context.Context) bool
	Sede(ctx context.Context, q interrogazione.Richiesta, codiceFiscale string) (Sede, error)
}

// Sede is what the business register says of a company today. Millesimi is what it cost, in thousandths of a euro.
type Sede struct {
	residenza.Risposta

	Alle      time.Time // as the register says; zero where it does not
	Impronta  string    // SHA-256 of what it wrote, hexadecimal
	Millesimi int64
}

// FonteImprese is the business register, as answers name it.
const FonteImprese = string(verbale.ArchivioImprese)

// conSede reports whether the seat of a body can be asked for.
func (s Service) conSede(ctx context.Context) bool { return s.Sedi != nil && s.Sedi.Collegata(ctx) }

// sede asks for a registered office and stores the answer before it shows it.
func (s Service) sede(ctx context.Context, q interrogazione.Richiesta, chi Chi, r interrogazione.Riga, altro Altro) (Visura, error) {
	x, err := s.Sedi.Sede(ctx, q, chi.CodiceFiscale)
	if err != nil {
		return Visura{}, s.Store.Fallita(ctx, q, nota(r), interrogazione.Spiega(s.Sedi.Nome(), err))
	}
	x.Data = chi.Data
	r.Alle, r.Esito, r.Fonte = s.Adesso(), x.Esito, FonteImprese
	r.Costi = map[string]int64{FonteImprese: x.Millesimi}
	r.Impronta, r.Pratica = x.Impronta, q.Pratica
	if !x.Alle.IsZero() {
		r.Dichiarato = &x.Alle
	}
	if r.Risposta, err = json.Marshal(x.Risposta); err != nil {
		return Visura{}, err
	}
	v, err := leggi(r)
	if err != nil {
		return v, err
	}
	return v, s.Store.Rispondi(ctx, r, q, nota(r), effetto(altro, v))
}

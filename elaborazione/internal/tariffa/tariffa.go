// Package tariffa finds the fines that were priced by a row of the table of violations that has since been corrected, and
// calls a person where one asks for it. It changes no fine otherwise: a served act never changes in silence.
package tariffa

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// Service compares the fines of the context's tenant with the table in use.
type Service struct {
	Archivio *archivio.Store
	Lettore  lettore.Lettore
	Tabella  func(context.Context) (*sanzione.Tabella, error)
	Adesso   func() time.Time
	// AlPiu is how many fines get their anomaly in one request; 0 is a thousand.
	AlPiu int
}

// Pagina is a page of the fines concerned. Importati were passed over: another law priced them; it is counted on the first
// page, 0 after. Cursore is empty on the last page.
type Pagina struct {
	Tabella   string              `json:"tabella"` // its version: sixteen hexadecimal digits
	Elementi  []revisione.Verbale `json:"elementi"`
	Importati int                 `json:"importati"`
	Cursore   string              `json:"cursore,omitempty"`
}

// Elenca gives a page of at most so many fines.
func (s *Service) Elenca(ctx context.Context, f lettore.Corrette, quanti int) (Pagina, error) {
	p := Pagina{Elementi: []revisione.Verbale{}}
	var err error
	if f.Dopo == uuid.Nil {
		if p.Importati, err = s.Lettore.Importati(ctx, f.Tratto); err != nil {
			return p, err
		}
	}
	p.Tabella, err = s.Percorri(ctx, f, func(v revisione.Verbale) (bool, error) {
		if len(p.Elementi) == quanti {
			p.Cursore = p.Elementi[quanti-1].IDVerbale.String()
			return false, nil
		}
		p.Elementi = append(p.Elementi, v)
		return true, nil
	})
	return p, err
}

// Percorri gives the fines one after the other, in order of id, until altra says no; and the version of the table that they
// were compared with. Memory does not grow with their number.
func (s *Service) Percorri(ctx context.Context, f lettore.Corrette, altra func(revisione.Verbale) (bool, error)) (versione string, err error) {
	tabella, err := s.Tabella(ctx)
	if err != nil {
		return "", err
	}
	return tabella.Versione(), s.Lettore.Percorri(ctx, tabella, f, calendario.Da(s.Adesso()), altra)
}

// segnalatiAlPiu is how many fines get their anomaly in one request, where nothing else is said; perVolta in one transaction.
const (
	segnalatiAlPiu = 1000
	perVolta       = 200
)

// Segnala opens the anomaly TARIFFA_CORRETTA on the fines of the filter that leave a person something to do, at most
// AlPiu at a time. A fine that has it, open or settled, for the same correction is left as it is and does not count: the next call
// goes on from there.
func (s *Service) Segnala(ctx context.Context, f lettore.Corrette, attore, indirizzo string) (event.RispostaTariffe, error) {
	var r event.RispostaTariffe
	var gruppo []revisione.Verbale
	var ultimo uuid.UUID
	resta := func() int { return cmp.Or(s.AlPiu, segnalatiAlPiu) - r.Aperte - r.Occupati }
	ctx = scrittura.ConIndirizzo(ctx, indirizzo)
	_, err := s.Percorri(ctx, f, func(v revisione.Verbale) (bool, error) {
		if v.Rimedio == revisione.Lascia && f.Rimedio == "" {
			return true, nil
		}
		if len(gruppo) == min(perVolta, resta()) {
			if err := s.segnala(ctx, gruppo, attore, &r); err != nil {
				return false, err
			}
			gruppo = nil
		}
		if resta() == 0 {
			r.Cursore = ultimo.String()
			return false, nil
		}
		gruppo, ultimo = append(gruppo, v), v.IDVerbale
		return true, nil
	})
	if err == nil && len(gruppo) > 0 {
		err = s.segnala(ctx, gruppo, attore, &r)
	}
	return r, err
}

// chiaveDi is the key of idempotency of a correction of a fine.
func chiaveDi(v revisione.Verbale) string { return "tariffa:" + v.Impronta() }

// segnala opens those of a group, in one transaction.
func (s *Service) segnala(ctx context.Context, gruppo []revisione.Verbale, attore string, r *event.RispostaTariffe) error {
	chiavi := make(map[uuid.UUID]string, len(gruppo))
	for _, v := range gruppo {
		chiavi[v.IDVerbale] = chiaveDi(v)
	}
	gia, err := s.Archivio.ConChiave(ctx, chiavi)
	if err != nil {
		return err
	}
	voci, ids := map[uuid.UUID]revisione.Verbale{}, []uuid.UUID{}
	for _, v := range gruppo {
		if gia[v.IDVerbale] {
			r.Gia++
			continue
		}
		voci[v.IDVerbale], ids = v, append(ids, v.IDVerbale)
	}
	if len(ids) == 0 {
		return nil
	}
	esito, err := s.Archivio.ApplicaMolti(ctx, ids, func(stato vita.Stato) ([]vita.Evento, error) {
		v := voci[stato.ID]
		return []vita.Evento{{Attore: attore, Idempotenza: chiaveDi(v), Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
			Apre: vita.ApriAnomalia(verbale.AnomaliaTariffaCorretta, v.Testo())}}, nil
	})
	r.Aperte += len(esito.Cambiati)
	r.Occupati += esito.Occupati + len(esito.Rifiutati)
	return err
}

package integratore

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Flusso is a piece of the feed of what changed.
type Flusso struct {
	Variati []scrittura.Variato
	Cursore string // to go on from
	Altri   bool   // there is more to read at once
}

// Variazioni gives the fines of the caller's integrator that changed after a cursor, each once and as
// it is now. 400 with the field cursore for a cursor that was not given to this integrator.
//
// A change takes the fine out of the feed (variazione is null); reading puts it back at the end. Numbers
// are given by one reader at a time, after the changes have been committed: no commit, however late, can
// stand before a number already read.
func (s *Service) Variazioni(ctx context.Context, cursore string, massimo int) (e Flusso, err error) {
	chi, _, err := s.Ufficio.Richiedente(ctx)
	if err != nil {
		return e, err
	}
	integratore, err := s.Ufficio.Integratore(ctx, chi)
	if err != nil {
		return e, err
	}
	da := puntoLettura{tenant: tenant.Name(ctx), integratore: integratore}
	if da.numero, err = da.leggi(cursore); err != nil {
		return e, err
	}
	if e.Variati, err = s.Archivio.Variati(ctx, integratore, da.numero, massimo+1); err != nil {
		return e, err
	}
	if e.Altri = len(e.Variati) > massimo; e.Altri {
		e.Variati = e.Variati[:massimo]
	}
	if n := len(e.Variati); n > 0 {
		da.numero = e.Variati[n-1].Posto
	}
	e.Cursore = da.String()
	return e, nil
}

// puntoLettura is how far an integrator has read its feed.
type puntoLettura struct {
	tenant      string
	integratore uuid.UUID
	numero      int64
}

// String writes the cursor as it travels: opaque, and of no use to another tenant or integrator.
func (p puntoLettura) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.numero))
	h := sha256.Sum256(fmt.Appendf(nil, "verbali.variazioni %s %s %d", p.tenant, p.integratore, p.numero))
	return base64.RawURLEncoding.EncodeToString(append(b, h[:8]...))
}

// leggi gives the place of a cursor; without one, the beginning.
func (p puntoLettura) leggi(cursore string) (int64, error) {
	if cursore == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursore)
	if err == nil && len(b) == 16 {
		p.numero = int64(binary.BigEndian.Uint64(b))
		if p.String() == cursore && p.numero >= 0 {
			return p.numero, nil
		}
	}
	return 0, scrittura.CursoreEstraneo()
}

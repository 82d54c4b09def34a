package interessato

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Interrogazione is a look-up in a register of the State: of the person, or of the vehicle of one of her fines. Its rows are those
// of the register of who asked what.
type Interrogazione struct {
	Modulo         string    `json:"modulo"`
	Quando         time.Time `json:"quando"`
	Attore         string    `json:"attore"` // an account; sistema: work that nobody waited for
	Tipo           string    `json:"tipo"`   // as libro.Veicolo and its like
	Motivo         string    `json:"motivo"`
	Nota           string    `json:"nota"`
	Verbale        uuid.UUID `json:"idVerbale,omitzero"`
	Esito          string    `json:"esito"` // the kind of answer, or why there was none
	Fonte          string    `json:"fonte"` // the register that answered
	Riuso          bool      `json:"riuso"` // an answer of the same day, read again: no register was asked
	CostoMillesimi int64     `json:"costoMillesimi"`
}

// interrogazioni reads who asked the registers of the State about the person, and about the vehicles of her fines.
func (r raccolta) interrogazioni(ctx context.Context) (err error) {
	r.x.Interrogazioni, err = db.Every[Interrogazione](ctx, r.pools, "interrogazioni di una persona", `
		SELECT 'connessione', quando, attore, tipo, motivo, nota, coalesce(verbale, '00000000-0000-0000-0000-000000000000'), esito, fonte, riuso, costo_millesimi
			FROM connessione_v1.libro WHERE codice_fiscale = $1
		UNION ALL SELECT 'vpn', quando, attore, tipo, motivo, nota, verbale, esito, fonte, riuso, costo_millesimi FROM vpn_v1.libro WHERE verbale = ANY($2)
		ORDER BY 2 DESC LIMIT $3`, r.x.CodiceFiscale, r.ids(), righeMassime)
	r.x.Parziale = r.x.Parziale || len(r.x.Interrogazioni) == righeMassime
	return err
}

// Che is the question in words.
func (i Interrogazione) Che() string {
	switch i.Tipo {
	case libro.Visura:
		return "Residenza in anagrafe"
	case libro.Domicilio:
		return "Domicilio digitale"
	case libro.Verifica:
		return "Verifica di un domicilio digitale"
	case libro.Veicolo:
		return "Intestatario del veicolo"
	case libro.Patente:
		return "Patente"
	case libro.Copertura:
		return "Assicurazione e revisione del veicolo"
	}
	return i.Tipo
}

// Perche is the reason in words, with its note and without the fine.
func (i Interrogazione) Perche() string {
	detto := i.Motivo
	if m := verbale.MotivoVisura(i.Motivo); slices.Contains(verbale.MotiviVisura(), m) {
		detto = m.Parola()
	}
	if i.Nota != "" {
		detto += ": " + i.Nota
	}
	return detto
}

// Risposta is the kind of answer and who gave it.
func (i Interrogazione) Risposta() string {
	detto := strings.TrimSpace(i.Esito + " " + i.Fonte)
	if i.Riuso {
		detto += ", già data quel giorno"
	}
	return detto
}

// Costo is what the answer cost, in euros.
func (i Interrogazione) Costo() string {
	return fmt.Sprintf("%d,%03d €", i.CostoMillesimi/1000, i.CostoMillesimi%1000)
}

// estremi is the fine of a look-up as people call it; empty for none, and for another person's fine.
func (x Documento) estremi(id uuid.UUID) string {
	for _, v := range x.Verbali {
		if v.ID == id {
			return v.Estremi
		}
	}
	return ""
}

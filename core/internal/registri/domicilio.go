package registri

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Domicilio is what the registers said last of the digital domicile of who stands at a position. Letto is the day they said it.
type Domicilio struct {
	Posizione uuid.UUID
	Indirizzi []event.IndirizzoDigitale // valid now
	Letto     calendario.Giorno
	Trovato   bool
	Chi       string // the registers that were asked
}

// Righe are the addresses, each with its register and the day read; without addresses, one line that says why.
func (d Domicilio) Righe() (righe []string) {
	letto := ", letto " + d.Letto.Detto("il")
	for _, x := range d.Indirizzi {
		righe = append(righe, x.Indirizzo+" ("+fonte(x)+letto+")")
	}
	switch {
	case len(righe) > 0:
	case d.Trovato:
		righe = []string{"quello trovato " + d.Letto.Detto("il") + " non vale più, o i suoi dati sono stati cancellati"}
	default:
		righe = []string{"nessuno (" + d.Chi + letto + ")"}
	}
	return righe
}

// Domicili are those of the positions of a fine about whose persons a register has answered.
func (s Store) Domicili(ctx context.Context, id uuid.UUID) (domicili []Domicilio, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT x.posizione, x.stato, x.giorno, d.alle, d.risposta, coalesce(s.codice_fiscale, '')
		FROM verbali_v1.domicilio x LEFT JOIN connessione_v1.domicilio d ON d.id = x.risposta
			LEFT JOIN verbali_v1.posizione p ON p.id = x.posizione LEFT JOIN verbali_v1.soggetto s ON s.id = p.soggetto
		WHERE x.verbale = $1`, id)
	if err != nil {
		return nil, db.Wrap("domicili", err)
	}
	defer righe.Close()
	for righe.Next() {
		var d Domicilio
		var stato verbale.StatoVisura
		var alle *time.Time
		var risposta []byte
		var codice string
		if err := righe.Scan(&d.Posizione, &stato, &d.Letto, &alle, &risposta, &codice); err != nil {
			return nil, db.Wrap("domicili", err)
		}
		if alle != nil {
			d.Letto = calendario.Da(*alle)
		}
		if d.Indirizzi, err = event.DomiciliValidi(risposta, s.Adesso()); err != nil {
			return nil, db.Wrap("domicili", err)
		}
		d.Trovato, d.Chi = stato != verbale.VisuraNonTrovata, verbale.VisuraDomicilio.Chi(codice)
		domicili = append(domicili, d)
	}
	return domicili, db.Wrap("domicili", righe.Err())
}

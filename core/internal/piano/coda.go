package piano

import (
	"context"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// contaAlPiu bounds what the first page counts.
const contaAlPiu = 10_000

// Coda gives the rows of the first page.
type Coda struct {
	Store        Store
	Impostazioni *impostazione.Servizio
}

// Code are what must leave soon, what waits for a person, and what a person sends to a digital domicile. The rows have no links for a
// caller who may not read fines.
func (c Coda) Code(ctx context.Context) ([]pagine.Coda, error) {
	t, _ := tenant.From(ctx)
	valori, err := c.Impostazioni.InVigore(ctx, t.Nome, scelte.ChiavePreavviso)
	if err != nil {
		return nil, err
	}
	giorni, err := preavviso(valori)
	if err != nil {
		return nil, err
	}
	entro := calendario.Da(c.Store.Adesso()).AddDays(giorni)
	code := []pagine.Coda{}
	for _, x := range []struct {
		nome   string
		filtro filtro
	}{
		{"Notifiche da mandare entro " + entro.Detto("il"), filtro{Entro: entro}},
		{"Notifiche che aspettano una persona", filtro{Aspetta: verbale.AttesaPersona}},
		{registri.NomeDomicili, filtro{Domicilio: true}},
	} {
		coda, err := c.Store.conta(ctx, x.filtro)
		if err != nil {
			return nil, fascicolo.NonPronti(err)
		}
		coda.Nome = x.nome
		if chi, ok := auth.From(ctx); ok && chi.Can(auth.PermessoVerbaleLeggi) {
			coda.Indirizzo = x.filtro.indirizzo()
		}
		code = append(code, coda)
	}
	return code, nil
}

// conta counts the rows of a filter.
func (s Store) conta(ctx context.Context, f filtro) (c pagine.Coda, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return c, err
	}
	d := f.tutto()
	var dal *time.Time
	err = database.Pool.QueryRow(ctx, `SELECT count(*), min(dal), min(entro) FROM (SELECT x.dal, x.entro FROM verbali_v1.piano x`+d.sql()+
		` ORDER BY x.entro LIMIT `+strconv.Itoa(contaAlPiu+1)+`) x`, d.valori...).Scan(&c.Quanti, &dal, &c.Entro)
	if dal != nil {
		c.PiuVecchia = calendario.Da(*dal)
	}
	c.Quanti, c.Oltre = min(c.Quanti, contaAlPiu), c.Quanti > contaAlPiu
	return c, db.Wrap("piano", err)
}

package fonti

import (
	"context"
	"errors"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/connessione/internal/inad"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// nomeInad is INAD in the sentences that people read.
const nomeInad = "L'INAD"

// Persone are the persons' domiciles: INAD, by the installation's addresses.
func (f *Fonti) Persone(client map[string]*inad.Client) domicilio.Persone {
	return persone{f, interrogazione.Ambienti[*inad.Client]{Registro: nomeInad, EService: []string{inad.EService}, Client: client,
		Anagrafe: f.o.Anagrafe, Adesso: f.o.Adesso}}
}

type persone struct {
	f *Fonti
	interrogazione.Ambienti[*inad.Client]
}

// Nome is INAD.
func (persone) Nome() string { return nomeInad }

// Collegata reports true: a search that cannot ask INAD has no answer, and Cerca says why.
func (persone) Collegata(context.Context) bool { return true }

// Cerca asks INAD, within the day's measure. A person who is not in it, or whose code INAD does not take, is an answer and no
// error.
func (x persone) Cerca(ctx context.Context, d domicilio.Domanda) (domicilio.Risposta, error) {
	registro, err := x.Di(ctx)
	if err != nil {
		return domicilio.Risposta{}, err
	}
	e, err := x.estrai(ctx, registro, d)
	switch {
	case errors.Is(err, esterno.ErrNotFound):
		return domicilio.Risposta{Registro: domicilio.FonteInad}, nil
	case inad.NonAmmesso(d.CodiceFiscale, err):
		return domicilio.Risposta{NonInterrogabile: true}, nil
	case err != nil:
		return domicilio.Risposta{}, err
	}
	return daInad(e), nil
}

func (x persone) estrai(ctx context.Context, registro *inad.Client, d domicilio.Domanda) (e inad.Estratto, err error) {
	m := interrogazione.Misura{Registro: inad.EService, Limite: parole.AlGiorno, Riserva: parole.Riserva}
	oggi := calendario.Da(x.Adesso()).String()
	for chiave, dove := range map[string]*int{parole.ChiaveAlGiorno: &m.Limite, parole.ChiaveRiserva: &m.Riserva} {
		if _, err := x.Anagrafe.Of(tenant.Name(ctx)).Impostazione(chiave, oggi, dove); err != nil {
			return e, err
		}
	}
	e, err = registro.Estrai(interrogazione.Conta(ctx, m, d.Chi), chi(ctx, d.Richiesta), d.CodiceFiscale)
	if q, finito := errors.AsType[*inad.Quota](err); finito {
		return e, errors.Join(x.f.o.Store.Esaurita(context.WithoutCancel(ctx), inad.EService, x.Adesso(), q.Riprende), err)
	}
	return e, x.f.esaurita(ctx, inad.EService, err)
}

// Raggiungibile gives the conflict of a command whose environment has no address of INAD.
func (x persone) Raggiungibile(ctx context.Context) error {
	_, err := x.Di(ctx)
	return err
}

// Verifica asks INAD whether an address was somebody's on a day.
func (x persone) Verifica(ctx context.Context, d domicilio.Domanda, indirizzo string, giorno calendario.Giorno) (domicilio.Verifica, error) {
	registro, err := x.Di(ctx)
	if err != nil {
		return domicilio.Verifica{}, err
	}
	v, err := registro.Verifica(ctx, chi(ctx, d.Richiesta), d.CodiceFiscale, indirizzo, giorno)
	if errors.Is(err, esterno.ErrNotFound) {
		return domicilio.Verifica{Alle: x.Adesso()}, nil
	}
	return domicilio.Verifica(v), err
}

// Affida asks INAD for a list of its own.
func (x persone) Affida(ctx context.Context, q interrogazione.Richiesta, codici []string) (id string, err error) {
	registro, err := x.Di(ctx)
	if err != nil {
		return "", err
	}
	return registro.ChiediElenco(ctx, chi(ctx, q), codici)
}

// Ritira takes a list of INAD's, when it is ready.
func (x persone) Ritira(ctx context.Context, q interrogazione.Richiesta, id string, codici []string) (per map[string]domicilio.Risposta, pronto bool, _ error) {
	registro, err := x.Di(ctx)
	if err != nil {
		return nil, false, err
	}
	if pronto, err = registro.Pronto(ctx, chi(ctx, q), id); err != nil || !pronto {
		return nil, false, err
	}
	voci, err := registro.Elenco(ctx, chi(ctx, q), id, codici)
	per = map[string]domicilio.Risposta{}
	for _, v := range voci {
		per[v.CodiceFiscale] = daInad(v)
	}
	return per, true, err
}

// chi is for whom INAD is asked, and why.
func chi(ctx context.Context, q interrogazione.Richiesta) inad.Chi {
	return inad.Chi{Tenant: tenant.Name(ctx), Attore: q.Attore, Motivo: q.Motivo, IDVerbale: q.IDVerbale(), Pratica: q.Pratica, InCoda: q.InCoda}
}

// daInad is an extraction: addresses elected there are certified by law (art. 6-quater of the CAD), and the register does not say
// by which of the two services.
func daInad(e inad.Estratto) domicilio.Risposta {
	r := domicilio.Risposta{Registro: domicilio.FonteInad, Domicili: []domicilio.Domicilio{}, Alle: e.Alle, Impronta: e.Impronta, Scartati: e.Scartati}
	for _, d := range e.Domicili {
		voce := domicilio.Domicilio{Indirizzo: d.Indirizzo, Tipo: domicilio.PEC, Fonte: domicilio.FonteInad, Professione: d.Professione}
		if !d.Fine.IsZero() {
			voce.Fine = &d.Fine
		}
		r.Domicili = append(r.Domicili, voce)
	}
	return r
}

// Package consulta answers an operator's question about a vehicle or a licence, with the reason that
// the operator gives, and keeps every question in the audit.
package consulta

import (
	"context"
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Registro is the national register.
type Registro interface {
	Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error)
	Patente(ctx context.Context, d registro.DomandaPatente) (registro.Patente, error)
	Copertura(ctx context.Context, d registro.Domanda) (registro.Copertura, error)
}

// Service asks within the tenant of the context.
type Service struct {
	Registro Registro
	Pools    *db.Pools
	Tabelle  *tabella.Copy
	Anagrafe *anagrafe.Copy // the settings of the commands
	Adesso   func() time.Time
}

// Richiesta says who asks, from where, and why: by a word of the list, where one was given, and in words.
type Richiesta struct {
	Attore, Indirizzo, Motivo string
	Causa                     verbale.CausaConsulta
}

// accesso is the line of the audit about a look-up.
func (r Richiesta) accesso(azione, tipo, oggetto string) db.Access {
	motivo := r.Motivo
	if r.Causa != "" {
		motivo = string(r.Causa) + ": " + motivo
	}
	return db.Access{Attore: r.Attore, Azione: azione, OggettoTipo: tipo, Oggetto: oggetto, Motivo: motivo, Indirizzo: r.Indirizzo}
}

// Veicolo is what the register knows of a plate on a day, and who answers for it.
type Veicolo struct {
	registro.Veicolo
	Avvertenze   []string     `json:"avvertenze"`
	Responsabile Responsabile `json:"responsabile"`
}

// Responsabile is the reading of art. 196 CdS that the automatic look-up would make.
type Responsabile struct {
	Esito         string `json:"esito"`
	Codice        string `json:"codice"` // as in vpn_v1.indagine
	Motivo        string `json:"motivo"`
	CodiceFiscale string `json:"codiceFiscale,omitempty"`
}

// Patente is what the register knows of a licence.
type Patente struct {
	registro.Patente
	Avvertenze []string `json:"avvertenze"`
}

// Veicolo asks about a plate on a day. Unknown is 404, a register away 503, one too many in the hour 429.
func (s Service) Veicolo(ctx context.Context, r Richiesta, targa string, giorno calendario.Giorno) (Veicolo, error) {
	accesso := r.accesso("CONSULTA_VEICOLO", "veicolo", targa)
	if err := s.conta(ctx, accesso); err != nil {
		return Veicolo{}, err
	}
	v, err := s.Registro.Veicolo(ctx, registro.Domanda{Targa: targa, Data: giorno, Richiedente: tenant.Name(ctx), Motivo: r.Motivo, Attore: r.Attore})
	err = spiega(err, "targa", targa)
	if err := esterno.Audit(ctx, s.Pools, accesso, err); err != nil {
		return Veicolo{}, err
	}
	if err != nil {
		return Veicolo{}, err
	}
	g := indagine.Giudica(v, s.Tabelle.Comuni())
	risposta := Veicolo{Veicolo: v, Avvertenze: elenco(v.Avvertenze), Responsabile: Responsabile{Esito: g.Esito, Codice: string(g.Codice), Motivo: g.Motivo}}
	if g.Responsabile != nil {
		risposta.Responsabile.CodiceFiscale = g.Responsabile.CodiceFiscale
	}
	return risposta, nil
}

// Patente asks about a licence. Unknown is 404, a register away 503, one too many in the hour 429.
func (s Service) Patente(ctx context.Context, r Richiesta, numero string) (Patente, error) {
	accesso := r.accesso("CONSULTA_PATENTE", "patente", numero)
	if err := s.conta(ctx, accesso); err != nil {
		return Patente{}, err
	}
	p, err := s.Registro.Patente(ctx, registro.DomandaPatente{Numero: numero, Richiedente: tenant.Name(ctx), Motivo: r.Motivo, Attore: r.Attore})
	err = spiega(err, "numero", numero)
	if err := esterno.Audit(ctx, s.Pools, accesso, err); err != nil {
		return Patente{}, err
	}
	if err != nil {
		return Patente{}, err
	}
	return Patente{Patente: p, Avvertenze: elenco(p.Avvertenze)}, nil
}

// Copertura asks for insurance and inspection of a plate on a day. Errors are Veicolo's.
func (s Service) Copertura(ctx context.Context, r Richiesta, targa string, giorno calendario.Giorno) (registro.Copertura, error) {
	accesso := r.accesso("CONSULTA_COPERTURA", "veicolo", targa)
	if err := s.conta(ctx, accesso); err != nil {
		return registro.Copertura{}, err
	}
	x, err := s.Registro.Copertura(ctx, registro.Domanda{Targa: targa, Data: giorno, Richiedente: tenant.Name(ctx), Motivo: r.Motivo, Attore: r.Attore})
	err = spiega(err, "targa", targa)
	if err := esterno.Audit(ctx, s.Pools, accesso, err); err != nil {
		return registro.Copertura{}, err
	}
	return x, err
}

// spiega turns a failure of the register into what the caller may read; it never passes a silence for
// an unknown plate.
func spiega(err error, campo, chiave string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, registro.ErrTargaEstera):
		return targaEstera(err)
	case errors.Is(err, esterno.ErrNotFound):
		return problem.NonTrovato(map[string]string{"targa": "Veicolo", "numero": "Patente"}[campo], chiave).With(err)
	case errors.Is(err, registro.ErrNonConfigurato):
		return problem.NonDisponibile("REGISTRO_NON_CONFIGURATO",
			"Il comando non ha un registro collegato a cui chiederlo ("+esterno.As(err).Detail+"): il dato non si conosce.").With(err)
	case errors.Is(err, registro.ErrNonSuo):
		return problem.NonDisponibile("REGISTRO_NON_CONFIGURATO",
			"Nessuno dei registri collegati tratta questa domanda: il dato non si conosce.").With(err)
	case errors.Is(err, registro.ErrAltroGiorno):
		return problem.NonDisponibile(string(verbale.IndagineAltroGiorno),
			"Il registro dà gli intestatari di oggi e non quelli del giorno chiesto: il dato non si conosce.").With(err)
	case errors.Is(err, esterno.ErrQuota):
		return problem.NonDisponibile("DOMANDE_DEL_GIORNO_ESAURITE",
			"Le domande che il comando può fare oggi al registro sono finite: il dato non si conosce, riprovare domani.").With(err)
	case errors.Is(err, esterno.ErrUnavailable):
		return problem.NonDisponibile("REGISTRO_NON_DISPONIBILE",
			"Il registro nazionale non risponde: il dato non si conosce, riprovare più tardi.").With(err)
	case errors.Is(err, esterno.ErrInvalidAnswer):
		return problem.NonDisponibile(string(verbale.IndagineRispostaNonUtilizzabile),
			"Il registro nazionale ha dato una risposta che non si può usare: il dato non si conosce.").With(err)
	}
	e := esterno.As(err)
	switch {
	case e == nil:
	case e.Code == registro.TargaNonValida || e.Code == registro.PatenteNonValida:
		return problem.CampoNonValido(campo, "il registro nazionale non lo riconosce come italiano").With(err)
	case errors.Is(err, esterno.ErrRefused) && e.Attempts > 0:
		return problem.NonDisponibile(string(verbale.IndagineRichiestaRifiutata), "Il registro nazionale ha rifiutato la domanda ("+e.Code+"): il dato non si conosce.").With(err)
	}
	return err
}

func targaEstera(err error) error {
	testo := "Il registro nazionale dà la targa per immatricolata in un altro Stato"
	if e, ok := errors.AsType[*registro.TargaEstera](err); ok && e.Nazione != "" {
		testo += " (" + e.Nazione + ")"
	}
	return problem.Nuovo(problem.Missing, string(verbale.IndagineTargaEstera), "Targa estera", testo+".").With(err)
}

// elenco keeps an empty list from being null in JSON.
func elenco(voci []string) []string { return append([]string{}, voci...) }

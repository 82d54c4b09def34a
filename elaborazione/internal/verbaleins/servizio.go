// Package verbaleins is the door of the SOAP service VerbaleInsService: its WSDL and XSD, the reading of its requests,
// the writing of its answers and faults. The work of the operations is in the rooms behind it, which do not know SOAP.
package verbaleins

import (
	"context"
	"encoding/xml"
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// Servizio does what the operations ask. The tenant and the caller are in the context. Errors that
// the caller may read are *problem.Error; any other is answered ERRORE_INTERNO.
type Servizio interface {
	// Inserisci records a fine, or finds the same one recorded before.
	Inserisci(ctx context.Context, v richiesta.Verbale) (Esito, error)
	// Leggi finds a fine of the caller's integrator by its key.
	Leggi(ctx context.Context, idEsterno string) (EsitoLettura, error)
	// Annulla discards a fine of the caller's integrator that has no act yet; one discarded before is
	// answered the same.
	Annulla(ctx context.Context, idEsterno, motivo string) (EsitoAnnullamento, error)
	// Variazioni gives the fines of the caller's integrator that changed after cursore, the empty one
	// being the beginning: at most massimo, as they are now.
	Variazioni(ctx context.Context, cursore string, massimo int) (EsitoVariazioni, error)
}

// Esegui runs one request. The fault, when there is one, is ready to be written; what the log should
// know beyond it is in its Causa.
func Esegui(ctx context.Context, s Servizio, r soap.Request) (soap.Document, *soap.Fault) {
	operazione := operazioneDi(r.Operazione)
	if operazione == nil {
		return nil, ComeFault(problem.Nuovo(problem.BadRequest, "OPERAZIONE_SCONOSCIUTA", "Operazione sconosciuta",
			fmt.Sprintf("L'operazione {%.80s}%.80s non esiste.", r.Operazione.Space, r.Operazione.Local)))
	}
	if r.Azione != "" && r.Azione != azione(r.Operazione.Local) {
		return nil, ComeFault(problem.Nuovo(problem.BadRequest, "AZIONE_NON_CORRISPONDENTE", "Azione non corrispondente",
			fmt.Sprintf("L'azione SOAP %.120q non è quella di %s: %q, oppure vuota.", r.Azione, r.Operazione.Local, azione(r.Operazione.Local))))
	}
	risposta, err := operazione(ctx, s, r.Corpo)
	if err != nil {
		return nil, ComeFault(err)
	}
	return risposta, nil
}

func azione(operazione string) string { return Spazio + ":" + operazione }

type operazione func(context.Context, Servizio, *soap.Element) (soap.Document, error)

// operazioneDi finds the operation of an element; nil when there is none.
func operazioneDi(n xml.Name) operazione {
	if n.Space != Spazio {
		return nil
	}
	switch n.Local {
	case "inserisciVerbale":
		return inserisci
	case "leggiVerbale":
		return leggi
	case "annullaVerbale":
		return annulla
	case "leggiVariazioni":
		return variazioni
	default:
		return nil
	}
}

func inserisci(ctx context.Context, s Servizio, e *soap.Element) (soap.Document, error) {
	v, err := LeggiInserisciVerbale(e)
	if err != nil {
		return nil, err
	}
	esito, err := s.Inserisci(ctx, v)
	return esito, conCampo(err, "verbale.")
}

func leggi(ctx context.Context, s Servizio, e *soap.Element) (soap.Document, error) {
	id, err := LeggiLeggiVerbale(e)
	if err != nil {
		return nil, err
	}
	esito, err := s.Leggi(ctx, id)
	return esito, conCampo(err, "")
}

func annulla(ctx context.Context, s Servizio, e *soap.Element) (soap.Document, error) {
	id, motivo, err := LeggiAnnullaVerbale(e)
	if err != nil {
		return nil, err
	}
	esito, err := s.Annulla(ctx, id, motivo)
	return esito, conCampo(err, "")
}

func variazioni(ctx context.Context, s Servizio, e *soap.Element) (soap.Document, error) {
	cursore, massimo, err := LeggiLeggiVariazioni(e)
	if err != nil {
		return nil, err
	}
	return s.Variazioni(ctx, cursore, massimo)
}

// conCampo names the fields of a refusal as the request does: under prefisso, and where the domain tells the
// rule alone the field that it is about.
func conCampo(err error, prefisso string) error {
	e := problem.As(err)
	switch {
	case e == nil || len(e.Campi) > 0 && prefisso == "":
		return err
	case len(e.Campi) > 0:
		nominato := e.With(err)
		nominato.Campi = slices.Clone(e.Campi)
		for i := range nominato.Campi {
			nominato.Campi[i].Campo = prefisso + e.Campi[i].Campo
		}
		return nominato
	}
	var campo string
	switch e.Codice {
	case "NUMERO_GIA_USATO":
		campo = "numero"
	case "CONTENUTO_DIVERSO", "NON_TROVATO", "ATTO_GIA_FORMATO":
		campo = "idEsterno"
	default:
		return err
	}
	nominato := e.With(err)
	nominato.Campi = []problem.Campo{{Campo: prefisso + campo, Messaggio: e.Dettaglio}}
	return nominato
}

// ComeFault turns an error of soap.Read or of a Servizio into a fault whose detail is the element
// errore of the schema. An error that is neither a *soap.Fault nor a *problem.Error is shown as
// ERRORE_INTERNO.
func ComeFault(err error) *soap.Fault {
	if f := soap.As(err); f != nil {
		completo := *f
		if completo.Dettaglio == nil {
			completo.Dettaglio = errore{codice: f.Sigla, messaggio: f.Messaggio}
		}
		return &completo
	}
	d := problem.Describe(err, "", "")
	return &soap.Fault{
		Codice:    colpa(err),
		Sigla:     d.Codice,
		Messaggio: d.Detail,
		Dettaglio: errore{codice: d.Codice, messaggio: d.Detail, campi: d.Errori},
		Causa:     err,
	}
}

// colpa says Server where the same request may succeed later, Client where it must change first.
func colpa(err error) soap.FaultCode {
	e := problem.As(err)
	if e == nil {
		return soap.Server
	}
	switch e.Kind {
	case problem.Internal, problem.TooManyRequests, problem.Unavailable:
		return soap.Server
	default:
		return soap.Client
	}
}

package verbaleins

import (
	"context"
	"strconv"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/inserimento"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/integratore"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Operazioni is the Servizio of the platform: each operation is a use case, whose answer it puts into the words of
// the contract.
type Operazioni struct {
	Inserimento *inserimento.Service
	Integratore *integratore.Service
}

// Inserisci records a fine of the source SOAP.
func (o Operazioni) Inserisci(ctx context.Context, v richiesta.Verbale) (Esito, error) {
	chi, err := o.Integratore.Identita(ctx)
	if err != nil {
		return Esito{}, err
	}
	r, err := o.Inserimento.Inserisci(ctx, inserimento.Provenienza{Fonte: verbale.FonteSoap, Integratore: chi}, v)
	if err != nil {
		return Esito{}, err
	}
	esito := Inserito
	if r.Presente {
		esito = GiaPresente
	}
	return Esito{Esito: esito, Identita: identita(r), Avvisi: avvisiDi(r), Avvertenze: r.Risposta.Avvertenze}, nil
}

// Leggi finds a fine of the caller's integrator.
func (o Operazioni) Leggi(ctx context.Context, idEsterno string) (EsitoLettura, error) {
	r, err := o.Integratore.Leggi(ctx, idEsterno)
	if err != nil {
		return EsitoLettura{}, err
	}
	var anomalie []string
	for _, a := range r.Anomalie {
		anomalie = append(anomalie, string(a))
	}
	return EsitoLettura{
		IDEsterno: idEsterno, Identita: identita(r), Anomalie: anomalie,
		Debito: string(r.Assi.Debito), Ricorso: string(r.Assi.Ricorso), Punti: string(r.Assi.Punti), Riscossione: string(r.Assi.Riscossione),
		Avvisi: avvisiDi(r), Avvertenze: r.Risposta.Avvertenze,
	}, nil
}

// Annulla discards a fine of the caller's integrator.
func (o Operazioni) Annulla(ctx context.Context, idEsterno, motivo string) (EsitoAnnullamento, error) {
	r, err := o.Integratore.Annulla(ctx, idEsterno, motivo)
	if err != nil {
		return EsitoAnnullamento{}, err
	}
	return EsitoAnnullamento{IDEsterno: idEsterno, Identita: identita(r)}, nil
}

// Variazioni gives what changed of the caller's integrator.
func (o Operazioni) Variazioni(ctx context.Context, cursore string, massimo int) (EsitoVariazioni, error) {
	f, err := o.Integratore.Variazioni(ctx, cursore, massimo)
	if err != nil {
		return EsitoVariazioni{}, err
	}
	e := EsitoVariazioni{Cursore: f.Cursore, Altre: f.Altri}
	for _, v := range f.Variati {
		e.Variazioni = append(e.Variazioni, Variazione{IDEsterno: v.IDEsterno, Identita: identita(v.Registrato),
			Debito: string(v.Assi.Debito), Ricorso: string(v.Assi.Ricorso), Punti: string(v.Assi.Punti), Riscossione: string(v.Assi.Riscossione),
			Sequenza: v.Sequenza, Avvisi: avvisiDi(v.Registrato)})
	}
	return e, nil
}

func identita(r scrittura.Registrato) Identita {
	return Identita{IDVerbale: r.ID.String(), Numero: strconv.FormatInt(r.Risposta.Numero, 10),
		Lettera: r.Risposta.Lettera, Anno: r.Risposta.Anno, Procedura: string(r.Assi.Procedura)}
}

func avvisiDi(r scrittura.Registrato) []Avviso {
	var tutti []Avviso
	for _, a := range r.Risposta.Avvisi {
		tutti = append(tutti, Avviso(a))
	}
	return tutti
}

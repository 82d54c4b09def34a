package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/debito"
)

// Dovuto is the sum that closes the debt on a day for a position (shared/debito).
func Dovuto(v *verbale.Verbale, p verbale.Posizione, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	e, err := daPrezzare(v).Dovuto(p.ID, oggi)
	if err != nil {
		return e, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	return e, nil
}

func daPrezzare(v *verbale.Verbale) debito.Verbale {
	d := debito.Verbale{Procedura: v.Procedura, Ricorso: v.Ricorso, Violazioni: violazioni(v)}
	for _, p := range v.Posizioni {
		d.Posizioni = append(d.Posizioni, debito.Posizione{ID: p.ID, GiornoZero: p.GiornoZero})
	}
	for _, a := range v.Avvisi {
		d.Avvisi = append(d.Avvisi, debito.Avviso{ID: a.ID, Posizione: a.Posizione, Tipo: a.Tipo,
			ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Vivo: a.Stato == verbale.AvvisoEmesso})
	}
	for _, p := range v.Pagamenti {
		d.Pagamenti = append(d.Pagamenti, debito.Pagamento{Avviso: p.Avviso, ImportoCent: p.ImportoCent, Data: p.Data})
	}
	return d
}

func violazioni(v *verbale.Verbale) []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		tutte = append(tutte, debito.Violazione{Codice: x.Codice, MinimoCent: x.MinimoCent, MassimoCent: x.MassimoCent,
			Sconto30: x.Sconto30, PagamentoRidotto: x.PagamentoRidotto, Notturna: x.Notturna}.Registrata())
	}
	return tutte
}

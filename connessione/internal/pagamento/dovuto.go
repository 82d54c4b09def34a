package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
)

// minore is the sum that closes the debt on a day at the position asked, and which it is (shared/legge/debito).
func minore(v *verbale.Verbale, preferita func(verbale.Posizione) bool, oggi calendario.Giorno) (verbale.Posizione, cds.EsitoDovuto, error) {
	id, e, err := daPrezzare(v).Minore(func(id string) bool {
		p := v.Posizione(id)
		return preferita != nil && p != nil && preferita(*p)
	}, oggi)
	if err != nil {
		return verbale.Posizione{}, e, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	if p := v.Posizione(id); p != nil {
		return *p, e, nil
	}
	return verbale.Posizione{}, e, nil
}

func daPrezzare(v *verbale.Verbale) debito.Verbale {
	d := debito.Verbale{Procedura: v.Procedura, Ricorso: v.Ricorso, Violazioni: violazioni(v), Importato: v.Importato,
		Sospeso: v.Debito == sospeso, SospesoDal: v.SospesoDal, Rateizzato: v.Debito == rateizzato,
		Conto: debito.Conto{PrezzoCent: v.PrezzoCent, VersatoCent: v.VersatoCent, EccedenzaCent: v.EccedenzaCent,
			RimborsatoCent: v.RimborsatoCent, ResiduoCent: v.ResiduoCent, SgravatoCent: v.SgravatoCent}}
	for _, p := range v.Posizioni {
		d.Posizioni = append(d.Posizioni, debito.Posizione{ID: p.ID, GiornoZero: p.GiornoZero, Chiusa: p.Chiusa != "", SpeseCent: p.SpeseCent,
			SenzaProva: !p.GiornoZero.IsZero() && (p.Prova == "" || p.ProvaDubbia)})
	}
	for _, a := range v.Avvisi {
		d.Avvisi = append(d.Avvisi, debito.Avviso{ID: a.ID, Posizione: a.Posizione, Tipo: a.Tipo,
			ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Stato: a.Stato})
	}
	for _, p := range v.Pagamenti {
		d.Pagamenti = append(d.Pagamenti, debito.Pagamento{Avviso: p.Avviso, Posizione: p.Posizione, ImportoCent: p.ImportoCent,
			Data: p.Data, Stornato: !p.Stornato.IsZero()})
	}
	for _, r := range v.Ricorsi {
		d.Ricorsi = append(d.Ricorsi, debito.Ricorso{Posizione: r.Posizione, Autorita: r.Autorita, Stato: r.Stato,
			Deciso: r.Deciso, Notificato: r.Notificato, ImportoCent: r.ImportoCent})
	}
	return d
}

// The acts of the command that hold a price still; no other label is an input.
const (
	sospeso    = "SOSPESO"
	rateizzato = "RATEIZZATO"
)

// The states of enforcement in which the sum is asked by other papers than the notices.
const (
	inRuolo  = "IN_RUOLO"
	ingiunto = "INGIUNTO"
)

func violazioni(v *verbale.Verbale) []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		tutte = append(tutte, debito.Violazione{Codice: x.Codice, MinimoCent: x.MinimoCent, MassimoCent: x.MassimoCent,
			Sconto30: x.Sconto30, PagamentoRidotto: x.PagamentoRidotto, Notturna: x.Notturna}.Registrata())
	}
	return tutte
}

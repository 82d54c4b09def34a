package debito

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Di is a fine that was read, as it is priced.
func Di(v *lettura.Verbale) Verbale {
	d := Verbale{Procedura: string(v.Procedura), Ricorso: string(v.Ricorso), Importato: v.Importato, Sospeso: v.Debito == verbale.Sospeso, SospesoDal: v.SospesoDal,
		Rateizzato: v.Debito == verbale.DebitoRateizzato, Conto: Conto(v.Conto), Violazioni: Violazioni(v)}
	for _, p := range v.Posizioni {
		d.Posizioni = append(d.Posizioni, Posizione{ID: p.ID.String(), GiornoZero: p.GiornoZero, Chiusa: p.Chiusa != "", SpeseCent: p.SpeseCent,
			SenzaProva: !p.GiornoZero.IsZero() && !p.Provata()})
	}
	for _, a := range v.Avvisi {
		d.Avvisi = append(d.Avvisi, Avviso{ID: a.ID.String(), Posizione: a.Posizione.String(), Tipo: a.Tipo,
			ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Stato: string(a.Stato)})
	}
	for _, p := range v.Pagamenti {
		d.Pagamenti = append(d.Pagamenti, Pagamento{Avviso: oVuoto(p.Avviso), Posizione: oVuoto(p.Posizione), ImportoCent: p.ImportoCent,
			Data: p.Data, Stornato: !p.Stornato.IsZero()})
	}
	for _, r := range v.Ricorsi {
		d.Ricorsi = append(d.Ricorsi, Ricorso{Posizione: oVuoto(r.Posizione), Autorita: string(r.Autorita), Stato: string(r.Stato),
			Deciso: r.Deciso, Notificato: r.Notificato, ImportoCent: r.ImportoCent})
	}
	return d
}

// Violazioni are those of a fine as the law prices them.
func Violazioni(v *lettura.Verbale) []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		tutte = append(tutte, Violazione{Codice: x.Codice, MinimoCent: x.MinimoCent, MassimoCent: x.MassimoCent,
			Sconto30: x.Sconto30, PagamentoRidotto: x.PagamentoRidotto, Notturna: x.Notturna}.Registrata())
	}
	return tutte
}

func oVuoto(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

package debito

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// The acts of the command that hold a price still; no other label of a fine is an input.
const (
	debitoSospeso    = "SOSPESO"
	debitoRateizzato = "RATEIZZATO"
)

// Di is a fine that was read, as it is priced.
func Di(v *lettura.Verbale) Verbale {
	d := Verbale{Procedura: v.Procedura, Ricorso: v.Ricorso, Importato: v.Importato, Sospeso: v.Debito == debitoSospeso, SospesoDal: v.SospesoDal,
		Rateizzato: v.Debito == debitoRateizzato, Conto: Conto(v.Conto), Violazioni: Violazioni(v)}
	for _, p := range v.Posizioni {
		d.Posizioni = append(d.Posizioni, Posizione{ID: p.ID.String(), GiornoZero: p.GiornoZero, Chiusa: p.Chiusa != "", SpeseCent: p.SpeseCent,
			SenzaProva: !p.GiornoZero.IsZero() && !p.Provata()})
	}
	for _, a := range v.Avvisi {
		d.Avvisi = append(d.Avvisi, Avviso{ID: a.ID.String(), Posizione: a.Posizione.String(), Tipo: a.Tipo,
			ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Stato: a.Stato})
	}
	for _, p := range v.Pagamenti {
		d.Pagamenti = append(d.Pagamenti, Pagamento{Avviso: oVuoto(p.Avviso), Posizione: oVuoto(p.Posizione), ImportoCent: p.ImportoCent,
			Data: p.Data, Stornato: !p.Stornato.IsZero()})
	}
	for _, r := range v.Ricorsi {
		d.Ricorsi = append(d.Ricorsi, Ricorso{Posizione: oVuoto(r.Posizione), Autorita: r.Autorita, Stato: r.Stato,
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

package verbale

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
)

// The acts that hold a price still, of the command and of the authority that decides an appeal.
const (
	sospeso    = "SOSPESO"
	rateizzato = "RATEIZZATO"
	sospensiva = "SOSPENSIVA"
)

// Dovuto is the sum that closes the debt on a day for a position, with the steps that lead there
// (shared/legge/debito).
func (v *Verbale) Dovuto(p Posizione, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	e, err := v.daPrezzare().Dovuto(p.ID.String(), oggi)
	if err != nil {
		return e, fmt.Errorf("verbale %s: %w", v.ID, err)
	}
	return e, nil
}

func (v *Verbale) daPrezzare() debito.Verbale {
	d := debito.Verbale{Procedura: v.Procedura, Ricorso: v.Ricorso, Importato: v.Importato,
		Sospeso: v.Debito == sospeso, SospesoDal: v.sospesoDal(), Rateizzato: v.Debito == rateizzato, Conto: v.Conto}
	for _, x := range v.Violazioni {
		d.Violazioni = append(d.Violazioni, debito.Violazione{Codice: x.Codice, MinimoCent: x.MinimoCent, MassimoCent: x.MassimoCent,
			Sconto30: x.Sconto30, PagamentoRidotto: x.PagamentoRidotto, Notturna: x.Notturna}.Registrata())
	}
	for _, p := range v.Posizioni {
		d.Posizioni = append(d.Posizioni, debito.Posizione{ID: p.ID.String(), GiornoZero: p.GiornoZero, Chiusa: p.Chiusa != "", SpeseCent: p.SpeseCent,
			SenzaProva: !p.GiornoZero.IsZero() && (p.Prova == "" || p.ProvaDubbia)})
	}
	for _, a := range v.Avvisi {
		d.Avvisi = append(d.Avvisi, debito.Avviso{ID: a.ID.String(), Posizione: a.Posizione.String(), Tipo: a.Tipo,
			ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Stato: a.Stato})
	}
	for _, p := range v.Pagamenti {
		d.Pagamenti = append(d.Pagamenti, debito.Pagamento{Avviso: oVuoto(p.Avviso), Posizione: oVuoto(p.Posizione), ImportoCent: p.ImportoCent,
			Data: p.Data, Stornato: !p.Stornato.IsZero()})
	}
	for _, r := range v.Ricorsi {
		d.Ricorsi = append(d.Ricorsi, debito.Ricorso{Posizione: oVuoto(r.Posizione), Autorita: r.Autorita, Stato: r.Stato,
			Deciso: r.Deciso, Notificato: r.Notificato, ImportoCent: r.ImportoCent})
	}
	return d
}

// sospesoDal is the day of the hold or suspension in force, zero for none.
func (v *Verbale) sospesoDal() calendario.Giorno {
	tipo := ""
	switch {
	case v.Ricorso == sospensiva:
		tipo = "SOSPENSIVA_CONCESSA"
	case v.Debito == sospeso:
		tipo = "DEBITO_SOSPESO"
	}
	for _, e := range slices.Backward(v.Eventi) {
		if e.Tipo == tipo {
			return e.DataLegale
		}
	}
	return calendario.Giorno{}
}

func oVuoto(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

package vita

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// obiettaOrdinanza: the order follows the service of the report, and each person has one; who has appealed
// waits for the decision of that.
func (s Stato) obiettaOrdinanza(e Evento, x RicorsoMosso) error {
	servita := slices.ContainsFunc(s.Posizioni, func(p Posizione) bool {
		return !p.GiornoZero.IsZero() && p.Chiusa == "" && (e.Posizione == uuid.Nil || p.ID == e.Posizione) && !e.DataLegale.Before(p.GiornoZero)
	})
	suoi := func(altro Impugnazione) bool {
		return e.Posizione == uuid.Nil || altro.Posizione == uuid.Nil || altro.Posizione == e.Posizione
	}
	switch {
	case x.IDRicorso == uuid.Nil || x.ImportoCent <= 0:
		return Regola("l'ordinanza indica una somma")
	case !servita:
		return Regola("l'ordinanza segue la contestazione o la notificazione del verbale a chi la riceve")
	case slices.ContainsFunc(s.Impugnazioni, func(r Impugnazione) bool {
		return suoi(r) && (r.Ordina() || r.Stato.Pendente())
	}):
		return Invariante("per questa persona pende un ricorso o è già ordinata una somma")
	case s.DebitoChiuso() && e.Apre == nil:
		return Regola("un'ordinanza a debito chiuso apre un'anomalia")
	}
	return nil
}

// SenzaRicorso reports that this is an order that no appeal asked for.
func (r Impugnazione) SenzaRicorso() bool {
	return r.Stato == verbale.RicorsoNessuno && !r.Deciso.IsZero()
}

// Decisa reports that there is a decision which may be opposed.
func (r Impugnazione) Decisa() bool {
	return slices.Contains(transizioni.RicorsiDecisi(), r.Stato) || r.SenzaRicorso()
}

// Ordina reports that the decision leaves a sum to pay, as shared/legge/debito reads it.
func (r Impugnazione) Ordina() bool {
	switch r.Stato {
	case verbale.RicorsoNessuno, verbale.RicorsoRespinto, verbale.RicorsoRideterminato:
		return !r.Deciso.IsZero() && (r.ImportoCent > 0 || r.Autorita == verbale.Prefetto)
	case verbale.RicorsoDefinitivo:
		return !r.Deciso.IsZero() && r.ImportoCent > 0
	default:
		return false
	}
}

// Ordine is the decision that fixes what a position pays: the last one of that person or of the whole
// fine. False where none was taken.
func (s Stato) Ordine(posizione uuid.UUID) (ultimo Impugnazione, ok bool) {
	for _, r := range s.Impugnazioni {
		if r.Ordina() && (r.Posizione == uuid.Nil || r.Posizione == posizione) && !r.Deciso.Before(ultimo.Deciso) {
			ultimo, ok = r, true
		}
	}
	return ultimo, ok
}

// ordini are the decisions that fix what the positions pay: of the one named, else of those in the fine,
// else of those that left it.
func (s Stato) ordini(posizione uuid.UUID) []Impugnazione {
	var dentro, fuori []Impugnazione
	for _, p := range s.Posizioni {
		r, ok := s.Ordine(p.ID)
		switch {
		case !ok || posizione != uuid.Nil && posizione != p.ID:
		case p.Chiusa == "":
			dentro = append(dentro, r)
		default:
			fuori = append(fuori, r)
		}
	}
	if len(dentro) > 0 {
		return dentro
	}
	return fuori
}

// nonOrdinato says why an order is no title yet: it has to be served, and leaves thirty days to pay (art. 204 c. 2 CdS, art. 7
// d.lgs. 150/2011).
func (s Stato) nonOrdinato(e Evento) string {
	perche := "l'ordinanza o la sentenza non è notificata"
	for _, r := range s.ordini(e.Posizione) {
		if r.Notificato.IsZero() {
			continue
		}
		ultimo, err := cds.UltimoGiorno(cds.PagamentoOrdinanza30, r.Notificato)
		if err == nil && e.DataLegale.After(ultimo) {
			return ""
		}
		perche = "la somma ordinata si può pagare fino " + ultimo.Detto("al") + " (art. 204 c. 2 CdS)"
	}
	return perche
}

// DestinatarioDi is the position that an order asks to pay: the order's own, else the position that the debt follows, else the
// first of the fine; false when no position is left.
func (s Stato) DestinatarioDi(r Impugnazione) (Posizione, bool) {
	p, ok := s.Posizione(r.Posizione)
	if ok && p.Chiusa == "" {
		return p, true
	}
	if p, ok = s.Servita(); ok {
		return p, true
	}
	if vive := s.PosizioniVive(); len(vive) > 0 {
		return vive[0], true
	}
	return Posizione{}, false
}

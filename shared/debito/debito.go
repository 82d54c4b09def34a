// Package debito says what closes a fine on a day, from the rows that the platform keeps of it. It
// applies shared/cds and is the one place where the portal, the web application and the payments
// agree; it reads no clock, and the label `debito` of the fine is never an input.
package debito

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// Verbale is what the price of a fine depends on. Procedura and Ricorso are the states of design,
// section 4; Pagamenti are in order of day.
type Verbale struct {
	Procedura, Ricorso string
	Violazioni         []cds.Violazione
	Posizioni          []Posizione
	Avvisi             []Avviso
	Pagamenti          []Pagamento
}

// Posizione counts its own days: GiornoZero is that of its service, zero before.
type Posizione struct {
	ID         string
	GiornoZero calendario.Giorno
}

// Avviso is a payment notice; Vivo while it may be paid. ImportoCent includes SpeseCent.
type Avviso struct {
	ID, Posizione          string
	Tipo                   cds.Tipo
	ImportoCent, SpeseCent importo.Cent
	Vivo                   bool
}

// Pagamento is money that came in on a day. Avviso is empty when the payer named no notice.
type Pagamento struct {
	Avviso      string
	ImportoCent importo.Cent
	Data        calendario.Giorno
}

// Violazione is a violation as the rows of a fine keep it: the band of the table in cents, before the
// night third.
type Violazione struct {
	Codice                               string
	MinimoCent, MassimoCent              importo.Cent
	Sconto30, PagamentoRidotto, Notturna bool
}

// Registrata is the violation as the law prices it: an offence has no administrative band (art. 220
// CdS).
func (v Violazione) Registrata() cds.Violazione {
	reato := v.MassimoCent == 0
	return cds.Violazione{Codice: v.Codice, MinCent: v.MinimoCent, MaxCent: v.MassimoCent, Sconto30: v.Sconto30,
		SenzaPagamentoRidotto: !v.PagamentoRidotto && !reato, Reato: reato, Notturna: v.Notturna}
}

// Dovuto is the sum that closes the debt on a day for a position, with the steps that lead there. The
// debt is one and joint: a payment by anyone counts, at the price of the payer's own day (L. 689/1981
// art. 6).
func (v Verbale) Dovuto(posizione string, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	if passo, ferma := v.fermo(); ferma {
		return cds.EsitoDovuto{Spiegazione: []cds.Passo{passo}, Avvertenze: []string{}}, nil
	}
	p := v.posizione(posizione)
	if e, chiuso, err := v.chiusura(p); chiuso || err != nil {
		return e, err
	}
	return v.prezzo(p, v.spese(p), v.versato(), oggi)
}

// prezzo asks the law.
func (v Verbale) prezzo(p Posizione, spese, versato importo.Cent, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	s, err := v.situazione(p, spese, versato, giorno)
	if err != nil {
		return cds.EsitoDovuto{}, err
	}
	e, err := cds.DovutoAl(s, p.GiornoZero, giorno)
	if err != nil {
		return e, fmt.Errorf("debito: %w", err)
	}
	return e, nil
}

// basta reports that what came in by a day closes the debt at the price of that day.
func (v Verbale) basta(p Posizione, spese, versato importo.Cent, giorno calendario.Giorno) (bool, error) {
	s, err := v.situazione(p, spese, versato, giorno)
	if err != nil {
		return false, err
	}
	e, err := cds.SommaDovutaAl(s, p.GiornoZero, giorno)
	if err != nil {
		return false, fmt.Errorf("debito: %w", err)
	}
	return e.DovutoCent == 0, nil
}

// chiusura replays the payments in order of day: the one that suffices on its day closes the debt for
// good, whatever the price became later (art. 202 c. 1 CdS).
func (v Verbale) chiusura(p Posizione) (cds.EsitoDovuto, bool, error) {
	var fin importo.Cent
	for _, pagato := range v.Pagamenti {
		fin += pagato.ImportoCent
		chi, spese := p, v.spese(p)
		for _, a := range v.Avvisi {
			if pagato.Avviso != "" && a.ID == pagato.Avviso {
				chi = v.posizione(a.Posizione)
				spese = a.SpeseCent // what the paid notice asked for: expenses known later do not reopen the debt
			}
		}
		chiuso, err := v.basta(chi, spese, fin, pagato.Data)
		if err != nil {
			return cds.EsitoDovuto{}, false, err
		}
		if chiuso {
			e, err := v.prezzo(chi, spese, v.versato(), pagato.Data)
			return e, true, err
		}
	}
	return cds.EsitoDovuto{}, false, nil
}

// situazione is what the law prices for a position on a day.
func (v Verbale) situazione(p Posizione, spese, versato importo.Cent, giorno calendario.Giorno) (cds.Situazione, error) {
	s := cds.Situazione{Violazioni: v.Violazioni, SpeseCent: spese, VersatoCent: versato}
	for _, a := range v.Avvisi {
		if a.Posizione == p.ID && a.Tipo == cds.Ordinanza && (a.Vivo || v.pagato(a)) {
			s.OrdinanzaPrefetto, s.OrdinataCent = true, a.ImportoCent-a.SpeseCent
		}
	}
	n, err := s.SemestriAl(p.GiornoZero, giorno)
	if err != nil {
		return s, fmt.Errorf("debito: %w", err)
	}
	s.SemestriInRitardo = n
	return s, nil
}

// posizione finds a position; one that the fine does not have has no day zero.
func (v Verbale) posizione(id string) Posizione {
	for _, p := range v.Posizioni {
		if p.ID == id {
			return p
		}
	}
	return Posizione{ID: id}
}

// spese are the expenses of a position, as its notices that may still be paid say; before the channel
// is known they are zero.
func (v Verbale) spese(p Posizione) (massime importo.Cent) {
	for _, a := range v.Avvisi {
		if a.Vivo && a.Posizione == p.ID {
			massime = max(massime, a.SpeseCent)
		}
	}
	return massime
}

// pagato reports that somebody paid with this notice: its order rules the price for good.
func (v Verbale) pagato(a Avviso) bool {
	return slices.ContainsFunc(v.Pagamenti, func(p Pagamento) bool { return p.Avviso != "" && p.Avviso == a.ID })
}

func (v Verbale) versato() (totale importo.Cent) {
	for _, p := range v.Pagamenti {
		totale += p.ImportoCent
	}
	return totale
}

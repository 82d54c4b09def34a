// Package debito says what closes a fine on a day, and what its account is, from the rows that the
// platform keeps of it. It applies shared/legge/cds and is the one place where the payments, the portal and
// the web application agree; it reads no clock. The label `debito` of a fine is never an input, but for
// two acts of the command that have no other row: a hold and a plan of instalments.
package debito

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Verbale is a fine that was read, as it is priced.
type Verbale struct {
	*lettura.Verbale

	violazioni []cds.Violazione
}

// Di computes the debt of a fine read from the views, and is the only function that does. The fine is not
// changed, and must not be while it is priced.
func Di(v *lettura.Verbale) Verbale { return Verbale{v, Violazioni(v.Violazioni)} }

// Violazioni are those of a fine as the law prices them.
func Violazioni(lette []lettura.Violazione) []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(lette))
	for _, v := range lette {
		tutte = append(tutte, Violazione(v))
	}
	return tutte
}

// Violazione is a violation as the law prices it: an offence has no administrative band (art. 220 CdS).
func Violazione(v lettura.Violazione) cds.Violazione {
	daScegliere := len(v.Candidati) > 0
	reato := v.MassimoCent == 0 && !daScegliere
	return cds.Violazione{DaScegliere: daScegliere, Periodi: v.Periodi, TariffaCent: v.TariffaCent,
		Codice: v.Codice, MinCent: v.MinimoCent, MaxCent: v.MassimoCent, Sconto30: v.Sconto30,
		SenzaPagamentoRidotto: !v.PagamentoRidotto && !reato && !daScegliere, Reato: reato, Notturna: v.Notturna}
}

// Dovuto is the sum to pay on a day that closes the debt for a position, with the steps that lead there. The
// debt is one and joint: a payment by anyone counts, at the price of the payer's own day (L. 689/1981
// art. 6). A debt that was closed stays closed. While the debt is suspended nothing is to be paid, and the
// steps say how much was owed.
func (v Verbale) Dovuto(posizione uuid.UUID, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	if passo, ferma := v.fermo(); ferma {
		return cds.EsitoDovuto{Spiegazione: []cds.Passo{passo}, Avvertenze: []string{}}, nil
	}
	e, err := v.chiesto(posizione, oggi)
	if err == nil && v.Debito == verbale.Sospeso && e.DovutoCent > 0 {
		e = v.sospeso(e)
	}
	return e, err
}

// chiesto is what would close the debt on a day, were it not suspended.
func (v Verbale) chiesto(posizione uuid.UUID, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	p := v.posizione(posizione)
	c, err := v.chiusura(p)
	switch {
	case err != nil:
		return cds.EsitoDovuto{}, err
	case !c.basta && v.Chiuso():
		return v.estinto(), nil
	case !c.basta:
		c = calcolo{posizione: p, spese: v.spese(p), giorno: oggi}
	}
	e, err := v.prezzo(c.posizione, c.spese, v.netto(), c.giorno)
	if err != nil {
		return e, err
	}
	if e = v.conRinunce(e); e.DovutoCent > 0 && v.Chiuso() {
		return v.estinto(), nil // money of an earlier day, learned of and refunded later, reopens nothing
	}
	return e, nil
}

// Minore is the sum that closes the debt on a day for whom it costs least among the positions that
// scelta picks; among all that are open where it is nil or picks none.
func (v Verbale) Minore(scelta func(lettura.Posizione) bool, oggi calendario.Giorno) (posizione lettura.Posizione, minore cds.EsitoDovuto, err error) {
	for i, p := range v.scegli(scelta) {
		e, err := v.Dovuto(p.ID, oggi)
		if err != nil {
			return p, e, err
		}
		if i == 0 || e.DovutoCent < minore.DovutoCent {
			posizione, minore = p, e
		}
	}
	return posizione, minore, nil
}

// scegli gives the positions picked, else those that are open, else all, else one without a day: a fine
// always has a price.
func (v Verbale) scegli(scelta func(lettura.Posizione) bool) []lettura.Posizione {
	var scelte, aperte []lettura.Posizione
	for _, p := range v.Posizioni {
		if scelta != nil && scelta(p) {
			scelte = append(scelte, p)
		}
		if p.Chiusa == "" {
			aperte = append(aperte, p)
		}
	}
	for _, gruppo := range [][]lettura.Posizione{scelte, aperte, v.Posizioni} {
		if len(gruppo) > 0 {
			return gruppo
		}
	}
	return []lettura.Posizione{{}}
}

// Pagante is the position that prices a payment of a day that names no notice: the position that pays by
// instalments, else the position served first by that day, else the position that owes least. A price that is
// lower because somebody is not served yet is only his. uuid.Nil when the fine has no position.
func (v Verbale) Pagante(giorno calendario.Giorno) (uuid.UUID, error) {
	if p, c := v.piano(); c {
		return p.ID, nil
	}
	tra := v.scegli(nil)
	if p := primaServita(tra); !p.GiornoZero.IsZero() && !p.GiornoZero.After(giorno) {
		return p.ID, nil
	}
	p, _, err := v.minimo(tra, giorno)
	return p.ID, err
}

// minimo finds the least price of a day among some positions; the first of equals.
func (v Verbale) minimo(tra []lettura.Posizione, giorno calendario.Giorno) (minore lettura.Posizione, prezzo importo.Cent, err error) {
	for i, p := range tra {
		quanto, err := v.totale(p, v.spese(p), giorno)
		if err != nil {
			return p, 0, err
		}
		if i == 0 || quanto < prezzo {
			minore, prezzo = p, quanto
		}
	}
	return minore, prezzo, nil
}

// conRinunce adds refunds beyond the payments received, and subtracts the sums written off.
func (v Verbale) conRinunce(e cds.EsitoDovuto) cds.EsitoDovuto {
	if oltre := v.RimborsatoCent.Meno(v.versato()); oltre > 0 {
		aggiungi(&e, "RIMBORSO_INDEBITO", "Sono stati rimborsati "+oltre.Euro()+" che non risultano versati.", oltre)
	}
	if reso := min(v.RimborsatoCent, v.versato()); reso > 0 {
		passo := cds.Passo{Regola: "RIMBORSO",
			Testo: "Dei " + v.versato().Euro() + " arrivati ne sono stati rimborsati " + reso.Euro() + ": ne restano versati " + v.netto().Euro() + "."}
		dove := slices.IndexFunc(e.Spiegazione, func(p cds.Passo) bool { return p.Regola == "VERSATO" })
		if dove < 0 {
			dove = len(e.Spiegazione)
		}
		e.Spiegazione = slices.Insert(e.Spiegazione, dove, passo) // it explains the sum that the next step takes off
	}
	if meno := min(v.SgravatoCent, e.DovutoCent); meno > 0 {
		aggiungi(&e, "SGRAVIO", "Il comando ha rinunciato a "+meno.Euro()+".", -meno)
	}
	return e
}

// aggiungi changes the sum due, and adds a step with the reason.
func aggiungi(e *cds.EsitoDovuto, regola, testo string, quanto importo.Cent) {
	cent := int64(quanto)
	e.DovutoCent += quanto
	e.Spiegazione = append(e.Spiegazione, cds.Passo{Regola: regola, Testo: testo, ImportoCent: &cent})
}

// estinto says that the debt was closed when the account was last drawn up, whatever became known
// later.
func (v Verbale) estinto() cds.EsitoDovuto {
	c := v.Conto
	e := cds.EsitoDovuto{TotaleCent: c.PrezzoCent, VersatoCent: c.VersatoCent, EccedenzaCent: c.EccedenzaCent, Avvertenze: []string{},
		Spiegazione: []cds.Passo{{Regola: "DEBITO_CHIUSO", Norma: "art. 202 CdS",
			Testo: "Il debito è chiuso: erano dovuti " + c.PrezzoCent.Euro() + ", sono stati versati " + c.VersatoCent.Euro() + "."}}}
	if c.RimborsatoCent > 0 {
		e.Spiegazione = append(e.Spiegazione, cds.Passo{Regola: "RIMBORSO", Testo: "Ne sono stati rimborsati " + c.RimborsatoCent.Euro() + "."})
	}
	if c.SgravatoCent > 0 {
		e.Spiegazione = append(e.Spiegazione, cds.Passo{Regola: "SGRAVIO", Testo: "Il comando ha rinunciato a " + c.SgravatoCent.Euro() + "."})
	}
	return e
}

// posizione finds a position; an unknown id gives a position without day zero.
func (v Verbale) posizione(id uuid.UUID) lettura.Posizione {
	if p := v.Posizione(id); p != nil {
		return *p
	}
	return lettura.Posizione{ID: id}
}

// versato sums the payments that were not reversed.
func (v Verbale) versato() (totale importo.Cent) {
	for _, p := range v.Pagamenti {
		if p.Stornato.IsZero() {
			totale += p.ImportoCent
		}
	}
	return totale
}

// netto is versato less the refunds.
func (v Verbale) netto() importo.Cent { return v.versato().Meno(v.RimborsatoCent) }

func errore(err error) error { return fmt.Errorf("debito: %w", err) }

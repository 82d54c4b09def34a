// Package debito says what closes a fine on a day, and what its account is, from the rows that the
// platform keeps of it. It applies shared/legge/cds and is the one place where the payments, the portal and
// the web application agree; it reads no clock. The label `debito` of a fine is never an input, but for
// two acts of the command that have no other row: a hold and a plan of instalments.
package debito

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Verbale is what the price of a fine depends on. Procedura and Ricorso are the states of design,
// section 4.
type Verbale struct {
	Procedura, Ricorso string
	// Importato: another system priced it under the rules of its time; Conto is the price.
	Importato bool
	// Sospeso is a hold, Rateizzato a plan of instalments in force: the price does not grow.
	Sospeso, Rateizzato bool
	// SospesoDal is since when nobody has to pay, by the command's hold or by the authority that decides an
	// appeal; zero where it is not known.
	SospesoDal calendario.Giorno
	Conto      Conto // as the last event about money left it
	Violazioni []cds.Violazione
	Posizioni  []Posizione
	Avvisi     []Avviso
	Pagamenti  []Pagamento // in any order
	Ricorsi    []Ricorso
}

// Posizione counts its own days: GiornoZero is that of its service, zero before. SenzaProva: the proof
// of the service is missing or in doubt, and nothing may be added. Chiusa: nothing is asked here any
// more. SpeseCent are the expenses as charged.
type Posizione struct {
	ID                 string
	GiornoZero         calendario.Giorno
	SenzaProva, Chiusa bool
	SpeseCent          importo.Cent
}

// The states of a notice (design, section 4).
const (
	AvvisoEmesso     = "EMESSO"
	AvvisoSostituito = "SOSTITUITO"
	avvisoPagato     = "PAGATO"
)

// Avviso is a payment notice. ImportoCent includes SpeseCent.
type Avviso struct {
	ID, Posizione          string
	Tipo                   cds.Tipo
	ImportoCent, SpeseCent importo.Cent
	Stato                  string
}

// Pagamento is money that came in on a day. Avviso and Posizione are empty when nobody named them; one
// that is Stornato counts nowhere.
type Pagamento struct {
	Avviso, Posizione string
	ImportoCent       importo.Cent
	Data              calendario.Giorno
	Stornato          bool
}

// Ricorso is an appeal of a position, of all where Posizione is empty. ImportoCent is the sum that its
// decision names, without expenses; Deciso is zero before, and Notificato until the decision is served.
type Ricorso struct {
	Posizione, Autorita, Stato string
	Deciso, Notificato         calendario.Giorno
	ImportoCent                importo.Cent
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

// Dovuto is the sum to pay on a day that closes the debt for a position, with the steps that lead there. The
// debt is one and joint: a payment by anyone counts, at the price of the payer's own day (L. 689/1981
// art. 6). What was closed stays closed. While the debt is suspended nothing is to be paid, and the steps say
// what was.
func (v Verbale) Dovuto(posizione string, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	if passo, ferma := v.fermo(); ferma {
		return cds.EsitoDovuto{Spiegazione: []cds.Passo{passo}, Avvertenze: []string{}}, nil
	}
	e, err := v.chiesto(posizione, oggi)
	if err == nil && v.Sospeso && e.DovutoCent > 0 {
		e = v.sospeso(e)
	}
	return e, err
}

// chiesto is what would close the debt on a day, were it not suspended.
func (v Verbale) chiesto(posizione string, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	p := v.posizione(posizione)
	c, err := v.chiusura(p)
	switch {
	case err != nil:
		return cds.EsitoDovuto{}, err
	case !c.basta && v.Conto.Chiuso():
		return v.estinto(), nil
	case !c.basta:
		c = calcolo{posizione: p, spese: v.spese(p), giorno: oggi}
	}
	e, err := v.prezzo(c.posizione, c.spese, v.netto(), c.giorno)
	if err != nil {
		return e, err
	}
	if e = v.conRinunce(e); e.DovutoCent > 0 && v.Conto.Chiuso() {
		return v.estinto(), nil // money of an earlier day, learned of and refunded later, reopens nothing
	}
	return e, nil
}

// Minore is the sum that closes the debt on a day for whom it costs least among the positions that
// scelta picks; among all that are open where it is nil or picks none.
func (v Verbale) Minore(scelta func(posizione string) bool, oggi calendario.Giorno) (posizione string, minore cds.EsitoDovuto, err error) {
	for i, p := range v.scegli(scelta) {
		e, err := v.Dovuto(p.ID, oggi)
		if err != nil {
			return "", e, err
		}
		if i == 0 || e.DovutoCent < minore.DovutoCent {
			posizione, minore = p.ID, e
		}
	}
	return posizione, minore, nil
}

// scegli gives the positions picked, else those that are open, else all, else one without a day: a fine
// always has a price.
func (v Verbale) scegli(scelta func(string) bool) []Posizione {
	var scelte, aperte []Posizione
	for _, p := range v.Posizioni {
		if scelta != nil && scelta(p.ID) {
			scelte = append(scelte, p)
		}
		if !p.Chiusa {
			aperte = append(aperte, p)
		}
	}
	for _, gruppo := range [][]Posizione{scelte, aperte, v.Posizioni} {
		if len(gruppo) > 0 {
			return gruppo
		}
	}
	return []Posizione{{}}
}

// Pagante is the position that prices a payment of a day that names no notice: the one that pays by
// instalments, else the one served first by that day, else the one that owes least. A price that is
// lower because somebody is not served yet is only his. Empty when the fine has no position.
func (v Verbale) Pagante(giorno calendario.Giorno) (string, error) {
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
func (v Verbale) minimo(tra []Posizione, giorno calendario.Giorno) (minore Posizione, prezzo importo.Cent, err error) {
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

// conRinunce adds what was given back beyond what had come in, and takes off what the command gave up.
func (v Verbale) conRinunce(e cds.EsitoDovuto) cds.EsitoDovuto {
	if oltre := v.Conto.RimborsatoCent.Meno(v.versato()); oltre > 0 {
		aggiungi(&e, "RIMBORSO_INDEBITO", "Sono stati rimborsati "+oltre.Euro()+" che non risultano versati.", oltre)
	}
	if reso := min(v.Conto.RimborsatoCent, v.versato()); reso > 0 {
		passo := cds.Passo{Regola: "RIMBORSO",
			Testo: "Dei " + v.versato().Euro() + " arrivati ne sono stati rimborsati " + reso.Euro() + ": ne restano versati " + v.netto().Euro() + "."}
		dove := slices.IndexFunc(e.Spiegazione, func(p cds.Passo) bool { return p.Regola == "VERSATO" })
		if dove < 0 {
			dove = len(e.Spiegazione)
		}
		e.Spiegazione = slices.Insert(e.Spiegazione, dove, passo) // it explains the sum that the next step takes off
	}
	if meno := min(v.Conto.SgravatoCent, e.DovutoCent); meno > 0 {
		aggiungi(&e, "SGRAVIO", "Il comando ha rinunciato a "+meno.Euro()+".", -meno)
	}
	return e
}

// aggiungi moves what is due by a sum, and says why.
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

// posizione finds a position; one that the fine does not have has no day zero.
func (v Verbale) posizione(id string) Posizione {
	for _, p := range v.Posizioni {
		if p.ID == id {
			return p
		}
	}
	return Posizione{ID: id}
}

// versato is what was paid and not taken back.
func (v Verbale) versato() (totale importo.Cent) {
	for _, p := range v.Pagamenti {
		if !p.Stornato {
			totale += p.ImportoCent
		}
	}
	return totale
}

// netto is what was paid and not given back.
func (v Verbale) netto() importo.Cent { return v.versato().Meno(v.Conto.RimborsatoCent) }

func errore(err error) error { return fmt.Errorf("debito: %w", err) }

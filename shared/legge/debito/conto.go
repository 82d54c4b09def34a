package debito

import (
	"cmp"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// Conto is the money of a fine on a day (design, section 4, invariant g):
// PrezzoCent = VersatoCent - EccedenzaCent + ResiduoCent + SgravatoCent.
type Conto struct {
	PrezzoCent     importo.Cent // what is asked in all
	VersatoCent    importo.Cent // paid and not taken back
	EccedenzaCent  importo.Cent // paid beyond the price, refunded or to refund
	RimborsatoCent importo.Cent // of the excess
	ResiduoCent    importo.Cent
	SgravatoCent   importo.Cent // given up by the command
}

// Chiuso reports that the account, once drawn up, leaves nothing to ask.
func (c Conto) Chiuso() bool { return c.ResiduoCent == 0 && (c.VersatoCent > 0 || c.SgravatoCent > 0) }

// al is the account at another price. What was refunded was not kept, so it pays nothing; what was given
// up counts as far as it is needed.
func (c Conto) al(prezzo importo.Cent) Conto {
	c.PrezzoCent = prezzo
	manca := max(0, prezzo-c.VersatoCent+c.RimborsatoCent)
	c.SgravatoCent = min(c.SgravatoCent, manca)
	c.ResiduoCent = manca - c.SgravatoCent
	c.EccedenzaCent = c.VersatoCent + c.ResiduoCent + c.SgravatoCent - prezzo
	return c
}

// EsitoConto is the account of a fine on a day and the steps of its price. Tipo is what the price is:
// empty where no law says it.
type EsitoConto struct {
	Conto       Conto
	Tipo        cds.Tipo
	Spiegazione []cds.Passo
}

// ContoAl draws up the account of a fine on a day from what came in and was not taken back, in order of
// day: the day whose money sufficed closes the debt for good at its price, whatever the price became
// later (art. 202 c. 1 CdS), and all the rest is excess. While none sufficed the price is that of the day
// asked, for who paid last; before any payment for the position served first, and before any service for
// the one that owes least. An open appeal changes nothing.
func (v Verbale) ContoAl(giorno calendario.Giorno) (EsitoConto, error) {
	c := Conto{VersatoCent: v.versato(), RimborsatoCent: v.Conto.RimborsatoCent, SgravatoCent: v.Conto.SgravatoCent}
	if passo, nulla := v.finita(); nulla {
		return EsitoConto{Conto: c.al(v.trattenuto()), Spiegazione: []cds.Passo{passo}}, nil
	}
	chi, err := v.chiusura(v.seguita())
	if err != nil {
		return EsitoConto{}, err
	}
	if !chi.basta {
		if chi, err = v.aperta(giorno); err != nil {
			return EsitoConto{}, err
		}
	}
	e, err := v.prezzo(chi.posizione, chi.spese, v.netto(), chi.giorno)
	if err != nil {
		return EsitoConto{}, err
	}
	if _, ordinata := v.ordinata(chi.posizione, chi.giorno); ordinata && e.Tipo == cds.InteroMaggiorato {
		e.Tipo = cds.Ordinanza // late, it is still the sum of the order
	}
	return EsitoConto{Conto: c.al(e.TotaleCent), Tipo: e.Tipo, Spiegazione: e.Spiegazione}, nil
}

// calcolo is who prices a debt, with which expenses and on which day.
type calcolo struct {
	posizione Posizione
	spese     importo.Cent
	giorno    calendario.Giorno
	prezzo    importo.Cent
	basta     bool // what had come in by that day sufficed
}

// chiusura finds the first day whose money closed the debt. All that came in on a day counts together,
// and closes it at the price of whom it cost least among those who paid that day: the order in which
// payments are recorded changes nothing. ignota prices those of which nobody knows the position.
func (v Verbale) chiusura(ignota Posizione) (calcolo, error) {
	var finora importo.Cent
	var migliore calcolo
	arrivati := v.tenuti()
	for i, pagato := range arrivati {
		if i == 0 || pagato.Data != arrivati[i-1].Data {
			migliore = calcolo{}
			for _, x := range arrivati[i:] {
				if x.Data == pagato.Data {
					finora += x.ImportoCent
				}
			}
		}
		questo, err := v.pagante(pagato, ignota)
		if err != nil {
			return questo, err
		}
		if questo.basta = finora >= questo.prezzo && !v.prematuro(pagato.Data); questo.basta && (!migliore.basta || questo.prezzo < migliore.prezzo) {
			migliore = questo
		}
		if finito := i+1 == len(arrivati) || arrivati[i+1].Data != pagato.Data; finito && migliore.basta {
			return migliore, nil
		}
	}
	return calcolo{}, nil
}

// pagante is what a payment had to cost: at the position that paid, with the expenses that its notice
// asked for. Expenses known later do not reopen the debt.
func (v Verbale) pagante(g Pagamento, ignota Posizione) (calcolo, error) {
	c := calcolo{posizione: ignota, giorno: g.Data}
	i := slices.IndexFunc(v.Avvisi, func(a Avviso) bool { return g.Avviso != "" && a.ID == g.Avviso })
	switch {
	case g.Posizione != "":
		c.posizione = v.posizione(g.Posizione)
	case i >= 0:
		c.posizione = v.posizione(v.Avvisi[i].Posizione)
	}
	c.spese = v.spese(c.posizione)
	if i >= 0 && v.Avvisi[i].Posizione == c.posizione.ID && v.Avvisi[i].diLegge() {
		c.spese = v.Avvisi[i].SpeseCent
	}
	var err error
	c.prezzo, err = v.totale(c.posizione, c.spese, g.Data)
	return c, err
}

// diLegge: a reduced payment that was not replaced asks for all that was then due; the other notices may
// ask for a rest.
func (a Avviso) diLegge() bool {
	return a.Stato != AvvisoSostituito && (a.Tipo == cds.Ridotto30 || a.Tipo == cds.Ridotto)
}

// aperta is who prices a debt that nobody closed: who pays by instalments; of those who paid last the one whom it costs least,
// else the position that the debt follows; before any service the cheapest.
func (v Verbale) aperta(giorno calendario.Giorno) (calcolo, error) {
	var chi []Posizione
	arrivati := v.inOrdine()
	for _, g := range arrivati {
		ultimo := arrivati[len(arrivati)-1].Data
		if ultimo.After(giorno) {
			giorno = ultimo
		}
		if g.Data != ultimo {
			continue
		}
		c, err := v.pagante(g, v.seguita())
		if err != nil {
			return c, err
		}
		chi = append(chi, c.posizione)
	}
	if p, c := v.piano(); c {
		chi = []Posizione{p}
	}
	if len(chi) == 0 {
		chi = v.scegli(nil)
		if prima := v.seguita(); !prima.GiornoZero.IsZero() {
			chi = []Posizione{prima}
		}
	}
	p, prezzo, err := v.minimo(chi, giorno)
	return calcolo{posizione: p, spese: v.spese(p), giorno: giorno, prezzo: prezzo}, err
}

// seguita is the position that the debt follows: served first, else the first that is open.
func (v Verbale) seguita() (prima Posizione) {
	tra := v.scegli(nil)
	if prima = primaServita(tra); prima.GiornoZero.IsZero() {
		return tra[0]
	}
	return prima
}

// primaServita is the position served first; the zero one before any service.
func primaServita(tra []Posizione) (prima Posizione) {
	for _, p := range tra {
		if !p.GiornoZero.IsZero() && (prima.GiornoZero.IsZero() || p.GiornoZero.Before(prima.GiornoZero)) {
			prima = p
		}
	}
	return prima
}

// inOrdine are the payments that count, by day.
func (v Verbale) inOrdine() []Pagamento {
	buoni := slices.DeleteFunc(slices.Clone(v.Pagamenti), func(p Pagamento) bool { return p.Stornato })
	slices.SortStableFunc(buoni, func(a, b Pagamento) int { return cmp.Compare(a.Data.DiffDays(b.Data), 0) })
	return buoni
}

// tenuti are the payments in order, without what was refunded: it was not kept, and is taken from what came
// in last.
func (v Verbale) tenuti() []Pagamento {
	buoni := v.inOrdine()
	reso := v.Conto.RimborsatoCent
	for i := len(buoni) - 1; i >= 0 && reso > 0; i-- {
		tolto := min(reso, buoni[i].ImportoCent)
		buoni[i].ImportoCent -= tolto
		reso -= tolto
	}
	return slices.DeleteFunc(buoni, func(p Pagamento) bool { return p.ImportoCent == 0 })
}

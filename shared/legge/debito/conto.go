package debito

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// alPrezzo is an account at another price. Money that was refunded was not kept, so it pays nothing; a sum
// that was given up counts as far as it is needed.
func alPrezzo(prezzo importo.Cent, c lettura.Conto) lettura.Conto {
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
	Conto       lettura.Conto
	Tipo        cds.Tipo
	Spiegazione []cds.Passo
}

// ContoAl draws up the account of a fine on a day from what came in and was not taken back, in order of
// day: the day whose money sufficed closes the debt for good at its price, whatever the price became
// later (art. 202 c. 1 CdS), and all the rest is excess. While none sufficed the price is that of the day
// asked, at the position of the last payer; before any payment for the position served first, and before any service for
// the position that owes least. An open appeal changes nothing.
func (v Verbale) ContoAl(giorno calendario.Giorno) (EsitoConto, error) {
	c := lettura.Conto{VersatoCent: v.versato(), RimborsatoCent: v.RimborsatoCent, SgravatoCent: v.SgravatoCent}
	if passo, nulla := v.finita(); nulla {
		return EsitoConto{Conto: alPrezzo(v.trattenuto(), c), Spiegazione: []cds.Passo{passo}}, nil
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
	return EsitoConto{Conto: alPrezzo(e.TotaleCent, c), Tipo: e.Tipo, Spiegazione: e.Spiegazione}, nil
}

// calcolo is who prices a debt, with which expenses and on which day.
type calcolo struct {
	posizione lettura.Posizione
	spese     importo.Cent
	giorno    calendario.Giorno
	prezzo    importo.Cent
	basta     bool // what had come in by that day sufficed
}

// chiusura finds the first day whose money closed the debt. All the payments of a day count together, at the lowest price among
// those who paid that day, so that the order of recording changes nothing. ignota prices the payments of an unknown position.
func (v Verbale) chiusura(ignota lettura.Posizione) (calcolo, error) {
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
func (v Verbale) pagante(g lettura.Pagamento, ignota lettura.Posizione) (calcolo, error) {
	c := calcolo{posizione: ignota, giorno: g.Data}
	i := slices.IndexFunc(v.Avvisi, func(a lettura.Avviso) bool { return g.Avviso != uuid.Nil && a.ID == g.Avviso })
	switch {
	case g.Posizione != uuid.Nil:
		c.posizione = v.posizione(g.Posizione)
	case i >= 0:
		c.posizione = v.posizione(v.Avvisi[i].Posizione)
	}
	c.spese = v.spese(c.posizione)
	if i >= 0 && v.Avvisi[i].Posizione == c.posizione.ID && diLegge(v.Avvisi[i]) {
		c.spese = v.Avvisi[i].SpeseCent
	}
	var err error
	c.prezzo, err = v.totale(c.posizione, c.spese, g.Data)
	return c, err
}

// diLegge: a reduced payment that was not replaced asks for all that was then due; the other notices may
// ask for a rest.
func diLegge(a lettura.Avviso) bool {
	return a.Stato != verbale.AvvisoSostituito && (a.Tipo == cds.Ridotto30 || a.Tipo == cds.Ridotto)
}

// aperta is who prices a debt that nobody closed: who pays by instalments; of those who paid last the one whom it costs least,
// else the position that the debt follows; before any service the cheapest.
func (v Verbale) aperta(giorno calendario.Giorno) (calcolo, error) {
	var chi []lettura.Posizione
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
		chi = []lettura.Posizione{p}
	}
	if len(chi) == 0 {
		chi = v.scegli(nil)
		if prima := v.seguita(); !prima.GiornoZero.IsZero() {
			chi = []lettura.Posizione{prima}
		}
	}
	p, prezzo, err := v.minimo(chi, giorno)
	return calcolo{posizione: p, spese: v.spese(p), giorno: giorno, prezzo: prezzo}, err
}

// seguita is the position that the debt follows: served first, else the first that is open.
func (v Verbale) seguita() (prima lettura.Posizione) {
	tra := v.scegli(nil)
	if prima = primaServita(tra); prima.GiornoZero.IsZero() {
		return tra[0]
	}
	return prima
}

// primaServita is the position served first; the zero one before any service.
func primaServita(tra []lettura.Posizione) (prima lettura.Posizione) {
	for _, p := range tra {
		if !p.GiornoZero.IsZero() && (prima.GiornoZero.IsZero() || p.GiornoZero.Before(prima.GiornoZero)) {
			prima = p
		}
	}
	return prima
}

// inOrdine are the payments that count, by day.
func (v Verbale) inOrdine() []lettura.Pagamento {
	buoni := slices.DeleteFunc(slices.Clone(v.Pagamenti), func(p lettura.Pagamento) bool { return !p.Stornato.IsZero() })
	slices.SortStableFunc(buoni, func(a, b lettura.Pagamento) int { return cmp.Compare(a.Data.DiffDays(b.Data), 0) })
	return buoni
}

// tenuti are the payments in order, less the refunds, which are taken from the payments that came
// in last.
func (v Verbale) tenuti() []lettura.Pagamento {
	buoni := v.inOrdine()
	reso := v.RimborsatoCent
	for i := len(buoni) - 1; i >= 0 && reso > 0; i-- {
		tolto := min(reso, buoni[i].ImportoCent)
		buoni[i].ImportoCent -= tolto
		reso -= tolto
	}
	return slices.DeleteFunc(buoni, func(p lettura.Pagamento) bool { return p.ImportoCent == 0 })
}

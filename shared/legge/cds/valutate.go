package cds

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// SenzaRidotto is the sentence on an act without any sum, and the answer to the question what to pay.
const SenzaRidotto = "Il pagamento in misura ridotta non è ammesso (art. 202, commi 3 e 3-bis, CdS): il verbale non indica una somma da pagare ed è trasmesso entro dieci giorni al Prefetto, che determina la sanzione."

// voce is one violation with its band computed.
type voce struct {
	Violazione
	fascia Fascia
}

// valutate are the violations of a fine, banded. Their sums are computed apart from their explanation:
// inside a lot nobody reads the words.
type valutate []voce

// valuta bands every violation.
func valuta(violazioni []Violazione) (valutate, error) {
	if len(violazioni) == 0 {
		return nil, errore("violazioni", "serve almeno una violazione")
	}
	v := make(valutate, len(violazioni))
	for i, violazione := range violazioni {
		f, err := violazione.Fascia()
		if err != nil {
			return nil, dentro("violazioni["+strconv.Itoa(i)+"].", err)
		}
		v[i] = voce{violazione, f}
	}
	return v, nil
}

// sanzione sums the part of every violation in the given amount.
func (v valutate) sanzione(tipo Tipo) importo.Cent {
	var totale importo.Cent
	for i := range v {
		totale += v[i].somma(tipo)
	}
	return totale
}

// tariffa sums the evaded tariffs that the given amount asks for.
func (v valutate) tariffa(tipo Tipo) importo.Cent {
	var totale importo.Cent
	for i := range v {
		if v[i].compresa(tipo) {
			totale += v[i].TariffaCent
		}
	}
	return totale
}

// spiegaTariffa explains the evaded tariffs; the steps add up to tariffa.
func (v valutate) spiegaTariffa(tipo Tipo, s *spiegazione) {
	for i := range v {
		if x := &v[i]; x.compresa(tipo) && x.TariffaCent > 0 {
			s.somma("TARIFFA_EVASA", "art. 7 cc. 14-bis, 14-ter, 15 e 15.1 CdS",
				x.nome()+": tariffa non pagata, mai scontata né raddoppiata: "+x.TariffaCent.Euro()+".", x.TariffaCent)
		}
	}
}

// compresa says whether the violation has a part in the given amount: an offence in none, one without
// reduced payment only in an order.
func (x *voce) compresa(tipo Tipo) bool {
	return !x.Reato && !x.DaScegliere && (!x.SenzaPagamentoRidotto || tipo == Ordinanza)
}

// somma is the part of one violation in the given amount.
func (x *voce) somma(tipo Tipo) importo.Cent {
	switch {
	case !x.compresa(tipo):
		return 0
	case tipo == Ridotto30 && x.Sconto30:
		return x.fascia.Scontato()
	case tipo == Ridotto30 || tipo == Ridotto:
		return x.fascia.Minimo()
	case tipo == Ordinanza:
		return x.fascia.DoppioMinimo()
	default:
		return x.fascia.MetaMassimo()
	}
}

func (v valutate) pagabile() bool {
	return v.qualcuna(func(x *voce) bool { return !x.esclusa() })
}

func (v valutate) conSconto() bool {
	return v.qualcuna(func(x *voce) bool { return x.scontabile() })
}

func (v valutate) senzaSconto() bool {
	return v.qualcuna(func(x *voce) bool { return !x.Sconto30 && !x.esclusa() })
}

func (v valutate) conReato() bool { return v.qualcuna(func(x *voce) bool { return x.Reato }) }

// perPrefetto: some violation is administrative and yet without reduced payment.
func (v valutate) perPrefetto() bool {
	return v.qualcuna(func(x *voce) bool { return x.SenzaPagamentoRidotto && !x.Reato })
}

func (v valutate) qualcuna(vale func(*voce) bool) bool {
	for i := range v {
		if vale(&v[i]) {
			return true
		}
	}
	return false
}

// escluse are the codes of the violations without reduced payment.
func (v valutate) escluse() (codici []string) {
	for i := range v {
		if v[i].esclusa() && !v[i].DaScegliere {
			codici = append(codici, v[i].Codice)
		}
	}
	return codici
}

// spiegaFasce explains each band, and warns of the mixed cases.
func (v valutate) spiegaFasce(s *spiegazione) {
	for i := range v {
		v[i].spiega(v[i].fascia, s)
	}
	escluse := v.escluse()
	if len(escluse) > 0 {
		s.passo("PAGAMENTO_RIDOTTO_ESCLUSO", "art. 202 cc. 3 e 3-bis CdS; art. 220 CdS",
			"Non è ammesso il pagamento in misura ridotta per: "+strings.Join(escluse, ", ")+".")
	}
	if v.conReato() {
		s.avverti("Una violazione è reato: se ne riferisce al pubblico ministero (art. 220 CdS; art. 347 c.p.p.) e nessuna somma va indicata.")
	}
	if v.perPrefetto() {
		s.avverti("Il verbale per le violazioni che non ammettono il pagamento in misura ridotta va trasmesso al prefetto entro dieci giorni e non indica alcuna somma (art. 202 c. 3-bis CdS).")
	}
	if len(escluse) > 0 && v.pagabile() {
		s.avvertiTutti("Il pagamento degli avvisi estingue soltanto le violazioni che ammettono il pagamento in misura ridotta.")
	}
	if v.conSconto() && v.senzaSconto() {
		s.avvertiTutti("La riduzione del 30 % vale soltanto per le violazioni che la ammettono; le altre entrano nell'avviso con il minimo intero.")
	}
}

// avvertiPremio: the discounted payment of art. 193 c. 2 closes nothing by itself.
func (v valutate) avvertiPremio(s *spiegazione) {
	if v.qualcuna(func(x *voce) bool { return x.Codice == codiceAssicurazione && x.scontabile() }) {
		s.avvertiTutti("Art. 193 c. 2: il pagamento scontato entro cinque giorni chiude il caso soltanto se entro sessanta giorni è versato il premio di un'assicurazione di almeno sei mesi; altrimenti è un acconto (circ. Ministero dell'interno 300/A/7065/13).")
	}
}

// spiegaSanzione explains the part of each violation; the steps add up to sanzione.
func (v valutate) spiegaSanzione(tipo Tipo, s *spiegazione) {
	for i := range v {
		if x := &v[i]; x.compresa(tipo) {
			x.spiegaSomma(tipo, x.somma(tipo), s)
		}
	}
}

func (x *voce) spiegaSomma(tipo Tipo, c importo.Cent, s *spiegazione) {
	nome, minimo := x.nome(), x.fascia.Minimo()
	switch {
	case tipo == Ridotto30 && x.Sconto30:
		s.somma("SCONTO_30", "art. 202 c. 1 CdS", nome+": minimo "+minimo.Euro()+" ridotto del 30 %: "+c.Euro()+".", c)
	case tipo == Ridotto30 || tipo == Ridotto:
		s.somma("MISURA_RIDOTTA", "art. 202 c. 1 CdS", nome+": misura ridotta pari al minimo, "+c.Euro()+".", c)
	case tipo == Ordinanza:
		s.somma("DOPPIO_DEL_MINIMO", "art. 204 c. 1 CdS",
			nome+": ordinanza non inferiore al doppio del minimo di "+minimo.Euro()+": "+c.Euro()+".", c)
	default:
		s.somma("META_DEL_MASSIMO", "art. 203 c. 3 CdS",
			nome+": metà del massimo di "+x.fascia.Massimo().Euro()+": "+c.Euro()+".", c)
		if c < minimo {
			s.avverti(nome + ": la metà del massimo (" + c.Euro() + ") è inferiore alla misura ridotta (" + minimo.Euro() +
				"); così risulta dalla legge, verificare gli importi.")
		}
	}
}

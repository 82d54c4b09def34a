package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// limitiRate are the figures of art. 202-bis as they hold from a day. Decrees may update them: a new row.
type limitiRate struct {
	da calendario.Giorno
	// soglia is the sanction above which instalments may be asked for (c. 1).
	soglia importo.Cent
	// reddito and familiare limit the income (c. 2).
	reddito, familiare importo.Cent
	// fino12 and fino24 are the sums up to which 12 and 24 instalments are allowed; above, 60 (c. 4).
	fino12, fino24 importo.Cent
	// minima is the least instalment (c. 4).
	minima importo.Cent
	// tassoMillesimi is the yearly interest in thousandths (D.P.R. 602/1973 art. 21 c. 1).
	tassoMillesimi int64
	fonte          string
}

// limitiRateAl finds the figures on the day of the request.
func limitiRateAl(giorno calendario.Giorno) (limitiRate, bool) {
	righe := [...]limitiRate{
		{da: calendario.MustParse("2010-08-13"), soglia: SogliaRate, reddito: 10_628_16, familiare: 1_032_91,
			fino12: 2_000_00, fino24: 5_000_00, minima: 100_00, tassoMillesimi: 45,
			fonte: "L. 120/2010 art. 38; D.M. Economia 21/5/2009 per gli interessi"},
	}
	for i := len(righe) - 1; i >= 0; i-- {
		if !giorno.Before(righe[i].da) {
			return righe[i], true
		}
	}
	return limitiRate{}, false
}

// massimoRate is the most instalments of a sum: by its size, and none below the least.
func (l limitiRate) massimoRate(c importo.Cent) int {
	massimo := 60
	switch {
	case c <= l.fino12:
		massimo = 12
	case c <= l.fino24:
		massimo = 24
	}
	return int(min(int64(massimo), int64(c/l.minima)))
}

// piano is a request being worked out.
type piano struct {
	RichiestaRate
	voci     valutate
	limiti   limitiRate
	capitale importo.Cent
	s        spiegazione
}

func tutteValgono(condizioni []Condizione) bool {
	for _, c := range condizioni {
		if !c.Vale {
			return false
		}
	}
	return true
}

// condizioni looks at each thing the law asks for.
func (p *piano) condizioni() ([]Condizione, error) {
	sanzione, limite := p.voci.sanzione(Ridotto), p.limiti.reddito+p.limiti.familiare*importo.Cent(p.Familiari)
	termine, err := p.termine()
	if err != nil {
		return nil, err
	}
	return []Condizione{
		{"PAGAMENTO_RIDOTTO_AMMESSO", "artt. 202 e 202-bis c. 1 CdS", "La sanzione ammette il pagamento in misura ridotta.", p.voci.pagabile()},
		{"SOGLIA_RATE", "art. 202-bis c. 1 CdS",
			"Sanzione di " + sanzione.Euro() + ", che deve superare " + p.limiti.soglia.Euro() + ".", sanzione > p.limiti.soglia},
		{"REDDITO", "art. 202-bis c. 2 CdS", "Reddito di " + p.RedditoCent.Euro() + ", che non deve superare " + limite.Euro() + ": " +
			p.limiti.reddito.Euro() + " più " + p.limiti.familiare.Euro() + " per ogni familiare convivente, in numero di " +
			strconv.Itoa(p.Familiari) + " (" + p.limiti.fonte + ").", p.RedditoCent <= limite},
		termine,
		{"RINUNCIA_AI_RICORSI", norma202bisIstanza, "La richiesta comporta la rinuncia ai ricorsi al prefetto e al giudice di pace: nessun ricorso deve essere presentato.", !p.RicorsoPresentato},
		{"NIENTE_SCONTO", "art. 202 c. 1 CdS", "La rateazione esclude la riduzione del 30 %: si divide l'intero minimo, e non deve essere già stato pagato lo scontato.", !p.PagatoScontato},
	}, nil
}

// termine: the request comes within thirty days. Whether a Saturday moves the end is open: the first
// working day after it is not marked late, and a person is told.
func (p *piano) termine() (Condizione, error) {
	c := Condizione{Regola: "TERMINE_RICHIESTA", Norma: norma202bisIstanza}
	e, err := Scadenza(RichiestaScadenza{Tipo: Rateizzazione30, Decorrenza: p.Notifica})
	if err != nil {
		return c, errore("notifica", err.Error())
	}
	c.Vale = !p.Richiesta.After(e.Scadenza)
	if !c.Vale && sabato(e.Scadenza) {
		c.Vale = !p.Richiesta.After(primoFeriale(e.Scadenza.AddDays(1)))
	}
	for _, a := range e.Avvertenze {
		p.s.avverti(a)
	}
	c.Testo = "Richiesta " + p.Richiesta.Detto("del") + ", da presentare entro trenta giorni " + p.Notifica.Detto("dal") +
		": entro " + e.Scadenza.Detto("il") + "."
	return c, nil
}

// calcola splits the sum into equal capitals, the last taking the remainder, and adds to each the
// interest on the remaining debt for the days since the previous one.
func (p *piano) calcola(e *EsitoRate) error {
	n := p.Rate
	if n == 0 {
		n = e.MassimoRate
	}
	if n > e.MassimoRate {
		return errore("rate", "per "+p.capitale.Euro()+" sono ammesse al più "+strconv.Itoa(e.MassimoRate)+" rate, ciascuna di almeno "+p.limiti.minima.Euro())
	}
	quota, residuo, da := p.capitale/importo.Cent(n), p.capitale, p.inizio()
	for i := range n {
		rata, err := p.rata(i, residuo, da)
		if err != nil {
			return err
		}
		if rata.CapitaleCent = quota; i == n-1 {
			rata.CapitaleCent = residuo
		}
		rata.ImportoCent = rata.CapitaleCent + rata.InteressiCent
		e.Rate = append(e.Rate, rata)
		e.InteressiCent += rata.InteressiCent
		residuo -= rata.CapitaleCent
		da = rata.Scadenza
	}
	e.CapitaleCent, e.TotaleCent = p.capitale, p.capitale+e.InteressiCent
	p.spiega(*e)
	return nil
}

// rata dates an instalment, a holiday moving it forward, and computes its interest: rounded once.
func (p *piano) rata(i int, residuo importo.Cent, da calendario.Giorno) (RataPiano, error) {
	scadenza := primoFeriale(p.primaRata().AddMonths(i))
	interessi, err := residuo.Per(importo.Frazione{Num: p.limiti.tassoMillesimi * int64(scadenza.DiffDays(da)), Den: 1000 * 365})
	if err != nil {
		return RataPiano{}, errore("violazioni", "la somma è troppo grande")
	}
	return RataPiano{Numero: i + 1, Scadenza: scadenza, InteressiCent: interessi}, nil
}

func (p *piano) spiega(e EsitoRate) {
	p.voci.spiegaFasce(&p.s)
	p.voci.spiegaSanzione(Ridotto, &p.s)
	p.s.spese(p.SpeseCent)
	n, ultima := len(e.Rate), e.Rate[len(e.Rate)-1]
	p.s.passo("NUMERO_RATE", norma202bisImporti, "Somma di "+p.capitale.Euro()+": fino a "+strconv.Itoa(e.MassimoRate)+
		" rate, ciascuna di almeno "+p.limiti.minima.Euro()+". Rate mensili: "+strconv.Itoa(n)+", la prima "+e.Rate[0].Scadenza.Detto("il")+
		", l'ultima "+ultima.Scadenza.Detto("il")+"; capitale di "+e.Rate[0].CapitaleCent.Euro()+", nell'ultima "+ultima.CapitaleCent.Euro()+".")
	p.s.somma("INTERESSI_DI_DILAZIONE", norma202bisImporti+"; art. 21 c. 1 D.P.R. 602/1973", "Interessi del "+percento(p.limiti.tassoMillesimi)+
		" % annuo "+p.inizio().Detto("dal")+" sul capitale residuo: "+e.InteressiCent.Euro()+".", e.InteressiCent)
}

// percento writes thousandths as a percentage: "4,5".
func percento(millesimi int64) string {
	return strconv.FormatInt(millesimi/10, 10) + "," + strconv.FormatInt(millesimi%10, 10)
}

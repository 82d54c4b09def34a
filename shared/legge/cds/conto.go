package cds

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// conto is a fine priced in one phase: the figures are ready in esito, the words come when asked for.
type conto struct {
	Situazione
	voci valutate
	// fase is the amount each violation enters with: Ridotto30, Ridotto, Intero or Ordinanza.
	fase Tipo
	// sorto is the day the sum became due, zero where it is not known.
	sorto calendario.Giorno
	esito EsitoDovuto
}

// conta prices the fine in a phase (Ridotto30, Ridotto or Intero).
func (s Situazione) conta(fase Tipo) (conto, error) {
	v, err := valuta(s.Violazioni)
	if err != nil {
		return conto{}, err
	}
	c := conto{Situazione: s, voci: v, fase: s.corretta(fase, v)}
	if err := s.verifica(c.fase); err != nil {
		return conto{}, err
	}
	c.esito = EsitoDovuto{Tipo: Ordinanza, VersatoCent: s.VersatoCent}
	if !c.senzaSomma() {
		c.somme()
	}
	e := &c.esito
	e.TotaleCent = e.SanzioneCent + e.MaggiorazioneCent + e.TariffaCent + e.SpeseCent
	e.DovutoCent = e.TotaleCent.Meno(e.VersatoCent)
	e.EccedenzaCent = e.VersatoCent.Meno(e.TotaleCent)
	return c, nil
}

// corretta: an order replaces the phase, and without any discount there is no RIDOTTO_30.
func (s Situazione) corretta(fase Tipo, v valutate) Tipo {
	switch {
	case s.OrdinanzaPrefetto:
		return Ordinanza
	case fase == Ridotto30 && !v.conSconto():
		return Ridotto
	}
	return fase
}

func (s Situazione) verifica(fase Tipo) error {
	somme := [...]struct {
		campo string
		cent  importo.Cent
	}{{"speseCent", s.SpeseCent}, {"versatoCent", s.VersatoCent}, {"ordinataCent", s.OrdinataCent}}
	for _, x := range somme {
		if err := verificaSomma(x.campo, x.cent); err != nil {
			return err
		}
	}
	switch {
	case s.OrdinataCent != 0 && !s.OrdinanzaPrefetto:
		return errore("ordinataCent", "è indicata senza ordinanza del prefetto")
	case s.SemestriInRitardo < 0 || s.SemestriInRitardo > semestriContati:
		return errore("semestriInRitardo", "deve essere compreso tra 0 e 1000")
	case s.SemestriInRitardo > 0 && fase != Intero && fase != Ordinanza:
		return errore("semestriInRitardo", "la maggiorazione presuppone scaduti i 60 giorni o un'ordinanza")
	}
	return nil
}

// senzaSomma: no sum exists while no violation admits a reduced payment and the prefect has not ordered
// yet, or where all are offences. Whatever was paid is then in excess.
func (c *conto) senzaSomma() bool {
	return !c.voci.pagabile() && (c.fase != Ordinanza || !c.voci.perPrefetto())
}

// somme computes sanction, increase and expenses.
func (c *conto) somme() {
	c.esito.Tipo, c.esito.SpeseCent = c.fase, c.SpeseCent
	c.esito.SanzioneCent = c.OrdinataCent
	if c.OrdinataCent == 0 {
		c.esito.SanzioneCent, c.esito.TariffaCent = c.voci.sanzione(c.fase), c.voci.tariffa(c.fase)
	}
	if c.SemestriInRitardo > 0 {
		c.esito.Tipo = InteroMaggiorato
		c.esito.MaggiorazioneCent = maggiorazione(c.esito.SanzioneCent, min(c.SemestriInRitardo, maxSemestri))
	}
}

// spiega writes the words beside the figures.
func (c *conto) spiega(s *spiegazione) EsitoDovuto {
	c.voci.spiegaFasce(s)
	switch {
	case c.senzaSomma() && c.voci.perPrefetto():
		s.passo("ATTESA_ORDINANZA", "art. 202 c. 3-bis CdS", "Nessuna somma è dovuta finché il prefetto non emette l'ordinanza.")
	case c.senzaSomma():
		s.passo("NESSUNA_SOMMA", "art. 220 CdS", "Nessuna somma amministrativa è dovuta.")
	default:
		c.spiegaSomme(s)
	}
	e := c.esito
	if e.VersatoCent > 0 {
		s.passi = append(s.passi, Versati(e.VersatoCent, e.TotaleCent))
	}
	if e.EccedenzaCent > 0 {
		s.passo("ECCEDENZA", "art. 2033 c.c.", "Versati "+e.EccedenzaCent.Euro()+" in più del dovuto.")
	}
	e.Spiegazione, e.Avvertenze, e.Note = s.passi, s.elenco(), s.note
	return e
}

func (c *conto) spiegaSomme(s *spiegazione) {
	if c.OrdinataCent != 0 {
		s.somma("SOMMA_ORDINATA", "art. 204 c. 1 CdS",
			"Somma indicata nell'ordinanza del prefetto: "+c.OrdinataCent.Euro()+".", c.OrdinataCent)
		if minimo := c.voci.sanzione(Ordinanza); c.OrdinataCent < minimo {
			s.avverti("La somma ordinata è inferiore al doppio dei minimi di tutte le violazioni, " + minimo.Euro() +
				" (art. 204 c. 1 CdS): vale ciò che l'ordinanza scrive, ma verificare quali violazioni riguarda.")
		}
	} else {
		c.voci.spiegaSanzione(c.fase, s)
	}
	if c.fase == Ridotto30 {
		c.voci.avvertiPremio(s)
	}
	if c.SemestriInRitardo > 0 {
		c.spiegaRitardo(s)
	}
	if c.OrdinataCent == 0 {
		c.voci.spiegaTariffa(c.fase, s)
	}
	s.spese(c.SpeseCent)
}

func (s *spiegazione) nonNotificato() {
	s.passo("NON_NOTIFICATO", "art. 202 c. 1 CdS",
		"Il verbale non è ancora notificato: si applica l'importo del giorno della notificazione.")
}

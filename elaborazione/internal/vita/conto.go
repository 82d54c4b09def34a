package vita

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	letto "github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Prezzo is the fine as debito reads it: the same pricing serves this service and the others.
func (s Stato) Prezzo() debito.Verbale {
	v := letto.Verbale{Violazioni: s.lette(), Conto: letto.Conto(s.Conto), SospesoDal: s.sospesoDal(), Voce: letto.Voce{ID: s.ID, Importato: s.Importato,
		Procedura: s.Procedura, Debito: s.Debito, Ricorso: s.Ricorso}}
	for _, p := range s.Posizioni {
		v.Posizioni = append(v.Posizioni, letto.Posizione{ID: p.ID, GiornoZero: p.GiornoZero, Prova: p.Prova, ProvaDubbia: p.ProvaDubbia,
			Chiusa: p.Chiusa, SpeseCent: p.SpeseCent})
	}
	for _, a := range s.Avvisi {
		v.Avvisi = append(v.Avvisi, letto.Avviso{ID: a.ID, Posizione: a.Posizione, Tipo: a.Tipo, ImportoCent: a.ImportoCent,
			SpeseCent: a.SpeseCent, Stato: a.Stato})
	}
	for _, p := range s.Pagamenti {
		v.Pagamenti = append(v.Pagamenti, letto.Pagamento{Avviso: p.Avviso, Posizione: p.Posizione, ImportoCent: p.ImportoCent, Data: p.Data, Stornato: p.Stornato})
	}
	for _, m := range s.Impugnazioni {
		v.Ricorsi = append(v.Ricorsi, letto.Ricorso{Posizione: m.Posizione, Autorita: m.Autorita, Stato: m.Stato,
			Deciso: m.Deciso, Notificato: m.Notificato, ImportoCent: m.ImportoCent})
	}
	return debito.Di(&v)
}

// lette are the violations as others read them.
func (s Stato) lette() []letto.Violazione {
	tutte := make([]letto.Violazione, 0, len(s.Violazioni))
	for _, x := range s.Violazioni {
		tutte = append(tutte, letto.Violazione{Codice: x.Codice, MinimoCent: x.MinimoCent, MassimoCent: x.MassimoCent,
			Sconto30: x.Sconto30, PagamentoRidotto: x.PagamentoRidotto, Notturna: x.Notturna, Periodi: x.Periodi, TariffaCent: x.TariffaCent,
			Candidati: strings.Fields(x.Candidati)})
	}
	return tutte
}

// sospesoDal is since when nobody has to pay: by the authority while its suspension lasts, else by the command's
// hold; zero where neither is in force.
func (s Stato) sospesoDal() calendario.Giorno {
	switch {
	case s.Ricorso == verbale.RicorsoSospensiva:
		return s.SospensivaDal
	case s.Debito == verbale.Sospeso:
		return s.SospesoDal
	}
	return calendario.Giorno{}
}

// ricordaSospensione notes since when the payment is held.
func (s *Stato) ricordaSospensione(e Evento) {
	switch e.Tipo() { //nolint:exhaustive // two events hold it
	case verbale.EventoDebitoSospeso:
		s.SospesoDal = e.DataLegale
	case verbale.EventoSospensivaConcessa:
		s.SospensivaDal = e.DataLegale
	}
}

// EsitoConto is the account of a fine on a day, the debt that it amounts to and why.
type EsitoConto struct {
	Conto       Conto
	Debito      verbale.Debito
	Spiegazione []string
}

// ContoAl draws up the account of the fine on a day, as the law and what came in make it; what an event
// decides about money takes it from here. Debito is what the account amounts to: a hold and a plan of
// instalments stay while something is owed.
func (s Stato) ContoAl(giorno calendario.Giorno) (EsitoConto, error) {
	e, err := s.Prezzo().ContoAl(giorno)
	if err != nil {
		return EsitoConto{}, err
	}
	c := Conto(e.Conto)
	return EsitoConto{Conto: c, Debito: s.debitoCon(c, e.Tipo, giorno), Spiegazione: testi(e.Spiegazione)}, nil
}

func testi(passi []cds.Passo) []string {
	tutti := make([]string, 0, len(passi))
	for _, p := range passi {
		tutti = append(tutti, p.Testo)
	}
	return tutti
}

// debitoCon is the state of the debt that an account amounts to.
func (s Stato) debitoCon(c Conto, tipo cds.Tipo, giorno calendario.Giorno) verbale.Debito {
	switch {
	case c.ResiduoCent == 0 && s.AttendeOrdinanza():
		if s.Debito == verbale.Sospeso {
			return verbale.Sospeso
		}
		return verbale.NonEsigibile
	case c.ResiduoCent == 0 && c.SgravatoCent == 0 && s.obbligoEstinto():
		return c.estinto()
	case c.ResiduoCent == 0:
		return c.Chiuso()
	case s.Debito == verbale.Sospeso, s.Debito == verbale.DebitoRateizzato:
		return s.Debito
	case c.VersatoCent > 0:
		return verbale.PagatoParziale
	}
	return s.debitoSenzaPagamenti(tipo, giorno)
}

// AttendeOrdinanza reports that a violation without reduced payment waits for the order of the prefect: no
// payment closes the debt, what comes in is held (art. 202 cc. 3 and 3-bis CdS).
func (s Stato) AttendeOrdinanza() bool { return s.Prezzo().AttendeOrdinanza() }

// trattiene reports that an open debt with nothing left to ask holds what came in: it was given back, or an
// order is still to come.
func (s Stato) trattiene() bool {
	return s.Conto.VersatoCent == s.Conto.EccedenzaCent || s.AttendeOrdinanza()
}

// obbligoEstinto: the duty to pay ended without being met (artt. 201 c. 5 and 209 CdS, art. 7 L. 689/1981).
func (s Stato) obbligoEstinto() bool {
	return slices.Contains([]verbale.Procedura{verbale.EstintoTermini, verbale.EstintoDecesso}, s.Procedura)
}

// estinto is the state of a debt that ended before it was paid; earlier payments stay.
func (c Conto) estinto() verbale.Debito {
	if d := c.Chiuso(); d != verbale.Pagato {
		return d
	}
	return verbale.Sgravato
}

// Chiuso is the state of a debt of which nothing is left to ask.
func (c Conto) Chiuso() verbale.Debito {
	switch {
	case c.EccedenzaCent > c.RimborsatoCent:
		return verbale.Eccedenza
	case c.EccedenzaCent > 0:
		return verbale.Rimborsato
	case c.VersatoCent > 0 && c.SgravatoCent == 0:
		return verbale.Pagato
	}
	return verbale.Sgravato
}

// debitoSenzaPagamenti is the debt of a day before any money: it follows the position served first, and
// is never surcharge while something stops it (design, section 4, invariants b and c).
func (s Stato) debitoSenzaPagamenti(tipo cds.Tipo, giorno calendario.Giorno) verbale.Debito {
	p, servita := s.Servita()
	scadenza, scade := s.Scadenza(p.ID, cds.PagamentoRidotto60)
	switch {
	case tipo == cds.Ordinanza:
		return verbale.DebitoOrdinanza
	case !servita:
		return verbale.NonEsigibile
	case s.Importato && s.Conto.PrezzoCent > s.minimo()+p.SpeseCent:
		return verbale.DebitoIntero
	case tipo == cds.Ridotto30:
		return verbale.DebitoRidotto30
	case tipo != cds.Intero && tipo != cds.InteroMaggiorato, s.Fermo(p.ID) != "", !scade, !giorno.After(scadenza.Giorno):
		return verbale.DebitoRidotto
	}
	return verbale.DebitoIntero
}

// DopoPagamento is the account once a payment has joined: s already holds it, prima is the account
// before. A debt that was closed stays closed and never costs more: the new money is excess, unless
// it had arrived on an earlier day and closes the debt for less.
func (s Stato) DopoPagamento(prima Conto, quanto importo.Cent, giorno calendario.Giorno) (EsitoConto, error) {
	e, err := s.ContoAl(giorno)
	if err != nil || !s.DebitoChiuso() {
		return e, err
	}
	if e.Conto.ResiduoCent == 0 && e.Conto.PrezzoCent < prima.PrezzoCent {
		return e, nil
	}
	prima.VersatoCent += quanto
	prima.EccedenzaCent += quanto
	return EsitoConto{Conto: prima, Debito: verbale.Eccedenza, Spiegazione: []string{"Il debito era già chiuso: quanto è stato versato è in più."}}, nil
}

// DovutoAl is what closes the debt on a day for a position, with the steps that lead there.
func (s Stato) DovutoAl(posizione uuid.UUID, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	return s.Prezzo().Dovuto(posizione, giorno)
}

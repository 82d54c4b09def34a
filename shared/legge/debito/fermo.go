package debito

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// fermo says why no sum is asked: the fine is over without payment, or an appeal holds it.
func (v Verbale) fermo() (cds.Passo, bool) {
	if p, finita := v.finita(); finita {
		return p, true
	}
	switch v.Ricorso {
	case verbale.RicorsoSospensiva:
		testo := v.autorita() + " ha sospeso l'obbligo di pagare" + v.dal() + ": fino alla decisione non si deve pagare nulla e nessun termine di pagamento corre."
		if v.ResiduoCent > 0 {
			testo += " Prima erano da pagare " + v.ResiduoCent.Euro() + "."
		}
		return cds.Passo{Regola: RegolaSospensiva, Norma: "artt. 203, 204-bis CdS", Testo: testo}, true
	case verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoImpugnato:
		return cds.Passo{Regola: "RICORSO_PENDENTE", Norma: "artt. 203, 204-bis CdS",
			Testo: "È pendente un ricorso: nessuna somma è richiesta fino alla decisione."}, true
	default:
		return cds.Passo{}, false
	}
}

// The steps that say that nobody has to pay while it lasts.
const (
	RegolaSospeso    = string(verbale.EventoDebitoSospeso) // by the command; the sum that was asked is in the steps after it
	RegolaSospensiva = string(verbale.RicorsoSospensiva)   // by the authority that decides the appeal
)

// sospeso is a sum that a hold of the command takes off: first that it does, last the sum.
func (v Verbale) sospeso(e cds.EsitoDovuto) cds.EsitoDovuto {
	cosa := e.DovutoCent
	passo := cds.Passo{Regola: RegolaSospeso, Testo: "Il comando ha sospeso l'obbligo di pagare" + v.dal() +
		": finché dura non si deve pagare nulla e nessun termine di pagamento corre. Prima erano da pagare " + cosa.Euro() + "."}
	e.Spiegazione = append([]cds.Passo{passo}, slices.DeleteFunc(e.Spiegazione, func(p cds.Passo) bool {
		return p.Regola == RegolaSospeso || p.Regola == "TERMINI_DI_PAGAMENTO"
	})...)
	aggiungi(&e, "SOMMA_SOSPESA", "Somma sospesa.", -cosa)
	e.TotaleCent = e.VersatoCent - e.EccedenzaCent
	return e
}

func (v Verbale) dal() string {
	if v.SospesoDal.IsZero() {
		return ""
	}
	return " " + v.SospesoDal.Detto("dal")
}

// autorita names who suspended the payment.
func (v Verbale) autorita() string {
	for _, r := range v.Ricorsi {
		if r.Stato != verbale.RicorsoSospensiva {
			continue
		}
		switch r.Autorita {
		case verbale.Prefetto:
			return "Il prefetto"
		case verbale.GiudiceDiPace:
			return "Il giudice di pace"
		case verbale.Tribunale:
			return "Il tribunale"
		case verbale.AltraAutorita:
		}
	}
	return "L'autorità che decide sul ricorso"
}

// finita says why nothing is owed for good.
func (v Verbale) finita() (cds.Passo, bool) {
	perche := map[verbale.Procedura]cds.Passo{
		verbale.Scartato:            {Regola: string(verbale.Scartato), Testo: "Il verbale è stato scartato prima che l'atto fosse formato: nulla è dovuto."},
		verbale.Archiviato:          {Regola: string(verbale.Archiviato), Norma: "art. 386 Reg.", Testo: "Il verbale è archiviato: nulla è dovuto."},
		verbale.AnnullatoAutotutela: {Regola: "ANNULLATO", Norma: "art. 21-nonies L. 241/1990", Testo: "Il verbale è annullato in autotutela: nulla è dovuto."},
		verbale.EstintoTermini: {Regola: string(verbale.EstintoTermini), Norma: "artt. 201 c. 5 e 209 CdS",
			Testo: "I termini sono decorsi, quello per notificare il verbale o quello per riscuotere: nulla è più dovuto."},
		verbale.EstintoDecesso: {Regola: string(verbale.EstintoDecesso), Norma: "art. 7 L. 689/1981", Testo: "L'obbligazione è estinta: nulla è più dovuto."},
	}
	if v.Ricorso == verbale.RicorsoAccolto {
		return cds.Passo{Regola: string(verbale.EventoRicorsoAccolto), Norma: "artt. 204, 204-bis CdS", Testo: "Il ricorso è stato accolto: nulla è dovuto."}, true
	}
	p, c := perche[v.Procedura]
	return p, c
}

// trattenuto is the price of a closed fine: where the duty to pay has only ended (art. 209 CdS, art. 7 L. 689/1981), the sum
// paid while it was owed, at most the sum then asked; else nothing. A fine served too late was never owed (art. 201 c. 5 CdS):
// its account has price 0 from that day on.
func (v Verbale) trattenuto() importo.Cent {
	if v.Ricorso == verbale.RicorsoAccolto || v.Procedura != verbale.EstintoTermini && v.Procedura != verbale.EstintoDecesso {
		return 0
	}
	return min(v.netto(), v.PrezzoCent)
}

// AttendeOrdinanza reports that a violation does not admit the reduced payment and the prefect has not
// ordered its sum yet (art. 202 cc. 3 and 3-bis CdS): no payment closes the debt.
func (v Verbale) AttendeOrdinanza() bool {
	_, finita := v.finita()
	return !finita && !v.Importato && v.perPrefetto() && !v.ordinatoEntro(calendario.Giorno{})
}

func (v Verbale) perPrefetto() bool {
	return slices.ContainsFunc(v.violazioni, func(x cds.Violazione) bool { return x.SenzaPagamentoRidotto && !x.Reato })
}

// ordinatoEntro reports that any position was ordered to pay by a day; by any day, where it is
// zero.
func (v Verbale) ordinatoEntro(giorno calendario.Giorno) bool {
	return slices.ContainsFunc(v.Ricorsi, func(r lettura.Ricorso) bool { return ordina(r) && (giorno.IsZero() || !giorno.Before(r.Deciso)) }) ||
		slices.ContainsFunc(v.Avvisi, func(a lettura.Avviso) bool { return v.ordine(a) && (giorno.IsZero() || !giorno.Before(v.decisione(a))) })
}

// prematuro reports that money of a day came before the order that the fine needed: it is an advance on it.
func (v Verbale) prematuro(giorno calendario.Giorno) bool {
	return !v.Importato && v.perPrefetto() && v.ordinatoEntro(calendario.Giorno{}) && !v.ordinatoEntro(giorno)
}

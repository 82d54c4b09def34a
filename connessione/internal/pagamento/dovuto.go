package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// Dovuto is the sum that closes the debt on a day for a position. The debt is one and joint: a
// payment by anyone counts, at the price of the payer's own day (L. 689/1981 art. 6).
func Dovuto(v *verbale.Verbale, p verbale.Posizione, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	if passo, ferma := fermo(v); ferma {
		return cds.EsitoDovuto{Spiegazione: []cds.Passo{passo}}, nil
	}
	if e, chiuso, err := chiusura(v, p); chiuso || err != nil {
		return e, err
	}
	return prezzo(v, p, spese(v, p), versato(v.Pagamenti), oggi)
}

// chiusura replays the payments in order of day: the one that suffices on its day closes the debt for
// good, whatever the price became later (art. 202 c. 1 CdS).
func chiusura(v *verbale.Verbale, p verbale.Posizione) (cds.EsitoDovuto, bool, error) {
	var fin importo.Cent
	for _, pagato := range v.Pagamenti {
		fin += pagato.ImportoCent
		chi, sp := p, spese(v, p)
		if a := v.Avviso(pagato.Avviso); a != nil {
			if q := v.Posizione(a.Posizione); q != nil {
				chi = *q
			}
			sp = a.SpeseCent // what the paid notice asked for: expenses known later do not reopen the debt
		}
		e, err := prezzo(v, chi, sp, fin, pagato.Data)
		if err != nil {
			return e, false, err
		}
		if e.DovutoCent == 0 {
			e, err = prezzo(v, chi, sp, versato(v.Pagamenti), pagato.Data)
			return e, true, err
		}
	}
	return cds.EsitoDovuto{}, false, nil
}

// prezzo asks the law.
func prezzo(v *verbale.Verbale, p verbale.Posizione, sp, gia importo.Cent, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	s := cds.Situazione{Violazioni: violazioni(v), SpeseCent: sp, VersatoCent: gia}
	if ordinanza := avvisoVivo(v, p, cds.Ordinanza); ordinanza != nil {
		s.OrdinanzaPrefetto, s.OrdinataCent = true, ordinanza.ImportoCent-ordinanza.SpeseCent
	}
	n, err := semestri(s, p.GiornoZero, giorno)
	if err != nil {
		return cds.EsitoDovuto{}, err
	}
	s.SemestriInRitardo = n
	e, err := cds.DovutoAl(s, p.GiornoZero, giorno)
	if err != nil {
		return e, fmt.Errorf("pagamento: verbale %s: %w", v.ID, err)
	}
	return e, nil
}

// semestri counts the half-years of delay after the sixtieth day from service (art. 27 c. 6
// L. 689/1981). What the prefect orders becomes due on another day, which is not known here.
func semestri(s cds.Situazione, notifica, giorno calendario.Giorno) (int, error) {
	if notifica.IsZero() || s.OrdinanzaPrefetto || !riducibile(s.Violazioni) {
		return 0, nil
	}
	sessanta, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: cds.PagamentoRidotto60, Decorrenza: notifica})
	if err != nil {
		return 0, fmt.Errorf("pagamento: %w", err)
	}
	if !giorno.After(sessanta.Scadenza) {
		return 0, nil
	}
	return cds.SemestriCompiuti(sessanta.Scadenza.AddDays(1), giorno), nil
}

// fermo says why no sum is asked: the fine is over without payment, or an appeal holds it.
func fermo(v *verbale.Verbale) (cds.Passo, bool) {
	nulla := func(regola, norma, testo string) (cds.Passo, bool) {
		return cds.Passo{Regola: regola, Norma: norma, Testo: testo}, true
	}
	switch v.Procedura {
	case "SCARTATO", "ARCHIVIATO":
		return nulla("ARCHIVIATO", "art. 386 Reg.", "Il verbale è archiviato: nulla è dovuto.")
	case "ANNULLATO_AUTOTUTELA":
		return nulla("ANNULLATO", "art. 21-nonies L. 241/1990", "Il verbale è annullato in autotutela: nulla è dovuto.")
	case "ESTINTO_TERMINI":
		return nulla("ESTINTO_TERMINI", "art. 201 c. 5 CdS", "Il verbale non è stato notificato nei termini: nulla è dovuto.")
	case "ESTINTO_DECESSO":
		return nulla("ESTINTO_DECESSO", "art. 7 L. 689/1981", "L'obbligazione è estinta: nulla è dovuto.")
	}
	switch v.Ricorso {
	case "ACCOLTO":
		return nulla("RICORSO_ACCOLTO", "artt. 204, 204-bis CdS", "Il ricorso è stato accolto: nulla è dovuto.")
	case "PRESENTATO", "TRASMESSO", "SOSPENSIVA", "IMPUGNATO":
		return nulla("RICORSO_PENDENTE", "artt. 203, 204-bis CdS", "È pendente un ricorso: nessuna somma è richiesta fino alla decisione.")
	}
	return cds.Passo{}, false
}

func violazioni(v *verbale.Verbale) []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		reato := x.MassimoCent == 0 // an offence has no administrative band (art. 220 CdS)
		tutte = append(tutte, cds.Violazione{Codice: x.Codice, MinCent: x.MinimoCent, MaxCent: x.MassimoCent,
			Sconto30: x.Sconto30, SenzaPagamentoRidotto: !x.PagamentoRidotto && !reato, Reato: reato, Notturna: x.Notturna})
	}
	return tutte
}

// riducibile reports that some violation admits the reduced payment.
func riducibile(violazioni []cds.Violazione) bool {
	for _, x := range violazioni {
		if !x.Reato && !x.SenzaPagamentoRidotto {
			return true
		}
	}
	return false
}

// scontabile reports that some violation admits the discount of 30 %.
func scontabile(violazioni []cds.Violazione) bool {
	for _, x := range violazioni {
		if !x.Reato && !x.SenzaPagamentoRidotto && x.Sconto30 {
			return true
		}
	}
	return false
}

// spese are the expenses of a position, as its notices that may still be paid say; before the channel
// is known they are zero.
func spese(v *verbale.Verbale, p verbale.Posizione) importo.Cent {
	var massime importo.Cent
	for _, a := range v.Avvisi {
		if a.Posizione == p.ID && a.Stato == verbale.AvvisoEmesso {
			massime = max(massime, a.SpeseCent)
		}
	}
	return massime
}

func avvisoVivo(v *verbale.Verbale, p verbale.Posizione, tipo cds.Tipo) *verbale.Avviso {
	for i, a := range v.Avvisi {
		if a.Posizione == p.ID && a.Tipo == tipo && a.Stato == verbale.AvvisoEmesso {
			return &v.Avvisi[i]
		}
	}
	return nil
}

func versato(pagamenti []verbale.Pagamento) importo.Cent {
	var totale importo.Cent
	for _, p := range pagamenti {
		totale += p.ImportoCent
	}
	return totale
}

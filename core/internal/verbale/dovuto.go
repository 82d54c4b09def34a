package verbale

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// avvisoEmesso is the state of a notice that may be paid.
const avvisoEmesso = "EMESSO"

// Dovuto is the sum that closes the debt on a day for a position, with the steps that lead there. The
// debt is one and joint: a payment by anyone counts, at the price of the payer's own day (L. 689/1981
// art. 6).
func (v *Verbale) Dovuto(p Posizione, oggi calendario.Giorno) (cds.EsitoDovuto, error) {
	if testo := v.fermo(); testo != "" {
		return cds.EsitoDovuto{Spiegazione: []cds.Passo{{Regola: "NULLA_DOVUTO", Testo: testo}}}, nil
	}
	if e, chiuso, err := v.chiusura(p); chiuso || err != nil {
		return e, err
	}
	return v.prezzo(p, v.spese(p), v.versato(), oggi)
}

// fermo says why no sum is asked: the fine is over without payment, or an appeal holds it.
func (v *Verbale) fermo() string {
	switch v.Procedura {
	case "SCARTATO", "ARCHIVIATO":
		return "Il verbale è archiviato: nulla è dovuto."
	case "ANNULLATO_AUTOTUTELA":
		return "Il verbale è annullato in autotutela: nulla è dovuto."
	case "ESTINTO_TERMINI":
		return "Il verbale non è stato notificato nei termini: nulla è dovuto (art. 201 c. 5 CdS)."
	case "ESTINTO_DECESSO":
		return "L'obbligazione è estinta: nulla è dovuto (art. 7 L. 689/1981)."
	}
	switch v.Ricorso {
	case "ACCOLTO":
		return "Il ricorso è stato accolto: nulla è dovuto."
	case "PRESENTATO", "TRASMESSO", "SOSPENSIVA", "IMPUGNATO":
		return "È pendente un ricorso: nessuna somma è richiesta fino alla decisione."
	}
	return ""
}

// chiusura replays the payments in order of day: the one that suffices on its day closes the debt for
// good, whatever the price became later (art. 202 c. 1 CdS).
func (v *Verbale) chiusura(p Posizione) (cds.EsitoDovuto, bool, error) {
	var fin importo.Cent
	for _, pagato := range v.Pagamenti {
		fin += pagato.ImportoCent
		chi, spese := p, v.spese(p)
		if a := v.avviso(pagato.Avviso); a != nil {
			if q := v.posizione(a.Posizione); q != nil {
				chi = *q
			}
			spese = a.SpeseCent // what the paid notice asked for: expenses known later do not reopen the debt
		}
		e, err := v.prezzo(chi, spese, fin, pagato.Data)
		if err != nil {
			return e, false, err
		}
		if e.DovutoCent == 0 {
			e, err = v.prezzo(chi, spese, v.versato(), pagato.Data)
			return e, true, err
		}
	}
	return cds.EsitoDovuto{}, false, nil
}

// prezzo asks the law.
func (v *Verbale) prezzo(p Posizione, spese, versato importo.Cent, giorno calendario.Giorno) (cds.EsitoDovuto, error) {
	s := cds.Situazione{Violazioni: v.daPrezzare(), SpeseCent: spese, VersatoCent: versato}
	for _, a := range v.AvvisiDi(p.ID) {
		if a.Tipo == cds.Ordinanza && a.Stato == avvisoEmesso {
			s.OrdinanzaPrefetto, s.OrdinataCent = true, a.ImportoCent-a.SpeseCent
		}
	}
	n, err := semestri(s, p.GiornoZero, giorno)
	if err != nil {
		return cds.EsitoDovuto{}, err
	}
	s.SemestriInRitardo = n
	e, err := cds.DovutoAl(s, p.GiornoZero, giorno)
	if err != nil {
		return e, fmt.Errorf("verbale %s: importo dovuto: %w", v.ID, err)
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
		return 0, fmt.Errorf("scadenza: %w", err)
	}
	if !giorno.After(sessanta.Scadenza) {
		return 0, nil
	}
	return cds.SemestriCompiuti(sessanta.Scadenza.AddDays(1), giorno), nil
}

func riducibile(violazioni []cds.Violazione) bool {
	for _, x := range violazioni {
		if !x.Reato && !x.SenzaPagamentoRidotto {
			return true
		}
	}
	return false
}

func (v *Verbale) daPrezzare() []cds.Violazione {
	tutte := make([]cds.Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		reato := x.MassimoCent == 0 // an offence has no administrative band (art. 220 CdS)
		tutte = append(tutte, cds.Violazione{Codice: x.Codice, MinCent: x.MinimoCent, MaxCent: x.MassimoCent,
			Sconto30: x.Sconto30, SenzaPagamentoRidotto: !x.PagamentoRidotto && !reato, Reato: reato, Notturna: x.Notturna})
	}
	return tutte
}

// spese are the expenses of a position, as its notices that may still be paid say; before the channel
// is known they are zero.
func (v *Verbale) spese(p Posizione) (massime importo.Cent) {
	for _, a := range v.AvvisiDi(p.ID) {
		if a.Stato == avvisoEmesso {
			massime = max(massime, a.SpeseCent)
		}
	}
	return massime
}

func (v *Verbale) versato() (totale importo.Cent) {
	for _, p := range v.Pagamenti {
		totale += p.ImportoCent
	}
	return totale
}

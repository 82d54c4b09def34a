package debito

import "github.com/piattaforma-verbali/verbali/shared/cds"

// fermo says why no sum is asked: the fine is over without payment, or an appeal holds it.
func (v Verbale) fermo() (cds.Passo, bool) {
	if p, finita := v.finita(); finita {
		return p, true
	}
	switch v.Ricorso {
	case "PRESENTATO", "TRASMESSO", "SOSPENSIVA", "IMPUGNATO":
		return cds.Passo{Regola: "RICORSO_PENDENTE", Norma: "artt. 203, 204-bis CdS",
			Testo: "È pendente un ricorso: nessuna somma è richiesta fino alla decisione."}, true
	}
	return cds.Passo{}, false
}

// finita says why nothing is owed for good.
func (v Verbale) finita() (cds.Passo, bool) {
	perche := map[string]cds.Passo{
		"SCARTATO":             {Regola: "ARCHIVIATO", Norma: "art. 386 Reg.", Testo: "Il verbale è archiviato: nulla è dovuto."},
		"ARCHIVIATO":           {Regola: "ARCHIVIATO", Norma: "art. 386 Reg.", Testo: "Il verbale è archiviato: nulla è dovuto."},
		"ANNULLATO_AUTOTUTELA": {Regola: "ANNULLATO", Norma: "art. 21-nonies L. 241/1990", Testo: "Il verbale è annullato in autotutela: nulla è dovuto."},
		"ESTINTO_TERMINI":      {Regola: "ESTINTO_TERMINI", Norma: "art. 201 c. 5 CdS", Testo: "Il verbale non è stato notificato nei termini: nulla è dovuto."},
		"ESTINTO_DECESSO":      {Regola: "ESTINTO_DECESSO", Norma: "art. 7 L. 689/1981", Testo: "L'obbligazione è estinta: nulla è dovuto."},
	}
	if v.Ricorso == "ACCOLTO" {
		return cds.Passo{Regola: "RICORSO_ACCOLTO", Norma: "artt. 204, 204-bis CdS", Testo: "Il ricorso è stato accolto: nulla è dovuto."}, true
	}
	p, c := perche[v.Procedura]
	return p, c
}

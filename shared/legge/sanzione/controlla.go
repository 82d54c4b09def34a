package sanzione

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// maxCent and maxPunti bound a row: the amount far above any real one, the points those of a licence.
const (
	maxCent    = 1_000_000_000
	maxPunti   = 20
	maxPeriodi = 1000
)

type voce = foglio.Voce[Sanzione]

// difetti is what a single row cannot be, by column.
func (s Sanzione) difetti() foglio.Difetti {
	var d foglio.Difetti
	s.esigiCitazione(&d)
	s.esigiImporti(&d)
	s.esigiRegole(&d)
	s.esigiTesti(&d)
	return d
}

// esigiCitazione is about how the row is found.
func (s Sanzione) esigiCitazione(d *foglio.Difetti) {
	d.Esigi(foglio.CodiceValido(s.Codice, 40), "codice", "deve avere da 1 a 40 lettere, cifre o trattini")
	d.Esigi(s.Base == "" || s.Recidiva || len(s.Classi) > 0, "base", "serve a chi si limita a una classe o alla recidiva")
	d.Esigi(s.Articolo != "" && citazione(s.Articolo), "articolo", "manca o contiene spazi")
	d.Esigi(s.Comma != "" && minuscola(s.Comma), "comma", "manca, oppure contiene spazi o maiuscole")
	d.Esigi(minuscola(s.CommaSanzione), "commaSanzione", "contiene spazi o maiuscole")
	d.Esigi(!slices.ContainsFunc(s.AltriCommi, func(c string) bool { return c == "" || !minuscola(c) }), "altriCommi", "contiene maiuscole o un comma vuoto")
	d.Esigi(minuscola(s.Periodo), "periodo", "contiene spazi o maiuscole")
	d.Esigi(citazione(s.ArticoloSanzione) && (s.ArticoloSanzione == "" || s.CommaSanzione != ""), "articoloSanzione", "contiene spazi, o è senza commaSanzione")
	d.Esigi(!slices.ContainsFunc(s.Lettere(), func(l string) bool { return !minuscola(l) }), "lettera", "contiene maiuscole")
	d.Esigi(!slices.ContainsFunc(s.Classi, func(c Classe) bool { return !c.Valida() }), "classe", "contiene una classe sconosciuta")
	d.Esigi(!s.ValidoDa.IsZero(), "validoDa", "manca")
	d.Esigi(s.ValidoA.IsZero() || !s.ValidoA.Before(s.ValidoDa), "validoA", "precede validoDa")
	d.Esigi(s.Orizzonte.IsZero() || !s.Orizzonte.Before(s.ValidoDa), "orizzonte", "precede validoDa")
}

// esigiImporti is about what the row costs.
func (s Sanzione) esigiImporti(d *foglio.Difetti) {
	d.Esigi(compreso(s.MinCent), "minCent", "deve essere tra 0 e 10 milioni di euro")
	d.Esigi(compreso(s.MaxCent), "maxCent", "deve essere tra 0 e 10 milioni di euro")
	d.Esigi(s.MinCent <= s.MaxCent, "minCent", "supera il massimo")
	d.Esigi(s.maiInVigore() || (s.MinCent == 0) == s.Penale && (s.MaxCent == 0) == s.Penale, "minCent", "un reato non ha importi, ogni altra violazione li ha")
	d.Esigi(s.Punti >= 0 && s.Punti <= maxPunti && (s.Punti == 0 || !s.PuntiIgnoti), "punti", "devono essere da 0 a 20, o mancare")
	d.Esigi(s.Sconto30 == ScontoSi || s.Sconto30 == ScontoNo || s.Sconto30 == ScontoCondizionato, "sconto30", `deve essere "si", "no" o "condizionato"`)
	d.Esigi(s.PagamentoRidotto || s.Sconto30 == ScontoNo, "sconto30", "presuppone il pagamento in misura ridotta")
	d.Esigi(!s.Penale || !s.PagamentoRidotto, "pagamentoRidotto", "un reato non lo ammette")
}

// esigiRegole is about how the band is applied and what follows.
func (s Sanzione) esigiRegole(d *foglio.Difetti) {
	d.Esigi((s.MultiploDi == "") == (s.Multiplo == ""), "multiploDi", "va insieme a multiplo")
	d.Esigi(s.Multiplo == "" || s.Multiplo == cds.Doppio || s.Multiplo == cds.Dimezzato, "multiplo", `deve essere "2" o "1/2"`)
	d.Esigi(slices.Contains(Modi(), s.Modo), "modo", "deve essere PER_PERIODO, PER_24_ORE o PER_GIORNO")
	d.Esigi(s.PeriodiMassimi >= 0 && s.PeriodiMassimi <= maxPeriodi, "periodiMassimi", "deve essere tra 0 e 1000")
	d.Esigi(s.PeriodiMassimi == 0 || s.Modo == PerPeriodo, "periodiMassimi", "serve al modo PER_PERIODO")
	d.Esigi(slices.Contains(Tariffe(), s.Tariffa), "tariffa", "deve essere PERIODO_INTERO o NON_PAGATA")
	d.Esigi(slices.Contains(Condizioni(), s.ScontoSe), "scontoSe", "deve essere RECIDIVA, CONFISCA o RIFIUTO")
	d.Esigi(s.ScontoSe == "" || s.Sconto30 == ScontoCondizionato, "scontoSe", "dice da che cosa dipende uno sconto condizionato")
	d.Esigi(slices.Contains(Condizioni(), s.RidottoSe), "ridottoSe", "deve essere RECIDIVA, CONFISCA o RIFIUTO")
	d.Esigi(s.RidottoSe == "" || s.PagamentoRidotto, "ridottoSe", "dice da che cosa dipende un pagamento ridotto che è ammesso")
	d.Esigi(slices.Contains([]SospensioneBreve{"", BreveSi, BreveCondizionata}, s.SospensioneBreve), "sospensioneBreve", `deve essere "si", "condizionata" o mancare`)
	d.Esigi(tutti(s.Conseguenze, Conseguenze()), "conseguenze", "contiene una parola sconosciuta")
	d.Esigi(tutti(s.ConseguenzeRecidiva, Conseguenze()), "conseguenzeRecidiva", "contiene una parola sconosciuta")
}

// esigiTesti is about what people read.
func (s Sanzione) esigiTesti(d *foglio.Difetti) {
	d.Esigi(foglio.TestoPulito(s.Accessoria, 500), "accessoria", "contiene caratteri invisibili o supera 500 caratteri")
	d.Esigi(s.Fonte != "" && foglio.TestoPulito(s.Fonte, 500), "fonte", "manca, contiene caratteri invisibili o supera 500 caratteri")
	d.Esigi(s.Verifica == Verificata || s.Verifica == Derivata || s.Verifica == DaVerificare, "verifica", "deve essere VERIFICATA, DERIVATA o DA_VERIFICARE")
	d.Esigi(foglio.TestoPulito(s.Nota, 500), "nota", "contiene caratteri invisibili o supera 500 caratteri")
	d.Esigi(strings.HasSuffix(s.Testo, ".") && len(s.Testo) > 10, "testo", "deve essere una frase che finisce con il punto")
	d.Esigi(foglio.TestoPulito(s.Testo, 1000), "testo", "contiene caratteri invisibili o supera 1000 caratteri")
	d.Esigi(foglio.TestoPulito(s.TestoBreve, 80), "testoBreve", "contiene caratteri invisibili o supera 80 caratteri")
	d.Esigi(tutti(s.Dubbi, Dubbi()), "dubbi", "contiene una parola sconosciuta")
	d.Esigi((len(s.Dubbi) > 0) == (s.Dubbio != "") && foglio.TestoPulito(s.Dubbio, 500), "dubbio", "serve dove ci sono dubbi, senza caratteri invisibili e fino a 500")
}

// citazione reports a text that Criterio can ask for: one word.
func citazione(s string) bool {
	return foglio.TestoPulito(s, 40) && strings.IndexFunc(s, unicode.IsSpace) < 0
}

// minuscola is a citazione in the small letters to which Criterio brings paragraphs and letters.
func minuscola(s string) bool { return citazione(s) && strings.ToLower(s) == s }

func compreso(c importo.Cent) bool { return c >= 0 && c <= maxCent }

// controllaTabella finds what no single row shows: a codice repeated, overlapping in time or of two
// articles, a row that names another which is not there. The rows are in canonical order.
func (t *Tabella) controllaTabella(voci []voce) error {
	var errori []error
	for _, codice := range slices.Sorted(maps.Keys(t.codici)) {
		indici := t.codici[codice]
		for k := 1; k < len(indici); k++ {
			errori = append(errori, difettiDiSeguito(voci[indici[k-1]].Riga, voci[indici[k]])...)
		}
	}
	for _, v := range voci {
		errori = append(errori, t.difettiDeiRinvii(v)...)
	}
	return foglio.Unisci(errori)
}

// difettiDeiRinvii are about the codes that the row names.
func (t *Tabella) difettiDeiRinvii(v voce) (errori []error) {
	if v.Riga.Base != "" && !t.haBase(v.Riga) {
		errori = append(errori, v.Errore("base", "non è il codice di una riga ordinaria dello stesso articolo"))
	}
	if d := v.Riga.MultiploDi; d != "" {
		if indici := t.codici[d]; len(indici) == 0 || t.righe[indici[0]].MultiploDi != "" || t.righe[indici[0]].Ritirata() {
			errori = append(errori, v.Errore("multiploDi", "non è il codice di una riga in uso con importi propri: "+d))
		}
	}
	for _, nuovo := range v.Riga.SostituitaDa {
		if indici := t.codici[nuovo]; len(indici) == 0 || t.righe[indici[0]].Ritirata() {
			errori = append(errori, v.Errore("sostituitaDa", "non è il codice di una riga in uso: "+nuovo))
		}
	}
	return errori
}

// difettiDiSeguito compares a row with the one before it of the same codice, by first day.
func difettiDiSeguito(prima Sanzione, v voce) (errori []error) {
	dopo := v.Riga
	if prima.ValidoDa == dopo.ValidoDa || !prima.ValidoA.IsZero() && !prima.ValidoA.Before(dopo.ValidoDa) {
		errori = append(errori, v.Errore("validoDa", "si sovrappone a un'altra riga di "+dopo.Codice))
	}
	if prima.Articolo != dopo.Articolo || prima.Base != dopo.Base {
		errori = append(errori, v.Errore("articolo", "articolo e base di "+dopo.Codice+" devono essere gli stessi in ogni riga"))
	}
	if !slices.Equal(prima.SostituitaDa, dopo.SostituitaDa) {
		errori = append(errori, v.Errore("sostituitaDa", "i codici fra cui "+dopo.Codice+" è diviso devono essere gli stessi in ogni riga"))
	}
	return errori
}

// haBase reports that the base of the row is an ordinary row of the same article.
func (t *Tabella) haBase(s Sanzione) bool {
	indici, esiste := t.codici[s.Base]
	return esiste && t.righe[indici[0]].Base == "" && t.righe[indici[0]].Articolo == s.Articolo
}

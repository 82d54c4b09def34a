package verbale

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/cds"
)

// parola gives the Italian words of a code; a code not in the table is written in lower case, so that
// a state added tomorrow by another service is readable at once.
func parola(tabella map[string]string, codice string) string {
	if p, nota := tabella[codice]; nota {
		return p
	}
	testo := []rune(strings.ToLower(strings.ReplaceAll(codice, "_", " ")))
	if len(testo) > 0 {
		testo[0] = unicode.ToUpper(testo[0])
	}
	return string(testo)
}

// ParolaProcedura says where the procedure is.
func ParolaProcedura(codice string) string {
	return parola(map[string]string{
		"DA_VALIDARE": "Da validare", "INTESTATARIO_RICHIESTO": "Intestatario richiesto", "INTESTATARIO_TROVATO": "Intestatario trovato",
		"INTESTATARIO_ANOMALO": "Intestatario da verificare", "ATTO_GENERATO": "Atto formato", "IN_NOTIFICA": "In corso di notifica",
		"NON_NOTIFICABILE": "Non notificabile", "ANNULLATO_AUTOTUTELA": "Annullato in autotutela",
		"ESTINTO_TERMINI": "Estinto per decorso dei termini", "ESTINTO_DECESSO": "Estinto per decesso",
	}, codice)
}

// ParolaDebito says what is owed and under which title.
func ParolaDebito(codice string) string {
	return parola(map[string]string{
		"NON_ESIGIBILE": "Non ancora esigibile", "RIDOTTO_30": "Ridotto del 30%", "RIDOTTO": "Misura ridotta", "INTERO": "Somma intera",
		"ORDINANZA": "Ordinanza del prefetto", "PAGATO_PARZIALE": "Pagato in parte", "ECCEDENZA": "Pagato in eccesso",
	}, codice)
}

// ParolaRicorso says where the appeal is.
func ParolaRicorso(codice string) string {
	return parola(map[string]string{"NESSUNO": "Nessuno", "SOSPENSIVA": "Sospensione concessa"}, codice)
}

// ParolaAvviso names a payment notice.
func ParolaAvviso(tipo cds.Tipo) string {
	return parola(map[string]string{
		"RIDOTTO_30": fmt.Sprintf("Entro %d giorni, ridotto del 30%%", cds.PagamentoScontato5.Giorni()),
		"RIDOTTO":    fmt.Sprintf("Entro %d giorni, misura ridotta", cds.PagamentoRidotto60.Giorni()), "INTERO": "Somma intera",
		"INTERO_MAGGIORATO": "Somma intera con maggiorazione", "ORDINANZA": "Ordinanza del prefetto", "RATA": "Rata",
	}, string(tipo))
}

// ParolaTitolo names a position.
func ParolaTitolo(titolo string) string {
	return parola(map[string]string{"OBBLIGATO": "Obbligato in solido"}, titolo)
}

// ParolaFonte says where the fine came from.
func ParolaFonte(fonte string) string {
	return parola(map[string]string{
		"SOAP": "Sistema esterno", "OCR": "Lettura ottica", "IMPIANTO": "Dispositivo o rete di pedaggio",
		"MANUALE": "Inserimento manuale",
	}, fonte)
}

// ParolaDocumento names a document.
func ParolaDocumento(tipo string) string {
	return parola(map[string]string{"ATTO": "Verbale da notificare", "AVVISO_ANONIMO": "Avviso di pagamento senza nominativo"}, tipo)
}

// ParolaEvento tells what happened, as a sentence of the history.
func ParolaEvento(tipo string) string {
	return parola(map[string]string{
		"VERBALE_INSERITO":          "Il verbale è stato registrato",
		"VERBALE_CONTESTATO":        "La violazione è stata contestata al trasgressore",
		"VERBALE_VALIDATO":          "Il verbale è stato convalidato",
		"VERBALE_SCARTATO":          "Il verbale è stato scartato",
		"AVVISI_EMESSI":             "Sono stati emessi gli avvisi di pagamento",
		"INTESTATARIO_RICHIESTO":    "È stato chiesto l'intestatario del veicolo",
		"INTESTATARIO_TROVATO":      "L'intestatario del veicolo è stato identificato",
		"INTESTATARIO_ANOMALO":      "L'archivio dei veicoli non ha dato un intestatario utilizzabile",
		"ATTO_GENERATO":             "L'atto è stato formato e conservato",
		"DATA_NOTIFICA_RETTIFICATA": "La data di notificazione è stata rettificata",
		"PAGAMENTO_RICEVUTO":        "È stato ricevuto un pagamento",
	}, tipo)
}

// chilometri writes tenths of km/h.
func chilometri(decimi *int) string {
	if decimi == nil {
		return ""
	}
	return strconv.Itoa(*decimi/10) + "," + strconv.Itoa(*decimi%10) + " km/h"
}

// norma is a violation by article, as a person writes it: art. 142 c. 8.
func (v Violazione) norma() string {
	testo := "art. " + v.Articolo
	if v.Comma != "" {
		testo += " c. " + v.Comma
	}
	if v.Lettera != "" {
		testo += " lett. " + v.Lettera
	}
	return testo
}

// luogo is where it happened.
func (v *Verbale) luogo() string {
	testo := strings.TrimSpace(v.Indirizzo + " " + v.Civico)
	if v.Chilometro != "" {
		testo += ", km " + v.Chilometro
	}
	return testo
}

// recapito is the address on one line.
func (s Soggetto) recapito() string {
	citta := strings.TrimSpace(s.Cap + " " + s.Comune)
	if s.Provincia != "" {
		citta += " (" + s.Provincia + ")"
	}
	via := strings.TrimSpace(s.Indirizzo + " " + s.Civico)
	if via == "" || citta == "" {
		return via + citta
	}
	return via + ", " + citta
}

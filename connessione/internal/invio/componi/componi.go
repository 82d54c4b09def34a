// Package componi composes SEND's request for one position of a fine. It is pure. It reports each missing or wrong datum beside the field
// concerned.
package componi

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Soggetto is the addressee as the fine has it. Nazione is a code of two letters; empty: Italy.
type Soggetto struct {
	Societa                                            bool
	CodiceFiscale, Cognome, Nome, Denominazione        string
	Indirizzo, Civico, Cap, Comune, Provincia, Nazione string
}

// NomeCompleto is the addressee's name as it is shown.
func (s Soggetto) NomeCompleto() string {
	if s.Societa {
		return s.Denominazione
	}
	return strings.TrimSpace(s.Cognome + " " + s.Nome)
}

// Avviso is a notice of payment of the position.
type Avviso struct {
	Tipo        string `json:"tipo"`
	Numero      string `json:"numero"`
	Creditore   string `json:"creditore"`
	ImportoCent int64  `json:"importoCent"`
}

// Dati holds what a notification says of a fine. Numero is as people write it (123/A). Avvisi are in the order in which they expire.
type Dati struct {
	Numero  string
	Anno    int
	Ordine  int // of the position, from 1
	Persona Soggetto
	Avvisi  []Avviso
}

// Mittente is the command that sends, with its choices.
type Mittente struct {
	Denominazione, CodiceFiscale       string
	Tassonomia, TassonomiaSenza, Carta string
	Gruppo                             string
}

// Protocollo is the command's own number of the notification: the same for every attempt at a position.
func (d Dati) Protocollo() string { return fmt.Sprintf("%s/%d-%d", d.Numero, d.Anno, d.Ordine) }

// Oggetto is the subject. It names no plate and no person.
func (d Dati) Oggetto() string {
	return fmt.Sprintf("Verbale n. %s del %d: violazione del Codice della strada", d.Numero, d.Anno)
}

// Richiesta composes the request without its documents and token. manca lists the faults in the data of the fine and of the command.
func Richiesta(d Dati, m Mittente) (q parole.Richiesta, manca []problem.Campo) {
	destinatario, manca := destinatario(d)
	q = parole.Richiesta{Protocollo: d.Protocollo(), Oggetto: ridotto(d.Oggetto()), Destinatari: []parole.Destinatario{destinatario},
		Tariffa: parole.TariffaFissa, Integrazione: parole.IntegrazioneNessuna, Carta: m.Carta, Gruppo: m.Gruppo,
		Mittente: tronca(ridotto(m.Denominazione), parole.Denominazione), CodiceMittente: m.CodiceFiscale, Tassonomia: m.TassonomiaSenza}
	if len(d.Avvisi) > 0 {
		q.Tassonomia = m.Tassonomia
	}
	if len(m.CodiceFiscale) != 11 {
		manca = append(manca, problem.Campo{Campo: "comando.codiceFiscale", Messaggio: "manca il codice fiscale dell'ente: lo dà chi amministra la piattaforma"})
	}
	if q.Mittente == "" {
		manca = append(manca, problem.Campo{Campo: "comando.denominazione", Messaggio: "manca il nome dell'ente: lo dà chi amministra la piattaforma"})
	}
	return q, manca
}

func destinatario(d Dati) (x parole.Destinatario, manca []problem.Campo) {
	p := d.Persona
	no := func(campo, messaggio string) {
		manca = append(manca, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
	codice := codicefiscale.Valida(p.CodiceFiscale)
	x = parole.Destinatario{Tipo: parole.PersonaFisica, CodiceFiscale: codice.Normalizzato, Denominazione: ridotto(p.NomeCompleto())}
	if codice.Numerico {
		x.Tipo = parole.PersonaGiuridica
	}
	switch {
	case p.CodiceFiscale == "":
		no("codiceFiscale", "manca: SEND notifica solo a chi ha un codice fiscale")
	case !codice.Valido:
		no("codiceFiscale", codice.Motivo)
	case codice.Numerico != p.Societa:
		no("codiceFiscale", "le undici cifre sono di una società o di un ente, i sedici caratteri di una persona")
	}
	switch {
	case x.Denominazione == "":
		no("denominazione", "manca il nome del destinatario")
	case len(x.Denominazione) > parole.Denominazione:
		no("denominazione", fmt.Sprintf("ha più di %d caratteri", parole.Denominazione))
	}
	x.Fisico = indirizzo(p, no)
	for _, a := range d.Avvisi {
		x.Pagamenti = append(x.Pagamenti, parole.Pagamento{PagoPA: &parole.PagamentoPagoPA{Avviso: a.Numero, Creditore: a.Creditore}})
	}
	return x, manca
}

// indirizzo composes the paper address. SEND looks for a digital domicile by itself, and requires a paper address all the same.
func indirizzo(p Soggetto, no func(campo, messaggio string)) *parole.IndirizzoFisico {
	via, resto := aCapo(ridotto(p.Indirizzo + " " + p.Civico))
	f := parole.IndirizzoFisico{Indirizzo: via, Dettagli: resto, CAP: ridotto(p.Cap), Comune: ridotto(p.Comune), Provincia: ridotto(p.Provincia)}
	estero := p.Nazione != "" && p.Nazione != "IT"
	if estero {
		f.StatoEstero = stato(p.Nazione)
	}
	if len(via) < 2 {
		no("indirizzo", "manca")
	}
	if len(f.Comune) < 2 {
		no("comune", "manca")
	}
	switch {
	case estero && f.StatoEstero == "":
		no("nazione", "la nazione "+p.Nazione+" non è conosciuta")
	case !estero && f.Provincia == "":
		no("provincia", "manca: SEND la chiede per gli indirizzi italiani")
	case !estero && len(f.CAP) != 5:
		no("cap", "manca: SEND rifiuta gli indirizzi italiani senza CAP")
	}
	for campo, riga := range f.Righe() {
		if len(riga) > parole.RigaIndirizzo {
			no(map[string]string{"address": "indirizzo", "addressDetails": "indirizzo", "zip": "comune", "foreignState": "nazione"}[campo],
				fmt.Sprintf("una riga dell'indirizzo ha %d caratteri: SEND ne stampa %d", len(riga), parole.RigaIndirizzo))
		}
	}
	return &f
}

// aCapo breaks an address that is longer than a printed line, between two words.
func aCapo(s string) (riga, resto string) {
	if len(s) <= parole.RigaIndirizzo {
		return s, ""
	}
	i := strings.LastIndexByte(s[:parole.RigaIndirizzo+1], ' ')
	if i <= 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

// stato is the Italian name of a country.
func stato(codice string) string {
	r, err := language.ParseRegion(codice)
	if err != nil {
		return ""
	}
	return ridotto(display.Regions(language.Italian).Name(r))
}

func tronca(s string, n int) string { return strings.TrimSpace(s[:min(len(s), n)]) }

package indagine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Rete is the network of the national register, where an answer does not say which register gave it.
const Rete = "motorizzazione"

// Giudizio is the outcome of a look-up. Motivo is Italian, for a person. Responsabile is who answers
// for the vehicle, nil unless Esito is TROVATO. NazioneTarga is the country of a foreign plate, as
// far as anybody says it.
type Giudizio struct {
	Esito        string
	Codice       verbale.CodiceIndagine
	Motivo       string
	Rete         string
	NazioneTarga string
	Responsabile *registro.Intestatario
	Veicolo      *registro.Veicolo
}

// Giudica says who answers for a vehicle in solido with the driver (art. 196 c. 1 CdS): the owner or,
// in the owner's stead, the usufructuary, the buyer with retained title, the lessee. Whatever leaves a
// doubt is ANOMALA and a person decides: an address that contradicts itself by the table of comuni too.
func Giudica(v registro.Veicolo, comuni *comune.Tabella) Giudizio {
	g := giudica(v)
	if g.Responsabile != nil {
		if perche := indirizzoDiscorde(g.Responsabile.Indirizzo, comuni); perche != "" {
			g = anomala(verbale.IndagineIndirizzoDiscorde, perche+": stabilire dove risiede o ha sede prima di notificare (art. 201 c. 3 CdS).")
		}
	}
	g.Rete, g.Veicolo = cmp.Or(v.Registro, Rete), &v
	return g
}

func giudica(v registro.Veicolo) Giudizio {
	switch {
	case v.Rubato:
		return anomala(verbale.IndagineRubato, rubato(v))
	case v.Cessazione != nil:
		return anomala(verbale.IndagineCessato, cessato(*v.Cessazione))
	}
	chi := rispondono(v.Intestatari)
	switch {
	case len(chi) == 1:
		return responsabile(chi[0], v.Data)
	case chi[0].Titolo == registro.Proprietario:
		return anomala(verbale.IndagineComproprietari, piu(chi, fmt.Sprintf("Il veicolo ha %d comproprietari: stabilire a chi notificare.", len(chi))))
	}
	return anomala(verbale.IndaginePiuInVece, piu(chi, fmt.Sprintf("Più soggetti al posto del proprietario (%d): stabilire chi risponde (art. 196 c. 1 CdS).", len(chi))))
}

// rispondono are those whom the title makes answer: who holds the vehicle instead of the owner, if
// anybody does, else the owners. At least one, of a register's checked answer.
func rispondono(tutti []registro.Intestatario) []registro.Intestatario {
	var inVece []registro.Intestatario
	for _, i := range tutti {
		if i.Titolo != registro.Proprietario {
			inVece = append(inVece, i)
		}
	}
	if len(inVece) > 0 {
		return inVece
	}
	return tutti
}

func perTitolo(t registro.Titolo) (verbale.CodiceIndagine, string) {
	const inVece = " in vece del proprietario (art. 196 c. 1 CdS)."
	switch t {
	case registro.Locatario:
		return verbale.IndagineLocatario, "Veicolo in locazione: risponde il locatario" + inVece
	case registro.Usufruttuario:
		return verbale.IndagineUsufruttuario, "Veicolo in usufrutto: risponde l'usufruttuario" + inVece
	case registro.Acquirente:
		return verbale.IndagineAcquirente, "Veicolo venduto con riserva di proprietà: risponde l'acquirente" + inVece
	case registro.Proprietario:
	}
	return verbale.IndagineUnicoProprietario, "Un solo proprietario (art. 196 c. 1 CdS)."
}

// responsabile is the one who answers, unless dead or a minor: for a minor somebody else is told
// (art. 2 L. 689/1981). Where the tax code is not that of the person beside it nobody knows which of two
// people an act would reach: the name is on the envelope, the code on the payment notice.
func responsabile(i registro.Intestatario, giorno calendario.Giorno) Giudizio {
	switch {
	case !i.Decesso.IsZero():
		return deceduto(i, giorno)
	case i.CodiceFiscale == "":
		return anomala(verbale.IndagineDatiDiscordi, "Il registro non dà il codice fiscale dell'intestatario: stabilire di chi si tratta prima di notificare (art. 201 c. 1 CdS).")
	case minorenne(i, giorno):
		return anomala(verbale.IndagineMinorenne, "L'intestatario era minorenne il giorno della violazione: individuare chi ne aveva la sorveglianza (art. 2 L. 689/1981).")
	case codiceDiscorde(i, giorno):
		return anomala(verbale.IndagineDatiDiscordi, "Il codice fiscale dell'intestatario non corrisponde ai suoi dati: stabilire di chi si tratta prima di notificare (art. 201 c. 1 CdS).")
	}
	codice, motivo := perTitolo(i.Titolo)
	if i.Indirizzo.Nazione != "IT" {
		motivo += " Residente o con sede all'estero (" + i.Indirizzo.Nazione + ")."
	}
	return Giudizio{Esito: event.IndagineTrovata, Codice: codice, Motivo: motivo, Responsabile: &i}
}

// deceduto: what the dead owed dies with them (art. 199 CdS, art. 7 L. 689/1981); a person who was dead already
// owed nothing, and somebody else held the vehicle that day.
func deceduto(i registro.Intestatario, giorno calendario.Giorno) Giudizio {
	testo := "L'intestatario risulta deceduto il " + i.Decesso.Italiano()
	if i.Decesso.Before(giorno) {
		return anomala(verbale.IndagineDecedutoPrima, testo+", prima della violazione: i documenti non erano aggiornati, stabilire di chi era il veicolo quel giorno (eredi o altri, art. 196 c. 1 CdS).")
	}
	return anomala(verbale.IndagineDecedutoDopo, testo+", il giorno della violazione o dopo: l'obbligazione non si trasmette agli eredi (art. 199 CdS).")
}

// indirizzoDiscorde says why an act sent there would go nobody knows where; empty: it would not. It names no values.
func indirizzoDiscorde(a registro.Indirizzo, comuni *comune.Tabella) string {
	if !comune.PaeseNoto(a.Nazione) {
		return "La nazione dell'indirizzo dell'intestatario non esiste"
	}
	if !targa.Italia(a.Nazione) {
		return ""
	}
	difetti, _ := riscontro.Indirizzo(comuni, comune.Indirizzo{Cap: a.CAP, Comune: a.Comune, CodiceIstat: a.CodiceIstat, Provincia: a.Provincia})
	if len(difetti) == 0 {
		return ""
	}
	return "L'intestatario " + difetti[0].Testo
}

// persona is somebody as the rules about persons see them; false for a company, to which none applies.
func persona(i registro.Intestatario) (riscontro.Persona, bool) {
	return riscontro.Persona{Cognome: i.Cognome, Nome: i.Nome, CodiceFiscale: i.CodiceFiscale, Sesso: i.Sesso, Nascita: i.DataNascita,
		Luogo: i.CodiceCatastaleNascita}, i.Tipo == registro.Persona
}

func minorenne(i registro.Intestatario, giorno calendario.Giorno) bool {
	p, e := persona(i)
	return e && p.Minorenne(giorno)
}

// codiceDiscorde reports that the tax code is not that of the person beside it.
func codiceDiscorde(i registro.Intestatario, giorno calendario.Giorno) bool {
	p, e := persona(i)
	return e && slices.ContainsFunc(p.Difetti(giorno), func(d riscontro.Difetto) bool { return d.Regola == riscontro.CodiceFiscaleDiscorde })
}

func piu(chi []registro.Intestatario, testo string) string {
	if slices.ContainsFunc(chi, func(i registro.Intestatario) bool { return !i.Decesso.IsZero() }) {
		testo += " Almeno uno risulta deceduto."
	}
	return testo
}

func rubato(v registro.Veicolo) string {
	testo := "Il veicolo risulta rubato dal " + v.DataFurto.Italiano() +
		": verificare la denuncia, il proprietario non risponde se la circolazione è avvenuta contro la sua volontà (art. 196 c. 1 CdS)."
	if v.DataFurto == v.Data {
		testo += " Il furto è dello stesso giorno della violazione: confrontare l'ora."
	}
	return testo
}

func cessato(c registro.Cessazione) string {
	dove := ""
	if c.Nazione != "" {
		dove = " (" + c.Nazione + ")"
	}
	return fmt.Sprintf("Il veicolo è cessato dalla circolazione il %s per %s%s: la targa può essere stata letta male o usata senza titolo.",
		c.Data.Italiano(), strings.ToLower(c.Causa), dove)
}

func anomala(codice verbale.CodiceIndagine, motivo string) Giudizio {
	return Giudizio{Esito: event.IndagineAnomala, Codice: codice, Motivo: motivo, Rete: Rete}
}

// arresa is what a person decides when the register was there and nothing came of it; perche names fields, never
// values.
func arresa(codice verbale.CodiceIndagine, fatto, perche string) Giudizio {
	if perche != "" {
		fatto += " (" + perche + ")"
	}
	return anomala(codice, fatto+": chiedere di nuovo, o individuare l'intestatario per altra via.")
}

// estera asks no Italian register: the owner is found through the other country's.
func estera(nazione, perche string) Giudizio {
	if nazione != "" {
		perche += " (" + nazione + ")"
	}
	return Giudizio{Esito: event.IndagineAnomala, Codice: verbale.IndagineTargaEstera, NazioneTarga: nazione, Motivo: "Targa estera: " + perche + "."}
}

func sconosciuta(codice string) Giudizio {
	g := Giudizio{Esito: event.IndagineSconosciuta, Codice: verbale.IndagineNonPresente, Rete: Rete, Motivo: "La targa non è nel registro nazionale dei veicoli."}
	if codice == string(verbale.IndagineNonImmatricolato) {
		g.Codice, g.Motivo = verbale.IndagineNonImmatricolato, "Il giorno della violazione nessun veicolo era immatricolato con questa targa."
	}
	return g
}

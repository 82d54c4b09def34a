package indagine

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
)

// Rete is the network of the national register.
const Rete = "motorizzazione"

// Giudizio is the outcome of a look-up. Motivo is Italian, for a person. Responsabile is who answers
// for the vehicle, nil unless Esito is TROVATO.
type Giudizio struct {
	Esito        string
	Motivo       string
	Rete         string
	Responsabile *motorizzazione.Intestatario
	Veicolo      *motorizzazione.Veicolo
}

// Giudica says who answers for a vehicle in solido with the driver (art. 196 c. 1 CdS): the owner or,
// in the owner's stead, the usufructuary, the buyer with retained title, the lessee. Whatever leaves a
// doubt is ANOMALA and a person decides.
func Giudica(v motorizzazione.Veicolo) Giudizio {
	g := giudica(v)
	g.Rete, g.Veicolo = Rete, &v
	return g
}

func giudica(v motorizzazione.Veicolo) Giudizio {
	switch {
	case v.Rubato:
		return anomala("Il veicolo risulta rubato dal " + v.DataFurto.Italiano() +
			": verificare la denuncia, il proprietario non risponde se la circolazione è avvenuta contro la sua volontà (art. 196 c. 1 CdS).")
	case v.Cessazione != nil:
		return anomala(cessato(*v.Cessazione))
	}
	inVece, proprietari := dividi(v.Intestatari)
	switch {
	case len(inVece) == 1:
		return responsabile(inVece[0], v.Data, inVeceDi(inVece[0].Titolo))
	case len(inVece) > 1:
		return anomala(fmt.Sprintf("Più soggetti al posto del proprietario (%d): stabilire chi risponde (art. 196 c. 1 CdS).", len(inVece)))
	case len(proprietari) == 1:
		return responsabile(proprietari[0], v.Data, "Un solo proprietario (art. 196 c. 1 CdS).")
	}
	return anomala(comproprietari(proprietari))
}

// dividi sets apart who answers instead of the owner.
func dividi(tutti []motorizzazione.Intestatario) (inVece, proprietari []motorizzazione.Intestatario) {
	for _, i := range tutti {
		if i.Titolo == motorizzazione.Proprietario {
			proprietari = append(proprietari, i)
		} else {
			inVece = append(inVece, i)
		}
	}
	return inVece, proprietari
}

func inVeceDi(titolo motorizzazione.Titolo) string {
	chi := map[motorizzazione.Titolo]string{
		motorizzazione.Locatario:     "Veicolo in locazione: risponde il locatario",
		motorizzazione.Usufruttuario: "Veicolo in usufrutto: risponde l'usufruttuario",
		motorizzazione.Acquirente:    "Veicolo venduto con riserva di proprietà: risponde l'acquirente",
	}[titolo]
	return chi + " in vece del proprietario (art. 196 c. 1 CdS)."
}

// responsabile is the one who answers, unless dead or a minor: the obligation does not pass to the heirs
// (art. 199 CdS, art. 7 L. 689/1981), and for a minor somebody else is told (art. 2 L. 689/1981).
func responsabile(i motorizzazione.Intestatario, giorno calendario.Giorno, motivo string) Giudizio {
	switch {
	case !i.Decesso.IsZero():
		return anomala("L'intestatario risulta deceduto il " + i.Decesso.Italiano() +
			": l'obbligazione non si trasmette agli eredi (art. 199 CdS).")
	case cds.Minorenne(i.DataNascita, giorno):
		return anomala("L'intestatario era minorenne il giorno della violazione: individuare chi ne aveva la sorveglianza (art. 2 L. 689/1981).")
	}
	if i.Indirizzo.Nazione != "IT" {
		motivo += " Residente o con sede all'estero (" + i.Indirizzo.Nazione + ")."
	}
	return Giudizio{Esito: evento.IndagineTrovata, Motivo: motivo, Responsabile: &i}
}

func comproprietari(tutti []motorizzazione.Intestatario) string {
	testo := fmt.Sprintf("Il veicolo ha %d comproprietari: stabilire a chi notificare.", len(tutti))
	if slices.ContainsFunc(tutti, func(i motorizzazione.Intestatario) bool { return !i.Decesso.IsZero() }) {
		testo += " Almeno uno risulta deceduto."
	}
	return testo
}

func cessato(c motorizzazione.Cessazione) string {
	dove := ""
	if c.Nazione != "" {
		dove = " (" + c.Nazione + ")"
	}
	return fmt.Sprintf("Il veicolo è cessato dalla circolazione il %s per %s%s: la targa può essere stata letta male o usata senza titolo.",
		c.Data.Italiano(), causa(c.Causa), dove)
}

func causa(c string) string {
	switch c {
	case "ESPORTAZIONE":
		return "esportazione"
	case "DEMOLIZIONE":
		return "demolizione"
	}
	return c
}

func anomala(motivo string) Giudizio {
	return Giudizio{Esito: evento.IndagineAnomala, Motivo: motivo, Rete: Rete}
}

// estera asks no Italian register: the owner is found through the other country's.
func estera(perche string) Giudizio {
	return Giudizio{Esito: evento.IndagineAnomala, Motivo: "Targa estera: " + perche + "."}
}

func sconosciuta(codice string) Giudizio {
	motivo := "La targa non è nel registro nazionale dei veicoli."
	if codice == "NON_IMMATRICOLATO" {
		motivo = "Il giorno della violazione nessun veicolo era immatricolato con questa targa."
	}
	return Giudizio{Esito: evento.IndagineSconosciuta, Motivo: motivo, Rete: Rete}
}

package racconto

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// poi says what comes next and by when, as far as the timeline tells.
func (t Tentativo) poi(elementi []Elemento, l Livello) (righe []string) {
	switch s := Persona(t.Persona); {
	case t.Persona == "" || l == Cittadino:
	case l == SenzaPersone:
		righe = append(righe, "Una persona decide: "+nonSiVede+".")
	default:
		righe = append(righe, "Una persona decide: "+s.Che+". "+s.Cura)
	}
	if f, nota := map[verbale.StatoInvio]func(Livello) []string{
		verbale.InvioDaInviare: t.poiParte, verbale.InvioEsitoIgnoto: t.poiIgnota, verbale.InvioInValidazione: t.poiValida,
		verbale.InvioRifiutato: t.poiRifiutata, verbale.InvioPerfezionato: t.poiPerfezionata,
		verbale.InvioAnnullato: t.poiAnnullata,
	}[t.Stato]; nota {
		return append(righe, f(l)...)
	}
	if t.Stato == verbale.InvioAccettato {
		righe = append(righe, t.poiAccettata(elementi, l)...)
	}
	return righe
}

func (t Tentativo) poiParte(l Livello) []string {
	switch {
	case l == Cittadino:
		return nil
	case t.Ferma == "":
		return []string{"Parte da sola appena il canale è libero."}
	}
	s := Ferma(t.Ferma)
	righe := []string{"Non è ancora partita: " + s.Che + ". " + s.Cura}
	return append(righe, t.rifiuti(l)...)
}

func (t Tentativo) poiIgnota(l Livello) []string {
	if l == Cittadino || t.Persona != "" {
		return nil
	}
	return []string{"Non si sa se SEND l'ha ricevuta: la piattaforma lo chiede prima di mandarla di nuovo, con lo stesso numero."}
}

func (t Tentativo) poiValida(l Livello) []string {
	if l == Cittadino || t.Inviato == nil {
		return nil
	}
	entro := t.Inviato.Add(parole.ValidazioneEntro)
	return []string{"SEND dice se la accetta entro le " + entro.In(calendario.Roma()).Format("15:04") + calendario.Da(entro).Detto(" del") + "."}
}

func (t Tentativo) poiRifiutata(l Livello) (righe []string) {
	if l == Cittadino {
		return nil
	}
	viste := map[string]bool{}
	for _, r := range t.Rifiuti {
		if s := Motivo(r.Codice); !viste[s.Cura] {
			viste[s.Cura] = true
			righe = append(righe, s.Cura)
		}
	}
	return righe
}

func (t Tentativo) poiPerfezionata(l Livello) []string {
	if l == Cittadino {
		return nil // the fine says which terms run
	}
	return []string{"I termini del verbale decorrono" + t.Giorno.Detto(" dal") + "."}
}

func (t Tentativo) poiAnnullata(l Livello) []string {
	if l == Cittadino {
		return nil
	}
	return []string{"L'atto si può notificare di nuovo, con SEND o per un'altra via."}
}

// poiAccettata says what a notification on its way waits for.
func (t Tentativo) poiAccettata(elementi []Elemento, l Livello) (righe []string) {
	if t.Annullo != nil && l != Cittadino {
		righe = append(righe, "L'annullamento vale quando SEND lo conferma; fino ad allora la notifica va avanti.")
	}
	if !t.Prevista.IsZero() {
		return append(righe, t.Prevista.Detto("Il")+" la notifica si perfeziona per decorrenza dei termini ("+cds.NormaSend+
			"), se l'atto non è aperto prima su SEND.")
	}
	if g := previsto(elementi, parole.DigitalePrevisto); !g.IsZero() && t.Via != cds.CanaleSendCartaceo {
		righe = append(righe, g.Detto("Il")+" SEND scrive di nuovo al domicilio digitale.")
	}
	if g := previsto(elementi, parole.CartaProbabile, parole.CartaPrevista); !g.IsZero() && !spedita(elementi) {
		righe = append(righe, "La lettera parte intorno "+g.Detto("al")+".")
	}
	return append(righe, attese()[t.Via]+" L'atto si può sempre aprire su SEND: da quel giorno è notificato.")
}

// attese says the days of each way (art. 26 c. 9 D.L. 76/2020), until SEND announces a day.
func attese() map[cds.Canale]string {
	return map[cds.Canale]string{
		"":                     "SEND cerca prima un domicilio digitale; se non c'è, scrive per posta.",
		cds.CanaleSendDigitale: "La notifica si perfeziona 7 giorni dopo la consegna al domicilio digitale, 8 se arriva dopo le 21 (" + cds.NormaSend + ").",
		cds.CanaleSendSatura:   "La notifica si perfeziona 15 giorni dopo il deposito dell'avviso di mancato recapito (" + cds.NormaSend + ").",
		cds.CanaleSendCartaceo: "La notifica si perfeziona 10 giorni dopo la consegna della lettera, o dopo il deposito dell'avviso (" + cds.NormaSend + ").",
	}
}

// previsto is the latest day that the elements of these categories announce.
func previsto(elementi []Elemento, categorie ...string) (g calendario.Giorno) {
	for _, c := range categorie {
		for _, e := range elementi {
			if e.Categoria == c && e.Dettagli != nil && !e.Superato && calendario.Da(e.Dettagli.Prevista).After(g) {
				g = calendario.Da(e.Dettagli.Prevista)
			}
		}
	}
	return g
}

func spedita(elementi []Elemento) bool {
	for _, e := range elementi {
		if e.Categoria == parole.CartaInviata && !e.Superato {
			return true
		}
	}
	return false
}

package azione

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Campo is a field of an action beside its text. dove is where elaborazione has it; opzioni make it a
// choice, righe one among rows of the table of violations.
type Campo struct {
	pagine.Campo

	Dove    string
	tipo    string // of event.CampoAzione; empty: as it is written
	opzioni []pagine.Opzione
	righe   []rigaPossibile
}

// conNomi gives the fields the name that they have in the form: one page has the same field in several actions.
func conNomi(tipo verbale.TipoEvento, campi ...Campo) []Campo {
	for i := range campi {
		campi[i].Nome = string(tipo) + "." + strings.ReplaceAll(strings.TrimPrefix(campi[i].Dove, "dati."), ".", "-")
	}
	return campi
}

// azioniDiNotifica are the outcome of a letter and a new attempt, as far as the fine waits for one.
func azioniDiNotifica() []Azione {
	return []Azione{
		{Tipo: verbale.EventoNotificaPerfezionata, Bottone: "Registra che la notifica è avvenuta", Spiegazione: "Da dove si sa: l'avviso di ricevimento, la relata, la ricevuta. Il giorno in cui la notifica si perfeziona lo calcola la piattaforma dai fatti scritti qui.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho controllato la prova: da quel giorno decorrono i termini", Permesso: auth.PermessoVerbaleDecidi, campi: campiPerfezionata},
		{Tipo: verbale.EventoNotificaNonRiuscita, Bottone: "Registra che la notifica non è riuscita", Spiegazione: "Che cosa dice la posta, o chi notificava: trasferito, sconosciuto, indirizzo insufficiente.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: 200, Permesso: auth.PermessoVerbaleDecidi, campi: campiNonRiuscita},
		{Tipo: verbale.EventoNotificaAvviata, Bottone: "Manda di nuovo l'atto", Spiegazione: "Perché si ritenta e per quale via. L'atto è quello già formato, con l'indirizzo che vi è scritto.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "L'atto è affidato a chi lo notifica", Permesso: auth.PermessoVerbaleDecidi, campi: campiAvviata},
	}
}

// azioniDiChiusura end a fine that somebody may have in hand.
func azioniDiChiusura() []Azione {
	return []Azione{
		{Tipo: verbale.EventoEstintoTermini, Bottone: "Estingui per decorso dei termini", Spiegazione: "L'atto non è stato notificato nel termine (art. 201 c. 5 CdS), o il credito è prescritto (art. 209 CdS): nulla è più dovuto da nessuno dei destinatari.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato le date", Permesso: auth.PermessoVerbaleDecidi, campi: campiTermini},
		{Tipo: verbale.EventoArchiviato, Bottone: "Registra l'archiviazione del prefetto", Spiegazione: "Il prefetto archivia su proposta del comando (art. 386 Reg.): nulla è più dovuto, ciò che fu versato si rimborsa.",
			Campo: "motivo", Etichetta: "Motivo, con gli estremi del provvedimento", Massimo: perMotivo, Conferma: "Ho il provvedimento: non si può tornare indietro", Permesso: auth.PermessoVerbaleDecidi},
	}
}

// destinatario chooses among the positions that elaborazione admits, where it must be told one.
func destinatario(v *fascicolo.Verbale, tipo verbale.TipoEvento, o Offerta) []Campo {
	c, _ := o.campo(tipo, "posizione")
	if !c.Obbligatorio {
		return nil
	}
	return comeModulo(v, c)
}

// nomePosizione is who answers, by title and, where the role may see it, by name.
func nomePosizione(p lettura.Posizione) string {
	if p.Soggetto == nil {
		return p.Titolo.Parola()
	}
	return p.Titolo.Parola() + ": " + p.Soggetto.NomeCompleto()
}

func giorno(etichetta, dove, aiuto string, obbligatorio bool) Campo {
	return Campo{Campo: pagine.Campo{Etichetta: etichetta, Tipo: "date", Aiuto: aiuto, Obbligatorio: obbligatorio}, Dove: dove}
}

func canale(etichetta string, codici []cds.Canale) Campo {
	scelte := append([]pagine.Opzione{{Nome: "Scegliere"}}, pagine.OpzioniDette(codici, verbale.ParolaCanale)...)
	return Campo{Campo: pagine.Campo{Etichetta: etichetta, Obbligatorio: true}, Dove: "dati.canale", opzioni: scelte}
}

func campiAvviata(v *fascicolo.Verbale, o Offerta) []Campo {
	return conNomi(verbale.EventoNotificaAvviata, append(destinatario(v, verbale.EventoNotificaAvviata, o), canale("Per quale via", verbale.CanaliDiInvio()),
		giorno("Giorno in cui parte", "dataLegale", "Vuoto: oggi.", false))...)
}

func campiNonRiuscita(v *fascicolo.Verbale, o Offerta) []Campo {
	return conNomi(verbale.EventoNotificaNonRiuscita, append(destinatario(v, verbale.EventoNotificaNonRiuscita, o),
		giorno("Giorno dell'esito", "dataLegale", "Vuoto: oggi.", false))...)
}

func campiPerfezionata(v *fascicolo.Verbale, o Offerta) []Campo {
	return conNomi(verbale.EventoNotificaPerfezionata, append(destinatario(v, verbale.EventoNotificaPerfezionata, o), canale("Come è avvenuta", cds.Canali()),
		giorno("Giorno del fatto", "dati.esito.fatto", "La consegna; la spedizione della CAD per il deposito; la ricevuta di consegna della PEC; l'avviso di SEND.", true),
		giorno("Affidata il", "dati.esito.affidamento", "Alla posta, al gestore PEC, a SEND: vuoto per la consegna a mani e per il messo.", false),
		giorno("Ritirata il", "dati.esito.ritiro", "Solo per il deposito presso la posta.", false),
		giorno("Aperta il", "dati.esito.accesso", "Solo per SEND.", false),
		Campo{Campo: pagine.Campo{Etichetta: "Prova", Aiuto: "Il numero della raccomandata, o dove si trova la ricevuta. Vuota: finché non arriva non si maggiora né si riscuote."}, Dove: "prova"})...)
}

func campiTermini(*fascicolo.Verbale, Offerta) []Campo {
	return conNomi(verbale.EventoEstintoTermini, Campo{Campo: pagine.Campo{Etichetta: "Quale termine", Obbligatorio: true}, Dove: "dati.termine",
		opzioni: []pagine.Opzione{{Nome: "Scegliere"}, {Valore: "NOTIFICA", Nome: "Quello per notificare (art. 201 CdS)"},
			{Valore: "PRESCRIZIONE", Nome: "La prescrizione (art. 209 CdS)"}}})
}

// Extra are the fields of an action beside its text.
func (x Azione) Extra(v *fascicolo.Verbale, o Offerta) []Campo {
	if x.campi == nil {
		return nil
	}
	return x.campi(v, o)
}

// Mancanti are the fields that the form must have and has not, or has not as they are written.
func (m Modulo) Mancanti(tutti []Campo) error {
	var guasti []problem.Campo
	for _, c := range tutti {
		scritto := m.Campi[c.Nome]
		if c.Obbligatorio && scritto == "" {
			guasti = append(guasti, problem.Campo{Campo: c.Nome, Messaggio: "manca"})
		} else if _, ok := c.valore(scritto); scritto != "" && !ok {
			guasti = append(guasti, problem.Campo{Campo: c.Nome, Messaggio: "non si legge come numero"})
		}
	}
	if guasti == nil {
		return nil
	}
	return problem.NonValido(guasti...)
}

// valore converts the input to the value that elaborazione reads; false when the input does not have the field's type.
func (c Campo) valore(scritto string) (any, bool) {
	switch c.tipo {
	case event.CampoImporto:
		cent, ok := importo.Leggi(scritto)
		return int64(cent), ok
	case event.CampoIntero:
		n, err := strconv.Atoi(scritto)
		return n, err == nil
	case event.CampoSiNo:
		return true, true
	}
	return scritto, true
}

// scrivi puts the fields where elaborazione reads them.
func (m Modulo) scrivi(r *richiestaEvento, tutti []Campo) {
	dati := map[string]any{}
	for _, c := range tutti {
		scritto := m.Campi[c.Nome]
		if scritto == "" {
			continue
		}
		switch c.Dove {
		case "posizione":
			r.Posizione = scritto
		case "dataLegale":
			r.DataLegale = scritto
		case "prova":
			r.Prova = scritto
		default:
			valore, _ := c.valore(scritto)
			metti(dati, strings.Split(strings.TrimPrefix(c.Dove, "dati."), "."), valore)
		}
	}
	if m.Tipo == verbale.EventoNotificaNonRiuscita {
		dati["motivo"] = m.Testo
	}
	if len(dati) > 0 {
		r.Dati = dati
	}
}

// metti writes a value at its path.
func metti(dove map[string]any, percorso []string, valore any) {
	for _, parte := range percorso[:len(percorso)-1] {
		dentro, c := dove[parte].(map[string]any)
		if !c {
			dentro = map[string]any{}
			dove[parte] = dentro
		}
		dove = dentro
	}
	dove[percorso[len(percorso)-1]] = valore
}

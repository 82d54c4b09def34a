package verbale

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// campoAzione is a field of an action beside its text. dove is where elaborazione has it; opzioni make it a
// choice.
type campoAzione struct {
	pagine.Campo

	dove    string
	opzioni []pagine.Opzione
}

// conNomi gives the fields the name that they have in the form: one page has the same field in several actions.
func conNomi(tipo verbale.TipoEvento, campi ...campoAzione) []campoAzione {
	for i := range campi {
		campi[i].Nome = string(tipo) + "." + strings.ReplaceAll(strings.TrimPrefix(campi[i].dove, "dati."), ".", "-")
	}
	return campi
}

// azioniDiNotifica are the outcome of a letter and a new attempt, as far as the fine waits for one.
func azioniDiNotifica() []Azione {
	conAtto := verbale.ProcedureConAtto()
	return []Azione{
		{Tipo: verbale.EventoNotificaPerfezionata, Bottone: "Registra che la notifica è avvenuta", Spiegazione: "Da dove si sa: l'avviso di ricevimento, la relata, la ricevuta. Il giorno in cui la notifica si perfeziona lo calcola la piattaforma dai fatti scritti qui.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho controllato la prova: da quel giorno decorrono i termini", permesso: auth.PermessoVerbaleDecidi,
			procedure: conAtto, seAnche: (*Verbale).daNotificare, campi: campiPerfezionata},
		{Tipo: verbale.EventoNotificaNonRiuscita, Bottone: "Registra che la notifica non è riuscita", Spiegazione: "Che cosa dice la posta, o chi notificava: trasferito, sconosciuto, indirizzo insufficiente.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: 200, permesso: auth.PermessoVerbaleDecidi,
			procedure: verbale.ProcedureInCorso(), seAnche: func(v *Verbale) bool { return len(v.tentativi()) > 0 }, campi: campiNonRiuscita},
		{Tipo: verbale.EventoNotificaAvviata, Bottone: "Manda di nuovo l'atto", Spiegazione: "Perché si ritenta e per quale via. L'atto è quello già formato, con l'indirizzo che vi è scritto.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "L'atto è affidato a chi lo notifica", permesso: auth.PermessoVerbaleDecidi,
			procedure: conAtto, seAnche: (*Verbale).daMandare, campi: campiAvviata},
	}
}

// azioniDiChiusura end a fine that somebody may have in hand.
func azioniDiChiusura() []Azione {
	return []Azione{
		{Tipo: verbale.EventoEstintoTermini, Bottone: "Estingui per decorso dei termini", Spiegazione: "L'atto non è stato notificato nel termine (art. 201 c. 5 CdS), o il credito è prescritto (art. 209 CdS): nulla è più dovuto da nessuno dei destinatari.",
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo, Conferma: "Ho verificato le date", permesso: auth.PermessoVerbaleDecidi,
			procedure: verbale.ProcedureInCorso(), seAnche: func(v *Verbale) bool {
				return (v.formato() || v.aperta(verbale.AnomaliaTermineScaduto)) && !v.Debito.Chiuso()
			}, campi: campiTermini},
		{Tipo: verbale.EventoArchiviato, Bottone: "Registra l'archiviazione del prefetto", Spiegazione: "Il prefetto archivia su proposta del comando (art. 386 Reg.): nulla è più dovuto, ciò che fu versato si rimborsa.",
			Campo: "motivo", Etichetta: "Motivo, con gli estremi del provvedimento", Massimo: perMotivo, Conferma: "Ho il provvedimento: non si può tornare indietro", permesso: auth.PermessoVerbaleDecidi,
			procedure: append(verbale.ProcedureInCorso(), verbale.Definito), seAnche: (*Verbale).formato},
	}
}

// tentativi are the attempts without an outcome.
func (v *Verbale) tentativi() []lettura.Notifica {
	return slices.DeleteFunc(slices.Clone(v.Notifiche), func(n lettura.Notifica) bool { return n.Stato != verbale.NotificaInCorso })
}

// nonServite are the positions whose person is known and has not got the act.
func (v *Verbale) nonServite() []lettura.Posizione {
	return slices.DeleteFunc(slices.Clone(v.Posizioni), func(p lettura.Posizione) bool { return !p.Noto || p.Chiusa != "" || !p.GiornoZero.IsZero() })
}

// inattive are those among them to whom nothing is on its way.
func (v *Verbale) inattive() []lettura.Posizione {
	return slices.DeleteFunc(v.nonServite(), func(p lettura.Posizione) bool {
		return slices.ContainsFunc(v.tentativi(), func(n lettura.Notifica) bool { return n.Posizione == p.ID })
	})
}

func (v *Verbale) conAtto() bool {
	return slices.ContainsFunc(v.Documenti, func(d lettura.Documento) bool { return d.Tipo == verbale.DocumentoAtto })
}

func (v *Verbale) daNotificare() bool { return v.conAtto() && len(v.nonServite()) > 0 }

func (v *Verbale) daMandare() bool {
	return v.conAtto() && len(v.inattive()) > 0 && !v.Debito.Chiuso()
}

// destinatario chooses among several positions; of one alone nothing is asked.
func (v *Verbale) destinatario(tra []lettura.Posizione) []campoAzione {
	if len(tra) < 2 {
		return nil
	}
	scelte := []pagine.Opzione{{Nome: "Scegliere"}}
	for _, p := range tra {
		nome := p.Titolo.Parola()
		if p.Soggetto != nil {
			nome += ": " + p.Soggetto.NomeCompleto()
		}
		scelte = append(scelte, pagine.Opzione{Valore: p.ID.String(), Nome: nome})
	}
	return []campoAzione{{Campo: pagine.Campo{Etichetta: "Destinatario", Obbligatorio: true}, dove: "posizione", opzioni: scelte}}
}

func giorno(etichetta, dove, aiuto string, obbligatorio bool) campoAzione {
	return campoAzione{Campo: pagine.Campo{Etichetta: etichetta, Tipo: "date", Aiuto: aiuto, Obbligatorio: obbligatorio}, dove: dove}
}

func canale(etichetta string, codici []cds.Canale) campoAzione {
	scelte := append([]pagine.Opzione{{Nome: "Scegliere"}}, pagine.OpzioniDette(codici, verbale.ParolaCanale)...)
	return campoAzione{Campo: pagine.Campo{Etichetta: etichetta, Obbligatorio: true}, dove: "dati.canale", opzioni: scelte}
}

func campiAvviata(v *Verbale) []campoAzione {
	return conNomi(verbale.EventoNotificaAvviata, append(v.destinatario(v.inattive()), canale("Per quale via", verbale.CanaliDiInvio()),
		giorno("Giorno in cui parte", "dataLegale", "Vuoto: oggi.", false))...)
}

func campiNonRiuscita(v *Verbale) []campoAzione {
	tra := slices.DeleteFunc(slices.Clone(v.Posizioni), func(p lettura.Posizione) bool {
		return !slices.ContainsFunc(v.tentativi(), func(n lettura.Notifica) bool { return n.Posizione == p.ID })
	})
	return conNomi(verbale.EventoNotificaNonRiuscita, append(v.destinatario(tra), giorno("Giorno dell'esito", "dataLegale", "Vuoto: oggi.", false))...)
}

func campiPerfezionata(v *Verbale) []campoAzione {
	return conNomi(verbale.EventoNotificaPerfezionata, append(v.destinatario(v.nonServite()), canale("Come è avvenuta", cds.Canali()),
		giorno("Giorno del fatto", "dati.esito.fatto", "La consegna; la spedizione della CAD per il deposito; la ricevuta di consegna della PEC; l'avviso di SEND.", true),
		giorno("Affidata il", "dati.esito.affidamento", "Alla posta, al gestore PEC, a SEND: vuoto per la consegna a mani e per il messo.", false),
		giorno("Ritirata il", "dati.esito.ritiro", "Solo per il deposito presso la posta.", false),
		giorno("Aperta il", "dati.esito.accesso", "Solo per SEND.", false),
		campoAzione{Campo: pagine.Campo{Etichetta: "Prova", Aiuto: "Il numero della raccomandata, o dove si trova la ricevuta. Vuota: finché non arriva non si maggiora né si riscuote."}, dove: "prova"})...)
}

func campiTermini(*Verbale) []campoAzione {
	return conNomi(verbale.EventoEstintoTermini, campoAzione{Campo: pagine.Campo{Etichetta: "Quale termine", Obbligatorio: true}, dove: "dati.termine",
		opzioni: []pagine.Opzione{{Nome: "Scegliere"}, {Valore: "NOTIFICA", Nome: "Quello per notificare (art. 201 CdS)"},
			{Valore: "PRESCRIZIONE", Nome: "La prescrizione (art. 209 CdS)"}}})
}

// extra are the fields of an action beside its text.
func (x Azione) extra(v *Verbale) []campoAzione {
	if x.campi == nil {
		return nil
	}
	return x.campi(v)
}

// mancanti are the fields that the form must have and has not.
func (m moduloAzione) mancanti(tutti []campoAzione) error {
	var guasti []problem.Campo
	for _, c := range tutti {
		if c.Obbligatorio && m.Campi[c.Nome] == "" {
			guasti = append(guasti, problem.Campo{Campo: c.Nome, Messaggio: "manca"})
		}
	}
	if guasti == nil {
		return nil
	}
	return problem.NonValido(guasti...)
}

// scrivi puts the fields where elaborazione reads them.
func (m moduloAzione) scrivi(r *richiestaEvento, tutti []campoAzione) {
	dati, esito := map[string]any{}, map[string]string{}
	for _, c := range tutti {
		valore := m.Campi[c.Nome]
		if valore == "" {
			continue
		}
		if nome, suo := strings.CutPrefix(c.dove, "dati.esito."); suo {
			esito[nome] = valore
			dati["esito"] = esito
		} else if nome, suo := strings.CutPrefix(c.dove, "dati."); suo {
			dati[nome] = valore
		}
		switch c.dove {
		case "posizione":
			r.Posizione = valore
		case "dataLegale":
			r.DataLegale = valore
		case "prova":
			r.Prova = valore
		}
	}
	if m.Tipo == verbale.EventoNotificaNonRiuscita {
		dati["motivo"] = m.Testo
	}
	if len(dati) > 0 {
		r.Dati = dati
	}
}

// conExtra gives a field what was typed and what is wrong with it, if the action came back.
func (p *paginaScheda) conExtra(x Azione, c pagine.Campo) pagine.Campo {
	if p.rifiutata(x) {
		c.Valore, c.Guasto = p.Modulo.Campi[c.Nome], p.guasto(x, c.Nome)
	}
	return c
}

// etichettaDi is the label of a field of an action; empty for another.
func etichettaDi(v *Verbale, nome string) string {
	for _, x := range azioni() {
		for _, c := range x.extra(v) {
			if c.Nome == nome {
				return c.Etichetta
			}
		}
	}
	return ""
}

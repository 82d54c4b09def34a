package verbale

import (
	"cmp"
	"strings"
)

func (p *paginaScheda) nomeCampo(nome string) string {
	return cmp.Or(etichettaDi(p.Verbale, nome), nomeCampo(nome))
}

// nomeCampo is the label of a field that was refused.
func nomeCampo(nome string) string {
	switch nome {
	case "motivo":
		return "motivo"
	case daCandidato:
		return "chi risponde"
	case "conferma":
		return "conferma"
	}
	for _, chi := range []string{daPersona, daSocieta} {
		if !strings.HasPrefix(nome, chi+".") {
			continue
		}
		for _, c := range campi(chi) {
			if c.Nome == nome {
				return c.Etichetta
			}
		}
	}
	return nome
}

// spiegaAnomalia says why the fine waits and what can be done, by the kind of the anomaly; the words of the
// anomaly itself say what happened.
func spiegaAnomalia(tipo string) string {
	const intestatario = "Senza sapere chi risponde l'atto non si forma. Qui sotto: scegliere chi risponde, indicarlo a mano, chiedere di nuovo all'archivio, o chiudere il verbale con il motivo."
	spiegazioni := map[string]string{
		"INTESTATARIO_ANOMALA": intestatario, "INTESTATARIO_SCONOSCIUTA": intestatario,
		"POSSIBILE_DOPPIONE":             "Un altro verbale ha la stessa targa, lo stesso luogo, minuto e articolo. Confrontarli: se è lo stesso fatto si scarta questo, altrimenti si valida e si risolve.",
		"SEGNALATA":                      "Una persona ha segnalato che qualcosa non torna. Controllare e dire come si è risolto.",
		"PAGAMENTO_NON_DOVUTO":           "È arrivato del denaro quando nulla era dovuto. Si rimborsa, o si attribuisce al verbale giusto; se invece il verbale era stato chiuso per errore si risolve riaprendolo.",
		"PAGAMENTO_INSUFFICIENTE":        "Il versamento bastava prima e ora non basta più. Controllare la data della notifica: se la somma che manca va chiesta, si risolve riaprendo; altrimenti si risolve e basta.",
		"PAGAMENTO_PRIMA_DELL_ORDINANZA": "Il versamento precede l'ordinanza. Stabilire se chiude il debito o vale come acconto.",
		"PAGATO_IN_PIU":                  "È stato versato più del dovuto. Disporre il rimborso dell'eccedenza, poi risolvere.",
		"ANNULLATO_E_PAGATO":             "Il verbale è annullato ma qualcuno ha pagato. Disporre il rimborso, poi risolvere.",
		"NOTIFICA_TARDIVA":               "La notifica è avvenuta oltre il termine di legge (art. 201 CdS): l'obbligo può essere estinto. Controllare le date; se è così il verbale si chiude.",
		"TERMINE_NOTIFICA_SCADUTO":       "L'atto è fermo: il termine per affidarlo a chi lo notifica è passato (art. 201 CdS). Qui sotto: se il termine decorre da un altro giorno, lasciar partire l'atto scrivendo quale e perché: non si ferma più; se è passato davvero, non chiedere più nulla a questo destinatario, o, se nessun altro risponde, estinguere il verbale per decorso dei termini.",
		"NOTIFICA_RIPETUTA":              "Risultano due notifiche alla stessa persona. Conta la prima valida: controllare le prove.",
		"ESITO_POSTALE_CONTRADDITTORIO":  "La posta ha dato due esiti che non stanno insieme: nulla è stato cambiato. Controllare l'avviso di ricevimento e registrare quello giusto.",
		"DESTINATARIO_DECEDUTO":          "La posta dice che il destinatario è deceduto. Controllare la data: se la morte segue la violazione il verbale si chiude per decesso, altrimenti si cerca chi aveva il veicolo.",
		"AVVISO_NON_EMESSO":              "Manca l'avviso di pagamento da mettere nell'atto. Controllare gli intervalli dei numeri di avviso del comando.",
		"SPESE_DOPO_CHIUSURA":            "Le spese sono arrivate a debito chiuso. Stabilire se chiederle.",
		"RICORSO_TARDIVO":                "Il ricorso è giunto oltre il termine. La decisione è dell'autorità: trasmetterlo comunque, con la data.",
		"RICORSO_DA_VERIFICARE":          "Il ricorso non quadra con il verbale. Controllare chi lo ha presentato e contro che cosa.",
		"RICORSO_A_DEBITO_CHIUSO":        "Il ricorso riguarda un debito già chiuso: di solito il pagamento lo preclude (art. 203 CdS).",
		"ATTO_NON_STAMPABILE":            "Manca un'impostazione del comando che l'atto deve dire. Chi amministra il comando la completa alla pagina Impostazioni: la stampa riprende da sola.",
		"ORDINANZA_DA_VERIFICARE":        "Il prefetto ha ordinato una somma e non risulta un ricorso. Controllare che l'ordinanza sia di questo verbale, poi dire come si è risolto.",
		"ORDINANZA_A_DEBITO_CHIUSO":      "Il prefetto ha ordinato una somma su un debito già chiuso. Sentire la prefettura; se la somma è dovuta si risolve riaprendo.",
		"SOMMA_ORDINATA_DA_VERIFICARE":   "La somma ordinata non è tra quelle che la legge ammette (art. 204 CdS). Controllare il provvedimento.",
		"ORDINANZA_TARDIVA":              "L'ordinanza è oltre il termine (art. 204 CdS): il ricorso può valere come accolto. Sentire la prefettura.",
	}
	if s, nota := spiegazioni[tipo]; nota {
		return s
	}
	return "Controllare che cosa è successo e dire come si è risolto."
}

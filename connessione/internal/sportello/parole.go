package sportello

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// statoInParole says where a fine stands; empty for a state that says nothing to a citizen.
func statoInParole(procedura string) string {
	return map[string]string{
		"VALIDATO":               "Il verbale è stato registrato e deve ancora essere notificato.",
		"INTESTATARIO_RICHIESTO": "Il verbale è stato registrato e deve ancora essere notificato.",
		"INTESTATARIO_ANOMALO":   "Il verbale è stato registrato e deve ancora essere notificato.",
		"INTESTATARIO_TROVATO":   "Il verbale è stato registrato e deve ancora essere notificato.",
		"ATTO_GENERATO":          "Il verbale è pronto per essere notificato.",
		"IN_NOTIFICA":            "Il verbale è stato spedito: si attende la conferma della consegna.",
		"NOTIFICATO":             "Il verbale è stato notificato.",
		"NON_NOTIFICABILE":       "Finora non è stato possibile notificare il verbale.",
		"DEFINITO":               "La pratica è conclusa.",
		"ARCHIVIATO":             "Il verbale è stato archiviato.",
		"ANNULLATO_AUTOTUTELA":   "Il comando ha annullato il verbale.",
		"ESTINTO_TERMINI":        "L'obbligo di pagare si è estinto.",
		"ESTINTO_DECESSO":        "L'obbligo di pagare si è estinto.", // of a death nothing is said to who holds a paper
		"SCARTATO":               "Il verbale è stato scartato.",
		"RILEVATO":               "La violazione è stata rilevata: il verbale non è ancora stato fatto.",
		"PREAVVISATO":            "Sul veicolo è stato lasciato un preavviso: il verbale non è ancora stato fatto.",
		"DA_VALIDARE":            "Il comando deve ancora controllare il verbale.",
	}[procedura]
}

// nomeOpzione names a way to pay.
func nomeOpzione(tipo cds.Tipo) string {
	if nome, noto := map[cds.Tipo]string{
		cds.Ridotto30: "Pagamento scontato del 30 %", cds.Ridotto: "Pagamento in misura ridotta", cds.Intero: "Somma intera",
		cds.InteroMaggiorato: "Somma intera con la maggiorazione per il ritardo", cds.Ordinanza: "Somma fissata dall'ordinanza o dalla sentenza",
		cds.Rata: "Rata",
	}[tipo]; noto {
		return nome
	}
	return string(tipo)
}

// termine says until when a notice may be paid.
func termine(o pagamento.Opzione) string {
	switch {
	case o.Trascorso:
		return "Era da pagare entro " + o.Entro.Esteso() + ": il termine è passato, ma l'avviso si può ancora pagare"
	case o.Entro != nil:
		return "Entro " + o.Entro.Esteso()
	case o.Decorrenza != "" && o.Tipo == cds.Ordinanza:
		return fmt.Sprintf("Entro %d giorni dalla notifica dell'ordinanza o della sentenza, che non ha ancora una data", o.Giorni)
	case o.Decorrenza != "":
		return fmt.Sprintf("Entro %d giorni dalla notifica del verbale, che non ha ancora una data", o.Giorni)
	}
	return "L'avviso vale finché non ne viene emesso un altro al suo posto"
}

// nomeTermine names a deadline of an addressee.
func nomeTermine(tipo cds.TipoScadenza) string {
	if nome, noto := map[cds.TipoScadenza]string{
		cds.PagamentoScontato5: "Pagare con lo sconto del 30 %", cds.PagamentoRidotto60: "Pagare in misura ridotta",
		cds.Rateizzazione30: "Chiedere di pagare a rate", cds.RicorsoPrefetto60: "Fare ricorso al prefetto",
		cds.RicorsoGiudice30: "Fare ricorso al giudice di pace", cds.RicorsoGiudiceEstero60: "Fare ricorso al giudice di pace",
		cds.DatiConducente60: "Comunicare chi guidava",
	}[tipo]; noto {
		return nome
	}
	return strings.ToLower(strings.ReplaceAll(string(tipo), "_", " "))
}

// quandoTermine says the last day of a deadline, or its rule before service.
func quandoTermine(t pagamento.Termine) string {
	switch {
	case t.Trascorso:
		return "il termine è passato, era " + t.Entro.Esteso()
	case t.Entro != nil:
		return "entro " + t.Entro.Esteso()
	}
	return fmt.Sprintf("entro %d giorni dalla notifica", t.Giorni)
}

// tentativo tells an attempt to serve: how, when, with which outcome.
func tentativo(n portale.Notifica) string {
	testo := "Tentativo di notifica"
	for inizio, come := range map[string]string{"POST": "Spedizione per posta", "SEND": "Notifica con SEND", "PEC": "Notifica per PEC",
		"MANI": "Consegna a mani", "MESSO": "Consegna con il messo"} {
		if strings.HasPrefix(n.Canale, inizio) {
			testo = come
		}
	}
	if n.Avviata != nil {
		testo += " " + n.Avviata.Detto("del")
	}
	esito := map[string]string{"AVVIATA": "si attende l'esito", "PERFEZIONATA": "riuscita", "NON_RIUSCITA": "non riuscita", "ANNULLATA": "annullata"}[n.Stato]
	if esito == "" {
		return testo + "."
	}
	if n.Esito != nil {
		esito += ", con effetto " + n.Esito.Detto("dal")
	}
	if n.Prova != "" {
		esito += " (prova " + n.Prova + ")"
	}
	return testo + ": " + esito + "."
}

// giornata is a day of the history in words.
type giornata struct {
	Giorno calendario.Giorno
	Testi  []string
}

// cronaca is a history by the days on which things happen, which is not the order in which they are recorded.
type cronaca struct{ Passato, Futuro []giornata }

// storia tells the steps that mean something to a citizen, day by day; those of one's own licence and
// driver are for the person alone.
func storia(passi []portale.Passo, dellaPersona bool) (c cronaca) {
	passi = slices.Clone(passi)
	slices.SortStableFunc(passi, func(a, b portale.Passo) int {
		return cmp.Or(cmp.Compare(a.Data.DiffDays(b.Data), 0), cmp.Compare(a.Sequenza, b.Sequenza))
	})
	for _, p := range passi {
		testo := passoInParole(p, dellaPersona)
		dove := &c.Passato
		if p.Futuro {
			dove = &c.Futuro
		}
		switch n := len(*dove); {
		case testo == "":
		case n > 0 && (*dove)[n-1].Giorno == p.Data:
			(*dove)[n-1].Testi = append((*dove)[n-1].Testi, testo)
		default:
			*dove = append(*dove, giornata{p.Data, []string{testo}})
		}
	}
	return c
}

// passoInParole tells a step, with its money where it has some; empty for one that says nothing to who reads.
func passoInParole(p portale.Passo, dellaPersona bool) string {
	if testo := map[string]string{
		"PAGAMENTO_REGISTRATO": "È arrivato un pagamento di %s.", "RIMBORSO_DISPOSTO": "È stato disposto un rimborso di %s.",
		"SGRAVIO_DISPOSTO": "Il comando ha rinunciato a %s.",
	}[p.Tipo]; testo != "" && p.ImportoCent > 0 {
		return fmt.Sprintf(testo, p.ImportoCent.Euro())
	}
	testo := passiDiTutti()[p.Tipo]
	if testo == "" && dellaPersona {
		testo = passiDellaPersona()[p.Tipo]
	}
	return testo
}

func passiDiTutti() map[string]string {
	return map[string]string{
		"VERBALE_INSERITO":          "Il comando ha registrato la violazione.",
		"VERBALE_REDATTO":           "Il comando ha redatto il verbale.",
		"VERBALE_CONTESTATO":        "Il verbale è stato consegnato sul posto a chi guidava: da questo giorno si contano i termini.",
		"VERBALE_VALIDATO":          "Il comando ha controllato il verbale.",
		"VERBALE_SCARTATO":          "Il comando ha scartato il verbale.",
		"VERBALE_ANNULLATO":         "Il comando ha annullato il verbale.",
		"VERBALE_ARCHIVIATO":        "Il verbale è stato archiviato.",
		"VERBALE_ESTINTO_TERMINI":   "L'obbligo di pagare si è estinto.",
		"VERBALE_ESTINTO_DECESSO":   "L'obbligo di pagare si è estinto.",
		"VERBALE_DEFINITO":          "La pratica è conclusa.",
		"AVVISI_EMESSI":             "Sono stati preparati gli avvisi per pagare.",
		"INTESTATARIO_TROVATO":      "Il registro dei veicoli ha indicato l'intestatario.",
		"ATTO_GENERATO":             "L'atto da notificare è stato preparato.",
		"SPESE_ADDEBITATE":          "Alla somma si sono aggiunte le spese di accertamento e di notifica.",
		"NOTIFICA_AVVIATA":          "L'atto è stato spedito.",
		"NOTIFICA_NON_RIUSCITA":     "Un tentativo di consegna non è riuscito.",
		"NOTIFICA_PERFEZIONATA":     "Il verbale risulta notificato: da questo giorno si contano i termini.",
		"DATA_NOTIFICA_RETTIFICATA": "La data della notifica è stata corretta: i termini si contano da quella nuova.",
		"PROVA_NOTIFICA_CONTESTATA": "La prova della notifica è stata messa in dubbio: finché non è chiarita la somma non aumenta.",
		"PROVA_NOTIFICA_CONFERMATA": "La prova della notifica è stata confermata.",
		"TERMINE_SCONTO_DECORSO":    "È passato il termine per pagare con lo sconto.",
		"TERMINE_RIDOTTO_DECORSO":   "È passato il termine per pagare in misura ridotta.",
		"PAGAMENTO_REGISTRATO":      "È arrivato un pagamento.",
		"PAGAMENTO_STORNATO":        "Un pagamento è stato annullato.",
		"RIMBORSO_DISPOSTO":         "È stato disposto un rimborso.",
		"SGRAVIO_DISPOSTO":          "Il comando ha rinunciato a quanto restava da pagare.",
		"DEBITO_SOSPESO":            "L'obbligo di pagare è stato sospeso.",
		"DEBITO_RIPRESO":            "La sospensione è finita.",
		"RATEIZZAZIONE_CONCESSA":    "È stato concesso di pagare a rate.",
		"RATEIZZAZIONE_DECADUTA":    "Il pagamento a rate non è più ammesso.",
		"RICORSO_PRESENTATO":        "È stato presentato un ricorso.",
		"RICORSO_TRASMESSO":         "Il ricorso è passato all'autorità che decide.",
		"SOSPENSIVA_CONCESSA":       "L'autorità ha sospeso l'obbligo di pagare.",
		"SOSPENSIVA_REVOCATA":       "La sospensione decisa dall'autorità è finita.",
		"RICORSO_ACCOLTO":           "Il ricorso è stato accolto.",
		"RICORSO_RESPINTO":          "Il ricorso è stato respinto.",
		"RICORSO_RIDETERMINATO":     "L'autorità ha fissato un'altra somma.",
		"RICORSO_INAMMISSIBILE":     "Il ricorso non è stato ammesso.",
		"RICORSO_IMPUGNATO":         "La decisione sul ricorso è stata impugnata.",
		"RICORSO_DEFINITO":          "La decisione sul ricorso è definitiva.",
		"ORDINANZA_NOTIFICATA":      "L'ordinanza o la sentenza è stata notificata.",
		"SOLLECITO_INVIATO":         "È stato inviato un sollecito.",
		"ISCRITTO_A_RUOLO":          "La somma è passata all'agente della riscossione.",
		"INGIUNZIONE_EMESSA":        "È stata emessa l'ingiunzione di pagamento.",
		"CREDITO_RISCOSSO":          "La somma è stata riscossa.",
		"CREDITO_DISCARICATO":       "La riscossione è stata abbandonata.",
		"RISCOSSIONE_BLOCCATA":      "La riscossione è stata fermata.",
		"RISCOSSIONE_SBLOCCATA":     "La riscossione è ripresa.",
	}
}

func passiDellaPersona() map[string]string {
	return map[string]string{
		"POSIZIONE_APERTA":          "Il verbale riguarda anche un'altra persona.",
		"POSIZIONE_CHIUSA":          "A una delle persone non si chiede più nulla.",
		"DATI_CONDUCENTE_RICHIESTI": "È stato chiesto di comunicare chi guidava.",
		"DATI_CONDUCENTE_RICEVUTI":  "È stato comunicato chi guidava.",
		"DATI_CONDUCENTE_OMESSI":    "Non è stato comunicato chi guidava.",
		"PUNTI_COMUNICATI":          "I punti da togliere sono stati comunicati all'anagrafe degli abilitati alla guida.",
		"PUNTI_SCARTATI":            "I punti non sono stati tolti.",
	}
}

// titoloVerbale is the number of a fine as the paper has it.
func titoloVerbale(numero, lettera string, anno int) string {
	if lettera != "" {
		numero += "/" + lettera
	}
	return "Verbale n. " + numero + " del " + strconv.Itoa(anno)
}

// quando is the moment of the violation; the day alone where the hour is not known.
func quando(t time.Time, senzaOra bool) string {
	giorno := calendario.Da(t).Esteso()
	if senzaOra {
		return giorno
	}
	return giorno + " alle " + t.In(calendario.Roma()).Format("15:04")
}

// somma is what a step moves; empty when it moves no money.
func somma(p cds.Passo) string {
	if p.ImportoCent == nil {
		return ""
	}
	return importo.Cent(*p.ImportoCent).Euro()
}

// avvertenza is the rule of what the citizen must read beside the steps.
const avvertenza = "AVVERTENZA"

func conteggio(p pagamento.Pagamento) (passi []cds.Passo, avvisi []string) {
	for i, x := range p.Spiegazione {
		if x.Regola == avvertenza && x.Testo == p.SenzaAvviso || i == 0 && p.Sospeso != "" {
			continue // the page says it where it says how to pay, or how much
		}
		if x.Regola == avvertenza {
			avvisi = append(avvisi, x.Testo)
			continue
		}
		passi = append(passi, x)
	}
	return passi, avvisi
}

// inArticoli names in the explanation the articles of the violations, where the table's codes stand.
func inArticoli(p pagamento.Pagamento, violazioni []portale.Violazione) pagamento.Pagamento {
	p.Spiegazione = slices.Clone(p.Spiegazione)
	for i := range p.Spiegazione {
		for _, v := range violazioni {
			p.Spiegazione[i].Testo = strings.ReplaceAll(p.Spiegazione[i].Testo, "Violazione "+v.Codice+":", "Violazione dell'"+norma(v)+":")
		}
	}
	return p
}

// maiuscola begins a sentence.
func maiuscola(testo string) string {
	lettera, n := utf8.DecodeRuneInString(testo)
	return string(unicode.ToUpper(lettera)) + testo[n:]
}

// nomeDocumento names a file of the fine.
func nomeDocumento(d portale.Documento) string {
	switch d.Tipo {
	case "ATTO":
		return "Verbale e avvisi di pagamento"
	case "AVVISO_ANONIMO":
		return "Avviso di pagamento senza nominativo"
	}
	return d.Nome
}

// qui turns the link to a document into the page's own, whose errors are pages.
func qui(indirizzo string) string {
	_, documento, _ := strings.Cut(indirizzo, "/documenti/")
	return baseDocumenti + documento
}

// nomeTitolo names the part that a person has in a fine.
func nomeTitolo(titolo string) string {
	if titolo == "TRASGRESSORE" {
		return "Chi ha commesso la violazione"
	}
	return "Chi risponde in solido (di solito l'intestatario del veicolo)"
}

// nomeSoggetto is the name of a person or of a company.
func nomeSoggetto(s *portale.Soggetto) string {
	if s.Denominazione != "" {
		return s.Denominazione
	}
	return strings.TrimSpace(s.Nome + " " + s.Cognome)
}

// recapito is an address on one line.
func recapito(s *portale.Soggetto) string {
	citta := strings.TrimSpace(s.Cap + " " + s.Comune)
	if s.Provincia != "" {
		citta += " (" + s.Provincia + ")"
	}
	return strings.Trim(strings.TrimSpace(s.Indirizzo+" "+s.Civico)+", "+citta, ", ")
}

// luogo is where it happened.
func luogo(l portale.Luogo) string {
	testo := strings.TrimSpace(l.Indirizzo + " " + l.Civico)
	if l.Chilometro != "" {
		testo += ", km " + l.Chilometro
	}
	if l.Comune != "" {
		testo += ", " + l.Comune
	}
	return strings.TrimPrefix(testo, ", ")
}

// violazione is a violation in the words of the table, with its article.
func violazione(v portale.Violazione) string {
	return strings.TrimSpace(strings.TrimRight(v.Testo, ". ")+" ("+norma(v)+")") + "."
}

// norma is a violation by article, as a person writes it.
func norma(v portale.Violazione) string {
	return "art. " + sanzione.Citazione(v.Articolo, v.Comma, v.Lettera)
}

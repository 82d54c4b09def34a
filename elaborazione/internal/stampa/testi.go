package stampa

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The fixed texts of the act. They state rules in words, since the day of service is not known when
// the act is printed. CdS is d.lgs. 285/1992, Reg. is d.P.R. 495/1992.

const (
	titoloAtto    = "Verbale di accertamento e contestazione"
	sottotitolo   = "di violazione delle norme del codice della strada (d.lgs. 30 aprile 1992, n. 285, di seguito CdS)"
	testoSconto   = "La riduzione del 30 % si calcola sulla sola sanzione e non sulle spese (art. 202, comma 1, CdS)."
	testoParziale = "Il pagamento di una somma inferiore a quella dovuta non estingue l'obbligazione ed è trattenuto in acconto (art. 389 d.P.R. 16 dicembre 1992, n. 495)."
	testoModulo   = "Atto redatto con sistema di elaborazione dati e notificato con modulo che reca l'intestazione del Comando, presso il quale resta l'originale (art. 385, comma 3, d.P.R. 495/1992). Informazioni e accesso agli atti ai recapiti indicati in alto."
	testoFirma    = "Firma autografa sostituita dall'indicazione a stampa del nominativo del responsabile (art. 3, comma 2, d.lgs. 12 febbraio 1993, n. 39)."
)

// dallaNotifica writes the term of a deadline, which the law fixes: "entro 60 giorni dalla notificazione".
func dallaNotifica(t cds.TipoScadenza) string {
	return fmt.Sprintf("entro %d giorni dalla notificazione", t.Giorni())
}

// entro writes the term of a deadline as the addressee has it: the rule while he is still to be served,
// "entro 60 giorni dalla contestazione, cioè entro l'11/01/2027" when the day is known.
func (a Atto) entro(t cds.TipoScadenza) string {
	if a.Servito.IsZero() {
		return dallaNotifica(t)
	}
	testo := fmt.Sprintf("entro %d giorni dalla %s", t.Giorni(), a.evento())
	if ultimo, ok := a.ultimo(t); ok {
		testo += ", cioè entro " + ultimo.Detto("il")
	}
	return testo
}

// testoTermini says how the terms of payment are counted; days that are printed have been counted.
func testoTermini(a Atto) string {
	if !a.Servito.IsZero() {
		return "I termini decorrono dalla " + a.evento() + " " + a.Servito.Detto("del") + "."
	}
	return "Il giorno della notificazione non si conta. Se il termine di pagamento scade di domenica o in altro giorno festivo, è prorogato al primo giorno seguente non festivo."
}

// evento is what the terms of the addressee run from.
func (a Atto) evento() string {
	if a.contestatoALui() {
		return "contestazione"
	}
	return "notificazione"
}

// ultimo is the last day of a term; false while nobody knows it.
func (a Atto) ultimo(t cds.TipoScadenza) (calendario.Giorno, bool) {
	if a.Servito.IsZero() {
		return calendario.Giorno{}, false
	}
	g, err := cds.UltimoGiorno(t, a.Servito)
	if err != nil {
		return calendario.Giorno{}, false
	}
	return g, true
}

// contestatoALui tells that the addressee is the driver to whom the violation was contested on the spot.
func (a Atto) contestatoALui() bool {
	return a.Destinatario.Titolo == verbale.Trasgressore && !a.DataContestazione.IsZero() && !a.Servito.IsZero()
}

// testoTitolo is what follows when nobody pays or appeals.
func testoTitolo(a Atto) string {
	return fmt.Sprintf("Decorsi %d giorni dalla %s senza ricorso né pagamento in misura ridotta, il verbale costituisce titolo esecutivo per una somma pari alla metà del massimo della sanzione edittale, oltre alle spese di procedimento (art. 203, comma 3, CdS).",
		cds.PagamentoRidotto60.Giorni(), a.evento())
}

// testoRate is the offer of art. 202-bis CdS.
func testoRate(a Atto) string {
	return "Chi si trova nelle condizioni economiche dell'art. 202-bis CdS può chiedere la rateazione " + a.entro(cds.Rateizzazione30) +
		"; la richiesta comporta rinuncia al ricorso."
}

// testoFatto opens the act: when, where, with which vehicle.
func testoFatto(a Atto, s *Stampatore) string {
	quando := a.DataOraViolazione.In(s.roma)
	frase := "Il giorno " + conOra(a, giorno(quando).Italiano(), quando, "alle ore")
	if a.Luogo != "" {
		frase += ", in " + a.Luogo
	}
	frase += fmt.Sprintf(", con il veicolo targato %s", a.Veicolo.Targa)
	if tipo := unisci(" ", a.Veicolo.Marca, a.Veicolo.Modello); tipo != "" {
		frase += " (" + tipo + ")"
	}
	if len(a.Violazioni) == 1 {
		frase += " è stata commessa la violazione di seguito descritta"
	} else {
		frase += fmt.Sprintf(" sono state commesse le %d violazioni di seguito descritte", len(a.Violazioni))
	}
	if !a.DataAccertamento.IsZero() && giorno(a.DataAccertamento) != giorno(quando) {
		frase += ", con accertamento " + giorno(a.DataAccertamento).Detto("del")
	}
	return frase + "."
}

// conOra adds to the day of the violation its hour, where it is known.
func conOra(a Atto, giorno string, quando time.Time, ore string) string {
	if a.SenzaOra {
		return giorno
	}
	return giorno + " " + ore + " " + quando.Format("15:04")
}

// testoQualita says why the addressee answers, and how the violation is contested to him.
func testoQualita(a Atto) string {
	qualita := "in qualità di trasgressore."
	if a.Destinatario.Titolo == verbale.Obbligato {
		qualita = "in qualità di " + obbligo(a.Destinatario.Diritto) + " con l'autore della violazione al pagamento della somma dovuta, " +
			"salvo che provi che la circolazione del veicolo è avvenuta contro la sua volontà (art. 196, comma 1, CdS)."
	}
	switch {
	case a.contestatoALui():
		return qualita + " La violazione è stata contestata al destinatario " + giorno(a.DataContestazione).Detto("il") + " (art. 200 CdS)."
	case a.DataContestazione.IsZero():
		return qualita + " La contestazione avviene con la notificazione di questo verbale (art. 201 CdS)."
	}
	return qualita + " La contestazione al conducente è avvenuta " + giorno(a.DataContestazione).Detto("il") + " (art. 200 CdS); questo verbale è notificato ai sensi dell'art. 201 CdS."
}

// obbligo is the joint liability in the words of art. 196 c. 1 CdS: a holder of the vehicle by another
// right answers in the owner's stead.
func obbligo(d Diritto) string {
	const inVece = " del veicolo e perciò, in vece del proprietario, obbligato in solido"
	switch d {
	case DirittoProprietario:
		return "proprietario del veicolo, obbligato in solido"
	case DirittoUsufruttuario:
		return "usufruttuario" + inVece
	case DirittoLocatario:
		return "locatario" + inVece
	case DirittoAcquirente:
		return "acquirente con patto di riservato dominio" + inVece
	}
	return "obbligato in solido"
}

// testoSenzaRidotto says which violations have no reduced payment, when the others have one; empty when
// all have.
func testoSenzaRidotto(a Atto) string {
	norme := normeCon(a, func(v Violazione) bool { return v.SenzaRidotto })
	if norme == "" {
		return ""
	}
	return "Gli importi indicati non comprendono le violazioni che non ammettono il pagamento in misura ridotta (art. 202, commi 3 e 3-bis, CdS): " + norme +
		"; per queste il verbale è trasmesso entro dieci giorni al Prefetto, che determina la sanzione."
}

// testoSenzaSconto says which violations of a discounted amount have no discount of their own.
func testoSenzaSconto(a Atto) string {
	norme := normeCon(a, func(v Violazione) bool { return v.SenzaSconto && !v.SenzaRidotto })
	if norme == "" || len(a.Avvisi) == 0 || a.Avvisi[0].Tipo != cds.Ridotto30 {
		return ""
	}
	return "La riduzione non è ammessa per " + norme + " (art. 202, comma 1, CdS): l'importo scontato ne comprende la sanzione per intero."
}

// normeCon lists the provisions of some of the violations: "art. 142, comma 9; art. 145, comma 10".
func normeCon(a Atto, quali func(Violazione) bool) string {
	var norme []string
	for _, v := range a.Violazioni {
		if n := normaInFrase(v); quali(v) && !slices.Contains(norme, n) {
			norme = append(norme, n)
		}
	}
	return strings.Join(norme, "; ")
}

// testoPrefetto is the administrative appeal (art. 203, 204 CdS).
func testoPrefetto(a Atto) string {
	c := a.Comando
	return a.entro(cds.RicorsoPrefetto60) + ", " + sede("al Prefetto di ", c.Prefettura, "al Prefetto del luogo della violazione") +
		" (art. 203 CdS): si presenta a questo Comando, anche con raccomandata con avviso di ricevimento o PEC, oppure si invia direttamente al Prefetto con raccomandata con avviso di ricevimento o PEC. " +
		"Si possono allegare documenti e chiedere l'audizione personale. Se il ricorso è respinto, il Prefetto ingiunge il pagamento di una somma non inferiore al doppio del minimo edittale, oltre alle spese (art. 204 CdS)."
}

// testoGiudice is the appeal to the court (art. 204-bis CdS, art. 7 d.lgs. 150/2011).
func testoGiudice(a Atto) string {
	c := a.Comando
	return a.entro(cds.RicorsoGiudice30) + fmt.Sprintf(" (%d se chi ricorre risiede all'estero), ", cds.RicorsoGiudiceEstero60.Giorni()) +
		sede("al Giudice di pace di ", c.GiudiceDiPace, "al Giudice di pace del luogo della violazione") +
		" (art. 204-bis CdS; art. 7 d.lgs. 1° settembre 2011, n. 150), nelle forme previste dalla legge e con versamento del contributo unificato. " +
		"Il termine è sospeso dal 1° al 31 agosto."
}

// testoAlternativa says what excludes what.
func testoAlternativa(a Atto) string {
	const alternativi = "I due ricorsi sono alternativi tra loro."
	if len(a.Avvisi) == 0 {
		return alternativi
	}
	return alternativi + " Il pagamento in misura ridotta preclude il ricorso."
}

// sede names the seat of an authority when the command has set it.
func sede(prefisso, nome, altrimenti string) string {
	if nome == "" {
		return altrimenti
	}
	return prefisso + nome
}

// testoPunti says whose points are lost, how many, and the duty to name the driver (art. 126-bis c.2). There is none for the
// driver himself, nor where another is known to have driven: the points are always of the driver alone.
func testoPunti(a Atto) string {
	suo := a.Destinatario.Titolo == verbale.Trasgressore
	if !suo && !a.ConducenteNoto && a.DataContestazione.IsZero() {
		return decurtazione(a.PuntiTotali) + " dalla patente di chi guidava; i punti sono raddoppiati nei casi previsti per i primi tre anni dal rilascio della sua patente. " +
			"Il destinatario deve comunicare a questo Comando, " + a.entro(cds.DatiConducente60) + ", i dati personali e della patente del conducente al momento della violazione, usando il modulo allegato; " +
			"per una persona giuridica provvede il legale rappresentante o un suo delegato. L'obbligo sussiste anche se la sanzione è stata pagata. Chi omette la comunicazione senza giustificato e documentato motivo è soggetto alla sanzione amministrativa " + sanzioneOmessiDati(a.OmessiDati) + "."
	}
	testo := decurtazione(a.PuntiTotali) + " dalla patente del trasgressore, alla definizione della contestazione"
	if !suo {
		testo = decurtazione(a.PuntiTotali) + " dalla patente del conducente, già identificato, alla definizione della contestazione"
	}
	switch {
	case a.Neopatentato:
		testo += ": i punti sono raddoppiati, perché la violazione è dei primi tre anni dal rilascio della patente."
	default:
		testo += ". I punti sono raddoppiati nei casi previsti per i primi tre anni dal rilascio della patente."
	}
	if suo {
		return testo
	}
	return testo + " Riguardano lui soltanto: il destinatario non perde punti e non deve comunicarne i dati."
}

// decurtazione says how many points are taken away.
func decurtazione(punti int) string {
	if punti == 1 {
		return "È prevista la decurtazione di un punto"
	}
	return fmt.Sprintf("È prevista la decurtazione di %d punti", punti)
}

// sanzioneOmessiDati quotes the amounts only when the caller gave those in force.
func sanzioneOmessiDati(e Edittale) string {
	if e.MaxCent == 0 {
		return "dell'art. 126-bis, comma 2, CdS"
	}
	return fmt.Sprintf("da € %s a € %s (art. 126-bis, comma 2, CdS)", euro(e.MinCent), euro(e.MaxCent))
}

// testoPrivacy is the short notice of art. 13 and 14 of the regulation.
func testoPrivacy(c Comando) string {
	contatti := "scrivendo a questo Comando"
	if c.ContattoDPO != "" {
		contatti += " o al responsabile della protezione dei dati (" + c.ContattoDPO + ")"
	}
	return c.Ente + ", titolare del trattamento, tratta i dati personali di questo atto, raccolti anche dai registri dei veicoli e dalle anagrafi, per accertare la violazione, notificare il verbale, riscuotere la somma e gestire i ricorsi, " +
		"nell'esercizio di pubblici poteri (art. 6, par. 1, lett. e). Li comunica solo ai soggetti previsti dalla legge e ai fornitori incaricati e li conserva per il tempo necessario al procedimento e agli obblighi di legge. " +
		"I diritti degli artt. 15-22 si esercitano " + contatti + "; è ammesso il reclamo al Garante per la protezione dei dati personali."
}

// testoVelocita explains a measured speed (art. 142 CdS, art. 345 c.2 Reg.).
func testoVelocita(v Velocita) string {
	return fmt.Sprintf("Velocità rilevata %s; detratta la riduzione di legge di %s, velocità considerata %s; limite %s; eccesso %s.",
		chilometriOrari(v.RilevataDecimi), chilometriOrari(v.RilevataDecimi-v.NettaDecimi), chilometriOrari(v.NettaDecimi),
		chilometriOrari(v.LimiteDecimi), chilometriOrari(v.NettaDecimi-v.LimiteDecimi))
}

// testoAgenti lists the officers by service number.
func testoAgenti(matricole []string) string {
	if len(matricole) == 1 {
		return "matricola " + matricole[0] + "."
	}
	return "matricole " + strings.Join(matricole, ", ") + "."
}

// nomeImporto and termineImporto are the words of the notice guidelines for the traffic variant.
func nomeImporto(t cds.Tipo) string {
	if t == cds.Ridotto30 {
		return "Importo scontato del 30%"
	}
	return "Importo ridotto"
}

// termineImporto says when an amount may be paid: until a day when it is known, by the rule while it is
// not. A reduced amount that stands alone has no day 6.
func termineImporto(a Atto, t cds.Tipo) string {
	termine := cds.PagamentoRidotto60
	if t == cds.Ridotto30 {
		termine = cds.PagamentoScontato5
	}
	if ultimo, ok := a.ultimo(termine); ok {
		return "entro " + ultimo.Detto("il")
	}
	if t == cds.Ridotto30 || len(a.Avvisi) == 1 {
		return dallaNotifica(termine)
	}
	return fmt.Sprintf("dal %d° al %d° giorno dalla notificazione", cds.PagamentoScontato5.Giorni()+1, termine.Giorni())
}

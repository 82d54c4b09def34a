// Package scelte is what a command decides about its fines: who validates and numbers them, how its acts are headed, sent and asked
// about before they are printed, and which programs may search them.
package scelte

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// moduloElaborazione reads these settings.
const moduloElaborazione = "elaborazione"

// What no act may lack (artt. 200 and 201 CdS; art. 3 c. 2 d.lgs. 39/1993): the name that stands for the signature, the
// office to which people pay and write, and the expenses, or that there are none.
const (
	ChiaveFirmatario = "comando.firmatario"
	ChiaveIndirizzo  = "comando.indirizzo"
	ChiaveSpese      = "notifica.spesePostaliCent"
	ChiaveSpeseZero  = "notifica.speseZeroConfermate"
	ChiaveCanali     = "notifica.canali"
	ChiaveLottoPosta = "notifica.lottoPostale"
	ChiaveLottoSend  = "notifica.lottoSend"
	ChiavePreavviso  = "notifica.preavvisoGiorni"
	ChiaveRiserva    = "notifica.riservaGiorni"
)

// The questions that a command asks the registers of the State about an addressee before it prints his act.
const (
	ChiaveVisuraResidenza  = "visura.residenza"
	ChiaveVisuraDomicilio  = "visura.domicilio"
	ChiaveVisuraGiorni     = "visura.giorni"
	ChiaveVisuraTrasferiti = "visura.trasferiti"
	VisuraGiorni           = 30
	PreavvisoGiorni        = 20 // where nothing is set
	RiservaGiorni          = 10
	TrasferitiAllUfficio   = "UFFICIO"
	TrasferitiAutomatici   = "AUTOMATICO"
)

// ChiavePatrono is the patron saint of the command, as calendario.LeggiLocale reads it.
const ChiavePatrono = "calendario.patrono"

// The subjects.
const (
	gruppoValidazione = "Validazione dei verbali"
	gruppoSerie       = "Numerazione dei verbali"
	gruppoComando     = "Intestazione degli atti"
	gruppoCalendario  = "Calendario"
	gruppoNotifica    = "Notifica degli atti"
	gruppoVisure      = "Residenza e domicilio dei destinatari"
)

// Impostazioni are those that elaborazione reads.
func Impostazioni() []impostazione.Dichiarazione {
	var tutte []impostazione.Dichiarazione
	for _, f := range []struct {
		fonte verbale.Fonte
		nome  string
	}{
		{verbale.FonteSoap, "dai sistemi esterni (SOAP)"}, {verbale.FonteTablet, "dai tablet degli agenti"}, {verbale.FonteOcr, "dalla lettura ottica"},
		{verbale.FonteImpianto, "dagli impianti di rilevazione"}, {verbale.FonteImportazione, "dalle importazioni"}, {verbale.FonteManuale, "dagli operatori"},
	} {
		tutte = append(tutte, impostazione.Dichiarazione{
			Chiave: "validazione." + string(f.fonte), Modulo: moduloElaborazione, Gruppo: gruppoValidazione,
			Titolo:      "Verbali inseriti " + f.nome,
			Descrizione: "MANUALE: ogni verbale attende che una persona lo validi. AUTOMATICA: è valido appena inserito, se non ci sono dubbi.",
			Schema:      impostazione.Scelta("MANUALE", "AUTOMATICA"), Usuale: `"MANUALE"`, Esempio: `"AUTOMATICA"`,
		})
	}
	serie := impostazione.Dichiarazione{
		Modulo: moduloElaborazione, Gruppo: gruppoSerie,
		Descrizione: "INTERNA: il numero lo dà la piattaforma e chi inserisce non lo indica. ESTERNA: il numero lo dà chi inserisce.",
		Schema:      impostazione.Scelta("INTERNA", "ESTERNA"), Altrimenti: "decide chi inserisce: con un numero suo, oppure senza", Esempio: `"INTERNA"`,
	}
	senza, lettera := serie, serie
	senza.Chiave, senza.Titolo = "serie.senzaLettera", "Serie senza lettera"
	lettera.Chiave, lettera.Titolo, lettera.Membri = "serie.<lettera>", "Serie con lettera", `^serie\.[A-Z]{1,3}$`
	patrono := impostazione.Dichiarazione{
		Chiave: ChiavePatrono, Modulo: moduloElaborazione, Gruppo: gruppoCalendario, Titolo: "Santo patrono",
		Descrizione: "Il giorno e il mese, poi il nome. Non sposta i termini nazionali: chi calcola una scadenza è avvertito che quel giorno gli uffici sono chiusi.",
		Schema:      impostazione.Testo(80, `^(0[1-9]|[12][0-9]|3[01])/(0[1-9]|1[0-2]) \S.+$`), Forma: "giorno/mese, uno spazio e il nome",
		Altrimenti: "nessuno", Esempio: `"29/06 Santi Pietro e Paolo"`,
	}
	return slices.Concat(append(tutte, senza, lettera, patrono), notifica(), visure(), comando())
}

// notifica is how acts leave.
func notifica() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{Chiave: ChiaveCanali, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Canali di notifica",
			Descrizione: "Per quali vie partono gli atti, nell'ordine in cui si provano. Chi non si raggiunge per la prima via è della seconda. Senza canali nessun atto parte da sé: lo consegna il messo, o l'ufficio compone i lotti.",
			Schema:      impostazione.Elenco(string(verbale.LottoSend), string(verbale.LottoPostale)), Usuale: `["POSTALE"]`, Esempio: `["SEND","POSTALE"]`},
		{Chiave: ChiaveLottoPosta, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Lotto postale",
			Descrizione: "AUTOMATICO: ogni atto formato entra nel lotto postale aperto, che l'ufficio chiude. MANUALE: i lotti li compone l'ufficio.",
			Schema:      impostazione.Scelta("AUTOMATICO", "MANUALE"), Usuale: `"AUTOMATICO"`, Esempio: `"MANUALE"`},
		{Chiave: ChiaveLottoSend, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Lotto di SEND",
			Descrizione: "AUTOMATICO: ogni notte partono con SEND gli atti che il piano manda per questa via. MANUALE: i lotti li compone l'ufficio.",
			Schema:      impostazione.Scelta("AUTOMATICO", "MANUALE"), Usuale: `"AUTOMATICO"`, Esempio: `"MANUALE"`},
		{Chiave: ChiavePreavviso, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Preavviso del termine per notificare",
			Descrizione: "Quanti giorni prima del termine un atto che non è partito viene sulla prima pagina.",
			Schema:      impostazione.Intero(1, 90), Usuale: "20", Esempio: "15"},
		{Chiave: ChiaveRiserva, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Giorni di riserva per la posta",
			Descrizione: "Se SEND non prende notifiche e al termine mancano al più questi giorni, si propone di mandare l'atto per posta: lo conferma una persona.",
			Schema:      impostazione.Intero(1, 60), Usuale: "10", Esempio: "7"},
		{Chiave: ChiaveSpese, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Spese di accertamento e notifica",
			Descrizione: "In centesimi, per ogni atto che parte per posta: si chiedono con la sanzione (art. 201 c. 4 CdS). Finché sono zero gli atti non si stampano, se il comando non lo conferma.",
			Schema:      impostazione.Intero(0, 100_00), Usuale: "0", Esempio: "1650"},
		{Chiave: ChiaveSpeseZero, Modulo: moduloElaborazione, Gruppo: gruppoNotifica, Titolo: "Spese a zero confermate",
			Descrizione: "Il comando non chiede spese di accertamento e di notifica: gli atti si stampano anche con le spese a zero. Non conta se le spese sono indicate.",
			Schema:      `{"type":"boolean"}`, Usuale: "false", Esempio: "true"},
	}
}

// visure are the settings of the look-ups before an act is printed.
func visure() []impostazione.Dichiarazione {
	tutte := []impostazione.Dichiarazione{
		{Chiave: ChiaveVisuraResidenza, Titolo: "Residenza chiesta all'ANPR",
			Descrizione: "Prima di stampare l'atto di una persona si chiede all'anagrafe dove risiede. L'atto aspetta la risposta: si accende quando l'ANPR è collegata.",
			Schema:      `{"type":"boolean"}`, Usuale: "false", Esempio: "true"},
		{Chiave: ChiaveVisuraDomicilio, Titolo: "Domicilio digitale chiesto all'INAD",
			Descrizione: "Dopo la residenza si chiede se il destinatario ha un domicilio digitale. Chi lo ha non entra da sé nel lotto postale.",
			Schema:      `{"type":"boolean"}`, Usuale: "false", Esempio: "true"},
		{Chiave: ChiaveVisuraGiorni, Titolo: "Giorni per cui vale una residenza",
			Descrizione: "Per quanti giorni la risposta dell'ANPR su un destinatario vale, prima di chiedere di nuovo per stampare un suo atto.",
			Schema:      impostazione.Intero(1, 90), Usuale: "30", Esempio: "15"},
		{Chiave: ChiaveVisuraTrasferiti, Titolo: "Destinatari trasferiti",
			Descrizione: "UFFICIO: se l'anagrafe dà un altro indirizzo l'atto si ferma e decide una persona. AUTOMATICO: l'indirizzo nuovo si scrive da sé, quando tutto il resto coincide.",
			Schema:      impostazione.Scelta(TrasferitiAllUfficio, TrasferitiAutomatici), Usuale: `"UFFICIO"`, Esempio: `"AUTOMATICO"`},
	}
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Gruppo = moduloElaborazione, gruppoVisure
	}
	return tutte
}

// comando is the heading of the acts.
func comando() []impostazione.Dichiarazione {
	tutte := []impostazione.Dichiarazione{
		{Chiave: "comando.ente", Titolo: "Ente", Descrizione: "Il Comune o l'Unione: creditore e titolare del trattamento dei dati.",
			Schema: impostazione.Testo(200, ""), Altrimenti: "la denominazione del comando", Esempio: `"Comune di Esempio"`},
		{Chiave: "comando.denominazione", Titolo: "Denominazione del corpo", Descrizione: "Come il corpo di polizia si chiama sugli atti.",
			Schema: impostazione.Testo(200, ""), Altrimenti: "la denominazione del comando", Esempio: `"Corpo di Polizia Locale"`},
		{Chiave: "comando.settore", Titolo: "Settore", Descrizione: "L'ufficio del creditore, come sta sull'avviso di pagamento.",
			Schema: impostazione.Testo(50, ""), Esempio: `"Ufficio Verbali"`},
		{Chiave: ChiaveIndirizzo, Titolo: "Indirizzo", Descrizione: "La sede, come sta in testa agli atti: senza, non si stampano.",
			Schema: impostazione.Testo(200, ""), Esempio: `"Piazza del Comando 1, Esempio"`},
		{Chiave: "comando.codiceFiscale", Titolo: "Codice fiscale del creditore", Descrizione: "Di undici cifre, come sta sull'avviso di pagamento.",
			Schema: impostazione.Testo(11, `^[0-9]{11}$`), Forma: "undici cifre", Altrimenti: "il codice fiscale del comando", Esempio: `"80012345676"`},
		{Chiave: "comando.telefono", Titolo: "Telefono", Descrizione: "A cui risponde il comando.",
			Schema: impostazione.Testo(40, `^[+0-9][0-9 ./-]*$`), Forma: "cifre, spazi e i segni + . / -", Esempio: `"051 000000"`},
		{Chiave: "comando.pec", Titolo: "Posta elettronica certificata", Descrizione: "L'indirizzo a cui scrivere al comando.",
			Schema: impostazione.Testo(200, `^[^@\s]+@[^@\s]+\.[^@\s]+$`), Forma: "un indirizzo di posta", Esempio: `"polizia@pec.example"`},
		{Chiave: "comando.sitoWeb", Titolo: "Sito web", Descrizione: "L'indirizzo del sito, senza spazi.",
			Schema: impostazione.Testo(200, `^[^\s]+\.[^\s]+$`), Forma: "un indirizzo come www.comune.example", Esempio: `"www.comune.example"`},
		{Chiave: "comando.responsabile", Titolo: "Responsabile del procedimento", Descrizione: "Legge 241/1990.",
			Schema: impostazione.Testo(200, ""), Esempio: `"Comm. Capo Livia Responsabile"`},
		{Chiave: ChiaveFirmatario, Titolo: "Firmatario", Descrizione: "Chi firma gli atti: senza il suo nome non si stampano.",
			Schema: impostazione.Testo(200, ""), Esempio: `"Isp. Bruno Firmatario"`},
		{Chiave: "comando.qualifica", Titolo: "Qualifica del firmatario", Descrizione: "Come sta sotto la firma.",
			Schema: impostazione.Testo(100, ""), Esempio: `"Il Comandante"`},
		{Chiave: "comando.cbill", Titolo: "Codice CBILL", Descrizione: "Il codice interbancario del creditore.",
			Schema: impostazione.Testo(5, `^[A-Z0-9]{5}$`), Forma: "cinque lettere maiuscole o cifre", Esempio: `"AB123"`},
		{Chiave: "comando.prefettura", Titolo: "Prefettura", Descrizione: "La sede del Prefetto competente per il ricorso.",
			Schema: impostazione.Testo(100, ""), Esempio: `"Ravenna"`},
		{Chiave: "comando.giudiceDiPace", Titolo: "Giudice di pace", Descrizione: "La sede del giudice competente per il ricorso.",
			Schema: impostazione.Testo(100, ""), Esempio: `"Ravenna"`},
		{Chiave: "comando.contattoDpo", Titolo: "Responsabile della protezione dei dati", Descrizione: "Come lo si raggiunge.",
			Schema: impostazione.Testo(200, ""), Esempio: `"dpo@comune.example"`},
		{Chiave: "comando.informativa", Titolo: "Informativa sui dati personali", Descrizione: "Dove il comando dice come tratta i dati: le pagine dei cittadini vi rimandano.",
			Schema: impostazione.Testo(300, `^https://[^\s]+$`), Forma: "un indirizzo che comincia con https://", Esempio: `"https://www.comune.example/privacy"`},
		{Chiave: "comando.pagaSulSito", Titolo: "Pagamento sul sito del creditore", Descrizione: "Se l'avviso dice che si può pagare anche sul sito dell'ente.",
			Schema: `{"type":"boolean"}`, Usuale: "false", Esempio: "true"},
		{Chiave: "comando.contoPostale", Titolo: "Conto corrente postale", Descrizione: "Del creditore. Se c'è, ogni importo ha una pagina dell'avviso con il suo bollettino postale.",
			Schema: impostazione.Testo(12, `^[0-9]{1,12}$`), Forma: "da una a dodici cifre", Altrimenti: "l'avviso non ha bollettini", Esempio: `"12345678"`},
		{Chiave: "comando.intestatarioConto", Titolo: "Intestatario del conto postale", Descrizione: "Come sta sul bollettino.",
			Schema: impostazione.Testo(50, ""), Altrimenti: "l'ente", Esempio: `"COMUNE DI ESEMPIO - SERVIZIO TESORERIA"`},
		{Chiave: "comando.autorizzazioneStampa", Titolo: "Autorizzazione alla stampa dei bollettini", Descrizione: "Quella di Poste Italiane per la stampa in proprio; il bollettino la riporta dopo AUT.",
			Schema: impostazione.Testo(60, `^DB/\S.*$`), Forma: "la sigla che inizia con DB/, senza AUT.", Esempio: `"DB/SISB/E 1234 DEL 01/02/2024"`},
	}
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Gruppo = moduloElaborazione, gruppoComando
	}
	return tutte
}

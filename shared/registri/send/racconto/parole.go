package racconto

import (
	"strings"

	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Spiegazione says a code in words, and its cure.
type Spiegazione struct{ Che, Cura string }

// The cures that several codes share.
const (
	curaSoggetto   = "Correggere i dati della persona sul verbale, poi mandare di nuovo."
	curaIndirizzo  = "Correggere l'indirizzo sul verbale, poi mandare di nuovo."
	curaRimanda    = "Mandare di nuovo: il file si carica un'altra volta."
	curaAssistenza = "Avvisare l'assistenza, con il codice."
	curaPiuTardi   = "Mandare di nuovo più tardi."
	curaCollega    = "Un amministratore controlla il collegamento nelle impostazioni «Notifiche con SEND»."
	curaProva      = "Leggere le prove e la storia, poi registrare sul verbale che la notifica è avvenuta, o che non è riuscita."
)

// motivi explains the codes of refusals: after validation, at once, and the platform's own.
func motivi() map[string]Spiegazione {
	return map[string]Spiegazione{
		parole.RifiutoFileAssente:    {"SEND non ha trovato il file dell'atto", curaRimanda},
		parole.RifiutoFileScaduto:    {"il file dell'atto non è più in SEND", curaRimanda},
		parole.RifiutoFileDiverso:    {"il file arrivato a SEND è diverso dall'atto", curaRimanda},
		parole.RifiutoNonPDF:         {"SEND non riconosce l'atto come un PDF", "Stampare di nuovo l'atto, poi mandarlo."},
		parole.RifiutoTroppoGrande:   {"l'atto supera 200 MB", "Stampare di nuovo l'atto, più leggero."},
		parole.RifiutoF24:            {"i dati dell'F24 non sono validi", curaAssistenza},
		parole.RifiutoCodiceFiscale:  {"il codice fiscale del destinatario non esiste", curaSoggetto},
		parole.RifiutoDestinatario:   {"SEND non riconosce il destinatario", curaSoggetto},
		parole.RifiutoIndirizzo:      {"l'indirizzo non è valido per la posta", curaIndirizzo},
		parole.RifiutoSenzaIndirizzo: {"SEND non ha trovato un indirizzo del destinatario", curaIndirizzo},
		parole.RifiutoRicerca: {
			"la ricerca dell'indirizzo non è riuscita",
			"Mandare di nuovo più tardi, o correggere l'indirizzo sul verbale.",
		},
		parole.RifiutoPagamento: {
			"l'avviso di pagamento non è valido per SEND",
			"Controllare l'avviso nel sistema pagoPA del comando, poi mandare di nuovo.",
		},
		parole.RifiutoTroppiFogli: {
			"l'atto pesa più di 20 grammi, cioè più di tre fogli, e SEND non lo ammette per questo comando",
			"Notificare per un'altra via, o chiedere a SEND di togliere il limite.",
		},
		parole.RifiutoServizioAssente: {"un servizio di SEND non era disponibile", curaPiuTardi},

		parole.CorpoNonValido:     {"la richiesta non ha la forma che SEND vuole", curaAssistenza},
		parole.ParametriNonValidi: {"la richiesta non ha la forma che SEND vuole", curaAssistenza},
		parole.Parametro:          {"SEND non ammette un dato della richiesta", "Correggere il dato indicato accanto, poi mandare di nuovo."},
		parole.Duplicata:          {"SEND ha già una notifica con gli stessi estremi", curaAssistenza},
		parole.TassonomiaIgnota: {
			"SEND non conosce il codice della tassonomia",
			"Un amministratore corregge l'impostazione «Tassonomia degli atti».",
		},
		parole.GruppoNonValido:     {"il gruppo non è tra quelli della chiave", curaCollega},
		parole.LinguaNonValida:     {"SEND non ammette la lingua", curaAssistenza},
		parole.LingueTroppe:        {"SEND non ammette più lingue", curaAssistenza},
		parole.SendSpento:          {"l'ente non è abilitato a notificare con SEND", "Chiedere a SEND l'abilitazione dell'ente."},
		parole.LimiteSuperato:      {"l'ente ha usato tutte le notifiche che SEND gli concede", "Chiedere a SEND di alzare il limite."},
		parole.MittenteNonValido:   {"la chiave è di un altro ente", curaCollega},
		parole.AnagrafeNonRisponde: {"l'anagrafe tributaria non risponde a SEND", curaPiuTardi},

		event.InvioAnnullatoPrima: {"è stata annullata prima di partire", "Se serve, mandare di nuovo."},
		event.InvioNonPiuDovuto:   {"non c'è più nulla da chiedere", "Nulla da fare."},
		event.InvioOltreTermine:   {"il termine per notificare è finito prima che SEND la prendesse", "Decidere sul verbale: se il termine decorre da un altro giorno l'atto riparte."},
		"DATI_MANCANTI":           {"manca un dato del verbale", "Completare il dato indicato accanto."},
	}
}

// Motivo says why SEND refused a notification. An unknown code about a parameter has the words of a wrong datum; any other unknown code is
// named.
func Motivo(codice string) Spiegazione {
	if s, noto := motivi()[codice]; noto {
		return s
	}
	if strings.HasPrefix(codice, parole.Parametro) {
		return motivi()[parole.Parametro]
	}
	return Spiegazione{"SEND dice " + codice, curaAssistenza}
}

// persone explains the codes for which a person must decide.
func persone() map[string]Spiegazione {
	return map[string]Spiegazione{
		"SENZA_ISTANTE":           {"SEND dice che la notifica è perfezionata, ma non quando", curaProva},
		"SENZA_DESTINATARIO":      {"SEND dice che la notifica è perfezionata, ma non per chi", curaProva},
		"PRIMA_DELL_ACCETTAZIONE": {"SEND dà una data di perfezionamento che precede l'accettazione", curaProva},
		"CORREZIONE_VUOTA":        {"SEND ha corretto la notifica senza dire che cosa", curaProva},
		"DECEDUTO": {
			"il destinatario risulta deceduto: la notifica non si perfeziona",
			"Decidere sul verbale chi risponde, o chiuderlo.",
		},
		"SERVIZIO_TOLTO": {
			"una correzione di SEND ha tolto la notifica che era perfezionata",
			"Somme e ricorsi sono fermi: decidere sul verbale se la notifica vale.",
		},
		"CONTENUTO_DIVERSO": {"SEND ha già questa notifica, ma con un altro contenuto",
			"Controllare con l'assistenza che cosa è partito: la piattaforma non manda di nuovo da sola."},
		"AVVISO_IN_USO": {
			"un avviso di pagamento del verbale è già in un'altra notifica di SEND",
			"Controllare dove è usato il numero dell'avviso; se l'altra è annullata o rifiutata, annullare questa e mandare di nuovo.",
		},
		"SENZA_ESITO": {
			"SEND non ha detto entro 24 ore se accetta la notifica",
			"La piattaforma continua a chiedere; se dura, scrivere all'assistenza di SEND con il protocollo.",
		},
		"OLTRE_PREVISTA": {
			"il giorno previsto da SEND è passato da più di tre giorni e la notifica non è perfezionata",
			"La piattaforma continua a chiedere; se dura, scrivere all'assistenza di SEND con lo IUN.",
		},
		"ANNULLO_SENZA_EFFETTO": {
			"SEND ha accolto l'annullamento da più di tre giorni e non l'ha ancora eseguito",
			"Scrivere all'assistenza di SEND con lo IUN; finché l'annullamento non c'è, l'atto può essere ancora consegnato.",
		},
		"SILENZIO": {
			"da troppi giorni non si sa nulla della lettera",
			"Scrivere all'assistenza di SEND con lo IUN, o annullare e notificare per un'altra via.",
		},
		"ELEMENTO_ILLEGGIBILE": {"SEND ha mandato una notizia che la piattaforma non sa leggere", curaAssistenza},
	}
}

// Persona says why a person is asked to decide.
func Persona(codice string) Spiegazione { return spiega(persone(), codice) }

// ferme explains the codes for which a notification has not left.
func ferme() map[string]Spiegazione {
	return map[string]Spiegazione{
		"NON_COLLEGATA": {"il comando non è collegato a SEND", curaCollega},
		"CANALE_IN_PAUSA": {
			"SEND non lascia entrare il comando: il canale è in pausa",
			"Riparte da sola quando SEND risponde; la pagina del canale dice perché si è fermato.",
		},
		"ATTO_MANCANTE":     {"l'atto non è nel deposito dei documenti", curaAssistenza},
		"ATTO_DIVERSO":      {"l'atto nel deposito non è quello formato, o non è un PDF intero", curaAssistenza},
		"DATI_MANCANTI":     {"manca un dato del verbale", "Completare il dato indicato accanto: parte da sola entro un'ora."},
		"SEND_NON_RISPONDE": {"SEND non risponde", "La piattaforma riprova da sola."},
	}
}

// Ferma says why a notification has not left.
func Ferma(codice string) Spiegazione { return spiega(ferme(), codice) }

// pause explains the codes for which SEND does not let a command in.
func pause() map[string]Spiegazione {
	return map[string]Spiegazione{
		"ACCESSO_NEGATO": {
			"SEND rifiuta la chiave del comando",
			"Un amministratore controlla la chiave, e se vuole anche il voucher della PDND, nelle impostazioni «Notifiche con SEND».",
		},
	}
}

// Pausa says why the channel of a command is paused. Codes of refusals count too.
func Pausa(codice string) Spiegazione {
	if s, noto := pause()[codice]; noto {
		return s
	}
	return Motivo(codice)
}

func spiega(tra map[string]Spiegazione, codice string) Spiegazione {
	if s, noto := tra[codice]; noto || codice == "" {
		return s
	}
	return Spiegazione{codice, curaAssistenza}
}

// cause says why a letter was not delivered, by deliveryFailureCause.
func cause() map[string]string {
	return map[string]string{
		parole.CausaIrreperibile: "destinatario irreperibile", parole.CausaDeceduto: "destinatario deceduto",
		parole.CausaSconosciuto: "destinatario sconosciuto", parole.CausaTrasferito: "destinatario trasferito",
		parole.CausaRifiutato: "rifiutata dal destinatario", "M06": "indirizzo errato", "M07": "indirizzo inesistente",
		"M08": "indirizzo insufficiente", "M09": "altra causa",
	}
}

// Causa says why a letter was not delivered; an unknown code is named.
func Causa(codice string) string {
	if testo, noto := cause()[codice]; noto || codice == "" {
		return testo
	}
	return "causa " + codice
}

// documenti names the categories of proofs. The list is open.
func documenti() map[string]string {
	return map[string]string{
		parole.AttoPresaInCarico: "Attestazione della presa in carico", parole.AttoDigitale: "Attestazione del recapito digitale",
		parole.AttoAccesso: "Attestazione dell'accesso all'atto", parole.AttoMancatoRecapito: "Attestazione del mancato recapito per posta",
		parole.AttoAnnullamento: "Attestazione dell'annullamento", parole.RicevutaPEC: "Ricevuta del domicilio digitale",
		parole.RicevutaPostale: "Ricevuta della posta", parole.DocumentoAvviso: "Avviso di avvenuta ricezione",
	}
}

// Parola names the kind of a proof.
func (p Prova) Parola() string {
	if testo, noto := documenti()[p.Categoria]; noto {
		return testo
	}
	return "Attestazione " + p.Categoria
}

// FermeDelCanale are the codes of Ferma that hold every notification of a command, whatever its act.
func FermeDelCanale() []string {
	return []string{"NON_COLLEGATA", "CANALE_IN_PAUSA", "SEND_NON_RISPONDE"}
}

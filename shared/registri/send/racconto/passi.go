package racconto

import (
	"maps"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// voce holds the words of a category; a reader for whom they are empty sees no step. riservata says that they tell of a person. secondo
// chooses other words from the details of the element. dettagli gives lines for the office, with addresses where it may read persons.
type voce struct {
	ufficio, cittadino string
	riservata          bool
	secondo            func(parole.Dettagli) voce
	dettagli           func(d parole.Dettagli, persone bool) []string
}

// tutti gives the same words to the office and to the citizen.
func tutti(testo string) voce { return voce{ufficio: testo, cittadino: testo} }

// categorie gives the words of each category of SEND's sheet, by category.
func categorie() map[string]voce {
	tutte := map[string]voce{}
	for _, capitolo := range []map[string]voce{categorieDellAtto(), categorieDelRecapito(), categorieMute()} {
		maps.Copy(tutte, capitolo)
	}
	return tutte
}

// categorieDellAtto tells what happens to the notification itself: its acceptance, its effect, its cancellation and its correction.
func categorieDellAtto() map[string]voce {
	return map[string]voce{
		parole.RichiestaAccettata: {ufficio: "SEND ha accettato la notifica: questo giorno conta per il termine del comando (art. 201 CdS)",
			cittadino: "L'atto è a disposizione su SEND"},
		parole.RichiestaRifiutata: {ufficio: "SEND ha rifiutato la notifica"},
		parole.AvvisoGenerato:     {ufficio: "SEND ha preparato l'avviso di avvenuta ricezione"},

		parole.Visione:         tutti("L'atto è stato aperto su SEND"),
		parole.Decorrenza:      tutti("Sono decorsi i termini (" + cds.NormaSend + ")"),
		parole.RitiroRadd:      tutti("L'atto è stato ritirato in un punto di ritiro di SEND: da solo non perfeziona la notifica"),
		parole.PagamentoSaputo: {ufficio: "SEND sa di un pagamento: non spedisce altre lettere", cittadino: "SEND ha saputo del pagamento"},

		parole.AnnullamentoRichiesto: {ufficio: "SEND ha preso in carico l'annullamento"},
		parole.Annullata:             tutti("La notifica è annullata in SEND"),
		parole.Corretta: {ufficio: "SEND ha corretto la notifica: i passi segnati non contano più",
			cittadino: "SEND ha corretto la notifica: i passi segnati non contano più"},
	}
}

// categorieDelRecapito tells how SEND looks for the recipient: by messages, at the digital domicile, by post.
func categorieDelRecapito() map[string]voce {
	return map[string]voce{
		parole.CortesiaInviata: tutti("SEND ha avvertito il destinatario con un messaggio di cortesia, che da solo non notifica"),

		parole.DigitaleInviato:  {ufficio: "Mandata al domicilio digitale", cittadino: "SEND ha scritto al domicilio digitale", dettagli: indirizzoDigitale},
		parole.DigitaleInCorso:  {ufficio: "Il gestore del domicilio digitale ha risposto", dettagli: codiceDi},
		parole.DigitaleEsito:    {secondo: esitoDigitale},
		parole.DigitaleRiuscito: {ufficio: "SEND attesta la consegna al domicilio digitale"},
		parole.DigitaleFallito:  tutti("I tentativi al domicilio digitale sono finiti: SEND tiene l'avviso a disposizione e avverte con una raccomandata semplice"),
		parole.SempliceInviata: {ufficio: "Spedita la raccomandata semplice che avverte", cittadino: "SEND ha spedito una raccomandata semplice che avverte",
			dettagli: lettera},
		parole.SempliceInCorso: {ufficio: "La posta ha dato notizia della raccomandata semplice", dettagli: codiceDi},

		parole.CartaPrevista: tutti("Nessun domicilio digitale: l'avviso viaggia per posta"),
		parole.CartaPreparata: {ufficio: "SEND prepara la lettera", dettagli: func(d parole.Dettagli, persone bool) []string {
			return righe(indirizzo(d.Fisico, persone))
		}},
		parole.CartaNonPreparata: {ufficio: "SEND non ha un altro indirizzo a cui scrivere", dettagli: func(d parole.Dettagli, _ bool) []string {
			return righe(d.CausaFallita)
		}},
		parole.CartaInviata:  {ufficio: "Spedita una lettera", cittadino: "SEND ha spedito una lettera", dettagli: lettera},
		parole.CartaInCorso:  {secondo: postaInCorso},
		parole.CartaEsito:    {secondo: esitoPostale},
		parole.CartaRiuscita: {ufficio: "Per SEND il recapito per posta è riuscito"},
		parole.CartaFallita: {ufficio: "Nessuna lettera è stata recapitata: SEND ha depositato l'avviso di mancato recapito",
			cittadino: "Nessuna lettera è stata recapitata: SEND tiene a disposizione l'avviso di mancato recapito"},
		parole.Deceduto:     {riservata: true, ufficio: "Il destinatario risulta deceduto: i giorni non decorrono, la notifica non si perfeziona"},
		parole.Irreperibile: {ufficio: "Il destinatario è irreperibile a tutti gli indirizzi noti"},
	}
}

// categorieMute are the categories without words: steps of SEND's own machinery, and announcements, which Poi tells.
func categorieMute() map[string]voce {
	return map[string]voce{
		parole.RicercaIndirizzo:      {},
		parole.CartaProbabile:        {}, // an announcement
		parole.DigitalePrevisto:      {}, // an announcement
		parole.DecorrenzaPrevista:    {}, // an announcement
		parole.DigitaleAttestato:     {},
		parole.SemplicePreparata:     {},
		parole.IrreperibileRichiesta: {},
		parole.RegistriVerifica:      {},
		parole.RegistriVerificati:    {},

		"SENDER_ACK_CREATION_REQUEST":          {},
		"VALIDATE_NORMALIZE_ADDRESSES_REQUEST": {},
		"NORMALIZED_ADDRESS":                   {},
		"AAR_CREATION_REQUEST":                 {},
		"PUBLIC_REGISTRY_CALL":                 {},
		"PUBLIC_REGISTRY_RESPONSE":             {},
		"PREPARE_DIGITAL_DOMICILE":             {},
		"NOTIFICATION_VIEWED_CREATION_REQUEST": {},
		"NOT_HANDLED":                          {},
	}
}

func esitoDigitale(d parole.Dettagli) voce {
	dettagli := func(d parole.Dettagli, persone bool) []string {
		return append(indirizzoDigitale(d, persone), codiceDi(d, persone)...)
	}
	switch d.Esito {
	case parole.EsitoPositivo:
		return voce{ufficio: "Consegnata al domicilio digitale", cittadino: "L'avviso è arrivato al domicilio digitale", dettagli: dettagli}
	case parole.EsitoNegativo:
		return voce{ufficio: "Non consegnata al domicilio digitale", cittadino: "Il domicilio digitale non ha ricevuto l'avviso", dettagli: dettagli}
	}
	return voce{ufficio: "Il domicilio digitale ha dato un esito", dettagli: dettagli}
}

// postaInCorso tells news of a letter on its way. Only the codes of SEND's sheet have words of their own.
func postaInCorso(d parole.Dettagli) voce {
	v := voce{ufficio: "La posta ha dato notizia della lettera", dettagli: func(d parole.Dettagli, _ bool) []string {
		return righe(unisci(" ", "codice", d.CodiceEsito), unisci(" ", "raccomandata", d.Raccomandata))
	}}
	if e, noto := esitiPostali()[d.CodiceEsito]; noto {
		v.ufficio, v.cittadino = e.ufficio, e.cittadino
	}
	return v
}

// esitoPostale tells the outcome of a letter by its code or, for a code without words, by its status.
func esitoPostale(d parole.Dettagli) voce {
	v := voce{ufficio: "La posta ha dato l'esito di una lettera"}
	switch e, noto := esitiPostali()[d.CodiceEsito]; {
	case d.Causa == parole.CausaRifiutato:
		v = tutti("La lettera è stata rifiutata: vale come consegnata")
	case noto:
		v = e
	case d.Esito == parole.EsitoPositivo:
		v = tutti("La lettera è stata consegnata")
	case d.Esito == parole.EsitoNegativo:
		v = tutti("La lettera non è stata recapitata")
	}
	v.dettagli = func(d parole.Dettagli, persone bool) []string {
		trovato := ""
		if a := indirizzo(d.Nuovo, persone); a != "" {
			trovato = "trovato un altro indirizzo: " + a
		}
		return righe(causa(d, persone), unisci(" ", "codice", d.CodiceEsito), unisci(" ", "raccomandata", d.Raccomandata), trovato)
	}
	return v
}

// esitiPostali gives the words of the outcomes of SEND's sheet, by code: RECAG and PNAG of judicial letters (890), RECRN and PNRN of
// letters with a receipt.
func esitiPostali() map[string]voce {
	consegnata, non := tutti("La lettera è stata consegnata"), tutti("La lettera non è stata recapitata")
	ufficio := tutti("La lettera è stata in giacenza all'ufficio postale")
	deposito := tutti("La lettera è rimasta all'ufficio postale: la consegna è compiuta con il deposito")
	return map[string]voce{
		"RECAG001C": consegnata, "RECRN001C": consegnata,
		"RECAG002C": tutti("La lettera è stata consegnata a persona autorizzata a riceverla"),
		"RECAG003C": non, "RECAG003F": non, "RECRN002C": non, "RECRN002F": non,
		"RECAG005C": ufficio, "RECAG006C": ufficio, "RECAG007C": ufficio, "RECRN003C": ufficio, "RECRN004C": ufficio,
		"PNAG012": deposito, "PNRN012": deposito,
	}
}

// prodotti names the kinds of SEND's letters.
func prodotti() map[string]string {
	return map[string]string{"890": "raccomandata per atti giudiziari", "AR": "raccomandata con avviso di ricevimento",
		"RIR": "raccomandata internazionale con avviso di ricevimento", "RS": "raccomandata semplice", "RIS": "raccomandata internazionale semplice"}
}

func lettera(d parole.Dettagli, persone bool) []string {
	volta := ""
	if d.Invio != nil {
		volta = strconv.Itoa(*d.Invio+1) + "º invio"
	}
	prodotto, noto := prodotti()[d.Prodotto]
	if !noto {
		prodotto = d.Prodotto
	}
	return righe(unisci(", ", prodotto, volta), indirizzo(d.Fisico, persone))
}

func indirizzoDigitale(d parole.Dettagli, persone bool) []string {
	if d.Digitale == nil || !persone {
		return nil
	}
	return righe(d.Digitale.Indirizzo)
}

func codiceDi(d parole.Dettagli, persone bool) []string {
	return righe(unisci(" ", "codice", d.CodiceEsito), causa(d, persone))
}

// causa says why a letter was not delivered. Only who may read persons sees it, for it tells of a person.
func causa(d parole.Dettagli, persone bool) string {
	if !persone {
		return ""
	}
	return Causa(d.Causa)
}

// indirizzo writes an address in one line, for who may read persons.
func indirizzo(a *parole.IndirizzoFisico, persone bool) string {
	if a == nil || !persone {
		return ""
	}
	return strings.Join(a.Parti(), ", ")
}

// unisci joins the parts that are not empty. With a single space the first of two parts introduces the second, and is left out without it.
func unisci(con string, parti ...string) string {
	if len(parti) == 2 && con == " " && parti[1] == "" {
		return ""
	}
	var presenti []string
	for _, p := range parti {
		if p != "" {
			presenti = append(presenti, p)
		}
	}
	return strings.Join(presenti, con)
}

func righe(tutte ...string) (presenti []string) {
	for _, r := range tutte {
		if r != "" {
			presenti = append(presenti, r)
		}
	}
	return presenti
}

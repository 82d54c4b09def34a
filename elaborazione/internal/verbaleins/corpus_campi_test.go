package verbaleins_test

import (
	"strings"
)

// mutanti has at least one request on each side of every facet of the schema.
func mutanti() []mutante {
	var tutti []mutante
	for _, gruppo := range [][]mutante{
		mutantiTestata(), mutantiTempi(), mutantiLuogo(), mutantiVeicolo(), mutantiViolazione(),
		mutantiRilievo(), mutantiSoggetti(), mutantiCoda(), mutantiStruttura(),
	} {
		tutti = append(tutti, gruppo...)
	}
	return tutti
}

func mutantiTestata() []mutante {
	const id, numero, lettera, anno = "verbale.idEsterno", "verbale.numero", "verbale.lettera", "verbale.anno"
	return []mutante{
		valore("idEsterno di 64 caratteri", "COM/2026-1", strings.Repeat("a", 64), ""),
		valore("idEsterno con tutti i segni ammessi", "COM/2026-1", "aZ09._:/-", ""),
		valore("idEsterno con spazi intorno", "COM/2026-1", " x\n", ""),
		valore("idEsterno di 65 caratteri", "COM/2026-1", strings.Repeat("a", 65), id),
		valore("idEsterno con uno spazio in mezzo", "COM/2026-1", "a b", id),
		valore("idEsterno con un accento", "COM/2026-1", "è", id),
		valore("idEsterno vuoto", "COM/2026-1", "", id),
		valore("numero di dieci cifre", "0012", "9999999999", ""),
		valore("numero di undici cifre", "0012", "00000000012", numero),
		valore("numero zero", "0012", "000", numero),
		valore("numero con una lettera", "0012", "12A", numero),
		valore("numero con cifre arabe", "0012", "١٢", numero),
		valore("lettera di tre", "v", "ABc", ""),
		valore("lettera vuota", "v", "", ""),
		valore("lettera di quattro", "v", "ABCD", lettera),
		valore("lettera che è una cifra", "v", "1", lettera),
		valore("anno minimo", "2026", "1990", ""),
		valore("anno massimo con segno e zeri", "2026", "+02099", ""),
		valore("anno troppo basso", "2026", "1989", anno),
		valore("anno troppo alto", "2026", "2100", anno),
		valore("anno con decimali", "2026", "2026.0", anno),
		valore("anno con il trattino basso", "2026", "2_026", anno),
	}
}

func mutantiTempi() []mutante {
	const quando, ora = "verbale.dataOraViolazione", "2026-03-01T10:20:30.5+01:00"
	const giorno, accertamento = "2026-03-02", "verbale.dataAccertamento"
	return []mutante{
		valore("ora universale", ora, "2026-03-01T09:20:30Z", ""),
		valore("ora senza scostamento", ora, "2026-03-01T10:20:30", ""),
		valore("ora con nove decimali", ora, "2026-03-01T10:20:30.123456789", ""),
		valore("ora con dieci decimali", ora, "2026-03-01T10:20:30.1234567890", quando),
		valore("ora con la virgola", ora, "2026-03-01T10:20:30,5", quando),
		valore("ora con il punto e nulla dopo", ora, "2026-03-01T10:20:30.", quando),
		valore("scostamento massimo", ora, "2026-03-01T10:20:30+14:00", ""),
		valore("scostamento oltre il massimo", ora, "2026-03-01T10:20:30+14:01", quando),
		valore("scostamento senza due punti", ora, "2026-03-01T10:20:30+0100", quando),
		valore("scostamento con minuti impossibili", ora, "2026-03-01T10:20:30+01:60", quando),
		valore("ora senza secondi", ora, "2026-03-01T10:20", quando),
		valore("ora 24", ora, "2026-02-28T24:00:00", quando),
		valore("secondo 60", ora, "2026-03-01T10:20:60Z", quando),
		valore("minuto 60", ora, "2026-03-01T10:60:00Z", quando),
		valore("30 febbraio", ora, "2026-02-30T10:20:30Z", quando),
		valore("29 febbraio di un anno che non lo ha", ora, "2025-02-29T10:20:30Z", quando),
		valore("anno 1899", ora, "1899-12-31T10:20:30Z", quando),
		valore("anno 2100", ora, "2100-01-01T10:20:30Z", quando),
		valore("anno di cinque cifre", ora, "12026-03-01T10:20:30Z", quando),
		valore("anno negativo", ora, "-2026-03-01T10:20:30Z", quando),
		valore("solo la data", ora, "2026-03-01", quando),
		valore("data all'italiana", ora, "01/03/2026 10:20:30", quando),
		valore("l'ora che marzo salta", ora, "2026-03-29T02:30:00", quando).soloNostra(),
		valore("l'ora che ottobre ripete", ora, "2025-10-26T02:30:00", quando).soloNostra(),
		valore("l'ora che ottobre ripete, con lo scostamento", ora, "2025-10-26T02:30:00+02:00", ""),
		valore("data con fuso", giorno, "2026-03-02Z", ""),
		valore("data con un fuso impossibile", giorno, "2026-03-02+15:00", accertamento),
		valore("data con l'ora", giorno, "2026-03-02T10:00:00", accertamento),
		valore("data che non esiste", giorno, "2026-04-31", accertamento),
		valore("data vuota", giorno, "", accertamento),
		valore("data del 1899", giorno, "1899-12-31", accertamento),
		valore("accertamento prima della violazione", giorno, "2026-02-28", accertamento).soloNostra(),
	}
}

func mutantiLuogo() []mutante {
	const km, lat, lon = "verbale.luogo.chilometro", "verbale.luogo.latitudine", "verbale.luogo.longitudine"
	const la, lo = "44.4949487", "-11.342616"
	return []mutante{
		{nome: "comune di cinque cifre", da: "<comuneIstat>037006</comuneIstat>\n    <indirizzo>", a: "<comuneIstat>37006</comuneIstat><indirizzo>", campo: "verbale.luogo.comuneIstat"},
		valore("indirizzo di 200 caratteri", "Via  dell'Indipendenza", lungo(200), ""),
		valore("indirizzo di 201 caratteri", "Via  dell'Indipendenza", lungo(201), "verbale.luogo.indirizzo"),
		valore("indirizzo di soli spazi", "Via  dell'Indipendenza", " \n ", "verbale.luogo.indirizzo"),
		valore("indirizzo con un carattere di controllo", "Via  dell'Indipendenza", "Via&#x85;", "verbale.luogo.indirizzo"),
		valore("indirizzo che rovescia la scrittura", "Via  dell'Indipendenza", "Via &#x202E;amoR", "verbale.luogo.indirizzo"),
		valore("indirizzo su due righe", "Via  dell'Indipendenza", "Via\n\tRoma", ""),
		valore("civico di 21 caratteri", "12/A", lungo(21), "verbale.luogo.civico"),
		valore("chilometro zero", "12.350", "0", ""),
		valore("chilometro massimo", "12.350", "+09999.9990", ""),
		valore("chilometro senza parte intera", "12.350", ".5", ""),
		valore("chilometro che finisce col punto", "12.350", "5.", ""),
		valore("chilometro oltre il massimo", "12.350", "10000", km),
		valore("chilometro negativo", "12.350", "-0.001", km),
		valore("meno zero è zero", "12.350", "-0", ""),
		valore("chilometro con quattro decimali", "12.350", "1.0001", km),
		valore("chilometro col più in mezzo", "12.350", "12+350", km),
		valore("chilometro con la virgola", "12.350", "12,350", km),
		valore("chilometro esponenziale", "12.350", "1e1", km),
		valore("chilometro enorme", "12.350", strings.Repeat("9", 300), km),
		valore("chilometro con due punti", "12.350", "1.2.3", km),
		valore("latitudine al polo", la, "-90.000", ""),
		valore("latitudine oltre il polo per un nonnulla", la, "90.000000000001", lat),
		valore("latitudine sotto il polo per un nonnulla", la, "-90.000000000001", lat),
		valore("latitudine con dodici decimali", la, "44.494948712345", ""),
		valore("latitudine con tredici decimali", la, "44.4949487123456", lat),
		valore("latitudine NaN", la, "NaN", lat),
		valore("latitudine vuota", la, "", lat),
		valore("longitudine minima", lo, "-180", ""),
		valore("longitudine oltre", lo, "180.000001", lon),
		togli("latitudine senza longitudine", "<longitudine>-11.342616</longitudine>", "verbale.luogo.latitudine").soloNostra(),
	}
}

func mutantiVeicolo() []mutante {
	const targa, scritta = "verbale.veicolo.targa", "ab 123-cd"
	return []mutante{
		valore("targa di 40 caratteri", scritta, "AB123CD"+strings.Repeat("-", 33), ""),
		valore("targa di 41 caratteri", scritta, strings.Repeat("A-", 20)+"A", targa),
		valore("targa vuota", scritta, "", targa),
		valore("targa di soli segni", scritta, "- . -", targa).soloNostra(),
		valore("targa senza forma nota", scritta, "1", targa).soloNostra(),
		valore("tipo di targa ignoto", "AUTOVEICOLO", "AUTO", "verbale.veicolo.tipoTarga"),
		valore("tipo di targa minuscolo", "AUTOVEICOLO", "autoveicolo", "verbale.veicolo.tipoTarga"),
		valore("nazione di tre lettere", "I", "ITA", ""),
		valore("nazione di quattro lettere", "I", "ITAL", "verbale.veicolo.nazione"),
		valore("nazione minuscola", "I", "it", "verbale.veicolo.nazione"),
		valore("marca di 60 caratteri", "Fiat", lungo(60), ""),
		valore("marca di 61 caratteri", "Fiat", lungo(61), "verbale.veicolo.marca"),
		valore("modello vuoto", "Panda", "", "verbale.veicolo.modello"),
	}
}

func mutantiViolazione() []mutante {
	const prima = "verbale.violazione[1]."
	return []mutante{
		valore("articolo con suffisso staccato", "126bis", "126 BIS", ""),
		valore("articolo con suffisso unito dal trattino", "126bis", "126-bis", ""),
		valore("articolo di quattro cifre", "126bis", "1260", "verbale.violazione[2].articolo"),
		valore("articolo con suffisso corto", "126bis", "126-bi", "verbale.violazione[2].articolo"),
		valore("articolo con suffisso di dodici lettere", "126bis", "126-abcdefghilmn", ""),
		valore("articolo con suffisso di tredici lettere", "126bis", "126-abcdefghilmno", "verbale.violazione[2].articolo"),
		valore("articolo col trattino in fondo", "126bis", "126-", "verbale.violazione[2].articolo"),
		valore("articolo con due trattini", "126bis", "126--bis", "verbale.violazione[2].articolo"),
		valore("articolo senza numero", "126bis", "bis", "verbale.violazione[2].articolo"),
		valore("articolo vuoto", "126bis", "", "verbale.violazione[2].articolo"),
		valore("comma di tre cifre", "9 BIS", "100", prima+"comma"),
		valore("comma con due suffissi", "9 BIS", "9 bis ter", prima+"comma"),
		valore("lettera sola", "G-bis", "g", ""),
		valore("lettera accentata", "G-bis", "è", prima+"lettera"),
		valore("lettera del comma che è una cifra", "G-bis", "1", prima+"lettera"),
		valore("lettera di due", "G-bis", "gh", prima+"lettera"),
		valore("lettera con suffisso unito", "G-bis", "gbis", ""),
		valore("codice di 41 caratteri", "142.9B", strings.Repeat("x", 41), prima+"codice"),
		valore("codice con uno spazio", "142.9B", "142 9", prima+"codice"),
		valore("velocità minima", "131.5", "1.0", ""),
		valore("velocità massima", "131.5", "500", ""),
		valore("velocità zero", "131.5", "0.9", prima+"velocitaRilevata"),
		valore("velocità oltre", "131.5", "500.1", prima+"velocitaRilevata"),
		valore("velocità con due decimali", "131.5", "131.55", prima+"velocitaRilevata"),
		valore("velocità con due decimali di cui uno è zero", "131.5", "131.50", ""),
		valore("limite minimo", "50", "5", ""),
		valore("limite massimo", "50", "150", ""),
		valore("limite troppo basso", "50", "4", prima+"limite"),
		valore("limite troppo alto", "50", "151", prima+"limite"),
		valore("limite oltre gli interi", "50", strings.Repeat("9", 40), prima+"limite"),
		valore("un periodo", "37", "1", ""),
		valore("mille periodi", "37", "1000", ""),
		valore("nessun periodo", "37", "0", prima+"periodi"),
		valore("troppi periodi", "37", "1001", prima+"periodi"),
		valore("periodi con la virgola", "37", "1,5", prima+"periodi"),
		valore("tariffa massima", "4711", "100000", ""),
		valore("tariffa negativa", "4711", "-1", prima+"tariffaCent"),
		valore("tariffa zero", "4711", "0", prima+"tariffaCent"),
		valore("tariffa assurda", "4711", "100001", prima+"tariffaCent"),
		valore("nessun punto", "19", "0", ""),
		valore("più punti di una patente", "19", "31", "verbale.patente.puntiResidui"),
		valore("classe di due ruote", "PESANTE", "MOTOCICLO", ""),
		valore("classe sconosciuta", "PESANTE", "ASTRONAVE", "verbale.veicolo.classe"),
	}
}

func mutantiRilievo() []mutante {
	return []mutante{
		valore("tipo del dispositivo di 121 caratteri", "Autovelox 106", lungo(121), "verbale.dispositivo.tipo"),
		valore("matricola del dispositivo di 61 caratteri", "n. 950 123", lungo(61), "verbale.dispositivo.matricola"),
		valore("approvazione di 201 caratteri", "D.D. 1323/2012", lungo(201), "verbale.dispositivo.approvazione"),
		valore("taratura che non è una data", "2025-11-30+01:00", "novembre", "verbale.dispositivo.taratura"),
		valore("preavviso di 20 caratteri", "PR 77", lungo(20), ""),
		valore("preavviso di 21 caratteri", "PR 77", lungo(21), "verbale.preavviso.numero"),
		togli("preavviso senza data", "<data>2026-03-01</data>", "verbale.preavviso.data"),
		valore("contestazione true", "1</contestazioneImmediata", "true</contestazioneImmediata", "").intero(),
		valore("contestazione sì", "1</contestazioneImmediata", "sì</contestazioneImmediata", "verbale.contestazioneImmediata").intero(),
		valore("contestazione TRUE", "1</contestazioneImmediata", "TRUE</contestazioneImmediata", "verbale.contestazioneImmediata").intero(),
		valore("contestazione vuota", "1</contestazioneImmediata", "</contestazioneImmediata", "verbale.contestazioneImmediata").intero(),
		valore("data della contestazione senza contestazione", "1</contestazioneImmediata", "0</contestazioneImmediata", "verbale.dataContestazione").intero().soloNostra(),
		{
			nome: "contestazione prima della violazione", da: "<dataContestazione>2026-03-01<", a: "<dataContestazione>2026-02-28<",
			campo: "verbale.dataContestazione", nostra: true,
		},
		valore("motivo di 500 caratteri", "nessuno", lungo(500), ""),
		valore("motivo di 501 caratteri", "nessuno", lungo(501), "verbale.motivoMancataContestazione"),
	}
}

// intero takes the closing bracket off what valore added: the value ends with its own end tag.
func (m mutante) intero() mutante {
	m.da, m.a = strings.TrimSuffix(m.da, "<")+">", strings.TrimSuffix(m.a, "<")+">"
	return m
}

// cognomeENome are the names of the driver of the complete fine.
const cognomeENome = "<cognome>Rossi</cognome>\n      <nome>Niccolò</nome>"

func mutantiSoggetti() []mutante {
	const persona, dove = "verbale.trasgressore.persona.", "verbale.trasgressore.indirizzo."
	const societa = "verbale.obbligato.societa."
	return []mutante{
		valore("cognome di 121 caratteri", "Rossi", lungo(121), persona+"cognome"),
		valore("nome vuoto", "Niccolò", "", ""),
		valore("cognome vuoto", "Rossi", " ", ""),
		valore("cognome di un segno", "Rossi", ".", ""),
		togli("persona senza cognome", "<cognome>Rossi</cognome>", ""),
		togli("persona senza nome", "<nome>Niccolò</nome>", ""),
		{nome: "persona senza cognome né nome", da: cognomeENome, campo: persona + "cognome", nostra: true},
		{nome: "cognome e nome vuoti", da: cognomeENome, a: "<cognome/>\n      <nome> </nome>", campo: persona + "cognome", nostra: true},
		{nome: "nome prima del cognome", da: cognomeENome, a: "<nome>Niccolò</nome><cognome>Rossi</cognome>", campo: persona + "nome"},
		{nome: "cognome con un segno di direzione", da: "<cognome>Rossi", a: "<cognome>&#x202E;Rossi", campo: persona + "cognome"},
		valore("codice fiscale di undici cifre", "rssncl80a02a944x", "12345678901", ""),
		valore("codice fiscale di quindici caratteri", "rssncl80a02a944x", "rssncl80a02a944", persona+"codiceFiscale"),
		valore("codice fiscale con uno spazio", "rssncl80a02a944x", "rssncl80a02 944x", persona+"codiceFiscale"),
		valore("codice fiscale di undici lettere", "rssncl80a02a944x", "abcdefghilm", persona+"codiceFiscale"),
		valore("sesso F", "M", "F", ""),
		valore("sesso minuscolo", "M", "m", persona+"sesso"),
		valore("nascita impossibile", "1980-01-02", "1980-13-02", persona+"dataNascita"),
		{nome: "cap straniero", da: "40121", a: "SW1A 1AA"},
		{nome: "cap di undici caratteri", da: "40121", a: "12345678901", campo: dove + "cap"},
		{nome: "cap con un punto", da: "40121", a: "40.121", campo: dove + "cap"},
		valore("provincia di tre lettere", "bo", "bol", dove+"provincia"),
		valore("nazione dell'indirizzo di una lettera", "IT", "I", dove+"nazione"),
		valore("nazione dell'indirizzo minuscola", "IT", "it", dove+"nazione"),
		togli("indirizzo senza comune", "<comune>Bologna</comune>", dove+"comune"),
		valore("via di 201 caratteri", "Via Roma", lungo(201), dove+"via"),
		valore("denominazione vuota", "Prova &amp; figli S.r.l.", " ", societa+"denominazione"),
		{nome: "partita IVA di dieci cifre", da: "<partitaIva>0", a: "<partitaIva>", campo: societa + "partitaIva"},
		{nome: "partita IVA con IT", da: "<partitaIva>0", a: "<partitaIva>IT", campo: societa + "partitaIva"},
		{nome: "persona e società insieme", da: "<societa>", a: "<persona><cognome>A</cognome><nome>B</nome></persona><societa>", campo: "verbale.obbligato.societa"},
		{nome: "né persona né società", da: societaCompleta, campo: "verbale.obbligato.persona"},
		{nome: "un obbligato vuoto", da: "<obbligato>\n    " + societaCompleta + "\n  </obbligato>", a: "<obbligato/>", campo: "verbale.obbligato.persona"},
	}
}

func mutantiCoda() []mutante {
	const nota, file = "verbale.note", "verbale.allegato[1]."
	return []mutante{
		valore("matricola di 21 caratteri", "A001", strings.Repeat("1", 21), "verbale.agente[1].matricola"),
		valore("reparto con un accento", "PL01", "è", "verbale.reparto"),
		valore("note di 2000 caratteri", "  nota  ", lungo(2000), ""),
		valore("note di 2001 caratteri", "  nota  ", lungo(2001), nota),
		valore("note di soli spazi", "  nota  ", " \n\t", nota),
		valore("note su più righe", "  nota  ", "\n a\tb \n c ", ""),
		valore("note con un carattere di controllo", "  nota  ", "a&#x9B;b", nota),
		valore("note che rovesciano la scrittura", "  nota  ", "a&#x2066;b", nota),
		valore("nome di file di 121 caratteri", "foto 1.jpg", lungo(121), file+"nome"),
		valore("nome di file con una cartella", "foto 1.jpg", "../foto.jpg", file+"nome"),
		valore("nome di file con la barra rovesciata", "foto 1.jpg", `C:\foto.jpg`, file+"nome"),
		valore("tipo senza barra", "image/jpeg", "jpeg", file+"tipo"),
		valore("tipo con due barre", "image/jpeg", "image/jpeg/x", file+"tipo"),
		valore("tipo maiuscolo", "image/jpeg", "IMAGE/JPEG", ""),
		valore("tipo con parametri", "image/jpeg", "text/plain; charset=utf-8", ""),
		valore("tipo con parametri staccati", "image/jpeg", " Image/JPEG ;q=1", ""),
		valore("tipo con parametri accentati", "image/jpeg", "image/jpeg; à=1", file+"tipo"),
		valore("tipo di soli parametri", "image/jpeg", "; charset=utf-8", file+"tipo"),
		valore("tipo di 100 caratteri", "image/jpeg", "image/"+strings.Repeat("x", 94), ""),
		valore("tipo di 101 caratteri", "image/jpeg", "image/"+strings.Repeat("x", 95), file+"tipo"),
		valore("descrizione vuota", "La foto", "", file+"descrizione"),
		{nome: "contenuto vuoto", da: "Zm90\n      bw==", a: " ", campo: file + "contenuto"},
		{nome: "contenuto senza riempimento", da: "bw==", a: "bw", campo: file + "contenuto"},
		{nome: "contenuto con gli ultimi bit non nulli", da: "bw==", a: "bx==", campo: file + "contenuto"},
		{nome: "contenuto con segni di base64url", da: "bw==", a: "-_==", campo: file + "contenuto"},
		{nome: "contenuto in CDATA", da: "Zm90", a: "<![CDATA[Zm90]]>"},
		{nome: "contenuto con un Include di XOP", da: "bw==", a: `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:1"/>`, campo: file + "contenuto.Include"},
	}
}

func mutantiStruttura() []mutante {
	const violazione = `<violazione><articolo>7</articolo><comma>1</comma></violazione>`
	const agente, allegato = `<agente><matricola>1</matricola></agente>`, `<allegato><nome>a</nome><tipo>a/b</tipo><contenuto>AAAA</contenuto></allegato>`
	return []mutante{
		{nome: "dieci violazioni", da: "<dispositivo>", a: strings.Repeat(violazione, 8) + "<dispositivo>"},
		{nome: "undici violazioni", da: "<dispositivo>", a: strings.Repeat(violazione, 9) + "<dispositivo>", campo: "verbale.violazione"},
		{nome: "cinque agenti", da: "<reparto>", a: strings.Repeat(agente, 3) + "<reparto>"},
		{nome: "sei agenti", da: "<reparto>", a: strings.Repeat(agente, 4) + "<reparto>", campo: "verbale.agente"},
		{nome: "venti allegati", da: "<allegato>", a: strings.Repeat(allegato, 19) + "<allegato>"},
		{nome: "ventuno allegati", da: "<allegato>", a: strings.Repeat(allegato, 20) + "<allegato>", campo: "verbale.allegato"},
		{nome: "un elemento ignoto", da: "<tipoTarga>", a: "<colore>rosso</colore><tipoTarga>", campo: "verbale.veicolo.colore"},
		{nome: "un elemento ripetuto", da: "<reparto>", a: "<reparto>X</reparto><reparto>", campo: "verbale.reparto"},
		{nome: "elementi scambiati", da: "<numero>0012</numero>\n  <lettera>v</lettera>", a: "<lettera>v</lettera><numero>0012</numero>", campo: "verbale.lettera"},
		{nome: "un altro namespace", da: "<reparto>PL01", a: `<reparto xmlns="urn:altro">PL01`, campo: "verbale.reparto"},
		{nome: "nessun namespace", da: "<veicolo>", a: `<veicolo xmlns="">`, campo: "verbale.veicolo"},
		{nome: "un attributo", da: "<reparto>", a: `<reparto id="1">`, campo: "verbale.reparto.@id"},
		{nome: "un attributo xml:lang", da: "<note>  ", a: `<note xml:lang="it">  `, campo: "verbale.note.@lang"},
		{nome: "xsi:nil", da: "<anno>2026", a: `<anno xsi:nil="true">2026`, campo: "verbale.anno.@nil"},
		{nome: "xsi:nil falso", da: "<anno>", a: `<anno xsi:nil="false">`, campo: "verbale.anno.@nil"},
		{nome: "xsi:type di un altro tipo", da: "<veicolo>", a: `<veicolo xsi:type="Luogo">`, campo: "verbale.veicolo.@type"},
		{nome: "xsi:type anche se giusto", da: "<veicolo>", a: `<veicolo xsi:type="Veicolo">`, campo: "verbale.veicolo.@type", nostra: true},
		{nome: "xsi:schemaLocation", da: "<verbale>", a: `<verbale xsi:schemaLocation="urn:altro altro.xsd">`},
		{nome: "testo tra gli elementi", da: "<veicolo>", a: "<veicolo>x", campo: "verbale.veicolo"},
		{nome: "un elemento dentro un valore", da: "<reparto>PL01", a: "<reparto>PL01<b/>", campo: "verbale.reparto.b"},
		{nome: "commenti nei valori", da: "PL01", a: "P<!-- x -->L01"},
		{nome: "CDATA nei valori", da: "PL01", a: "<![CDATA[PL01]]>"},
		togli("manca idEsterno", "<idEsterno>COM/2026-1</idEsterno>", "verbale.idEsterno"),
		togli("manca la data della violazione", "<dataOraViolazione>2026-03-01T10:20:30.5+01:00</dataOraViolazione>", "verbale.dataOraViolazione"),
		togli("manca la targa", "<targa>ab 123-cd</targa>", "verbale.veicolo.targa"),
		togli("manca il reparto", "<reparto>PL01</reparto>", "verbale.reparto"),
	}
}

package verbaleins

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

func leggiLuogo(l *soap.Reader) Luogo {
	v := Luogo{
		ComuneIstat: soap.Valore(l, "comuneIstat", codiceIstat),
		Indirizzo:   soap.Valore(l, "indirizzo", testo(200)),
		Civico:      soap.Opzionale(l, "civico", testo(20)),
		Metri:       soap.Puntatore(l, "chilometro", metri),
		Latitudine:  soap.Puntatore(l, "latitudine", latitudine),
		Longitudine: soap.Puntatore(l, "longitudine", longitudine),
	}
	l.Chiudi()
	if l.Presente("latitudine") != l.Presente("longitudine") {
		l.Difetto("latitudine", "latitudine e longitudine vanno insieme")
	}
	return v
}

func leggiVeicolo(l *soap.Reader) Veicolo {
	v := Veicolo{
		TargaScritta: soap.Valore(l, "targa", testo(40)),
		TipoTarga:    soap.Opzionale(l, "tipoTarga", tipoTarga),
		Nazione:      oItalia(soap.Opzionale(l, "nazione", nazioneTarga)),
		Marca:        soap.Opzionale(l, "marca", testo(60)),
		Modello:      soap.Opzionale(l, "modello", testo(60)),
	}
	l.Chiudi()
	v.Targa = targa.Normalizza(v.TargaScritta)
	if esito := targa.Valida(v.TargaScritta, v.Nazione); v.TargaScritta != "" && !esito.Valida {
		l.Difetto("targa", esito.Motivo)
	}
	return v
}

func leggiViolazione(l *soap.Reader) Violazione {
	v := Violazione{
		Articolo:       soap.Valore(l, "articolo", articolo),
		Comma:          soap.Valore(l, "comma", comma),
		Lettera:        soap.Opzionale(l, "lettera", letteraComma),
		Codice:         soap.Opzionale(l, "codice", codiceViolazione),
		VelocitaDecimi: soap.Puntatore(l, "velocitaRilevata", velocita),
		Limite:         soap.Puntatore(l, "limite", limite),
		Note:           soap.Opzionale(l, "note", note),
	}
	l.Chiudi()
	return v
}

func leggiDispositivo(l *soap.Reader) Dispositivo {
	v := Dispositivo{
		Tipo:         soap.Valore(l, "tipo", testo(120)),
		Matricola:    soap.Valore(l, "matricola", testo(60)),
		Approvazione: soap.Opzionale(l, "approvazione", testo(200)),
		Taratura:     soap.Opzionale(l, "taratura", data),
	}
	l.Chiudi()
	return v
}

func leggiPreavviso(l *soap.Reader) Preavviso {
	v := Preavviso{
		Numero: soap.Valore(l, "numero", testo(20)),
		Data:   soap.Valore(l, "data", data),
	}
	l.Chiudi()
	return v
}

func leggiSoggetto(l *soap.Reader) Soggetto {
	v := Soggetto{
		Persona:   facoltativo(l, "persona", leggiPersona),
		Societa:   facoltativo(l, "societa", leggiSocieta),
		Indirizzo: facoltativo(l, "indirizzo", leggiIndirizzo),
	}
	l.Chiudi()
	switch {
	case v.Persona == nil && v.Societa == nil:
		l.Difetto("persona", "serve uno tra persona e societa")
	case v.Persona != nil && v.Societa != nil:
		l.Difetto("societa", "è ammesso uno solo tra persona e societa")
	}
	return v
}

func leggiPersona(l *soap.Reader) Persona {
	v := Persona{
		Cognome:       soap.Valore(l, "cognome", testo(120)),
		Nome:          soap.Valore(l, "nome", testo(120)),
		CodiceFiscale: soap.Opzionale(l, "codiceFiscale", codiceFiscale),
		Sesso:         soap.Opzionale(l, "sesso", sesso),
		DataNascita:   soap.Opzionale(l, "dataNascita", data),
		LuogoNascita:  soap.Opzionale(l, "luogoNascita", testo(120)),
	}
	l.Chiudi()
	return v
}

func leggiSocieta(l *soap.Reader) Societa {
	v := Societa{
		Denominazione: soap.Valore(l, "denominazione", testo(200)),
		CodiceFiscale: soap.Opzionale(l, "codiceFiscale", codiceFiscale),
		PartitaIva:    soap.Opzionale(l, "partitaIva", partitaIva),
	}
	l.Chiudi()
	return v
}

func leggiIndirizzo(l *soap.Reader) Indirizzo {
	v := Indirizzo{
		Via:         soap.Valore(l, "via", testo(200)),
		Civico:      soap.Opzionale(l, "civico", testo(20)),
		Cap:         soap.Opzionale(l, "cap", codicePostale),
		Comune:      soap.Valore(l, "comune", testo(120)),
		ComuneIstat: soap.Opzionale(l, "comuneIstat", codiceIstat),
		Provincia:   soap.Opzionale(l, "provincia", provincia),
		Nazione:     oItalia(soap.Opzionale(l, "nazione", nazione)),
	}
	l.Chiudi()
	return v
}

func leggiAgente(l *soap.Reader) Agente {
	v := Agente{Matricola: soap.Valore(l, "matricola", matricola)}
	l.Chiudi()
	return v
}

func leggiAllegato(l *soap.Reader) Allegato {
	v := Allegato{
		Nome:        soap.Valore(l, "nome", nomeFile),
		Tipo:        soap.Valore(l, "tipo", tipoMIME),
		Descrizione: soap.Opzionale(l, "descrizione", testo(200)),
		Contenuto:   soap.Valore(l, "contenuto", contenuto),
	}
	l.Chiudi()
	return v
}

func oItalia(nazione string) string {
	if nazione == "" {
		return "IT"
	}
	return nazione
}

// coerenza checks the days against each other, as far as they could be read.
func coerenza(l *soap.Reader, v *Verbale) {
	if l.Integro("dataContestazione") && l.Integro("contestazioneImmediata") && !v.ContestazioneImmediata {
		l.Difetto("dataContestazione", "è ammessa solo con contestazioneImmediata vera")
	}
	if !l.Integro("dataOraViolazione") {
		return
	}
	violazione := calendario.Da(v.DataOraViolazione)
	if l.Integro("dataAccertamento") && v.DataAccertamento.Before(violazione) {
		l.Difetto("dataAccertamento", "precede il giorno della violazione")
	}
	if l.Integro("dataContestazione") && v.DataContestazione.Before(violazione) {
		l.Difetto("dataContestazione", "precede il giorno della violazione")
	}
}

package verbaleins

import (
	"errors"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

func leggiLuogo(l *soap.Reader) richiesta.Luogo {
	v := richiesta.Luogo{
		ComuneIstat: soap.Valore(l, "comuneIstat", richiesta.CodiceIstat),
		Indirizzo:   soap.Valore(l, "indirizzo", richiesta.Testo(200)),
		Civico:      soap.Opzionale(l, "civico", richiesta.Testo(20)),
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

func leggiVeicolo(l *soap.Reader) richiesta.Veicolo {
	v := richiesta.Veicolo{
		TargaScritta: soap.Valore(l, "targa", richiesta.Testo(40)),
		TipoTarga:    soap.Opzionale(l, "tipoTarga", richiesta.TipoTarga),
		Nazione:      richiesta.OItalia(soap.Opzionale(l, "nazione", richiesta.NazioneTarga)),
		Classe:       soap.Opzionale(l, "classe", classe),
		Marca:        soap.Opzionale(l, "marca", richiesta.Testo(60)),
		Modello:      soap.Opzionale(l, "modello", richiesta.Testo(60)),
	}
	l.Chiudi()
	v.Targa = targa.Normalizza(v.TargaScritta)
	// What a country's plate may be is asked later: a request that was accepted before is answered as it was then.
	if esito := targa.Valida(v.TargaScritta, ""); v.TargaScritta != "" && targa.Italia(v.Nazione) && !esito.Valida {
		l.Difetto("targa", esito.Motivo)
	}
	return v
}

func leggiViolazione(l *soap.Reader) richiesta.Violazione {
	v := richiesta.Violazione{
		Articolo:       soap.Valore(l, "articolo", articolo),
		Comma:          soap.Valore(l, "comma", comma),
		Lettera:        soap.Opzionale(l, "lettera", letteraComma),
		Codice:         soap.Opzionale(l, "codice", richiesta.CodiceViolazione),
		VelocitaDecimi: soap.Puntatore(l, "velocitaRilevata", velocita),
		Limite:         soap.Puntatore(l, "limite", limite),
		Periodi:        soap.Puntatore(l, "periodi", periodi),
		TariffaCent:    soap.Puntatore(l, "tariffaCent", tariffa),
		Note:           soap.Opzionale(l, "note", richiesta.Note),
	}
	l.Chiudi()
	return v
}

func leggiDispositivo(l *soap.Reader) richiesta.Dispositivo {
	v := richiesta.Dispositivo{
		Tipo:         soap.Valore(l, "tipo", richiesta.Testo(richiesta.MassimoTipoDispositivo)),
		Matricola:    soap.Valore(l, "matricola", richiesta.Testo(richiesta.MassimoMatricola)),
		Approvazione: soap.Opzionale(l, "approvazione", richiesta.Testo(richiesta.MassimoApprovazione)),
		Taratura:     soap.Opzionale(l, "taratura", data),
	}
	l.Chiudi()
	return v
}

func leggiPreavviso(l *soap.Reader) richiesta.Preavviso {
	v := richiesta.Preavviso{
		Numero: soap.Valore(l, "numero", richiesta.Testo(20)),
		Data:   soap.Valore(l, "data", data),
	}
	l.Chiudi()
	return v
}

func leggiSoggetto(l *soap.Reader) richiesta.Soggetto {
	v := richiesta.Soggetto{
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

func leggiPersona(l *soap.Reader) richiesta.Persona {
	v := richiesta.Persona{
		Cognome:       soap.Opzionale(l, "cognome", richiesta.NomePersona),
		Nome:          soap.Opzionale(l, "nome", richiesta.NomePersona),
		CodiceFiscale: soap.Opzionale(l, "codiceFiscale", richiesta.CodiceFiscale),
		Sesso:         soap.Opzionale(l, "sesso", richiesta.Sesso),
		DataNascita:   soap.Opzionale(l, "dataNascita", data),
		LuogoNascita:  soap.Opzionale(l, "luogoNascita", richiesta.Testo(120)),
	}
	l.Chiudi()
	if v.Cognome == "" && v.Nome == "" && (l.Integro("cognome") || !l.Presente("cognome")) && (l.Integro("nome") || !l.Presente("nome")) {
		l.Difetto("cognome", nominativo.MancaTutto)
	}
	return v
}

func leggiSocieta(l *soap.Reader) richiesta.Societa {
	v := richiesta.Societa{
		Denominazione: soap.Valore(l, "denominazione", richiesta.Testo(200)),
		CodiceFiscale: soap.Opzionale(l, "codiceFiscale", richiesta.CodiceFiscale),
		PartitaIva:    soap.Opzionale(l, "partitaIva", richiesta.PartitaIva),
	}
	l.Chiudi()
	return v
}

func leggiIndirizzo(l *soap.Reader) richiesta.Indirizzo {
	v := richiesta.Indirizzo{
		Via:         soap.Valore(l, "via", richiesta.Testo(200)),
		Civico:      soap.Opzionale(l, "civico", richiesta.Testo(20)),
		Cap:         soap.Opzionale(l, "cap", richiesta.CodicePostale),
		Comune:      soap.Valore(l, "comune", richiesta.Testo(120)),
		ComuneIstat: soap.Opzionale(l, "comuneIstat", richiesta.CodiceIstat),
		Provincia:   soap.Opzionale(l, "provincia", richiesta.Provincia),
		Nazione:     richiesta.OItalia(soap.Opzionale(l, "nazione", richiesta.Nazione)),
	}
	l.Chiudi()
	return v
}

func leggiAgente(l *soap.Reader) richiesta.Agente {
	v := richiesta.Agente{Matricola: soap.Valore(l, "matricola", richiesta.Matricola)}
	l.Chiudi()
	return v
}

func leggiAllegato(l *soap.Reader) richiesta.Allegato {
	v := richiesta.Allegato{
		Nome:        soap.Valore(l, "nome", richiesta.NomeFile),
		Tipo:        soap.Valore(l, "tipo", richiesta.TipoMIME),
		Descrizione: soap.Opzionale(l, "descrizione", richiesta.Testo(200)),
		Contenuto:   soap.Valore(l, "contenuto", richiesta.Contenuto),
	}
	l.Chiudi()
	return v
}

// coerenza checks the days against each other, as far as they could be read.
func coerenza(l *soap.Reader, v *richiesta.Verbale) {
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

func leggiPatente(l *soap.Reader) richiesta.Patente {
	v := richiesta.Patente{
		Punti:       soap.Puntatore(l, "puntiResidui", puntiResidui),
		Incidente:   soap.Opzionale(l, "incidente", booleano),
		Rilascio:    soap.Opzionale(l, "rilascio", data),
		GiaTitolare: soap.Opzionale(l, "giaTitolare", booleano),
	}
	l.Chiudi()
	return v
}

// classe is what the officer says of the vehicle beyond its plate.
func classe(s string) (string, error) {
	if c := sanzione.Classe(richiesta.Comprimi(s)); c.Valida() {
		return string(c), nil
	}
	return "", errors.New("non è tra le classi di veicolo dello schema")
}

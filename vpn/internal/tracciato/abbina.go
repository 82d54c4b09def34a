package tracciato

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Chiave is what an answer is about: a plate on the day of a violation.
type Chiave struct {
	Targa  string // normalised
	Giorno calendario.Giorno
}

// Chiave of a record.
func (r *Record) Chiave() Chiave { return Chiave{targa.Normalizza(r.Targa), r.DataInfrazione} }

// Domanda is the record that asks about a plate on a day, asked on another. The number is the file's own, so that the answer is
// found: at most six digits.
func Domanda(chiave Chiave, numero string, chiesta calendario.Giorno) Record {
	return Record{Targa: chiave.Targa, DataInfrazione: chiave.Giorno, NumeroVerbale: numero, DataRichiesta: chiesta,
		PotenzaFiscale: -1, PortataUtile: -1, MassaComplessiva: -1}
}

// Abbinamento is a file of answers held against the one of questions.
type Abbinamento struct {
	Risposte   map[Chiave]Letto
	Mancano    []Chiave // asked and not answered
	NonChieste []Letto  // answered and not asked: another's, and not to be looked at
	Doppie     []Letto  // the lines of plates that were answered in different ways: none of them is good
	Ripetute   []Letto  // the same line once more
}

// Abbina matches answers with questions. Identical lines count once.
func Abbina(chieste []Chiave, risposte []Letto) Abbinamento {
	a := Abbinamento{Risposte: map[Chiave]Letto{}}
	chiesta, doppia := map[Chiave]bool{}, map[Chiave]bool{}
	for _, k := range chieste {
		chiesta[k] = true
	}
	for _, r := range risposte {
		k := r.Chiave()
		prima, nota := a.Risposte[k]
		switch {
		case !chiesta[k]:
			a.NonChieste = append(a.NonChieste, r)
		case doppia[k]:
			a.Doppie = append(a.Doppie, r)
		case nota && prima.Record != r.Record:
			doppia[k] = true
			a.Doppie = append(a.Doppie, prima, r)
			delete(a.Risposte, k)
		case nota:
			a.Ripetute = append(a.Ripetute, r)
		default:
			a.Risposte[k] = r
		}
	}
	for _, k := range chieste {
		if _, nota := a.Risposte[k]; !nota && !doppia[k] {
			a.Mancano = append(a.Mancano, k)
			doppia[k] = true // a plate asked twice is missing once
		}
	}
	return a
}

// statoIgnoto is the country of a State told by the register's own code, of which there is no list: a person decides.
const statoIgnoto = "ZZ"

// Veicolo is the answer as the model of the registers, checked; ErrNotFound's like have no record of their own, so that one without
// a holder is an answer that cannot be trusted. The record names one person: with an indicator of lease, whose values are not
// confirmed, that person holds the vehicle in the owner's stead, and a warning says so. Cut names stay as they are.
func (r *Record) Veicolo() (registro.Veicolo, error) {
	k := r.Chiave()
	tipo := ""
	if tipi := targa.Tipi(k.Targa); len(tipi) > 0 {
		tipo = string(tipi[0])
	}
	h := registro.Intestatario{CodiceFiscale: r.CodiceFiscaleIntestatario, Titolo: registro.Proprietario, Dal: r.DataInizioProprieta,
		Indirizzo: registro.Indirizzo{Via: strings.TrimSpace(r.Toponimo + " " + r.Indirizzo), Civico: r.Civico, CAP: r.CAP, Comune: r.LocalitaResidenza,
			Provincia: r.ProvinciaResidenza, Nazione: "IT"}}
	if r.StatoEsteroResidenza != "" {
		h.Indirizzo.Nazione, h.Indirizzo.Provincia = statoIgnoto, ""
	}
	if cognome, nome, persona := strings.Cut(r.AnagraficoProprietario, "*"); persona || unNomeSolo(r.CodiceFiscaleIntestatario) {
		h.Tipo, h.Cognome, h.Nome, h.DataNascita = registro.Persona, strings.TrimSpace(cognome), strings.TrimSpace(nome), r.DataNascita
		if cf := codicefiscale.Valida(h.CodiceFiscale); cf.Valido && !cf.Numerico {
			h.Sesso = string(cf.Dati.Sesso)
		}
	} else {
		h.Tipo, h.Denominazione = registro.Societa, r.AnagraficoProprietario
	}
	v := registro.Veicolo{Targa: k.Targa, Tipo: tipo, Data: k.Giorno, Marca: r.MarcaModello, Modello: r.DenominazioneCommerciale}
	if r.IndicatoreLocatario != "" {
		h.Titolo = registro.Locatario
	}
	v.Intestatari = []registro.Intestatario{h}
	if err := v.Verifica(k.Targa, k.Giorno); err != nil {
		return registro.Veicolo{}, err
	}
	if r.IndicatoreLocatario != "" {
		v.Avvertenze = append(v.Avvertenze, "indicatore di locatario con un valore non confermato: controllare a che titolo il veicolo era tenuto")
	}
	return v, nil
}

// unNomeSolo reports the tax code of a person without a surname or without a first name, whose record has no asterisk
// between the two. Of any other code a name without asterisk may be that of a firm.
func unNomeSolo(codice string) bool {
	cf := codicefiscale.Valida(codice)
	return cf.Valido && !cf.Numerico && (cf.Dati.Base[:3] == "XXX" || cf.Dati.Base[3:6] == "XXX")
}

package verbaleins

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// LeggiInserisciVerbale reads the element inserisciVerbale. The error is a problem.NonValido with all
// the fields at fault, up to a hundred, in the order of the schema.
func LeggiInserisciVerbale(e *soap.Element) (richiesta.Verbale, error) {
	var v richiesta.Verbale
	difetti := &soap.Defects{}
	l := soap.NewReader(e, difetti)
	if f := l.Obbligatorio("verbale"); f != nil {
		v = leggiVerbale(f)
	}
	l.Chiudi()
	return v, nonValido(difetti)
}

// LeggiLeggiVerbale reads the element leggiVerbale and gives its idEsterno.
func LeggiLeggiVerbale(e *soap.Element) (string, error) {
	difetti := &soap.Defects{}
	l := soap.NewReader(e, difetti)
	id := soap.Valore(l, "idEsterno", richiesta.IDEsterno)
	l.Chiudi()
	return id, nonValido(difetti)
}

// LeggiAnnullaVerbale reads the element annullaVerbale.
func LeggiAnnullaVerbale(e *soap.Element) (chiave, motivo string, err error) {
	difetti := &soap.Defects{}
	l := soap.NewReader(e, difetti)
	chiave = soap.Valore(l, "idEsterno", richiesta.IDEsterno)
	motivo = soap.Valore(l, "motivo", richiesta.Testo(500))
	l.Chiudi()
	return chiave, motivo, nonValido(difetti)
}

// variazioniPerLettura is what a reader gets who does not say how many.
const variazioniPerLettura = 100

// LeggiLeggiVariazioni reads the element leggiVariazioni; the cursor is empty when there is none.
func LeggiLeggiVariazioni(e *soap.Element) (punto string, quante int, err error) {
	difetti := &soap.Defects{}
	l := soap.NewReader(e, difetti)
	punto = soap.Opzionale(l, "cursore", richiesta.Cursore)
	quante = soap.Opzionale(l, "massimo", massimo)
	if !l.Presente("massimo") {
		quante = variazioniPerLettura
	}
	l.Chiudi()
	return punto, quante, nonValido(difetti)
}

func nonValido(d *soap.Defects) error {
	if len(d.Elenco()) == 0 {
		return nil
	}
	campi := make([]problem.Campo, 0, len(d.Elenco()))
	for _, x := range d.Elenco() {
		campi = append(campi, problem.Campo{Campo: x.Percorso, Messaggio: x.Messaggio})
	}
	return problem.NonValido(campi...)
}

func leggiVerbale(l *soap.Reader) richiesta.Verbale {
	v := richiesta.Verbale{
		IDEsterno:         soap.Valore(l, "idEsterno", richiesta.IDEsterno),
		Numero:            soap.Opzionale(l, "numero", richiesta.Numero),
		Lettera:           soap.Opzionale(l, "lettera", richiesta.Lettera),
		Anno:              soap.Opzionale(l, "anno", anno),
		DataOraViolazione: soap.Valore(l, "dataOraViolazione", dataOra),
		DataAccertamento:  soap.Opzionale(l, "dataAccertamento", data),
		Luogo:             composto(l, "luogo", leggiLuogo),
		Veicolo:           composto(l, "veicolo", leggiVeicolo),
		Violazioni:        elenco(l, "violazione", 1, 10, leggiViolazione),
		Dispositivo:       facoltativo(l, "dispositivo", leggiDispositivo),
		Preavviso:         facoltativo(l, "preavviso", leggiPreavviso),

		ContestazioneImmediata:     soap.Valore(l, "contestazioneImmediata", booleano),
		DataContestazione:          soap.Opzionale(l, "dataContestazione", data),
		MotivoMancataContestazione: soap.Opzionale(l, "motivoMancataContestazione", richiesta.Testo(500)),

		Trasgressore: facoltativo(l, "trasgressore", leggiSoggetto),
		Obbligato:    facoltativo(l, "obbligato", leggiSoggetto),
		Patente:      facoltativo(l, "patente", leggiPatente),
		Agenti:       elenco(l, "agente", 1, 5, leggiAgente),
		Reparto:      soap.Valore(l, "reparto", richiesta.Matricola),
		Note:         soap.Opzionale(l, "note", richiesta.Note),
		Allegati:     elenco(l, "allegato", 0, 20, leggiAllegato),
	}
	l.Chiudi()
	coerenza(l, &v)
	return v
}

// composto reads an element with children that must be there.
func composto[T any](l *soap.Reader, nome string, leggi func(*soap.Reader) T) T {
	var v T
	if f := l.Obbligatorio(nome); f != nil {
		v = leggi(f)
	}
	return v
}

// facoltativo reads an element with children that may be absent: then nil.
func facoltativo[T any](l *soap.Reader, nome string, leggi func(*soap.Reader) T) *T {
	f := l.Figlio(nome)
	if f == nil {
		return nil
	}
	v := leggi(f)
	return &v
}

// elenco reads an element that repeats.
func elenco[T any](l *soap.Reader, nome string, minimo, massimo int, leggi func(*soap.Reader) T) []T {
	var v []T
	l.Elenco(nome, minimo, massimo, func(f *soap.Reader) { v = append(v, leggi(f)) })
	return v
}

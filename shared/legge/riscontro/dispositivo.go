package riscontro

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// perDispositivo is what the law wants of the device that finds the violations of some paragraphs.
type perDispositivo struct {
	articolo string
	commi    []string
	sempre   bool // nothing but a device finds them, contested or not
	taratura bool // the device is calibrated every year
	misura   bool // the act states the measured speed and the limit
	norma    string
}

// dispositivi are the violations that a device may find, or must. Of their sources only art. 142 and Corte cost. 113/2015
// were read for this project (cds.TaraturaValida); the letters of art. 201 c. 1-bis CdS and D.M. 282/2017 are from memory
// and not confirmed.
func dispositivi() []perDispositivo {
	const rosso = "art. 201 c. 1-bis lett. b e c. 1-ter CdS"
	const accessi = "art. 201 c. 1-bis lett. g e c. 1-ter CdS"
	const altri = "art. 201 c. 1-bis lett. g-bis e g-ter CdS"
	return []perDispositivo{
		{articolo: "142", commi: []string{"7", "8", "9", "9-bis"}, sempre: true, taratura: true, misura: true, norma: "art. 142 c. 6 CdS; Corte cost. 113/2015; D.M. 282/2017"},
		{articolo: "146", commi: []string{"3"}, norma: rosso},
		{articolo: "41", commi: []string{"11"}, norma: rosso},
		{articolo: "6", commi: []string{"12-bis"}, norma: accessi},
		{articolo: "7", commi: []string{"13-bis", "14", "14-bis", "14-ter"}, norma: accessi},
		{articolo: "80", commi: []string{"14"}, norma: altri},
		{articolo: "193", commi: []string{"2", "2-bis"}, norma: altri},
	}
}

// Rilevazione is how a violation was found.
type Rilevazione struct {
	Articolo, Comma string // of its row, or as the sender cites it while there is none
	Misurata        bool   // with a speed
	SenzaVelocita   bool   // who could say the measured speed did not
	SenzaLimite     bool   // nor the limit of the place
	Contestata      bool   // on the spot (art. 200 CdS)
	Impianto        bool   // sent by an installation
	Motivo          string // why it was not contested, as the officer wrote it
}

// Dispositivo is the device that found a violation. Taratura is its last calibration.
type Dispositivo struct {
	Tipo, Matricola, Approvazione string
	Taratura                      calendario.Giorno
}

// Difetti lists the missing data of the device that found the violation on a day, and of its measure; d is nil where none
// was named.
func (r Rilevazione) Difetti(d *Dispositivo, giorno calendario.Giorno) []Difetto {
	serve, ok := r.serve(d != nil)
	if !ok {
		return nil
	}
	dopo := " (" + serve.norma + ")"
	var tutti []Difetto
	if taciuti := r.taciuti(); serve.misura && len(taciuti) > 0 {
		tutti = append(tutti, Difetto{DispositivoIncompleto, "si accerta misurando, e della misura non si dice: " + elenco(taciuti) + dopo})
	}
	if d == nil {
		return append(tutti, Difetto{DispositivoMancante, "si accerta con un dispositivo, e il dispositivo manca" + dopo})
	}
	return append(tutti, d.difetti(serve, giorno)...)
}

// taciuti are the data of the measure that nobody said.
func (r Rilevazione) taciuti() (nomi []string) {
	if r.SenzaVelocita {
		nomi = append(nomi, "velocità rilevata")
	}
	if r.SenzaLimite {
		nomi = append(nomi, "limite")
	}
	return nomi
}

// difetti lists the missing data of a named device.
func (d *Dispositivo) difetti(serve perDispositivo, giorno calendario.Giorno) (tutti []Difetto) {
	dopo := " (" + serve.norma + ")"
	var mancano []string
	for _, x := range []struct{ nome, valore string }{{"tipo", d.Tipo}, {"matricola", d.Matricola}, {"approvazione o omologazione", d.Approvazione}} {
		if strings.TrimSpace(x.valore) == "" {
			mancano = append(mancano, x.nome)
		}
	}
	if serve.taratura && d.Taratura.IsZero() {
		mancano = append(mancano, "taratura")
	}
	if len(mancano) > 0 {
		tutti = append(tutti, Difetto{DispositivoIncompleto, "si accerta con un dispositivo, di cui non si dice: " + elenco(mancano) + dopo})
	}
	if serve.taratura && !d.Taratura.IsZero() && !cds.TaraturaValida(d.Taratura, giorno) {
		tutti = append(tutti, Difetto{TaraturaScaduta, "è accertata con un dispositivo la cui taratura non è dei dodici mesi precedenti" + dopo})
	}
	return tutti
}

// SenzaMisura reports a violation that is found by measuring, whose measure nobody gave: no act can state it.
func (r Rilevazione) SenzaMisura() bool {
	serve, ok := r.serve(true)
	return ok && serve.misura && len(r.taciuti()) > 0
}

// DaDispositivo reports a violation that a device may find.
func (r Rilevazione) DaDispositivo() bool {
	_, serve := r.serve(true)
	return serve
}

// serve finds what the law wants of the device, where one found the violation: nothing else finds a speed; of the others,
// when they were not contested, a device was named, an installation sent them, or the reason names one.
func (r Rilevazione) serve(nominato bool) (perDispositivo, bool) {
	for _, x := range dispositivi() {
		if x.articolo == r.Articolo && (slices.Contains(x.commi, r.Comma) || x.sempre && r.Misurata) {
			return x, x.sempre || !r.Contestata && ADistanza(nominato, r.Impianto, r.Motivo)
		}
	}
	return perDispositivo{}, false
}

// ADistanza reports a violation not contested on the spot that a device found, and no officer: a device is named, an
// installation sent it, or the reason for not contesting it names one.
func ADistanza(nominato, impianto bool, motivo string) bool {
	return nominato || impianto || nominaDispositivo(motivo)
}

// nominaDispositivo reports that a reason for not contesting on the spot says that a device found the violation, by its
// name or by its letter of art. 201 c. 1-bis CdS.
func nominaDispositivo(motivo string) bool {
	motivo = strings.ToLower(motivo)
	return slices.ContainsFunc([]string{
		"dispositiv", "apparecchi", "impianto di ril", "impianti di ril", "telecamer", "videosorveglianz", "varco", "varchi", "photored",
		"rilevamento automatic", "rilevazione automatic", "accertamento automatic", "da remoto", "lett. g", "lettera g",
	}, func(parola string) bool { return strings.Contains(motivo, parola) })
}

package inserimento

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// articoloVelocita is the one whose paragraph follows from the measured speed.
const articoloVelocita = "142"

// violazioni chooses the row of the table for each violation, by the day it was committed.
func (c *controllo) violazioni() {
	notte := cds.Notturna(c.v.DataOraViolazione)
	notturne, punti := false, 0
	c.n.Patente = c.patente()
	for i, v := range c.v.Violazioni {
		scelta, ok := c.violazione(fmt.Sprintf("violazione[%d]", i+1), v)
		if !ok {
			continue
		}
		c.ripetuta(fmt.Sprintf("violazione[%d]", i+1), scelta)
		notturne = notturne || scelta.Sanzione.Notturna
		punti += scelta.Punti
		scelta.Notturna = scelta.Sanzione.Notturna && notte.Notturna
		c.n.Violazioni = append(c.n.Violazioni, scelta)
	}
	if notturne {
		for _, a := range notte.Avvertenze {
			c.avverti("ORARIO", a)
		}
	}
	c.taratura()
	c.n.Punti = verbale.PuntiNonDovuti
	if punti > 0 && c.v.Trasgressore != nil {
		c.n.Punti = verbale.PuntiRicevuti
	}
}

// violazione is one violation with its row, or with those among which a person is to choose; false when it was refused.
func (c *controllo) violazione(campo string, v richiesta.Violazione) (conseguenze.Violazione, bool) {
	righe, ok := c.righe(campo, v)
	if !ok {
		return conseguenze.Violazione{}, false
	}
	scelta := conseguenze.Violazione{Sanzione: righe[0], Lettera: righe[0].LetteraCitata(v.Lettera), Note: v.Note, VersioneTabella: c.tabella.Versione()}
	if len(righe) > 1 {
		scelta = c.daScegliere(campo, v, righe)
	}
	scelta.Periodi, scelta.TariffaCent = c.sosta(campo, v, scelta)
	c.sospensioneBreve(campo, &scelta)
	c.rilevata(campo, v, scelta.Sanzione)
	if v.VelocitaDecimi != nil && v.Limite != nil {
		limite := *v.Limite * 10
		scelta.VelocitaDecimi, scelta.LimiteDecimi = v.VelocitaDecimi, &limite
	}
	return scelta, true
}

// ripetuta holds a fine that asks twice for the same violation, or for two that may be one fact: the sum would be doubled.
func (c *controllo) ripetuta(campo string, v conseguenze.Violazione) {
	stessa := func(x conseguenze.Violazione) bool {
		return x.Codice == v.Codice && x.Articolo == v.Articolo && x.Comma == v.Comma && x.Lettera == v.Lettera &&
			slices.Equal(x.Candidati, v.Candidati)
	}
	if slices.ContainsFunc(c.n.Violazioni, stessa) {
		c.trattieni(verbale.AvvertenzaDoppione, campo+": "+sanzione.Citazione("art. "+v.Articolo, v.Comma, v.Lettera)+
			" è già fra le violazioni di questo verbale, e la somma sarebbe chiesta due volte: se il fatto è uno solo il verbale si scarta e si inserisce con una violazione sola.")
	}
	for _, x := range c.n.Violazioni {
		if !stessa(x) && cds.StessoFatto(norma(v.Sanzione), norma(x.Sanzione)) {
			c.trattieni(verbale.AvvertenzaDoppione, campo+": "+sanzione.Citazione("art. "+v.Articolo, v.Comma, v.Lettera)+" e "+
				sanzione.Citazione("art. "+x.Articolo, x.Comma, x.Lettera)+" possono punire lo stesso fatto, e la somma sarebbe chiesta due volte: "+
				"se il fatto è uno solo il verbale si scarta e si inserisce con una violazione sola.")
		}
	}
}

// norma is the rule of a row.
func norma(s sanzione.Sanzione) cds.Norma {
	return cds.Norma{Articolo: s.Articolo, Comma: s.Comma, Periodo: s.Periodo}
}

// taratura warns of a device that was not calibrated of late, where no violation holds the fine for it.
func (c *controllo) taratura() {
	d := c.n.Dispositivo
	scaduta := func(a string) bool { return strings.HasPrefix(a, string(verbale.AvvertenzaTaratura)) }
	if d != nil && !d.Taratura.IsZero() && !cds.TaraturaValida(d.Taratura, c.giorno) && !slices.ContainsFunc(c.n.Avvertenze, scaduta) {
		c.avverti("TARATURA_DA_VERIFICARE", "la taratura del dispositivo non è dei dodici mesi precedenti la violazione.")
	}
}

// righe finds the row of one violation, or the rows that what the sender wrote may mean since the earlier table was
// divided; false when it was refused.
func (c *controllo) righe(campo string, v richiesta.Violazione) ([]sanzione.Sanzione, bool) {
	criterio := sanzione.Criterio{Articolo: v.Articolo, Comma: v.Comma, Lettera: v.Lettera, Codice: v.Codice, Classe: c.classe(),
		ClassePresunta: c.v.Veicolo.Classe == "", Data: c.giorno}
	eccesso, ok := c.eccesso(campo, v)
	if !ok {
		return nil, false
	}
	criterio.EccessoMillesimi = eccesso
	righe, err := c.tabella.Scegli(criterio)
	if err != nil {
		c.rifiutaViolazione(campo, err)
		return nil, false
	}
	if len(righe) > 1 {
		if c.tabella.Precedente(criterio) != "" {
			return daProporre(righe), true
		}
		c.ambigue = append(c.ambigue, problem.Campo{Campo: campo + ".codice", Messaggio: "scegliere fra " + elencoCodici(righe)})
		return nil, false
	}
	riga := righe[0]
	if riga.Penale {
		c.rifiuta(campo, "la violazione "+riga.Codice+" è reato: se ne riferisce al pubblico ministero (art. 220 CdS), non si sanziona con un verbale")
		return nil, false
	}
	c.avvertiViolazione(campo, v, riga)
	return righe, true
}

// daProporre leaves out the crimes, which no fine is for, where more than one other row remains: a person chooses.
func daProporre(righe []sanzione.Sanzione) []sanzione.Sanzione {
	punite := slices.DeleteFunc(slices.Clone(righe), func(s sanzione.Sanzione) bool { return s.Penale })
	if len(punite) < 2 {
		return righe
	}
	return punite
}

// daScegliere is a violation that the earlier table held for one row: the fine is taken, and a person chooses.
func (c *controllo) daScegliere(campo string, v richiesta.Violazione, righe []sanzione.Sanzione) conseguenze.Violazione {
	scelta := conseguenze.Violazione{Note: v.Note, VersioneTabella: c.tabella.Versione(), Lettera: v.Lettera}
	scelta.Articolo, scelta.Comma, scelta.Testo = v.Articolo, v.Comma, righe[0].Testo
	voci := make([]string, len(righe))
	for i, r := range righe {
		scelta.Candidati = append(scelta.Candidati, r.Codice)
		scelta.Sanzione.Notturna = scelta.Sanzione.Notturna || r.Notturna
		voci[i] = r.Codice + " (" + r.TestoBreve + ")"
	}
	c.trattieni(verbale.AvvertenzaRigaDaScegliere, campo+": per questo articolo e comma valgono più righe e la richiesta non dice quale; "+
		"il comando sceglie fra "+strings.Join(voci, ", ")+".")
	return scelta
}

// trattieni lets the fine in and makes it wait for a person, with the reason.
func (c *controllo) trattieni(a verbale.Avvertenza, testo string) { c.n.Trattieni(a, testo) }

// rilevata holds a violation that a device found and whose device, or what it measured, is not told as the law wants it.
func (c *controllo) rilevata(campo string, v richiesta.Violazione, riga sanzione.Sanzione) {
	r := riscontro.Rilevazione{Articolo: v.Articolo, Comma: cmp.Or(riga.Comma, v.Comma), Misurata: v.VelocitaDecimi != nil,
		SenzaVelocita: v.VelocitaDecimi == nil, SenzaLimite: v.Limite == nil,
		Contestata: c.v.ContestazioneImmediata, Impianto: c.n.Fonte == verbale.FonteImpianto, Motivo: c.v.MotivoMancataContestazione}
	var d *riscontro.Dispositivo
	if x := c.n.Dispositivo; x != nil {
		d = &riscontro.Dispositivo{Tipo: x.Tipo, Matricola: x.Matricola, Approvazione: x.Approvazione, Taratura: x.Taratura}
	}
	for _, x := range r.Difetti(d, c.giorno) {
		c.trattieni(verbale.Avvertenza(x.Regola), campo+": "+x.Testo+".")
	}
}

// eccesso is the net excess over the limit of a violation of art. 142, in thousandths of km/h; nil for
// the others.
func (c *controllo) eccesso(campo string, v richiesta.Violazione) (*int, bool) {
	if v.Articolo != articoloVelocita || v.VelocitaDecimi == nil {
		return nil, true
	}
	if v.Limite == nil {
		c.rifiuta(campo+".limite", "con la velocità rilevata serve il limite")
		return nil, false
	}
	velocita, err := cds.CalcolaVelocita(int(*v.VelocitaDecimi), int(*v.Limite))
	if err != nil {
		c.rifiuta(campo+".velocitaRilevata", err.Error())
		return nil, false
	}
	return &velocita.EccessoMillesimi, true
}

// classe of the vehicle: what the officer says, else what the plate's shape says, else a car.
func (c *controllo) classe() sanzione.Classe {
	if c.v.Veicolo.Classe != "" {
		return sanzione.Classe(c.v.Veicolo.Classe)
	}
	classe := targa.ClasseAutoveicolo
	switch {
	case c.v.Veicolo.TipoTarga != "":
		classe = targa.ClasseDi(c.v.Veicolo.TipoTarga)
	case targa.Italia(c.v.Veicolo.Nazione):
		classe = targa.ClasseDallaForma(targa.Chiave(c.v.Veicolo.TargaScritta))
	}
	if s := sanzione.Classe(classe); s.Valida() {
		return s
	}
	return sanzione.Autoveicolo
}

// rifiutaViolazione puts the table's refusal on the field of the request that it concerns.
func (c *controllo) rifiutaViolazione(campo string, err error) {
	var e *sanzione.Errore
	if !errors.As(err, &e) {
		c.rifiuta(campo, err.Error())
		return
	}
	switch e.Campo {
	case "data":
		if !c.rifiutato("dataOraViolazione") { // the table need not repeat that the day cannot be
			c.rifiuta("dataOraViolazione", e.Motivo)
		}
	case "classe":
		campoClasse := "veicolo.tipoTarga"
		if c.v.Veicolo.Classe != "" {
			campoClasse = "veicolo.classe"
		}
		c.rifiuta(campoClasse, e.Motivo)
	default:
		c.rifiuta(campo+"."+e.Campo, e.Motivo)
	}
}

func (c *controllo) avvertiViolazione(campo string, v richiesta.Violazione, riga sanzione.Sanzione) {
	if riga.OltreOrizzonte(c.giorno) {
		c.trattieni(verbale.AvvertenzaTabella, campo+": gli importi della riga "+riga.Codice+" sono certi fino "+riga.Orizzonte.Detto("al")+
			"; il verbale aspetta che la tabella del giorno della violazione sia confermata (art. 195 c. 3 CdS).")
	}
	if riga.Dubbia() {
		c.trattieni(verbale.AvvertenzaRigaDubbia, campo+": "+riga.Codice+", "+riga.Dubbio)
	} else if riga.Dubbio != "" {
		c.avverti("PUNTI_DA_VERIFICARE", campo+": "+riga.Codice+", "+riga.Dubbio)
	}
	if classe := sanzione.Classe(c.v.Veicolo.Classe); classe != "" && !riga.PerClasse(classe) {
		c.trattieni(verbale.AvvertenzaRigaDubbia, campo+": la riga "+riga.Codice+" ("+riga.Norma()+") non vale per la classe "+classe.Parola()+
			", che il verbale dichiara.")
	}
	if c.tabella.LetteraIgnota(riga, v.Comma, v.Lettera) {
		c.trattieni(verbale.AvvertenzaRigaDubbia, campo+": la tabella non ha la lettera "+v.Lettera+" dell'"+
			sanzione.Citazione("art. "+riga.Articolo, riga.Comma, "")+": la riga "+riga.Codice+" non la nomina, e l'atto nemmeno.")
	}
	if riga.Sconto30 == sanzione.ScontoCondizionato && !riga.PerPrecedenti() {
		c.avverti("SCONTO_DA_VERIFICARE", campo+": la riduzione del 30 % di "+riga.Norma()+" "+riga.ScontoSe.Parola()+": verificare.")
	}
	if riga.Sconto30 == sanzione.ScontoCondizionato && riga.PerPrecedenti() {
		c.avverti("PRECEDENTI_DA_VERIFICARE", campo+": la riduzione del 30 % vale per la prima violazione di "+riga.Norma()+
			"; con un precedente che comporta la sospensione della patente non spetta (art. 202 c. 1 CdS): verificare.")
	}
	switch {
	case riga.Citata(v.Comma):
	case v.Articolo == articoloVelocita:
		c.avverti("COMMA_DIVERSO", campo+": per la velocità rilevata si applica il comma "+riga.Comma+", non il comma "+v.Comma+".")
	default: // as the earlier table cited it
		c.avverti("COMMA_DIVERSO", campo+": la violazione "+riga.Codice+" si cita come "+riga.Norma()+", non con il comma "+v.Comma+".")
	}
}

func elencoCodici(righe []sanzione.Sanzione) string {
	var tutti []string
	for _, r := range righe {
		tutti = append(tutti, r.Codice)
	}
	return strings.Join(tutti, ", ")
}

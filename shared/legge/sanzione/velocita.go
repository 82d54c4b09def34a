package sanzione

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// RichiestaVelocita asks what a measured speed costs.
type RichiestaVelocita struct {
	// RilevataDecimi is the measured speed in tenths of km/h, before the tolerance; Limite is in km/h.
	RilevataDecimi int
	Limite         int
	// Classe of the vehicle; empty is Autoveicolo. Pesante doubles money and suspension (art. 142 c. 11).
	Classe Classe
	// Notturna says that the violation was committed after 22 and before 7 (cds.Notturna).
	Notturna bool
	// Neopatentato doubles the points (cds.Neopatentato).
	Neopatentato bool
	// Recidiva says that the facts of the repeat hold (cds.Recidiva): for c. 8, in town and at least the
	// second time in one year.
	Recidiva bool
	// Data is the day of the violation in Rome.
	Data calendario.Giorno
}

// EsitoVelocita is the band, the points and the accessory sanctions of a speed. Without a violation Comma
// and Codice are empty and the amounts zero.
type EsitoVelocita struct {
	// NettaDecimi and EccessoDecimi are tenths of km/h, cut in favour of the driver; EccessoDecimi is
	// below zero within the limit.
	NettaDecimi   int    `json:"nettaDecimi"`
	EccessoDecimi int    `json:"eccessoDecimi"`
	Comma         string `json:"comma"`
	Codice        string `json:"codice"`
	// MinCent and MaxCent are the band that applies, doubling and night third included, each rounded
	// once.
	MinCent importo.Cent `json:"minimoCent"`
	MaxCent importo.Cent `json:"massimoCent"`
	// Punti are what the identified driver loses, doubled for a new one.
	Punti       int         `json:"punti"`
	Accessorie  []string    `json:"accessorie"`
	Spiegazione []cds.Passo `json:"spiegazione"`
	Avvertenze  []string    `json:"avvertenze"`
}

// Velocita turns a measured speed into paragraph, row, amounts and points, by the day of the violation.
// The error is an *Errore that names rilevata, limite, data or classe.
func (t *Tabella) Velocita(r RichiestaVelocita) (EsitoVelocita, error) {
	v, err := cds.CalcolaVelocita(r.RilevataDecimi, r.Limite)
	if err != nil {
		return EsitoVelocita{}, err
	}
	if r.Data.IsZero() {
		return EsitoVelocita{}, errore("data", "manca")
	}
	if r.Classe != "" && !r.Classe.Valida() {
		return EsitoVelocita{}, errore("classe", "sconosciuta: "+string(r.Classe))
	}
	esito := EsitoVelocita{NettaDecimi: v.NettaDecimi, EccessoDecimi: v.EccessoDecimi, Comma: v.Comma,
		Accessorie: []string{}, Spiegazione: slices.Grow(v.Spiegazione, 6), Avvertenze: v.Avvertenze}
	esito.avverti("Per i sistemi che misurano la velocità media la riduzione è la stessa; la scala del 5, 10 e 15 % dell'art. 345 c. 3 Reg. vale soltanto per i biglietti autostradali (verificare).")
	if v.Comma == "" {
		return esito, nil
	}
	s, err := t.rigaVelocita(r, v)
	if err != nil {
		return EsitoVelocita{}, err
	}
	if err := esito.applica(r, s); err != nil {
		return EsitoVelocita{}, err
	}
	return esito, nil
}

// rigaVelocita chooses the row. A repeat by a heavy vehicle has two special rows: the repeat rules, and
// its figures are doubled like the others (art. 142 c. 11).
func (t *Tabella) rigaVelocita(r RichiestaVelocita, v cds.Velocita) (Sanzione, error) {
	righe, err := t.Scegli(Criterio{Articolo: "142", EccessoMillesimi: &v.EccessoMillesimi, Classe: r.Classe, Data: r.Data, Recidiva: r.Recidiva})
	if err != nil {
		return Sanzione{}, err
	}
	if len(righe) > 1 {
		righe = slices.DeleteFunc(righe, func(s Sanzione) bool { return !s.Recidiva })
	}
	if len(righe) != 1 {
		return Sanzione{}, errore("data", "la tabella ha più righe per il comma "+v.Comma+" "+r.Data.Detto("il"))
	}
	return righe[0], nil
}

// applica takes amounts, points and accessory sanctions from the row.
func (e *EsitoVelocita) applica(r RichiestaVelocita, s Sanzione) error {
	violazione := s.Violazione(r.Notturna, r.Recidiva)
	pesante := r.Classe == Pesante
	raddoppia := pesante && !slices.Contains(s.Classi, Pesante)
	if raddoppia {
		violazione.Moltiplicatore = cds.Doppio
	}
	fascia, err := violazione.Fascia()
	if err != nil {
		return errore("data", "la riga "+s.Codice+" non ha importi validi: "+err.Error())
	}
	e.Codice, e.MinCent, e.MaxCent = s.Codice, fascia.Minimo(), fascia.Massimo()
	e.Accessorie = s.Accessorie()
	e.Spiegazione = append(e.Spiegazione, passoRiga(s, r.Data))
	if pesante {
		e.passo("VEICOLO_PESANTE", "art. 142 c. 11 CdS",
			"Veicolo compreso nell'art. 142 c. 3 lett. b), e), f), g), h), i) o l): sanzione pecuniaria e sospensione sono raddoppiate.")
	}
	if s.Recidiva {
		e.passo("RECIDIVA", s.Norma(), "Violazione ripetuta nei termini di legge: si applica la riga "+s.Codice+".")
	}
	passi, err := violazione.Spiega()
	if err != nil {
		return errore("data", err.Error())
	}
	e.Spiegazione = append(e.Spiegazione, passi...)
	e.applicaPunti(s.Punti, r.Neopatentato)
	e.avvertiRiga(r, s, raddoppia)
	return nil
}

// applicaPunti doubles the points of a new driver (art. 126-bis). One violation alone knows no cap.
func (e *EsitoVelocita) applicaPunti(punti int, neopatentato bool) {
	const norma = "art. 126-bis CdS"
	e.Punti = punti
	switch {
	case punti == 0:
		e.passo("PUNTI", norma, "La violazione non toglie punti.")
	case neopatentato:
		e.Punti = cds.PuntiNeopatentato(punti)
		e.passo("PUNTI_RADDOPPIATI", norma, "Punti "+strconv.Itoa(punti)+", raddoppiati nei primi tre anni dal rilascio della patente: "+strconv.Itoa(e.Punti)+".")
	default:
		e.passo("PUNTI", norma, "Punti da decurtare al conducente identificato: "+strconv.Itoa(punti)+".")
	}
}

// avvertiRiga says what the figures do not.
func (e *EsitoVelocita) avvertiRiga(r RichiestaVelocita, s Sanzione, raddoppia bool) {
	if s.OltreOrizzonte(r.Data) {
		e.avverti("Gli importi della riga " + s.Codice + " sono noti fino " + s.Orizzonte.Detto("al") +
			": restano in vigore finché un decreto non li sostituisce, verificare.")
	}
	switch {
	case s.Dubbio != "":
		e.avverti("La riga " + s.Codice + " è da verificare. " + s.Dubbio)
	case s.Verifica == DaVerificare:
		e.avverti("La riga " + s.Codice + " è da verificare: " + s.Fonte + ".")
	}
	if raddoppia && len(e.Accessorie) > 0 {
		e.avverti("La durata della sospensione indicata va raddoppiata (art. 142 c. 11 CdS).")
	}
	if raddoppia && s.Recidiva {
		e.avverti("Recidiva con un veicolo dell'art. 142 c. 11 CdS: gli importi della recidiva sono raddoppiati, verificare.")
	}
	if e.Punti > 0 {
		e.avverti("La sospensione breve dell'art. 218-ter CdS dipende dai punti rimasti al conducente e non è valutata qui; l'art. 142 non risulta fra le violazioni che la comportano (verificare).")
	}
}

func (e *EsitoVelocita) passo(regola, norma, testo string) {
	e.Spiegazione = append(e.Spiegazione, cds.Passo{Regola: regola, Norma: norma, Testo: testo})
}

func (e *EsitoVelocita) avverti(testo string) { e.Avvertenze = append(e.Avvertenze, testo) }

// passoRiga says which row holds on the day, and where it comes from.
func passoRiga(s Sanzione, giorno calendario.Giorno) cds.Passo {
	return cds.Passo{Regola: "RIGA_DELLA_TABELLA", Norma: s.Norma(), Giorno: &giorno,
		Testo: "Riga " + s.Codice + " in vigore " + giorno.Detto("il") + ", giorno della violazione (" + s.Fonte + ")."}
}

package intestatario

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// PatenteScritta is what a person writes of the licence of the driver.
type PatenteScritta struct {
	// RilascioPatente is the day of issue of the licence, as the declaration says; GiaTitolare that the driver held one of
	// category B or higher before it (cds.Neopatentato).
	RilascioPatente string `json:"rilascioPatente"`
	GiaTitolare     bool   `json:"giaTitolare"`
	rilascio        calendario.Giorno
}

// Legge checks the data of the licence.
func (p *PatenteScritta) Legge(v *vaglio.Vaglio) {
	v.Chiede("dati.giaTitolare", event.CampoSiNo)
	p.rilascio = v.Giorno("dati.rilascioPatente", p.RilascioPatente)
}

// Detta reports that something was written of the licence.
func (p *PatenteScritta) Detta() bool { return !p.rilascio.IsZero() || p.GiaTitolare }

// Doppi reports that the points of its holder, born on a day that may not be known, are doubled on the day of the violation.
func (p *PatenteScritta) Doppi(m mossa.Richiesta, nascita calendario.Giorno) (bool, error) {
	if p.rilascio.After(m.Quadro.Violazione) {
		return false, problem.CampoNonValido("dati.rilascioPatente", "segue il giorno della violazione")
	}
	if impossibile, _ := cds.EtaDelRilascio(nascita, p.rilascio); impossibile {
		return false, problem.CampoNonValido("dati.rilascioPatente", conseguenze.RilascioImpossibile(nascita))
	}
	doppi, _ := cds.Neopatentato(cds.Patente{Rilascio: p.rilascio, GiaTitolare: p.GiaTitolare}, m.Quadro.Violazione)
	return doppi, nil
}

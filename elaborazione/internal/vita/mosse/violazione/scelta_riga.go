package violazione

import (
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// SceltaRiga is the row that a person chooses for the first violation that has several; where each has its own, the
// codice of one whose row says something else since the fine came in, or one of those among which it was divided.
type SceltaRiga struct {
	Codice string `json:"codice"`
	// Ordine is the place of the violation, from 1; 0 where the codice tells it.
	Ordine int `json:"ordine"`
	// Sconto30 is SI or NO where a person decides about the discount; empty: as it was decided, or as the row has it for a
	// first violation.
	Sconto30 string `json:"sconto30"`
	// Recidiva says that the violation is a repeat, whose consequences the row has.
	Recidiva bool `json:"recidiva"`
	// Periodi is how often the band applies, TariffaCent the tariff that was evaded; 0 and nil: as the fine has them.
	Periodi     int    `json:"periodi"`
	TariffaCent *int64 `json:"tariffaCent"`
}

// The answers about the discount.
const (
	scontoSi = "SI"
	scontoNo = "NO"
)

// The bounds of what a person writes: a fine has no more violations, cds no more periods and no higher tariff, in cents.
const (
	maxViolazioni  = 99
	maxPeriodi     = 1000
	maxTariffaCent = 1_000_00
)

// Controlla checks what the request says, whatever the fine.
func (d *SceltaRiga) Controlla(v *vaglio.Vaglio, _ *mossa.Richiesta) {
	v.Chiede("dati.codice", event.CampoCodiceViolazione)
	if d.Codice = strings.TrimSpace(d.Codice); d.Codice == "" {
		v.Rifiuta("dati.codice", vaglio.Manca)
	}
	if v.Chiede("dati.sconto30", event.CampoScelta, scontoSi, scontoNo); d.Sconto30 != "" {
		d.Sconto30 = v.Tra("dati.sconto30", d.Sconto30, scontoSi, scontoNo)
	}
	v.Chiede("dati.recidiva", event.CampoSiNo)
	d.Ordine = v.Intero("dati.ordine", d.Ordine, 1, maxViolazioni)
	d.Periodi = v.Intero("dati.periodi", d.Periodi, 1, maxPeriodi)
	v.Chiede("dati.tariffaCent", event.CampoImporto)
	if d.TariffaCent != nil && (*d.TariffaCent < 1 || *d.TariffaCent > maxTariffaCent) {
		v.Rifiuta("dati.tariffaCent", "deve essere tra 1 e 100000 centesimi")
	}
}

// Decidi makes the events of the request for a fine.
func (d *SceltaRiga) Decidi(s vita.Stato, m mossa.Richiesta) ([]vita.Evento, error) {
	presa, err := d.prende(s, m)
	if err != nil {
		return nil, err
	}
	x := vita.RigaScelta{RigaPresa: presa}
	x.AssePunti = s.PuntiCon(x.RigaPresa)
	e := m.Evento(x, uuid.Nil)
	if e.Deciso.Debito, err = dopoLaScelta(s, x.Ordine, x); err != nil {
		return nil, err
	}
	return append([]vita.Evento{e}, decisa(m, s, presa)...), nil
}

// dopoLaScelta is the debt of a fine handed over on the spot, priced with the chosen row (art. 202 CdS); empty when it does not
// change.
func dopoLaScelta(s vita.Stato, ordine int, x vita.RigaScelta) (verbale.Debito, error) {
	if _, servita := s.Servita(); !servita {
		return "", nil
	}
	dopo := s.Copia()
	dopo.Violazioni[ordine-1] = x.ViolazioneScelta
	importi, err := dopo.Importi(0)
	switch {
	case err != nil:
		return "", err
	case len(importi.Avvisi) == 0:
		return verbale.NonEsigibile, nil
	case s.Debito == verbale.DebitoRidotto: // the five days are gone, or the row had no discount
		return "", nil
	}
	return verbale.Debito(importi.Avvisi[0].Tipo), nil
}

// rigaDelGiorno is a row that may price the fine: of the day of the violation, confirmed, no offence.
func rigaDelGiorno(m mossa.Richiesta, codice string) (sanzione.Sanzione, string, error) {
	if m.Righe == nil {
		return sanzione.Sanzione{}, "", problem.NonDisponibile("DATI_NON_PRONTI", "La tabella delle violazioni non è stata letta.")
	}
	riga, versione, c := m.Righe.Riga(codice)
	switch {
	case !c:
		return riga, "", problem.CampoNonValido("dati.codice", "la riga "+codice+" non è in vigore nel giorno della violazione")
	case riga.Penale:
		return riga, "", problem.CampoNonValido("dati.codice", "la violazione "+codice+" è reato: non si sanziona con un verbale")
	case riga.OltreOrizzonte(m.Quadro.Violazione):
		return riga, "", daConfermare(riga)
	}
	return riga, versione, nil
}

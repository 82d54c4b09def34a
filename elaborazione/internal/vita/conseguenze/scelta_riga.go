package conseguenze

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Righe is what the table of violations says of a codice on the day of the fine; nil where nobody asked it.
type Righe interface {
	Riga(codice string) (sanzione.Sanzione, string, bool) // with the version of the table
}

// sceltaRiga is the row that a person chooses for the first violation that has several; where each has its own, the
// codice of one whose row says something else since the fine came in.
type sceltaRiga struct {
	Codice string `json:"codice"`
	// Sconto30 is SI or NO where a person decides about the discount; empty: as the row has it for a first violation.
	Sconto30 string `json:"sconto30"`
}

// The answers about the discount.
const (
	scontoSi = "SI"
	scontoNo = "NO"
)

func (d *sceltaRiga) controlla(v *vaglio, _ *Mossa) {
	v.chiede("dati.codice", event.CampoCodiceViolazione)
	if d.Codice = strings.TrimSpace(d.Codice); d.Codice == "" {
		v.rifiuta("dati.codice", manca)
	}
	if v.chiede("dati.sconto30", event.CampoScelta, scontoSi, scontoNo); d.Sconto30 != "" {
		d.Sconto30 = v.tra("dati.sconto30", d.Sconto30, scontoSi, scontoNo)
	}
}

func (d *sceltaRiga) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	ordine, candidati := s.DaScegliere()
	if ordine == 0 { // a row that says something else since
		candidati = codiciPossibili(s)
		ordine = 1 + slices.IndexFunc(s.Violazioni, func(v vita.ViolazioneScelta) bool {
			return v.Codice == d.Codice || slices.Contains(strings.Fields(v.Alternative), d.Codice)
		})
	}
	if !slices.Contains(candidati, d.Codice) {
		return nil, problem.CampoNonValido("dati.codice", "è ammesso uno tra "+strings.Join(candidati, ", "))
	}
	if m.Righe == nil {
		return nil, problem.NonDisponibile("DATI_NON_PRONTI", "La tabella delle violazioni non è stata letta.")
	}
	riga, versione, c := m.Righe.Riga(d.Codice)
	if !c {
		return nil, problem.CampoNonValido("dati.codice", "la riga "+d.Codice+" non è in vigore nel giorno della violazione")
	}
	if riga.Penale {
		return nil, problem.CampoNonValido("dati.codice", "la violazione "+d.Codice+" è reato: non si sanziona con un verbale")
	}
	x, err := d.riga(s, ordine, riga, versione)
	if err != nil {
		return nil, err
	}
	e := m.evento(x, uuid.Nil)
	if e.Deciso.Debito, err = dopoLaScelta(s, ordine, x); err != nil {
		return nil, err
	}
	return []vita.Evento{e}, nil
}

// dopoLaScelta is what is owed of a fine that was handed over on the spot, with the row that was chosen; empty where it
// stays (art. 202 CdS).
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

// riga is what the fine says of the violation from now on.
func (d *sceltaRiga) riga(s vita.Stato, ordine int, riga sanzione.Sanzione, versione string) (vita.RigaScelta, error) {
	prima := s.Violazioni[ordine-1]
	v := Violazione{Sanzione: riga, Lettera: riga.LetteraCitata(""), Notturna: riga.Notturna && prima.Notturna, Periodi: prima.Periodi,
		TariffaCent: prima.TariffaCent, VersioneTabella: versione, Alternative: strings.Fields(prima.Alternative)}
	x := vita.RigaScelta{Ordine: ordine, ViolazioneScelta: v.scelta(), Articolo: riga.Articolo, Comma: riga.Comma, Lettera: v.Lettera,
		Testo: riga.Testo, Accessoria: riga.Accessoria, Conseguenze: v.ConseguenzeScritte(), Dubbio: riga.Dubbio, AssePunti: s.Punti}
	switch {
	case d.Sconto30 == scontoNo:
		x.Sconto30 = false
	case d.Sconto30 == scontoSi && riga.Sconto30 == sanzione.ScontoNo:
		return x, problem.CampoNonValido("dati.sconto30", "la riga "+riga.Codice+" non ammette la riduzione del 30 % (art. 202 CdS)")
	}
	if riga.Punti > 0 && slices.ContainsFunc(s.Posizioni, func(p vita.Posizione) bool { return p.Titolo == verbale.Trasgressore }) {
		x.AssePunti = verbale.PuntiRicevuti
	}
	return x, nil
}

// codiciPossibili are the codes of the violations, each with those that may take its place.
func codiciPossibili(s vita.Stato) (tutti []string) {
	for _, v := range s.Violazioni {
		tutti = append(append(tutti, v.Codice), strings.Fields(v.Alternative)...)
	}
	return tutti
}

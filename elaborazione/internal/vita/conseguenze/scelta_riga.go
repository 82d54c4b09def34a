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
	Sostitute(codice string) []sanzione.Sanzione          // of a codice that is no longer in use
	Regolarizzata(codice string) string                   // the codice of its half where the insurance is put right; or empty
}

// sceltaRiga is the row that a person chooses for the first violation that has several; where each has its own, the
// codice of one whose row says something else since the fine came in, or one of those among which it was divided.
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
		candidati = m.codiciPossibili(s)
		ordine = 1 + slices.IndexFunc(s.Violazioni, func(v vita.ViolazioneScelta) bool { return slices.Contains(m.codiciDi(v), d.Codice) })
	}
	if !slices.Contains(candidati, d.Codice) {
		return nil, problem.CampoNonValido("dati.codice", "è ammesso uno tra "+strings.Join(candidati, ", "))
	}
	riga, versione, err := m.rigaDelGiorno(d.Codice)
	if err != nil {
		return nil, err
	}
	x, err := d.riga(s, m, ordine, riga, versione)
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
func (d *sceltaRiga) riga(s vita.Stato, m Mossa, ordine int, riga sanzione.Sanzione, versione string) (vita.RigaScelta, error) {
	presa, err := d.presa(s, m, ordine, riga, versione)
	x := vita.RigaScelta{RigaPresa: presa, AssePunti: s.Punti}
	if riga.Punti > 0 && slices.ContainsFunc(s.Posizioni, func(p vita.Posizione) bool { return p.Titolo == verbale.Trasgressore }) {
		x.AssePunti = verbale.PuntiRicevuti
	}
	return x, err
}

// presa is the row that a violation takes, with what facts had decided about it.
func (d *sceltaRiga) presa(s vita.Stato, m Mossa, ordine int, riga sanzione.Sanzione, versione string) (vita.RigaPresa, error) {
	prima := s.Violazioni[ordine-1]
	v := Violazione{Sanzione: riga, Lettera: riga.LetteraCitata(""), Notturna: riga.Notturna && (prima.Notturna || m.Quadro.Notte),
		Periodi: prima.Periodi, TariffaCent: prima.TariffaCent, VersioneTabella: versione, Alternative: strings.Fields(prima.Alternative)}
	x := vita.RigaPresa{Ordine: ordine, ViolazioneScelta: v.scelta(), Articolo: riga.Articolo, Comma: riga.Comma, Lettera: v.Lettera,
		Testo: riga.Testo, Accessoria: riga.Accessoria, Conseguenze: v.ConseguenzeScritte(), Dubbio: riga.Dubbio}
	if prima.Candidati == "" && prima.Codice != riga.Codice {
		x.Prima = prima.Codice
	}
	switch {
	case d.Sconto30 == scontoNo:
		x.Sconto30 = false
	case d.Sconto30 == scontoSi && riga.Sconto30 == sanzione.ScontoNo:
		return x, problem.CampoNonValido("dati.sconto30", "la riga "+riga.Codice+" non ammette la riduzione del 30 % (art. 202 CdS)")
	}
	return x, nil
}

// codiciDi are the codes by which a person may price a violation: its own, that of a repeat, those among which it was
// divided.
func (m Mossa) codiciDi(v vita.ViolazioneScelta) []string {
	codici := append([]string{v.Codice}, strings.Fields(v.Alternative)...)
	if m.Righe != nil {
		for _, s := range m.Righe.Sostitute(v.Codice) {
			codici = append(codici, s.Codice)
		}
	}
	return codici
}

// codiciPossibili are those of every violation.
func (m Mossa) codiciPossibili(s vita.Stato) (tutti []string) {
	for _, v := range s.Violazioni {
		tutti = append(tutti, m.codiciDi(v)...)
	}
	return tutti
}

// rigaDelGiorno is a row that may price the fine: of the day of the violation, confirmed, no offence.
func (m Mossa) rigaDelGiorno(codice string) (sanzione.Sanzione, string, error) {
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

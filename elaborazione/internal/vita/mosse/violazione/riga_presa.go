package violazione

import (
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// prende finds the violation that takes the row of the codice, and its new content. When several may take it and the request
// names none, it is the first that changes.
func (d *SceltaRiga) prende(s vita.Stato, m mossa.Richiesta) (primo vita.RigaPresa, err error) {
	ordini, err := d.ordini(s, m)
	if err != nil {
		return primo, err
	}
	riga, versione, err := rigaDelGiorno(m, d.Codice)
	if err != nil {
		return primo, err
	}
	for i, ordine := range ordini {
		x, err := d.presa(s, m, ordine, riga, versione)
		if err != nil || d.Recidiva || x.ViolazioneScelta != s.Violazioni[ordine-1] {
			return x, err
		}
		if i == 0 {
			primo = x
		}
	}
	return primo, nil // nothing changes: the event says so
}

// ordini are the places of the violations that may take the codice.
func (d *SceltaRiga) ordini(s vita.Stato, m mossa.Richiesta) (ordini []int, err error) {
	if d.Ordine > len(s.Violazioni) {
		return nil, problem.CampoNonValido("dati.ordine", fmt.Sprintf("le violazioni del verbale sono %d", len(s.Violazioni)))
	}
	solo := d.Ordine
	if solo == 0 {
		solo, _ = s.DaScegliere()
	}
	for i, v := range s.Violazioni {
		if (solo == 0 || solo == i+1) && slices.Contains(codiciDi(m, s, v), d.Codice) {
			ordini = append(ordini, i+1)
		}
	}
	if len(ordini) == 0 {
		return nil, problem.CampoNonValido("dati.codice", "è ammesso uno tra "+strings.Join(CodiciPossibili(m, s, solo), ", "))
	}
	return ordini, nil
}

// codiciDi are the codes by which a person may price a violation: those among which it is to be chosen; else its own, that of a
// repeat, those among which it was divided.
func codiciDi(m mossa.Richiesta, s vita.Stato, v vita.ViolazioneScelta) []string {
	if v.Candidati != "" {
		return strings.Fields(v.Candidati)
	}
	codici := append([]string{v.Codice}, strings.Fields(v.Alternative)...)
	if m.Righe != nil {
		altre := m.Righe.Sostitute(v.Codice)
		if conRecidivaAperta(s) {
			altre = append(altre, m.Righe.Recidive(v.Codice)...)
		}
		for _, r := range altre {
			if !slices.Contains(codici, r.Codice) {
				codici = append(codici, r.Codice)
			}
		}
	}
	return codici
}

// CodiciPossibili are those of the violation at a place, of every violation where it is 0; each once.
func CodiciPossibili(m mossa.Richiesta, s vita.Stato, ordine int) (tutti []string) {
	for i, v := range s.Violazioni {
		if ordine != 0 && ordine != i+1 {
			continue
		}
		for _, codice := range codiciDi(m, s, v) {
			if !slices.Contains(tutti, codice) {
				tutti = append(tutti, codice)
			}
		}
	}
	return tutti
}

// presa is the row that a violation takes, with what facts had decided about it. The letter that the officer wrote stays where
// the row is for it.
func (d *SceltaRiga) presa(s vita.Stato, m mossa.Richiesta, ordine int, riga sanzione.Sanzione, versione string) (x vita.RigaPresa, err error) {
	prima, scritta := s.Violazioni[ordine-1], m.Quadro.Scritta(ordine)
	v := conseguenze.Violazione{Sanzione: riga, Lettera: riga.LetteraCitata(scritta.Lettera), Notturna: riga.Notturna && (prima.Notturna || m.Quadro.Notte),
		VersioneTabella: versione, Alternative: strings.Fields(prima.Alternative)}
	if v.Periodi, v.TariffaCent, err = d.sosta(prima, riga, m.Quadro); err != nil {
		return x, err
	}
	if d.Recidiva && !riga.Recidiva && !cambiaConRecidiva(m, riga) {
		return x, problem.CampoNonValido("dati.recidiva", "la riga "+riga.Codice+" non prevede la recidiva")
	}
	x = vita.RigaPresa{Ordine: ordine, ViolazioneScelta: v.Scelta(), Articolo: riga.Articolo, Comma: riga.Comma, Lettera: v.Lettera,
		Testo: riga.Testo, Accessoria: riga.Accessoria, Conseguenze: v.ConseguenzeScritte(), Dubbio: riga.Dubbio, Recidiva: d.Recidiva}
	if prima.Candidati == "" && prima.Codice != riga.Codice {
		x.Prima = prima.Codice
	}
	giorni, err := d.conSeguito(&x, riga, m, prima.Codice == riga.Codice && recidivaScritta(riga, scritta))
	if err != nil {
		return x, err
	}
	x.Sconto30, err = d.sconto(prima, riga)
	if giorni > 0 && d.Sconto30 == "" && prima.Codice == riga.Codice {
		x.Sconto30 = x.Sconto30 && prima.Sconto30 // as the command had decided
	}
	return x, err
}

// conSeguito adds to what the act says what follows a repeat, as the person says or the fine says already, and the days of the
// short suspension, which it gives.
func (d *SceltaRiga) conSeguito(x *vita.RigaPresa, riga sanzione.Sanzione, m mossa.Richiesta, giaDetta bool) (giorni int, err error) {
	recidiva := d.Recidiva || giaDetta
	if recidiva {
		conRecidiva(m, x, riga)
	}
	if recidiva && riga.TogliePatente(true) { // art. 218-ter c. 9 CdS: in a repeat the article suspends by itself
		return 0, nil
	}
	breve, err := conseguenze.SospensioneBreve(riga, m.Quadro.Patente, m.Quadro.Violazione, m.Quadro.Contestato)
	x.Accessoria = sanzione.ConSospensioneBreve(x.Accessoria, breve.Giorni)
	return breve.Giorni, err
}

// cambiaConRecidiva reports a row of which something changes with the repeat; of a heavy vehicle, whose row says nothing of it, what the
// ordinary row says is doubled (art. 142 c. 11 CdS), unless that row has another for the repeat.
func cambiaConRecidiva(m mossa.Richiesta, riga sanzione.Sanzione) bool {
	if m.Righe == nil {
		return riga.CambiaPerRecidiva()
	}
	_, doppia := conseguenze.OrdinariaDelPesante(m.Righe, riga)
	return riga.CambiaPerRecidiva() || doppia
}

// recidivaScritta reports that the fine names already what the row says of a repeat alone: a person had confirmed it.
func recidivaScritta(riga sanzione.Sanzione, scritta conseguenze.Scritta) bool {
	sole := slices.DeleteFunc(slices.Clone(riga.ConseguenzeRecidiva), func(c sanzione.Conseguenza) bool { return slices.Contains(riga.Conseguenze, c) })
	return len(sole) > 0 && !slices.ContainsFunc(sole, func(c sanzione.Conseguenza) bool { return !slices.Contains(scritta.Accessorie, c) })
}

// conRecidiva adds what follows a repeat: the act says it, and that it is one.
func conRecidiva(m mossa.Richiesta, x *vita.RigaPresa, riga sanzione.Sanzione) {
	raddoppio := ""
	if ordinaria, doppia := conseguenze.OrdinariaDelPesante(m.Righe, riga); doppia {
		if riga = ordinaria; len(ordinaria.ConseguenzeRecidiva) == 0 {
			raddoppio = ", raddoppiata (art. 142 c. 11 CdS)"
		}
	}
	var parole []string
	for _, c := range riga.ConseguenzeRecidiva {
		parole = append(parole, c.Parola())
		if !slices.Contains(x.Conseguenze, string(c)) {
			x.Conseguenze = append(x.Conseguenze, string(c))
		}
	}
	seguito := strings.Join(parole, ", ")
	if seguito == "" {
		seguito = riga.SeguitoRecidiva()
	}
	if seguito == "" {
		return
	}
	if x.Accessoria != "" {
		x.Accessoria += "; "
	}
	x.Accessoria += "Recidiva accertata: " + seguito + raddoppio
}

// sconto is whether the discount of 30 % is due: as the person says where the row lets a person say it, else as it had been
// decided before (art. 202 c. 1 CdS).
func (d *SceltaRiga) sconto(prima vita.ViolazioneScelta, riga sanzione.Sanzione) (bool, error) {
	perRecidiva := d.Recidiva && riga.Sconto30 == sanzione.ScontoCondizionato && riga.PerPrecedenti()
	switch {
	case d.Sconto30 == scontoSi && (riga.Sconto30 == sanzione.ScontoNo || perRecidiva):
		return false, problem.CampoNonValido("dati.sconto30", "la riga "+riga.Codice+" non ammette la riduzione del 30 % (art. 202 CdS)")
	case d.Sconto30 == scontoNo && riga.Sconto30 == sanzione.ScontoSi && riga.SospensioneBreve == "":
		return false, problem.CampoNonValido("dati.sconto30", "la riga "+riga.Codice+" ammette sempre la riduzione del 30 % (art. 202 CdS)")
	case d.Sconto30 != "" || perRecidiva:
		return d.Sconto30 == scontoSi, nil
	case prima.Candidati != "":
		return riga.AmmetteSconto(false), nil
	}
	return riga.ScontoDopo(prima.Sconto30), nil
}

// trascorsi bounds how often a band applies: as often as its periods had elapsed when the fine came in, or as the fine says already.
func trascorsi(q conseguenze.Quadro, m sanzione.Modo, gia int) int {
	if q.Istante.IsZero() || q.Inserito.IsZero() {
		return maxPeriodi
	}
	return max(m.Trascorsi(q.Istante, q.Inserito), gia)
}

// sosta is how often the band applies, 0 for once, and the tariff that is added: what the person says, or the fine had, as far as
// the row allows it (artt. 7 cc. 14 e 15, 158 c. 7 CdS).
func (d *SceltaRiga) sosta(prima vita.ViolazioneScelta, riga sanzione.Sanzione, q conseguenze.Quadro) (periodi int, tariffa importo.Cent, err error) {
	if periodi, tariffa = d.Periodi, prima.TariffaCent; periodi == 0 {
		periodi = prima.Periodi
	}
	periodi, ammesse := riga.Volte(periodi)
	switch {
	case !ammesse && d.Periodi > 1:
		return 0, 0, problem.CampoNonValido("dati.periodi", "la violazione "+riga.Codice+" si applica una volta sola")
	case d.Periodi > trascorsi(q, riga.Modo, prima.Periodi):
		return 0, 0, problem.CampoNonValido("dati.periodi", fmt.Sprintf("dalla violazione all'inserimento del verbale ne possono essere trascorsi al più %d",
			trascorsi(q, riga.Modo, prima.Periodi)))
	case d.TariffaCent != nil && riga.Tariffa == "":
		return 0, 0, problem.CampoNonValido("dati.tariffaCent", "la violazione "+riga.Codice+" non aggiunge la tariffa")
	case d.TariffaCent != nil:
		tariffa = vaglio.Cent(d.TariffaCent)
	case riga.Tariffa == "":
		tariffa = 0
	case tariffa == 0:
		return 0, 0, problem.CampoNonValido("dati.tariffaCent", "manca: alla sanzione si aggiunge "+riga.Tariffa.Parola())
	}
	if periodi == 1 {
		periodi = 0
	}
	return periodi, tariffa, nil
}

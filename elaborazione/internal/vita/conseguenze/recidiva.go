package conseguenze

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// articoloVelocita is the one whose c. 11 doubles what heavy vehicles are asked.
const articoloVelocita = "142"

// Precedente is an earlier violation of the same driver, with its fine; annulled fines are left out.
type Precedente struct {
	Estremi         string
	Data            calendario.Giorno
	Articolo, Comma string
	Periodo         string // of its row
	// Definita says that it was settled on the day of the violation that may be a repeat; else it does not count.
	Definita bool
}

// RigheRecidiva is what the table of violations of a day says of rows and of their repeats.
type RigheRecidiva interface {
	Riga(codice string) (sanzione.Sanzione, string, bool)
	Recidive(codice string) []sanzione.Sanzione
}

// Recidiva proposes a repeat for a violation whose driver has committed it before: the reason, and the codes that a person may
// choose instead. An empty reason proposes nothing.
type Recidiva struct {
	Testo       string
	Alternative []string
}

// ProponiRecidiva says what follows where a violation of a row, committed on a day, is a repeat of earlier ones of the same
// driver: a person decides, because a suspension or a higher sum hangs on it (art. 8-bis L. 689/1981 and the single articles).
func ProponiRecidiva(righe RigheRecidiva, riga sanzione.Sanzione, giorno calendario.Giorno, prima []Precedente) (Recidiva, error) {
	const chi = "conducente" // the earlier violations are all his
	// No field says whether a place is in town: the proposal mentions it and a person checks.
	r := cds.RichiestaRecidiva{Persona: chi, Data: giorno, Articolo: riga.Articolo, Comma: riga.Comma, Periodo: riga.Periodo, CentroAbitato: true}
	for _, p := range prima {
		r.Precedenti = append(r.Precedenti, cds.Precedente{Persona: chi, Data: p.Data, Articolo: p.Articolo, Comma: p.Comma,
			Periodo: p.Periodo, Definita: p.Definita, CentroAbitato: true})
	}
	e, err := cds.Recidiva(r)
	if err != nil || !e.Recidiva {
		return Recidiva{}, err
	}
	seguito, alternative := seguitoDellaRecidiva(righe, riga)
	if seguito == "" {
		return Recidiva{}, nil
	}
	testo := "il trasgressore risulta già sanzionato per la stessa violazione (" + riga.Norma() + "): " + elencoPrecedenti(prima) +
		". Se la recidiva è confermata " + seguito
	if e.Anni == 1 {
		testo += "; vale soltanto nel centro abitato"
	}
	return Recidiva{testo + ".", alternative}, nil
}

// seguitoDellaRecidiva is what changes with the repeat of a row, in words, and the rows that a person may take
// instead: a row of its own; the loss of the discount, where the repeat suspends the licence (art. 202 c. 1 CdS); else the
// accessory sanction alone. Empty where nothing changes.
func seguitoDellaRecidiva(righe RigheRecidiva, riga sanzione.Sanzione) (testo string, alternative []string) {
	for _, r := range righe.Recidive(riga.Codice) {
		alternative = append(alternative, r.Codice)
	}
	ordinaria, _, speciale := righe.Riga(riga.Base) // the row that this one specialises
	switch {
	case len(alternative) > 0:
		return "si sceglie la riga " + strings.Join(alternative, " o "), alternative
	case riga.Sconto30 == sanzione.ScontoCondizionato && riga.PerPrecedenti():
		return "si sceglie la stessa riga con la recidiva, senza la riduzione del 30 %", nil
	case riga.Articolo == articoloVelocita && speciale: // the heavy vehicles of art. 142 c. 11
		testo, alternative = seguitoDellaRecidiva(righe, ordinaria)
		if len(alternative) > 0 {
			return "valgono somma e sospensione della riga " + strings.Join(alternative, " o ") +
				", raddoppiate per questo veicolo (art. 142 c. 11 CdS): la tabella non ne ha la riga, decide il comando", nil
		}
		return testo + "; la sospensione è raddoppiata per questo veicolo (art. 142 c. 11 CdS)", nil
	case riga.CambiaPerRecidiva():
		return "si sceglie la stessa riga con la recidiva: somma e riduzione non cambiano, cambia la sanzione accessoria: " + riga.Accessoria, nil
	}
	return "", nil
}

// elencoPrecedenti names earlier fines; only those count that are settled.
func elencoPrecedenti(prima []Precedente) string {
	var voci []string
	for _, p := range prima {
		voce := "verbale " + p.Estremi + " del " + p.Data.Italiano()
		if !p.Definita {
			voce += " (non definito: non conta)"
		}
		voci = append(voci, voce)
	}
	return strings.Join(voci, ", ")
}

// OrdinariaDelPesante is the row that one of the heavy vehicles of art. 142 c. 11 CdS doubles, where that row itself says what changes with
// the repeat.
func OrdinariaDelPesante(righe RigheRecidiva, riga sanzione.Sanzione) (sanzione.Sanzione, bool) {
	if riga.Articolo != articoloVelocita || riga.Base == "" || len(righe.Recidive(riga.Base)) > 0 {
		return sanzione.Sanzione{}, false
	}
	ordinaria, _, c := righe.Riga(riga.Base)
	return ordinaria, c && ordinaria.CambiaPerRecidiva()
}

package riscontro

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// Persona is a natural person as far as the rules look; an empty field is not known.
type Persona struct {
	Cognome, Nome string
	CodiceFiscale string
	Sesso         string // F or M
	Nascita       calendario.Giorno
	Luogo         string // of birth, as tax codes write it (Belfiore)
}

// Minorenne reports the rule of this name alone: that the person was under age on a day.
func (p Persona) Minorenne(giorno calendario.Giorno) bool {
	return cds.Minorenne(p.nata(giorno), giorno)
}

// Difetti says what forbids an act to the person for a violation of a day.
func (p Persona) Difetti(giorno calendario.Giorno) []Difetto {
	var tutti []Difetto
	if p.Minorenne(giorno) {
		d := Difetto{Minorenne, "era minorenne il giorno della violazione: ne risponde chi era tenuto alla sorveglianza (art. 2 L. 689/1981, art. 196 CdS)"}
		if p.Nascita.IsZero() {
			d.Testo += "; lo dice il codice fiscale, che non dice il secolo: di chi ha più di cento anni serve la data di nascita"
		}
		tutti = append(tutti, d)
	}
	if campi := codicefiscale.CampiDiscordi(p.CodiceFiscale, p.delCodice()); len(campi) > 0 {
		tutti = append(tutti, Difetto{CodiceFiscaleDiscorde, "ha un codice fiscale che non corrisponde a " + elenco(campi) + " (D.M. 23/12/1976)"})
	}
	return tutti
}

// infanzia is the age under which a tax code alone is not read as a child's. A code does not say the century: 26 on a fine of
// 2026 may mean a newborn or a person of a hundred. No child under three drives, and a child owns a vehicle only by leave of
// the judge (art. 320 c.c.), while most people above a hundred are a hundred to a hundred and two. From three years on a child
// is the likelier reading, as owner too: the act is held, and a person looks (art. 2 L. 689/1981).
const infanzia = 3

// Presunta is the day of birth that is taken for true though the tax code allows a later one, of a child under three;
// zero where there is no such doubt.
func (p Persona) Presunta(giorno calendario.Giorno) calendario.Giorno {
	if !p.Nascita.IsZero() {
		return calendario.Giorno{}
	}
	dati, err := codicefiscale.Decodifica(p.CodiceFiscale)
	if err != nil {
		return calendario.Giorno{}
	}
	nascite := dati.Nascite()
	if len(nascite) < 2 {
		return calendario.Giorno{}
	}
	prima, dopo := calendario.Da(nascite[0]), calendario.Da(nascite[1])
	if dopo.After(giorno) || !dopo.AddMonths(infanzia*12).After(giorno) {
		return calendario.Giorno{}
	}
	return prima
}

// nata is the day of birth: the given day, else the day that the tax code gives as read on the day of the violation. It takes
// the later of the two centuries, except for a child under three: the careful choice holds an act that could go to a child.
func (p Persona) nata(giorno calendario.Giorno) calendario.Giorno {
	if !p.Nascita.IsZero() {
		return p.Nascita
	}
	if presunta := p.Presunta(giorno); !presunta.IsZero() {
		return presunta
	}
	dati, err := codicefiscale.Decodifica(p.CodiceFiscale)
	if err != nil {
		return calendario.Giorno{}
	}
	nascita, ok := dati.Nascita(mezzanotte(giorno))
	if !ok {
		return calendario.Giorno{}
	}
	nata, err := calendario.Nuovo(nascita.Date())
	if err != nil {
		return calendario.Giorno{}
	}
	return nata
}

func (p Persona) delCodice() codicefiscale.Persona {
	x := codicefiscale.Persona{Cognome: p.Cognome, Nome: p.Nome, Sesso: codicefiscale.Sesso(p.Sesso), CodiceCatastale: p.Luogo}
	if !p.Nascita.IsZero() {
		x.Nascita = mezzanotte(p.Nascita)
	}
	return x
}

// mezzanotte is the day as the tax code counts days.
func mezzanotte(g calendario.Giorno) time.Time {
	anno, mese, giorno := g.Date()
	return time.Date(anno, mese, giorno, 0, 0, 0, 0, time.UTC)
}

// Indirizzo says what forbids an act to an Italian address (art. 201 c. 3 CdS: to the residence or seat). A comune that
// the table does not have forbids nothing: noto reports that it has it.
func Indirizzo(comuni *comune.Tabella, i comune.Indirizzo) (difetti []Difetto, noto bool) {
	contrasti, noto := comuni.Contrasti(i)
	if len(contrasti) == 0 {
		return nil, noto
	}
	return []Difetto{{IndirizzoDiscorde, "ha un indirizzo che si contraddice, " + elenco(contrasti) + " (art. 201 c. 3 CdS)"}}, noto
}

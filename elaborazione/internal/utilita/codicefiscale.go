package utilita

import (
	"fmt"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const normaCodiceFiscale = "D.M. 23 dicembre 1976, n. 13813"

// RichiestaCodiceFiscale asks whether a tax code can be one.
type RichiestaCodiceFiscale struct {
	CodiceFiscale *string `json:"codiceFiscale"`
}

// EsitoCodiceFiscale is what a tax code says. Sex, birth and place are missing of a wrong code and of
// one of eleven digits.
type EsitoCodiceFiscale struct {
	Valido       bool                  `json:"valido"`
	Normalizzato string                `json:"normalizzato"`
	Livello      codicefiscale.Livello `json:"livello,omitempty"`
	// Numerico is true of the eleven digits of a body or of a provisional code.
	Numerico bool                `json:"numerico"`
	Omocodia bool                `json:"omocodia"`
	Sesso    codicefiscale.Sesso `json:"sesso,omitempty"`
	// DataNascita is the likelier of DatePossibili: the code does not carry the century.
	DataNascita     calendario.Giorno   `json:"dataNascita,omitzero"`
	DatePossibili   []calendario.Giorno `json:"datePossibili,omitempty"`
	CodiceCatastale string              `json:"codiceCatastale,omitempty"`
	LuogoNascita    string              `json:"luogoNascita,omitempty"`
	Motivo          string              `json:"motivo"`
	Avvertenze      []string            `json:"avvertenze"`
	// Suggerimenti are valid codes that may have been meant: for a person to confirm.
	Suggerimenti []string `json:"suggerimenti"`
}

// ValidaCodiceFiscale judges a tax code as written and reads it. A place that no table knows is a remark.
func (s *Service) ValidaCodiceFiscale(r RichiestaCodiceFiscale) (EsitoCodiceFiscale, error) {
	var c campi
	scritto := codici.Letto(testo(&c, "codiceFiscale", r.CodiceFiscale))
	if err := c.errore(); err != nil {
		return EsitoCodiceFiscale{}, err
	}
	v := codicefiscale.Valida(scritto)
	e := EsitoCodiceFiscale{Valido: v.Valido, Normalizzato: v.Normalizzato, Livello: v.Livello, Numerico: v.Numerico, Motivo: v.Motivo,
		Avvertenze: elenco(), Suggerimenti: elenco(codicefiscale.Suggerimenti(scritto)...)}
	if !v.Valido || v.Numerico {
		return e, nil
	}
	e.Omocodia, e.Sesso, e.CodiceCatastale = v.Dati.Omocodia, v.Dati.Sesso, v.Dati.CodiceCatastale
	for _, n := range v.Dati.Nascite() {
		e.DatePossibili = append(e.DatePossibili, calendario.Da(n))
	}
	probabili := e.DatePossibili
	nascita, ok := v.Dati.Nascita(s.Adesso())
	if ok {
		e.DataNascita = calendario.Da(nascita)
		probabili = slices.Concat([]calendario.Giorno{e.DataNascita}, probabili)
	} else {
		e.Avvertenze = append(e.Avvertenze, "ogni data di nascita possibile è nel futuro")
	}
	l := s.luogoDelCodice(e.CodiceCatastale, probabili)
	e.LuogoNascita, e.Avvertenze = l.nome, append(e.Avvertenze, elenco(l.avvertenza)...)
	return e, nil
}

// RichiestaCalcoloCodiceFiscale is a person; the place of birth by code or by name. Comune may carry the
// province as "Roma (RM)", and is the name of a State for a person who was born abroad.
type RichiestaCalcoloCodiceFiscale struct {
	Cognome         *string `json:"cognome"`
	Nome            *string `json:"nome"`
	DataNascita     *string `json:"dataNascita"`
	Sesso           *string `json:"sesso"`
	CodiceCatastale *string `json:"codiceCatastale"`
	Comune          *string `json:"comune"`
	Provincia       *string `json:"provincia"`
}

// EsitoCalcoloCodiceFiscale is a tax code and how it came about.
type EsitoCalcoloCodiceFiscale struct {
	CodiceFiscale   string      `json:"codiceFiscale"`
	CodiceCatastale string      `json:"codiceCatastale"`
	LuogoNascita    string      `json:"luogoNascita,omitempty"`
	Spiegazione     []cds.Passo `json:"spiegazione"`
	Avvertenze      []string    `json:"avvertenze"`
}

// CalcolaCodiceFiscale computes the tax code of a person, without omocodia.
func (s *Service) CalcolaCodiceFiscale(r RichiestaCalcoloCodiceFiscale) (EsitoCalcoloCodiceFiscale, error) {
	var c campi
	nascita := giorno(&c, "dataNascita", r.DataNascita)
	if nascita.After(calendario.Da(s.Adesso())) {
		c.rifiuta("dataNascita", "è nel futuro")
	}
	persona := codicefiscale.Persona{
		Cognome: testoOppure(&c, "cognome", r.Cognome), Nome: testoOppure(&c, "nome", r.Nome),
		Sesso: codicefiscale.Sesso(testo(&c, "sesso", r.Sesso)),
	}
	if nominativo.Pulito(persona.Cognome) == "" && nominativo.Pulito(persona.Nome) == "" && !c.ha("cognome") && !c.ha("nome") {
		c.rifiuta("cognome", nominativo.MancaTutto)
	}
	nato := s.luogoNascita(&c, r, nascita)
	if err := c.errore(); err != nil {
		return EsitoCalcoloCodiceFiscale{}, err
	}
	anno, mese, g := nascita.Date()
	persona.Nascita, persona.CodiceCatastale = time.Date(anno, mese, g, 0, 0, 0, 0, time.UTC), nato.codice
	codice, err := codicefiscale.Calcola(persona)
	if err != nil {
		return EsitoCalcoloCodiceFiscale{}, rifiuto(err, nil)
	}
	return EsitoCalcoloCodiceFiscale{
		CodiceFiscale: codice, CodiceCatastale: nato.codice, LuogoNascita: nato.nome, Spiegazione: spiegaCodice(codice, persona, nascita, nato),
		Avvertenze: elenco(append(codicefiscale.Avvertenze(persona), nato.avvertenza)...),
	}, nil
}

// spiegaCodice says which characters come from what.
func spiegaCodice(codice string, p codicefiscale.Persona, nascita calendario.Giorno, nato luogo) []cds.Passo {
	passo := func(regola, testo string, valori ...any) cds.Passo {
		return cds.Passo{Regola: regola, Norma: normaCodiceFiscale, Testo: fmt.Sprintf(testo, valori...)}
	}
	giorno := "il giorno"
	if p.Sesso == codicefiscale.Femmina {
		giorno = "il giorno più 40, perché donna"
	}
	posto := nato.codice
	if nato.nome != "" {
		posto = nato.nome
	}
	return []cds.Passo{
		passo("COGNOME", oSenza(p.Cognome, "Dal cognome, prima le consonanti e poi le vocali: %s.", "Senza cognome: %s."), codice[:3]),
		passo("NOME", oSenza(p.Nome, "Dal nome; con quattro o più consonanti la prima, la terza e la quarta: %s.", "Senza nome: %s."), codice[3:6]),
		passo("NASCITA", "%s: l'anno, la lettera del mese e %s: %s.", nascita.Detto("Dal"), giorno, codice[6:11]),
		passo("LUOGO", "Dal luogo di nascita, %s: %s.", posto, codice[11:15]),
		passo("CARATTERE_DI_CONTROLLO", "Dai primi quindici caratteri: %s.", codice[15:]),
		passo("OMOCODIA", "Quando due persone avrebbero lo stesso codice, l'Agenzia delle Entrate lo cambia: il codice attribuito lo conosce solo l'Agenzia."),
	}
}

// oSenza chooses the words for a name that the person may not have.
func oSenza(nome, con, senza string) string {
	if nominativo.Pulito(nome) == "" {
		return senza
	}
	return con
}

// luogoNascita reads the place of birth of a request: a code, or a name on the day of birth.
func (s *Service) luogoNascita(c *campi, r RichiestaCalcoloCodiceFiscale, nascita calendario.Giorno) luogo {
	codice, nome, provincia := testoOppure(c, "codiceCatastale", r.CodiceCatastale), testoOppure(c, "comune", r.Comune), testoOppure(c, "provincia", r.Provincia)
	switch {
	case r.CodiceCatastale == nil && r.Comune == nil:
		c.rifiuta("codiceCatastale", "manca: indicare codiceCatastale oppure comune")
	case r.CodiceCatastale != nil && r.Comune != nil:
		c.rifiuta("comune", "indicare codiceCatastale oppure comune, non entrambi")
	case r.Comune == nil && r.Provincia != nil:
		c.rifiuta("provincia", "si indica con il comune")
	case nascita.IsZero():
	case r.Comune == nil:
		return s.luogoDelCodice(codicefiscale.Normalizza(codice), []calendario.Giorno{nascita})
	default:
		l, err := s.luogoDelNome(nome, provincia, nascita)
		for _, x := range campiDi(err) {
			c.rifiuta(x.Campo, x.Messaggio)
		}
		return l
	}
	return luogo{}
}

func campiDi(err error) []problem.Campo {
	if p := problem.As(err); p != nil {
		return p.Campi
	}
	return nil
}

package calcolo

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// The two things that the page of the tax code does.
const (
	azioneCalcola = "calcola"
	azioneValida  = "valida"
)

// paginaCodice is the page of the tax code.
type paginaCodice struct {
	*modulo
	comuni    *comune.Tabella
	Candidati []luogo // places that the text typed may mean
	Calcolato *codiceCalcolato
	Giudicato *codiceGiudicato
}

// codiceCalcolato is the code of a person.
type codiceCalcolato struct {
	Codice     string
	Parti      []parte
	Avvertenze []string
}

// codiceGiudicato is what a code says.
type codiceGiudicato struct {
	codicefiscale.Esito
	Suggerimenti []string
	Quando, Dove string // days of birth that it allows, and the place as it was called then
	LuogoIgnoto  bool   // no table knows the place on any of the days
	Parti        []parte
}

// parte is a piece of a code and what it stands for.
type parte struct{ Nome, Caratteri, Significato string }

// calcolaCodice reads the form that was sent, if one was.
func calcolaCodice(m *modulo, t *comune.Tabella, oggi calendario.Giorno) (paginaCodice, error) {
	p := paginaCodice{modulo: m, comuni: t}
	switch azione := m.valore("azione"); azione {
	case azioneCalcola:
		return p, p.calcola(oggi)
	case azioneValida:
		p.giudica(oggi)
	case "":
		m.guasti.Se(!m.vuoto(), "azione", "manca")
	default:
		m.sbaglia("azione", "sconosciuta")
	}
	return p, nil
}

// calcola computes the code of the person that was typed.
func (p *paginaCodice) calcola(oggi calendario.Giorno) error {
	persona := codicefiscale.Persona{Cognome: p.testo("cognome"), Nome: p.testo("nome"), Sesso: codicefiscale.Sesso(p.testo("sesso"))}
	nato := p.giornoDovuto("nascita")
	p.guasti.Se(nato.After(oggi), "nascita", "è nel futuro")
	dove := p.luogo(nato)
	persona.Nascita, persona.CodiceCatastale = nato.Inizio(), dove.Codice
	p.guasti.Se(nominativo.Pulito(persona.Cognome) == "" && nominativo.Pulito(persona.Nome) == "", "cognome", nominativo.MancaTutto)
	p.guasti.Se(persona.Sesso == "", "sesso", "manca")
	if !p.buono() {
		return nil
	}
	codice, err := codicefiscale.Calcola(persona)
	if err != nil {
		return p.rifiuta(err, map[string]string{"dataNascita": "nascita", "codiceCatastale": "luogo"})
	}
	p.Calcolato = &codiceCalcolato{Codice: codice, Parti: parti(codice, significati{
		cognome: oAssente(persona.Cognome), nome: oAssente(persona.Nome), nascita: nato.Italiano(), sesso: persona.Sesso, luogo: dove.String(),
	})}
	p.Calcolato.Avvertenze = codicefiscale.Avvertenze(persona)
	if dove.Nome == "" {
		p.Calcolato.Avvertenze = append(p.Calcolato.Avvertenze, "Il codice "+dove.Codice+" non è fra i comuni e gli stati noti il "+nato.Italiano()+": controllarlo.")
	}
	return nil
}

// oAssente is a name, or the word shown where a person has none.
func oAssente(nome string) string { return cmp.Or(nominativo.Pulito(nome), "assente") }

// luogo finds the place of birth; several are offered to choose from.
func (p *paginaCodice) luogo(nato calendario.Giorno) luogo {
	scritto, provincia := p.testo("luogo"), p.testo("provincia")
	if scelto := p.testo("luogoScelto"); scelto != "" {
		scritto, provincia = scelto, ""
	}
	if scritto == "" {
		p.sbaglia("luogo", "manca")
		return luogo{}
	}
	if nato.IsZero() { // names are those of the day of birth
		return luogo{}
	}
	trovati, esatti := cercaLuoghi(p.comuni, scritto, provincia, nato)
	switch {
	case len(trovati) == 0:
		p.sbaglia("luogo", "nessun comune o stato con questo nome il "+nato.Italiano()+": provare con il codice catastale")
		return luogo{}
	case esatti && len(trovati) == 1:
		if trovati[0].Nome != "" {
			p.proponi("luogo", trovati[0].Nome)
			p.proponi("provincia", trovati[0].Provincia)
		}
		return trovati[0]
	}
	p.Candidati = trovati[:min(len(trovati), luoghiMassimi)]
	p.sbaglia("luogo", fmt.Sprintf("corrisponde a %d nomi: scegliere quale", len(trovati)))
	return luogo{}
}

// giudica says what the code that was typed is worth, and what it tells.
func (p *paginaCodice) giudica(oggi calendario.Giorno) {
	scritto := p.testo("codice")
	p.guasti.Se(scritto == "", "codice", "manca")
	if !p.buono() {
		return
	}
	g := codiceGiudicato{Esito: codicefiscale.Valida(scritto)}
	p.Giudicato = &g
	if !g.Valido {
		g.Suggerimenti = codicefiscale.Suggerimenti(scritto)
		return
	}
	if !g.Numerico {
		g.leggi(p.comuni, oggi)
	}
}

// leggi says what the code of a person tells, on each of the days of birth that it allows and that are
// not to come.
func (g *codiceGiudicato) leggi(t *comune.Tabella, oggi calendario.Giorno) {
	var giorni, luoghi []string
	g.LuogoIgnoto = true
	for i, n := range g.Dati.Nascite() {
		giorno := calendario.Da(n)
		if i > 0 && giorno.After(oggi) {
			break
		}
		dove, noto := luogoDi(t, g.Dati.CodiceCatastale, giorno)
		g.LuogoIgnoto = g.LuogoIgnoto && !noto
		giorni = append(giorni, giorno.Italiano())
		if nome := dove.String(); !slices.Contains(luoghi, nome) {
			luoghi = append(luoghi, nome)
		}
	}
	g.Quando, g.Dove = strings.Join(giorni, " oppure "), strings.Join(luoghi, " oppure ")
	g.Parti = parti(g.Normalizzato, significati{nascita: g.Quando, sesso: g.Dati.Sesso, luogo: g.Dove})
}

// significati is what the parts of a code stand for.
type significati struct {
	cognome, nome, nascita, luogo string
	sesso                         codicefiscale.Sesso
}

// parti cuts the code of a person into its parts.
func parti(codice string, s significati) []parte {
	if s.cognome == "" {
		s.cognome, s.nome = "tre lettere del cognome di nascita", "tre lettere del nome"
	}
	return []parte{
		{"Cognome", codice[0:3], s.cognome},
		{"Nome", codice[3:6], s.nome},
		{"Nascita e sesso", codice[6:11], s.nascita + ", " + parolaSesso(s.sesso)},
		{"Luogo di nascita", codice[11:15], s.luogo},
		{"Controllo", codice[15:], "dipende dai quindici caratteri che precedono"},
	}
}

// avvertenze are what a person has to look at.
func (g *codiceGiudicato) avvertenze() []string {
	if !g.LuogoIgnoto {
		return nil
	}
	return []string{"Il codice " + g.Dati.CodiceCatastale + " non è fra i comuni e gli stati noti in quei giorni: controllarlo."}
}

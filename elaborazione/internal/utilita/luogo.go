package utilita

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// estero stands for a province of a person who was born abroad, as forms have it.
const estero = "EE"

// luogo is a place of birth: its Belfiore code, how people call it, and what is doubtful about it.
type luogo struct {
	codice, nome, avvertenza string
}

// delComune is an Italian place, "Roma (RM)".
func delComune(c comune.Comune) luogo {
	return luogo{codice: c.CodiceCatastale, nome: c.Nome + " (" + c.Provincia + ")"}
}

// delloStato is a foreign place.
func delloStato(s comune.Stato) luogo { return luogo{codice: s.Codice, nome: s.Nome} }

// luogoDelCodice finds the place of a code on the first of the days on which there was one: the likelier day
// comes first, and another that answers in its stead is remarked on. A code that no table knows is kept, with
// a remark.
func (s *Service) luogoDelCodice(codice string, giorni []calendario.Giorno) luogo {
	if st, ok := comune.CercaStato(codice); ok {
		return delloStato(st)
	}
	tabella := s.Tabelle.Comuni()
	for _, g := range giorni {
		if c, ok := tabella.CercaCatastale(codice, g); ok {
			l := delComune(c)
			if g != giorni[0] {
				l.avvertenza = "il luogo " + l.nome + " esisteva " + g.Detto("il") + " e non " + giorni[0].Detto("il") + ": verificare la data di nascita"
			}
			return l
		}
	}
	return luogo{codice: codice, avvertenza: "il luogo " + codice + " non è nelle tabelle alla data di nascita: verificarlo"}
}

// luogoDelNome finds the place of birth by its name on that day. The error names comune or provincia; of
// several places it lists them.
func (s *Service) luogoDelNome(nome, provincia string, nascita calendario.Giorno) (luogo, error) {
	nome, sigla := separaProvincia(nome)
	provincia = strings.TrimSpace(provincia)
	switch {
	case sigla != "" && provincia != "" && !strings.EqualFold(sigla, provincia):
		return luogo{}, problem.CampoNonValido("provincia", "non è quella scritta dopo il comune")
	case sigla != "":
		provincia = sigla
	}
	tabella := s.Tabelle.Comuni()
	if c, ok := tabella.CercaNome(nome, provincia, nascita); ok {
		return delComune(c), nil
	}
	if st, ok := comune.CercaStatoNome(nome); ok && (provincia == "" || strings.EqualFold(provincia, estero)) {
		return natoIn(st), nil
	}
	omonimi := omonimi(tabella, nome, nascita)
	switch {
	case len(omonimi) == 0:
		return luogo{}, problem.CampoNonValido("comune", "nessun comune e nessuno Stato con questo nome alla data di nascita: indicare codiceCatastale")
	case provincia != "":
		return luogo{}, problem.CampoNonValido("provincia", "alla data di nascita il comune era "+strings.Join(omonimi, " oppure "))
	}
	return luogo{}, problem.CampoNonValido("comune", "più comuni hanno questo nome, indicare la provincia: "+strings.Join(omonimi, ", "))
}

// natoIn is a foreign place that was named: of a State that is no more the code may not be the right one.
func natoIn(s comune.Stato) luogo {
	l := delloStato(s)
	if s.Cessato {
		l.avvertenza = "il codice " + s.Codice + " (" + s.Nome + ") non si dà più a chi nasce adesso: verificarlo alla data di nascita"
	}
	return l
}

// separaProvincia takes "Roma (RM)" apart; brackets with anything else in them are of the name.
func separaProvincia(nome string) (comune, sigla string) {
	prima, resto, parentesi := strings.Cut(nome, "(")
	sigla, dopo, chiusa := strings.Cut(resto, ")")
	if sigla = strings.TrimSpace(sigla); !parentesi || !chiusa || len(sigla) != 2 || strings.TrimSpace(dopo) != "" {
		return nome, ""
	}
	return prima, sigla
}

// omonimi names the comuni of a name on a day.
func omonimi(t *comune.Tabella, nome string, giorno calendario.Giorno) []string {
	var nomi []string
	for _, c := range t.Omonimi(nome, giorno) {
		nomi = append(nomi, delComune(c).nome)
	}
	slices.Sort(nomi)
	return slices.Compact(nomi)
}

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

// luogo is a place of birth: its Belfiore code, how people call it, and the doubt about it.
type luogo struct {
	codice, nome, avvertenza string
}

// delComune is an Italian place, "Roma (RM)".
func delComune(c comune.Comune) luogo {
	return luogo{codice: c.CodiceCatastale, nome: c.Nome + " (" + c.Provincia + ")"}
}

// delloStato is a foreign place; a State that was no more on the day of birth is remarked on.
func delloStato(s comune.Stato, nascita calendario.Giorno) luogo {
	return luogo{codice: s.Codice, nome: s.Nome, avvertenza: s.Avvertenza(nascita)}
}

// luogoDelCodice finds the place of a code on the first of the days on which there was one: the likelier day
// comes first, and another that answers in its stead is remarked on. A code that no table knows is kept, with
// a remark.
func (s *Service) luogoDelCodice(codice string, giorni []calendario.Giorno) luogo {
	if st, ok := comune.CercaStato(codice); ok {
		return delloStato(st, giorni[0])
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
	trovati := tabella.Trova(nome, provincia, nascita)
	if !trovati.Esatta && (provincia == "" || strings.EqualFold(provincia, estero)) {
		if st, ok := comune.CercaStatoNome(nome); ok {
			return delloStato(st, nascita), nil
		}
	}
	if len(trovati.Comuni) == 1 {
		l := delComune(trovati.Comuni[0])
		l.avvertenza = trovati.Avvertenza
		return l, nil
	}
	return luogo{}, nonTrovato(tabella, trovati, nome, nascita)
}

// nonTrovato says why a name matches no single place, and which places it comes near to.
func nonTrovato(t *comune.Tabella, r comune.Ricerca, nome string, nascita calendario.Giorno) error {
	switch {
	case len(r.Comuni) > 0:
		return problem.CampoNonValido("comune", "più comuni hanno questo nome, indicare la provincia: "+strings.Join(nomi(r.Comuni), ", "))
	case len(r.DiAltraProvincia) > 0:
		return problem.CampoNonValido("provincia", "non è mai stata quella del comune: alla data di nascita il comune era "+strings.Join(nomi(r.DiAltraProvincia), " oppure "))
	case len(r.Finiti) > 0:
		return problem.CampoNonValido("comune", "alla data di nascita non era un comune: "+strings.Join(periodi(r.Finiti), "; "))
	}
	motivo := "nessun comune e nessuno Stato con questo nome alla data di nascita: indicare codiceCatastale"
	if vicini := nomi(t.Vicini(nome, nascita)); len(vicini) > 0 {
		motivo += " (nomi vicini: " + strings.Join(vicini, ", ") + ")"
	}
	return problem.CampoNonValido("comune", motivo)
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

// nomi are the places of some comuni, "Roma (RM)".
func nomi(comuni []comune.Comune) []string {
	var nomi []string
	for _, c := range comuni {
		if n := delComune(c).nome; !slices.Contains(nomi, n) {
			nomi = append(nomi, n)
		}
	}
	return nomi
}

// periodi say between which days some comuni bore their name.
func periodi(comuni []comune.Comune) []string {
	var detti []string
	for _, c := range comuni {
		d := delComune(c).nome + " " + c.ValidoDa.Detto("dal")
		if !c.ValidoA.IsZero() {
			d += " " + c.ValidoA.Detto("al")
		}
		detti = append(detti, d)
	}
	return detti
}

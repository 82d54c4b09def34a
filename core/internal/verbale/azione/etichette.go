package azione

import (
	"cmp"
	"strings"
)

func (p *Pagina) nomeCampo(nome string) string {
	return cmp.Or(p.etichettaDi(nome), nomeCampo(nome))
}

// nomeCampo is the label of a field that was refused.
func nomeCampo(nome string) string {
	switch nome {
	case "motivo":
		return "motivo"
	case DaCandidato:
		return "chi risponde"
	case "conferma":
		return "conferma"
	}
	for _, chi := range []string{daPersona, daSocieta} {
		if !strings.HasPrefix(nome, chi+".") {
			continue
		}
		for _, c := range campi(chi) {
			if c.Nome == nome {
				return c.Etichetta
			}
		}
	}
	return nome
}

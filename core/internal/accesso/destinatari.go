package accesso

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// moduloWeb is who asks for an access of the web application.
const moduloWeb = "core"

// moduloCittadini is the one module that a citizens' portal opens.
const moduloCittadini = "connessione"

// moduli are the audiences of an operators' portal: all of them, the roles decide.
func moduli() []string {
	var nomi []string
	for _, m := range bootstrap.Modules() {
		nomi = append(nomi, m.Name)
	}
	return nomi
}

// modulo is the audience of an exchange without portal: who asks, if it is one of ours.
func modulo(nome string) ([]string, error) {
	if !slices.Contains(moduli(), nome) {
		return nil, problem.CampoNonValido("modulo", "non è un modulo della piattaforma")
	}
	return []string{nome}, nil
}

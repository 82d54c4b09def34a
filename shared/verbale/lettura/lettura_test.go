package lettura_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for ha, vuole := range map[string]string{
		lettura.Estremi(123, "A", 2026): "123/A/2026",
		lettura.Estremi(123, "", 2026):  "123/2026",
		(lettura.Soggetto{Tipo: "SOCIETA", Denominazione: "Rossi srl"}).NomeCompleto():                   "Rossi srl",
		(lettura.Soggetto{Cognome: "Rossi", Nome: "Mario"}).NomeCompleto():                               "Rossi Mario",
		(lettura.Soggetto{Comune: "Bologna", Provincia: "BO"}).Recapito():                                "Bologna (BO)",
		(lettura.Soggetto{Indirizzo: "Via Po", Civico: "2", Cap: "40100", Comune: "Bologna"}).Recapito(): "Via Po 2, 40100 Bologna",
		(lettura.Soggetto{Nazione: "IT"}).Estero():                                                       "",
		(lettura.Soggetto{Nazione: "DE"}).Estero():                                                       "DE",
	} {
		if ha != vuole {
			t.Errorf("%q, not %q", ha, vuole)
		}
	}
}

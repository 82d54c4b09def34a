package anpr

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
)

// conosciuta is a person whom a register of vehicles has named: the same data, unless the plate's scenario, or the register of
// vehicles itself, says another thing.
func conosciuta(n motorizzazione.Nota) (sc Scenario, p persona) {
	p = daCodice(n.CodiceFiscale)
	p.cognome, p.nome, p.nascita, p.nota = strings.ToUpper(n.Cognome), strings.ToUpper(n.Nome), n.DataNascita, &n.Intestatario
	switch {
	case n.Decesso != "":
		sc.soggetti = morta(n.Decesso)
	case n.Indirizzo.Nazione != "IT":
		sc.soggetti = allEstero
	case n.Scenario == motorizzazione.Morto:
		sc.soggetti = morta("2026-09-01")
	case n.Scenario == motorizzazione.Trasferito:
		p.nota.Indirizzo = motorizzazione.Indirizzo{Via: "Via Amerigo Vespucci", Civico: "55", CAP: "41121", Comune: "Modena",
			CodiceIstat: "036023", Provincia: "MO", Nazione: "IT"}
	}
	return sc, p
}

// residenzaNota is an address of the registers of vehicles as this one writes it.
func residenzaNota(dal string, i motorizzazione.Indirizzo) map[string]any {
	specie, nome, _ := strings.Cut(strings.ToUpper(i.Via), " ")
	civico := strings.FieldsFunc(strings.ToUpper(i.Civico), func(r rune) bool { return r == '/' || r == ' ' })
	numero := map[string]any{"numero": civico[0]}
	if len(civico) > 1 {
		numero["esponente1"] = civico[1]
	}
	return map[string]any{"tipoIndirizzo": "1", "dataDecorrenzaResidenza": dal, "indirizzo": map[string]any{"cap": i.CAP,
		"comune":       map[string]any{"nomeComune": strings.ToUpper(i.Comune), "codiceIstat": i.CodiceIstat, "siglaProvinciaIstat": i.Provincia},
		"toponimo":     map[string]any{"specie": specie, "denominazioneToponimo": nome},
		"numeroCivico": numero}}
}

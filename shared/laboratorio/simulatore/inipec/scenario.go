package inipec

import (
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri"
)

// Scenario is one behaviour that a caller chooses by the tax code (simulatore.CodiceEnte).
type Scenario struct {
	Codice, Nome        string
	pec, professionista bool
	sede                string // a street; empty: none
	altera              func(m map[string]any, n registri.Linguaggio)
	alteraSede          func(m map[string]any, n registri.Linguaggio)
}

const (
	maiPronto = "006"
	via       = "ROMA"
)

// Scenari lists the behaviours; the failures of every system are those of simulatore.Scenari. A code of no scenario has nothing.
func Scenari() []Scenario {
	return []Scenario{
		{Codice: "001", Nome: "un'impresa con PEC e sede", pec: true, sede: via},
		{Codice: "002", Nome: "PEC dell'impresa e di un suo professionista", pec: true, professionista: true, sede: via},
		{Codice: "003", Nome: "senza PEC, con sede", sede: via},
		{Codice: "005", Nome: "senza PEC e senza sede"},
		{Codice: maiPronto, Nome: "l'elenco non è mai pronto", pec: true, sede: via},
		{Codice: "404", Nome: "nessuna impresa"},
		{Codice: "532", Nome: "risposta di un'altra impresa", pec: true, sede: via, altera: prima(func(v map[string]any, n registri.Linguaggio) {
			v[n.Nome("cf")] = simulatore.CodiceEnte("001", "99999")
		}), alteraSede: func(m map[string]any, n registri.Linguaggio) { m[n.Nome("cf")] = simulatore.CodiceEnte("001", "99999") }},
		{Codice: "535", Nome: "un indirizzo che non lo è, una sede senza comune", pec: true, sede: via, altera: prima(func(v map[string]any, n registri.Linguaggio) {
			v[n.Nome("pecImpresa")] = "non è un indirizzo"
		}), alteraSede: func(m map[string]any, n registri.Linguaggio) {
			if dove, c := m[n.Nome("indirizzoLocalizzazione")].(map[string]any); c {
				delete(dove, n.Nome("comune"))
			}
		}},
	}
}

// prima alters the first item of a list.
func prima(cambia func(v map[string]any, n registri.Linguaggio)) func(map[string]any, registri.Linguaggio) {
	return func(m map[string]any, n registri.Linguaggio) {
		voci, _ := m[n.Nome("elencoPec")].([]any)
		for _, v := range voci {
			if voce, c := v.(map[string]any); c {
				cambia(voce, n)
			}
		}
	}
}

// di is the scenario of a tax code; a code of a common failure is a company with everything.
func di(cf string) Scenario {
	codice := simulatore.DelCodiceFiscale(cf)
	for _, s := range Scenari() {
		if s.Codice == codice {
			return s
		}
	}
	if simulatore.PerCodice(codice) != nil {
		return Scenario{Codice: codice, pec: true, sede: via}
	}
	return Scenario{}
}

func guasto(cf string, n registri.Linguaggio) simulatore.Guasto {
	s := di(cf)
	if s.altera != nil {
		return simulatore.Altera(func(m map[string]any) { s.altera(m, n) })
	}
	return simulatore.PerCodice(s.Codice)
}

func guastoSede(cf string, n registri.Linguaggio) simulatore.Guasto {
	s := di(cf)
	if s.alteraSede != nil {
		return simulatore.Altera(func(m map[string]any) { s.alteraSede(m, n) })
	}
	return simulatore.PerCodice(s.Codice)
}

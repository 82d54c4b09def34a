package tabella

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// raffronti compares each row that is added with the last validity of its code before it, so that a
// person reads what a decree changes instead of whole rows; by key, only of rows that follow another.
func raffronti(colonne []string, d foglio.Rapporto, prima, dopo []foglio.Datata) map[string][]foglio.Campo {
	precedenti := map[string][]foglio.Datata{}
	for _, r := range prima {
		codice := CodiceDi(r.Chiave())
		precedenti[codice] = append(precedenti[codice], r)
	}
	nuove := make(map[string]foglio.Datata, len(d.Aggiunte))
	for _, v := range d.Aggiunte {
		nuove[v.Chiave] = nil
	}
	for _, r := range dopo {
		if _, aggiunta := nuove[r.Chiave()]; aggiunta {
			nuove[r.Chiave()] = r
		}
	}
	esito := map[string][]foglio.Campo{}
	for chiave, r := range nuove {
		if p := ultimaPrima(precedenti[CodiceDi(chiave)], r); p != nil {
			esito[chiave] = Raffronto(colonne, p, r)
		}
	}
	return esito
}

// ultimaPrima is the row with the latest day among those that hold from before the day of another.
func ultimaPrima(righe []foglio.Datata, di foglio.Datata) (ultima foglio.Datata) {
	for _, r := range righe {
		if r.Decorrenza().Before(di.Decorrenza()) && (ultima == nil || r.Decorrenza().After(ultima.Decorrenza())) {
			ultima = r
		}
	}
	return ultima
}

// Raffronto are the cells in which a row differs from one before it, but for the day from which it
// holds; none without a row before.
func Raffronto(colonne []string, prima, dopo foglio.Datata) []foglio.Campo {
	if prima == nil {
		return nil
	}
	diversi := slices.DeleteFunc(foglio.Diverse(colonne, prima.Campi(), dopo.Campi()), func(c foglio.Campo) bool { return c.Nome == "validoDa" })
	if len(diversi) == 0 {
		return nil
	}
	return diversi
}

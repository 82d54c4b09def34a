package sanzione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// Targata reports that a vehicle of the class may bear a plate of a class: a lorry, a bus and a heavy vehicle have the plate of a
// car, every motor cycle that of category L, a heavy one may be a trailer or an agricultural machine. A cycle, an electric scooter
// and a cart have none of a motor vehicle.
func (c Classe) Targata(di targa.Classe) bool {
	return slices.Contains(map[Classe][]targa.Classe{
		Autoveicolo: {targa.ClasseAutoveicolo}, Autocarro: {targa.ClasseAutoveicolo}, Autobus: {targa.ClasseAutoveicolo},
		Pesante:     {targa.ClasseAutoveicolo, targa.ClasseRimorchio, targa.ClasseAgricola},
		Motoveicolo: {targa.ClasseMotoveicolo}, Motociclo: {targa.ClasseMotoveicolo}, Ciclomotore: {targa.ClasseCiclomotore},
		Rimorchio: {targa.ClasseRimorchio},
	}[c], di)
}

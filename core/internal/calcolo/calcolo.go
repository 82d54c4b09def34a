// Package calcolo is the pages where an operator computes an amount, a deadline, a speed or a tax code
// and reads why. It knows forms and words: the computations are in shared/legge/cds, shared/legge/sanzione,
// shared/codici/codicefiscale and shared/codici/comune.
package calcolo

import (
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The addresses of the pages.
const (
	indirizzo              = pagine.Base + "calcoli"
	indirizzoImporto       = indirizzo + "/importo"
	indirizzoScadenza      = indirizzo + "/scadenza"
	indirizzoVelocita      = indirizzo + "/velocita"
	indirizzoCodiceFiscale = indirizzo + "/codiceFiscale"
)

// Tabelle are the fixed tables that the calculations look into, as they are now.
type Tabelle interface {
	Violazioni() *sanzione.Tabella
	Comuni() *comune.Tabella
}

// calcoli are the pages, in the order of their tabs.
func calcoli() []pagine.Voce {
	return []pagine.Voce{
		{Nome: "Importo", Indirizzo: indirizzoImporto, Scopo: "Quanto si paga per una violazione in un certo giorno, e quali avvisi di pagamento si emettono."},
		{Nome: "Scadenza", Indirizzo: indirizzoScadenza, Scopo: "Entro quale giorno pagare, ricorrere, notificare, e quando una notificazione è perfezionata."},
		{Nome: "Velocità", Indirizzo: indirizzoVelocita, Scopo: "Velocità al netto della tolleranza, comma applicato, importi, punti e sanzioni accessorie."},
		{Nome: "Codice fiscale", Indirizzo: indirizzoCodiceFiscale, Scopo: "Calcolarlo dai dati di una persona, oppure controllarne uno e leggere che cosa dice."},
	}
}

// Package ruolo is the roles of operators in words: what each may do, for the administrator who
// gives them and for the contract. The permissions themselves are in auth.Matrix.
package ruolo

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Ruolo is a role with what it may, in Italian and as permissions.
type Ruolo struct {
	Nome        string            `json:"nome"`
	Descrizione string            `json:"descrizione"`
	Permessi    []auth.Permission `json:"permessi"`
}

// Tutti gives the roles, from the one that may most on the platform to the one that may least.
func Tutti() []Ruolo {
	matrice := auth.Matrix()
	tutti := []Ruolo{
		{Nome: auth.RuoloPiattaforma, Descrizione: "comandi serviti, intervalli di numeri e tabelle della piattaforma; nessun verbale"},
		{Nome: auth.RuoloAmministratore, Descrizione: "operatori, reparti, agenti, integratori e impostazioni del comando"},
		{Nome: auth.RuoloUfficio, Descrizione: "ciò che può OPERATORE, e convalidare, decidere, annullare, avviare lotti, ricorsi e riscossione"},
		{Nome: auth.RuoloOperatore, Descrizione: "leggere i verbali, registrare pagamenti, fare visure con un motivo"},
		{Nome: auth.RuoloAgente, Descrizione: "tablet, controlli su strada, i propri verbali"},
		{Nome: auth.RuoloIntegratore, Descrizione: "sistema esterno che inserisce verbali e legge i propri"},
		{Nome: auth.RuoloLettura, Descrizione: "leggere i verbali senza dati personali"},
		{Nome: auth.RuoloCittadino, Descrizione: "il portale del cittadino: i propri verbali"},
	}
	for i := range tutti {
		tutti[i].Permessi = matrice[tutti[i].Nome]
	}
	return tutti
}

// Package integratore is the external systems of a tenant that enter fines; accounts belong to them.
package integratore

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an integrator: the accounts of a ceased integrator may not enter.
const (
	Attivo  = schedario.Attivo
	Cessato = schedario.Cessato
)

const (
	nomeMassimo = 100 // characters
	formaID     = `^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`
)

// Integratore is an external system. Its id is a UUIDv7, its name unique in the tenant; Versione grows
// at each change. Utenze are the accounts that belong to it, by username; nil where they were not asked for.
type Integratore struct {
	Tenant   string   `json:"-"`
	ID       string   `json:"id" gorm:"primaryKey"`
	Nome     string   `json:"nome"`
	Stato    string   `json:"stato"`
	Versione int      `json:"versione"`
	Utenze   []Utenza `json:"utenze,omitzero" gorm:"-"`
}

// TableName is the table in the search path.
func (Integratore) TableName() string { return "integratore" }

// Utenza is an account of an integrator.
type Utenza struct {
	Username string `json:"username"`
	Nome     string `json:"nome"`
	Cognome  string `json:"cognome"`
	Stato    string `json:"stato"`
}

// nuovo is the body of POST /integratori.
type nuovo struct {
	Nome string `json:"nome"`
}

func (n nuovo) integratore() Integratore { return Integratore{Nome: n.Nome} }

// modifica is the body of PUT /integratori/{id}.
type modifica struct {
	Nome     string `json:"nome"`
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

func (m modifica) integratore() Integratore {
	return Integratore{Nome: m.Nome, Stato: m.Stato, Versione: m.Versione}
}

// Dichiarazione is the noun, for its doors.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Integratore] {
	s := Nuovo(p)
	d := s.Dichiarazione()
	d.Usi.Crea, d.Usi.Trova = s.Crea, s.Trova
	d.Scheda, d.Rileggi = scheda, s.conUtenze
	return d
}

func dichiarazione() schedario.Dichiarazione[Integratore] {
	return schedario.Dichiarazione[Integratore]{
		Nome: "integratore", Percorso: "integratori", Parametro: "id", Legge: auth.PermessoIntegratore, Scrive: auth.PermessoIntegratore,
		Testa: func(i *Integratore) schedario.Testa {
			return schedario.Testa{Tenant: &i.Tenant, Chiave: &i.ID, Stato: &i.Stato, Versione: &i.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.integratore), Altra: schedario.CorpoAltra(modifica.integratore),
		Campi: []schedario.Campo[Integratore]{
			{Campo: pagine.Campo{Nome: "nome", Etichetta: "Nome", Massimo: nomeMassimo, Obbligatorio: true,
				Aiuto: "Il sistema esterno da cui arrivano i verbali; unico nel comando."},
				Di: func(i *Integratore) *string { return &i.Nome }},
			{Campo: pagine.Campo{Nome: "id", Etichetta: "Identificativo", SolaLettura: true}, Quando: schedario.SoloPresente,
				Di: func(i *Integratore) *string { return &i.ID }},
			schedario.CampoStato(func(i *Integratore) *string { return &i.Stato }, "Le utenze di un integratore cessato non entrano più, da subito.", Attivo, Cessato),
		},
		Pagina: schedario.Pagina[Integratore]{
			TitoloElenco: "Integratori", TitoloNuova: "Nuovo integratore", Titolo: func(i Integratore) string { return "Integratore " + i.Nome },
			Colonne: []string{"Nome", "Stato"}, Iniziale: Integratore{Stato: Attivo},
			Celle: func(i Integratore) []string { return []string{i.Nome, pagine.Stato(i.Stato)} },
		},
		Riga: schedario.Riga[Integratore]{
			Breve: "i sistemi esterni di un tenant", Crea: "registra un sistema esterno", Elenca: "elenca i sistemi esterni di un tenant",
			Argomento: "NOME", Tenant: "tenant a cui appartiene (obbligatorio)",
			Colonne: []string{"ID", "NOME", "STATO"}, Celle: func(i Integratore) []string { return []string{i.ID, i.Nome, i.Stato} },
			Detta: func(i Integratore) string { return i.Nome + " (" + i.ID + ")" },
		},
	}
}

// valida refuses data that no integrator has.
func (i Integratore) valida(bool) (Integratore, error) {
	i.Nome = strings.TrimSpace(i.Nome)
	var g voce.Guasti
	g.Se(i.Tenant == "", "tenant", "manca")
	g.Se(i.Nome == "", "nome", "manca")
	g.Testo("nome", i.Nome, nomeMassimo)
	g.Se(i.Stato != Attivo && i.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return i, voce.Raccogli(g)
}

// omonimo is the refusal of a name that another integrator of the tenant has.
func omonimo(nome string) error {
	e := problem.Conflitto("NOME_OCCUPATO", "Un altro sistema del comando si chiama già "+nome+".")
	e.Campi = []problem.Campo{{Campo: "nome", Messaggio: "è di un altro sistema"}}
	return e
}

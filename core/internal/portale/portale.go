// Package portale is the portals of the platform: the doors that a login comes through. A portal
// fixes the tenant and the audience.
package portale

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The kinds of portal: who logs in through it.
const (
	Operatori = "OPERATORI" // a token for every module
	Cittadini = "CITTADINI" // a token for connessione alone
)

// The states of a portal: through a ceased portal nobody logs in.
const (
	Attivo  = schedario.Attivo
	Cessato = schedario.Cessato
)

const formaCodice = `^[a-z][a-z0-9-]{1,39}$`

// Portale is a portal; its code is unique in the platform. Its kind never changes: those who have its address
// would become another public. Versione grows at each change.
type Portale struct {
	Tenant   string `json:"-"`
	Codice   string `json:"codice" gorm:"primaryKey"`
	Tipo     string `json:"tipo"`
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

// TableName is the table in the search path.
func (Portale) TableName() string { return "portale" }

// nuovo is the body of POST /portali.
type nuovo struct {
	Codice string `json:"codice"`
	Tipo   string `json:"tipo"`
}

func (n nuovo) portale() Portale { return Portale{Codice: n.Codice, Tipo: n.Tipo} }

// modifica is the body of PUT /portali/{codice}.
type modifica struct {
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

func (m modifica) portale() Portale { return Portale{Stato: m.Stato, Versione: m.Versione} }

// Servizio holds the use cases on portals.
type Servizio = schedario.Servizio[Portale]

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio {
	return schedario.Nuovo(p, dichiarazione(), schedario.Righe[Portale]{
		Articolo: "Il portale", Chiave: "codice", Unica: "codice", Forma: formaCodice,
		Cerca: "codice ILIKE @simile OR tipo ILIKE @simile", Cambia: "stato = @Stato", Valida: Portale.valida, Altrui: occupato,
	})
}

// Dichiarazione is the noun, for its doors.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Portale] { return Nuovo(p).Dichiarazione() }

func dichiarazione() schedario.Dichiarazione[Portale] {
	tipo := func(p *Portale) *string { return &p.Tipo }
	tipi := []pagine.Opzione{{Valore: Operatori, Nome: "Operatori"}, {Valore: Cittadini, Nome: "Cittadini"}}
	return schedario.Dichiarazione[Portale]{
		Nome: "portale", Percorso: "portali", Parametro: "codice", Legge: auth.PermessoPortaleGestione, Scrive: auth.PermessoPortaleGestione,
		Testa: func(p *Portale) schedario.Testa {
			return schedario.Testa{Tenant: &p.Tenant, Chiave: &p.Codice, Stato: &p.Stato, Versione: &p.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.portale), Altra: schedario.CorpoAltra(modifica.portale),
		Campi: []schedario.Campo[Portale]{
			{Campo: pagine.Campo{Nome: "codice", Etichetta: "Codice", Massimo: 40, Obbligatorio: true,
				Aiuto: "Da 2 a 40 lettere minuscole, cifre e trattini, la prima una lettera. Unico sulla piattaforma; non si cambia più."},
				Quando: schedario.SoloNuova, Di: func(p *Portale) *string { return &p.Codice }},
			{Campo: pagine.Campo{Nome: "tipo", Etichetta: "Per chi",
				Aiuto: "Dal portale degli operatori si entra in ogni servizio, da quello dei cittadini solo nella consultazione. Non si cambia più."},
				Quando: schedario.SoloNuova, Di: tipo, Scelte: schedario.Fisse[Portale](tipi...), Opzione: "OPERATORI (tutti i moduli) o CITTADINI (solo connessione) (obbligatorio)"},
			{Campo: pagine.Campo{Nome: "tipo", Etichetta: "Per chi", SolaLettura: true}, Quando: schedario.SoloPresente, Di: tipo, Scelte: schedario.Fisse[Portale](tipi...)},
			schedario.CampoStato(func(p *Portale) *string { return &p.Stato }, "Da un portale cessato non entra più nessuno.", Attivo, Cessato),
		},
		Pagina: schedario.Pagina[Portale]{
			TitoloElenco: "Portali", TitoloNuova: "Nuovo portale", Titolo: func(p Portale) string { return "Portale " + p.Codice },
			Colonne: []string{"Codice", "Per chi", "Stato"}, Iniziale: Portale{Tipo: Operatori, Stato: Attivo},
			Celle: func(p Portale) []string {
				return []string{p.Codice, schedario.Parola(tipi, p.Tipo), pagine.Stato(p.Stato)}
			},
		},
		Riga: schedario.Riga[Portale]{
			Breve: "i portali da cui si accede", Crea: "crea un portale", Elenca: "elenca i portali di un tenant", Argomento: "CODICE",
			Tenant: "tenant (obbligatorio)", Leggi: func(p *Portale) { p.Tipo = strings.ToUpper(p.Tipo) },
			Colonne: []string{"CODICE", "TIPO", "STATO"}, Celle: func(p Portale) []string { return []string{p.Codice, p.Tipo, p.Stato} },
		},
	}
}

// valida refuses data that no portal has.
func (p Portale) valida(nuova bool) (Portale, error) {
	var g voce.Guasti
	if nuova {
		g.Se(p.Tenant == "", "tenant", "manca")
		g.Forma("codice", p.Codice, formaCodice, "da 2 a 40 lettere minuscole, cifre e trattini, la prima una lettera")
		g.Se(p.Tipo != Operatori && p.Tipo != Cittadini, "tipo", "OPERATORI oppure CITTADINI")
	}
	g.Se(p.Stato != Attivo && p.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return p, voce.Raccogli(g)
}

// occupato is the refusal of a code that another tenant has; whose it is, is not said.
func occupato(p Portale) error {
	e := problem.Conflitto("CODICE_OCCUPATO", "Il codice "+p.Codice+" è già in uso sulla piattaforma: sceglierne un altro.")
	e.Campi = []problem.Campo{{Campo: "codice", Messaggio: "è già in uso"}}
	return e
}

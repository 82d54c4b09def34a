// Package reparto is the departments of a tenant: operators belong to one, fines are entered for one.
package reparto

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of a department: a ceased department takes no person and no fine.
const (
	Attivo  = schedario.Attivo
	Cessato = schedario.Cessato
)

// FormaCodice is the pattern of the code of a department.
const FormaCodice = `^[A-Z0-9_-]{1,20}$`

const descrizioneMassima = 200 // characters

// Reparto is a department; Tenant is empty for those of the platform. Versione grows at each change.
type Reparto struct {
	Tenant      string `json:"-" gorm:"default:null"`
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
	Stato       string `json:"stato"`
	Versione    int    `json:"versione"`
}

// TableName is the table in the search path.
func (Reparto) TableName() string { return "reparto" }

// nuovo is the body of POST /reparti.
type nuovo struct {
	Codice      string `json:"codice"`
	Descrizione string `json:"descrizione"`
}

func (n nuovo) reparto() Reparto { return Reparto{Codice: n.Codice, Descrizione: n.Descrizione} }

// modifica is the body of PUT /reparti/{codice}.
type modifica struct {
	Descrizione string `json:"descrizione"`
	Stato       string `json:"stato"`
	Versione    int    `json:"versione"`
}

func (m modifica) reparto() Reparto {
	return Reparto{Descrizione: m.Descrizione, Stato: m.Stato, Versione: m.Versione}
}

func dichiarazione() schedario.Dichiarazione[Reparto] {
	return schedario.Dichiarazione[Reparto]{
		Nome: "reparto", Percorso: "reparti", Parametro: "codice", Legge: auth.PermessoReparto, Scrive: auth.PermessoReparto,
		Testa: func(r *Reparto) schedario.Testa {
			return schedario.Testa{Tenant: &r.Tenant, Chiave: &r.Codice, Stato: &r.Stato, Versione: &r.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.reparto), Altra: schedario.CorpoAltra(modifica.reparto),
		Campi: []schedario.Campo[Reparto]{
			{Campo: pagine.Campo{Nome: "codice", Etichetta: "Codice", Massimo: 20, Obbligatorio: true,
				Aiuto: "Da 1 a 20 lettere maiuscole, cifre, - e _. Non si cambia più."},
				Quando: schedario.SoloNuova, Di: func(r *Reparto) *string { return &r.Codice }},
			{Campo: pagine.Campo{Nome: "descrizione", Etichetta: "Descrizione"}, Opzione: "nome per esteso",
				Di: func(r *Reparto) *string { return &r.Descrizione }},
			schedario.CampoStato(func(r *Reparto) *string { return &r.Stato }, "Un reparto cessato non accoglie operatori né verbali.", Attivo, Cessato),
		},
		Pagina: schedario.Pagina[Reparto]{
			TitoloElenco: "Reparti", TitoloNuova: "Nuovo reparto", Titolo: func(r Reparto) string { return "Reparto " + r.Codice },
			Colonne: []string{"Codice", "Descrizione", "Stato"}, Iniziale: Reparto{Stato: Attivo},
			Celle: func(r Reparto) []string { return []string{r.Codice, r.Descrizione, pagine.Stato(r.Stato)} },
		},
		Riga: schedario.Riga[Reparto]{
			Breve: "i reparti di un tenant", Crea: "crea un reparto", Elenca: "elenca i reparti di un tenant", Argomento: "CODICE",
			Tenant: "tenant del reparto; senza, è un reparto della piattaforma", DiPiattaforma: true,
			Colonne: []string{"CODICE", "DESCRIZIONE", "STATO"},
			Celle:   func(r Reparto) []string { return []string{r.Codice, r.Descrizione, r.Stato} },
		},
	}
}

// Dichiarazione is the noun, for its doors.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Reparto] { return Nuovo(p).Dichiarazione() }

// valida refuses data that no department has.
func (r Reparto) valida(bool) (Reparto, error) {
	r.Descrizione = strings.TrimSpace(r.Descrizione)
	var g voce.Guasti
	g.Forma("codice", r.Codice, FormaCodice, "da 1 a 20 lettere maiuscole, cifre, - e _")
	g.Testo("descrizione", r.Descrizione, descrizioneMassima)
	g.Se(r.Stato != Attivo && r.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return r, voce.Raccogli(g)
}

// occupato is the refusal to end a department that has operators or agents.
func occupato(operatori, agenti int64) error {
	var chi []string
	if operatori > 0 {
		chi = append(chi, voce.Quanti(operatori, "operatore attivo", "operatori attivi"))
	}
	if agenti > 0 {
		chi = append(chi, voce.Quanti(agenti, "agente attivo", "agenti attivi"))
	}
	e := problem.Conflitto("REPARTO_OCCUPATO", "Il reparto ha ancora operatori o agenti attivi: spostarli prima in un altro.")
	e.Campi = []problem.Campo{{Campo: "stato", Messaggio: strings.Join(chi, " e ") + " nel reparto"}}
	return e
}

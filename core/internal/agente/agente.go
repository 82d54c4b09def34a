// Package agente is the officers of a tenant: those who find a violation and sign its record.
package agente

import (
	"context"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The states of an officer: one who has ceased enters no fine any more; those he entered keep his name.
const (
	Attivo  = schedario.Attivo
	Cessato = schedario.Cessato
)

const (
	nomeMassimo    = 100 // characters
	formaMatricola = `^[A-Z0-9]{1,16}$`
)

// Agente is an officer; Operatore is the username of the account he uses, if any. Versione grows at
// each change.
type Agente struct {
	Tenant    string `json:"-" gorm:"primaryKey"`
	Matricola string `json:"matricola" gorm:"primaryKey"`
	Cognome   string `json:"cognome"`
	Nome      string `json:"nome"`
	Reparto   string `json:"reparto"`
	Operatore string `json:"operatore" gorm:"default:null"`
	Stato     string `json:"stato"`
	Versione  int    `json:"versione"`
}

// TableName is the table in the search path.
func (Agente) TableName() string { return "agente" }

// nuovo is the body of POST /agenti.
type nuovo struct {
	Matricola string `json:"matricola"`
	dati
}

func (n nuovo) agente() Agente {
	a := n.dati.agente()
	a.Matricola = n.Matricola
	return a
}

// dati are what may change of an officer.
type dati struct {
	Cognome   string `json:"cognome"`
	Nome      string `json:"nome"`
	Reparto   string `json:"reparto"`
	Operatore string `json:"operatore"`
}

func (d dati) agente() Agente {
	return Agente{Cognome: d.Cognome, Nome: d.Nome, Reparto: d.Reparto, Operatore: d.Operatore}
}

// modifica is the body of PUT /agenti/{matricola}.
type modifica struct {
	dati
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

func (m modifica) agente() Agente {
	a := m.dati.agente()
	a.Stato, a.Versione = m.Stato, m.Versione
	return a
}

// Servizio holds the use cases on officers. An account belongs to one active officer at most; an officer who has
// ceased keeps a department that has ceased too, and leaves his account to another.
type Servizio = schedario.Servizio[Agente]

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio {
	return schedario.Nuovo(p, dichiarazione(p), schedario.Righe[Agente]{
		Articolo: "L'agente", Chiave: "matricola", Unica: "matricola", Forma: formaMatricola,
		Cerca:  "matricola ILIKE @simile OR cognome || ' ' || nome ILIKE @simile OR operatore ILIKE @simile",
		Cambia: "cognome = @Cognome, nome = @Nome, reparto = @Reparto, operatore = nullif(@Operatore, ''), stato = @Stato",
		Valida: Agente.valida, Ammette: ammesso,
	})
}

// Dichiarazione is the noun, for its doors.
func Dichiarazione(p *db.Pools) schedario.Dichiarazione[Agente] { return Nuovo(p).Dichiarazione() }

func dichiarazione(p *db.Pools) schedario.Dichiarazione[Agente] {
	return schedario.Dichiarazione[Agente]{
		Nome: "agente", Percorso: "agenti", Parametro: "matricola", Legge: auth.PermessoAgente, Scrive: auth.PermessoAgente,
		Letta: voce.Letture(p, "agente"),
		Testa: func(a *Agente) schedario.Testa {
			return schedario.Testa{Tenant: &a.Tenant, Chiave: &a.Matricola, Stato: &a.Stato, Versione: &a.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.agente), Altra: schedario.CorpoAltra(modifica.agente),
		Campi: []schedario.Campo[Agente]{
			{Campo: pagine.Campo{Nome: "matricola", Etichetta: "Matricola", Massimo: 16, Obbligatorio: true,
				Aiuto: "Da 1 a 16 lettere maiuscole e cifre. Non si cambia più."},
				Quando: schedario.SoloNuova, Di: func(a *Agente) *string { return &a.Matricola }},
			{Campo: pagine.Campo{Nome: "cognome", Etichetta: "Cognome", Massimo: nomeMassimo},
				Opzione: "cognome", Di: func(a *Agente) *string { return &a.Cognome }},
			{Campo: pagine.Campo{Nome: "nome", Etichetta: "Nome", Massimo: nomeMassimo},
				Opzione: "nome", Di: func(a *Agente) *string { return &a.Nome }},
			{Campo: pagine.Campo{Nome: "reparto", Etichetta: "Reparto"}, Scelte: reparti(p),
				Opzione: "codice del reparto", Di: func(a *Agente) *string { return &a.Reparto }},
			{Campo: pagine.Campo{Nome: "operatore", Etichetta: "Utenza", Massimo: 64,
				Aiuto: "Nome utente con cui l'agente accede; può mancare. Un'utenza è di un solo agente attivo."},
				Opzione: "username con cui accede", Di: func(a *Agente) *string { return &a.Operatore }},
			schedario.CampoStato(func(a *Agente) *string { return &a.Stato }, "Un agente cessato non accerta più; i verbali già suoi restano suoi.", Attivo, Cessato),
		},
		Pagina: schedario.Pagina[Agente]{
			TitoloElenco: "Agenti", TitoloNuova: "Nuovo agente", Titolo: func(a Agente) string { return "Agente " + a.Matricola },
			Colonne: []string{"Matricola", "Cognome", "Nome", "Reparto", "Utenza", "Stato"}, Iniziale: Agente{Stato: Attivo},
			Celle: func(a Agente) []string {
				return []string{a.Matricola, a.Cognome, a.Nome, a.Reparto, a.Operatore, pagine.Stato(a.Stato)}
			},
		},
		Riga: schedario.Riga[Agente]{
			Breve: "gli agenti accertatori", Crea: "registra un agente", Elenca: "elenca gli agenti di un tenant", Argomento: "MATRICOLA",
			Tenant: "tenant (obbligatorio)", Colonne: []string{"MATRICOLA", "COGNOME", "NOME", "REPARTO", "OPERATORE", "STATO"},
			Celle: func(a Agente) []string {
				return []string{a.Matricola, a.Cognome, a.Nome, a.Reparto, a.Operatore, a.Stato}
			},
		},
	}
}

// reparti are the departments to choose from: none, those in use, and the present one, which may have
// ceased.
func reparti(p *db.Pools) func(context.Context, Agente) ([]pagine.Opzione, error) {
	return func(ctx context.Context, a Agente) ([]pagine.Opzione, error) {
		attivi, err := reparto.Nuovo(p).Attivi(ctx, a.Tenant)
		scelte := []pagine.Opzione{{Valore: "", Nome: "Nessuno"}}
		for _, r := range attivi {
			nome := r.Codice
			if r.Descrizione != "" {
				nome += ", " + r.Descrizione
			}
			scelte = append(scelte, pagine.Opzione{Valore: r.Codice, Nome: nome})
		}
		return pagine.ConPresente(scelte, a.Reparto), err
	}
}

// valida brings to one form what may be written in several, and refuses data that no officer has.
func (a Agente) valida(bool) (Agente, error) {
	a.Cognome, a.Nome = strings.TrimSpace(a.Cognome), strings.TrimSpace(a.Nome)
	a.Reparto, a.Operatore = strings.TrimSpace(a.Reparto), strings.ToLower(strings.TrimSpace(a.Operatore))
	var g voce.Guasti
	g.Se(a.Tenant == "", "tenant", "manca")
	g.Forma("matricola", a.Matricola, formaMatricola, "da 1 a 16 lettere maiuscole e cifre")
	g.Testo("cognome", a.Cognome, nomeMassimo)
	g.Testo("nome", a.Nome, nomeMassimo)
	g.Testo("reparto", a.Reparto, 20)
	g.Testo("operatore", a.Operatore, 64)
	g.Se(a.Stato != Attivo && a.Stato != Cessato, "stato", "ATTIVO oppure CESSATO")
	return a, voce.Raccogli(g)
}

// ammesso refuses a department or an account that the tenant has not and, for an officer in service, a
// department that has ceased and an account that another officer in service uses. The row of the
// account stays locked: of two officers who ask for it at the same time, one waits and is refused.
func ammesso(tx *db.Tx, a Agente) error {
	if err := voce.Richiede(tx, "reparto", a.Reparto, `SELECT FROM reparto WHERE tenant = ? AND codice = ?`, a.Tenant, a.Reparto); err != nil {
		return err
	}
	err := voce.Richiede(tx, "operatore", a.Operatore, `SELECT FROM operatore WHERE tenant = ? AND username = ? FOR NO KEY UPDATE`, a.Tenant, a.Operatore)
	if err != nil || a.Stato != Attivo {
		return err
	}
	if err := voce.RichiedeReparto(tx, a.Tenant, a.Reparto); err != nil || a.Operatore == "" {
		return err
	}
	var altri []string
	err = tx.Raw(`SELECT matricola FROM agente WHERE tenant = ? AND operatore = ? AND stato = 'ATTIVO' AND matricola <> ? LIMIT 1`,
		a.Tenant, a.Operatore, a.Matricola).Scan(&altri).Error
	if err == nil && len(altri) > 0 {
		return impegnato(a.Operatore, altri[0])
	}
	return err
}

// impegnato is the refusal of an account that another active officer uses.
func impegnato(operatore, matricola string) error {
	e := problem.Conflitto("OPERATORE_DI_ALTRO_AGENTE", "L'utenza "+operatore+" è già dell'agente "+matricola+".")
	e.Campi = []problem.Campo{{Campo: "operatore", Messaggio: "è già dell'agente " + matricola}}
	return e
}

// Package ruolo is the roles of operators: those of the platform, in words, whose permissions are in auth.Matrix, and
// those that a command makes itself, each a list of permissions. Nobody makes, changes or gives a role beyond what he
// may give already.
package ruolo

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// FormaNome is the pattern of the name of a role of a command.
const FormaNome = `^[A-Z][A-Z0-9_]{1,29}$`

const descrizioneMassima = 200 // characters

// Ruolo is a role with what it may, in Italian and as permissions. Versione grows at each change; 0 is a role of the
// platform, which no command changes.
type Ruolo struct {
	Tenant      string   `json:"-"`
	Nome        string   `json:"nome"`
	Descrizione string   `json:"descrizione"`
	Permessi    Permessi `json:"permessi"`
	Versione    int      `json:"versione,omitempty"`

	stato string // none: a role is there or is not
}

// TableName is the table in the search path.
func (Ruolo) TableName() string { return "ruolo" }

// Permessi are permissions as the table keeps them: text[].
type Permessi []string

// Scan reads the text of an array whose elements need no quotes, as auth.Permission is written.
func (p *Permessi) Scan(valore any) error {
	testo, ok := valore.(string)
	if !ok || len(testo) < 2 {
		return fmt.Errorf("ruolo: permessi: %T", valore)
	}
	*p = strings.Split(testo[1:len(testo)-1], ",")
	return nil
}

// Value writes the text of the array; its permissions were checked before.
func (p Permessi) Value() (driver.Value, error) { return "{" + strings.Join(p, ",") + "}", nil }

// Concessi are the permissions as the doors know them.
func (r Ruolo) Concessi() []auth.Permission {
	concessi := make([]auth.Permission, len(r.Permessi))
	for i, p := range r.Permessi {
		concessi[i] = auth.Permission(p)
	}
	return concessi
}

// DiPiattaforma reports whether a role of the platform has this name.
func DiPiattaforma(nome string) bool {
	_, suo := auth.Matrix()[nome]
	return suo
}

// Tutti gives the roles of the platform, from the most powerful to the least.
func Tutti() []Ruolo {
	matrice := auth.Matrix()
	tutti := []Ruolo{
		{Nome: auth.RuoloPiattaforma, Descrizione: "comandi serviti, intervalli di numeri e tabelle della piattaforma; nessun verbale"},
		{Nome: auth.RuoloAmministratore, Descrizione: "operatori, ruoli, reparti, agenti, integratori e impostazioni del comando"},
		{Nome: auth.RuoloUfficio, Descrizione: "ciò che può OPERATORE, e convalidare, decidere, annullare, avviare lotti, ricorsi e riscossione"},
		{Nome: auth.RuoloOperatore, Descrizione: "leggere i verbali, registrare pagamenti, fare visure con un motivo"},
		{Nome: auth.RuoloAgente, Descrizione: "tablet, controlli su strada, i propri verbali"},
		{Nome: auth.RuoloIntegratore, Descrizione: "sistema esterno che inserisce verbali e legge i propri"},
		{Nome: auth.RuoloLettura, Descrizione: "leggere i verbali senza dati personali"},
		{Nome: auth.RuoloCittadino, Descrizione: "il portale del cittadino: i propri verbali"},
	}
	for i := range tutti {
		for _, p := range matrice[tutti[i].Nome] {
			tutti[i].Permessi = append(tutti[i].Permessi, string(p))
		}
	}
	return tutti
}

// normalizza brings to one form what may be written in several: accounts name a role in capitals.
func (r Ruolo) normalizza() Ruolo {
	r.Nome, r.Descrizione = strings.ToUpper(strings.TrimSpace(r.Nome)), strings.TrimSpace(r.Descrizione)
	permessi := make(Permessi, 0, len(r.Permessi))
	for _, p := range r.Permessi {
		permessi = append(permessi, strings.TrimSpace(p))
	}
	slices.Sort(permessi)
	r.Permessi = slices.Compact(permessi)
	return r
}

// valida refuses a role that a command may not have, and names each invalid permission.
func (r Ruolo) valida(bool) (Ruolo, error) {
	r = r.normalizza()
	var g voce.Guasti
	g.Forma("nome", r.Nome, FormaNome, "da 2 a 30 lettere maiuscole, cifre e _, la prima una lettera")
	g.Se(r.Nome == "NUOVO", "nome", "è una parola riservata")
	g.Se(DiPiattaforma(r.Nome), "nome", r.Nome+" è un ruolo della piattaforma: non si cambia")
	g.Testo("descrizione", r.Descrizione, descrizioneMassima)
	g.Se(len(r.Permessi) == 0, "permessi", "almeno uno")
	for _, p := range r.Permessi {
		g.Se(len(auth.Expand(auth.Permission(p))) == 0, "permessi", nominabile(p)+"non è un permesso")
	}
	return r, voce.Raccogli(g)
}

// nominabile repeats what has about the shape of a permission.
func nominabile(p string) string {
	if len(p) > 40 || strings.ContainsFunc(p, func(c rune) bool { return c < '!' || c > '~' }) {
		return ""
	}
	return p + " "
}

// nuovo is the body of POST /ruoli.
type nuovo struct {
	Nome        string   `json:"nome"`
	Descrizione string   `json:"descrizione"`
	Permessi    []string `json:"permessi"`
}

func (n nuovo) ruolo() Ruolo {
	return Ruolo{Nome: n.Nome, Descrizione: n.Descrizione, Permessi: n.Permessi}
}

// modifica is the body of PUT /ruoli/{nome}.
type modifica struct {
	Descrizione string   `json:"descrizione"`
	Permessi    []string `json:"permessi"`
	Versione    int      `json:"versione"`
}

func (m modifica) ruolo() Ruolo {
	return Ruolo{Descrizione: m.Descrizione, Permessi: m.Permessi, Versione: m.Versione}
}

func dichiarazione() schedario.Dichiarazione[Ruolo] {
	return schedario.Dichiarazione[Ruolo]{
		Nome: "ruolo", Percorso: "ruoli", Parametro: "nome", Legge: auth.PermessoRuolo, Scrive: auth.PermessoRuolo,
		Testa: func(r *Ruolo) schedario.Testa {
			return schedario.Testa{Tenant: &r.Tenant, Chiave: &r.Nome, Stato: &r.stato, Versione: &r.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.ruolo), Altra: schedario.CorpoAltra(modifica.ruolo),
		Campi: []schedario.Campo[Ruolo]{
			{Campo: pagine.Campo{Nome: "nome", Etichetta: "Nome", Massimo: 30, Obbligatorio: true,
				Aiuto: "Da 2 a 30 lettere maiuscole, cifre e _. Non si cambia più."},
				Quando: schedario.SoloNuova, Di: func(r *Ruolo) *string { return &r.Nome }},
			{Campo: pagine.Campo{Nome: "descrizione", Etichetta: "Descrizione"}, Opzione: "che cosa può, in parole",
				Di: func(r *Ruolo) *string { return &r.Descrizione }},
			{Campo: pagine.Campo{Nome: "permessi", Etichetta: "Permessi",
				Aiuto: "Un cambiamento vale subito in ogni servizio, anche per chi è già entrato. Nessuno può dare più di ciò che il proprio ruolo consente di dare."},
				Opzione: "permessi, separati da virgola: cosa:atto, cosa:* oppure *", Scelte: scelte,
				Molti: func(r *Ruolo) *[]string { return (*[]string)(&r.Permessi) }},
		},
		Pagina: schedario.Pagina[Ruolo]{
			TitoloElenco: "Ruoli", TitoloNuova: "Nuovo ruolo", Titolo: func(r Ruolo) string { return "Ruolo " + r.Nome },
			Colonne: []string{"Nome", "Descrizione", "Permessi"},
			Celle:   func(r Ruolo) []string { return []string{r.Nome, r.Descrizione, strings.Join(r.Permessi, ", ")} },
			Scheda:  scheda,
		},
		Riga: schedario.Riga[Ruolo]{
			Breve: "i ruoli di un tenant", Crea: "crea un ruolo", Elenca: "elenca i ruoli di un tenant", Argomento: "NOME",
			Tenant: "tenant del ruolo (obbligatorio)", Colonne: []string{"NOME", "DESCRIZIONE", "PERMESSI"},
			Celle: func(r Ruolo) []string { return []string{r.Nome, r.Descrizione, strings.Join(r.Permessi, ",")} },
		},
	}
}

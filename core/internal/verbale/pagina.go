package verbale

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The addresses of the pages.
const (
	indirizzoElenco    = pagine.Base + "verbali"
	indirizzoDocumenti = pagine.Base + "documenti/"
)

// paginaElenco is what the list shows.
type paginaElenco struct {
	Numero, Targa   string
	Stato, Anomalia string
	Motivo          string
	Ricerca         string // code of the plate in the session
	Guasti          []problem.Campo
	Voci            []lettura.Voce
	Motivi          map[uuid.UUID][]verbale.Avvertenza // what holds each; nil: no list of those to validate
	Conti           []pagine.Coda                      // of what holds them, to narrow the list by
	Sceglibili      []pagine.Opzione                   // those that this operator may read
	Altri           Posto
	Inizio          bool
}

// guasto is what is wrong with a field of the search; empty when nothing is.
func (p paginaElenco) guasto(campo string) string {
	for _, g := range p.Guasti {
		if g.Campo == campo {
			return g.Messaggio
		}
	}
	return ""
}

// filtro reads what is looked for, from a place on.
func (p paginaElenco) filtro(dopo string) (Filtro, error) {
	f, err := LeggiFiltro(p.Numero, p.Targa, dopo)
	if err != nil {
		return f, err
	}
	if p.Motivo != "" && !slices.ContainsFunc(p.Sceglibili, func(o pagine.Opzione) bool { return o.Valore == p.Motivo }) {
		return f, problem.CampoNonValido("motivo", "non è una voce di questo elenco")
	}
	return f.con(p.Stato, p.Anomalia, p.Motivo)
}

// ricerca is the address of the same search, from a place on.
func (p paginaElenco) ricerca(dopo Posto) string {
	q := url.Values{}
	for nome, valore := range map[string]string{"numero": p.Numero, "ricerca": p.Ricerca, "stato": p.Stato, "anomalia": p.Anomalia,
		"motivo": p.Motivo, "dopo": dopo.String()} {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	if len(q) == 0 {
		return indirizzoElenco
	}
	return indirizzoElenco + "?" + q.Encode()
}

// ordine says how the list is sorted.
func (p paginaElenco) ordine() string {
	if p.Motivi != nil {
		return "Verbali dalla violazione più vecchia"
	}
	return "Verbali dal più recente"
}

// perche says in words what holds a fine that waits to be validated.
func (p paginaElenco) perche(id uuid.UUID) string {
	if len(p.Motivi[id]) == 0 {
		return parolaMotivo("")
	}
	var parole []string
	for _, a := range p.Motivi[id] {
		parole = append(parole, a.Parola())
	}
	return strings.Join(parole, "; ")
}

// paginaScheda is what the page of a fine shows. Persone and Documenti say what the role may see, Puo what
// it may do; Azioni are what may be done now, Modulo the one that was refused.
type paginaScheda struct {
	Verbale            *Verbale
	Persone, Documenti bool
	Oggi               calendario.Giorno
	PuntiProposti      string
	Dovuti             []cds.EsitoDovuto // one per position, in order
	Puo                func(auth.Permission) bool
	Offerta            Offerta
	Azioni             []Azione
	Generiche          []Azione // drawn from the answer alone
	Intestazioni       []Azione // ways to say who answers
	Modulo             moduloAzione
	Fatto              string
}

// rifiutata reports that this is the action that came back.
func (p *paginaScheda) rifiutata(x Azione) bool {
	return p.Modulo.Rifiuto.Stato != 0 && p.Modulo.Tipo == x.Tipo && (x.Anomalia == uuid.Nil || x.Anomalia == p.Modulo.Anomalia) &&
		x.Riapre == p.Modulo.Riapre && x.generica == p.Modulo.Generica && x.Chi == p.Modulo.Intestatario.Chi
}

// scritto is what was typed in an action that came back.
func (p *paginaScheda) scritto(x Azione) string {
	if !p.rifiutata(x) {
		return ""
	}
	return p.Modulo.Testo
}

// guasto is what is wrong with a field of an action that came back.
func (p *paginaScheda) guasto(x Azione, campo string) string {
	if !p.rifiutata(x) {
		return ""
	}
	return p.Modulo.Rifiuto.Guasti.Di(campo)
}

// id of the field of an action: one page has several.
func (x Azione) id() string {
	id := "campo-" + string(x.Tipo)
	if x.Anomalia != uuid.Nil {
		id += "-" + x.Anomalia.String()
	}
	if x.Riapre {
		id += "-riapre"
	}
	if x.Chi != "" {
		id += "-" + x.Chi
	}
	return id
}

// prezza computes what each position owes today.
func (p *paginaScheda) prezza() error {
	prezzo := debito.Di(&p.Verbale.Verbale)
	for _, posizione := range p.Verbale.Posizioni {
		e, err := prezzo.Dovuto(posizione.ID, p.Oggi)
		if err != nil {
			return fmt.Errorf("verbale %s: %w", p.Verbale.ID, err)
		}
		p.Dovuti = append(p.Dovuti, e)
	}
	return nil
}

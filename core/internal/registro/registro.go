// Package registro shows the register of accesses: who did or read what, on which fine or person, and
// why. Every service keeps its own lines in its own schema and publishes them as a view; here they are
// read together, newest first. Reading them is a line too.
package registro

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

const (
	dimensioneUsuale  = 50
	dimensioneMassima = 200
	testoMassimo      = 200  // characters of one criterion
	cursoreMassimo    = 2000 // bytes
)

// Riga is a line of the register. Modulo is the service that wrote it; Posizione orders the lines of
// one service.
type Riga struct {
	Modulo      string    `json:"modulo"`
	Posizione   int64     `json:"-"`
	Quando      time.Time `json:"quando"`
	Attore      string    `json:"attore"`
	Azione      string    `json:"azione"`
	OggettoTipo string    `json:"oggettoTipo"`
	Oggetto     string    `json:"oggetto"`
	Motivo      string    `json:"motivo"`
	Esito       string    `json:"esito"`
	Indirizzo   string    `json:"indirizzo"`
}

// Pagina is a page of the register. A page may have few lines, or none, and yet a Cursore: the lines
// asked for are rare, and those looked through so far were many.
type Pagina struct {
	Elementi       []Riga   `json:"elementi"`
	Cursore        string   `json:"cursore,omitempty"`
	NonDisponibili []string `json:"nonDisponibili,omitempty"` // services whose lines cannot be read yet
}

// Filtro is what the register is searched for. Attore and Azione are whole words, Oggetto an id, an
// entry's key or a fine's number/year; Da and A are days in Rome (YYYY-MM-DD), both included.
type Filtro struct {
	Attore, Azione, Oggetto, Esito, Da, A string
	Dimensione                            int

	dopo       map[string]int64 // by source: lines before this position
	inizio     time.Time
	fine       time.Time
	richiedono []string // values that the object may have
}

// LeggiFiltro reads the parameters of a search.
func LeggiFiltro(parametro func(string) string) (Filtro, error) {
	valore := func(nome string) string { return strings.TrimSpace(parametro(nome)) }
	f := Filtro{Attore: valore("attore"), Azione: valore("azione"), Oggetto: valore("oggetto"), Esito: valore("esito"),
		Da: valore("da"), A: valore("a"), Dimensione: dimensioneUsuale}
	var g voce.Guasti
	g.Testo("attore", f.Attore, testoMassimo)
	g.Testo("azione", f.Azione, testoMassimo)
	g.Testo("oggetto", f.Oggetto, testoMassimo)
	g.Testo("esito", f.Esito, testoMassimo)
	f.inizio = giorno(&g, "da", f.Da, 0)
	f.fine = giorno(&g, "a", f.A, 1)
	g.Se(!f.inizio.IsZero() && !f.fine.IsZero() && !f.inizio.Before(f.fine), "a", "viene prima dell'inizio del periodo")
	if testo := valore("dimensione"); testo != "" {
		n, err := strconv.Atoi(testo)
		g.Se(err != nil || n < 1 || n > dimensioneMassima, "dimensione", "da 1 a "+strconv.Itoa(dimensioneMassima))
		f.Dimensione = n
	}
	var buono bool
	f.dopo, buono = leggiCursore(parametro("cursore"))
	g.Se(!buono, "cursore", "non è un cursore di questo registro")
	return f, voce.Raccogli(g)
}

// giorno is the first instant of a day of the period, or of the day after the last.
func giorno(g *voce.Guasti, campo, testo string, dopo int) time.Time {
	if testo == "" {
		return time.Time{}
	}
	x, err := calendario.Parse(testo)
	g.Se(err != nil, campo, "una data AAAA-MM-GG")
	if err != nil {
		return time.Time{}
	}
	return x.AddDays(dopo).Inizio()
}

func leggiCursore(testo string) (map[string]int64, bool) {
	if testo == "" {
		return map[string]int64{}, true
	}
	var dopo map[string]int64
	dati, err := base64.RawURLEncoding.DecodeString(testo)
	if err != nil || len(testo) > cursoreMassimo || json.Unmarshal(dati, &dopo) != nil || dopo == nil {
		return nil, false
	}
	return dopo, true
}

func scriviCursore(dopo map[string]int64) string {
	dati, err := json.Marshal(dopo)
	if err != nil {
		return "" // cannot happen: words and numbers
	}
	return base64.RawURLEncoding.EncodeToString(dati)
}

// detto is the search in words, for the line that says who made it.
func (f Filtro) detto() string {
	var parti []string
	for _, c := range []struct{ nome, valore string }{
		{"attore", f.Attore}, {"azione", f.Azione}, {"oggetto", f.Oggetto}, {"esito", f.Esito}, {"da", f.Da}, {"a", f.A},
	} {
		if c.valore != "" {
			parti = append(parti, c.nome+"="+c.valore)
		}
	}
	return strings.Join(parti, " ")
}

// Servizio reads the register.
type Servizio struct{ Store Store }

// Nuovo builds the service.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Pools: p}} }

// Leggi gives a page of the register that the caller may see: of his tenant, the one of the context;
// an administrator of the platform, without a tenant of his own, sees the platform's and no fine.
// Indirizzo is where the caller asks from. The reading is recorded first.
func (s *Servizio) Leggi(ctx context.Context, f Filtro, indirizzo string) (Pagina, error) {
	chi, _ := auth.From(ctx)
	var nome string
	if t, ok := tenant.From(ctx); ok && chi.Tenant != "" {
		nome = t.Nome
	}
	if nome == "" && !chi.HasRole(auth.RuoloPiattaforma) {
		return Pagina{}, problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un comando.")
	}
	a := db.Access{Attore: chi.User, Azione: "REGISTRO_LETTO", OggettoTipo: "registro", Oggetto: nome, Motivo: f.detto(), Esito: "OK", Indirizzo: indirizzo}
	fonti, mancano, err := s.Store.Apri(ctx, nome, a)
	if err != nil {
		return Pagina{}, err
	}
	if f.richiedono, err = s.Store.Oggetti(ctx, nome, f.Oggetto); err != nil {
		return Pagina{}, err
	}
	p := Pagina{Elementi: []Riga{}, NonDisponibili: mancano}
	for range gruppi {
		var flussi []flusso
		for _, x := range fonti {
			letto, err := x.leggi(ctx, f, f.Dimensione-len(p.Elementi))
			if err != nil {
				return p, err
			}
			flussi = append(flussi, letto)
		}
		righe, dopo, finito := fondi(flussi, f.Dimensione-len(p.Elementi))
		p.Elementi, f.dopo, p.Cursore = append(p.Elementi, righe...), dopo, scriviCursore(dopo)
		if finito {
			p.Cursore = ""
		}
		if finito || len(p.Elementi) == f.Dimensione {
			break
		}
	}
	return p, nil
}

package tabella

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Servizio holds the use cases on the fixed tables. Today is a day in Rome. Comandi are those that are served.
type Servizio struct {
	Store   Store
	Comandi func(context.Context) ([]tenant.Tenant, error)
	Bozze   Bozze
	Reparti *reparto.Servizio
	Adesso  func() time.Time

	iniziale func() *sanzione.Tabella // the violations of the program, parsed once
	turni    chan struct{}            // a file is read whole, and so is the table: few at a time
}

// insieme is how many files are compared or imported at once by a process: one at the limits takes some
// hundred megabytes.
const insieme = 2

// turno waits for a turn and gives what ends it.
func (s *Servizio) turno(ctx context.Context) (libera func(), err error) {
	select {
	case s.turni <- struct{}{}:
		return func() { <-s.turni }, nil
	case <-ctx.Done():
		return nil, problem.NonDisponibile("TABELLE_OCCUPATE", "Altri file si stanno caricando: riprovare fra poco.")
	}
}

// Nuovo builds the service on the platform database; adesso is the clock.
func Nuovo(p *db.Pools, adesso func() time.Time) *Servizio {
	return &Servizio{Store: Store{Pools: p}, Bozze: Bozze{Pools: p}, Reparti: reparto.Nuovo(p), Adesso: adesso, Comandi: attivi(p),
		iniziale: sync.OnceValue(sanzione.Iniziale), turni: make(chan struct{}, insieme)}
}

// Oggi is the day in Rome.
func (s *Servizio) Oggi() calendario.Giorno { return calendario.Da(s.Adesso()) }

// Elenca gives the tables of the platform and, unless tenant is empty, those of the tenant.
func (s *Servizio) Elenca(ctx context.Context, tenant string) ([]Stato, error) {
	presenti, err := s.Store.Stati(ctx, tenant)
	if err != nil {
		return nil, err
	}
	var tutti []Stato
	for _, nome := range Nomi() {
		q := Quale{Nome: nome, Tenant: tenant}
		switch {
		case DelTenant(nome) && tenant == "":
		case nome == Reparti:
			r, err := s.statoReparti(ctx, tenant)
			if err != nil {
				return nil, err
			}
			tutti = append(tutti, r)
		default:
			tutti = append(tutti, statoFra(presenti, q))
		}
	}
	return tutti, nil
}

// statoFra finds a table among those that were ever loaded.
func statoFra(presenti []Stato, q Quale) Stato {
	c := q.conservata()
	for _, p := range presenti {
		if p.Nome == c.Nome && p.Tenant == c.Tenant {
			p.Nome = q.Nome
			return p
		}
	}
	return Stato{Nome: q.Nome, Tenant: c.Tenant}
}

// Stato gives a table.
func (s *Servizio) Stato(ctx context.Context, q Quale) (Stato, error) {
	if q.Nome == Reparti {
		return s.statoReparti(ctx, q.Tenant)
	}
	if _, err := genereDi(q.Nome); err != nil {
		return Stato{}, err
	}
	stato, err := s.Store.Stato(ctx, q.conservata())
	stato.Nome = q.Nome
	return stato, err
}

// inVersione is the table as it was in a version; 0 is the present one.
func (s *Servizio) inVersione(ctx context.Context, q Quale, versione int) (Stato, error) {
	stato, err := s.Stato(ctx, q)
	switch {
	case err != nil:
		return stato, err
	case versione == 0 || versione == stato.Versione:
		return stato, nil
	case versione > stato.Versione || q.Nome == Reparti: // departments have no past here
		return stato, problem.NonTrovato("versione di "+q.Nome, strconv.Itoa(versione))
	}
	stato.Versione, stato.Impronta = versione, ""
	return stato, nil
}

// Righe gives a page of the rows of a table, each as the JSON of its law type, and the version that it
// is of.
func (s *Servizio) Righe(ctx context.Context, q Quale, f Filtro) (voce.Pagina[json.RawMessage], Stato, error) {
	stato, err := s.inVersione(ctx, q, f.Versione)
	if err != nil {
		return voce.Pagina[json.RawMessage]{}, stato, err
	}
	if q.Nome == Reparti {
		p, err := s.righeReparti(ctx, q.Tenant, f)
		return p, stato, err
	}
	f.Versione = stato.Versione
	if f.chiavi, err = s.certeEntro(ctx, q, f.CertiEntro); err != nil {
		return voce.Pagina[json.RawMessage]{}, stato, err
	}
	lette, err := s.Store.Elenca(ctx, q.conservata(), f)
	if err != nil {
		return voce.Pagina[json.RawMessage]{}, stato, err
	}
	pagina := voce.Impagina(lette, f.Filtro, func(r record) string { return r.Ordine })
	esito := voce.Pagina[json.RawMessage]{Elementi: make([]json.RawMessage, len(pagina.Elementi)), Cursore: pagina.Cursore}
	for i, r := range pagina.Elementi {
		if esito.Elementi[i], err = elemento(q.Nome, r.Dati); err != nil {
			return esito, stato, err
		}
	}
	return esito, stato, nil
}

// Tariffa is the amounts of a violation from a day on, in cents. SostituitaDa are the codes among which it was divided: it
// has amounts for the days before, or none.
type Tariffa struct {
	Codice   string            `json:"codice"`
	Norma    string            `json:"norma"`
	MinCent  importo.Cent      `json:"minCent"`
	MaxCent  importo.Cent      `json:"maxCent"`
	ValidoDa calendario.Giorno `json:"validoDa"`
	ValidoA  calendario.Giorno `json:"validoA,omitzero"`
	Fonte    string            `json:"fonte"`
	Verifica sanzione.Verifica `json:"verifica"`

	SostituitaDa []string `json:"sostituitaDa,omitempty"`
}

// elemento is a row as the table that was asked for shows it.
func elemento(nome, dati string) (json.RawMessage, error) {
	if nome != Tariffe {
		return json.RawMessage(dati), nil
	}
	var v sanzione.Sanzione
	if err := json.Unmarshal([]byte(dati), &v); err != nil {
		return nil, err
	}
	return json.Marshal(Tariffa{Codice: v.Codice, Norma: v.Norma(), MinCent: v.MinCent, MaxCent: v.MaxCent,
		ValidoDa: v.ValidoDa, ValidoA: v.ValidoA, Fonte: v.Fonte, Verifica: v.Verifica, SostituitaDa: v.SostituitaDa})
}

// Esporta gives what writes a version of a table as CSV, as an import reads it, and that version; 0 is
// the present one.
func (s *Servizio) Esporta(ctx context.Context, q Quale, versione int) (func(io.Writer) error, Stato, error) {
	stato, err := s.inVersione(ctx, q, versione)
	if err != nil {
		return nil, stato, err
	}
	if q.Nome == Reparti {
		scrivi, err := s.esportaReparti(ctx, q.Tenant)
		return scrivi, stato, err
	}
	c, err := s.contenuto(ctx, q, stato.Versione)
	if err != nil {
		return nil, stato, err
	}
	if q.Nome == Tariffe {
		return func(w io.Writer) error { return sanzione.ScriviTariffe(w, c.violazioni) }, stato, nil
	}
	return c.scrivi, stato, nil
}

func (s *Servizio) contenuto(ctx context.Context, q Quale, versione int) (contenuto, error) {
	g, err := genereDi(q.Nome)
	if err != nil {
		return contenuto{}, err
	}
	righe, err := s.Store.Righe(ctx, q.conservata(), versione)
	if err != nil {
		return contenuto{}, err
	}
	return g.rileggi(righe)
}

// Versioni gives a page of the imports of a table, newest first.
func (s *Servizio) Versioni(ctx context.Context, q Quale, f voce.Filtro) (voce.Pagina[Versione], error) {
	if _, err := genereDi(q.Nome); err != nil {
		return voce.Pagina[Versione]{}, err
	}
	prima := 0
	if f.Dopo != "" {
		var g voce.Guasti
		if prima = versioneLetta("cursore", f.Dopo, &g); len(g) > 0 {
			return voce.Pagina[Versione]{}, voce.Raccogli(g)
		}
	}
	lette, err := s.Store.Versioni(ctx, q.conservata(), prima, f.Dimensione+1)
	return voce.Impagina(lette, f, func(v Versione) string { return strconv.Itoa(v.Versione) }), err
}

// Differenza compares two versions of a table; a 0 is the present one, da 0 the one before a.
func (s *Servizio) Differenza(ctx context.Context, q Quale, da, a int) (Confronto, error) {
	g, err := genereDi(q.Nome)
	if err != nil {
		return Confronto{}, err
	}
	stato, err := s.inVersione(ctx, q, a)
	if err != nil {
		return Confronto{}, err
	}
	c := Confronto{Da: da, A: stato.Versione}
	if da == 0 {
		c.Da = max(c.A-1, 0)
	}
	if _, err := s.inVersione(ctx, q, c.Da); err != nil {
		return c, err
	}
	prima, err := s.contenuto(ctx, q, c.Da)
	if err != nil {
		return c, err
	}
	dopo, err := s.contenuto(ctx, q, c.A)
	c.Rapporto = foglio.Tra(g.colonne, prima.righe, dopo.righe)
	c.Raffronti = raffronti(g.colonne, c.Rapporto, prima.righe, dopo.righe)
	return c, err
}

// Violazioni gives the present table of violations.
func (s *Servizio) Violazioni(ctx context.Context) (*sanzione.Tabella, error) {
	q := Quale{Nome: Violazioni}
	stato, err := s.Stato(ctx, q)
	if err != nil {
		return nil, err
	}
	c, err := s.contenuto(ctx, q, stato.Versione)
	return c.violazioni, err
}

// Testo is what a writer writes, without the end of its last line: who shows it ends it.
func Testo(scrivi func(io.Writer) error) (string, error) {
	var testo bytes.Buffer
	if err := scrivi(&testo); err != nil {
		return "", err
	}
	return strings.TrimSuffix(testo.String(), "\n"), nil
}

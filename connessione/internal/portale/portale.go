// Package portale is WebPortalService: the holder of the paper of a fine sees the debt and its reasons, with an account or
// without; only authorized callers see names and documents. Every look-up is in the audit.
package portale

import (
	"context"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Parti is what the portal is made of.
type Parti struct {
	Pools         *db.Pools
	Verbali       lettore.Lettore
	Instradamento *instradamento.Service
	Tenant        *tenant.Directory
	Anagrafe      *anagrafe.Copy
	Deposito      *deposito.Deposito
	Tabelle       *tabella.Copy
	Sigillo       *collegamento.Sigillo
	Freni         Freni
	Misure        *Misure
	Base          string // path of the group, for links
	Adesso        func() time.Time
}

// Service answers the portal.
type Service struct {
	Parti

	audit db.AuditGroup
}

// Nuovo makes the service.
func Nuovo(p Parti) *Service { return &Service{Parti: p} }

// oggi is the day in Rome.
func (s *Service) oggi() calendario.Giorno { return calendario.Da(s.Adesso()) }

// Chiamante is who asks: the identity of the token, its tax code and its address.
type Chiamante struct {
	auth.Identity
	CodiceFiscale string
	Indirizzo     string
}

// Chi adds to a proven identity what core knows of the account.
func (s *Service) Chi(chi auth.Identity, indirizzo string) Chiamante {
	c := Chiamante{Identity: chi, Indirizzo: indirizzo}
	if conto, ok := s.Anagrafe.Conto(strings.ToLower(chi.User)); ok && conto.Tenant == chi.Tenant {
		c.CodiceFiscale = conto.CodiceFiscale
	}
	return c
}

// suo reports that a position is of the account's own person.
func (c Chiamante) suo(p lettura.Posizione) bool {
	return p.Soggetto != nil && c.stesso(p.Soggetto.CodiceFiscale)
}

func (c Chiamante) stesso(codiceFiscale string) bool {
	return c.CodiceFiscale != "" && strings.EqualFold(c.CodiceFiscale, codiceFiscale)
}

// comando reports that the caller works for the command: its other data are theirs to read.
func (c Chiamante) comando() bool { return c.Can(auth.PermessoVerbaleLeggi) }

// nonTrovato is the one answer for a fine that is not there, whichever datum was wrong.
func nonTrovato() *problem.Error {
	return problem.Nuovo(problem.Missing, "VERBALE_NON_TROVATO", "Verbale non trovato",
		"Nessun verbale corrisponde ai dati indicati.")
}

// Outcomes in the audit.
const (
	esitoTrovato    = esterno.Found
	esitoNonTrovato = "NON_TROVATO"
	esitoConsegnato = "CONSEGNATO"
	esitoPiuComandi = "PIU_COMANDI"
	esitoIncompleta = "CHIAVE_INCOMPLETA" // of another's fine, by an account
	esitoRallentato = "RALLENTATO"        // too many wrong keys: the next is judged later
	anonimo         = "anonimo"
)

// registra writes the look-up of a caller into the audit of the context's tenant, before the answer
// leaves: what cannot be recorded is not shown.
func (s *Service) registra(ctx context.Context, a db.Access) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return s.scrivi(ctx, database, a)
}

// scrivi writes into the audit of a tenant, or of the platform.
func (s *Service) scrivi(ctx context.Context, database *db.Database, a db.Access) error {
	if sc := trace.SpanContextFromContext(ctx); sc.HasTraceID() {
		a.Traccia = sc.TraceID().String()
	}
	return s.audit.Audit(ctx, database, a)
}

// orario writes an instant as Rome reads it.
func orario(t time.Time) time.Time { return t.In(calendario.Roma()) }

// Package numeri is elaborazione numeri: the counters of the series, of the notice numbers and of the codes of
// judicial acts, moved on after a restore and checked against what the tables hold.
package numeri

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

// attore is who moves the counters, in the audit.
const attore = "riga di comando"

// Comando is elaborazione numeri.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	g := &cobra.Command{Use: "numeri", Short: "contatori dei verbali, degli avvisi di pagamento e degli atti giudiziari",
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	g.AddCommand(comandoAvanza(esegui), comandoVerifica(esegui))
	return g
}

// senzaArgomenti: everything is said by options.
func senzaArgomenti(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return problem.CampoNonValido(args[0], "argomento di troppo")
	}
	return nil
}

// archivio is the tenant with its database, its ranges and its settings.
type archivio struct {
	anagrafe.Tenant
	database *db.Database
}

func apri(ctx context.Context, p *db.Pools) (archivio, error) {
	t, _ := tenant.From(ctx)
	copia := anagrafe.New(p, anagrafe.Everything)
	if err := copia.Refresh(ctx); err != nil {
		return archivio{}, err
	}
	database, err := p.Tenant(ctx)
	return archivio{Tenant: copia.Of(t.Nome), database: database}, err
}

// interna reports that the setting serie.<lettere> lets nobody but the platform number a series.
func (a archivio) interna(lettera string, giorno calendario.Giorno) (bool, error) {
	var tipo string
	_, err := a.Impostazione("serie."+cmp.Or(lettera, "senzaLettera"), giorno.String(), &tipo)
	return tipo == "INTERNA", err
}

// serie is a series of fines in a year.
type serie struct {
	anno    int
	lettera string
}

// String names the series as people do.
func (s serie) String() string {
	return fmt.Sprintf("serie %d/%s", s.anno, cmp.Or(s.lettera, "senza lettera"))
}

// nomeIntervallo names a range as people do.
func nomeIntervallo(i anagrafe.Intervallo) string {
	return fmt.Sprintf("avvisi dell'ente %s, segregazione %s, prefisso %s", i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso)
}

// nomeIntervalloAG names a range of codes of judicial acts as people do.
func nomeIntervalloAG(i anagrafe.IntervalloAG) string { return "atti giudiziari " + i.Prefisso }

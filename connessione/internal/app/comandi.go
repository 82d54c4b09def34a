package app

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/connessione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/log"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Comandi are the subcommands beside the server.
func Comandi() []*cobra.Command {
	padre := &cobra.Command{Use: "instradamento", Short: "tabella che instrada le consultazioni anonime"}
	var nome string
	ricostruisci := &cobra.Command{Use: "ricostruisci", Args: cobra.NoArgs,
		Short: "riscrive la tabella dagli avvisi di tutti i tenant, o di uno",
		RunE: func(cmd *cobra.Command, _ []string) error {
			imp, err := config.Load[Impostazioni]()
			if err != nil {
				return err
			}
			return Ricostruisci(cmd.Context(), imp, nome, cmd.OutOrStdout())
		}}
	ricostruisci.Flags().StringVar(&nome, "tenant", "", "un solo tenant")
	padre.AddCommand(ricostruisci)
	return []*cobra.Command{padre}
}

// Ricostruisci rebuilds the routing of one tenant, or of all active ones when nome is empty, and prints
// a line each and the sum. The service may go on running.
func Ricostruisci(ctx context.Context, imp Impostazioni, nome string, out io.Writer) error {
	chiave, err := hex.DecodeString(imp.ChiaveInstradamento)
	if err != nil {
		return &config.ValueError{Variable: "VERBALI_CHIAVE_INSTRADAMENTO", Reason: "non è esadecimale"}
	}
	registratore := log.New(io.Discard, modulo, imp.LogLivello)
	opz := db.From(imp.Settings, "verbali-"+modulo)
	opz.Platform, opz.Tenant, opz.Log = migrazioni.Piattaforma(), migrazioni.Tenant(), registratore
	pools, err := db.Open(opz)
	if err != nil {
		return err
	}
	defer pools.Close()
	tenants, err := scegli(ctx, pools, nome)
	if err != nil {
		return err
	}
	servizio := instradamento.Nuovo(pools, chiave, registratore)
	var tutti instradamento.Conteggio
	for _, t := range tenants {
		n, err := servizio.Ricostruisci(ctx, t)
		if err != nil {
			return err
		}
		racconta(out, t.Nome, n)
		tutti.Avvisi, tutti.Aggiunti, tutti.Tolti = tutti.Avvisi+n.Avvisi, tutti.Aggiunti+n.Aggiunti, tutti.Tolti+n.Tolti
	}
	if len(tenants) != 1 {
		racconta(out, fmt.Sprintf("in tutto, %d comandi", len(tenants)), tutti)
	}
	return nil
}

func racconta(out io.Writer, di string, n instradamento.Conteggio) {
	_, _ = fmt.Fprintf(out, "%s: %d avvisi, %d righe aggiunte, %d tolte\n", di, n.Avvisi, n.Aggiunti, n.Tolti)
}

func scegli(ctx context.Context, pools *db.Pools, nome string) ([]tenant.Tenant, error) {
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: pools}, clock.Now)
	if err := registro.Refresh(ctx); err != nil {
		return nil, err
	}
	if nome == "" {
		return registro.Active(), nil
	}
	t, err := registro.Find(ctx, nome)
	return []tenant.Tenant{t}, err
}

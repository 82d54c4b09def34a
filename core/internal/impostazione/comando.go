package impostazione

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core impostazione.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Gruppo("impostazione", "le impostazioni di un tenant", comandoImposta(esegui), comandoElenca(esegui))
}

func comandoImposta(esegui comandi.Esecutore) *cobra.Command {
	var i Impostazione
	var forza bool
	c := &cobra.Command{Use: "imposta CHIAVE JSON", Short: "dà un valore a un'impostazione", Args: comandi.Esatti("CHIAVE", "JSON"),
		RunE: func(cmd *cobra.Command, args []string) error {
			i.Chiave, i.Valore = args[0], args[1]
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				esito, err := Nuovo(b.Pools, clock.Now).Imposta(ctx, i, forza)
				return fmt.Sprintf("impostazione %s: %s", i.Chiave, esito), comeRiga(err)
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&i.ValidaDa, "dal", "", "primo giorno di validità, AAAA-MM-GG; senza, da oggi, o da sempre se è il primo valore")
	c.Flags().BoolVar(&forza, "forza", false, "cambia anche ciò che valeva in giorni passati")
	return c
}

// comeRiga gives the faults the names of the arguments of the command.
func comeRiga(err error) error {
	e := problem.As(err)
	if e == nil {
		return err
	}
	detta := *e
	detta.Campi = slices.Clone(e.Campi)
	for i, c := range detta.Campi {
		radice, dentro, _ := strings.Cut(c.Campo, ".")
		if nome, noto := map[string]string{"chiave": "CHIAVE", campoValore: "JSON", "validaDa": "dal"}[radice]; noto {
			detta.Campi[i].Campo = strings.TrimSuffix(nome+"."+dentro, ".")
			detta.Dettaglio = strings.ReplaceAll(detta.Dettaglio, c.Campo, detta.Campi[i].Campo)
		}
	}
	return &detta
}

func comandoElenca(esegui comandi.Esecutore) *cobra.Command {
	var tenant string
	c := &cobra.Command{Use: "elenca", Short: "le impostazioni di un tenant e ciò che vale oggi", Args: comandi.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				if tenant == "" {
					return "", problem.CampoNonValido("tenant", "manca")
				}
				if err := voce.Transazione(ctx, b.Pools, func(tx *db.Tx) error { return voce.RichiedeTenant(tx, tenant) }); err != nil {
					return "", err
				}
				tutte, err := Nuovo(b.Pools, clock.Now).Elenca(ctx, tenant)
				if err != nil {
					return "", err
				}
				return tabella(tutte), nil
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "tenant (obbligatorio)")
	return c
}

func tabella(tutte []Voce) string {
	var testo strings.Builder
	t := tabwriter.NewWriter(&testo, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "CHIAVE\tIN VIGORE OGGI\tDAL\tIN ARRIVO") // into memory: it does not fail
	for _, v := range tutte {
		inizio := ""
		if v.InVigore != nil {
			inizio = dal(v.InVigore.ValidaDa)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", v.Chiave, v.Attuale(), inizio, v.quanti())
	}
	_ = t.Flush()
	return strings.TrimRight(testo.String(), "\n")
}

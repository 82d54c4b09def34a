package chiave

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Comando is core chiave.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Gruppo("chiave", "le chiavi che firmano i token", comandoNuova(), comandoElenca(esegui), comandoRitira(esegui))
}

// comandoNuova asks nothing of the servers: the first key is made before they are there.
func comandoNuova() *cobra.Command {
	var sostituisci bool
	c := &cobra.Command{Use: "nuova FILE", Short: "scrive una chiave privata nuova; un core in esecuzione che legge quel file la usa dopo averla pubblicata",
		Args: comandi.Esatti("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := Nuova()
			if err == nil {
				err = k.Scrivi(args[0], sostituisci)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "chiave %s in %s\n", k.KID(), args[0])
			return err
		}}
	c.Flags().BoolVar(&sostituisci, "sostituisci", false, "sostituisce il file se esiste")
	return c
}

func comandoElenca(esegui comandi.Esecutore) *cobra.Command {
	return &cobra.Command{Use: "elenca", Short: "mostra le chiavi pubbliche e il loro stato", Args: comandi.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				righe, err := Store{Pools: b.Pools}.Elenca(ctx)
				return elenco(righe, clock.Now()), err
			})
		}}
}

func elenco(righe []Riga, adesso time.Time) string {
	if len(righe) == 0 {
		return "nessuna chiave: core le registra quando è in esecuzione"
	}
	var testo []string
	for _, r := range righe {
		testo = append(testo, fmt.Sprintf("%s  %-11s  creata %s  vista %s", r.KID, r.Stato(adesso),
			r.Creata.Format(time.RFC3339), r.Vista.Format(time.RFC3339)))
	}
	return strings.Join(testo, "\n")
}

func comandoRitira(esegui comandi.Esecutore) *cobra.Command {
	return &cobra.Command{Use: "ritira KID", Short: "emergenza: i token firmati da questa chiave non valgono più, i programmi che ne usano ne chiedono un altro",
		Args: comandi.Esatti("KID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				err := Servizio{Store: Store{Pools: b.Pools}, Adesso: clock.Now}.Ritira(ctx, args[0])
				return "chiave " + args[0] + ": ritirata; core la toglie entro 5 secondi, gli altri servizi entro 35", err
			})
		}}
}

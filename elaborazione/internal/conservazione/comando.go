package conservazione

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

const aiuto = `Ciò che è stato cancellato resta nelle copie di sicurezza finché scadono. Il registro delle cancellazioni (identificativi e giorni, nessuna
persona) si esporta e si tiene fuori dalla banca dati; dopo un ripristino, ripeti cancella di nuovo i verbali che vi sono scritti. Chi è sotto
vincolo resta com'è. Valgono anche per un tenant sospeso.`

// Comando is elaborazione conservazione; proprietario works with the role that owns the tables.
func Comando(esegui, proprietario comandi.Esecutore) *cobra.Command {
	c := &cobra.Command{Use: "conservazione", Short: "il registro delle cancellazioni, e cancellare di nuovo dopo un ripristino", Long: aiuto,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	c.AddCommand(esporta(esegui), ripeti(proprietario))
	return c
}

func esporta(esegui comandi.Esecutore) *cobra.Command {
	var tenant string
	c := &cobra.Command{Use: "esporta", Short: "scrive il registro delle cancellazioni, una riga di JSON per verbale", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, tenant, func(ctx context.Context, p *db.Pools) error { return Esporta(ctx, p, cmd.OutOrStdout()) })
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "tenant (obbligatorio)")
	return c
}

func ripeti(esegui comandi.Esecutore) *cobra.Command {
	var tenant, file string
	c := &cobra.Command{Use: "ripeti", Short: "cancella di nuovo i verbali di un registro esportato", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			legge, chiudi, err := apri(cmd, file)
			if err != nil {
				return err
			}
			defer chiudi()
			return esegui(cmd, tenant, func(ctx context.Context, p *db.Pools) error {
				x, err := Ripeti(ctx, p, legge)
				_, scritto := fmt.Fprintf(cmd.OutOrStdout(), "Verbali cancellati di nuovo: %d; già cancellati: %d; trattenuti da un vincolo: %d; assenti: %d.\n",
					x.Cancellati, x.Gia, x.Trattenuti, x.Assenti)
				if err != nil {
					return err
				}
				return scritto
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&file, "file", "", "il registro esportato; - per lo standard input (obbligatorio)")
	return c
}

func apri(cmd *cobra.Command, file string) (io.Reader, func(), error) {
	switch file {
	case "":
		return nil, nil, problem.CampoNonValido("file", "manca")
	case "-":
		return cmd.InOrStdin(), func() {}, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, problem.CampoNonValido("file", "non si apre").With(err)
	}
	return f, func() { _ = f.Close() }, nil
}

package reparto

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core reparto.
func Comando(esegui riga.Esecutore) *cobra.Command {
	return riga.Gruppo("reparto", "i reparti di un tenant", comandoCrea(esegui), comandoElenca(esegui))
}

func comandoCrea(esegui riga.Esecutore) *cobra.Command {
	var r Reparto
	c := &cobra.Command{Use: "crea CODICE", Short: "crea un reparto", Args: riga.Esatti("CODICE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Codice = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := Nuovo(b.Piscine).Crea(ctx, r)
				return fmt.Sprintf("reparto %s: %s", r.Codice, esito), err
			})
		}}
	c.Flags().StringVar(&r.Tenant, "tenant", "", "tenant del reparto; senza, è un reparto della piattaforma")
	c.Flags().StringVar(&r.Descrizione, "descrizione", "", "nome per esteso")
	return c
}

func comandoElenca(esegui riga.Esecutore) *cobra.Command {
	return riga.Elenco(esegui, riga.Lista[Reparto]{
		Breve: "elenca i reparti di un tenant", Colonne: []string{"CODICE", "DESCRIZIONE", "STATO"},
		SenzaTenant: true,
		Pagina: func(ctx context.Context, b *riga.Banco, tenant string, f voce.Filtro) (voce.Pagina[Reparto], error) {
			return Nuovo(b.Piscine).Elenca(ctx, tenant, f)
		},
		Celle: func(r Reparto) []string { return []string{r.Codice, r.Descrizione, r.Stato} },
	})
}

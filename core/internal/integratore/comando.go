package integratore

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core integratore.
func Comando(esegui riga.Esecutore) *cobra.Command {
	return riga.Gruppo("integratore", "i sistemi esterni di un tenant", comandoCrea(esegui), comandoElenca(esegui))
}

func comandoCrea(esegui riga.Esecutore) *cobra.Command {
	var i Integratore
	c := &cobra.Command{Use: "crea NOME", Short: "registra un sistema esterno", Args: riga.Esatti("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			i.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				id, esito, err := Nuovo(b.Piscine).Crea(ctx, i)
				return fmt.Sprintf("integratore %s (%s): %s", i.Nome, id, esito), err
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant a cui appartiene (obbligatorio)")
	return c
}

func comandoElenca(esegui riga.Esecutore) *cobra.Command {
	return riga.Elenco(esegui, riga.Lista[Integratore]{
		Breve: "elenca i sistemi esterni di un tenant", Colonne: []string{"ID", "NOME", "STATO"},
		Pagina: func(ctx context.Context, b *riga.Banco, tenant string, f voce.Filtro) (voce.Pagina[Integratore], error) {
			return Nuovo(b.Piscine).Elenca(ctx, tenant, f)
		},
		Celle: func(i Integratore) []string { return []string{i.ID, i.Nome, i.Stato} },
	})
}

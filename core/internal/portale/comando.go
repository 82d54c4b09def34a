package portale

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core portale.
func Comando(esegui riga.Esecutore) *cobra.Command {
	return riga.Gruppo("portale", "i portali da cui si accede", comandoCrea(esegui), comandoElenca(esegui))
}

func comandoCrea(esegui riga.Esecutore) *cobra.Command {
	var p Portale
	c := &cobra.Command{Use: "crea CODICE", Short: "crea un portale", Args: riga.Esatti("CODICE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Codice, p.Tipo = args[0], strings.ToUpper(p.Tipo)
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := Nuovo(b.Piscine).Crea(ctx, p)
				return fmt.Sprintf("portale %s: %s", p.Codice, esito), err
			})
		}}
	c.Flags().StringVar(&p.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&p.Tipo, "tipo", "", "OPERATORI (tutti i moduli) o CITTADINI (solo connessione) (obbligatorio)")
	return c
}

func comandoElenca(esegui riga.Esecutore) *cobra.Command {
	return riga.Elenco(esegui, riga.Lista[Portale]{
		Breve: "elenca i portali di un tenant", Colonne: []string{"CODICE", "TIPO", "STATO"},
		Pagina: func(ctx context.Context, b *riga.Banco, tenant string, f voce.Filtro) (voce.Pagina[Portale], error) {
			return Nuovo(b.Piscine).Elenca(ctx, tenant, f)
		},
		Celle: func(p Portale) []string { return []string{p.Codice, p.Tipo, p.Stato} },
	})
}

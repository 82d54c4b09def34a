package agente

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core agente.
func Comando(esegui riga.Esecutore) *cobra.Command {
	return riga.Gruppo("agente", "gli agenti accertatori", comandoCrea(esegui), comandoElenca(esegui))
}

func comandoCrea(esegui riga.Esecutore) *cobra.Command {
	var a Agente
	c := &cobra.Command{Use: "crea MATRICOLA", Short: "registra un agente", Args: riga.Esatti("MATRICOLA"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.Matricola = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := Nuovo(b.Piscine).Crea(ctx, a)
				return fmt.Sprintf("agente %s: %s", a.Matricola, esito), err
			})
		}}
	c.Flags().StringVar(&a.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&a.Nome, "nome", "", "nome")
	c.Flags().StringVar(&a.Cognome, "cognome", "", "cognome")
	c.Flags().StringVar(&a.Reparto, "reparto", "", "codice del reparto")
	c.Flags().StringVar(&a.Operatore, "operatore", "", "username con cui accede")
	return c
}

func comandoElenca(esegui riga.Esecutore) *cobra.Command {
	return riga.Elenco(esegui, riga.Lista[Agente]{
		Breve: "elenca gli agenti di un tenant", Colonne: []string{"MATRICOLA", "COGNOME", "NOME", "REPARTO", "OPERATORE", "STATO"},
		Pagina: func(ctx context.Context, b *riga.Banco, tenant string, f voce.Filtro) (voce.Pagina[Agente], error) {
			return Nuovo(b.Piscine).Elenca(ctx, tenant, f)
		},
		Celle: func(a Agente) []string {
			return []string{a.Matricola, a.Cognome, a.Nome, a.Reparto, a.Operatore, a.Stato}
		},
	})
}

package comandi

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Lista is what core … elenca prints of a noun: the pages of a tenant's entries, in columns.
type Lista[T any] struct {
	Breve       string
	Colonne     []string
	Pagina      func(ctx context.Context, b *Banco, tenant string, f voce.Filtro) (voce.Pagina[T], error)
	Celle       func(T) []string
	SenzaTenant bool // without a tenant it lists the entries of the platform
}

// Elenco is the command that prints a list.
func Elenco[T any](esegui Esecutore, l Lista[T]) *cobra.Command {
	var tenant string
	c := &cobra.Command{Use: "elenca", Short: l.Breve, Args: Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tenant == "" && !l.SenzaTenant {
				return problem.CampoNonValido("tenant", "manca")
			}
			return esegui(cmd, func(ctx context.Context, b *Banco) (string, error) {
				noto := func(tx *db.Tx) error { return voce.RichiedeTenant(tx, tenant) }
				if err := voce.Transazione(ctx, b.Pools, noto); err != nil {
					return "", err
				}
				return voce.Tabella(l.Colonne, func(f voce.Filtro) (voce.Pagina[T], error) { return l.Pagina(ctx, b, tenant, f) }, l.Celle)
			})
		}}
	aiuto := "tenant (obbligatorio)"
	if l.SenzaTenant {
		aiuto = "tenant; senza, le voci della piattaforma"
	}
	c.Flags().StringVar(&tenant, "tenant", "", aiuto)
	return c
}

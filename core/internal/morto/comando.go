package morto

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core lavoroMorto: the same as the page, where no browser reaches.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	elenca := comandi.Elenco(esegui, comandi.Lista[Lavoro]{
		Breve: "mostra i lavori fermi di un tenant", Colonne: []string{"ID", "FERMO DAL", "CHE COSA", "MOTIVO"},
		Celle: func(l Lavoro) []string {
			return []string{l.ID.String(), l.Morto.Format(time.RFC3339), l.CheCosa, l.Motivo}
		},
		Pagina: func(ctx context.Context, b *comandi.Banco, nome string, f voce.Filtro) (voce.Pagina[Lavoro], error) {
			ctx, err := b.Tenant(ctx, nome)
			if err != nil {
				return voce.Pagina[Lavoro]{}, err
			}
			return Servizio{Store: Store{Pools: b.Pools}}.Elenca(ctx, f, false)
		},
	})
	return comandi.Gruppo("lavoroMorto", "i lavori che si sono fermati", elenca, comandoRiaccoda(esegui))
}

func comandoRiaccoda(esegui comandi.Esecutore) *cobra.Command {
	var nome string
	c := &cobra.Command{Use: "riaccoda ID", Short: "rimette in coda un lavoro fermo, con il messaggio che aveva", Args: comandi.Esatti("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if nome == "" {
				return problem.CampoNonValido("tenant", "manca")
			}
			id, err := uuid.Parse(args[0])
			if err != nil {
				return problem.NonTrovato("lavoro", args[0])
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) { return riaccoda(ctx, b, nome, id) })
		}}
	c.Flags().StringVar(&nome, "tenant", "", "tenant (obbligatorio)")
	return c
}

func riaccoda(ctx context.Context, b *comandi.Banco, nome string, id uuid.UUID) (string, error) {
	ctx, err := b.Tenant(ctx, nome)
	if err != nil {
		return "", err
	}
	linea, err := b.Bus()
	if err != nil {
		return "", err
	}
	defer linea.Close()
	l, err := Servizio{Store: Store{Pools: b.Pools}, Riaccoda: linea.Requeue, Adesso: clock.Now}.Rimetti(ctx, id, "")
	return "lavoro " + id.String() + " (" + l.CheCosa + "): rimesso in coda", err
}

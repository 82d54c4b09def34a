package intervallo

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core intervallo.
func Comando(esegui riga.Esecutore) *cobra.Command {
	var i Intervallo
	c := &cobra.Command{Use: "crea", Short: "assegna un intervallo di numeri di avviso, o di codici di atti giudiziari", Args: riga.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				_, esito, err := Nuovo(b.Piscine).Crea(ctx, i)
				return fmt.Sprintf("intervallo %s %s: %s", i.Segregazione, i.Prefisso, esito), err
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&i.Tipo, "tipo", Avviso, "AVVISO, o RACCOMANDATA_AG per i codici degli atti giudiziari avuti dal recapitista")
	c.Flags().StringVar(&i.CodiceFiscaleEnte, "codice-fiscale-ente", "", "ente creditore, 11 cifre; senza, quello del tenant")
	c.Flags().StringVar(&i.Segregazione, "segregazione", "", "codice di segregazione, 2 cifre (obbligatorio per gli avvisi)")
	c.Flags().StringVar(&i.Prefisso, "prefisso", "", "prime cifre: da 1 a 8 della base di 13 di un avviso, da 1 a 9 delle undici di un atto (obbligatorio)")
	return riga.Gruppo("intervallo", "gli intervalli dei numeri di avviso e degli atti giudiziari", c, comandoElenca(esegui))
}

func comandoElenca(esegui riga.Esecutore) *cobra.Command {
	return riga.Elenco(esegui, riga.Lista[Intervallo]{
		Breve: "elenca gli intervalli di un tenant", Colonne: []string{"TIPO", "ENTE CREDITORE", "SEGREGAZIONE", "PREFISSO", "ESEMPIO"},
		Pagina: func(ctx context.Context, b *riga.Banco, tenant string, f voce.Filtro) (voce.Pagina[Intervallo], error) {
			return Nuovo(b.Piscine).Elenca(ctx, tenant, f)
		},
		Celle: func(i Intervallo) []string {
			return []string{i.Tipo, i.CodiceFiscaleEnte, i.Segregazione, i.Prefisso, i.Esempio}
		},
	})
}

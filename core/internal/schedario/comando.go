package schedario

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core <noun>: crea and elenca. Apri gives the noun on the database of a command.
func Comando[T any](esegui comandi.Esecutore, apri func(*db.Pools) Dichiarazione[T]) *cobra.Command {
	d := apri(nil)
	elenca := comandi.Elenco(esegui, comandi.Lista[T]{
		Breve: d.Riga.Elenca, Colonne: d.Riga.Colonne, SenzaTenant: d.Riga.DiPiattaforma, Celle: d.Riga.Celle,
		Pagina: func(ctx context.Context, b *comandi.Banco, tenant string, f voce.Filtro) (voce.Pagina[T], error) {
			return apri(b.Pools).Usi.Elenca(ctx, tenant, f)
		},
	})
	return comandi.Gruppo(d.Nome, d.Riga.Breve, ComandoCrea(esegui, apri), elenca)
}

// ComandoCrea is core <noun> crea: the fields are its options, the first its argument if it has a name for it.
func ComandoCrea[T any](esegui comandi.Esecutore, apri func(*db.Pools) Dichiarazione[T]) *cobra.Command {
	d, v := apri(nil), new(T)
	uso, argomenti := "crea", comandi.Esatti()
	if d.Riga.Argomento != "" {
		uso, argomenti = "crea "+d.Riga.Argomento, comandi.Esatti(d.Riga.Argomento)
	}
	c := &cobra.Command{Use: uso, Short: d.Riga.Crea, Args: argomenti,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				*d.chiamata(v) = args[0]
			}
			if d.Riga.Leggi != nil {
				d.Riga.Leggi(v)
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				creata, esito, err := apri(b.Pools).Usi.Crea(ctx, *v)
				if err != nil {
					return "", err
				}
				return fmt.Sprintf("%s %s: %s", d.Nome, d.detta(creata), esito), nil
			})
		}}
	if d.Riga.Tenant != "" {
		c.Flags().StringVar(d.Testa(v).Tenant, "tenant", "", d.Riga.Tenant)
	}
	for _, campo := range d.Campi {
		switch {
		case campo.Opzione == "":
		case campo.Molti != nil:
			c.Flags().StringSliceVar(campo.Molti(v), comandi.NomeOpzione(campo.Nome), nil, campo.Opzione)
		default:
			c.Flags().StringVar(campo.Di(v), comandi.NomeOpzione(campo.Nome), campo.Predefinito, campo.Opzione)
		}
	}
	return c
}

func (d Dichiarazione[T]) detta(v T) string {
	if d.Riga.Detta != nil {
		return d.Riga.Detta(v)
	}
	return *d.Testa(&v).Chiave
}

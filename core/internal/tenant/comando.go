package tenant

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Esegui runs an action on the bench of a command.
type Esegui func(*cobra.Command, riga.Azione) error

// Comando is core tenant.
func Comando(esegui Esegui) *cobra.Command {
	return riga.Gruppo("tenant", "i comandi serviti dalla piattaforma", comandoCrea(esegui), comandoElenca(esegui),
		comandoStato(esegui, "sospendi", "ferma un tenant: risponde 403 ovunque, i dati restano", (*Servizio).Sospendi),
		comandoStato(esegui, "riattiva", "riprende un tenant sospeso", (*Servizio).Riattiva))
}

// daRiga is the service of a command: no process of its own has to obey it.
func daRiga(b *riga.Banco) *Servizio {
	return Nuova(b.Piscine, func(context.Context) {})
}

func comandoCrea(esegui Esegui) *cobra.Command {
	var n Nuovo
	c := &cobra.Command{Use: "crea NOME", Short: "crea un tenant: riga, banca dati, avviso ai servizi", Args: riga.Uno("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := daRiga(b).Crea(ctx, n)
				return fmt.Sprintf("tenant %s: %s", n.Nome, esito), err
			})
		}}
	c.Flags().StringVar(&n.Denominazione, "denominazione", "", "nome per esteso del comando (obbligatoria)")
	c.Flags().StringVar(&n.CodiceFiscale, "codice-fiscale", "", "codice fiscale dell'ente creditore, 11 cifre")
	return c
}

func comandoStato(esegui Esegui, nome, breve string, uso func(*Servizio, context.Context, string) (voce.Esito, error)) *cobra.Command {
	return &cobra.Command{Use: nome + " NOME", Short: breve, Args: riga.Uno("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := uso(daRiga(b), ctx, args[0])
				if esito == voce.GiaPresente {
					return "tenant " + args[0] + ": lo era già", err
				}
				return fmt.Sprintf("tenant %s: %s", args[0], esito), err
			})
		}}
}

func comandoElenca(esegui Esegui) *cobra.Command {
	var dimensioni bool
	c := &cobra.Command{Use: "elenca", Short: "i tenant con stato e banca dati", Args: riga.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				s := daRiga(b)
				tutti, err := s.tutti(ctx)
				if err != nil || !dimensioni {
					return tabella(tutti, nil), err
				}
				spazio, err := s.Store.Byte(ctx)
				return tabella(tutti, spazio), err
			})
		}}
	c.Flags().BoolVar(&dimensioni, "dimensioni", false, "anche quanto spazio occupa ogni banca dati")
	return c
}

// tutti reads the tenants page after page.
func (s *Servizio) tutti(ctx context.Context) (letti []Tenant, err error) {
	f := voce.Filtro{Dimensione: 200}
	for {
		pagina, err := s.Elenca(ctx, f)
		letti = append(letti, pagina.Elementi...)
		if err != nil || pagina.Cursore == "" {
			return letti, err
		}
		f.Dopo = letti[len(letti)-1].Nome
	}
}

// tabella writes the tenants in columns; spazio, if any, is the size of each database.
func tabella(tutti []Tenant, spazio map[string]int64) string {
	var testo strings.Builder
	t := tabwriter.NewWriter(&testo, 0, 0, 2, ' ', 0)
	intestazione := "NOME\tSTATO\tBANCA DATI\tDENOMINAZIONE"
	if spazio != nil {
		intestazione += "\tMIB"
	}
	_, _ = fmt.Fprintln(t, intestazione) // into memory: it does not fail
	for _, x := range tutti {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s", x.Nome, x.Stato, x.Banca, x.Denominazione)
		if spazio != nil {
			_, _ = fmt.Fprintf(t, "\t%d", spazio[x.Banca]>>20)
		}
		_, _ = fmt.Fprintln(t)
	}
	_ = t.Flush()
	return strings.TrimRight(testo.String(), "\n")
}

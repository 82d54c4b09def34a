package tenant

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core tenant.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Gruppo("tenant", "i comandi serviti dalla piattaforma", schedario.ComandoCrea(esegui, apri), comandoElenca(esegui),
		comandoStato(esegui, "sospendi", "ferma un tenant: risponde 403 ovunque, i dati restano", (*Servizio).Sospendi),
		comandoStato(esegui, "riattiva", "riprende un tenant sospeso", (*Servizio).Riattiva))
}

// daRiga is the service of a command: no process of its own has to obey it.
func daRiga(p *db.Pools) *Servizio { return Nuova(p, func(context.Context) {}) }

func apri(p *db.Pools) schedario.Dichiarazione[Tenant] { return daRiga(p).Dichiarazione() }

func comandoStato(esegui comandi.Esecutore, nome, breve string, uso func(*Servizio, context.Context, string) (voce.Esito, error)) *cobra.Command {
	return &cobra.Command{Use: nome + " NOME", Short: breve, Args: comandi.Esatti("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				esito, err := uso(daRiga(b.Pools), ctx, args[0])
				if esito == voce.GiaPresente {
					return "tenant " + args[0] + ": lo era già", err
				}
				return fmt.Sprintf("tenant %s: %s", args[0], esito), err
			})
		}}
}

func comandoElenca(esegui comandi.Esecutore) *cobra.Command {
	var dimensioni bool
	c := &cobra.Command{Use: "elenca", Short: "i tenant con stato e banca dati", Args: comandi.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				return elencaTutti(ctx, daRiga(b.Pools), dimensioni)
			})
		}}
	c.Flags().BoolVar(&dimensioni, "dimensioni", false, "anche quanto spazio occupa ogni banca dati")
	return c
}

// elencaTutti writes the tenants in columns, with the size of each database if asked for.
func elencaTutti(ctx context.Context, s *Servizio, dimensioni bool) (string, error) {
	colonne := []string{"NOME", "STATO", "BANCA DATI", "DENOMINAZIONE"}
	celle := func(t Tenant) []string { return []string{t.Nome, t.Stato, t.Banca, t.Denominazione} }
	pagina := func(f voce.Filtro) (voce.Pagina[Tenant], error) { return s.Elenca(ctx, "", f) }
	if !dimensioni {
		return voce.Tabella(colonne, pagina, celle)
	}
	spazio, err := s.Store.Byte(ctx)
	if err != nil {
		return "", err
	}
	return voce.Tabella(append(colonne, "MIB"), pagina,
		func(t Tenant) []string { return append(celle(t), strconv.FormatInt(spazio[t.Banca]>>20, 10)) })
}

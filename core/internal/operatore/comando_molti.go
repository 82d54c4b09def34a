package operatore

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// ComandoMolti is core operatori: the commands on many accounts at once.
func ComandoMolti(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Gruppo("operatori", "le utenze, molte alla volta", comandoImporta(esegui), comandoRafforza(esegui))
}

func comandoImporta(esegui comandi.Esecutore) *cobra.Command {
	var tenant string
	var prova bool
	c := &cobra.Command{Use: "importa FILE.csv", Short: "importa le utenze di un altro sistema con le loro impronte", Args: comandi.Esatti("FILE.csv"),
		Long: `Importa le utenze di un altro sistema con le loro impronte: nessuno deve cambiare password.

Il file è CSV in UTF-8, separato da ; o da virgola, con una riga di intestazione. Colonne: username, reparto (quello con
cui è calcolata l'impronta, e in cui l'operatore si trova), impronta (128 cifre esadecimali maiuscole), ruoli (più di uno
fra virgolette, separati da ; o virgola); facoltative: nome, cognome, codiceFiscale, integratore, stato (ATTIVO, BLOCCATO).

Il file viene controllato tutto: se una riga è sbagliata non viene scritto nulla. Righe già importate non cambiano.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				return importaFile(ctx, Nuovo(b.Pools, clock.Now), args[0], Importazione{Tenant: tenant, Prova: prova})
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "tenant a cui appartengono (obbligatorio)")
	c.Flags().BoolVar(&prova, "prova", false, "controlla soltanto, senza scrivere")
	return c
}

func importaFile(ctx context.Context, s *Servizio, percorso string, i Importazione) (string, error) {
	file, err := os.Open(percorso)
	if err != nil {
		return "", problem.CampoNonValido("FILE.csv", "non si legge: "+err.Error())
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err == nil && info.Size() > fileMassimo {
		return "", problem.CampoNonValido("FILE.csv", fmt.Sprintf("supera %d MiB: dividerlo", fileMassimo>>20))
	}
	esito, err := s.Importa(ctx, i, file)
	if err != nil {
		return "", err
	}
	detto := fmt.Sprintf("operatori di %s: importati %d, già presenti %d", i.Tenant, esito.Creati, esito.Presenti)
	if i.Prova {
		detto += " (prova: non è stato scritto nulla)"
	}
	return detto, nil
}

func comandoRafforza(esegui comandi.Esecutore) *cobra.Command {
	var tenant string
	c := &cobra.Command{Use: "rafforza", Short: "protegge con argon2id le impronte importate; le password restano le stesse", Args: comandi.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				n, err := credenziale.Archivio{Pools: b.Pools}.Rafforza(ctx, tenant, func(fatte, tutte int64) {
					_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "impronte rafforzate: %d di %d\n", fatte, tutte)
				})
				return "operatori: " + voce.Quanti(n, "impronta rafforzata", "impronte rafforzate"), err
			})
		}}
	c.Flags().StringVar(&tenant, "tenant", "", "solo quelle di un tenant; senza, tutte")
	return c
}

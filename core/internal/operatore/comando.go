package operatore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/piattaforma-verbali/verbali/shared/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
)

// Comando is core operatore.
func Comando(esegui func(*cobra.Command, riga.Azione) error) *cobra.Command {
	var o Operatore
	var file string
	crea := &cobra.Command{Use: "crea USERNAME", Short: "crea un operatore; la password si scrive al terminale o sta in un file",
		Args: riga.Uno("USERNAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Username = args[0]
			password, err := leggiPassword(cmd, file)
			if err != nil {
				return err
			}
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				esito, err := Nuovo(b.Piscine).Crea(ctx, o, password)
				return fmt.Sprintf("operatore %s: %s", Normalizza(o.Username), esito), err
			})
		}}
	f := crea.Flags()
	f.StringVar(&o.Tenant, "tenant", "", "tenant; senza, è un amministratore della piattaforma")
	f.StringVar(&o.Reparto, "reparto", "", "codice del reparto (obbligatorio)")
	f.StringSliceVar(&o.Ruoli, "ruoli", nil, "ruoli, separati da virgola (obbligatorio)")
	f.StringVar(&o.Nome, "nome", "", "nome")
	f.StringVar(&o.Cognome, "cognome", "", "cognome")
	f.StringVar(&o.CodiceFiscale, "codice-fiscale", "", "codice fiscale")
	f.StringVar(&o.Integratore, "integratore", "", "sistema esterno a cui appartiene l'utenza")
	f.StringVar(&file, "password-file", "", "file con la password; senza, viene chiesta due volte al terminale")
	return riga.Gruppo("operatore", "le utenze", crea)
}

// leggiPassword reads the password from a file or, twice, from the terminal: never from an argument,
// which every user of the machine can see.
func leggiPassword(cmd *cobra.Command, file string) (string, error) {
	if file != "" {
		contenuto, err := os.ReadFile(file)
		if err != nil {
			return "", problem.CampoNonValido("password-file", "non si legge: "+err.Error())
		}
		return strings.TrimRight(string(contenuto), "\r\n"), nil
	}
	ingresso := int(os.Stdin.Fd())
	if !term.IsTerminal(ingresso) {
		return "", problem.CampoNonValido("password-file", "manca, e non c'è un terminale a cui chiedere la password")
	}
	prima, err := chiedi(cmd, ingresso, "Password: ")
	if err != nil {
		return "", err
	}
	seconda, err := chiedi(cmd, ingresso, "Ancora la password: ")
	if err == nil && prima != seconda {
		return "", problem.CampoNonValido("password", "le due password sono diverse")
	}
	return prima, err
}

func chiedi(cmd *cobra.Command, ingresso int, domanda string) (string, error) {
	_, scritto := fmt.Fprint(cmd.ErrOrStderr(), domanda)
	password, letto := term.ReadPassword(ingresso)
	_, aCapo := fmt.Fprintln(cmd.ErrOrStderr())
	return string(password), errors.Join(scritto, letto, aCapo)
}

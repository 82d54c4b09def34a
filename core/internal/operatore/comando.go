package operatore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Comando is core operatore: the commands on one account.
func Comando(esegui comandi.Esecutore) *cobra.Command {
	sulConto := func(riga, breve string, argomenti cobra.PositionalArgs, f uso) *cobra.Command {
		return &cobra.Command{Use: riga, Short: breve, Args: argomenti,
			RunE: func(cmd *cobra.Command, args []string) error { return cambia(esegui, cmd, args, f) }}
	}
	return comandi.Gruppo("operatore", "le utenze", comandoCrea(esegui), comandoElenca(esegui), comandoPassword(esegui),
		sulConto("reparto USERNAME CODICE", "sposta un operatore in un altro reparto", comandi.Esatti("USERNAME", "CODICE"),
			func(ctx context.Context, s *Servizio, c Conto, args []string) (Operatore, error) {
				return s.Sposta(ctx, c, args[1])
			}),
		sulConto("ruoli USERNAME RUOLI", "dà a un operatore questi ruoli, separati da virgola, al posto dei suoi", comandi.Esatti("USERNAME", "RUOLI"),
			func(ctx context.Context, s *Servizio, c Conto, args []string) (Operatore, error) {
				return s.Assegna(ctx, c, strings.Split(args[1], ","))
			}),
		sulConto("blocca USERNAME", "impedisce l'accesso a un operatore, da subito e in ogni servizio", comandi.Esatti("USERNAME"),
			func(ctx context.Context, s *Servizio, c Conto, _ []string) (Operatore, error) {
				return s.Blocca(ctx, c)
			}),
		sulConto("sblocca USERNAME", "riammette un operatore bloccato", comandi.Esatti("USERNAME"),
			func(ctx context.Context, s *Servizio, c Conto, _ []string) (Operatore, error) {
				return s.Sblocca(ctx, c)
			}),
	)
}

func comandoCrea(esegui comandi.Esecutore) *cobra.Command {
	var o Operatore
	var file string
	var chiesta bool
	crea := &cobra.Command{Use: "crea USERNAME", Short: "crea un operatore; la password si scrive al terminale o sta in un file",
		Args: comandi.Esatti("USERNAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Username, o.Verifica = args[0], strings.ToUpper(o.Verifica)
			o.Provvisoria = chiesta || o.Verifica != LDAP
			var password string
			if o.Verifica != LDAP || file != "" {
				var err error
				if password, err = leggiPassword(cmd, file); err != nil {
					return err
				}
			}
			return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
				esito, err := Nuovo(b.Pools, clock.Now).Crea(ctx, o, password)
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
	f.StringVar(&o.Verifica, "verifica", Locale, "chi verifica la password: LOCALE oppure LDAP, che non ne ha una qui")
	conPassword(crea, &file)
	conProvvisoria(crea, &chiesta)
	return crea
}

func comandoPassword(esegui comandi.Esecutore) *cobra.Command {
	var file string
	var chiesta bool
	c := &cobra.Command{Use: "password USERNAME", Short: "dà a un operatore una nuova password; le sue sessioni finiscono", Args: comandi.Esatti("USERNAME")}
	conPassword(c, &file)
	conProvvisoria(c, &chiesta)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		password, err := leggiPassword(cmd, file)
		if err != nil {
			return err
		}
		return cambia(esegui, cmd, args, func(ctx context.Context, s *Servizio, c Conto, _ []string) (Operatore, error) {
			return s.CambiaPassword(ctx, c, password, true)
		})
	}
	return c
}

func conPassword(c *cobra.Command, file *string) {
	c.Flags().StringVar(file, "password-file", "", "file con la password; senza, viene chiesta due volte al terminale")
}

// conProvvisoria keeps an option of scripts written when it was a choice.
func conProvvisoria(c *cobra.Command, chiesta *bool) {
	c.Flags().BoolVar(chiesta, "provvisoria", false, "è sempre così: la password va cambiata al primo accesso, e fino ad allora non apre altro (non quella di un programma)")
}

// uso is a use case on one account.
type uso func(ctx context.Context, s *Servizio, c Conto, args []string) (Operatore, error)

// cambia runs a use case on the account named first, of whatever tenant: usernames are unique.
func cambia(esegui comandi.Esecutore, cmd *cobra.Command, args []string, f uso) error {
	return esegui(cmd, func(ctx context.Context, b *comandi.Banco) (string, error) {
		s, username := Nuovo(b.Pools, clock.Now), Normalizza(args[0])
		prima, trovato, err := s.Store.Trova(ctx, username)
		if err != nil {
			return "", err
		}
		if !trovato {
			return "", problem.NonTrovato("operatore", args[0])
		}
		dopo, err := f(ctx, s, Conto{Tenant: prima.Tenant, Username: username}, args)
		detto := "cambiato"
		if dopo.Versione == prima.Versione {
			detto = "era già così, nulla da cambiare"
		}
		return fmt.Sprintf("operatore %s: %s", username, detto), err
	})
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

func comandoElenca(esegui comandi.Esecutore) *cobra.Command {
	return comandi.Elenco(esegui, comandi.Lista[Operatore]{
		Breve: "elenca le utenze di un tenant", Colonne: []string{"USERNAME", "COGNOME E NOME", "REPARTO", "RUOLI", "STATO", "VERIFICA"},
		Pagina: func(ctx context.Context, b *comandi.Banco, tenant string, f voce.Filtro) (voce.Pagina[Operatore], error) {
			return Nuovo(b.Pools, clock.Now).Elenca(ctx, tenant, Filtro{Filtro: f})
		},
		Celle: func(o Operatore) []string {
			return []string{o.Username, strings.TrimSpace(o.Cognome + " " + o.Nome), o.Reparto, strings.Join(o.Ruoli, ","), o.Stato, o.Verifica}
		},
	})
}

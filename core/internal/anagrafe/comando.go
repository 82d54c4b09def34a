package anagrafe

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/core/internal/riga"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Esegui runs an action on the bench of a command.
type Esegui func(*cobra.Command, riga.Azione) error

// Comandi are core reparto, integratore, agente, portale, intervallo, impostazione.
func Comandi(esegui Esegui) []*cobra.Command {
	return []*cobra.Command{
		riga.Gruppo("reparto", "i reparti di un tenant", comandoReparto(esegui)),
		riga.Gruppo("integratore", "i sistemi esterni di un tenant", comandoIntegratore(esegui)),
		riga.Gruppo("agente", "gli agenti accertatori", comandoAgente(esegui)),
		riga.Gruppo("portale", "i portali da cui si accede", comandoPortale(esegui)),
		riga.Gruppo("intervallo", "gli intervalli dei numeri di avviso", comandoIntervallo(esegui)),
		riga.Gruppo("impostazione", "le impostazioni di un tenant", comandoImpostazione(esegui)),
	}
}

// fa runs one use case of the register and says what it did.
func fa(esegui Esegui, cmd *cobra.Command, cosa string, uso func(context.Context, *Servizio) (voce.Esito, error)) error {
	return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
		esito, err := uso(ctx, Nuova(b.Piscine))
		return fmt.Sprintf("%s: %s", cosa, esito), err
	})
}

func comandoReparto(esegui Esegui) *cobra.Command {
	var r Reparto
	c := &cobra.Command{Use: "crea CODICE", Short: "crea un reparto", Args: riga.Uno("CODICE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Codice = args[0]
			return fa(esegui, cmd, "reparto "+r.Codice, func(ctx context.Context, s *Servizio) (voce.Esito, error) {
				return s.CreaReparto(ctx, r)
			})
		}}
	c.Flags().StringVar(&r.Tenant, "tenant", "", "tenant del reparto; senza, è un reparto della piattaforma")
	c.Flags().StringVar(&r.Descrizione, "descrizione", "", "nome per esteso")
	return c
}

func comandoIntegratore(esegui Esegui) *cobra.Command {
	var i Integratore
	c := &cobra.Command{Use: "crea NOME", Short: "registra un sistema esterno", Args: riga.Uno("NOME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			i.Nome = args[0]
			return esegui(cmd, func(ctx context.Context, b *riga.Banco) (string, error) {
				id, esito, err := Nuova(b.Piscine).CreaIntegratore(ctx, i)
				return fmt.Sprintf("integratore %s (%s): %s", i.Nome, id, esito), err
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant a cui appartiene (obbligatorio)")
	return c
}

func comandoAgente(esegui Esegui) *cobra.Command {
	var a Agente
	c := &cobra.Command{Use: "crea MATRICOLA", Short: "registra un agente", Args: riga.Uno("MATRICOLA"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.Matricola = args[0]
			return fa(esegui, cmd, "agente "+a.Matricola, func(ctx context.Context, s *Servizio) (voce.Esito, error) {
				return s.CreaAgente(ctx, a)
			})
		}}
	c.Flags().StringVar(&a.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&a.Nome, "nome", "", "nome")
	c.Flags().StringVar(&a.Cognome, "cognome", "", "cognome")
	c.Flags().StringVar(&a.Reparto, "reparto", "", "codice del reparto")
	c.Flags().StringVar(&a.Operatore, "operatore", "", "username con cui accede")
	return c
}

func comandoPortale(esegui Esegui) *cobra.Command {
	var p Portale
	c := &cobra.Command{Use: "crea CODICE", Short: "crea un portale", Args: riga.Uno("CODICE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Codice, p.Tipo = args[0], strings.ToUpper(p.Tipo)
			return fa(esegui, cmd, "portale "+p.Codice, func(ctx context.Context, s *Servizio) (voce.Esito, error) {
				return s.CreaPortale(ctx, p)
			})
		}}
	c.Flags().StringVar(&p.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&p.Tipo, "tipo", "", "OPERATORI (tutti i moduli) o CITTADINI (solo connessione) (obbligatorio)")
	return c
}

func comandoIntervallo(esegui Esegui) *cobra.Command {
	var i Intervallo
	c := &cobra.Command{Use: "crea", Short: "assegna un intervallo di numeri di avviso", Args: riga.Esatti(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fa(esegui, cmd, "intervallo "+i.Segregazione+" "+i.Prefisso, func(ctx context.Context, s *Servizio) (voce.Esito, error) {
				return s.CreaIntervallo(ctx, i)
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&i.CodiceFiscaleEnte, "codice-fiscale-ente", "", "ente creditore, 11 cifre; senza, quello del tenant")
	c.Flags().StringVar(&i.Segregazione, "segregazione", "", "codice di segregazione, 2 cifre (obbligatorio)")
	c.Flags().StringVar(&i.Prefisso, "prefisso", "", "prime cifre della base di 13, da 1 a 8 (obbligatorio)")
	return c
}

func comandoImpostazione(esegui Esegui) *cobra.Command {
	var i Impostazione
	c := &cobra.Command{Use: "imposta CHIAVE JSON", Short: "dà un valore a un'impostazione", Args: riga.Esatti("CHIAVE", "JSON"),
		RunE: func(cmd *cobra.Command, args []string) error {
			i.Chiave, i.Valore = args[0], args[1]
			return fa(esegui, cmd, "impostazione "+i.Chiave, func(ctx context.Context, s *Servizio) (voce.Esito, error) {
				return s.Imposta(ctx, i)
			})
		}}
	c.Flags().StringVar(&i.Tenant, "tenant", "", "tenant (obbligatorio)")
	c.Flags().StringVar(&i.ValidaDa, "dal", "", "primo giorno di validità, AAAA-MM-GG; senza, da sempre")
	return c
}

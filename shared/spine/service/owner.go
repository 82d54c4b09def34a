package service

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Owner is the hidden command that does a task of the role that owns the schemas, read from the standard input, and answers on the standard
// output: what db.InChild starts. C are the settings of the service; platform and inTenant its schemas, zero where it has none.
func Owner[C any](modulo string, platform, inTenant db.Schema) *cobra.Command {
	return &cobra.Command{Use: db.ChildCommand, Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var t db.OwnerTask
			if err := json.NewDecoder(cmd.InOrStdin()).Decode(&t); err != nil {
				return fmt.Errorf("domanda: %w", err)
			}
			c, err := config.Load[C]()
			if err != nil {
				return err
			}
			comune := reflect.ValueOf(c).FieldByName("Settings").Interface().(config.Settings) //nolint:forcetypeassert // every service has them
			opz := db.From(comune, "verbali-"+modulo+"-proprietario")
			opz.Platform, opz.Tenant, opz.Log, opz.Child = platform, inTenant, slog.New(slog.DiscardHandler), nil
			if opz.OwnerPassword, err = comune.OwnerPassword(); err != nil {
				return err
			}
			p, err := db.Open(opz)
			if err != nil {
				return err
			}
			defer p.Close()
			if err := json.NewEncoder(cmd.OutOrStdout()).Encode(p.Do(cmd.Context(), t)); err != nil {
				return fmt.Errorf("risposta: %w", err)
			}
			return nil
		}}
}

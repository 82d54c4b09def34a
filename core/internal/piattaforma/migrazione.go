package piattaforma

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// migra fills core's schema of the platform database with core's own role: an administrator's objects would not belong to core.
// It loads the fixed tables that were never loaded from the program's content and corrects those that an earlier program
// loaded.
func (p Preparazione) migra(ctx context.Context) error {
	core, _ := bootstrap.FindModule("core")
	dsn, err := conRuolo(p.PgDSN, core.Role(), bootstrap.PlatformDatabase)
	if err != nil {
		return err
	}
	password, err := p.password(core.Role())
	if err != nil {
		return err
	}
	pools, err := db.Open(db.Options{DSN: dsn, Password: password, Application: "verbali-preparazione",
		PerDatabase: 2, Total: 2, Platform: migrazioni.Piattaforma(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer pools.Close()
	if _, err := pools.Platform(ctx); err != nil {
		return fmt.Errorf("schema di core, con il ruolo %s (password in VERBALI_SEGRETI_DIR/ruoli/%[1]s): %w", core.Role(), err)
	}
	tabelle := tabella.Nuovo(pools, clock.Now)
	caricate, err := tabelle.Semina(ctx)
	if err != nil {
		return err
	}
	if len(caricate) > 0 {
		return p.dici("tabelle iniziali caricate: %s", strings.Join(caricate, ", "))
	}
	return p.correggi(ctx, tabelle)
}

// correggi brings the corrected table of violations to a platform that runs with an earlier one. A table on which it does
// not fit stops nothing: a person is told, and looks with core tabelle correggi --prova.
func (p Preparazione) correggi(ctx context.Context, tabelle *tabella.Servizio) error {
	r, err := tabelle.Correggi(ctx, false)
	switch {
	case problem.As(err) != nil:
		return p.dici("tabella violazioni: la correzione compresa nel programma non si applica: %s", problem.As(err).Dettaglio)
	case err != nil:
		return err
	case r.Esito != tabella.EsitoCaricata:
		return nil
	}
	d := r.Rapporto
	if err := p.dici("tabella violazioni corretta, versione %d: %d righe aggiunte, %d modificate, %d tolte (core tabelle correzioni)",
		r.Versione, len(d.Aggiunte), len(d.Modificate), len(d.Tolte)); err != nil {
		return err
	}
	for _, a := range r.Avvisi {
		if err := p.dici("tabella violazioni: %s", a); err != nil {
			return err
		}
	}
	return nil
}

// conRuolo is the administrator's DSN seen by a role, in another database, without the password.
func conRuolo(dsn, ruolo, database string) (string, error) {
	if !strings.Contains(dsn, "://") {
		return fmt.Sprintf("%s user=%s dbname=%s password=''", dsn, ruolo, database), nil // the last of two equal keys counts
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return "", &config.ValueError{Variable: "VERBALI_PG_DSN_AMMINISTRATORE", Reason: "URL malformato"}
	}
	parametri := u.Query()
	for _, nome := range []string{"user", "password", "dbname", "database"} {
		parametri.Del(nome)
	}
	u.User, u.Path, u.RawQuery = url.User(ruolo), "/"+database, parametri.Encode()
	return u.String(), nil
}

package piattaforma

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/preparazione"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// migra fills core's schema of the platform database with core's own role: what an administrator made
// would not belong to core. Fixed tables that were never loaded get the content that the program has.
func (p Preparazione) migra(ctx context.Context) error {
	core, _ := preparazione.Cerca("core")
	dsn, err := conRuolo(p.PgDSN, core.Ruolo(), preparazione.BancaPiattaforma)
	if err != nil {
		return err
	}
	password, err := p.password(core.Ruolo())
	if err != nil {
		return err
	}
	piscine, err := db.Apri(db.Opzioni{DSN: dsn, Password: password, Applicazione: "verbali-preparazione",
		PerBanca: 2, Totali: 2, Piattaforma: migrazioni.Piattaforma(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer piscine.Chiudi()
	if _, err := piscine.Piattaforma(ctx); err != nil {
		return fmt.Errorf("schema di core, con il ruolo %s (password in VERBALI_SEGRETI_DIR/ruoli/%[1]s): %w", core.Ruolo(), err)
	}
	caricate, err := tabella.Nuovo(piscine, time.Now).Semina(ctx)
	if err != nil || len(caricate) == 0 {
		return err
	}
	return p.dici("tabelle iniziali caricate: %s", strings.Join(caricate, ", "))
}

// conRuolo is the administrator's DSN seen by a role, in another database, without the password.
func conRuolo(dsn, ruolo, banca string) (string, error) {
	if !strings.Contains(dsn, "://") {
		return fmt.Sprintf("%s user=%s dbname=%s password=''", dsn, ruolo, banca), nil // the last of two equal keys counts
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return "", &config.ErroreValore{Variabile: "VERBALI_PG_DSN_AMMINISTRATORE", Motivo: "URL malformato"}
	}
	parametri := u.Query()
	for _, nome := range []string{"user", "password", "dbname", "database"} {
		parametri.Del(nome)
	}
	u.User, u.Path, u.RawQuery = url.User(ruolo), "/"+banca, parametri.Encode()
	return u.String(), nil
}

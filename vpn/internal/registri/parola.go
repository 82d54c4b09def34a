package registri

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
	"github.com/piattaforma-verbali/verbali/vpn/internal/infows"
)

// parola is which file holds the password of a connection, since when it is in use.
type parola struct {
	file string
	dal  calendario.Giorno
}

// inUso is the password of a connection of the context's tenant: the last one put into use here, else the one of the setting.
func (s *Scelta) inUso(ctx context.Context, registro string, c veicoli.Collegamento) (parola, error) {
	p, trovata, err := s.o.Store.Parola(ctx, registro)
	if err != nil || trovata {
		return p, err
	}
	p.file = c.Password
	if c.PasswordDal != "" {
		p.dal, err = calendario.Parse(c.PasswordDal)
	}
	return p, err
}

// segreto reads a file of the command's secrets for the server of a connection.
func (s *Scelta) segreto(comando, nome string, c veicoli.Collegamento) (string, error) {
	return s.aperti.Segreto(comando, nome, c.Raggiungi)
}

// scade is the last day of a password; zero when nobody has said since when it is in use.
func scade(p parola, c veicoli.Collegamento) calendario.Giorno {
	if p.dal.IsZero() {
		return p.dal
	}
	return p.dal.AddDays(c.PasswordBuona())
}

// avvisoPassword says what to do about a password; empty: nothing yet.
func avvisoPassword(fino, oggi calendario.Giorno) string {
	switch {
	case fino.IsZero():
		return "Non si sa da quando la password è in uso (passwordDal): il rinnovo non si può ricordare."
	case fino.Before(oggi):
		return "La password è scaduta il " + fino.Italiano() + ": rinnovarla."
	case fino.Before(oggi.AddDays(veicoli.PreavvisoPassword + 1)):
		return "La password scade il " + fino.Italiano() + ": rinnovarla prima."
	}
	return ""
}

// Rinnova puts into use the password that a file of the command's secrets holds: it asks the register to take it in the stead
// of the one in use, unless giaCambiata says that somebody has done so there. Both files stay until a person takes the earlier
// one away. The register is asked once: when it is silent nobody knows which password is good, and the caller is told.
func (s *Scelta) Rinnova(ctx context.Context, file string, giaCambiata bool) error {
	nome := comando(ctx)
	c := s.collegamento(nome, veicoli.RegistroInfows)
	client, ok := c.lingua.(*infows.Client)
	if !ok {
		return problem.Conflitto("COLLEGAMENTO_NON_CONFIGURATO", "Il comando non è collegato ai servizi della Motorizzazione (veicoli.infows).")
	}
	prima, err := s.inUso(ctx, veicoli.RegistroInfows, c.suo)
	if err != nil {
		return err
	}
	nuova, err := s.segreto(nome, file, c.suo)
	if altrui, ok := errors.AsType[*config.HostError](err); ok {
		return problem.CampoNonValido("file", altrui.Reason)
	}
	if err != nil || nuova == "" || !strings.HasPrefix(file, "veicoli") || file == prima.file {
		return problem.CampoNonValido("file", "deve essere un file con la password nuova, nella cartella dei segreti del comando, che comincia con veicoli e non è quello in uso").With(err)
	}
	if !giaCambiata {
		vecchia, err := s.segreto(nome, prima.file, c.suo)
		if err != nil {
			return problem.Conflitto("PASSWORD_IN_USO_ILLEGGIBILE", "Il file della password in uso non si legge.").With(err)
		}
		if err := client.CambiaPassword(ctx, vecchia, nuova, nome); err != nil {
			return nonCambiata(err)
		}
	}
	return s.o.Store.AggiungiParola(ctx, veicoli.RegistroInfows, parola{file, calendario.Da(s.o.Adesso())})
}

// nonCambiata explains a change that failed or whose outcome is unknown.
func nonCambiata(err error) error {
	switch {
	case errors.Is(err, credenziali.ErrRifiutate), errors.Is(err, esterno.ErrRefused):
		return problem.Conflitto("PASSWORD_RIFIUTATA", "Il registro ha rifiutato il cambio: la password in uso non è quella giusta, o la nuova non gli va bene.").With(err)
	case esterno.As(err) != nil && esterno.As(err).Attempts == 0:
		return problem.NonDisponibile("REGISTRO_NON_DISPONIBILE", "La domanda non è partita: la password è quella di prima.").With(err)
	}
	return problem.NonDisponibile("ESITO_IGNOTO",
		"Il registro non ha risposto: non si sa quale password valga. Provare una visura; se la vecchia è rifiutata, ripetere indicando che è già cambiata.").With(err)
}

// Parola is the password last put into use; false when none was.
func (s Store) Parola(ctx context.Context, collegamento string) (p parola, trovata bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return p, false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT file, dal FROM parola WHERE collegamento = $1 ORDER BY posizione DESC LIMIT 1`, collegamento).Scan(&p.file, &p.dal)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil, db.Wrap("registri: parola", err)
}

// AggiungiParola puts a password into use.
func (s Store) AggiungiParola(ctx context.Context, collegamento string, p parola) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(context.WithoutCancel(ctx), `INSERT INTO parola (collegamento, file, dal) VALUES ($1, $2, $3)`, collegamento, p.file, p.dal)
	return db.Wrap("registri: parola", err)
}

package verbale

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// anomaliaAtto is the kind of the anomaly of an act that cannot be printed for want of a setting.
const anomaliaAtto = "ATTO_NON_STAMPABILE"

// perRipresa is how many fines are told in one transaction that printing may go on.
const perRipresa = 100

// mancaPerStampare names the settings without which no act may leave the command: the name that stands for
// the signature (art. 3 c. 2 d.lgs. 39/1993) and the office to which people pay, appeal and write (art. 383
// c. 2 Reg.), which is also where a letter comes back. Empty: all are there. giorno is as in intestazione.
func mancaPerStampare(t anagrafe.Tenant, giorno string) (string, error) {
	c, err := intestazione(t, giorno)
	if err != nil {
		return "", err
	}
	var manca []string
	if strings.TrimSpace(c.Firmatario) == "" {
		manca = append(manca, "il nome di chi firma gli atti (impostazione comando.firmatario; art. 3, comma 2, d.lgs. 39/1993)")
	}
	if strings.TrimSpace(c.Indirizzo) == "" {
		manca = append(manca, "l'indirizzo del comando (impostazione comando.indirizzo)")
	}
	return strings.Join(manca, " e "), nil
}

// trattieni leaves an act unprinted and lets a person see why, once for all the acts of a fine.
func (s *Service) trattieni(ctx context.Context, idVerbale, idPosizione uuid.UUID, manca string, da ...Messaggio) error {
	return s.Store.Applica(ctx, idVerbale, func(adesso Stato) ([]Evento, error) {
		p, _ := adesso.Posizione(idPosizione)
		if _, aperta := adesso.attoTrattenuto(); aperta || !daFare(adesso, p) {
			return nil, nil
		}
		return []Evento{{Posizione: idPosizione, Attore: attoreSistema, Dati: Fatto{Quale: EventoAnomaliaAperta},
			Apre: apriAnomalia(anomaliaAtto, "L'atto non si stampa: manca "+manca+". La stampa riprende da sola quando l'impostazione c'è.")}}, nil
	}, da...)
}

// attoTrattenuto gives the open anomaly of an act that waits for a setting.
func (s Stato) attoTrattenuto() (Anomalia, bool) {
	i := slices.IndexFunc(s.Anomalie, func(a Anomalia) bool { return a.Tipo == anomaliaAtto })
	if i < 0 {
		return Anomalia{}, false
	}
	return s.Anomalie[i], true
}

// RiprendiStampe settles the anomalies of the acts of a tenant that waited for a setting, once it is
// there; their printing is work again. It gives how many fines it told. A database that is not in use is
// left closed.
func (s *Service) RiprendiStampe(ctx context.Context, t tenant.Tenant) (int, error) {
	manca, err := mancaPerStampare(s.Anagrafe.Of(t.Nome), calendario.Da(s.Adesso()).String())
	if err != nil || manca != "" {
		return 0, err
	}
	var ripresi int
	ctx = tenant.With(ctx, t)
	for dopo := uuid.Nil; ; {
		ids, err := s.Store.attiTrattenuti(ctx, t, dopo)
		if err != nil || len(ids) == 0 {
			return ripresi, err
		}
		esito, err := s.Store.ApplicaMolti(ctx, ids, riprendi)
		if err != nil {
			return ripresi, err
		}
		ripresi, dopo = ripresi+len(esito.Cambiati), ids[len(ids)-1]
	}
}

// riprendi settles what kept the acts of a fine.
func riprendi(s Stato) ([]Evento, error) {
	a, aperta := s.attoTrattenuto()
	if !aperta {
		return nil, nil
	}
	return []Evento{{Attore: attoreSistema, Dati: AnomaliaRisolta{Anomalia: a.ID, Esito: "L'impostazione che mancava c'è: la stampa riprende."}}}, nil
}

// attiTrattenuti lists some of the fines whose acts wait for a setting, in order of id.
func (s *Store) attiTrattenuti(ctx context.Context, t tenant.Tenant, dopo uuid.UUID) (ids []uuid.UUID, err error) {
	err = s.pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		rows, err := pool.Query(ctx, `SELECT DISTINCT verbale FROM anomalia WHERE chiusa IS NULL AND tipo = $1 AND verbale > $2
			ORDER BY verbale LIMIT $3`, anomaliaAtto, dopo, perRipresa)
		if err != nil {
			return fmt.Errorf("lettura: %w", err)
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	return ids, db.Wrap("atti trattenuti", err)
}

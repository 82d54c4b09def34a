package esitopostale

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/posta"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Durevole is what this package works.
const Durevole = "elaborazione-esiti"

// tentativi is how often a chunk is tried before its file has failed.
const tentativi = 8

// LavoroEsiti takes lavori.elaborazione.esiti.<tenant>.
func (s *Service) LavoroEsiti(ctx context.Context, m bus.Message) error {
	var x event.LavoroEsiti
	if err := m.Decode(&x); err != nil {
		return err
	}
	id, err := uuid.Parse(x.IDEsito)
	if err != nil {
		return bus.Permanent(fmt.Errorf("esiti postali: %s: %w", m.Subject, err))
	}
	err = s.Lavora(ctx, scrittura.Messaggio{Consumatore: Durevole, ID: m.ID}, id, x.Porzione)
	if err != nil && m.Deliveries >= tentativi && !db.Unreachable(err) {
		err = errors.Join(err, s.fallisce(ctx, id, err))
	}
	return err
}

// fallisce ends a file whose chunk cannot be worked: a person finds the reason, and sends it again.
func (s *Service) fallisce(ctx context.Context, id uuid.UUID, causa error) error {
	return s.inTransazione(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE esito_postale SET stato = '`+string(verbale.EsitiFalliti)+`', motivo = $2 WHERE id = $1 AND stato IN ('`+string(verbale.EsitiAccodati)+`', '`+string(verbale.EsitiInCorso)+`')`, id, problem.Sentence(causa))
		return err
	})
}

// errAltrove says that the message speaks of a chunk that is not the next one: there is nothing to do.
var errAltrove = errors.New("esiti postali: porzione già lavorata")

// Lavora works one chunk: it matches its rows, records what they say, and writes events, rows, counters and
// the work of the next chunk in the same transaction. A message that comes twice changes nothing.
func (s *Service) Lavora(ctx context.Context, da scrittura.Messaggio, id uuid.UUID, porzione int) error {
	err := s.inTransazione(ctx, func(tx pgx.Tx) error {
		nuovo, err := tx.Exec(ctx, `INSERT INTO ricevuto (consumatore, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, da.Consumatore, da.ID)
		if err != nil {
			return err
		}
		e, err := unEsito(ctx, tx, `WHERE id = $1 FOR UPDATE`, id)
		switch {
		case err != nil:
			return err
		case nuovo.RowsAffected() == 0 || e.porzione+1 != porzione || !e.Stato.InMoto():
			return errAltrove
		}
		return s.lavoraPorzione(ctx, tx, e)
	})
	if errors.Is(err, errAltrove) {
		return nil
	}
	return err
}

// lavorata is a row at work.
type lavorata struct {
	ordine, linea int
	celle         celle

	interpretata

	stato              verbale.StatoRiga
	colonna, motivo    string
	verbale, posizione uuid.UUID
}

func (r *lavorata) ferma(stato verbale.StatoRiga, colonna, motivo string) {
	r.stato, r.colonna, r.motivo = stato, colonna, motivo
}

// lavoraPorzione works the next chunk of a file that is locked.
func (s *Service) lavoraPorzione(ctx context.Context, tx pgx.Tx, e Esito) error {
	righe, err := s.righeDi(ctx, tx, e)
	if err != nil {
		return err
	}
	for _, r := range righe {
		var difetto *difetto
		if r.interpretata, difetto = interpreta(r.celle); difetto != nil {
			r.ferma(verbale.RigaNonValida, difetto.colonna, difetto.motivo)
		}
	}
	if err := abbina(ctx, tx, righe); err != nil {
		return err
	}
	if err := s.registraEsiti(ctx, tx, e, righe); err != nil {
		return err
	}
	for _, r := range righe {
		e.Righe.conta(r.stato)
	}
	e.porzione++
	adesso := s.Adesso()
	if e.Iniziato == nil {
		e.Iniziato = &adesso
	}
	e.Stato = verbale.EsitiInCorso
	finito := e.porzione*s.PerPorzione >= e.Righe.Totale
	if finito {
		e.Finito, e.Stato = &adesso, verbale.EsitiCompletati
		if e.Righe.errati() > 0 {
			e.Stato = verbale.EsitiCompletatiConErrori
		}
	}
	if err := scrivi(ctx, tx, e, righe); err != nil {
		return err
	}
	if finito {
		return registra(ctx, tx, db.Access{Attore: "elaborazione", Azione: "ESITI_POSTALI_LAVORATI", Oggetto: e.ID.String(), Esito: string(e.Stato)})
	}
	return accoda(ctx, tx, e)
}

// righeDi reads the rows of the next chunk that are still to be worked.
func (s *Service) righeDi(ctx context.Context, tx pgx.Tx, e Esito) ([]*lavorata, error) {
	rows, err := tx.Query(ctx, `SELECT ordine, linea, celle FROM esito_postale_riga
		WHERE esito = $1 AND ordine > $2 AND ordine <= $3 AND stato = '`+string(verbale.RigaInAttesa)+`' ORDER BY ordine`,
		e.ID, e.porzione*s.PerPorzione, (e.porzione+1)*s.PerPorzione)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*lavorata, error) {
		x := &lavorata{}
		return x, r.Scan(&x.ordine, &x.linea, &x.celle)
	})
}

// registraEsiti records on the fines what the matched rows say.
func (s *Service) registraEsiti(ctx context.Context, tx pgx.Tx, e Esito, righe []*lavorata) error {
	var sue []*lavorata
	var esiti []posta.Esito
	for _, r := range righe {
		if r.stato != "" {
			continue
		}
		if r.genere == inViaggio {
			r.stato = verbale.RigaInViaggio
			continue
		}
		r.esito.Attore = e.CaricatoDa
		r.esito.Causa = fmt.Sprintf("Esito della posta: file %s, riga %d", e.SHA256[:12], r.linea)
		sue, esiti = append(sue, r), append(esiti, r.esito)
	}
	if len(esiti) == 0 {
		return nil
	}
	giudizi, err := s.giudica(ctx, tx, esiti)
	if err != nil {
		return err
	}
	for i, g := range giudizi {
		sue[i].ferma(g.Esito, "", g.Testo)
		if g.Esito == verbale.RigaApplicata {
			sue[i].motivo = strings.Join(sue[i].avvertenze, "; ")
		}
	}
	return nil
}

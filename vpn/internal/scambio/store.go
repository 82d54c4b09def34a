package scambio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/tracciato"
)

// Store keeps questions and reports, in the database of the context's tenant.
type Store struct{ Pools *db.Pools }

// Lotto is a lot of look-ups as elaborazione publishes it.
type Lotto struct {
	Nome  string
	Stato verbale.StatoLotto
}

// Domanda is a question of a lot; Riga and Esito are empty until it is answered, Targa of its key once its fines were erased.
type Domanda struct {
	tracciato.Chiave

	Numero      int
	Riga, Esito string
	Verbali     []uuid.UUID
}

type rigaDomanda struct {
	Lotto  uuid.UUID
	Numero int
	Targa  string
	Giorno calendario.Giorno
}

// TableName is the table in the search path.
func (rigaDomanda) TableName() string { return "scambio_domanda" }

type rigaVerbale struct {
	Lotto   uuid.UUID
	Numero  int
	Verbale uuid.UUID
}

// TableName is the table in the search path.
func (rigaVerbale) TableName() string { return "scambio_verbale" }

// aggiungi writes rows, some hundreds a statement.
func aggiungi[R any](tx *db.Tx, righe []R) error {
	if len(righe) == 0 {
		return nil
	}
	return db.Wrap("scambio", tx.CreateInBatches(&righe, 500).Error)
}

// Lotto reads a lot of look-ups; 404 for any other.
func (s Store) Lotto(ctx context.Context, id uuid.UUID) (l Lotto, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return l, err
	}
	letto := database.Gorm(ctx).Raw(`SELECT nome, stato FROM verbali_v1.lotto WHERE id = ? AND tipo = ?`, id, verbale.LottoVisura).Scan(&l)
	if letto.Error == nil && letto.RowsAffected == 0 {
		return l, problem.NonTrovato("lotto di visure", id.String())
	}
	return l, db.Wrap("scambio: lotto", letto.Error)
}

// Prepara fixes the questions of a lot by what waits in it; where they are fixed nothing happens.
func (s Store) Prepara(ctx context.Context, lotto uuid.UUID, fissa func(context.Context, *db.Tx, uuid.UUID, []attesa) error) error {
	chi, _ := auth.From(ctx)
	err := s.Transazione(ctx, func(tx *db.Tx) error {
		nuovo := tx.Exec(`INSERT INTO scambio (lotto, quando, attore) VALUES (?, now(), ?) ON CONFLICT DO NOTHING`, lotto, chi.User)
		if nuovo.Error != nil {
			return nuovo.Error
		}
		if nuovo.RowsAffected == 0 {
			return errFatto
		}
		var lette []struct {
			Targa   string
			Giorno  calendario.Giorno
			Verbali string
		}
		if err := tx.Raw(`SELECT f.targa, (f.data_violazione AT TIME ZONE 'Europe/Rome')::date AS giorno, string_agg(DISTINCT f.id::text, ' ') AS verbali
			FROM verbali_v1.voce v JOIN verbali_v1.verbale f ON f.id = v.verbale
			WHERE v.lotto = ? AND v.stato = ? GROUP BY 1, 2 ORDER BY 1, 2`, lotto, verbale.VoceInAttesa).Scan(&lette).Error; err != nil {
			return err
		}
		if len(lette) == 0 {
			return problem.Conflitto("SCAMBIO_VUOTO", "Nessuna voce del lotto aspetta una risposta: non c'è nulla da chiedere.")
		}
		attese := make([]attesa, len(lette))
		for i, l := range lette {
			ids, err := identificativi(l.Verbali)
			if err != nil {
				return err
			}
			attese[i] = attesa{Chiave: tracciato.Chiave{Targa: l.Targa, Giorno: l.Giorno}, Verbali: ids}
		}
		return fissa(ctx, tx, lotto, attese)
	})
	if errors.Is(err, errFatto) {
		return nil
	}
	return err
}

func identificativi(testo string) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	for x := range strings.FieldsSeq(testo) {
		id, err := uuid.Parse(x)
		if err != nil {
			return nil, fmt.Errorf("scambio: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Domande reads the questions of a lot in their order, and when they were made; none before Prepara.
func (s Store) Domande(ctx context.Context, lotto uuid.UUID) (quando time.Time, domande []Domanda, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return quando, nil, err
	}
	var lette []struct {
		Fatto       time.Time
		Numero      int
		Targa       string
		Giorno      calendario.Giorno
		Riga, Esito string
		Verbali     string
	}
	if err := database.Gorm(ctx).Raw(`SELECT s.quando AS fatto, d.numero, d.targa, d.giorno, d.riga, d.esito, coalesce(string_agg(v.verbale::text, ' '), '') AS verbali
		FROM scambio s JOIN scambio_domanda d ON d.lotto = s.lotto LEFT JOIN scambio_verbale v ON v.lotto = d.lotto AND v.numero = d.numero
		WHERE s.lotto = ? GROUP BY s.quando, d.lotto, d.numero ORDER BY d.numero`, lotto).Scan(&lette).Error; err != nil {
		return quando, nil, db.Wrap("scambio: domande", err)
	}
	for _, l := range lette {
		ids, err := identificativi(l.Verbali)
		if err != nil {
			return quando, nil, err
		}
		d := Domanda{Chiave: tracciato.Chiave{Targa: l.Targa, Giorno: l.Giorno}, Numero: l.Numero, Riga: l.Riga, Esito: l.Esito, Verbali: ids}
		if len(ids) == 0 {
			d.Chiave = tracciato.Chiave{}
		}
		quando, domande = l.Fatto, append(domande, d)
	}
	return quando, domande, nil
}

// prendi makes a line the answer of its question; false where another file was first.
func prendi(tx *db.Tx, lotto uuid.UUID, c consegna, quando time.Time) (bool, error) {
	r := tx.Exec(`UPDATE scambio_domanda SET riga = ?, esito = ?, quando = ? WHERE lotto = ? AND numero = ? AND riga = ?`,
		c.impronta, c.giudizio.Codice, quando, lotto, c.domanda.Numero, c.domanda.Riga)
	return r.RowsAffected == 1, db.Wrap("scambio: risposta", r.Error)
}

// spende records that the register has answered about a plate, and what it cost.
func spende(tx *db.Tx, c consegna, attore string, costo int64, quando time.Time) error {
	if len(c.domanda.Verbali) == 0 {
		return nil
	}
	esito := c.giudizio.Esito
	if c.giudizio.Codice == verbale.IndagineRispostaNonUtilizzabile {
		esito = string(c.giudizio.Codice)
	}
	_, err := libro.Scrivi(tx, libro.Riga{Quando: quando, Tipo: libro.Veicolo, Attore: attore, Verbale: uuid.NullUUID{UUID: c.domanda.Verbali[0], Valid: true},
		Esito: esito, Fonte: string(verbale.ArchivioTracciato), Costi: map[string]int64{string(verbale.ArchivioTracciato): costo}})
	return err
}

// Mancano counts the questions of a lot that have no answer.
func (s Store) Mancano(ctx context.Context, lotto uuid.UUID) (n int, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Gorm(ctx).Raw(`SELECT count(*) FROM scambio_domanda d WHERE d.lotto = ? AND d.riga = ''
		AND EXISTS (SELECT FROM scambio_verbale v WHERE v.lotto = d.lotto AND v.numero = d.numero)`, lotto).Scan(&n).Error
	return n, db.Wrap("scambio: mancano", err)
}

// Rapporto reads the report on a file; nil for a file not processed to its end.
func (s Store) Rapporto(ctx context.Context, lotto uuid.UUID, sha256 string) (*Rapporto, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var testi []string
	if err := database.Gorm(ctx).Raw(`SELECT rapporto::text FROM scambio_file WHERE lotto = ? AND sha256 = ?`, lotto, sha256).Scan(&testi).Error; err != nil {
		return nil, db.Wrap("scambio: rapporto", err)
	}
	if len(testi) == 0 {
		return nil, nil //nolint:nilnil // there is none
	}
	var r Rapporto
	return &r, db.Wrap("scambio: rapporto", json.Unmarshal([]byte(testi[0]), &r))
}

// Chiudi keeps the report of a file that was worked to its end, with a line of the audit.
func (s Store) Chiudi(ctx context.Context, r Rapporto, indirizzo string) error {
	chi, _ := auth.From(ctx)
	testo, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("scambio: %w", err)
	}
	return s.Transazione(ctx, func(tx *db.Tx) error {
		if err := tx.Exec(`INSERT INTO scambio_file (lotto, sha256, quando, attore, rapporto) VALUES (?, ?, ?, ?, ?::jsonb) ON CONFLICT DO NOTHING`,
			r.IDLotto, r.SHA256, r.Quando, chi.User, string(testo)).Error; err != nil {
			return err
		}
		return tx.Audit(accesso(chi.User, r.IDLotto, "SCAMBIO_RISPOSTE", fmt.Sprintf("%d righe, %d applicate", r.Righe, r.Applicate), indirizzo))
	})
}

// Annota writes a line of the audit about a lot.
func (s Store) Annota(ctx context.Context, lotto uuid.UUID, azione, esito, indirizzo string) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	chi, _ := auth.From(ctx)
	return database.Audit(ctx, accesso(chi.User, lotto, azione, esito, indirizzo))
}

func accesso(attore string, lotto uuid.UUID, azione, esito, indirizzo string) db.Access {
	return db.Access{Attore: attore, Azione: azione, OggettoTipo: "lotto", Oggetto: lotto.String(), Motivo: motivo(lotto), Esito: esito, Indirizzo: indirizzo}
}

// Transazione runs f in one transaction of the context's tenant.
func (s Store) Transazione(ctx context.Context, f func(*db.Tx) error) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, f)
}

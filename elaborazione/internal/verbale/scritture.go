package verbale

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
)

// scritture are the statements of a transaction, sent in one pipeline: their order is the order of
// the foreign keys.
type scritture struct {
	pgx.Batch
	errore error // the first value that could not be written
}

func (w *scritture) aggiungi(sql string, args ...any) { w.Queue(sql, args...) }

// json writes a value for a jsonb column.
func (w *scritture) json(v any) string {
	testo, err := json.Marshal(v)
	if err != nil && w.errore == nil {
		w.errore = fmt.Errorf("verbale: %T: %w", v, err)
	}
	return string(testo)
}

// esegui sends everything and reports the first failure.
func (w *scritture) esegui(ctx context.Context, tx pgx.Tx) error {
	if w.errore != nil || w.Len() == 0 {
		return w.errore
	}
	return tx.SendBatch(ctx, &w.Batch).Close() //nolint:wrapcheck // wrapped by the caller
}

// evento appends an event to the log and projects it. s is the state after it.
func (w *scritture) evento(s Stato, e Evento) {
	w.aggiungi(`INSERT INTO evento (verbale, sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova, idempotenza, dati)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		s.ID, s.Sequenza, e.Tipo(), oNullo(e.Posizione), e.DataLegale, e.Registrato, e.Attore, e.Causa, e.Prova, e.Idempotenza, w.json(e.Dati))
	switch x := e.Dati.(type) {
	case Contestato:
		w.aggiungi(`UPDATE posizione SET giorno_zero = $2 WHERE id = $1`, e.Posizione, e.DataLegale)
	case AvvisiEmessi:
		w.avvisi(s.ID, x.Avvisi, e)
	case IntestatarioTrovato:
		w.intestatario(s.ID, e, x)
	case IntestatarioAnomalo:
		w.aggiungi(`INSERT INTO anomalia (id, verbale, tipo, testo, aperta) VALUES ($1, $2, $3, $4, $5)`,
			x.Anomalia, s.ID, "INTESTATARIO_"+x.Esito, x.Motivo, e.Registrato)
	case AttoGenerato:
		for _, d := range x.Documenti {
			w.documento(s.ID, e.Posizione, d, e)
		}
	}
}

func (w *scritture) avvisi(verbale uuid.UUID, avvisi []Avviso, e Evento) {
	for _, a := range avvisi {
		w.aggiungi(`INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, giorni, emesso)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			a.ID, verbale, a.Posizione, a.Tipo, a.NumeroAvviso, a.IUV, a.Ente, int64(a.ImportoCent), int64(a.SpeseCent), a.Giorni, e.Registrato)
	}
}

// intestatario writes the person found; what the officer wrote of the vehicle wins over the registry.
func (w *scritture) intestatario(verbale uuid.UUID, e Evento, x IntestatarioTrovato) {
	w.soggetto(x.Persona)
	w.aggiungi(`UPDATE posizione SET soggetto = $2 WHERE id = $1`, e.Posizione, x.IDSoggetto)
	w.aggiungi(`UPDATE anomalia SET chiusa = $2 WHERE verbale = $1 AND chiusa IS NULL`, verbale, e.Registrato)
	w.aggiungi(`UPDATE verbale SET marca = $2, modello = $3 WHERE id = $1 AND marca = '' AND modello = ''`, verbale, x.Marca, x.Modello)
}

func (w *scritture) soggetto(p Soggetto) {
	w.aggiungi(`INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita, luogo_nascita,
			indirizzo, civico, cap, comune, comune_istat, provincia, nazione)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		p.ID, p.Tipo, p.CodiceFiscale, p.Cognome, p.Nome, p.Denominazione, p.Sesso, p.DataNascita, p.LuogoNascita,
		p.Indirizzo, p.Civico, p.Cap, p.Comune, p.ComuneIstat, p.Provincia, p.Nazione)
}

func (w *scritture) documento(verbale, posizione uuid.UUID, d Documento, e Evento) {
	w.aggiungi(`INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		d.ID, verbale, oNullo(posizione), d.Tipo, d.Nome, d.MIME, d.SHA256, d.Byte, e.Registrato)
}

// proietta writes the axes and sums that follow from all events so far.
func (w *scritture) proietta(s Stato) {
	w.aggiungi(`UPDATE verbale SET sequenza = $2, procedura = $3, debito = $4, ricorso = $5, punti = $6, riscossione = $7,
			data_notifica = $8, scadenza_pagamento = $9, importo_cent = $10 WHERE id = $1`,
		s.ID, s.Sequenza, s.Procedura, s.Debito, s.Ricorso, s.Punti, s.Riscossione, s.DataNotifica, s.ScadenzaPagamento, int64(s.ImportoCent))
}

// pubblica puts messages into the outbox.
func (w *scritture) pubblica(ctx context.Context, tenant string, corpi []evento.Corpo) error {
	for _, c := range corpi {
		r, err := db.NuovaUscita(ctx, tenant, c)
		if err != nil {
			return err //nolint:wrapcheck // it names the message
		}
		w.aggiungi(`INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia) VALUES ($1, $2, $3, $4, $5)`,
			r.ID, r.Soggetto, r.Oggetto, string(r.Corpo), r.Traccia)
	}
	return nil
}

// registra writes the line of the audit.
func (w *scritture) registra(a db.Accesso) {
	w.aggiungi(`INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		a.Attore, a.Azione, a.OggettoTipo, a.Oggetto, a.Motivo, a.Esito, a.Indirizzo, a.Traccia)
}

func oNullo(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// elencoTipi names the events of one change, for the audit.
func elencoTipi(eventi []Evento) string {
	nomi := make([]string, len(eventi))
	for i, e := range eventi {
		nomi[i] = string(e.Tipo())
	}
	return strings.Join(nomi, " ")
}

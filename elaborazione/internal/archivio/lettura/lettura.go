package lettura

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Completo reads a whole fine as of one moment; 404 when the tenant has no such fine.
func (s *Lettore) Completo(ctx context.Context, id uuid.UUID) (Completo, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return Completo{}, err
	}
	var c Completo
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		c, err = leggiCompleto(ctx, tx, id)
		return err
	})
	return c, db.Wrap("verbale "+id.String(), err)
}

func leggiCompleto(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Completo, error) {
	c, err := leggiRiga(ctx, tx, id)
	if err != nil {
		return c, err
	}
	if c.Violazioni, err = Righe(ctx, tx, pgx.RowToStructByPos[ViolazioneLetta],
		`SELECT codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto,
			punti, accessoria, velocita_decimi, limite_decimi, note, CASE WHEN periodi > 1 THEN periodi ELSE 0 END, tariffa_cent, conseguenze,
			dubbio, candidati, alternative FROM violazione WHERE verbale = $1 ORDER BY ordine`, id); err != nil {
		return c, err
	}
	stato, err := leggiStato(ctx, tx, id, "")
	if err != nil {
		return c, err
	}
	c = c.conStato(stato)
	if c.Posizioni, err = leggiPersone(ctx, tx, stato); err != nil {
		return c, err
	}
	if c.Pagamenti, err = leggiPagamenti(ctx, tx, id); err != nil {
		return c, err
	}
	if c.Documenti, err = leggiDocumenti(ctx, tx, id); err != nil {
		return c, err
	}
	c.Anomalie, err = Righe(ctx, tx, pgx.RowToStructByPos[AnomaliaLetta], `SELECT id, tipo, testo, aperta, chiusa, esito,
			coalesce(posizione, '00000000-0000-0000-0000-000000000000'), coalesce(altro, '00000000-0000-0000-0000-000000000000')
		FROM anomalia WHERE verbale = $1 ORDER BY aperta, id`, id)
	return c.senzaNulli(), err
}

func leggiRiga(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Completo, error) {
	c := Completo{ID: id}
	var numero int64
	var dispositivo []byte
	err := tx.QueryRow(ctx, `SELECT anno, numero, lettera, fonte, reparto, sequenza, procedura, debito, ricorso, punti, riscossione,
			data_violazione, data_accertamento, data_notifica, scadenza_pagamento, importo_cent,
			luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, targa, tipo_targa, nazione, marca, modello,
			contestato, data_contestazione, motivo_mancata_contestazione, dispositivo, agenti, note, inserito,
			senza_ora, importato, articoli, targa_scritta
		FROM verbale WHERE id = $1`, id).
		Scan(&c.Anno, &numero, &c.Lettera, &c.Fonte, &c.Reparto, &c.Sequenza, &c.Procedura, &c.Debito, &c.Ricorso, &c.Punti, &c.Riscossione,
			&c.DataViolazione, &c.DataAccertamento, &c.DataNotifica, &c.ScadenzaPagamento, &c.ImportoCent,
			&c.Luogo.ComuneIstat, &c.Luogo.Indirizzo, &c.Luogo.Civico, &c.Luogo.Chilometro,
			&c.Veicolo.Targa, &c.Veicolo.TipoTarga, &c.Veicolo.Nazione, &c.Veicolo.Marca, &c.Veicolo.Modello,
			&c.Contestato, &c.DataContestazione, &c.MotivoMancata, &dispositivo, &c.Agenti, &c.Note, &c.Inserito,
			&c.SenzaOra, &c.Importato, &c.Articoli, &c.Veicolo.TargaScritta)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, problem.NonTrovato("verbale", id.String())
	}
	if err != nil {
		return c, fmt.Errorf("verbale: lettura: %w", err)
	}
	c.Numero = strconv.FormatInt(numero, 10)
	c.DataViolazione, c.Inserito = c.DataViolazione.In(calendario.Roma()), c.Inserito.In(calendario.Roma())
	if dispositivo != nil {
		if err := json.Unmarshal(dispositivo, &c.Dispositivo); err != nil {
			return c, fmt.Errorf("verbale: dispositivo: %w", err)
		}
	}
	return c, nil
}

// leggiPersone reads the positions with their people and notices.
func leggiPersone(ctx context.Context, tx pgx.Tx, stato vita.Stato) ([]PosizioneLetta, error) {
	soggetti, err := Righe(ctx, tx, pgx.RowToStructByPos[vita.Soggetto],
		`SELECT s.id, s.tipo, s.codice_fiscale, s.cognome, s.nome, s.denominazione, s.sesso, s.data_nascita, s.luogo_nascita,
			s.indirizzo, s.civico, s.cap, s.comune, s.comune_istat, s.provincia, s.nazione
		FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = $1`, stato.ID)
	if err != nil {
		return nil, err
	}
	tutte := make([]PosizioneLetta, 0, len(stato.Posizioni))
	for _, p := range stato.Posizioni {
		letta := PosizioneLetta{ID: p.ID, Titolo: p.Titolo, GiornoZero: p.GiornoZero, Prova: p.Prova, ProvaDubbia: p.ProvaDubbia,
			Chiusa: p.Chiusa, SpeseCent: int64(p.SpeseCent), Neopatentato: p.Neopatentato, Avvisi: avvisiLetti(stato.AvvisiDi(p.ID))}
		for _, x := range soggetti {
			if x.ID == p.Soggetto {
				letta.Persona, letta.Soggetto = x, letto(x)
			}
		}
		tutte = append(tutte, letta)
	}
	return tutte, nil
}

// Diritto is by which right over the vehicle the person of a position answers (art. 196 c. 1 CdS), as the
// register said; empty when it did not.
func (s *Lettore) Diritto(ctx context.Context, id, posizione uuid.UUID) (titolo string, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	err = database.Pool.QueryRow(ctx, `SELECT coalesce(dati->>'titolo', '') FROM evento WHERE verbale = $1
		AND (tipo = $3 AND posizione = $2 OR tipo = $4 AND dati->'posizione'->>'id' = $2::text) ORDER BY sequenza DESC LIMIT 1`,
		id, posizione, string(verbale.EventoIntestatarioTrovato), string(verbale.EventoPosizioneAperta)).Scan(&titolo)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return titolo, db.Wrap("titolo della posizione "+posizione.String(), err)
}

func letto(s vita.Soggetto) *SoggettoLetto {
	return &SoggettoLetto{Tipo: s.Tipo, CodiceFiscale: s.CodiceFiscale, Cognome: s.Cognome, Nome: s.Nome, Denominazione: s.Denominazione,
		Sesso: s.Sesso, DataNascita: s.DataNascita, LuogoNascita: s.LuogoNascita, Indirizzo: s.Indirizzo, Civico: s.Civico,
		Cap: s.Cap, Comune: s.Comune, Provincia: s.Provincia, Nazione: s.Nazione}
}

func avvisiLetti(avvisi []vita.Avviso) []AvvisoLetto {
	tutti := make([]AvvisoLetto, 0, len(avvisi))
	for _, a := range avvisi {
		tutti = append(tutti, AvvisoLetto{Tipo: string(a.Tipo), NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, Ente: a.Ente,
			ImportoCent: int64(a.ImportoCent), SpeseCent: int64(a.SpeseCent), Giorni: a.Giorni, Stato: a.Stato})
	}
	return tutti
}

func leggiDocumenti(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]DocumentoLetto, error) {
	return Righe(ctx, tx, func(r pgx.CollectableRow) (d DocumentoLetto, err error) {
		var posizione *uuid.UUID
		err = r.Scan(&d.ID, &d.Tipo, &d.Nome, &d.MIME, &d.SHA256, &d.Byte, &posizione, &d.Creato, &d.CodiceAG)
		d.Posizione = oZero(posizione)
		return d, err
	}, `SELECT id, tipo, nome, mime, sha256, byte, posizione, creato, codice_ag FROM documento WHERE verbale = $1 ORDER BY creato, id`, id)
}

// senzaNulli makes every list a list, also in JSON.
func (c Completo) senzaNulli() Completo {
	c.Articoli, c.Agenti = append([]string{}, c.Articoli...), append([]string{}, c.Agenti...)
	c.Pagamenti = append([]PagamentoLetto{}, c.Pagamenti...)
	c.Violazioni = append([]ViolazioneLetta{}, c.Violazioni...)
	c.Documenti = append([]DocumentoLetto{}, c.Documenti...)
	c.Anomalie = append([]AnomaliaLetta{}, c.Anomalie...)
	return c
}

// Eventi reads the history of a fine, in order; 404 when the tenant has no such fine.
func (s *Lettore) Eventi(ctx context.Context, id uuid.UUID) ([]vita.Evento, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var eventi []vita.Evento
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		eventi, err = leggiEventi(ctx, tx, id)
		return err
	})
	if err == nil && len(eventi) == 0 {
		err = problem.NonTrovato("verbale", id.String())
	}
	return eventi, db.Wrap("eventi del verbale "+id.String(), err)
}

func leggiEventi(ctx context.Context, tx pgx.Tx, id uuid.UUID) ([]vita.Evento, error) {
	return Righe(ctx, tx, leggiEvento, `SELECT `+colonneEvento+` FROM evento WHERE verbale = $1 ORDER BY sequenza`, id)
}

// colonneEvento are the columns of an event, as leggiEvento reads them.
const colonneEvento = `sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova, idempotenza, impronta, dati, importato, deciso, apre`

func leggiEvento(r pgx.CollectableRow) (e vita.Evento, err error) {
	var tipo verbale.TipoEvento
	var posizione *uuid.UUID
	var dati []byte
	if err = r.Scan(&e.Sequenza, &tipo, &posizione, &e.DataLegale, &e.Registrato, &e.Attore, &e.Causa, &e.Prova, &e.Idempotenza, &e.Impronta, &dati,
		&e.Importato, &e.Deciso, &e.Apre); err != nil {
		return e, err
	}
	e.Posizione, e.Registrato = oZero(posizione), e.Registrato.In(calendario.Roma())
	e.Dati, err = vita.LeggiDati(tipo, dati)
	return e, err
}

// LeggiStorie reads the events of some fines, each in order.
func LeggiStorie(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID][]vita.Evento, error) {
	storie := make(map[uuid.UUID][]vita.Evento, len(ids))
	_, err := Righe(ctx, tx, func(r pgx.CollectableRow) (fatto struct{}, err error) {
		var id uuid.UUID
		e, err := leggiEvento(diVerbale{r, &id})
		storie[id] = append(storie[id], e)
		return fatto, err
	}, `SELECT verbale, `+colonneEvento+`
		FROM evento WHERE verbale = ANY($1) ORDER BY verbale, sequenza`, ids)
	return storie, err
}

// Quanti counts the tenant's fines.
func (s *Lettore) Quanti(ctx context.Context) (n int64, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM verbale`).Scan(&n)
	return n, db.Wrap("conto dei verbali", err)
}

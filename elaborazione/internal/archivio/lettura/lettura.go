package lettura

import (
	"context"

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
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		letti, err := leggiCompleti(ctx, tx, []uuid.UUID{id})
		if err != nil {
			return err
		}
		f, ok := letti[id]
		if !ok {
			return problem.NonTrovato("verbale", id.String())
		}
		c = f.Completo.senzaNulli()
		return nil
	})
	return c, db.Wrap("verbale "+id.String(), err)
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

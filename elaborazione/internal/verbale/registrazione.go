package verbale

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

const (
	vincoloNumero = "verbale_anno_lettera_numero_key"
)

// errPresente says that the sender's key was there already: the transaction gives everything back.
var errPresente = errors.New("verbale: chiave già presente")

// Registrato is what came out of recording a fine.
type Registrato struct {
	Presente bool // the key was there: nothing was written
	ID       uuid.UUID
	Impronta [32]byte // of the recorded one
	Risposta Risposta // the first answer
	Assi     Assi     // of today
}

// Registra records a new fine with its first events, or finds the one that has the same key: who
// inserts the same key at the same instant waits for the other and finds it. 409 NUMERO_GIA_USATO when
// the sender's number belongs to another fine.
func (s *Store) Registra(ctx context.Context, n Nuovo) (Registrato, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return Registrato{}, err //nolint:wrapcheck // the pool names the database
	}
	var fatto Registrato
	for range 10 {
		err = ripeti(func() error {
			return pgx.BeginFunc(ctx, banca.Pool, func(tx pgx.Tx) (err error) {
				fatto, err = s.registra(ctx, tx, n)
				return err
			})
		})
		// A sender took our next number while we were waiting for it: the series goes on after it.
		if vincolo, _ := db.Doppio(err); vincolo != vincoloNumero || n.Numero != 0 {
			break
		}
	}
	switch vincolo, doppio := db.Doppio(err); {
	case errors.Is(err, errPresente):
		return s.Presente(ctx, n.Integratore, n.IDEsterno)
	case doppio && vincolo == vincoloNumero:
		return Registrato{}, problem.Conflitto("NUMERO_GIA_USATO",
			fmt.Sprintf("Il numero %d/%s/%d appartiene a un altro verbale.", n.Numero, n.Lettera, n.Anno)).Con(err)
	case err != nil:
		return Registrato{}, db.Errore("registrazione", err) //nolint:wrapcheck // the one place that names it
	}
	banca.Sveglia()
	return fatto, nil
}

// registra does it in a transaction: possible double, number, row, events.
func (s *Store) registra(ctx context.Context, tx pgx.Tx, n Nuovo) (Registrato, error) {
	doppione, err := cercaDoppione(ctx, tx, n)
	if err != nil {
		return Registrato{}, err
	}
	if n.Numero == 0 {
		if n.Numero, err = numera(ctx, tx, n.Anno, n.Lettera); err != nil {
			return Registrato{}, err
		}
	}
	if doppione != "" {
		n.Avvertenze = append(n.Avvertenze, "POSSIBILE_DOPPIONE: stessa targa, luogo, minuto e articolo del verbale "+doppione+".")
	}
	stato, eventi, err := n.vivi(doppione != "")
	if err != nil {
		return Registrato{}, err
	}
	r := Registrato{ID: n.ID, Impronta: n.Impronta, Assi: stato.Assi, Risposta: rispondi(n, stato.Avvisi, n.Avvertenze)}
	if err := s.scriviNuovo(ctx, tx, n, r, stato); err != nil {
		return Registrato{}, err
	}
	return r, s.scriviStoria(ctx, tx, n, stato, eventi)
}

// passo is an event with the state that it led to.
type passo struct {
	evento Evento
	dopo   Stato
}

// vivi applies the first events one after the other.
func (n Nuovo) vivi(doppione bool) (stato Stato, passi []passo, err error) {
	stato.ID = n.ID
	for _, e := range n.eventiIniziali(doppione) {
		if stato, err = Applica(stato, e); err != nil {
			return stato, nil, err
		}
		passi = append(passi, passo{e, stato})
	}
	return stato, passi, nil
}

// scriviNuovo writes the row of the fine; the key of the sender decides who was first.
func (s *Store) scriviNuovo(ctx context.Context, tx pgx.Tx, n Nuovo, r Registrato, st Stato) error {
	riga, err := tx.Exec(ctx, `INSERT INTO verbale (id, anno, numero, lettera, integratore, id_esterno, impronta, risposta, fonte, inserito_da, reparto,
			targa, tipo_targa, nazione, marca, modello, data_violazione, data_accertamento,
			luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, latitudine_micro, longitudine_micro,
			contestato, data_contestazione, motivo_mancata_contestazione, preavviso_numero, preavviso_data, dispositivo, agenti, note, inserito,
			sequenza, procedura, debito, ricorso, punti, riscossione, data_notifica, scadenza_pagamento, importo_cent)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
			$25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42)
		ON CONFLICT (integratore, id_esterno) DO NOTHING`,
		n.ID, n.Anno, n.Numero, n.Lettera, oNullo(n.Integratore), n.IDEsterno, n.Impronta[:], testoJSON(r.Risposta), n.Fonte, n.Attore, n.Reparto,
		n.Targa, n.TipoTarga, n.Nazione, n.Marca, n.Modello, n.DataViolazione, n.DataAccertamento,
		n.Luogo.Istat, n.Luogo.Indirizzo, n.Luogo.Civico, n.Luogo.Chilometro, n.Luogo.LatitudineMicro, n.Luogo.LongitudineMicro,
		n.Contestato, n.DataContestazione, n.MotivoMancata, n.PreavvisoNumero, n.PreavvisoData, n.dispositivo(), n.Agenti, n.Note, n.Ora,
		st.Sequenza, st.Procedura, st.Debito, st.Ricorso, st.Punti, st.Riscossione, st.DataNotifica, st.ScadenzaPagamento, int64(st.ImportoCent))
	if err == nil && riga.RowsAffected() == 0 {
		return errPresente
	}
	return err //nolint:wrapcheck // wrapped by the caller
}

func (n Nuovo) dispositivo() *string {
	if n.Dispositivo == nil {
		return nil
	}
	s := testoJSON(n.Dispositivo)
	return &s
}

// scriviStoria writes what belongs to the fine: people, positions, violations, attachments, events,
// messages and audit.
func (s *Store) scriviStoria(ctx context.Context, tx pgx.Tx, n Nuovo, stato Stato, passi []passo) error {
	var w scritture
	for _, p := range n.Soggetti {
		w.soggetto(p)
	}
	for _, p := range n.Posizioni {
		w.aggiungi(`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES ($1, $2, $3, $4, $5)`,
			p.ID, n.ID, p.Ordine, p.Titolo, oNullo(p.Soggetto))
	}
	for i, v := range n.Violazioni {
		w.violazione(n.ID, i+1, v)
	}
	for _, d := range n.Allegati {
		w.documento(n.ID, uuid.Nil, d, passi[0].evento)
	}
	var corpi []evento.Corpo
	for _, p := range passi {
		w.evento(p.dopo, p.evento)
		corpi = append(corpi, annunci(p.dopo, p.evento)...)
	}
	if err := w.pubblica(ctx, nomeTenant(ctx), corpi); err != nil {
		return err
	}
	w.registra(db.Accesso{Attore: n.Attore, Azione: string(EventoInserito), OggettoTipo: "verbale", Oggetto: n.ID.String(), Esito: string(stato.Procedura)})
	return w.esegui(ctx, tx)
}

func (w *scritture) violazione(verbale uuid.UUID, ordine int, v Violazione) {
	w.aggiungi(`INSERT INTO violazione (verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna,
			sconto30, pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi, note, versione_tabella)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		verbale, ordine, v.Codice, v.Articolo, v.Comma, v.Lettera, v.Testo, int64(v.MinCent), int64(v.MaxCent), v.Notturna,
		v.AmmetteSconto(false), v.PagamentoRidotto, v.Punti, v.Accessoria, v.VelocitaDecimi, v.LimiteDecimi, v.Note, v.VersioneTabella)
}

// cercaDoppione finds another fine of the same plate, place, minute and article, and gives its number.
// Two doubles inserted at the same instant wait for each other, so that the second sees the first.
func cercaDoppione(ctx context.Context, tx pgx.Tx, n Nuovo) (numero string, err error) {
	minuto := n.DataViolazione.Truncate(60e9)
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, "verbali.doppione ", n.Targa, " ", minuto.Unix())
	articoli := make([]string, len(n.Violazioni))
	for i, v := range n.Violazioni {
		articoli[i] = v.Articolo
	}
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(h.Sum64()>>1)); err != nil { //nolint:gosec // shifted: it fits
		return "", fmt.Errorf("verbale: doppione: %w", err)
	}
	err = tx.QueryRow(ctx, `SELECT concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno) FROM verbale v
		WHERE v.targa = $1 AND v.data_violazione >= $2 AND v.data_violazione < $2 + interval '1 minute'
		  AND v.luogo_istat = $3 AND lower(v.luogo_indirizzo) = lower($4) AND v.luogo_civico = $5 AND v.luogo_chilometro = $6
		  AND v.procedura <> 'SCARTATO' AND (v.integratore, v.id_esterno) IS DISTINCT FROM ($7::uuid, $8::text)
		  AND EXISTS (SELECT FROM violazione x WHERE x.verbale = v.id AND x.articolo = ANY ($9))
		ORDER BY v.id LIMIT 1`,
		n.Targa, minuto, n.Luogo.Istat, n.Luogo.Indirizzo, n.Luogo.Civico, n.Luogo.Chilometro, oNullo(n.Integratore), n.IDEsterno, articoli).Scan(&numero)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return numero, err //nolint:wrapcheck // wrapped by the caller
}

// Presente finds a fine by the sender's key, with its first answer and its state of today; 404
// NON_TROVATO when there is none.
func (s *Store) Presente(ctx context.Context, integratore uuid.UUID, idEsterno string) (Registrato, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return Registrato{}, err //nolint:wrapcheck // the pool names the database
	}
	r := Registrato{Presente: true}
	var impronta, risposta []byte
	err = banca.Pool.QueryRow(ctx, `SELECT id, impronta, risposta, procedura, debito, ricorso, punti, riscossione
		FROM verbale WHERE integratore = $1 AND id_esterno = $2`, integratore, idEsterno).
		Scan(&r.ID, &impronta, &risposta, &r.Assi.Procedura, &r.Assi.Debito, &r.Assi.Ricorso, &r.Assi.Punti, &r.Assi.Riscossione)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return r, problem.NonTrovato("verbale", idEsterno)
	case err != nil:
		return r, db.Errore("verbale per idEsterno", err) //nolint:wrapcheck // the one place that names it
	case len(impronta) != len(r.Impronta):
		return r, fmt.Errorf("verbale %s: impronta di %d byte", r.ID, len(impronta))
	}
	copy(r.Impronta[:], impronta)
	if err := json.Unmarshal(risposta, &r.Risposta); err != nil {
		return r, fmt.Errorf("verbale %s: risposta: %w", r.ID, err)
	}
	return r, nil
}

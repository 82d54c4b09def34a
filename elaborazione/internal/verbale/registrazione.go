package verbale

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

const (
	vincoloNumero = "verbale_anno_lettera_numero_key"
	tentativi     = 10               // against senders that take the numbers of our series
	perGruppo     = 20 * time.Second // to record what waited together
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
// inserts the same key at the same instant waits for the other and finds it. Fines of a tenant that
// come at the same time share a transaction, and each fails alone. 409 NUMERO_GIA_USATO when the
// sender's number belongs to another fine.
func (s *Store) Registra(ctx context.Context, n Nuovo) (Registrato, error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return Registrato{}, err //nolint:wrapcheck // the pool names the database
	}
	r := &richiesta{ctx: ctx, n: n}
	s.code.di(nomeTenant(ctx)).entra(r, func(insieme []*richiesta) { s.registra(ctx, banca, insieme) })
	return r.fatto, r.err
}

// registra records what waited together: in one transaction, or each in its own when that fails.
func (s *Store) registra(ctx context.Context, banca *db.Banca, insieme []*richiesta) {
	// Whoever leads the group works for the others too: his leaving must not undo their work.
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), perGruppo)
	defer fine()
	if len(insieme) > 1 {
		err := inTransazione(ctx, banca, insieme)
		if err == nil || db.NonRaggiungibile(err) {
			for _, r := range insieme {
				r.err = db.Errore("registrazione", err) //nolint:wrapcheck // the one place that names it
			}
			banca.Sveglia()
			return
		}
	}
	for _, r := range insieme {
		r.fatto, r.err = s.registraSola(ctx, banca, r)
	}
}

// inTransazione records some fines, all or none.
func inTransazione(ctx context.Context, banca *db.Banca, insieme []*richiesta) error {
	return ripeti(func() error {
		return pgx.BeginFunc(ctx, banca.Pool, func(tx pgx.Tx) error { return scriviInsieme(ctx, tx, insieme) })
	})
}

// registraSola records one fine and says what is wrong with it, if anything is.
func (s *Store) registraSola(ctx context.Context, banca *db.Banca, r *richiesta) (Registrato, error) {
	var err error
	for range tentativi {
		// A sender took our next number while we were waiting for it: the series goes on after it.
		err = inTransazione(ctx, banca, []*richiesta{r})
		if vincolo, _ := db.Doppio(err); vincolo != vincoloNumero || r.n.Numero != 0 {
			break
		}
	}
	switch vincolo, doppio := db.Doppio(err); {
	case errors.Is(err, errPresente):
		return s.Presente(ctx, r.n.Integratore, r.n.IDEsterno)
	case doppio && vincolo == vincoloNumero:
		return Registrato{}, problem.Conflitto("NUMERO_GIA_USATO",
			fmt.Sprintf("Il numero %d/%s/%d appartiene a un altro verbale.", r.n.Numero, r.n.Lettera, r.n.Anno)).Con(err)
	case err != nil:
		return Registrato{}, db.Errore("registrazione", err) //nolint:wrapcheck // the one place that names it
	}
	banca.Sveglia()
	return r.fatto, nil
}

// scriviInsieme writes fines in a transaction: possible doubles, numbers, first events, rows.
func scriviInsieme(ctx context.Context, tx pgx.Tx, insieme []*richiesta) error {
	doppioni, err := cercaDoppioni(ctx, tx, insieme)
	if err != nil {
		return err
	}
	numeri, err := numera(ctx, tx, insieme)
	if err != nil {
		return err
	}
	var righe, storie scritture
	for i, r := range insieme {
		n := r.n
		n.Numero = numeri[i]
		if doppioni[i] != "" {
			n.Avvertenze = append(slices.Clone(n.Avvertenze), "POSSIBILE_DOPPIONE: stessa targa, luogo, minuto e articolo del verbale "+doppioni[i]+".")
		}
		stato, passi, err := n.vivi(doppioni[i] != "")
		if err != nil {
			return err
		}
		r.fatto = Registrato{ID: n.ID, Impronta: n.Impronta, Assi: stato.Assi, Risposta: rispondi(n, stato.Avvisi, n.Avvertenze)}
		righe.verbale(n, r.fatto.Risposta, stato)
		if err := storie.storia(r.ctx, n, passi); err != nil {
			return err
		}
	}
	if err := righe.eseguiUniche(ctx, tx); err != nil {
		return err
	}
	return storie.esegui(ctx, tx)
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

// verbale writes the row of a fine; the key of the sender decides who was first.
func (w *scritture) verbale(n Nuovo, r Risposta, st Stato) {
	w.aggiungi(`INSERT INTO verbale (id, anno, numero, lettera, integratore, id_esterno, impronta, risposta, fonte, inserito_da, reparto,
			targa, tipo_targa, nazione, marca, modello, data_violazione, data_accertamento,
			luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, latitudine_micro, longitudine_micro,
			contestato, data_contestazione, motivo_mancata_contestazione, preavviso_numero, preavviso_data, dispositivo, agenti, note, inserito,
			sequenza, procedura, debito, ricorso, punti, riscossione, data_notifica, scadenza_pagamento, importo_cent)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
			$25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42)
		ON CONFLICT (integratore, id_esterno) DO NOTHING`,
		n.ID, n.Anno, n.Numero, n.Lettera, oNullo(n.Integratore), n.IDEsterno, n.Impronta[:], w.json(r), n.Fonte, n.Attore, n.Reparto,
		n.Targa, n.TipoTarga, n.Nazione, n.Marca, n.Modello, n.DataViolazione, n.DataAccertamento,
		n.Luogo.Istat, n.Luogo.Indirizzo, n.Luogo.Civico, n.Luogo.Chilometro, n.Luogo.LatitudineMicro, n.Luogo.LongitudineMicro,
		n.Contestato, n.DataContestazione, n.MotivoMancata, n.PreavvisoNumero, n.PreavvisoData, w.dispositivo(n), n.Agenti, n.Note, n.Ora,
		st.Sequenza, st.Procedura, st.Debito, st.Ricorso, st.Punti, st.Riscossione, st.DataNotifica, st.ScadenzaPagamento, int64(st.ImportoCent))
}

// eseguiUniche sends the rows of fines; errPresente when one of them has a key that is there already.
func (w *scritture) eseguiUniche(ctx context.Context, tx pgx.Tx) (err error) {
	if w.errore != nil {
		return w.errore
	}
	esiti := tx.SendBatch(ctx, &w.Batch)
	defer func() { err = errors.Join(err, esiti.Close()) }()
	for range w.Len() {
		riga, err := esiti.Exec()
		if err != nil {
			return err //nolint:wrapcheck // wrapped by the caller
		}
		if riga.RowsAffected() == 0 {
			return errPresente
		}
	}
	return nil
}

func (w *scritture) dispositivo(n Nuovo) *string {
	if n.Dispositivo == nil {
		return nil
	}
	testo := w.json(n.Dispositivo)
	return &testo
}

// storia writes what belongs to a fine: people, positions, violations, attachments, events, messages
// and audit. ctx is that of who inserted it: its trace goes with the messages.
func (w *scritture) storia(ctx context.Context, n Nuovo, passi []passo) error {
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
	w.registra(db.Accesso{Attore: n.Attore, Azione: string(EventoInserito), OggettoTipo: "verbale", Oggetto: n.ID.String(),
		Esito: string(passi[len(passi)-1].dopo.Procedura)})
	return w.pubblica(ctx, nomeTenant(ctx), corpi)
}

func (w *scritture) violazione(verbale uuid.UUID, ordine int, v Violazione) {
	w.aggiungi(`INSERT INTO violazione (verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna,
			sconto30, pagamento_ridotto, punti, accessoria, velocita_decimi, limite_decimi, note, versione_tabella)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		verbale, ordine, v.Codice, v.Articolo, v.Comma, v.Lettera, v.Testo, int64(v.MinCent), int64(v.MaxCent), v.Notturna,
		v.AmmetteSconto(false), v.PagamentoRidotto, v.Punti, v.Accessoria, v.VelocitaDecimi, v.LimiteDecimi, v.Note, v.VersioneTabella)
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

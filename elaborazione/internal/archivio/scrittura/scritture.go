package scrittura

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto/aperto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// scritture are the rows of a transaction, of one fine or of many: new ones and changed ones, sent in
// one pipeline in the order of the foreign keys, one statement a table.
type scritture struct {
	nuove, mutate tavole
	recapiti      mucchio
	partite       []uuid.UUID // positions whose acts the platform sends
	numerati      map[serie]*numerati
	uscite        []db.OutboxRow // those of nuove.uscite

	errore error // the first value that could not be written
}

const (
	// nuovoRecapito writes a person again, at another address.
	nuovoRecapito = `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita, luogo_nascita,
		indirizzo, civico, cap, comune, provincia, nazione)
		SELECT x.id, s.tipo, s.codice_fiscale, s.cognome, s.nome, s.denominazione, s.sesso, s.data_nascita, s.luogo_nascita,
		x.indirizzo, x.civico, x.cap, x.comune, x.provincia, x.nazione FROM unnest($1::riga_recapito[]) x JOIN soggetto s ON s.id = x.precedente`
	// superaAtto marks the acts printed for the old address. A waiting item of a lot loses its document and takes the act to
	// come.
	superaAtto = `WITH x AS (SELECT posizione FROM unnest($1::riga_recapito[])),
		attese AS (UPDATE voce v SET documento = NULL FROM x WHERE v.posizione = x.posizione AND v.stato = '` + string(verbale.VoceInAttesa) + `')
		UPDATE documento d SET tipo = '` + string(verbale.DocumentoSuperato) + `' FROM x WHERE d.posizione = x.posizione AND d.tipo IN ('` + string(verbale.DocumentoAtto) + `', '` + string(verbale.DocumentoAnonimo) + `')`
)

// numerati are the fines of a series that get their numbers as they are written.
type numerati struct {
	tavole

	di map[uuid.UUID]*richiesta
}

// accoda queues the rows, in their order; each answer gets its number when the batch is read.
func (x *numerati) accoda(lotto *pgx.Batch, s serie) error {
	letterale, err := x.verbali.letterale()
	if err != nil {
		return err
	}
	lotto.Queue(nuovoNumerato, s.anno, s.lettera, int64(x.verbali.righe), letterale).Query(func(rows pgx.Rows) error {
		var id uuid.UUID
		var numero int64
		_, err := pgx.ForEachRow(rows, []any{&id, &numero}, func() error {
			x.di[id].fatto.Risposta.Numero = numero
			return nil
		})
		return err
	})
	return nil
}

func nuoveScritture() *scritture { return &scritture{} }

// accoda queues all the rows.
func (w *scritture) accoda(lotto *pgx.Batch) error {
	if w.errore != nil {
		return w.errore
	}
	for _, s := range slices.SortedFunc(maps.Keys(w.numerati), serie.confronta) {
		if err := w.numerati[s].accoda(lotto, s); err != nil {
			return err
		}
	}
	n, m := &w.nuove, &w.mutate
	for _, x := range []struct {
		sql   string
		righe *mucchio
	}{
		{nuovoVerbale, &n.verbali}, {nuovoSoggetto, &n.soggetti}, {nuovoRecapito, &w.recapiti},
		{nuovaPosizione, &n.posizioni}, {nuovaViolazione, &n.violazioni},
		{nuovoAvviso, &n.avvisi}, {nuovaNotifica, &n.notifiche}, {nuovaVisura, &n.visure}, {nuovoPagamento, &n.pagamenti}, {nuovoRicorso, &n.ricorsi},
		{nuovaScadenza, &n.scadenze}, {nuovaAnomalia, &n.anomalie}, {nuovoDocumento, &n.documenti}, {superaAtto, &w.recapiti}, {nuovoEvento, &n.eventi},
		{mutaVerbale, &m.verbali}, {mutaVeicolo, &m.veicoli}, {mutaDispositivo, &m.dispositivi}, {mutaMisura, &m.misure},
		{mutaViolazione, &m.violazioni}, {mutaPosizione, &m.posizioni}, {mutaAvviso, &m.avvisi}, {mutaNotifica, &m.notifiche}, {mutaVisura, &m.visure},
		{mutaPagamento, &m.pagamenti}, {mutaRicorso, &m.ricorsi}, {mutaScadenza, &m.scadenze}, {mutaAnomalia, &m.anomalie},
		{nuovoRegistro, &n.registri}, {nuovaUscita, &n.uscite},
	} {
		if x.righe.righe == 0 {
			continue
		}
		letterale, err := x.righe.letterale()
		if err != nil {
			return err
		}
		accodata := lotto.Queue(x.sql, letterale)
		if x.righe == &n.uscite {
			accodata.Query(db.Written(w.uscite))
		}
	}
	return w.accodaVoci(lotto)
}

// unisci adds the rows that another gathered, which must gather no more.
func (w *scritture) unisci(altre *scritture) {
	w.recapiti.unisci(&altre.recapiti)
	w.partite = append(w.partite, altre.partite...)
	for _, coppia := range [][2]*tavole{{&w.nuove, &altre.nuove}, {&w.mutate, &altre.mutate}} {
		queste, quelle := coppia[0].mucchi(), coppia[1].mucchi()
		for i := range queste {
			queste[i].unisci(quelle[i])
		}
	}
	if altre.nuove.voci.righe > 0 {
		w.nuove.oraVoci = altre.nuove.oraVoci
	}
	w.uscite = append(w.uscite, altre.uscite...)
	if w.errore == nil {
		w.errore = altre.errore
	}
}

// accodaVoci puts acts into the open lot of letters, and takes out of it those that leave otherwise.
func (w *scritture) accodaVoci(lotto *pgx.Batch) error {
	if len(w.partite) > 0 {
		aperto.Escono(lotto, w.partite, aperto.ConSend)
	}
	if w.nuove.voci.righe == 0 {
		return nil
	}
	letterale, err := w.nuove.voci.letterale()
	if err != nil {
		return err
	}
	aperto.Entrano(lotto, letterale, vita.NuovoID(), w.nuove.oraVoci)
	return nil
}

// esegui sends all the rows and reports the first failure.
func (w *scritture) esegui(ctx context.Context, tx pgx.Tx) error {
	var lotto pgx.Batch
	if err := w.accoda(&lotto); err != nil {
		return err
	}
	return tx.SendBatch(ctx, &lotto).Close()
}

// json writes a value for a jsonb column; nil is NULL.
func (w *scritture) json(v any) json.RawMessage {
	testo, err := json.Marshal(v)
	if err != nil && w.errore == nil {
		w.errore = fmt.Errorf("verbale: %T: %w", v, err)
	}
	return testo
}

// evento appends an event to the log, with what it brings that no state holds: people and documents.
// s is the state after it.
func (w *scritture) evento(s vita.Stato, e vita.Evento) {
	var apre json.RawMessage
	if e.Apre != nil {
		apre = w.json(e.Apre)
	}
	w.nuove.evento(s, e, w.json(e.Dati), w.json(e.Deciso), apre)
	switch x := e.Dati.(type) {
	case vita.IntestatarioTrovato:
		w.nuove.soggetto(x.Persona)
		w.mutate.veicolo(s.ID, x.Marca, x.Modello)
	case vita.RigaScelta:
		w.mutate.rigaPresa(s.ID, x.RigaPresa)
	case vita.RigaRettificata:
		w.mutate.rigaPresa(s.ID, x.RigaPresa)
	case vita.DispositivoIndicato:
		w.misurato(s.ID, x)
	case vita.PosizioneAperta:
		if x.Persona != nil {
			w.nuove.soggetto(*x.Persona)
		}
	case vita.RecapitoIndicato:
		r := x.Recapito
		w.recapiti.aggiungi(x.IDSoggetto, x.Precedente, e.Posizione, r.Indirizzo, r.Civico, r.Cap, r.Comune, r.Provincia, r.Nazione)
	case vita.AttoGenerato:
		w.atto(s.ID, e, x)
	case vita.NotificaAvviata:
		if x.Parte {
			w.partite = append(w.partite, e.Posizione)
		}
	case vita.AnomaliaRisolta:
		if p, _ := s.Posizione(e.Posizione); x.Lotto == string(verbale.LottoPostale) {
			w.nuove.voce(s.ID, p.ID, p.Atto, e.Registrato)
		}
	case vita.DocumentoAggiunto:
		w.nuove.documento(s.ID, e.Posizione, x.Documento, e.Registrato)
	}
}

// misurato writes the device that was told later, and what it measured.
func (w *scritture) misurato(id uuid.UUID, x vita.DispositivoIndicato) {
	w.mutate.dispositivo(id, w.json(x.Dispositivo))
	for _, misura := range x.Misure {
		w.mutate.misura(id, misura)
	}
}

// atto writes the documents of an act, and the act into the open lot where it enters it by itself.
func (w *scritture) atto(id uuid.UUID, e vita.Evento, x vita.AttoGenerato) {
	for _, d := range x.Documenti {
		w.nuove.documento(id, e.Posizione, d, e.Registrato)
	}
	if x.Lotto == string(verbale.LottoPostale) {
		w.nuove.voce(id, e.Posizione, x.Atto(), e.Registrato)
	}
}

// pubblica puts messages into the outbox.
func (w *scritture) pubblica(ctx context.Context, tenant string, corpi []event.Corpo) error {
	for _, c := range corpi {
		r, err := db.NewOutboxRow(ctx, tenant, c)
		if err != nil {
			return err
		}
		w.nuove.uscita(r)
		w.uscite = append(w.uscite, r)
	}
	return nil
}

// registra writes the line of the audit.
func (w *scritture) registra(a db.Access) { w.nuove.registro(a) }

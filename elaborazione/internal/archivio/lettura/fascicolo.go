package lettura

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Fascicolo is what the printing of an act looks at, as of one moment: the whole fine, its state, and what the decisions look at
// beside it.
type Fascicolo struct {
	Completo Completo
	Stato    vita.Stato
	Quadro   conseguenze.Quadro // of Quadri: not what the violations say

	persone map[uuid.UUID]vita.Soggetto // of the positions, by their ids
	diritti map[uuid.UUID]string        // over the vehicle, by position
}

// Fascicoli reads some fines; those that the tenant does not have are left out.
func (s *Lettore) Fascicoli(ctx context.Context, ids []uuid.UUID) (letti map[uuid.UUID]*Fascicolo, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if letti, err = leggiCompleti(ctx, tx, ids); err != nil {
			return err
		}
		quadri, err := Quadri(ctx, tx, ids)
		if err != nil {
			return err
		}
		for id, f := range letti {
			f.Quadro = quadri[id]
		}
		return leggiDiritti(ctx, tx, letti)
	})
	return letti, db.Wrap(fmt.Sprintf("lettura di %d verbali", len(ids)), err)
}

// leggiCompleti reads whole fines in one round trip, but for Quadro and the rights. Everything that it reads belongs to one of them.
func leggiCompleti(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (map[uuid.UUID]*Fascicolo, error) {
	var lotto pgx.Batch
	letti := make(map[uuid.UUID]*Fascicolo, len(ids))
	perVerbale(&lotto, ids, func(id uuid.UUID, c Completo) {
		c.ID = id
		letti[id] = &Fascicolo{Completo: c, persone: map[uuid.UUID]vita.Soggetto{}}
	}, leggiRiga, colonneRiga)
	l := AccodaLetture(&lotto, ids, "")
	perVerbale(&lotto, ids, func(id uuid.UUID, v ViolazioneLetta) {
		letti[id].Completo.Violazioni = append(letti[id].Completo.Violazioni, v)
	}, leggiViolazione, colonneViolazione)
	perVerbale(&lotto, ids, func(id uuid.UUID, p vita.Soggetto) { letti[id].persone[p.ID] = p }, leggiPersona, colonnePersona)
	perVerbale(&lotto, ids, func(id uuid.UUID, p PagamentoLetto) {
		letti[id].Completo.Pagamenti = append(letti[id].Completo.Pagamenti, p)
	}, leggiPagamentoLetto, colonnePagamento)
	perVerbale(&lotto, ids, func(id uuid.UUID, d DocumentoLetto) {
		letti[id].Completo.Documenti = append(letti[id].Completo.Documenti, d)
	}, leggiDocumento, colonneDocumento)
	perVerbale(&lotto, ids, func(id uuid.UUID, a AnomaliaLetta) {
		letti[id].Completo.Anomalie = append(letti[id].Completo.Anomalie, a)
	}, leggiAnomaliaLetta, colonneAnomalia)
	if err := tx.SendBatch(ctx, &lotto).Close(); err != nil {
		return nil, fmt.Errorf("verbale: lettura: %w", err)
	}
	for _, s := range l.Stati {
		f := letti[s.ID]
		f.Stato = *s
		f.Completo = f.Con(*s)
	}
	return letti, nil
}

// Con is the whole fine with another state than the one that was read.
func (f *Fascicolo) Con(s vita.Stato) Completo {
	c := f.Completo
	c.Sequenza, c.Procedura, c.Debito, c.Ricorso, c.Punti, c.Riscossione = s.Sequenza, s.Procedura, s.Debito, s.Ricorso, s.Punti, s.Riscossione
	c.DataNotifica, c.ScadenzaPagamento, c.ImportoCent = s.DataNotifica, s.ScadenzaPagamento, int64(s.ImportoCent)
	c = c.conStato(s)
	c.Posizioni = make([]PosizioneLetta, 0, len(s.Posizioni))
	for _, p := range s.Posizioni {
		letta := PosizioneLetta{ID: p.ID, Titolo: p.Titolo, GiornoZero: p.GiornoZero, Prova: p.Prova, ProvaDubbia: p.ProvaDubbia, Chiusa: p.Chiusa,
			SpeseCent: int64(p.SpeseCent), Neopatentato: p.Neopatentato, Avvisi: avvisiLetti(s.AvvisiDi(p.ID))}
		if x, c := f.persone[p.Soggetto]; c {
			letta.Persona, letta.Soggetto = x, letto(x)
		}
		c.Posizioni = append(c.Posizioni, letta)
	}
	return c
}

// Persona is the person of a position; false where nobody is known.
func (f *Fascicolo) Persona(p vita.Posizione) (vita.Soggetto, bool) {
	x, c := f.persone[p.Soggetto]
	return x, c
}

// Diritto is by which right over the vehicle the person of a position answers (art. 196 c. 1 CdS), as the register said; empty
// when it did not.
func (f *Fascicolo) Diritto(posizione uuid.UUID) string { return f.diritti[posizione] }

const colonneRiga = `SELECT id, anno, numero, lettera, fonte, reparto, data_violazione, data_accertamento,
		luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, targa, tipo_targa, nazione, marca, modello,
		contestato, data_contestazione, motivo_mancata_contestazione, dispositivo, agenti, note, inserito,
		senza_ora, importato, articoli, targa_scritta
	FROM verbale WHERE id = ANY ($1)`

func leggiRiga(r pgx.CollectableRow) (c Completo, err error) {
	var numero int64
	var dispositivo []byte
	err = r.Scan(&c.Anno, &numero, &c.Lettera, &c.Fonte, &c.Reparto, &c.DataViolazione, &c.DataAccertamento,
		&c.Luogo.ComuneIstat, &c.Luogo.Indirizzo, &c.Luogo.Civico, &c.Luogo.Chilometro,
		&c.Veicolo.Targa, &c.Veicolo.TipoTarga, &c.Veicolo.Nazione, &c.Veicolo.Marca, &c.Veicolo.Modello,
		&c.Contestato, &c.DataContestazione, &c.MotivoMancata, &dispositivo, &c.Agenti, &c.Note, &c.Inserito,
		&c.SenzaOra, &c.Importato, &c.Articoli, &c.Veicolo.TargaScritta)
	c.Numero = strconv.FormatInt(numero, 10)
	c.DataViolazione, c.Inserito = c.DataViolazione.In(calendario.Roma()), c.Inserito.In(calendario.Roma())
	if err == nil && dispositivo != nil {
		err = json.Unmarshal(dispositivo, &c.Dispositivo)
	}
	return c, err
}

const colonneViolazione = `SELECT verbale, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto,
		punti, accessoria, velocita_decimi, limite_decimi, note, CASE WHEN periodi > 1 THEN periodi ELSE 0 END, tariffa_cent, conseguenze,
		dubbio, candidati, alternative FROM violazione WHERE verbale = ANY ($1) ORDER BY ordine`

func leggiViolazione(r pgx.CollectableRow) (v ViolazioneLetta, err error) {
	return v, r.Scan(&v.Codice, &v.Articolo, &v.Comma, &v.Lettera, &v.Testo, &v.MinimoCent, &v.MassimoCent, &v.Notturna, &v.Sconto30,
		&v.PagamentoRidotto, &v.Punti, &v.Accessoria, &v.VelocitaDecimi, &v.LimiteDecimi, &v.Note, &v.Periodi, &v.TariffaCent, &v.Conseguenze,
		&v.Dubbio, &v.Candidati, &v.Alternative)
}

const colonnePersona = `SELECT p.verbale, s.id, s.tipo, s.codice_fiscale, s.cognome, s.nome, s.denominazione, s.sesso, s.data_nascita, s.luogo_nascita,
		s.indirizzo, s.civico, s.cap, s.comune, s.comune_istat, s.provincia, s.nazione
	FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = ANY ($1)`

func leggiPersona(r pgx.CollectableRow) (p vita.Soggetto, err error) {
	return p, r.Scan(&p.ID, &p.Tipo, &p.CodiceFiscale, &p.Cognome, &p.Nome, &p.Denominazione, &p.Sesso, &p.DataNascita, &p.LuogoNascita,
		&p.Indirizzo, &p.Civico, &p.Cap, &p.Comune, &p.ComuneIstat, &p.Provincia, &p.Nazione)
}

// colonnePagamento reads with the payments what their events do not say: when they were recorded, who paid.
const colonnePagamento = `SELECT verbale, id, avviso, posizione, importo_cent, data, canale, riferimento, pagatore, registrato, stornato
	FROM pagamento WHERE verbale = ANY ($1) ORDER BY data, id`

func leggiPagamentoLetto(r pgx.CollectableRow) (p PagamentoLetto, err error) {
	var avviso, posizione *uuid.UUID
	err = r.Scan(&p.ID, &avviso, &posizione, &p.ImportoCent, &p.Data, &p.Canale, &p.Riferimento, &p.Pagatore, &p.Registrato, &p.Stornato)
	p.Canale = verbale.CanaleMostrato(string(p.Canale))
	p.Avviso, p.Posizione, p.Registrato = oZero(avviso), oZero(posizione), p.Registrato.In(calendario.Roma())
	return p, err
}

const colonneDocumento = `SELECT verbale, id, tipo, nome, mime, sha256, byte, posizione, creato, codice_ag
	FROM documento WHERE verbale = ANY ($1) ORDER BY creato, id`

func leggiDocumento(r pgx.CollectableRow) (d DocumentoLetto, err error) {
	var posizione *uuid.UUID
	err = r.Scan(&d.ID, &d.Tipo, &d.Nome, &d.MIME, &d.SHA256, &d.Byte, &posizione, &d.Creato, &d.CodiceAG)
	d.Posizione = oZero(posizione)
	return d, err
}

const colonneAnomalia = `SELECT verbale, id, tipo, testo, aperta, chiusa, esito,
		coalesce(posizione, '00000000-0000-0000-0000-000000000000'), coalesce(altro, '00000000-0000-0000-0000-000000000000')
	FROM anomalia WHERE verbale = ANY ($1) ORDER BY aperta, id`

func leggiAnomaliaLetta(r pgx.CollectableRow) (a AnomaliaLetta, err error) {
	return a, r.Scan(&a.ID, &a.Tipo, &a.Testo, &a.Aperta, &a.Chiusa, &a.Esito, &a.Posizione, &a.Altro)
}

// leggiDiritti reads by which rights over the vehicle the persons of the positions answer; the last word of the events counts.
func leggiDiritti(ctx context.Context, tx pgx.Tx, di map[uuid.UUID]*Fascicolo) error {
	rows, err := tx.Query(ctx, `SELECT verbale, CASE tipo WHEN '`+string(verbale.EventoPosizioneAperta)+`' THEN (dati->'posizione'->>'id')::uuid ELSE posizione END,
			coalesce(dati->>'titolo', '')
		FROM evento WHERE verbale = ANY ($1) AND tipo IN ('`+string(verbale.EventoIntestatarioTrovato)+`', '`+string(verbale.EventoPosizioneAperta)+`')
		ORDER BY sequenza`, slices.Collect(maps.Keys(di)))
	if err != nil {
		return fmt.Errorf("verbale: lettura: %w", err)
	}
	var id uuid.UUID
	var posizione *uuid.UUID
	var titolo string
	_, err = pgx.ForEachRow(rows, []any{&id, &posizione, &titolo}, func() error {
		if di[id].diritti == nil {
			di[id].diritti = map[uuid.UUID]string{}
		}
		di[id].diritti[oZero(posizione)] = titolo
		return nil
	})
	return err
}

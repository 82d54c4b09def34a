package lotto

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// PerPorzione is how many items are worked in one transaction and merged into one file.
const PerPorzione = 250

// tentativi is how often a chunk is tried before its lot has failed.
const tentativi = 8

// The durables that this package works.
const (
	DurevolePostale = "elaborazione-postale"
	DurevoleLotto   = "elaborazione-lotto"
)

// Service holds the use cases of lots.
type Service struct {
	*Store

	Archivio    *archivio.Store
	Atti        *atto.Service
	Log         *slog.Logger
	Deposito    *deposito.Deposito
	Bus         Bus // nil: nobody follows
	Adesso      func() time.Time
	PerPorzione int
	Riguarda    time.Duration // between two looks of a stream at the database; zero: some seconds

	flussi web.Streams // open, by account
}

// prossima is the work of the next chunk of a lot.
func prossima(l Lotto) event.Corpo {
	if l.Tipo == verbale.LottoPostale {
		return event.LavoroPostale{IDLotto: l.ID.String(), Porzione: l.porzione + 1}
	}
	return event.LavoroLotto{IDLotto: l.ID.String(), Porzione: l.porzione + 1}
}

// LavoroPostale takes lavori.elaborazione.postale.<tenant>.
func (s *Service) LavoroPostale(ctx context.Context, m bus.Message) error {
	return s.lavoro(ctx, DurevolePostale, m)
}

// LavoroLotto takes lavori.elaborazione.lotto.<tenant>.
func (s *Service) LavoroLotto(ctx context.Context, m bus.Message) error {
	return s.lavoro(ctx, DurevoleLotto, m)
}

func (s *Service) lavoro(ctx context.Context, durevole string, m bus.Message) error {
	var x event.LavoroLotto
	if err := m.Decode(&x); err != nil {
		return err
	}
	id, err := uuid.Parse(x.IDLotto)
	if err != nil {
		return bus.Permanent(fmt.Errorf("lotto: %s: %w", m.Subject, err))
	}
	err = s.Lavora(ctx, scrittura.Messaggio{Consumatore: durevole, ID: m.ID}, id, x.Porzione)
	if err != nil && m.Deliveries >= tentativi && !partiVia(err) { // a part that is away fails no lot: the bus goes on trying
		err = errors.Join(err, s.fallisce(ctx, id, err))
	}
	return err
}

// partiVia reports that the database or the store of documents is away.
func partiVia(err error) bool {
	p := problem.As(err)
	return db.Unreachable(err) || p != nil && p.Kind == problem.Unavailable
}

// fallisce ends a lot whose chunk cannot be worked: a person finds the reason there, and tries again.
func (s *Service) fallisce(ctx context.Context, id uuid.UUID, causa error) error {
	_, err := s.cambia(ctx, id, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE lotto SET stato = '`+string(verbale.LottoFallito)+`', motivo = $2 WHERE id = $1 AND stato IN ('`+string(verbale.LottoAccodato)+`', '`+string(verbale.LottoInCorso)+`')`, id, problem.Sentence(causa))
		return err
	})
	return err
}

// errAltrove says that it is done already, or not ours to do: nothing is written, and nothing has failed.
var errAltrove = errors.New("lotto: già fatto altrove")

// Lavora works one chunk: it decides what happens to each fine, merges the acts of those that go on into
// one file, stores it, and writes events, items, counters and the work of the next chunk in the same
// transaction. After the last one the package is there; a lot for SEND has none, and waits for its outcomes. A message that comes twice, or of a lot that was
// paused meanwhile, changes nothing.
func (s *Service) Lavora(ctx context.Context, da scrittura.Messaggio, id uuid.UUID, porzione int) error {
	inizio := s.Adesso()
	if err := s.prepara(ctx, id, porzione); err != nil {
		return err
	}
	_, err := s.cambia(ctx, id, func(tx pgx.Tx) error {
		nuovo, err := tx.Exec(ctx, `INSERT INTO ricevuto (consumatore, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, da.Consumatore, da.ID)
		if err != nil {
			return err
		}
		l, err := unLotto(ctx, tx, leggiLotto+`WHERE id = $1 FOR UPDATE`, id)
		switch {
		case err != nil:
			return err
		case nuovo.RowsAffected() == 0 || l.porzione+1 != porzione:
			return errAltrove
		case l.Stato == verbale.LottoInAnnullamento:
			return lascia(ctx, tx, id, s.Adesso())
		case !l.Stato.InLavoro():
			return errAltrove // paused: who takes it up again publishes this chunk anew
		case l.Tipo == verbale.LottoVisura:
			return errAltrove // its items end as the register answers
		}
		return s.lavoraPorzione(ctx, tx, l, inizio)
	})
	if errors.Is(err, errAltrove) {
		return nil
	}
	return err
}

// prepara says that the lot is being worked, at its first chunk, and prints what a lot of acts has not
// printed yet.
func (s *Service) prepara(ctx context.Context, id uuid.UUID, porzione int) error {
	l, err := s.Lotto(ctx, id)
	if err != nil || !l.Stato.InLavoro() || l.porzione+1 != porzione {
		return err
	}
	if l.Stato == verbale.LottoAccodato {
		if err := s.riguarda(ctx, l); err != nil {
			return err
		}
		_, err := s.cambia(ctx, id, func(tx pgx.Tx) error {
			x, err := tx.Exec(ctx, `UPDATE lotto SET stato = '`+string(verbale.LottoInCorso)+`', iniziato = coalesce(iniziato, $2)
				WHERE id = $1 AND stato = '`+string(verbale.LottoAccodato)+`' AND porzione = $3`, id, s.Adesso(), l.porzione)
			if err == nil && x.RowsAffected() == 0 {
				return errAltrove
			}
			return err
		})
		if err != nil && !errors.Is(err, errAltrove) {
			return err
		}
	}
	if l.Tipo != verbale.LottoPdf {
		return nil
	}
	return s.preparaAtti(ctx, id, porzione)
}

// riga is an item at work.
type riga struct {
	id, verbale, posizione uuid.UUID
	ordine                 int
	numero                 string    // how people call the fine; of a preview alone
	atto                   uuid.UUID // among the documents; zero: there is none
	sha256                 string    // of the act; empty: there is none
	superata               bool      // a communication with a later one
	letto                  pdf.Letto // the pages of the act
	guasto                 *guasto   // why the act cannot be used; nil: it can

	stato    verbale.StatoVoce
	motivo   string
	genere   string // the reason without what is of this fine alone; empty: that is all of it
	file     string
	da, fino int
}

// guasto is a failure of one item.
type guasto struct {
	stato  verbale.StatoVoce
	motivo string
}

const leggiRighe = `SELECT v.id, v.verbale, v.posizione, v.ordine, coalesce(d.sha256, ''), coalesce(d.id, '00000000-0000-0000-0000-000000000000'),
		v.tipo = '` + string(verbale.LottoRettifica) + `' AND ` + superata + `
	FROM voce v LEFT JOIN documento d ON d.verbale = v.verbale AND d.posizione = v.posizione
		AND CASE WHEN v.tipo = '` + string(verbale.LottoRettifica) + `' THEN d.id = v.documento ELSE d.tipo = '` + string(verbale.DocumentoAtto) + `' END
	WHERE v.lotto = $1 AND v.ordine > $2 AND v.ordine <= $3 AND v.stato = '` + string(verbale.VoceInAttesa) + `' AND NOT ` + consegnata + ` ORDER BY v.ordine`

// consegnata is of an item v that was handed to its channel: a service of its id has begun.
const consegnata = `EXISTS (SELECT FROM notifica n WHERE n.id = v.id)`

// righeDi reads the items of a chunk that are still to be worked, in their order.
func (s *Service) righeDi(ctx context.Context, da chiede, lotto uuid.UUID, porzione int) ([]*riga, error) {
	rows, err := da.Query(ctx, leggiRighe, lotto, (porzione-1)*s.PerPorzione, porzione*s.PerPorzione)
	if err != nil {
		return nil, fmt.Errorf("voci: %w", err)
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (*riga, error) {
		x := &riga{}
		return x, r.Scan(&x.id, &x.verbale, &x.posizione, &x.ordine, &x.sha256, &x.atto, &x.superata)
	})
}

// preparaAtti prints what a lot of acts has not printed yet, those of different fines together: what cannot be
// printed is told by the chunk.
func (s *Service) preparaAtti(ctx context.Context, id uuid.UUID, porzione int) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	righe, err := s.righeDi(ctx, database.Pool, id, porzione)
	if err != nil {
		return db.Wrap("lotto", err)
	}
	righe = slices.DeleteFunc(righe, func(r *riga) bool { return r.sha256 != "" })
	for len(righe) > 0 {
		var lavori []atto.Lavoro
		presi := map[uuid.UUID]bool{}
		righe = slices.DeleteFunc(righe, func(r *riga) bool {
			if presi[r.verbale] {
				return false
			}
			presi[r.verbale] = true
			lavori = append(lavori, atto.Lavoro{Verbale: r.verbale, Posizione: r.posizione})
			return true
		})
		if err := s.stampa(ctx, lavori); err != nil {
			return err
		}
	}
	return nil
}

// stampa prints acts together; when that fails, each by itself. An error: a part is away.
func (s *Service) stampa(ctx context.Context, lavori []atto.Lavoro) error {
	esiti, err := s.Atti.Stampa(ctx, lavori)
	if err != nil && len(lavori) > 1 && !partiVia(err) && ctx.Err() == nil {
		for i := range lavori {
			if err := s.stampa(ctx, lavori[i:i+1]); err != nil {
				return err
			}
		}
		return nil
	}
	for _, err := range append(esiti, err) {
		if err != nil && (partiVia(err) || ctx.Err() != nil) {
			return err
		}
	}
	return nil
}

// lavoraPorzione works the next chunk of a lot that is locked; inizio is when it was taken up.
func (s *Service) lavoraPorzione(ctx context.Context, tx pgx.Tx, l Lotto, inizio time.Time) error {
	porzione := l.porzione + 1
	righe, err := s.righeDi(ctx, tx, l.ID, porzione)
	if err != nil {
		return err
	}
	var f *File
	if l.Tipo == verbale.LottoSend {
		err = s.decidi(ctx, tx, l, righe)
	} else {
		f, err = s.impacchetta(ctx, tx, l, righe)
	}
	if err != nil {
		return err
	}
	for _, r := range righe {
		l.Voci = l.Voci.con(r.stato)
	}
	l.porzione, l.Voci = porzione, l.Voci.saldati()
	if l.Tipo != verbale.LottoSend { // whose items end as SEND answers: no speed can be said
		l.lavorato += s.Adesso().Sub(inizio).Milliseconds()
	}
	if err := s.scriviPorzione(ctx, tx, l, righe, f); err != nil {
		return err
	}
	switch {
	case porzione*s.PerPorzione < l.Voci.Totale:
		return db.Enqueue(ctx, tx, tenant.Name(ctx), prossima(l))
	case l.Tipo != verbale.LottoSend:
		return s.concludi(ctx, tx, l)
	case l.Voci.InAttesa > 0:
		return nil // the last outcome completes it
	}
	return completa(ctx, tx, l, s.Adesso())
}

// impacchetta decides what becomes of the items and merges the acts of those that go on.
func (s *Service) impacchetta(ctx context.Context, tx pgx.Tx, l Lotto, righe []*riga) (*File, error) {
	atti, err := s.leggiAtti(ctx, righe)
	if err != nil {
		return nil, err
	}
	if err := s.decidi(ctx, tx, l, righe); err != nil {
		return nil, err
	}
	return s.unisci(ctx, l, righe, atti)
}

// leggiAtti takes the acts out of the store, before anything is decided. What they share is kept once: the chunk
// takes a few KB an act.
func (s *Service) leggiAtti(ctx context.Context, righe []*riga) (*pdf.Raccolta, error) {
	atti := pdf.NuovaRaccolta()
	for _, r := range righe {
		if err := s.leggiAtto(ctx, r, atti); err != nil {
			return nil, err
		}
		if r.guasto != nil {
			s.Log.WarnContext(ctx, "voce di un lotto senza il suo atto", "voce", r.id, "verbale", r.verbale, "sha256", r.sha256, "motivo", r.guasto.motivo)
		}
	}
	return atti, nil
}

// leggiAtto takes one act out of the store; an act that cannot be used leaves its failure with the item.
func (s *Service) leggiAtto(ctx context.Context, r *riga, atti *pdf.Raccolta) error {
	switch {
	case r.superata:
		r.guasto = &guasto{verbale.VoceSaltata, "Ne è stata formata una più recente, che entra in un altro lotto: questa dice ciò che non vale più."}
		return nil
	case r.sha256 == "":
		r.guasto = &guasto{verbale.VoceErroreDefinitivo, "L'atto non si può formare: il verbale ne dice la ragione."}
		return nil
	}
	file, err := s.Deposito.Leggi(ctx, tenant.Name(ctx), r.sha256)
	if err != nil {
		if r.guasto, err = s.senzaAtto(ctx, err); err != nil {
			return fmt.Errorf("atto %s: %w", r.sha256, err)
		}
		return nil
	}
	if r.letto, err = atti.Leggi(file); err != nil {
		r.guasto = &guasto{verbale.VoceErroreDefinitivo, "Il file dell'atto non è un PDF leggibile."}
	}
	return nil
}

// senzaAtto says what an unreadable act means. A missing or altered act is the item's own failure: the item may be tried again
// when the store has been mended, because an act is never printed twice. A store that does not answer makes the chunk be tried
// again.
func (s *Service) senzaAtto(ctx context.Context, causa error) (*guasto, error) {
	switch {
	case errors.Is(causa, deposito.ErrCorrotto):
		return &guasto{verbale.VoceErroreRipetibile, "L'atto nel deposito dei documenti non è più quello formato: va ripristinato."}, nil
	case ctx.Err() != nil:
		return nil, causa
	case s.Deposito.Accessibile(ctx) != nil: // where the folder itself is missing nothing is found
		return nil, problem.NonDisponibile("DEPOSITO_NON_DISPONIBILE", "Il deposito dei documenti non risponde.").With(causa)
	case errors.Is(causa, deposito.ErrNonTrovato):
		return &guasto{verbale.VoceErroreRipetibile, "L'atto non si trova nel deposito dei documenti: va ripristinato."}, nil
	}
	return &guasto{verbale.VoceErroreRipetibile, "L'atto non si legge dal deposito dei documenti."}, nil
}

// unisci writes the acts of the items that go on into one file and stores it; nil when there are none.
func (s *Service) unisci(ctx context.Context, l Lotto, righe []*riga, atti *pdf.Raccolta) (*File, error) {
	var scelti []pdf.Letto
	pagina, nome := 0, fmt.Sprintf("pdf/%04d.pdf", l.porzione+1)
	for _, r := range righe {
		if r.stato == verbale.VoceOK {
			r.file, r.da, r.fino = nome, pagina+1, pagina+len(r.letto)
			pagina, scelti = r.fino, append(scelti, r.letto)
		}
	}
	if len(scelti) == 0 {
		return nil, nil //nolint:nilnil // a chunk of skipped items has no file
	}
	x, err := s.Deposito.Metti(ctx, tenant.Name(ctx), atti.Unisci(s.titolo(ctx, l), scelti), "application/pdf")
	if err != nil {
		return nil, fmt.Errorf("file del lotto: %w", err)
	}
	return &File{Nome: nome, SHA256: x.SHA256, Byte: x.Byte, Pagine: pagina}, nil
}

// titolo says which part of which lot a file is; nothing of the people in it.
func (s *Service) titolo(ctx context.Context, l Lotto) pdf.Dati {
	comando := s.Atti.Ufficio.Anagrafe.Of(tenant.Name(ctx)).Denominazione
	titolo := fmt.Sprintf("Lotto %s, parte %d di %d", l.Nome, l.porzione+1, (l.Voci.Totale+s.PerPorzione-1)/s.PerPorzione)
	if comando != "" {
		titolo += " - " + comando
	}
	return pdf.Dati{Titolo: titolo, Autore: comando, Produttore: stampa.Produttore}
}

// scriviPorzione writes items, file and counters.
func (s *Service) scriviPorzione(ctx context.Context, tx pgx.Tx, l Lotto, righe []*riga, f *File) error {
	n := len(righe)
	ids, stati, motivi, file := make([]uuid.UUID, n), make([]string, n), make([]string, n), make([]string, n)
	da, fino := make([]int, n), make([]int, n)
	for i, r := range righe {
		ids[i], stati[i], motivi[i], file[i], da[i], fino[i] = r.id, string(r.stato), r.motivo, r.file, r.da, r.fino
	}
	comandi := pgx.Batch{}
	comandi.Queue(`UPDATE voce v SET stato = x.stato, motivo = x.motivo, file = x.file, pagina_da = x.da, pagina_a = x.fino,
			documento = coalesce(v.documento, (SELECT d.id FROM documento d WHERE d.posizione = v.posizione AND d.tipo = '`+string(verbale.DocumentoAtto)+`'))
		FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[]) x (id, stato, motivo, file, da, fino)
		WHERE v.id = x.id`, ids, stati, motivi, file, da, fino)
	if f != nil {
		comandi.Queue(`INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) VALUES ($1, $2, $3, $4, $5)`, l.ID, f.Nome, f.SHA256, f.Byte, f.Pagine)
	}
	c := l.Voci
	comandi.Queue(`UPDATE lotto SET porzione = $2, ok = $3, ripetibili = $4, definitivi = $5, saltati = $6, annullati = $7,
		lavorato_ms = $8 WHERE id = $1`, l.ID, l.porzione, c.OK, c.Ripetibili, c.Definitivi, c.Saltati, c.Annullati, l.lavorato)
	return tx.SendBatch(ctx, &comandi).Close()
}

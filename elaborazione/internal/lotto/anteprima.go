package lotto

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	// guardateAlPiu is how many positions a preview judges one by one, so that it answers in time.
	guardateAlPiu = 20_000
	esempiAlPiu   = 20
	perLettura    = 500
)

// Anteprima says what a lot for the post or for SEND would be, and makes nothing. 404 names a fine that the tenant does not have.
func (s *Service) Anteprima(ctx context.Context, r Richiesta) (event.AnteprimaLotto, error) {
	r.Opzioni.Anteprima = true
	x, err := r.controlla()
	if err != nil {
		return event.AnteprimaLotto{}, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return event.AnteprimaLotto{}, err
	}
	c := conto{AnteprimaLotto: event.AnteprimaLotto{Tipo: string(x.tipo), Motivi: []event.MotivoSaltate{}, Esempi: []event.VoceSaltata{}},
		oggi: calendario.Da(s.Adesso()), generi: map[string]int{}}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := tuttiNostri(ctx, tx, x.ids); err != nil {
			return err
		}
		if err := c.fuori(ctx, tx, x); err != nil {
			return err
		}
		return c.dentro(ctx, tx, x)
	})
	if err != nil {
		return event.AnteprimaLotto{}, db.Wrap("anteprima del lotto", err)
	}
	c.chiudi()
	if x.tipo == verbale.LottoSend {
		c.Costo, err = s.costo(ctx, c.Partono, c.oggi)
	}
	return c.AnteprimaLotto, err
}

// costo is what so many acts by SEND cost the command on a day.
func (s *Service) costo(ctx context.Context, quanti int, giorno calendario.Giorno) (event.CostoLotto, error) {
	comando, err := s.Atti.Ufficio.Comando(ctx)
	if err != nil {
		return event.CostoLotto{}, err
	}
	p, err := ufficio.Send(comando, giorno.String())
	da, a := p.Per(quanti)
	return event.CostoLotto{Noto: err == nil, DaCent: da, ACent: a, DigitaleCent: p.DigitaleCent, CartaceoDaCent: p.CartaDaCent, CartaceoACent: p.CartaACent}, err
}

// conto is a preview that is being counted.
type conto struct {
	event.AnteprimaLotto

	oggi   calendario.Giorno
	generi map[string]int
}

const numeroDi = `concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno)`

// fuori counts the positions that may not enter, with some examples, and those that may.
func (c *conto) fuori(ctx context.Context, tx pgx.Tx, x scelta) error {
	rows, err := tx.Query(ctx, `SELECT `+nonEntra+` AS perche, count(*)::int`+x.candidati()+` GROUP BY 1`, x.args())
	if err != nil {
		return err
	}
	var perche string
	var quante int
	if _, err := pgx.ForEachRow(rows, []any{&perche, &quante}, func() error {
		if perche == "" {
			c.Entrano = quante
		} else {
			c.generi[perche] += quante
		}
		return nil
	}); err != nil {
		return err
	}
	if len(c.generi) == 0 {
		return nil
	}
	rows, err = tx.Query(ctx, `SELECT p.verbale::text, p.id::text, `+numeroDi+`, `+nonEntra+x.candidati()+` AND (`+nonEntra+`) <> '' ORDER BY p.id LIMIT @esempi`,
		x.con("esempi", esempiAlPiu))
	if err == nil {
		c.Esempi, err = pgx.CollectRows(rows, pgx.RowToStructByPos[event.VoceSaltata])
	}
	return err
}

// dentro judges those that may enter by the rules of the work.
func (c *conto) dentro(ctx context.Context, tx pgx.Tx, x scelta) error {
	rows, err := tx.Query(ctx, `SELECT p.verbale, p.id, `+numeroDi+`, d.id, d.sha256`+x.candidati()+` AND `+x.entra()+` ORDER BY v.id LIMIT @quante`,
		x.con("quante", guardateAlPiu))
	if err != nil {
		return err
	}
	righe, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (*riga, error) {
		var y riga
		return &y, r.Scan(&y.verbale, &y.posizione, &y.numero, &y.atto, &y.sha256)
	})
	if err != nil {
		return err
	}
	c.Partono, c.NonGuardate = c.Entrano, c.Entrano-len(righe)
	for parte := range slices.Chunk(righe, perLettura) {
		if err := c.guarda(ctx, tx, Lotto{Tipo: x.tipo}, parte); err != nil {
			return err
		}
	}
	return nil
}

// guarda judges some positions.
func (c *conto) guarda(ctx context.Context, tx pgx.Tx, l Lotto, righe []*riga) error {
	per, ids := perVerbale(righe)
	stati, err := lettura.LeggiStati(ctx, tx, ids, "")
	if err != nil {
		return err
	}
	quadri, err := lettura.Quadri(ctx, tx, ids)
	if err != nil {
		return err
	}
	for _, stato := range stati {
		for _, r := range per[stato.ID] {
			if _, err := r.parte(stato, quadri, l, c.oggi); err != nil {
				return err
			}
			c.conta(r)
		}
	}
	return nil
}

// conta adds a position that was judged.
func (c *conto) conta(r *riga) {
	if r.motivo == "" {
		return
	}
	c.Partono--
	c.generi[cmp.Or(r.genere, r.motivo)]++
	if len(c.Esempi) < esempiAlPiu {
		c.Esempi = append(c.Esempi, event.VoceSaltata{IDVerbale: r.verbale.String(), IDPosizione: r.posizione.String(), Numero: r.numero, Motivo: r.motivo})
	}
}

// chiudi sums up, the most frequent reason first.
func (c *conto) chiudi() {
	for genere, quante := range c.generi {
		c.Motivi = append(c.Motivi, event.MotivoSaltate{Motivo: genere, Quante: quante})
		c.Saltate += quante
	}
	slices.SortFunc(c.Motivi, func(a, b event.MotivoSaltate) int {
		return cmp.Or(cmp.Compare(b.Quante, a.Quante), cmp.Compare(a.Motivo, b.Motivo))
	})
}

package numeri

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/permutazione"
)

const (
	cifreBase = 13 // of a notice number
	cifreAG   = 11 // of a judicial act, before the check digit
)

// intervallo is a range of either kind with its counter: ultimo is the last position taken, ordine the number of each.
type intervallo struct {
	id        int64
	nome      string
	tabella   string // of the counter
	cifre     int    // after the prefix
	ultimo    int64
	ordine    permutazione.Ordine
	noti      string // query of the numbers in the archive, without the prefix
	argomenti []any
}

// leggiIntervalli reads the counters of the tenant's ranges: of notices, and of judicial acts.
func (a archivio) leggiIntervalli(ctx context.Context, tx pgx.Tx) (avvisi, ag []intervallo, err error) {
	var chiave []byte
	if err := tx.QueryRow(ctx, `SELECT chiave FROM chiave_numeri`).Scan(&chiave); err != nil {
		return nil, nil, err
	}
	for _, i := range a.Intervalli {
		radice := "3" + i.Segregazione + i.Prefisso
		x := intervallo{id: i.ID, nome: nomeIntervallo(i), tabella: "numero_avviso", cifre: cifreBase - len(i.Prefisso),
			noti: `SELECT substr(numero_avviso, $1, $2)::bigint FROM avviso WHERE codice_fiscale_ente = $3 AND numero_avviso LIKE $4`}
		x.argomenti = []any{len(radice) + 1, x.cifre, i.CodiceFiscaleEnte, radice + "%"}
		if x, err = x.leggi(ctx, tx, chiave, permutazione.Avvisi); err != nil {
			return nil, nil, err
		}
		avvisi = append(avvisi, x)
	}
	for _, i := range a.IntervalliAG {
		x := intervallo{id: i.ID, nome: nomeIntervalloAG(i), tabella: "numero_raccomandata", cifre: cifreAG - len(i.Prefisso),
			noti: `SELECT substr(codice_ag, $1, $2)::bigint FROM documento WHERE codice_ag <> '' AND starts_with(codice_ag, $3)`}
		x.argomenti = []any{len(i.Prefisso) + 1, x.cifre, i.Prefisso}
		if x, err = x.leggi(ctx, tx, chiave, permutazione.AG); err != nil {
			return nil, nil, err
		}
		ag = append(ag, x)
	}
	return avvisi, ag, nil
}

// leggi reads the counter of a range; a new range is at zero, and permutes the whole range.
func (i intervallo) leggi(ctx context.Context, tx pgx.Tx, chiave []byte, tipo string) (intervallo, error) {
	di := permutazione.Intervallo{Tipo: tipo, ID: i.id, Cifre: i.cifre}
	err := tx.QueryRow(ctx, `SELECT ultimo, dal FROM `+i.tabella+` WHERE intervallo = $1`, i.id).Scan(&i.ultimo, &di.Dal)
	if errors.Is(err, pgx.ErrNoRows) {
		di.Dal, err = new(int64), nil
	}
	if err != nil {
		return i, err
	}
	i.ordine, err = permutazione.Nuovo(chiave, di)
	return i, err
}

// raggiungibile reports that the counter may be moved to a position: the permutation gives every number of the range one, also
// to a number that was never given.
func (i intervallo) raggiungibile(posizione int64) bool {
	return !i.ordine.Sparso(posizione) || posizione <= i.ultimo+alPiu
}

// conosciuta is the highest position of the numbers in the archive that the counter may be moved to.
func (i intervallo) conosciuta(ctx context.Context, tx pgx.Tx) (alta int64, err error) {
	rows, err := tx.Query(ctx, i.noti, i.argomenti...)
	if err != nil {
		return 0, err
	}
	var numero int64
	_, err = pgx.ForEachRow(rows, []any{&numero}, func() error {
		if p, ok := i.ordine.Posizione(numero); ok && i.raggiungibile(p) {
			alta = max(alta, p)
		}
		return nil
	})
	return alta, err
}

// muovi moves the counter of a range to the highest position known or printed, and di beyond the highest known.
func (i intervallo) muovi(ctx context.Context, tx pgx.Tx, di int64, stampati []stampato) (mossa, error) {
	m := mossa{nome: i.nome, da: i.ultimo}
	alta, err := i.conosciuta(ctx, tx)
	if err != nil {
		return m, err
	}
	m.al = max(m.da, alta+di)
	for _, s := range stampati {
		p, ok := i.ordine.Posizione(s.numero)
		if !ok || !i.raggiungibile(p) {
			return m, problem.CampoNonValido("oltre", fmt.Sprintf("%s non è tra i prossimi %d numeri degli %s: ricontrollarlo, o usare --di", s.scritto, alPiu, i.nome))
		}
		m.al = max(m.al, p)
	}
	if m.al == m.da {
		return m, nil
	}
	_, err = tx.Exec(ctx, `INSERT INTO `+i.tabella+` (intervallo, ultimo, dal) VALUES ($1, $2, 0)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = EXCLUDED.ultimo`, i.id, m.al)
	return m, err
}

// dentroAG gives the number of a code of twelve digits in a range; false when it is of another.
func dentroAG(i anagrafe.IntervalloAG, codice string) (int64, bool) {
	resto, suo := strings.CutPrefix(codice, i.Prefisso)
	if !suo || len(resto) < 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(resto[:len(resto)-1], 10, 64)
	return n, err == nil
}

// dentro gives the number of a notice in a range; false when it is of another.
func dentro(i anagrafe.Intervallo, a pagopa.Avviso) (int64, bool) {
	if a.Aux != 3 || a.Segregazione != i.Segregazione || !strings.HasPrefix(a.Base, i.Prefisso) {
		return 0, false
	}
	n, err := strconv.ParseInt(a.Base[len(i.Prefisso):], 10, 64)
	return n, err == nil
}

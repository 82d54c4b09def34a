package bus

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
)

// row is a row of the outbox.
type row struct {
	posizione         int64
	id                string
	soggetto, oggetto string
	corpo             []byte
	traccia           string
	quando            time.Time
}

// backlog is what one run over an outbox has found that cannot leave now. The rows stay where they
// are; other subjects and other fines pass.
type backlog struct {
	dopo     int64           // last position that was read
	pieni    map[string]bool // subjects that hold their most
	oggetti  map[string]bool // fines one of whose messages stays: the later ones must not overtake it
	guasti   int             // rows that the bus refuses as they are
	lette    int             // rows of the last page
	spedite  []int64         // positions of the last page that the bus holds
	fallisce error           // the bus does not follow: this run is over
}

func nuovaGiacenza() *backlog {
	return &backlog{pieni: map[string]bool{}, oggetti: map[string]bool{}}
}

// resta says that a row must not be sent now, and remembers its fine.
func (g *backlog) resta(r row) bool {
	if !g.pieni[r.soggetto] && (r.oggetto == "" || !g.oggetti[r.oggetto]) {
		return false
	}
	g.ferma(r)
	return true
}

func (g *backlog) ferma(r row) {
	if r.oggetto != "" {
		g.oggetti[r.oggetto] = true
	}
}

// riposo is how long to wait before what stays is tried again; 0: nothing stays.
func (g *backlog) riposo() time.Duration {
	switch {
	case len(g.pieni) > 0:
		return riposoPieno
	case g.guasti > 0:
		return riposoGuasto
	}
	return 0
}

const colonne = `SELECT posizione, id::text, soggetto, oggetto, corpo, traccia, quando FROM uscita u WHERE posizione > $1`

// leggiUscita reads the next page of what may leave.
func leggiUscita(ctx context.Context, tx pgx.Tx, g *backlog) ([]row, error) {
	sql, args := colonne+` ORDER BY posizione LIMIT $2`, []any{g.dopo, righePerGiro}
	if len(g.pieni)+len(g.oggetti) > 0 {
		sql = colonne + ` AND soggetto <> ALL ($3) AND oggetto <> ALL ($4) AND NOT EXISTS (
			SELECT FROM uscita p WHERE p.soggetto = ANY ($3) AND p.oggetto = u.oggetto AND p.oggetto <> '' AND p.posizione < u.posizione)
			ORDER BY posizione LIMIT $2`
		args = append(args, slices.Collect(maps.Keys(g.pieni)), slices.Collect(maps.Keys(g.oggetti)))
	}
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("uscita: %w", err)
	}
	righe, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (row, error) {
		var x row
		err := r.Scan(&x.posizione, &x.id, &x.soggetto, &x.oggetto, &x.corpo, &x.traccia, &x.quando)
		return x, err
	})
	if err != nil {
		return nil, fmt.Errorf("uscita: %w", err)
	}
	if n := len(righe); n > 0 {
		g.dopo = righe[n-1].posizione
	}
	return righe, nil
}

// messaggio dresses a row with the attributes of CloudEvents 1.0.
func (r row) messaggio(modulo string) *nats.Msg {
	m := nats.NewMsg(r.soggetto)
	m.Data = r.corpo
	for k, v := range map[string]string{
		"ce-specversion": "1.0", "ce-id": r.id, "ce-type": tipoDi(r.soggetto),
		"ce-source": "/verbali/" + modulo, "ce-time": r.quando.UTC().Format(time.RFC3339Nano),
		"ce-subject": r.oggetto, "content-type": "application/json",
	} {
		m.Header[k] = []string{v}
	}
	if r.traccia != "" {
		m.Header["traceparent"] = []string{r.traccia}
	}
	return m
}

var (
	// errOccupata says that another process is relaying this outbox.
	errOccupata = errors.New("bus: staffetta già attiva altrove")
	// errScollegata says that there is no bus to send to.
	errScollegata = errors.New("bus: NATS non raggiungibile")
)

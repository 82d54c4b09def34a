package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The consumers that are held to see the stages apart, and the events that end them.
const (
	lavoroTarga       = "vpn-targa"
	lavoroStampa      = "elaborazione-pdf"
	eventoIntestato   = verbale.EventoIntestatarioTrovato
	eventoStampato    = verbale.EventoAttoGenerato
	utenteUfficio     = "ufficio." + banco.TenantMisura
	trattaEntro       = 30 * time.Minute
	quieteCatenaEntro = 15 * time.Minute
	ognitanto         = 200 * time.Millisecond
	riposo            = 50 // times as long as the question took
)

// catena is the tenant whose fines are followed, and the officer who closes the lot.
type catena struct {
	*banco.Banco
	valle       *banco.Valle
	integratore *banco.Integratore
	gen         misura.Generatore
	cliente     *http.Client
}

// nuovaCatena waits until what earlier rows left is worked and hands the open lot to the post, so that the
// fines counted are those inserted from here on.
func nuovaCatena(ctx context.Context, b *banco.Banco) (*catena, error) {
	c := &catena{Banco: b, valle: &banco.Valle{Banco: b}, integratore: banco.NuovoIntegratore(b, misura.Chiamanti),
		cliente: &http.Client{Timeout: 10 * time.Minute}}
	c.gen.Ultimo.Store(primoDellaCatena)
	b.Annota("catena: attendo che finisca il lavoro delle righe precedenti")
	if err := c.attendiFermi(ctx); err != nil {
		return nil, err
	}
	return c, c.svuotaLotto(ctx)
}

// svuotaLotto hands the open lot to the post, if it has any act.
func (c *catena) svuotaLotto(ctx context.Context) error {
	aperto, voci, err := c.lottoAperto(ctx)
	if err != nil || voci == 0 {
		return err
	}
	return c.spedisci(ctx, aperto)
}

func (c *catena) chiudi(ctx context.Context) error {
	c.integratore.Chiudi()
	c.cliente.CloseIdleConnections()
	return c.libera(context.WithoutCancel(ctx))
}

// trattiene holds a consumer, and gives LAVORI the room for what waits there.
func (c *catena) trattiene(ctx context.Context, nome string) error {
	return c.valle.ConBus(func(js jetstream.JetStream) error {
		if _, err := js.PauseConsumer(ctx, bus.StreamWork, nome, time.Now().Add(time.Hour)); err != nil {
			return fmt.Errorf("pausa di %s: %w", nome, err)
		}
		return banco.LimiteLavori(ctx, js, banco.Ampio)
	})
}

// libera lets consumers go on; all that are held and the usual room, when none is named.
func (c *catena) libera(ctx context.Context, nomi ...string) error {
	return c.valle.ConBus(func(js jetstream.JetStream) error {
		var err error
		if len(nomi) == 0 {
			nomi = []string{lavoroTarga, lavoroStampa}
			err = banco.LimiteLavori(ctx, js, bus.MessagesPerSubject)
		}
		for _, nome := range nomi {
			_, e := js.ResumeConsumer(ctx, bus.StreamWork, nome)
			err = errors.Join(err, e)
		}
		return err
	})
}

// aTratte takes fines through the chain one stage at a time: nobody but the stage at work has the
// processors.
func (c *catena) aTratte(ctx context.Context, quanti int) (tutte []tratta, err error) {
	defer func() { err = errors.Join(err, c.libera(context.WithoutCancel(ctx))) }()
	if err := errors.Join(c.trattiene(ctx, lavoroTarga), c.trattiene(ctx, lavoroStampa)); err != nil {
		return nil, err
	}
	dopo, err := c.ultimo(ctx)
	if err != nil {
		return nil, err
	}
	var lotto uuid.UUID
	for _, t := range []struct {
		nome   string
		evento verbale.TipoEvento
		fa     func() error
	}{
		{"inserimento", "", func() error {
			return errors.Join(c.inserisci(ctx, quanti), c.valle.AttendiUscita(ctx, banco.TenantMisura))
		}},
		{"intestatario e posizione", eventoIntestato, func() error {
			return errors.Join(c.libera(ctx, lavoroTarga), c.attendiEventi(ctx, dopo, eventoIntestato, quanti))
		}},
		{"atto e avviso anonimo", eventoStampato, func() (err error) {
			err = errors.Join(c.libera(ctx, lavoroStampa), c.attendiEventi(ctx, dopo, eventoStampato, quanti))
			if err == nil {
				lotto, err = c.lottoDi(ctx, quanti)
			}
			return err
		}},
		{"lotto e pacchetto", "", func() error { return c.spedisci(ctx, lotto) }},
	} {
		c.Annota("catena: %s", t.nome)
		prima, inizio := c.Consumi(), time.Now()
		if err := t.fa(); err != nil {
			return nil, fmt.Errorf("%s: %w", t.nome, err)
		}
		fatta := tratta{nome: t.nome, durata: time.Since(inizio), prima: prima, poi: c.Consumi()}
		if t.evento != "" { // the log knows better than a reader who looked now and then
			if fatta.durata, err = c.ultimoEvento(ctx, dopo, t.evento, inizio); err != nil {
				return nil, err
			}
		}
		tutte = append(tutte, fatta)
	}
	return tutte, nil
}

// insieme takes fines through the chain with every part at work, and closes the lot when it has them all.
func (c *catena) insieme(ctx context.Context, quanti int) (g giroCatena, err error) {
	if err := errors.Join(c.attendiFermi(ctx), c.Esegui(ctx, "postgres", "CHECKPOINT")); err != nil {
		return g, err
	}
	pid, err := c.Figlio("elaborazione")
	if err != nil {
		return g, err
	}
	azzeraPunta("/proc", pid)
	dopo, err := c.ultimo(ctx)
	if err != nil {
		return g, err
	}
	g.quanti, g.prima = quanti, c.Consumi()
	inizio := time.Now()
	if err := c.inserisci(ctx, quanti); err != nil {
		return g, err
	}
	g.inseriti = time.Since(inizio)
	if err := c.attendiEventi(ctx, dopo, eventoStampato, quanti); err != nil {
		return g, err
	}
	lotto, err := c.lottoDi(ctx, quanti)
	if err != nil {
		return g, err
	}
	g.chiuso = time.Since(inizio)
	if err := c.spedisci(ctx, lotto); err != nil {
		return g, err
	}
	g.pacchetto, g.poi = time.Since(inizio), c.Consumi()
	for tipo, dove := range map[verbale.TipoEvento]*time.Duration{eventoIntestato: &g.intestati, eventoStampato: &g.stampati} {
		if *dove, err = c.ultimoEvento(ctx, dopo, tipo, inizio); err != nil {
			return g, err
		}
	}
	da := time.Now()
	if g.byteScaricati, err = c.scarica(ctx, lotto); err != nil {
		return g, err
	}
	g.scaricato = time.Since(da)
	g.memoria, err = punta("/proc", pid)
	return g, err
}

// inserisci sends so many new fines through the SOAP door.
func (c *catena) inserisci(ctx context.Context, quanti int) error {
	m, err := c.gen.Chiuso(ctx, misura.Limiti{Durata: trattaEntro, Massimo: int64(quanti), Insieme: misura.Chiamanti}, c.integratore.Inserisci)
	if err == nil && len(m.Latenze) != quanti {
		err = fmt.Errorf("inseriti %d verbali su %d in %s", len(m.Latenze), quanti, trattaEntro)
	}
	return err
}

// ultimo is the identifier of the newest fine: those inserted later have greater ones.
func (c *catena) ultimo(ctx context.Context) (id uuid.UUID, err error) {
	err = c.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, `SELECT id FROM verbali.verbale ORDER BY id DESC LIMIT 1`).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return id, err
}

// finoA asks one connection now and then until f is content: seldom, for the question takes processor that
// is being measured.
func (c *catena) finoA(ctx context.Context, entro time.Duration, database string, f func(conn *pgx.Conn) (fatto bool, quanto string, err error)) error {
	ctx, fine := context.WithTimeout(ctx, entro)
	defer fine()
	return c.ConServer(ctx, database, func(conn *pgx.Conn) error {
		for {
			inizio := time.Now()
			fatto, quanto, err := f(conn)
			if err != nil || fatto {
				return err
			}
			if err := clock.Sleep(ctx, max(ognitanto, riposo*time.Since(inizio))); err != nil {
				return fmt.Errorf("%w: %s", err, quanto)
			}
		}
	})
}

func (c *catena) attendiEventi(ctx context.Context, dopo uuid.UUID, tipo verbale.TipoEvento, quanti int) error {
	return c.finoA(ctx, trattaEntro, banco.TenantMisura, func(conn *pgx.Conn) (bool, string, error) {
		var n int
		err := conn.QueryRow(ctx, `SELECT count(*) FROM verbali.evento WHERE verbale > $1 AND tipo = $2`, dopo, tipo).Scan(&n)
		return n >= quanti, fmt.Sprintf("%s: %d di %d", tipo, n, quanti), err
	})
}

// ultimoEvento is how long after the start the last of those events was recorded.
func (c *catena) ultimoEvento(ctx context.Context, dopo uuid.UUID, tipo verbale.TipoEvento, inizio time.Time) (d time.Duration, err error) {
	err = c.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		var quando time.Time
		err := conn.QueryRow(ctx, `SELECT max(registrato) FROM verbali.evento WHERE verbale > $1 AND tipo = $2`, dopo, tipo).Scan(&quando)
		d = quando.Sub(inizio)
		return err
	})
	return d, err
}

// attendiFermi waits until nothing is left to publish and no consumer has work.
func (c *catena) attendiFermi(ctx context.Context) error {
	return c.valle.ConBus(func(js jetstream.JetStream) error {
		return c.finoA(ctx, quieteCatenaEntro, banco.TenantMisura, func(conn *pgx.Conn) (bool, string, error) {
			var uscita int
			if err := conn.QueryRow(ctx, `SELECT count(*) FROM verbali.uscita`).Scan(&uscita); err != nil || uscita > 0 {
				return false, fmt.Sprintf("%d messaggi in uscita", uscita), err
			}
			for _, d := range bus.Durables() {
				x, err := js.Consumer(ctx, d.Stream, d.Name)
				if err != nil {
					return false, "", fmt.Errorf("consumatore %s: %w", d.Name, err)
				}
				if i := x.CachedInfo(); i.NumPending > 0 || i.NumAckPending > 0 {
					return false, fmt.Sprintf("%s ha %d messaggi", d.Name, i.NumPending+uint64(max(0, i.NumAckPending))), nil
				}
			}
			return true, "", nil
		})
	})
}

// lottoAperto is the draft that new acts enter, and how many there are; none is the zero id.
func (c *catena) lottoAperto(ctx context.Context) (id uuid.UUID, voci int, err error) {
	err = c.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, `SELECT l.id, (SELECT count(*) FROM verbali.voce v WHERE v.lotto = l.id) FROM verbali.lotto l
			WHERE l.automatico AND l.stato = $1`, verbale.LottoBozza).Scan(&id, &voci)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return id, voci, err
}

// lottoDi is the open lot, which must have exactly the acts of the run.
func (c *catena) lottoDi(ctx context.Context, quanti int) (uuid.UUID, error) {
	id, voci, err := c.lottoAperto(ctx)
	if err == nil && voci != quanti {
		err = fmt.Errorf("il lotto aperto ha %d voci, gli atti sono %d", voci, quanti)
	}
	return id, err
}

// spedisci closes a lot as an officer does and waits for its package.
func (c *catena) spedisci(ctx context.Context, lotto uuid.UUID) error {
	if _, err := c.chiedi(ctx, http.MethodPost, "/lotti/"+lotto.String()+"/chiudi", io.Discard); err != nil {
		return err
	}
	return c.finoA(ctx, trattaEntro, banco.TenantMisura, func(conn *pgx.Conn) (bool, string, error) {
		var stato verbale.StatoLotto
		var ok, totale int
		err := conn.QueryRow(ctx, `SELECT stato, ok, totale FROM verbali.lotto WHERE id = $1`, lotto).Scan(&stato, &ok, &totale)
		if err == nil && (stato == verbale.LottoFallito || stato == verbale.LottoCompletatoConErrori) {
			err = fmt.Errorf("il lotto è %s", stato)
		}
		return stato == verbale.LottoCompletato, fmt.Sprintf("lotto %s: %d di %d", stato, ok, totale), err
	})
}

// scarica takes the package and gives its size.
func (c *catena) scarica(ctx context.Context, lotto uuid.UUID) (int64, error) {
	return c.chiedi(ctx, http.MethodGet, "/lotti/"+lotto.String()+"/pacchetto", io.Discard)
}

// chiedi asks elaborazione as the office and gives the length of the answer, which goes to w.
func (c *catena) chiedi(ctx context.Context, metodo, percorso string, w io.Writer) (int64, error) {
	indirizzo := c.Indirizzo(c.Servizio("elaborazione")) + "/ElaborazioneService/rest/VerbaliRestService" + percorso
	richiesta, err := http.NewRequestWithContext(ctx, metodo, indirizzo, http.NoBody)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", percorso, err)
	}
	richiesta.SetBasicAuth(utenteUfficio, banco.Password)
	risposta, err := c.cliente.Do(richiesta)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", percorso, err)
	}
	defer risposta.Body.Close()
	if risposta.StatusCode >= http.StatusBadRequest {
		testo, _ := io.ReadAll(io.LimitReader(risposta.Body, 600))
		return 0, fmt.Errorf("%s: %s: %s", percorso, risposta.Status, testo)
	}
	n, err := io.Copy(w, risposta.Body)
	if err != nil {
		return n, fmt.Errorf("%s: %w", percorso, err)
	}
	return n, nil
}

// azzeraPunta makes the kernel count the most memory of a process anew; where it will not, the most since
// its start is counted.
func azzeraPunta(proc string, pid int) {
	_ = os.WriteFile(filepath.Join(proc, strconv.Itoa(pid), "clear_refs"), []byte("5"), 0o200)
}

// punta is the most memory that a process held, in bytes.
func punta(proc string, pid int) (int64, error) {
	n, err := banco.Kibibyte(strings.TrimSpace(banco.Campo(filepath.Join(proc, strconv.Itoa(pid), "status"), "VmHWM")))
	if err != nil {
		return 0, fmt.Errorf("memoria di punta del processo %d (serve Linux): %w", pid, err)
	}
	return n, nil
}

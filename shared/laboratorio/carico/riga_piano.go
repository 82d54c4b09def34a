package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The sizes of the row: addressees to plan, and how many are read and written at once without the product.
const (
	destinatariPiano, destinatariPianoBrevi = 100_000, 10_000
	porzioneNuda                            = 500
	traguardoPiano                          = 0.4
	traguardoPagina                         = 100 // milliseconds
	pagineLette                             = 100
	pianoEntro                              = 10 * time.Minute
)

// caricaPiano writes fines whose act waits to leave.
//
//go:embed piano.sql
var caricaPiano string

// rigaPiano compares the plan of notification of many addressees with reading and writing the same rows bare.
func rigaPiano() riga {
	return riga{
		nome:   "piano",
		titolo: fmt.Sprintf("piano delle notifiche di %d destinatari, contro la sola lettura e scrittura delle stesse righe", destinatariPiano),
		misura: misuraPiano,
	}
}

// pianificati is the command whose plan is made.
type pianificati struct {
	*banco.Banco
	quanti  int
	uno     uuid.UUID // a fine of those before
	memoria []int64   // of elaborazione, while it plans
}

func misuraPiano(ctx context.Context, b *banco.Banco) (e esito, err error) {
	ctx, fine := context.WithTimeoutCause(ctx, pianoEntro, errors.New("il piano non è finito in tempo"))
	defer fine()
	p := &pianificati{Banco: b, quanti: destinatariPiano}
	if b.Opz.Breve {
		p.quanti = destinatariPianoBrevi
	}
	b.Annota("piano: carico %d verbali con il loro atto", p.quanti)
	if err := p.carica(ctx); err != nil {
		return e, err
	}
	var prodotto, nudo []float64
	prima := b.Consumi()
	alSecondo, err := p.pianifica(ctx)
	if err != nil {
		return e, err
	}
	nota := banco.PerUnita(prima, b.Consumi(), p.quanti)
	prodotto = append(prodotto, alSecondo)
	if alSecondo, err = p.nuda(ctx); err != nil {
		return e, err
	}
	nudo = append(nudo, alSecondo)
	pagine, err := p.pagine(ctx)
	if err != nil {
		return e, err
	}
	e.Cifre = misura.Confronta("destinatari pianificati", "/s", "leggere e scrivere le stesse righe", prodotto, nudo)
	e.Cifre[0].Traguardo = misura.Almeno(traguardoPiano)
	e.Cifre = append(e.Cifre, mezze("memoria anonima di elaborazione mentre pianifica", p.memoria)...)
	e.Cifre = append(e.Cifre, misura.Cifra{Nome: "la pagina di ciò che aspetta: p50", Valore: misura.Millisecondi(misura.Percentile(pagine, 50)), Unita: "ms"},
		misura.Cifra{Nome: "la pagina di ciò che aspetta: p99", Valore: misura.Millisecondi(misura.Percentile(pagine, 99)), Unita: "ms",
			Traguardo: &misura.Traguardo{Sotto: traguardoPagina}})
	e.Note = []string{fmt.Sprintf("%d destinatari: processore per destinatario, in ms: %s.", p.quanti, nota)}
	return e, nil
}

func (p *pianificati) carica(ctx context.Context) error {
	return p.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, strings.ReplaceAll(caricaPiano, "$verbali", strconv.Itoa(p.quanti))); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "ANALYZE"); err != nil {
			return err
		}
		return conn.QueryRow(ctx, `SELECT id FROM verbali.verbale WHERE inserito_da = 'piano' LIMIT 1`).Scan(&p.uno)
	})
}

// pianifica waits until the rounds of elaborazione have planned the addressees, and gives how many a second after the first portion.
func (p *pianificati) pianifica(ctx context.Context) (alSecondo float64, err error) {
	pid, err := p.Figlio("elaborazione")
	if err != nil {
		return 0, err
	}
	cliente := &http.Client{Timeout: time.Minute}
	defer cliente.CloseIdleConnections()
	leggi := domanda{http.MethodGet, p.Indirizzo(p.Servizio("elaborazione")) + "/ElaborazioneService/rest/VerbaliRestService/verbali/" + p.uno.String(), utenteUfficio, nil}
	err = p.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		for usa := time.Now(); ; {
			if time.Now().After(usa) { // a command that nobody uses is planned once a day
				if err := leggi.manda(ctx, cliente, nil); err != nil {
					return err
				}
				usa = usa.Add(10 * time.Second)
			}
			n, secondi, err := p.fatti(ctx, conn, pid)
			if err != nil {
				return err
			}
			if n >= p.quanti {
				alSecondo = float64(n) / secondi
				return nil
			}
			if err := clock.Sleep(ctx, 500*time.Millisecond); err != nil {
				return fmt.Errorf("%w: %d destinatari di %d", context.Cause(ctx), n, p.quanti)
			}
		}
	})
	return alSecondo, err
}

// fatti is how many addressees have a plan, and how long it took; meanwhile the memory of elaborazione is noted.
func (p *pianificati) fatti(ctx context.Context, conn *pgx.Conn, pid int) (n int, secondi float64, err error) {
	err = conn.QueryRow(ctx, `SELECT count(*), coalesce(extract(epoch FROM max(fatto) - min(fatto)), 0)
		FROM verbali.piano x JOIN verbali.verbale v ON v.id = x.verbale WHERE v.inserito_da = 'piano'`).Scan(&n, &secondi)
	if err != nil || n == 0 {
		return n, secondi, err
	}
	m, err := banco.MemoriaDi("/proc", pid)
	p.memoria = append(p.memoria, m.Anonima)
	return n, secondi, err
}

// pagine opens the page of what waits some times, one after the other, as an officer does, and gives how long each took.
func (p *pianificati) pagine(ctx context.Context) (durate []time.Duration, err error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	base := p.Indirizzo(p.Servizio("core")) + "/CoreService/"
	cliente := &http.Client{Timeout: time.Minute, Jar: jar}
	defer cliente.CloseIdleConnections()
	apri := func(metodo, pagina, corpo string) error {
		r, err := http.NewRequestWithContext(ctx, metodo, base+pagina, strings.NewReader(corpo))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", strings.TrimSuffix(base, "/CoreService/"))
		risposta, err := cliente.Do(r)
		if err != nil {
			return err
		}
		defer risposta.Body.Close()
		testo, err := io.ReadAll(risposta.Body)
		if err == nil && (risposta.StatusCode != http.StatusOK || pagina == paginaPiano && !strings.Contains(string(testo), "/verbali/")) {
			err = fmt.Errorf("%s: %s", pagina, risposta.Status)
		}
		return err
	}
	if err := apri(http.MethodPost, "login", url.Values{"username": {utenteUfficio}, "password": {banco.Password}}.Encode()); err != nil {
		return nil, err
	}
	for range pagineLette {
		inizio := time.Now()
		if err := apri(http.MethodGet, paginaPiano, ""); err != nil {
			return nil, err
		}
		durate = append(durate, time.Since(inizio))
	}
	return durate, nil
}

const paginaPiano = "piano"

// nuda reads what the plan reads of each fine, and writes the rows of the plan into a table like it, portion by portion.
func (p *pianificati) nuda(ctx context.Context) (alSecondo float64, err error) {
	err = p.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `SET search_path = verbali; CREATE TEMPORARY TABLE nuda (LIKE piano INCLUDING ALL)`); err != nil {
			return err
		}
		righe, err := conn.Query(ctx, `SELECT id FROM verbale WHERE inserito_da = 'piano' ORDER BY id`)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(righe, pgx.RowTo[uuid.UUID])
		if err != nil {
			return err
		}
		inizio := time.Now()
		for porzione := range slices.Chunk(ids, porzioneNuda) {
			if err := rigaNuda(ctx, conn, porzione); err != nil {
				return err
			}
		}
		alSecondo = float64(len(ids)) / time.Since(inizio).Seconds()
		return nil
	})
	return alSecondo, err
}

// rigaNuda is one portion.
func rigaNuda(ctx context.Context, conn *pgx.Conn, ids []uuid.UUID) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var letture pgx.Batch
		for tavola := range strings.FieldsSeq("violazione posizione avviso notifica pagamento ricorso scadenza anomalia visura voce") {
			letture.Queue(`SELECT * FROM `+tavola+` WHERE verbale = ANY ($1)`, ids).Query(scorri)
		}
		letture.Queue(`SELECT * FROM verbale WHERE id = ANY ($1) ORDER BY id`, ids).Query(scorri)
		letture.Queue(`SELECT s.*, d.id FROM posizione p JOIN soggetto s ON s.id = p.soggetto LEFT JOIN documento d ON d.posizione = p.id AND d.tipo = $2
			WHERE p.verbale = ANY ($1)`, ids, verbale.DocumentoAtto).Query(scorri)
		letture.Queue(`SELECT * FROM evento WHERE verbale = ANY ($1) AND tipo = ANY ($2)`, ids,
			[]string{string(verbale.EventoViaScelta), string(verbale.EventoPosizioneAperta)}).Query(scorri)
		var fatte [][]any
		letture.Queue(`SELECT * FROM piano WHERE verbale = ANY ($1)`, ids).Query(func(righe pgx.Rows) error {
			for righe.Next() {
				valori, err := righe.Values()
				if err != nil {
					return err
				}
				fatte = append(fatte, valori)
			}
			return righe.Err()
		})
		if err := tx.SendBatch(ctx, &letture).Close(); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"nuda"}, strings.Fields("posizione verbale sequenza scelte aspetta via proposta perche entro dal fatto"),
			pgx.CopyFromRows(fatte))
		return err
	})
}

// scorri reads all the values of an answer.
func scorri(righe pgx.Rows) error {
	for righe.Next() {
		if _, err := righe.Values(); err != nil {
			return err
		}
	}
	return righe.Err()
}

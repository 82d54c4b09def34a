package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// A day of SEND is long beside a round, and a story of fourteen days short beside the seven for which a stream keeps its events: the
// clock is put forward once, and all elements are there to be read. Nobody is found at two addresses: the longest of the stories that
// end in time.
const (
	giornoDiSend   = 11 * time.Hour
	storiaDiSend   = "005"
	convalidaSend  = time.Second
	avantiDiSend   = "160h"
	accessoAlBanco = "send-carico"
)

// sendFinto is SEND in this process. It sees when each page of the stream is asked for: the question after it says that the page is
// committed.
type sendFinto struct {
	server *http.Server
	base   string

	mu               sync.Mutex
	chiamate, pagine int
	leggendo         time.Duration
	ultima           time.Time // when the last page with events was asked for; zero after any other call
}

func apriSend() (*sendFinto, error) {
	s, err := send.Nuovo(send.Opzioni{Giorno: giornoDiSend, Convalida: convalidaSend, AttesaVuoto: time.Second, Usuale: storiaDiSend})
	if err != nil {
		return nil, err
	}
	ascolto, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("SEND simulato: %w", err)
	}
	f := &sendFinto{base: "http://" + ascolto.Addr().String()}
	mux := s.Handler()
	f.server = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pagina := strings.HasSuffix(r.URL.Path, "/events")
		da := f.chiesta(pagina)
		mux.ServeHTTP(w, r)
		if pagina && w.Header().Get("Content-Length") != "2" { // []
			f.mu.Lock()
			defer f.mu.Unlock()
			f.ultima = da
		}
	})}
	go func() { _ = f.server.Serve(ascolto) }() // until chiudi
	return f, nil
}

// chiesta notes a call, and how long ago the page before it was asked for.
func (f *sendFinto) chiesta(pagina bool) time.Time {
	ora := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.chiamate++
	if pagina && !f.ultima.IsZero() {
		f.pagine++
		f.leggendo += ora.Sub(f.ultima)
	}
	f.ultima = time.Time{}
	return ora
}

func (f *sendFinto) misurate() (chiamate, pagine int, leggendo time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.chiamate, f.pagine, f.leggendo
}

func (f *sendFinto) chiudi() { _ = f.server.Close() }

func (s *spedizioni) impostazione() string {
	return s.Indirizzo(s.Servizio("core")) + "/CoreService/rest/impostazioni/" + parole.ChiaveCollegamento
}

// collega connects the command to SEND, which answers as over a network.
func (s *spedizioni) collega(ctx context.Context) error {
	cartella := filepath.Join(s.Cartella, "dati", "segreti", banco.TenantMisura)
	chiave := "host: 127.0.0.1\n" + send.ChiaveDemo + "carico\n"
	if err := errors.Join(os.MkdirAll(cartella, 0o700), os.WriteFile(filepath.Join(cartella, accessoAlBanco), []byte(chiave), 0o600)); err != nil {
		return fmt.Errorf("chiave di SEND: %w", err)
	}
	valore := map[string]any{"valore": map[string]any{"accesso": accessoAlBanco, "indirizzo": s.send.base + "/send"}}
	return errors.Join(s.ritardo(ctx, ritardoSend), domanda{http.MethodPut, s.impostazione(), amministrato, valore}.manda(ctx, s.cliente, nil))
}

// scollega takes the connection away, so that no other row is disturbed by proofs that are still to be taken.
func (s *spedizioni) scollega(ctx context.Context) error {
	if s.send == nil {
		return nil
	}
	return domanda{http.MethodDelete, s.impostazione() + "/" + calendario.Da(clock.Now()).String(), amministrato, nil}.manda(ctx, s.cliente, nil)
}

// ritardo makes SEND take so many milliseconds; 0: none.
func (s *spedizioni) ritardo(ctx context.Context, ms int) error {
	modo := simulatore.Controllo{Modo: "normale"}
	if ms > 0 {
		modo = simulatore.Controllo{Modo: "lento", Millisecondi: ms}
	}
	return domanda{http.MethodPost, s.send.base + "/controllo/send", "", modo}.manda(ctx, s.cliente, nil)
}

// lettura is the stream read to its end, beside the same elements bare.
type lettura struct {
	elementi, pagine int
	leggendo, durata time.Duration // while pages follow each other, and with all between them
	nudi             float64       // a second
	memoria          []int64
	prima, poi       banco.Consumo
}

// leggiTutto lets the stories of all notifications happen at once.
func (s *spedizioni) leggiTutto(ctx context.Context) (l lettura, err error) {
	s.Annota("send: le sequenze di %d notifiche", s.accolte)
	if err := s.ritardo(ctx, 0); err != nil {
		return l, err
	}
	prima, err := s.contaElementi(ctx)
	if err != nil {
		return l, err
	}
	_, pagine, leggendo := s.send.misurate()
	s.memoria, l.prima = nil, s.Consumi()
	inizio := time.Now()
	avanti := domanda{http.MethodPost, s.send.base + "/controllo/send/orologio", "", map[string]string{"avanti": avantiDiSend}}
	if err := errors.Join(avanti.manda(ctx, s.cliente, nil),
		s.osserva(ctx, `count(*) FILTER (WHERE stato NOT IN ('DA_INVIARE', 'IN_VALIDAZIONE', 'ACCETTATA'))`, s.accolte)); err != nil {
		return l, err
	}
	l.durata, l.poi, l.memoria = time.Since(inizio), s.Consumi(), s.memoria
	_, l.pagine, l.leggendo = s.send.misurate()
	l.pagine, l.leggendo = l.pagine-pagine, l.leggendo-leggendo
	tutti, err := s.contaElementi(ctx)
	if err != nil {
		return l, err
	}
	l.elementi = tutti - prima
	nudi, err := s.nudi(ctx)
	l.nudi = float64(tutti) / max(nudi.Seconds(), 1e-9)
	return l, err
}

func (s *spedizioni) contaElementi(ctx context.Context) (n int, err error) {
	err = s.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `SELECT count(*) FROM connessione.invio_elemento`).Scan(&n)
	})
	return n, err
}

// nudi decodes and inserts all elements again, in pages of the same size, and does nothing else with them.
func (s *spedizioni) nudi(ctx context.Context) (durata time.Duration, err error) {
	err = s.ConServer(ctx, banco.TenantMisura, func(conn *pgx.Conn) error {
		var invii, grezzi []string
		if err := conn.QueryRow(ctx, `SELECT array_agg(invio::text ORDER BY ordine), array_agg(grezzo::text ORDER BY ordine) FROM connessione.invio_elemento`).
			Scan(&invii, &grezzi); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, `CREATE TABLE connessione.carico_nudo (LIKE connessione.invio_elemento INCLUDING ALL)`); err != nil {
			return err
		}
		inizio := time.Now()
		for len(grezzi) > 0 {
			n := min(len(grezzi), parole.EventiAlPiu)
			if err := inserisciNudi(ctx, conn, invii[:n], grezzi[:n]); err != nil {
				return err
			}
			invii, grezzi = invii[n:], grezzi[n:]
		}
		durata = time.Since(inizio)
		_, err := conn.Exec(ctx, `DROP TABLE connessione.carico_nudo`)
		return err
	})
	return durata, err
}

func inserisciNudi(ctx context.Context, conn *pgx.Conn, invii, grezzi []string) error {
	var elementi []parole.Elemento
	if err := json.Unmarshal([]byte("["+strings.Join(grezzi, ",")+"]"), &elementi); err != nil {
		return fmt.Errorf("elementi: %w", err)
	}
	var ids, categorie []string
	var accaduti []time.Time
	for _, e := range elementi {
		ids, categorie, accaduti = append(ids, e.ID), append(categorie, e.Categoria), append(accaduti, e.Accaduto)
	}
	_, err := conn.Exec(ctx, `INSERT INTO connessione.carico_nudo (invio, elemento, categoria, impronta, accaduto, saputo, letto, grezzo)
		SELECT i, e, c, md5(g), a, a, a, g::json FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::text[]) x (i, e, c, a, g)`,
		invii, ids, categorie, accaduti, grezzi)
	return err
}

func (l lettura) cifre() []misura.Cifra {
	leggendo := float64(l.pagine*parole.EventiAlPiu) / max(l.leggendo.Seconds(), 1e-9)
	lette := misura.Confronta("elementi letti dal flusso, mentre si legge", "/s", "decodificati e inseriti nudi",
		[]float64{leggendo}, []float64{l.nudi})
	return append(append(lette, misura.Cifra{Nome: "  con le attestazioni che si scaricano", Valore: float64(l.elementi) / l.durata.Seconds(), Unita: "/s"}),
		mezze("memoria anonima di connessione mentre legge", l.memoria)...)
}

func (l lettura) nota() string {
	return fmt.Sprintf("%d elementi in %d pagine: processore per elemento, in ms: %s.", l.elementi, l.pagine, banco.PerUnita(l.prima, l.poi, l.elementi))
}

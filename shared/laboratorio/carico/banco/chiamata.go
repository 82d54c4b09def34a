package banco

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// telefono is a connection over which one request is made after the other, with no more work than that:
// the generator shares its processors with what it measures, and net/http's client would take as much of
// them as the service.
type telefono struct {
	conn  net.Conn
	posta *bufio.Reader
	corpo []byte
}

func chiamaNumero(ctx context.Context, indirizzo string) (*telefono, error) {
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", indirizzo)
	if err != nil {
		return nil, fmt.Errorf("connessione: %w", err)
	}
	return &telefono{conn: conn, posta: bufio.NewReaderSize(conn, 64<<10)}, nil
}

// chiedi sends a request, as HTTP/1.1 has it, and gives status and body; the body is good until the next.
func (t *telefono) chiedi(richiesta []byte) (stato int, corpo []byte, err error) {
	_ = t.conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := t.conn.Write(richiesta); err != nil {
		return 0, nil, fmt.Errorf("richiesta: %w", err)
	}
	lunghezza := -1
	for n := 0; ; n++ {
		linea, err := t.posta.ReadSlice('\n')
		if err != nil {
			return 0, nil, fmt.Errorf("risposta: %w", err)
		}
		linea = bytes.TrimRight(linea, "\r\n")
		switch nome, valore, _ := bytes.Cut(linea, []byte(": ")); {
		case n == 0:
			stato, _ = strconv.Atoi(strings.Fields(string(linea) + " x x")[1])
		case bytes.EqualFold(nome, []byte("Content-Length")):
			lunghezza, _ = strconv.Atoi(string(valore))
		}
		if len(linea) == 0 {
			break
		}
	}
	if lunghezza < 0 {
		return stato, nil, fmt.Errorf("risposta %d senza lunghezza", stato)
	}
	if cap(t.corpo) < lunghezza {
		t.corpo = make([]byte, lunghezza)
	}
	t.corpo = t.corpo[:lunghezza]
	if _, err := io.ReadFull(t.posta, t.corpo); err != nil {
		return stato, nil, fmt.Errorf("risposta: %w", err)
	}
	return stato, t.corpo, nil
}

// An answer is read through one time in unaOgni, otherwise it must be as long as its fines.
const (
	unaOgni     = 64
	byteVerbale = 200
)

// Chiamanti give a search of tenantapi, each on a connection of its own, and what closes them.
func (a *Archivio) Chiamanti(d DomandaArchivio) (cerca misura.Lavoro, chiudi func()) {
	indirizzo := strings.TrimPrefix(a.Indirizzo(a.Servizio("tenantapi")), "http://")
	return Centralino(indirizzo, func(n int64) string {
		corpo := fmt.Sprintf(d.corpo, d.valore(n))
		return "POST /api/verbale/ricerca HTTP/1.1\r\nHost: " + indirizzo + "\r\nX-Realm: " + NomeArchivio +
			"\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(corpo)) + "\r\n\r\n" + corpo
	}, func(n int64, stato int, risposta []byte) error {
		if stato != 200 || int64(len(risposta)) < d.righe*byteVerbale || n%unaOgni == 0 && int64(bytes.Count(risposta, []byte(`"targa"`))) < d.righe {
			return fmt.Errorf("ricerca %s: %d: %.300s", d.Nome, stato, risposta)
		}
		return nil
	})
}

// Centralino gives callers at one address, each on a connection of its own, and what closes them: the
// request number n, and whether its answer is the right one.
func Centralino(indirizzo string, domanda func(n int64) string, giusta func(n int64, stato int, risposta []byte) error) (chiama misura.Lavoro, chiudi func()) {
	liberi := make(chan *telefono, misura.Chiamanti)
	chiama = func(ctx context.Context, n int64) (err error) {
		var t *telefono
		select {
		case t = <-liberi:
		default:
			if t, err = chiamaNumero(ctx, indirizzo); err != nil {
				return err
			}
		}
		stato, risposta, err := t.chiedi([]byte(domanda(n)))
		if err == nil {
			err = giusta(n, stato, risposta)
		}
		if err != nil {
			_ = t.conn.Close()
			return err
		}
		liberi <- t
		return nil
	}
	return chiama, func() {
		close(liberi)
		for t := range liberi {
			_ = t.conn.Close()
		}
	}
}

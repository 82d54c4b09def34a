package banco

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestScriptIsTheStatementOfTheProduct(t *testing.T) {
	t.Parallel()
	per := (&Archivio{Verbali: VerbaliArchivio}).Domande()
	casi := []struct {
		d         DomandaArchivio
		sql, want string
	}{
		{per[0], "SELECT v.id\nFROM verbali_v1.ricerca v WHERE v.targa = $1 LIMIT 51", "SELECT v.id FROM verbali_v1.ricerca v WHERE v.targa = :targa LIMIT 51;"},
		{per[1], "SELECT v.id FROM x v WHERE v.procedura = 'NOTIFICATO' AND v.istante < $1 LIMIT 51",
			"SELECT v.id FROM x v WHERE v.procedura = 'NOTIFICATO' AND v.istante < :giorno LIMIT 51;"},
	}
	for _, c := range casi {
		got, err := InCopione(c.sql, c.d)
		if err != nil || got != c.d.Variabili+"\n"+c.want+"\n" {
			t.Errorf("%s: %q, %v", c.d.Nome, got, err)
		}
	}
	for _, sql := range []string{"SELECT 1", "SELECT v WHERE v.targa = $1 AND v.anno = $2", "SELECT v WHERE v.targa = 'x'"} {
		if got, err := InCopione(sql, per[0]); err == nil {
			t.Errorf("%q was taken for the statement: %q", sql, got)
		}
	}
}

func TestBareClientReadsAnswers(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	fine := make(chan struct{})
	defer func() { <-fine }()
	go func() {
		defer close(fine)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for r := bufio.NewReader(c); ; {
			if _, err := http.ReadRequest(r); err != nil {
				return
			}
			fmt.Fprintf(c, "HTTP/1.1 418 Teapot\r\nX: y\r\ncontent-length: 5\r\n\r\nciao\n")
		}
	}()
	tel, err := chiamaNumero(t.Context(), l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer tel.conn.Close()
	for range 3 {
		stato, corpo, err := tel.chiedi([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
		if err != nil || stato != 418 || strings.TrimSpace(string(corpo)) != "ciao" {
			t.Errorf("%d %q %v", stato, corpo, err)
		}
	}
}

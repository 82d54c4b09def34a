package simulatore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestGuastiDiRete(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	t.Run("tagliata a metà: la lunghezza promessa non arriva", func(t *testing.T) {
		t.Parallel()
		r := p.chiedi(t, "/voci/F520")
		if !errors.Is(r.errore, io.ErrUnexpectedEOF) || r.stato != http.StatusOK || len(r.corpo) == 0 || json.Valid(r.corpo) {
			t.Errorf("state %d, error %v, body %q", r.stato, r.errore, r.corpo)
		}
	})
	t.Run("chiusa prima della risposta", func(t *testing.T) {
		t.Parallel()
		if r := p.chiedi(t, "/voci/F521"); r.errore == nil || r.stato != 0 {
			t.Errorf("state %d, error %v", r.stato, r.errore)
		}
	})
	t.Run("muto, o lento per chi ha fretta", func(t *testing.T) {
		t.Parallel()
		for _, chiave := range []string{"F540", "F860"} {
			if r := p.chiediEntro(t, "/voci/"+chiave, 50*time.Millisecond); r.errore == nil || r.stato != 0 {
				t.Errorf("%s: state %d, error %v", chiave, r.stato, r.errore)
			}
		}
	})
	t.Run("lento di zero secondi è una buona risposta", func(t *testing.T) {
		t.Parallel()
		if r := p.chiedi(t, "/voci/F800"); r.stato != 200 || !json.Valid(r.corpo) {
			t.Errorf("%+v", r)
		}
	})
}

func TestRispostaMandataDueVolteSullaStessaConnessione(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /voci/F522 HTTP/1.1\r\nHost: x\r\n\r\n")
	lettore := bufio.NewReader(conn)
	var corpi [2]string
	for i := range corpi {
		r := leggi(http.ReadResponse(lettore, nil))
		if r.errore != nil || r.stato != http.StatusOK {
			t.Fatalf("%d, %v", r.stato, r.errore)
		}
		corpi[i] = string(r.corpo)
	}
	if corpi[0] != corpi[1] || !strings.Contains(corpi[0], "F522") {
		t.Errorf("%s\n%s", corpi[0], corpi[1])
	}
}

func TestStatiDiErrore(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	for chiave, atteso := range map[string]struct {
		stato         int
		tipo, attendi string
	}{
		"F429": {429, "application/problem+json", "1"},
		"F430": {429, "application/problem+json", ""},
		"F500": {500, "application/problem+json", ""},
		"F503": {503, "application/problem+json", "1"},
		"F541": {401, "text/html", ""},
		"F542": {404, "text/html", ""},
	} {
		r := p.chiedi(t, "/voci/"+chiave)
		if r.stato != atteso.stato || r.testata.Get("Content-Type") != atteso.tipo || r.testata.Get("Retry-After") != atteso.attendi {
			t.Errorf("%s: %d %v", chiave, r.stato, r.testata)
		}
	}
}

func TestErroreNVoltePoiBene(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	for i, atteso := range []int{500, 500, 500, 200, 200} {
		if r := p.chiedi(t, "/voci/F513"); r.stato != atteso {
			t.Errorf("request %d: state %d, want %d", i+1, r.stato, atteso)
		}
	}
	if r := p.chiedi(t, "/voci/F513-B"); r.stato != 500 {
		t.Errorf("another key of the scenario has its own count: state %d", r.stato)
	}
	p.Comanda(Controllo{Azzera: true})
	if r := p.chiedi(t, "/voci/F513"); r.stato != 500 {
		t.Errorf("after azzera it fails again: state %d", r.stato)
	}
}

func TestRisposteSbagliate(t *testing.T) {
	t.Parallel()
	p := nuovaProva(t)
	casi := map[string]func(scambio) bool{
		"530": func(s scambio) bool { return !json.Valid(s.corpo) },
		"533": func(s scambio) bool { return len(s.corpo) > 2<<20 && json.Valid(s.corpo) },
		"523": func(s scambio) bool {
			d := json.NewDecoder(bytes.NewReader(s.corpo))
			var una, altra any
			return d.Decode(&una) == nil && d.Decode(&altra) == nil && cmp.Equal(una, altra)
		},
		"534": func(s scambio) bool { return s.testata.Get("Content-Type") == "text/html" },
		"536": func(s scambio) bool { return !utf8.Valid(s.corpo) && bytes.Contains(s.corpo, []byte(`"chiave":"x"`)) },
	}
	for codice, sbagliata := range casi {
		if r := p.chiedi(t, "/voci/F"+codice); r.stato != 200 || r.errore != nil || !sbagliata(r) {
			t.Errorf("scenario %s: %+v", codice, r)
		}
	}
}

package motorizzazione

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
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
)

func TestGuastiDiRete(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	t.Run("tagliata a metà: la lunghezza promessa non arriva", func(t *testing.T) {
		t.Parallel()
		r := b.veicolo(t, Targa("520", "AA"), giornoDiProva)
		if !errors.Is(r.errore, io.ErrUnexpectedEOF) || r.stato != http.StatusOK || len(r.corpo) == 0 || json.Valid(r.corpo) {
			t.Errorf("state %d, error %v, body %q", r.stato, r.errore, r.corpo)
		}
	})
	t.Run("chiusa prima della risposta", func(t *testing.T) {
		t.Parallel()
		if r := b.veicolo(t, Targa("521", "AA"), giornoDiProva); r.errore == nil || r.stato != 0 {
			t.Errorf("state %d, error %v", r.stato, r.errore)
		}
	})
	t.Run("muto finché il chiamante aspetta", func(t *testing.T) {
		t.Parallel()
		r := b.chiedi(t, "/motorizzazione/v1/veicoli/"+Targa("540", "AA")+"?data="+giornoDiProva, conScadenza(50*time.Millisecond))
		if r.errore == nil || r.stato != 0 {
			t.Errorf("state %d, error %v", r.stato, r.errore)
		}
	})
	t.Run("lento: chi ha fretta non la vede", func(t *testing.T) {
		t.Parallel()
		r := b.chiedi(t, "/motorizzazione/v1/veicoli/"+Targa("860", "AA")+"?data="+giornoDiProva, conScadenza(50*time.Millisecond))
		if r.errore == nil {
			t.Errorf("state %d within 50 ms", r.stato)
		}
	})
	t.Run("lento di zero secondi è una buona risposta", func(t *testing.T) {
		t.Parallel()
		mustLeggi[Veicolo](t, b.veicolo(t, Targa("800", "AA"), giornoDiProva))
	})
}

func TestRispostaMandataDueVolteSullaStessaConnessione(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /motorizzazione/v1/veicoli/%s?data=%s HTTP/1.1\r\nHost: x\r\nX-Richiedente: alfa\r\nX-Motivo: prova\r\n\r\n",
		Targa("522", "AA"), giornoDiProva)
	lettore := bufio.NewReader(conn)
	var corpi [2]string
	for i := range corpi {
		r, err := http.ReadResponse(lettore, nil)
		if err != nil {
			t.Fatal(err)
		}
		testo, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%d, %v", r.StatusCode, err)
		}
		corpi[i] = string(testo)
	}
	if corpi[0] != corpi[1] || !strings.Contains(corpi[0], Targa("522", "AA")) {
		t.Errorf("%s\n%s", corpi[0], corpi[1])
	}
}

func TestStatiDiErrore(t *testing.T) {
	t.Parallel()
	b, problema := nuovoBanco(t), schema(t, "problema")
	for codice, atteso := range map[string]int{"429": 429, "500": 500, "503": 503} {
		for _, r := range []scambio{b.veicolo(t, Targa(codice, "AA"), giornoDiProva), b.patente(t, NumeroPatente(codice, "A"))} {
			rispetta(t, problema, r.corpo)
			if r.stato != atteso {
				t.Errorf("scenario %s: state %d", codice, r.stato)
			}
		}
	}
}

func TestChiRispondeAlPostoDelRegistro(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for codice, atteso := range map[string]int{"541": 401, "542": 404} {
		for _, r := range []scambio{b.veicolo(t, Targa(codice, "AA"), giornoDiProva), b.patente(t, NumeroPatente(codice, "A"))} {
			if r.stato != atteso || r.tipo != "text/html" {
				t.Errorf("scenario %s: state %d, %s", codice, r.stato, r.tipo)
			}
		}
	}
}

func TestErroreNVoltePoiBene(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for i, atteso := range []int{500, 500, 500, 200, 200} {
		if r := b.veicolo(t, Targa("513", "AA"), giornoDiProva); r.stato != atteso {
			t.Errorf("request %d: state %d, want %d", i+1, r.stato, atteso)
		}
	}
	if r := b.veicolo(t, Targa("513", "BB"), giornoDiProva); r.stato != 500 {
		t.Errorf("another plate of the scenario has its own count: state %d", r.stato)
	}
	b.Comanda(Controllo{Azzera: true})
	if r := b.veicolo(t, Targa("513", "AA"), giornoDiProva); r.stato != 500 {
		t.Errorf("after azzera it fails again: state %d", r.stato)
	}
}

func TestRisposteSbagliate(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	casi := map[string]func(scambio) bool{
		"530": func(s scambio) bool { return !json.Valid(s.corpo) },
		"533": func(s scambio) bool { return len(s.corpo) > 2<<20 && json.Valid(s.corpo) },
		"523": func(s scambio) bool {
			d := json.NewDecoder(bytes.NewReader(s.corpo))
			var una, altra any
			return d.Decode(&una) == nil && d.Decode(&altra) == nil && cmp.Equal(una, altra)
		},
		"534": func(s scambio) bool { return s.tipo == "text/html" },
		"536": func(s scambio) bool { return !utf8.Valid(s.corpo) },
	}
	for codice, sbagliata := range casi {
		for _, r := range []scambio{b.veicolo(t, Targa(codice, "AA"), giornoDiProva), b.patente(t, NumeroPatente(codice, "A"))} {
			if r.stato != 200 || r.errore != nil || !sbagliata(r) {
				t.Errorf("scenario %s: state %d %s, %d bytes, %v", codice, r.stato, r.tipo, len(r.corpo), r.errore)
			}
		}
	}
}

func TestRisposteAlterate(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	leggi := func(codice string) Veicolo {
		return mustLeggi[Veicolo](t, b.veicolo(t, Targa(codice, "AA"), giornoDiProva))
	}
	if v := leggi("531"); v.Intestatari != nil {
		t.Errorf("531 still has holders: %+v", v)
	}
	if v := leggi("532"); v.Targa == Targa("532", "AA") {
		t.Errorf("532 answers the plate asked for")
	}
	if v := leggi("535"); len(v.Intestatari) != 2 || v.Intestatari[0] != v.Intestatari[1] {
		t.Errorf("535 repeats no holder: %+v", v)
	}
	if v := leggi("539"); v.Data >= giornoDiProva {
		t.Errorf("539 speaks of the day asked for: %s", v.Data)
	}
	if v := leggi("537"); codicefiscale.Valida(v.Intestatari[0].CodiceFiscale).Valido {
		t.Errorf("537 has a valid tax code")
	}
	if v := leggi("538"); !codicefiscale.Valida(v.Intestatari[0].CodiceFiscale).Valido || v.Intestatari[0].Nome != "Zxq" {
		t.Errorf("538: %+v", v.Intestatari[0])
	}
}

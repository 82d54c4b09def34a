package utilita_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// compilate are the tables of the program.
type compilate struct {
	violazioni *sanzione.Tabella
	comuni     *comune.Tabella
}

func (c compilate) Violazioni() *sanzione.Tabella { return c.violazioni }
func (c compilate) Comuni() *comune.Tabella       { return c.comuni }

// oggi is the day of these tests.
func oggi() time.Time { return time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC) }

func servizio() *utilita.Service {
	return &utilita.Service{Tabelle: compilate{sanzione.Iniziale(), comune.Iniziale()}, Adesso: oggi, NomeDebitore: latino}
}

// latino spells names as the acts of the program do.
func latino(nome string) (string, []rune) { return stampatore().NomeDebitore(nome) }

var stampatore = sync.OnceValue(func() *stampa.Stampatore {
	s, err := stampa.Nuovo(static.FS())
	if err != nil {
		panic(err)
	}
	return s
})

// operazioni are all the POSTs of the group.
func operazioni(s *utilita.Service) []echo.HandlerFunc {
	return []echo.HandlerFunc{
		utilita.Risponde(s.ValidaCodiceFiscale), utilita.Risponde(s.CalcolaCodiceFiscale), utilita.Risponde(utilita.ValidaPartitaIVA),
		utilita.Risponde(utilita.ValidaTarga), utilita.Risponde(utilita.ValidaPatente), utilita.Risponde(utilita.ValidaTelaio),
		utilita.Risponde(utilita.ValidaIUV), utilita.Risponde(utilita.ComponiIUV), utilita.Risponde(utilita.ComponiQR), utilita.Risponde(utilita.LeggiQR),
		utilita.Risponde(s.ComponiDataMatrix), utilita.Risponde(utilita.LeggiDataMatrix), utilita.Risponde(utilita.ValidaRaccomandata),
		utilita.Risponde(utilita.LeggiBollettino), utilita.RispondeA(s.CalcolaScadenza), utilita.Risponde(utilita.CalcolaImporti),
		utilita.Risponde(s.CalcolaVelocita), utilita.Risponde(utilita.ConvertiData), utilita.Risponde(utilita.ConvertiImporto),
	}
}

// chiedi calls one handler without a network; stato is that of the answer or of the problem.
func chiedi(t *testing.T, h echo.HandlerFunc, corpo string) (stato int, risposta []byte, errore error) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(corpo))
	r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	w := httptest.NewRecorder()
	if err := h(echo.New().NewContext(r, w)); err != nil {
		return problem.Describe(err, "", "").Status, nil, err
	}
	return w.Code, w.Body.Bytes(), nil
}

// FuzzOperazioni: whatever JSON is sent to whatever operation, the answer is 200 or a 400.
func FuzzOperazioni(f *testing.F) {
	for _, seme := range []string{
		`{"codiceFiscale":"LMBTTR64E07D612F"}`, `{"cognome":"Rossi","nome":"Mario","dataNascita":"1980-01-01","sesso":"M","comune":"Roma (RM)"}`,
		`{"cognome":"ẞ","nome":"'","dataNascita":"0001-01-01","sesso":"F","codiceCatastale":"Z404","provincia":null}`,
		`{"partitaIva":"IT02765430125"}`, `{"targa":"AB123CD","nazione":"D"}`, `{"patente":"U11234567A"}`, `{"telaio":"ZFA22300005556777"}`,
		`{"codice":"3122 6112 0000 4711 64"}`, `{"codice":"RR473124829IT"}`, `{"segregazione":"12","base":"2611200004711"}`,
		`{"numeroAvviso":"312261120000471164","codiceFiscaleEnte":"01234567897","importoCent":2940,"contoCorrente":"1","causale":"è"}`,
		`{"testo":"PAGOPA|002|312261120000471164|01234567897|2940"}`, `{"testo":"1.234,56"}`, `{"importoCent":-9223372036854775808}`,
		`{"codeline":"<312261120000471164>      00000029+40>  000012345678<  896>"}`,
		`{"tipo":"PERFEZIONAMENTO_SEND_DIGITALE","decorrenza":"2026-05-07T22:10","accesso":"2026-05-08T01:00Z"}`,
		`{"tipo":"ACCREDITO_BONIFICO_2","decorrenza":"9999-12-31","termineGiorni":60}`, `{"tipo":"PRESCRIZIONE_5_ANNI","decorrenza":"0001-01-01"}`,
		`{"minimoCent":8700,"massimoCent":34400,"moltiplicatore":"1/2","sconto30":true,"giorniDallaNotifica":9007199254740993,"semestriInRitardo":1000,"speseCent":1000000000000}`,
		`{"rilevata":66.5,"limite":50,"data":"2026-11-20","autocarro":true,"notturna":true,"neopatentato":true,"recidiva":true}`,
		`{"rilevata":-0.0,"limite":1e99999,"data":""}`, `{"data":"1º novembre 2026"}`, `[]`, `null`, `{"testo":"\u0000"}`, `{"A":{"A":[]}}`,
	} {
		f.Add(seme)
	}
	s := servizio()
	tutte := operazioni(s)
	f.Fuzz(func(t *testing.T, corpo string) {
		for i, h := range tutte {
			stato, risposta, err := chiedi(t, h, corpo)
			switch {
			case stato == http.StatusOK:
				if !json.Valid(risposta) {
					t.Errorf("operation %d, %q: no JSON: %s", i, corpo, risposta)
				}
			case stato != http.StatusBadRequest || problem.As(err) == nil:
				t.Errorf("operation %d, %q: %d %v", i, corpo, stato, err)
			}
		}
	})
}

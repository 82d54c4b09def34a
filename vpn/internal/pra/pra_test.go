package pra

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pra"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// cliente is a client of a handler that shows a password.
func cliente(t *testing.T, h http.Handler, password string) *Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := Nuovo(esterno.Options{Name: "pra/prova", BaseURL: server.URL + "/pra/visura-targa-telaio", Deadline: 20 * time.Second,
		AttemptDeadline: 5 * time.Second, Backoff: time.Millisecond, BackoffLimit: 2 * time.Millisecond},
		Opzioni{Utente: simulato.Utente, Canale: simulato.Canale, Rifiuti: &ricordati{}, Password: func() (string, error) { return password, nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// ricordati are refused credentials remembered by a test.
type ricordati struct{ sync.Map }

func (r *ricordati) Rifiutate(_ context.Context, impronta []byte) (string, error) {
	perche, _ := r.Load(string(impronta))
	testo, _ := perche.(string)
	return testo, nil
}

func (r *ricordati) Ricorda(_ context.Context, impronta []byte, perche string) error {
	r.Store(string(impronta), perche)
	return nil
}

func vero() http.Handler {
	return simulato.Nuovo(simulato.Opzioni{Orologio: tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))}).Handler()
}

func chiedi(t *testing.T, c *Client, targa, giorno string) (registro.Veicolo, error) {
	t.Helper()
	return c.Veicolo(t.Context(), registro.Domanda{Targa: targa, Data: calendario.MustParse(giorno), Richiedente: "alfa", Motivo: "verbale 2026/123"})
}

func TestHoldersOfThatDay(t *testing.T) {
	t.Parallel()
	c := cliente(t, vero(), simulato.Password)
	for targa, titoli := range map[string]string{"AB123CD": "PROPRIETARIO", "AB12345": "PROPRIETARIO", "ZS010AA": "PROPRIETARIO",
		"ZS021AA": "PROPRIETARIO PROPRIETARIO PROPRIETARIO",
		"ZS030AA": "PROPRIETARIO LOCATARIO", "ZS031AA": "PROPRIETARIO USUFRUTTUARIO", "ZS032AA": "PROPRIETARIO ACQUIRENTE"} {
		v, err := chiedi(t, c, targa, "2026-03-10")
		if err != nil {
			t.Errorf("%s: %v", targa, err)
			continue
		}
		var avuti []string
		for _, i := range v.Intestatari {
			avuti = append(avuti, string(i.Titolo))
			if i.CodiceFiscale == "" || i.Dal.IsZero() || i.Indirizzo.CodiceIstat == "" || (i.Denominazione == "") != (i.Tipo == registro.Persona) {
				t.Errorf("%s: %+v", targa, i)
			}
		}
		if strings.Join(avuti, " ") != titoli || v.Marca == "" || v.Telaio == "" {
			t.Errorf("%s: %v %+v", targa, avuti, v)
		}
	}
	giugno, err1 := chiedi(t, c, "ZS070AA", "2025-06-30")
	luglio, err2 := chiedi(t, c, "ZS070AA", "2025-07-01")
	if err := errors.Join(err1, err2); err != nil || giugno.Intestatari[0].CodiceFiscale == luglio.Intestatari[0].CodiceFiscale {
		t.Errorf("the same owner on both sides of a sale: %v", err)
	}
	if v, err := chiedi(t, c, "ZS052AA", "2026-03-10"); err != nil || v.Cessazione == nil || len(v.Intestatari) != 0 {
		t.Errorf("off the register: %+v %v", v, err)
	}
	if v, err := chiedi(t, c, "ZS052AA", "2021-05-31"); err != nil || v.Cessazione != nil || len(v.Intestatari) != 1 {
		t.Errorf("the day before: %+v %v", v, err)
	}
	if v, err := chiedi(t, c, "ZS051AA", "2026-03-10"); err != nil || v.Intestatari[0].Indirizzo.Nazione != "ZZ" {
		t.Errorf("abroad: %+v %v", v, err)
	}
}

func TestWhatTheRegisterDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		targa, giorno, password string
		vuole                   error
	}{
		"unknown":           {"ZS404AA", "2026-03-10", simulato.Password, esterno.ErrNotFound},
		"a moped":           {"X2Y3Z4", "2026-03-10", simulato.Password, registro.ErrNonSuo},
		"a sign in it":      {"AB?12", "2026-03-10", simulato.Password, esterno.ErrRefused},
		"a day to come":     {"AB123CD", "2026-11-21", simulato.Password, esterno.ErrRefused},
		"a wrong password":  {"AB123CD", "2026-03-10", "altra", credenziali.ErrRifiutate},
		"away once":         {"ZS512AA", "2026-03-10", simulato.Password, esterno.ErrUnavailable},
		"away":              {"ZS500AA", "2026-03-10", simulato.Password, esterno.ErrUnavailable},
		"cut in the middle": {"ZS520AA", "2026-03-10", simulato.Password, esterno.ErrUnavailable},
		"a page":            {"ZS534AA", "2026-03-10", simulato.Password, esterno.ErrUnavailable},
		"a proxy's 404":     {"ZS542AA", "2026-03-10", simulato.Password, esterno.ErrUnavailable},
	} {
		if _, err := chiedi(t, cliente(t, vero(), c.password), c.targa, c.giorno); !errors.Is(err, c.vuole) {
			t.Errorf("%s: %v", nome, err)
		}
	}
	if _, err := cliente(t, vero(), "").Patente(t.Context(), registro.DomandaPatente{Numero: "U10000001A"}); !errors.Is(err, registro.ErrNonSuo) {
		t.Errorf("%v", err)
	}
}

// TestAVisuraIsAskedOnce: each question that arrives is paid, whatever becomes of its answer.
func TestAVisuraIsAskedOnce(t *testing.T) {
	t.Parallel()
	var arrivate atomic.Int32
	c := cliente(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrivate.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	}), simulato.Password)
	if _, err := chiedi(t, c, "AB123CD", "2026-03-10"); !errors.Is(err, esterno.ErrUnavailable) || arrivate.Load() != 1 {
		t.Errorf("%d questions arrived: %v", arrivate.Load(), err)
	}
}

// TestAnswersThatCannotBeUsed: each damage of a good answer is found; a formality after the day, or a lease that was over, is
// understood.
func TestAnswersThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	con := func(danno func(string) string) *Client {
		return cliente(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := httptest.NewRecorder()
			vero().ServeHTTP(rec, r)
			cambiato := danno(rec.Body.String())
			if cambiato == rec.Body.String() {
				t.Error("nothing was damaged")
			}
			w.Header().Set("Content-Type", "text/xml")
			_, _ = io.WriteString(w, cambiato)
		}), simulato.Password)
	}
	cambia := func(da, a string) func(string) string {
		return func(s string) string { return strings.ReplaceAll(s, da, a) }
	}
	for nome, c := range map[string]struct {
		danno func(string) string
		vuole error
	}{
		"another plate":      {cambia("ZS030AA", "ZS030AB"), esterno.ErrInvalidAnswer},
		"an unknown outcome": {cambia("VTT000", "VTT777"), esterno.ErrInvalidAnswer},
		"another element":    {cambia("TelaioResponse", "TelaioRisposta"), esterno.ErrInvalidAnswer},
		"no holder":          {cambia("v:Intestatario>", "v:Altro>"), esterno.ErrInvalidAnswer},
		"a broken tax code":  {cambia("<v:CodiceFiscale>", "<v:CodiceFiscale>X"), esterno.ErrInvalidAnswer},
		"a formality after": {func(s string) string {
			i := strings.Index(s, "<v:Formalita><v:Data>") + len("<v:Formalita><v:Data>")
			return s[:i] + "11/03/2026" + s[i+10:]
		}, registro.ErrAltroGiorno},
		"a day that is none": {func(s string) string {
			i := strings.Index(s, "<v:Formalita><v:Data>") + len("<v:Formalita><v:Data>")
			return s[:i] + "31/02/2026" + s[i+10:]
		}, esterno.ErrInvalidAnswer},
	} {
		if _, err := chiedi(t, con(c.danno), "ZS030AA", "2026-03-10"); !errors.Is(err, c.vuole) {
			t.Errorf("%s: %v", nome, err)
		}
	}
	v, err := chiedi(t, con(cambia("<v:DatiLocazione>", "<v:DatiLocazione><v:DataScadenza>09/03/2026</v:DataScadenza>")), "ZS030AA", "2026-03-10")
	if err != nil || len(v.Intestatari) != 1 || v.Intestatari[0].Titolo != registro.Proprietario {
		t.Errorf("a lease that was over: %+v %v", v, err)
	}
}

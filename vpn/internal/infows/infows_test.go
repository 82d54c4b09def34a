package infows

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
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func fermo() *tempo.Orologio { return tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)) }

// banco is a client with good credentials on a simulated register; password is what the client shows.
type banco struct {
	*Client
	registro *simulato.Simulatore
	orologio *tempo.Orologio
	password atomic.Value
	pin      atomic.Value
}

func nuovoBanco(t *testing.T) *banco {
	t.Helper()
	b := &banco{orologio: fermo()}
	b.registro = simulato.Nuovo(simulato.Opzioni{Orologio: b.orologio})
	b.collega(t, b.registro.Handler())
	return b
}

func (b *banco) collega(t *testing.T, h http.Handler) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	b.password.Store(simulato.Password)
	b.pin.Store(simulato.Pin)
	c, err := Nuovo(esterno.Options{Name: "infows/prova", BaseURL: server.URL + "/infows/services", Now: b.orologio.Adesso, Deadline: 20 * time.Second,
		AttemptDeadline: 5 * time.Second, Backoff: time.Millisecond, BackoffLimit: 2 * time.Millisecond},
		Opzioni{Utente: simulato.Utente, Adesso: b.orologio.Adesso, Rifiuti: &ricordati{},
			Password: func(context.Context) (string, error) { return b.password.Load().(string), nil },
			Pin:      func() (string, error) { return b.pin.Load().(string), nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	b.Client = c
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

func domandaDi(targa, giorno string) registro.Domanda {
	return registro.Domanda{Targa: targa, Data: calendario.MustParse(giorno), Richiedente: "alfa", Motivo: "verbale 2026/123"}
}

const oggi = "2026-11-20"

func TestHoldersOfEveryKindOfVehicle(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for nome, c := range map[string]struct {
		targa, giorno, classe string
		titoli                string
		tipo                  registro.TipoIntestatario
	}{
		"a car":              {"ab 123 cd", oggi, "AUTOVEICOLO", "PROPRIETARIO", registro.Persona},
		"on an earlier day":  {"AB123CD", "2026-03-10", "AUTOVEICOLO", "PROPRIETARIO", registro.Persona},
		"a motorcycle":       {"AB12345", oggi, "MOTOCICLO", "PROPRIETARIO", registro.Persona},
		"a moped":            {"X2Y3Z4", oggi, "CICLOMOTORE", "PROPRIETARIO", registro.Persona},
		"a company":          {"ZS010AA", oggi, "", "PROPRIETARIO", registro.Societa},
		"three owners":       {"ZS021AA", oggi, "", "PROPRIETARIO PROPRIETARIO PROPRIETARIO", registro.Persona},
		"leasing":            {"ZS030AA", oggi, "", "PROPRIETARIO LOCATARIO", registro.Societa},
		"usufruct":           {"ZS031AA", oggi, "", "PROPRIETARIO USUFRUTTUARIO", registro.Persona},
		"retained title":     {"ZS032AA", oggi, "", "PROPRIETARIO ACQUIRENTE", registro.Persona},
		"two failures first": {"ZS512AA", oggi, "", "PROPRIETARIO", registro.Persona},
		"answered twice":     {"ZS522AA", oggi, "", "PROPRIETARIO", registro.Persona},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			v, err := b.Veicolo(t.Context(), domandaDi(c.targa, c.giorno))
			if err != nil {
				t.Fatal(err)
			}
			var titoli []string
			for _, i := range v.Intestatari {
				titoli = append(titoli, string(i.Titolo))
			}
			if strings.Join(titoli, " ") != c.titoli || v.Intestatari[0].Tipo != c.tipo || v.Data.String() != c.giorno || c.classe != "" && v.Classe != c.classe {
				t.Errorf("%+v", v)
			}
			i := v.Intestatari[0]
			if strings.TrimSpace(v.Marca) != v.Marca || v.Marca == "" || i.Indirizzo.Comune != strings.ToUpper(i.Indirizzo.Comune) || i.Dal.IsZero() || i.CodiceFiscale == "" || v.PrimaImmatricolazione.IsZero() {
				t.Errorf("%+v", v)
			}
		})
	}
	if v, err := b.Veicolo(t.Context(), domandaDi("ZS052AA", oggi)); err != nil || v.Cessazione == nil || v.Cessazione.Causa != "ESPORTAZIONE" || len(v.Intestatari) != 0 {
		t.Errorf("off the register: %+v %v", v, err)
	}
	if v, err := b.Veicolo(t.Context(), domandaDi("ZS051AA", oggi)); err != nil || v.Intestatari[0].Indirizzo.Nazione != "ZZ" {
		t.Errorf("a State by the register's own code: %+v %v", v, err)
	}
}

// TestTheDayOfAChangeOfHands: the register knows who holds the vehicle today; the day before he came it does not answer, and
// on that day and after it does.
func TestTheDayOfAChangeOfHands(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for giorno, altro := range map[string]bool{"2026-06-30": true, "2026-07-01": false, "2026-07-02": false} { // sold every first of July
		_, err := b.Veicolo(t.Context(), domandaDi("ZS070AA", giorno))
		if errors.Is(err, registro.ErrAltroGiorno) != altro || altro && !errors.Is(err, esterno.ErrRefused) || !altro && err != nil {
			t.Errorf("%s: %v", giorno, err)
		}
	}
	if _, err := b.Veicolo(t.Context(), domandaDi("AB123CD", "1990-01-01")); !errors.Is(err, esterno.ErrNotFound) || esterno.As(err).Code != "NON_IMMATRICOLATO" {
		t.Errorf("before the first registration: %v", err)
	}
}

// TestWhatTheRegisterRefuses in its own words, in a fault, or by saying nothing: each comes to one kind, and a fault is never
// a plate that nobody holds.
func TestWhatTheRegisterRefuses(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		targa  string
		vuole  error
		codice string
	}{
		"unknown":           {"ZS404AA", esterno.ErrNotFound, "NON_PRESENTE"},
		"no plate":          {"QQQ", esterno.ErrRefused, "TARGA_NON_VALIDA"},
		"a sign in it":      {"AB?12", esterno.ErrRefused, "TARGA_NON_VALIDA"},
		"a fault":           {"ZS500AA", esterno.ErrUnavailable, ""},
		"too many":          {"ZS429AA", esterno.ErrUnavailable, ""},
		"cut in the middle": {"ZS520AA", esterno.ErrUnavailable, ""},
		"closed":            {"ZS521AA", esterno.ErrUnavailable, ""},
		"twice in one body": {"ZS523AA", esterno.ErrInvalidAnswer, ""},
		"a page":            {"ZS534AA", esterno.ErrUnavailable, ""},
		"a proxy":           {"ZS541AA", esterno.ErrUnavailable, ""},
		"a proxy's 404":     {"ZS542AA", esterno.ErrUnavailable, ""},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			_, err := nuovoBanco(t).Veicolo(t.Context(), domandaDi(c.targa, oggi))
			if !errors.Is(err, c.vuole) || c.codice != "" && esterno.As(err).Code != c.codice {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestCredentialsThatAreRefusedStopEverything until they change: further refusals would lock the user.
func TestCredentialsThatAreRefusedStopEverything(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		guasta func(b *banco)
		codice string
	}{
		"a wrong password": {func(b *banco) { b.password.Store("altra") }, "CREDENZIALI_RIFIUTATE"},
		"a wrong PIN":      {func(b *banco) { b.pin.Store("00000000") }, "PIN_RIFIUTATO"},
		"no PIN":           {func(b *banco) { b.pin.Store("") }, "PIN_RIFIUTATO"},
		"an expired one":   {func(b *banco) { b.orologio.Avanza(91 * 24 * time.Hour) }, "PASSWORD_SCADUTA"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := nuovoBanco(t)
			c.guasta(b)
			_, err := b.Veicolo(t.Context(), domandaDi("AB123CD", oggi))
			if !errors.Is(err, credenziali.ErrRifiutate) || !errors.Is(err, esterno.ErrUnavailable) ||
				esterno.As(err).Code != c.codice || esterno.As(err).Attempts != 1 {
				t.Fatalf("%v", err)
			}
			if _, err := b.Patente(t.Context(), registro.DomandaPatente{Numero: "U10000001A", Richiedente: "alfa", Motivo: "prova"}); !errors.Is(err, credenziali.ErrRifiutate) || esterno.As(err).Attempts != 0 {
				t.Errorf("the second: %v", err)
			}
			if perche, err := b.Rifiutate(t.Context()); b.State().Attempts != 1 || perche != c.codice || err != nil {
				t.Errorf("%d left, %s %v", b.State().Attempts, perche, err)
			}
			if err := b.CambiaPassword(t.Context(), simulato.Password, "Nuova-2026", "alfa"); err != nil {
				t.Fatal(err)
			}
			b.password.Store("Nuova-2026")
			b.pin.Store(simulato.Pin)
			if _, err := b.Veicolo(t.Context(), domandaDi("AB123CD", b.oggi())); err != nil {
				t.Errorf("with good ones: %v", err)
			}
			if perche, err := b.Rifiutate(t.Context()); perche != "" || err != nil {
				t.Errorf("good ones: %s %v", perche, err)
			}
		})
	}
}

func (b *banco) oggi() string { return calendario.Da(b.orologio.Adesso()).String() }

func TestThePasswordIsChangedOnce(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	if err := b.CambiaPassword(t.Context(), "altra", "Nuova-2026", "alfa"); !errors.Is(err, credenziali.ErrRifiutate) {
		t.Errorf("with a wrong old one: %v", err)
	}
	if err := b.CambiaPassword(t.Context(), simulato.Password, simulato.Password, "alfa"); !errors.Is(err, esterno.ErrRefused) {
		t.Errorf("with the same: %v", err)
	}
	if !b.registro.Comanda(simulatore.Controllo{Modo: "errore", Volte: 1}) {
		t.Fatal("no such mode")
	}
	prima := b.State().Attempts
	if err := b.CambiaPassword(t.Context(), simulato.Password, "Nuova-2026", "alfa"); !errors.Is(err, esterno.ErrUnavailable) {
		t.Errorf("a failure: %v", err)
	}
	if n := b.State().Attempts - prima; n != 1 {
		t.Errorf("left %d times", n)
	}
	if err := b.CambiaPassword(t.Context(), b.registro.PasswordInUso(), "Altra-2027", "alfa"); err != nil || b.registro.PasswordInUso() != "Altra-2027" {
		t.Errorf("%v", err)
	}
}

func TestLicences(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for numero, stato := range map[string]registro.StatoPatente{"U10000001A": registro.Valida, "U10000610A": registro.Sospesa,
		"U10000611A": registro.Revocata, "U10000612A": registro.Scaduta} {
		p, err := b.Patente(t.Context(), registro.DomandaPatente{Numero: numero, Richiedente: "alfa", Motivo: "prova"})
		if err != nil || p.Stato != stato || p.Numero != numero || len(p.Categorie) == 0 || p.Titolare.CodiceFiscale == "" {
			t.Errorf("%s: %+v %v", numero, p, err)
		}
	}
	if _, err := b.Patente(t.Context(), registro.DomandaPatente{Numero: "U10000404A", Richiedente: "alfa", Motivo: "prova"}); !errors.Is(err, esterno.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

func TestInsuranceAndInspection(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for targa, c := range map[string]struct {
		noto, assicurato bool
		scade            string
	}{"AB123CD": {true, true, "2027-02-28"}, "AB126CD": {true, true, "2026-11-10"}, "AB127CD": {true, false, "2026-10-11"}, "AB128CD": {}} {
		x, err := b.Copertura(t.Context(), domandaDi(targa, oggi))
		if err != nil || (x.Assicurato != nil) != c.noto || c.noto && (*x.Assicurato != c.assicurato || x.Scadenza.String() != c.scade) ||
			x.RevisioneValida == nil || !*x.RevisioneValida {
			t.Errorf("%s: %+v %v", targa, x, err)
		}
	}
}

// TestAnswersThatCannotBeTrusted: each damage of a good answer is found, and is never taken for an unknown plate.
func TestAnswersThatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	for nome, danno := range map[string]func(string) string{
		"another plate": func(s string) string { return strings.Replace(s, "AB123CD", "AB123CE", 1) },
		"another operation": func(s string) string {
			return strings.ReplaceAll(s, "ComproprietariResponse", "ComproprietariRisposta")
		},
		"another namespace": func(s string) string { return strings.Replace(s, "xsd/INFOWS", "xsd/ALTRO", 1) },
		"no holder":         func(s string) string { return strings.ReplaceAll(s, "v:comproprietario>", "v:altro>") },
		"an unknown title":  func(s string) string { return strings.Replace(s, ">PROPRIETARIO<", ">PASSANTE<", 1) },
		"a wrong tax code":  func(s string) string { return strings.Replace(s, "<v:codiceFiscale>", "<v:codiceFiscale>X", 1) },
		"a day that is none": func(s string) string {
			return strings.Replace(s, "<v:dataInizioProprieta>", "<v:dataInizioProprieta>x", 1)
		},
		"no data": func(s string) string { return strings.ReplaceAll(s, "datiVeicoloComproprietario", "dati") },
		"an unknown outcome": func(string) string {
			return envelope(`<dettaglioAutoveicoloComproprietariResponse xmlns="http://www.dtt.it/xsd/INFOWS"><errore><codiceErrore>MAI9</codiceErrore></errore></dettaglioAutoveicoloComproprietariResponse>`)
		},
		"no envelope": func(string) string { return "<a/>" },
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := nuovoBanco(t)
			vero := b.registro.Handler()
			b.collega(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				rec := httptest.NewRecorder()
				vero.ServeHTTP(rec, r)
				corpo := rec.Body.String()
				cambiato := danno(corpo)
				if cambiato == corpo {
					t.Error("nothing was damaged")
				}
				w.Header().Set("Content-Type", "text/xml; charset=utf-8")
				_, _ = io.WriteString(w, cambiato)
			}))
			if _, err := b.Veicolo(t.Context(), domandaDi("AB123CD", "2026-03-10")); !errors.Is(err, esterno.ErrInvalidAnswer) {
				t.Errorf("%v", err)
			}
		})
	}
}

func envelope(corpo string) string {
	return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>` + corpo + `</e:Body></e:Envelope>`
}

// TestAnUnknownFaultIsForAPerson, and one that says which code it has is told by it.
func TestFaults(t *testing.T) {
	t.Parallel()
	fault := func(codice string) string {
		return envelope(`<e:Fault><faultcode>e:Server</faultcode><faultstring>testo</faultstring><detail><errore xmlns="http://www.dtt.it/xsd/INFOWS"><codiceErrore>` + codice + `</codiceErrore></errore></detail></e:Fault>`)
	}
	for codice, vuole := range map[string]error{"INFO001": esterno.ErrNotFound, "INFO002": esterno.ErrInvalidAnswer,
		"INFO003": esterno.ErrRefused, "SIC003": credenziali.ErrRifiutate,
		"SIC004": esterno.ErrQuota, "INFO009": esterno.ErrUnavailable, "MAI9": esterno.ErrInvalidAnswer, "": esterno.ErrUnavailable} {
		b := nuovoBanco(t)
		b.collega(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/xml")
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, fault(codice))
		}))
		if _, err := b.Veicolo(t.Context(), domandaDi("AB123CD", oggi)); !errors.Is(err, vuole) {
			t.Errorf("%s: %v, want %v", codice, err, vuole)
		}
	}
}

package operatore_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// A change of password also ends a session that a login replaces at the same instant.
func TestNuovaPasswordMentreSiAccede(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	conto := operatore.Conto{Tenant: "alfa", Username: "mario"}
	sessioni := sessione.Nuovo(sessione.Store{Pools: b.pools}, 31*time.Minute, tempo.Adesso)
	const accessi = 4
	cookie := make([]string, accessi)
	for range 15 {
		var gruppo sync.WaitGroup
		generazione := b.riletto(t, o.Username).Generazione
		for i := range accessi {
			gruppo.Go(func() {
				nuovo, err := sessioni.Apri(t.Context(), sessione.Ammesso{Username: o.Username, Tenant: o.Tenant, Ruoli: o.Ruoli, Generazione: generazione}, cookie[i])
				if e := problem.As(err); err != nil && (e == nil || e.Kind != problem.Unauthenticated) { // the password came first
					t.Errorf("a login: %v", err)
				}
				cookie[i] = nuovo
			})
		}
		gruppo.Go(func() {
			if _, err := b.CambiaPassword(t.Context(), conto, nuova, false); err != nil {
				t.Errorf("a password: %v", err)
			}
		})
		gruppo.Wait()
	}
}

// A row that only refers to the account does not wait for a transaction that is changing it.
func TestChiCambiaUnUtenzaNonFermaChiLaNomina(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	b.esegui(t, `SET lock_timeout = '5s'`)
	_, err := b.Store.Cambia(t.Context(), contoDi(o), func(o operatore.Operatore) (operatore.Operatore, error) {
		b.sessione(t, "mario")
		return o, nil
	})
	if err != nil {
		t.Error(err)
	}
}

// realmFinto is a realm during whose verification something happens.
type realmFinto func(context.Context, event.DomandaAccesso) (event.RispostaAccesso, error)

func (r realmFinto) Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	return r(ctx, d)
}

// The operator's own change is in flight when an administrator gives the account another password, since
// it is in the wrong hands: that one stays.
func TestLaPropriaPasswordNonCopreQuellaDellAmministratore(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.crea(t, unOperatore("mario", "OPERATORE"))
	const emergenza = "Emergenza-segretissima-2026"
	realm := realmFinto(func(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
		risposta, err := b.realm.Login(ctx, d)
		if err == nil {
			_, err = b.CambiaPassword(da(ctx, "capo", "alfa", "AMMINISTRATORE"), operatore.Conto{Tenant: "alfa", Username: "mario"}, emergenza, false)
		}
		return risposta, err
	})
	pagina := operatore.PaginaPropria{Servizio: b.Servizio, Sessione: sessione.HTTP{Pagine: pagine.Nuove()}, Realm: realm}
	modulo := url.Values{"attuale": {password}, "password": {nuova}, "ripetuta": {nuova}}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/CoreService/password", strings.NewReader(modulo.Encode()))
	r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationForm)
	risposta := httptest.NewRecorder()
	s := sessione.Sessione{Operatore: sessione.Operatore{Username: "mario", Tenant: "alfa", Reparto: "PL01"}}
	if err := pagina.Cambia(echo.New().NewContext(r, risposta), s); err != nil {
		t.Fatal(err)
	}
	if risposta.Code != http.StatusConflict || !strings.Contains(risposta.Body.String(), "nel frattempo") {
		t.Errorf("%d\n%s", risposta.Code, risposta.Body)
	}
	if err := b.entra(t.Context(), "mario", nuova, "PL01"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("with the password that lost: %v", err)
	}
	if err := b.entra(t.Context(), "mario", emergenza, "PL01"); !problem.Is(err, "PASSWORD_DA_CAMBIARE") {
		t.Errorf("with the administrator's: %v", err)
	}
}

func TestLaPropriaPasswordVuoleLaVersione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	o := b.crea(t, unOperatore("mario", "OPERATORE"))
	conto := operatore.Conto{Tenant: "alfa", Username: "mario"}
	if _, err := b.CambiaPropria(t.Context(), conto, nuova); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("without it: %v", err)
	}
	conto.Versione = o.Versione
	for _, vuole := range []string{"", "CAMBIATO_NEL_FRATTEMPO"} {
		if _, err := b.CambiaPropria(t.Context(), conto, nuova); vuole == "" && err != nil || vuole != "" && !problem.Is(err, vuole) {
			t.Errorf("%v, want %q", err, vuole)
		}
	}
}

package app_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

// domanda asks elaborazione as core does, on behalf of who has this token.
func domanda[R any](t *testing.T, da *bus.Bus, operazione, token string, domanda any) (r R, err error) {
	t.Helper()
	ctx, fine := context.WithTimeout(auth.Con(t.Context(), auth.Identita{Token: token}), 20*time.Second)
	defer fine()
	err = da.Chiedi(ctx, "elaborazione."+operazione, domanda, &r)
	return r, err
}

// comandiDiLotto are the commands of one lot.
func comandiDiLotto() []string {
	return []string{evento.LottoChiudi, evento.LottoPausa, evento.LottoRiprendi, evento.LottoAnnulla, evento.LottoRiprova}
}

// TestDomandeSuiLotti: another module does over the bus what a person does on the routes.
func TestDomandeSuiLotti(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 2)
	aperto := b.aperto(t, chi)
	comanda := func(operazione, id string) (evento.RispostaLotto, error) {
		return domanda[evento.RispostaLotto](t, core, operazione, chi, evento.DomandaLotto{IDLotto: id})
	}
	if _, err := domanda[evento.RispostaLotto](t, core, evento.LottoCrea, chi, evento.DomandaNuovoLotto{Tipo: "POSTALE"}); !problem.E(err, "LOTTO_VUOTO") {
		t.Errorf("two places for one act: %v", err)
	}
	r, err := comanda(evento.LottoChiudi, aperto.ID.String())
	if err != nil || r.IDLotto != aperto.ID.String() || r.Totale != 2 || r.Nome == "" {
		t.Fatalf("%+v %v", r, err)
	}
	b.aspetta(t, chi, aperto, lotto.Completato)
	var righe int
	if err := b.Collega(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE azione = 'LOTTO_CHIUSO' AND attore = 'ufficio.alfa' AND oggetto = $1`, aperto.ID.String()).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d lines of audit (%v)", righe, err)
	}
	if _, err := comanda(evento.LottoChiudi, aperto.ID.String()); !problem.E(err, "LOTTO_IN_ALTRO_STATO") {
		t.Errorf("closed twice: %v", err)
	}
	for _, id := range []string{"", "x", uuid.NewString()} {
		for _, operazione := range comandiDiLotto() {
			if _, err := comanda(operazione, id); !problem.E(err, "NON_TROVATO") {
				t.Errorf("%s of %q: %v", operazione, id, err)
			}
		}
	}
	stampe, err := domanda[evento.RispostaLotto](t, core, evento.LottoCrea, chi, evento.DomandaNuovoLotto{Tipo: "PDF", Filtro: evento.FiltroLotto{Reparto: "PL01"}})
	if err != nil || stampe.Totale != 2 {
		t.Fatalf("%+v %v", stampe, err)
	}
	_, err = domanda[evento.RispostaLotto](t, core, evento.LottoCrea, chi, evento.DomandaNuovoLotto{Tipo: "SEND",
		Filtro: evento.FiltroLotto{Procedura: []string{"X"}, Da: "ieri", A: "2026-02-30"}})
	var campi []string
	for _, c := range problem.Come(err).Campi {
		campi = append(campi, c.Campo)
	}
	if !slices.Equal(campi, []string{"tipo", "filtro.procedura[0]", "filtro.da", "filtro.a"}) {
		t.Errorf("%v: %v", campi, err)
	}
}

// TestDomandeDiChiNonPuo: a question opens to the token that comes along, never to the module that asks.
func TestDomandeDiChiNonPuo(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	ufficio := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, ufficio, 1)
	aperto := b.aperto(t, ufficio)
	con := func(cambia func(*auth.Claims)) string {
		c := testkit.Claims("elaborazione", "ufficio.alfa", "alfa", auth.RuoloUfficio)
		cambia(&c)
		return b.realm.Token(t, c)
	}
	casi := map[string]struct{ token, codice string }{
		"without a token":           {"", "CREDENZIALI_NON_VALIDE"},
		"with nonsense":             {"x.y.z", "CREDENZIALI_NON_VALIDE"},
		"signed by a stranger":      {testkit.NuovoRealm(t).Token(t, testkit.Claims("elaborazione", "ufficio.alfa", "alfa", auth.RuoloUfficio)), "CREDENZIALI_NON_VALIDE"},
		"expired":                   {con(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(time.Now().Add(-time.Minute)) }), "CREDENZIALI_NON_VALIDE"},
		"a token of the portal":     {con(func(c *auth.Claims) { c.Audience = jwt.ClaimStrings{"connessione"} }), "CREDENZIALI_NON_VALIDE"},
		"who reads lots only":       {con(func(c *auth.Claims) { c.Ruoli = []string{auth.RuoloOperatore} }), "PERMESSO_MANCANTE"},
		"a citizen":                 {con(func(c *auth.Claims) { c.Ruoli = []string{auth.RuoloCittadino} }), "PERMESSO_MANCANTE"},
		"a tenant that is not here": {con(func(c *auth.Claims) { c.Tenant = "gamma" }), "TENANT_SCONOSCIUTO"},
		"no tenant":                 {con(func(c *auth.Claims) { c.Tenant = "" }), "TENANT_NON_ASSEGNATO"},
		"another command":           {con(func(c *auth.Claims) { c.Tenant = "beta" }), "NON_TROVATO"},
	}
	for nome, c := range casi {
		for _, operazione := range comandiDiLotto() {
			if _, err := domanda[evento.RispostaLotto](t, core, operazione, c.token, evento.DomandaLotto{IDLotto: aperto.ID.String()}); !problem.E(err, c.codice) {
				t.Errorf("%s, %s: %v, want %s", nome, operazione, err, c.codice)
			}
		}
		if c.codice == "NON_TROVATO" {
			continue
		}
		if _, err := domanda[evento.RispostaLotto](t, core, evento.LottoCrea, c.token, evento.DomandaNuovoLotto{Tipo: "PDF"}); !problem.E(err, c.codice) {
			t.Errorf("%s, crea: %v, want %s", nome, err, c.codice)
		}
	}
	for _, corpo := range []any{"testo", []int{1}, map[string]any{"idLotto": 7}} {
		if _, err := domanda[evento.RispostaLotto](t, core, evento.LottoChiudi, ufficio, corpo); problem.Come(err) == nil || problem.Come(err).Kind != problem.RichiestaErrata {
			t.Errorf("%v: %v", corpo, err)
		}
	}
	if l := b.aperto(t, ufficio); l.ID != aperto.ID || l.Stato != lotto.Bozza {
		t.Errorf("the lot has moved: %+v", l)
	}
}

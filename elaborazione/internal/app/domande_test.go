package app_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// domanda asks elaborazione as core does, on behalf of a caller who has this token.
func domanda[R any](t *testing.T, da *bus.Bus, operazione, token string, domanda any) (r R, err error) {
	t.Helper()
	ctx, fine := context.WithTimeout(auth.With(t.Context(), auth.Identity{Token: token}), 20*time.Second)
	defer fine()
	err = da.Ask(ctx, "elaborazione."+operazione, domanda, &r)
	return r, err
}

// comandiDiLotto are the commands of one lot.
func comandiDiLotto() []string {
	return []string{event.LottoChiudi, event.LottoPausa, event.LottoRiprendi, event.LottoAnnulla, event.LottoRiprova}
}

// TestDomandeSuiLotti: another module does over the bus what a person does on the routes.
func TestDomandeSuiLotti(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 2)
	aperto := b.aperto(t, chi)
	comanda := func(operazione, id string) (event.RispostaLotto, error) {
		return domanda[event.RispostaLotto](t, core, operazione, chi, event.DomandaLotto{IDLotto: id})
	}
	_, err := domanda[event.RispostaLotto](t, core, event.LottoCrea, chi, event.DomandaNuovoLotto{Tipo: "POSTALE"})
	if !problem.Is(err, "LOTTO_VUOTO") {
		t.Errorf("two places for one act: %v", err)
	}
	r, err := comanda(event.LottoChiudi, aperto.ID.String())
	if err != nil || r.IDLotto != aperto.ID.String() || r.Totale != 2 || r.Nome == "" {
		t.Fatalf("%+v %v", r, err)
	}
	b.completa(t, chi, aperto)
	var righe int
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE azione = 'LOTTO_CHIUSO' AND attore = 'ufficio.alfa' AND oggetto = $1`, aperto.ID.String()).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d lines of audit (%v)", righe, err)
	}
	if _, err := comanda(event.LottoChiudi, aperto.ID.String()); !problem.Is(err, "LOTTO_IN_ALTRO_STATO") {
		t.Errorf("closed twice: %v", err)
	}
	for _, id := range []string{"", "x", uuid.NewString()} {
		for _, operazione := range comandiDiLotto() {
			if _, err := comanda(operazione, id); !problem.Is(err, "NON_TROVATO") {
				t.Errorf("%s of %q: %v", operazione, id, err)
			}
		}
	}
	stampe, err := domanda[event.RispostaLotto](t, core, event.LottoCrea, chi, event.DomandaNuovoLotto{Tipo: "PDF",
		Filtro: event.FiltroLotto{Reparto: "PL01"}})
	if err != nil || stampe.Totale != 2 {
		t.Fatalf("%+v %v", stampe, err)
	}
	_, err = domanda[event.RispostaLotto](t, core, event.LottoCrea, chi, event.DomandaNuovoLotto{Tipo: "PEC",
		Filtro: event.FiltroLotto{Procedura: []string{"X"}, Da: "ieri", A: "2026-02-30"}})
	var campi []string
	for _, c := range problem.As(err).Campi {
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
		"expired":                   {con(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(tempo.Adesso().Add(-time.Minute)) }), "CREDENZIALI_NON_VALIDE"},
		"a token of the portal":     {con(func(c *auth.Claims) { c.Audience = jwt.ClaimStrings{"connessione"} }), "CREDENZIALI_NON_VALIDE"},
		"who reads lots only":       {con(func(c *auth.Claims) { c.Roles = []string{auth.RuoloOperatore} }), "PERMESSO_MANCANTE"},
		"a citizen":                 {con(func(c *auth.Claims) { c.Roles = []string{auth.RuoloCittadino} }), "PERMESSO_MANCANTE"},
		"a tenant that is not here": {con(func(c *auth.Claims) { c.Tenant = "gamma" }), "TENANT_SCONOSCIUTO"},
		"no tenant":                 {con(func(c *auth.Claims) { c.Tenant = "" }), "TENANT_NON_ASSEGNATO"},
		"another command":           {con(func(c *auth.Claims) { c.Tenant = "beta" }), "NON_TROVATO"},
	}
	for nome, c := range casi {
		for _, operazione := range comandiDiLotto() {
			_, err := domanda[event.RispostaLotto](t, core, operazione, c.token, event.DomandaLotto{IDLotto: aperto.ID.String()})
			if !problem.Is(err, c.codice) {
				t.Errorf("%s, %s: %v, want %s", nome, operazione, err, c.codice)
			}
		}
		if c.codice == "NON_TROVATO" {
			continue
		}
		if _, err := domanda[event.RispostaLotto](t, core, event.LottoCrea, c.token, event.DomandaNuovoLotto{Tipo: "PDF"}); !problem.Is(err, c.codice) {
			t.Errorf("%s, crea: %v, want %s", nome, err, c.codice)
		}
	}
	for _, corpo := range []any{"testo", []int{1}, map[string]any{"idLotto": 7}} {
		_, err := domanda[event.RispostaLotto](t, core, event.LottoChiudi, ufficio, corpo)
		if e := problem.As(err); e == nil || e.Kind != problem.BadRequest {
			t.Errorf("%v: %v", corpo, err)
		}
	}
	if l := b.aperto(t, ufficio); l.ID != aperto.ID || l.Stato != verbale.LottoBozza {
		t.Errorf("the lot has moved: %+v", l)
	}
}

// TestDomandeSuUnVerbale: an event over the bus is the event of the route, with its permissions and refusals.
func TestDomandeSuUnVerbale(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	operatore := b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore)
	id := b.nuovo(t, "D-1", 3, obbligatoSoap)
	chiede := func(token, id, richiesta string) (event.RispostaEvento, error) {
		return domanda[event.RispostaEvento](t, core, event.VerbaleEvento, token,
			event.DomandaEvento{IDVerbale: id, Indirizzo: "192.0.2.7", Richiesta: json.RawMessage(richiesta)})
	}
	const nota = `{"tipo":"NOTA_AGGIUNTA","motivo":"nota","idempotenza":"n1","dati":{"testo":"ha telefonato"}}`
	r, err := chiede(operatore, id, nota)
	if err != nil || !r.Nuovo || r.Sequenza < 2 || r.Procedura == "" {
		t.Fatalf("%+v %v", r, err)
	}
	if ancora, err := chiede(operatore, id, nota); err != nil || ancora.Nuovo || ancora.Sequenza < r.Sequenza {
		t.Errorf("the same again: %+v %v", ancora, err)
	}
	if eventi := b.leggiEventi(t, id, chi); strings.Count(eventi, "ha telefonato") != 1 || !strings.Contains(eventi, "operatore.alfa") {
		t.Errorf("history: %s", eventi)
	}
	for nome, c := range map[string]struct{ token, id, richiesta, codice string }{
		"without a token":         {"", id, nota, "CREDENZIALI_NON_VALIDE"},
		"who only reads":          {b.token(t, "lettore.alfa", "alfa", auth.RuoloLettura), id, nota, "PERMESSO_MANCANTE"},
		"who does not decide":     {operatore, id, `{"tipo":"VERBALE_SCARTATO","motivo":"m","idempotenza":"s"}`, "PERMESSO_MANCANTE"},
		"another command":         {b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), id, nota, "NON_TROVATO"},
		"no fine":                 {chi, "x", nota, "NON_TROVATO"},
		"nothing":                 {chi, id, `{}`, "DATI_NON_VALIDI"},
		"a member that is none":   {chi, id, `{"tipo":"NOTA_AGGIUNTA","altro":1}`, "DATI_NON_VALIDI"},
		"an event of the system":  {chi, id, `{"tipo":"ATTO_GENERATO","motivo":"m","idempotenza":"a"}`, "DATI_NON_VALIDI"},
		"what the state does not": {chi, id, `{"tipo":"VERBALE_REDATTO","motivo":"m","idempotenza":"r"}`, "TRANSIZIONE_NON_AMMESSA"},
		"the key with other data": {operatore, id, strings.Replace(nota, "telefonato", "scritto", 1), "IDEMPOTENZA_DIVERSA"},
	} {
		if _, err := chiede(c.token, c.id, c.richiesta); !problem.Is(err, c.codice) {
			t.Errorf("%s: %v, want %s", nome, err, c.codice)
		}
	}
}

// leggiEventi is the history of a fine as the route gives it.
func (b *banco) leggiEventi(t *testing.T, id, chi string) string {
	t.Helper()
	_, testo := b.chiedi(t, "GET /ElaborazioneService/rest/VerbaliRestService/verbali/"+id+"/eventi", chi, nil)
	return string(testo)
}

// TestDomandaTariffe: core opens over the bus the anomalies of a corrected table, for who may decide and in his command.
func TestDomandaTariffe(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	core := testkit.Bus(t, b.nats, "core")
	ufficio := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	stato, testo := b.soap(t, b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), inserimento("TARIFFA", "AB123CD", ""))
	if stato != 200 {
		t.Fatalf("%d %s", stato, testo)
	}
	if _, err := b.Banca(t, "elaborazione", "alfa").Exec(t.Context(), `UPDATE violazione SET minimo_cent = 10 * minimo_cent, massimo_cent = 10 * massimo_cent,
		versione_tabella = 'prima'`); err != nil {
		t.Fatal(err)
	}
	segnala := func(token string, q any) (event.RispostaTariffe, error) {
		return domanda[event.RispostaTariffe](t, core, event.TariffeSegnala, token, q)
	}
	for nome, c := range map[string]struct{ token, codice string }{
		"without a token":      {"", "CREDENZIALI_NON_VALIDE"},
		"who reads fines only": {b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore), "PERMESSO_MANCANTE"},
		"an integrator":        {b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore), "PERMESSO_MANCANTE"},
		"no tenant":            {b.token(t, "ufficio.alfa", "", auth.RuoloUfficio), "TENANT_NON_ASSEGNATO"},
	} {
		if _, err := segnala(c.token, event.DomandaTariffe{}); !problem.Is(err, c.codice) {
			t.Errorf("%s: %v, want %s", nome, err, c.codice)
		}
	}
	for _, q := range []any{event.DomandaTariffe{Da: "ieri"}, event.DomandaTariffe{Rimedio: "ALTRO"}, event.DomandaTariffe{Cursore: "x"}, "testo"} {
		if _, err := segnala(ufficio, q); problem.As(err) == nil || problem.As(err).Kind != problem.BadRequest {
			t.Errorf("%v: %v", q, err)
		}
	}
	if r, err := segnala(b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), event.DomandaTariffe{}); err != nil || r.Aperte != 0 {
		t.Errorf("another command: %+v %v", r, err)
	}
	for i, vuole := range []event.RispostaTariffe{{Aperte: 1}, {Gia: 1}} {
		if r, err := segnala(ufficio, event.DomandaTariffe{Indirizzo: "10.0.0.9"}); err != nil || r != vuole {
			t.Errorf("%d: %+v %v", i, r, err)
		}
	}
	var anomalie, righe int
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT (SELECT count(*) FROM anomalia WHERE tipo = 'TARIFFA_CORRETTA'),
		(SELECT count(*) FROM registro WHERE attore = 'ufficio.alfa' AND indirizzo = '10.0.0.9')`).Scan(&anomalie, &righe); err != nil || anomalie != 1 || righe == 0 {
		t.Errorf("%d anomalies, %d lines of audit, %v", anomalie, righe, err)
	}
}

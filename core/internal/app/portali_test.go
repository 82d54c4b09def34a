package app_test

import (
	"context"
	"maps"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const cfRossi, cfBianchi = "RSSMRA85M01H501Q", "RSSMRA80A01H501U"

// sportello asks core as connessione does, over the bus.
type sportello struct {
	*banco

	realm     auth.RemoteRealm
	fornitore *testkit.Fornitore
}

func conSportello(t *testing.T) *sportello {
	t.Helper()
	cartella := t.TempDir()
	s := &sportello{banco: apparecchia(t, conSegreti(cartella)), fornitore: testkit.NuovoFornitore(t)}
	s.amministratori(t)
	segreto(t, cartella, "alfa", "portale", "host: 127.0.0.1\n"+s.fornitore.Segreto)
	s.portali(t, nil)
	s.realm = auth.RemoteRealm{Bus: testkit.Bus(t, s.nats, "connessione")}
	return s
}

// portali sets the provider of both portals of alfa; altro changes that of the citizens'.
func (s *sportello) portali(t *testing.T, altro map[string]any) {
	t.Helper()
	cittadini := map[string]any{"emittente": s.fornitore.Emittente(), "client": s.fornitore.Client, "segreto": "portale", "indirizzo": pubblico,
		"livello": "https://www.spid.gov.it/SpidL2"}
	operatori := maps.Clone(cittadini)
	maps.Copy(cittadini, altro)
	s.imposta(t, "alfa", "portali.accessoUnico", map[string]any{"alfa-cittadini": cittadini, "alfa": operatori})
}

func (s *sportello) chiedi(t *testing.T, d event.DomandaPortale) (event.RispostaPortale, error) {
	t.Helper()
	ctx, fine := context.WithTimeout(t.Context(), 20*time.Second)
	defer fine()
	d.Indirizzo = "192.0.2.7"
	return s.realm.Portale(ctx, d)
}

// vaETorna begins at a portal, logs in at the provider and gives the question that its answer makes.
func (s *sportello) vaETorna(t *testing.T, portale string) event.DomandaPortale {
	t.Helper()
	r, err := s.chiedi(t, event.DomandaPortale{Passo: event.PassoInizio, Portale: portale})
	if err != nil {
		t.Fatal(err)
	}
	percorso := s.navigatore(t).va(r.Indirizzo)
	u, err := url.Parse(percorso)
	if err != nil || u.Path != "/ConnessioneService/portale/accesso/ritorno/"+portale {
		t.Fatalf("sent back to %s (%v)", percorso, err)
	}
	q := u.Query()
	return event.DomandaPortale{Passo: event.PassoRitorno, Portale: portale, Prova: r.Prova, Stato: q.Get("state"), Codice: q.Get("code"), Iss: q.Get("iss")}
}

func identitaSpid(cf, livello string) map[string]any {
	return map[string]any{"fiscalNumber": cf, "given_name": "Mario", "family_name": "Rossi", "acr": "https://www.spid.gov.it/" + livello}
}

func (s *sportello) citato(t *testing.T, username, cf string, ruoli ...string) {
	t.Helper()
	s.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, codice_fiscale)
		VALUES ($1, 'alfa', 'PL01', 'PL01', 'x', $2, $3)`, username, ruoli, cf)
}

func TestDalPortaleEntraChiHaQuelCodiceFiscale(t *testing.T) {
	t.Parallel()
	s := conSportello(t)
	s.citato(t, "cittadina", cfRossi, "CITTADINO")
	s.citato(t, "collega", cfRossi, "UFFICIO")
	s.citato(t, "doppia.uno", cfBianchi, "CITTADINO")
	s.citato(t, "doppia.due", cfBianchi, "CITTADINO")
	for _, c := range []struct {
		regola, portale string
		chi             map[string]any
		utente, codice  string
	}{
		{"by the prefix of eIDAS", "alfa-cittadini", identitaSpid("TINIT-"+cfRossi, "SpidL2"), "cittadina", ""},
		{"without it, in lower case", "alfa-cittadini", identitaSpid(strings.ToLower(cfRossi), "SpidL2"), "cittadina", ""},
		{"a higher level is enough", "alfa-cittadini", identitaSpid(cfRossi, "SpidL3"), "cittadina", ""},
		{"a lower one is not", "alfa-cittadini", identitaSpid(cfRossi, "SpidL1"), "", "ACCESSO_UNICO_RIFIUTATO"},
		{"nor a word that is like one", "alfa-cittadini", identitaSpid(cfRossi, "SpidL9"), "", "ACCESSO_UNICO_RIFIUTATO"},
		{"nor none", "alfa-cittadini", map[string]any{"fiscalNumber": cfRossi}, "", "ACCESSO_UNICO_RIFIUTATO"},
		{"the operators' portal is of those who are no citizens", "alfa", identitaSpid(cfRossi, "SpidL2"), "collega", ""},
		{"no tax code", "alfa-cittadini", map[string]any{"acr": "https://www.spid.gov.it/SpidL2"}, "", "ACCESSO_UNICO_RIFIUTATO"},
		{"one that is none", "alfa-cittadini", identitaSpid("TINIT-RSSMRA85M01H501Z", "SpidL2"), "", "ACCESSO_UNICO_RIFIUTATO"},
		{"of another country", "alfa-cittadini", identitaSpid("TINDE-"+cfRossi, "SpidL2"), "", "ACCESSO_UNICO_RIFIUTATO"},
		{"two accounts with it", "alfa-cittadini", identitaSpid(cfBianchi, "SpidL2"), "", "PIU_UTENZE"},
		{"nobody of that kind has it", "alfa", identitaSpid(cfBianchi, "SpidL2"), "", "UTENTE_NON_ABILITATO"},
	} {
		s.fornitore.Entra(c.chi, nil)
		r, err := s.chiedi(t, s.vaETorna(t, c.portale))
		if c.codice != "" {
			if !problem.Is(err, c.codice) || r.Accesso != nil {
				t.Errorf("%s: %+v, %v", c.regola, r, err)
			}
			continue
		}
		if err != nil || r.Accesso.Operatore.Username != c.utente || r.Accesso.Tenant != "alfa" || r.IDToken == "" {
			t.Errorf("%s: %+v, %v", c.regola, r, err)
			continue
		}
		i, err := s.app.Verifier.Verify(r.Accesso.Token)
		if err == nil || i.User != "" {
			t.Errorf("%s: the token of a portal opens core: %+v", c.regola, i)
		}
	}
	s.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'cittadina'`)
	s.fornitore.Entra(identitaSpid(cfRossi, "SpidL2"), nil)
	if _, err := s.chiedi(t, s.vaETorna(t, "alfa-cittadini")); !problem.Is(err, "UTENTE_NON_ABILITATO") {
		t.Errorf("blocked: %v", err)
	}
	r, err := s.chiedi(t, event.DomandaPortale{Passo: event.PassoUscita, Portale: "alfa-cittadini", IDToken: "a.b.c"})
	if err != nil || !strings.HasPrefix(r.Indirizzo, s.fornitore.Emittente()+"/esci?") || !strings.Contains(r.Indirizzo, "id_token_hint=a.b.c") ||
		!strings.Contains(r.Indirizzo, url.QueryEscape(pubblico+"/ConnessioneService/portale/")) {
		t.Errorf("the logout: %+v, %v", r, err)
	}
	if _, err := s.chiedi(t, event.DomandaPortale{Passo: event.PassoInizio, Portale: "beta-cittadini"}); !problem.Is(err, problem.RottaAssente().Codice) {
		t.Errorf("a portal without a provider: %v", err)
	}
}

// The notice of a portal's provider is judged by core, as that of the web application's, and tells which session is over.
func TestIlFornitoreDelPortaleAvvisa(t *testing.T) {
	t.Parallel()
	s := conSportello(t)
	s.citato(t, "cittadina", cfRossi, "CITTADINO")
	s.fornitore.Entra(identitaSpid(cfRossi, "SpidL2"), nil)
	r, err := s.chiedi(t, s.vaETorna(t, "alfa-cittadini"))
	if err != nil || r.Sessione == nil || r.Sessione.Emittente != s.fornitore.Emittente() || r.Sessione.Soggetto != "persona" || r.Sessione.SID == "" {
		t.Fatalf("%+v, %v", r.Sessione, err)
	}
	avvisa := func(portale, token string) (event.RispostaPortale, error) {
		return s.chiedi(t, event.DomandaPortale{Passo: event.PassoAvviso, Portale: portale, Avviso: token})
	}
	buono := s.fornitore.Avviso(func(c jwt.MapClaims) { c["sid"], c["jti"] = r.Sessione.SID, "uno" })
	if a, err := avvisa("alfa-cittadini", buono); err != nil || a.Sessione == nil || a.Sessione.SID != r.Sessione.SID || a.Sessione.Avviso != "uno" {
		t.Errorf("%+v, %v", a.Sessione, err)
	}
	for regola, cambia := range map[string]func(jwt.MapClaims){
		"of nobody":           func(jwt.MapClaims) {},
		"an id_token":         func(c jwt.MapClaims) { c["sid"], c["nonce"] = "s", "n" },
		"of no logout":        func(c jwt.MapClaims) { c["sid"], c["events"] = "s", map[string]any{} },
		"of another client":   func(c jwt.MapClaims) { c["sid"], c["aud"] = "s", "altro" },
		"without an id":       func(c jwt.MapClaims) { c["sid"] = "s"; delete(c, "jti") },
		"of long ago":         func(c jwt.MapClaims) { c["sid"], c["iat"] = "s", 1_000_000 },
		"of another provider": func(c jwt.MapClaims) { c["sid"], c["iss"] = "s", "https://altro.example" },
	} {
		if a, err := avvisa("alfa-cittadini", s.fornitore.Avviso(cambia)); !problem.Is(err, "RICHIESTA_MALFORMATA") || a.Sessione != nil {
			t.Errorf("%s: %+v, %v", regola, a, err)
		}
	}
	if _, err := avvisa("beta-cittadini", buono); !problem.Is(err, problem.RottaAssente().Codice) {
		t.Errorf("a portal without a provider: %v", err)
	}
}

// connessione vouches for nobody: what it asks with must come from the provider, and is good once.
func TestIlPortaleNonGarantisceNessuno(t *testing.T) {
	t.Parallel()
	s := conSportello(t)
	s.citato(t, "cittadina", cfRossi, "CITTADINO")
	s.fornitore.Entra(identitaSpid(cfRossi, "SpidL2"), nil)
	buona := s.vaETorna(t, "alfa-cittadini")
	for regola, cambia := range map[string]func(*event.DomandaPortale){
		"an invented code":            func(d *event.DomandaPortale) { d.Codice = "inventato" },
		"no code":                     func(d *event.DomandaPortale) { d.Codice = "" },
		"another state":               func(d *event.DomandaPortale) { d.Stato = "altro" },
		"no proof":                    func(d *event.DomandaPortale) { d.Prova = "" },
		"an answer of another issuer": func(d *event.DomandaPortale) { d.Iss = "https://altro.example" },
		"a proof of another portal":   func(d *event.DomandaPortale) { d.Portale = "alfa" },
	} {
		d := s.vaETorna(t, "alfa-cittadini")
		cambia(&d)
		if r, err := s.chiedi(t, d); r.Accesso != nil || !problem.Is(err, "ACCESSO_UNICO_RIFIUTATO") && !problem.Is(err, "ACCESSO_UNICO_SCADUTO") {
			t.Errorf("%s: %+v, %v", regola, r, err)
		}
	}
	if r, err := s.chiedi(t, buona); err != nil || r.Accesso == nil {
		t.Fatalf("the good one: %v", err)
	}
	if r, err := s.chiedi(t, buona); err == nil || r.Accesso != nil {
		t.Errorf("the same again: %+v", r)
	}
	for regola, cambia := range map[string]func(jwt.MapClaims){
		"another nonce":      func(c jwt.MapClaims) { c["nonce"] = "altro" },
		"expired":            func(c jwt.MapClaims) { c["exp"] = float64(1_000_000) },
		"for another client": func(c jwt.MapClaims) { c["aud"] = "altro" },
	} {
		s.fornitore.Entra(identitaSpid(cfRossi, "SpidL2"), cambia)
		if r, err := s.chiedi(t, s.vaETorna(t, "alfa-cittadini")); r.Accesso != nil || !problem.Is(err, "ACCESSO_UNICO_RIFIUTATO") {
			t.Errorf("%s: %+v, %v", regola, r, err)
		}
	}
	s.fornitore.Entra(identitaSpid(cfRossi, "SpidL2"), nil)
	s.fornitore.FirmaAltrui()
	if r, err := s.chiedi(t, s.vaETorna(t, "alfa-cittadini")); r.Accesso != nil || !problem.Is(err, "ACCESSO_UNICO_RIFIUTATO") {
		t.Errorf("a key that nobody published: %+v, %v", r, err)
	}
}

func TestAlPrimoAccessoNasceLUtenzaDelCittadino(t *testing.T) {
	t.Parallel()
	s := conSportello(t)
	s.fornitore.Entra(map[string]any{"acr": "https://www.spid.gov.it/SpidL2"}, nil)
	s.fornitore.Info(map[string]any{"https://attributes.eid.gov.it/fiscal_number": "TINIT-" + cfRossi, "given_name": "Mario", "family_name": "Rossi",
		"acr": "https://www.spid.gov.it/SpidL3"})
	attributo := map[string]any{"codiceFiscale": "https://attributes.eid.gov.it/fiscal_number"}
	s.portali(t, attributo)
	if _, err := s.chiedi(t, s.vaETorna(t, "alfa-cittadini")); !problem.Is(err, "UTENTE_NON_ABILITATO") {
		t.Fatalf("where the portal makes none: %v", err)
	}
	attributo["crea"], attributo["reparto"] = true, "PL01"
	s.portali(t, attributo)
	var tutti sync.WaitGroup
	for range 4 { // at once, and after each other
		d := s.vaETorna(t, "alfa-cittadini")
		tutti.Go(func() {
			r, err := s.chiedi(t, d)
			if err != nil || r.Accesso == nil || r.Accesso.Operatore.Cognome != "Rossi" || strings.Join(r.Accesso.Operatore.Ruoli, ",") != "CITTADINO" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	tutti.Wait()
	var quante int
	var username, impronta string
	if err := s.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*), max(username), max(impronta) FROM operatore
		WHERE codice_fiscale = $1 AND ruoli = '{CITTADINO}'`, cfRossi).Scan(&quante, &username, &impronta); err != nil || quante != 1 || impronta != "" {
		t.Errorf("%d accounts, with a password %q (%v)", quante, impronta, err)
	}
	if strings.Contains(username, strings.ToLower(cfRossi[:6])) {
		t.Errorf("the name says whose it is: %s", username)
	}
	if _, r := s.accede(t, username, ""); r.stato != 401 {
		t.Errorf("without a password: %d", r.stato)
	}
	s.portali(t, map[string]any{"emittente": "http://127.0.0.1:1/"})
	if _, err := s.chiedi(t, event.DomandaPortale{Passo: event.PassoInizio, Portale: "alfa-cittadini"}); !problem.Is(err, "ACCESSO_UNICO_NON_DISPONIBILE") {
		t.Errorf("a provider that is away: %v", err)
	}
}

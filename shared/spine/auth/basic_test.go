package auth_test

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// realm is core behaving as told: it knows one password, counts questions, and can be away.
type realm struct {
	mu       sync.Mutex
	password string
	guasto   error
	domande  int
	ultima   event.DomandaAccesso
	ferma    chan struct{} // when set, answers wait for it
	token    func() string

	generazione int // of the account, where a test changes it
}

func (r *realm) Login(_ context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	r.mu.Lock()
	r.domande++
	r.ultima = d
	ferma, guasto, giusta := r.ferma, r.guasto, d.Password == r.password
	r.mu.Unlock()
	if ferma != nil {
		<-ferma
	}
	switch {
	case guasto != nil:
		return event.RispostaAccesso{}, guasto
	case !giusta:
		return event.RispostaAccesso{}, problem.SenzaCredenziali()
	}
	return event.RispostaAccesso{Token: r.token()}, nil
}

func (r *realm) imposta(f func(*realm)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r)
}

func (r *realm) quante() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.domande
}

// assente is what the bus answers when core is not there.
func assente() error { return problem.NonDisponibile("MODULO_NON_DISPONIBILE", "via") }

func prepara(t *testing.T) (*auth.Basic, *realm, *tempo.Orologio) {
	t.Helper()
	ora := tempo.Fisso(oggi)
	k := nuovaCoppia(t, "k1")
	v := auth.NewVerifier("vpn", ora.Adesso)
	if err := v.Set(insieme(t, k)); err != nil {
		t.Fatal(err)
	}
	r := &realm{password: "giusta", token: func() string {
		return k.firma(t, buone(jwt.MapClaims{"exp": ora.Adesso().Add(31 * time.Minute).Unix()}))
	}}
	return auth.NewBasic(r, v, "vpn", ora.Adesso), r, ora
}

func credenziali(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func entra(t *testing.T, b *auth.Basic, chi string) error {
	t.Helper()
	i, err := b.Exchange(t.Context(), credenziali(chi), "203.0.113.9")
	if (err == nil) != (i.User == "op.alfa") {
		t.Errorf("identity %+v with error %v", i, err)
	}
	return err
}

func TestExchangeIsKeptForAMinute(t *testing.T) {
	t.Parallel()
	b, r, ora := prepara(t)
	passi := []struct {
		dopo    time.Duration
		chi     string
		domande int
	}{
		{0, "op.alfa:giusta", 1},
		{59 * time.Second, "op.alfa:giusta", 1},
		{0, "OP.Alfa:giusta", 1}, // names are compared without case
		{time.Second, "op.alfa:giusta", 2},
		{59 * time.Second, "op.alfa:giusta", 2},
	}
	for n, p := range passi {
		ora.Avanza(p.dopo)
		if err := entra(t, b, p.chi); err != nil || r.quante() != p.domande {
			t.Fatalf("step %d: %v after %d questions", n, err, r.quante())
		}
	}
	if r.ultima.Indirizzo != "203.0.113.9" || r.ultima.Modulo != "vpn" || r.ultima.Reparto != "" || r.ultima.Portale != "" {
		t.Errorf("the question was %+v", r.ultima)
	}
}

func TestWrongPasswordIsNeverKept(t *testing.T) {
	t.Parallel()
	b, r, _ := prepara(t)
	for n := 1; n <= 3; n++ {
		if err := entra(t, b, "op.alfa:sbagliata"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") || r.quante() != n {
			t.Fatalf("%v after %d questions", err, r.quante())
		}
	}
	r.imposta(func(r *realm) { r.password = "sbagliata" }) // it has become the right one
	if err := entra(t, b, "op.alfa:sbagliata"); err != nil {
		t.Errorf("the new password: %v", err)
	}
}

func TestPasswordThatNoLongerHoldsIsForgotten(t *testing.T) {
	t.Parallel()
	b, r, ora := prepara(t)
	_ = entra(t, b, "op.alfa:giusta")
	r.imposta(func(r *realm) { r.password = "nuova" })
	ora.Avanza(time.Minute)
	if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Fatalf("%v", err)
	}
	r.imposta(func(r *realm) { r.guasto = assente() })
	if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, "MODULO_NON_DISPONIBILE") {
		t.Errorf("a refused password came back while core was away: %v", err)
	}
}

func TestCoreAway(t *testing.T) {
	t.Parallel()
	for nome, guasto := range map[string]error{
		"nobody answers":                     assente(),
		"core is there, its database is not": problem.NonDisponibile("BANCA_DATI_NON_DISPONIBILE", "via"),
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b, r, ora := prepara(t)
			_ = entra(t, b, "op.alfa:giusta")
			r.imposta(func(r *realm) { r.guasto = guasto })
			ora.Avanza(14*time.Minute + 59*time.Second)
			if err := entra(t, b, "op.alfa:giusta"); err != nil {
				t.Fatalf("after 14'59\": %v", err)
			}
			if err := entra(t, b, "op.alfa:sbagliata"); problem.As(err) == nil || problem.As(err).Kind != problem.Unavailable {
				t.Errorf("another password: %v", err)
			}
			ora.Avanza(time.Second)
			if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, problem.As(guasto).Codice) {
				t.Errorf("after 15': %v", err)
			}
			r.imposta(func(r *realm) { r.guasto = nil })
			if err := entra(t, b, "op.alfa:giusta"); err != nil {
				t.Errorf("core is back: %v", err)
			}
		})
	}
}

// A directory that is away is no core that is away: what it would say now is not known, and an exchange of before is not used.
func TestADirectoryAwayIsNotCoreAway(t *testing.T) {
	t.Parallel()
	b, r, ora := prepara(t)
	_ = entra(t, b, "op.alfa:giusta")
	r.imposta(func(r *realm) { r.guasto = problem.NonDisponibile("LDAP_NON_DISPONIBILE", "via") })
	ora.Avanza(time.Minute)
	if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, "LDAP_NON_DISPONIBILE") {
		t.Errorf("%v", err)
	}
}

func TestCoreAwayIsNotAskedAtEachCall(t *testing.T) {
	t.Parallel()
	b, r, ora := prepara(t)
	_ = entra(t, b, "op.alfa:giusta")
	r.imposta(func(r *realm) { r.guasto = assente() })
	ora.Avanza(time.Minute)
	for range 5 {
		_ = entra(t, b, "op.alfa:giusta")
	}
	if r.quante() != 2 {
		t.Errorf("%d questions", r.quante())
	}
	r.imposta(func(r *realm) { r.guasto, r.password = nil, "nuova" })
	ora.Avanza(10 * time.Second)
	if err := entra(t, b, "op.alfa:giusta"); err == nil {
		t.Error("core came back and was not asked")
	}
}

func TestOtherFailuresGiveNoGrace(t *testing.T) {
	t.Parallel()
	for nome, guasto := range map[string]error{
		"too many attempts": problem.Troppe(time.Second),
		"an internal error": errors.New("guasto"),
		"blocked":           problem.SenzaCredenziali(),
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b, r, ora := prepara(t)
			_ = entra(t, b, "op.alfa:giusta")
			r.imposta(func(r *realm) { r.guasto = guasto })
			ora.Avanza(time.Minute)
			if err := entra(t, b, "op.alfa:giusta"); !errors.Is(err, guasto) && problem.As(err) != problem.As(guasto) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestManyAtOnceAskOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, r, _ := prepara(t)
		r.ferma = make(chan struct{})
		var gruppo sync.WaitGroup
		var entrati atomic.Int32
		for range 50 {
			gruppo.Go(func() {
				if entra(t, b, "op.alfa:giusta") == nil {
					entrati.Add(1)
				}
			})
		}
		synctest.Wait() // all of them are waiting for an answer
		close(r.ferma)
		gruppo.Wait()
		if entrati.Load() != 50 || r.quante() != 1 {
			t.Errorf("%d came in with %d questions", entrati.Load(), r.quante())
		}
	})
}

func TestCallerWhoLeavesDoesNotSpoilTheQuestionOfOthers(t *testing.T) {
	t.Parallel()
	b, _, _ := prepara(t)
	ctx, via := context.WithCancel(t.Context())
	via()
	if _, err := b.Exchange(ctx, credenziali("op.alfa:giusta"), ""); err != nil {
		t.Errorf("%v", err)
	}
}

func TestAnswerFromBeforeTheBlockIsNotKept(t *testing.T) {
	t.Parallel()
	b, r, _ := prepara(t)
	r.ferma = make(chan struct{})
	fatto := make(chan error)
	go func() { fatto <- entra(t, b, "op.alfa:giusta") }()
	testkit.Attendi(t, 5*time.Second, "the question", func() bool { return r.quante() == 1 })
	b.Clear() // the fact of the block arrives while core's earlier answer is on its way
	close(r.ferma)
	<-fatto
	r.imposta(func(r *realm) { r.ferma, r.password = nil, "" })
	if err := entra(t, b, "op.alfa:giusta"); err == nil {
		t.Error("the operator was let in after the block")
	}
}

func TestForgetAndReview(t *testing.T) {
	t.Parallel()
	b, r, _ := prepara(t)
	_ = entra(t, b, "op.alfa:giusta")
	b.Review()
	r.imposta(func(r *realm) { r.guasto = assente() })
	if err := entra(t, b, "op.alfa:giusta"); err != nil || r.quante() != 2 {
		t.Errorf("after a review with core away: %v, %d questions", err, r.quante())
	}
	b.Clear()
	if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, "MODULO_NON_DISPONIBILE") {
		t.Errorf("after everything was forgotten: %v", err)
	}
}

func TestFormsOfCredentials(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome, testo string
		grezzo      bool // not to be put in base64
		utente      string
		password    string
	}{
		{"a colon in the password", "op.alfa:a:b:", false, "op.alfa", "a:b:"},
		{"UTF-8", "op.àlfa:pàss€😀", false, "op.àlfa", "pàss€😀"},
		{"an empty password", "op.alfa:", false, "op.alfa", ""},
		{"a NUL in the password", "op.alfa:a\x00b", false, "op.alfa", "a\x00b"},
		{"blanks belong to the password", "op.alfa: a ", false, "op.alfa", " a "},
		{"a very long password", "op.alfa:" + strings.Repeat("x", 40_000), false, "op.alfa", strings.Repeat("x", 40_000)},
		{"an empty name", ":giusta", false, "", ""},
		{"no colon", "op.alfa", false, "", ""},
		{"a NUL in the name", "op\x00.alfa:giusta", false, "", ""},
		{"Latin-1", "op.alfa:p\xe0ss", false, "", ""},
		{"no base64", "op.alfa:giusta", true, "", ""},
		{"base64 without padding", strings.TrimRight(credenziali("op.alfa:giusta"), "="), true, "", ""},
		{"the alphabet of URLs", base64.URLEncoding.EncodeToString([]byte("op.alfa:~~~???>>>")), true, "", ""},
		{"nothing", "", true, "", ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			b, r, _ := prepara(t)
			r.password = c.password
			testo := credenziali(c.testo)
			if c.grezzo {
				testo = c.testo
			}
			_, err := b.Exchange(t.Context(), testo, "")
			if c.utente == "" {
				if !problem.Is(err, "CREDENZIALI_NON_VALIDE") || r.quante() != 0 {
					t.Errorf("%v after %d questions", err, r.quante())
				}
				return
			}
			if err != nil || r.ultima.Utente != c.utente || r.ultima.Password != c.password {
				t.Errorf("%v, asked %+v", err, r.ultima)
			}
		})
	}
}

// TestScambiaUtente: a user and a password that come another way are the same exchange as BASIC.
func TestScambiaUtente(t *testing.T) {
	t.Parallel()
	b, r, _ := prepara(t)
	passi := []struct {
		utente, password string
		entra            bool
		domande          int
	}{
		{"op.alfa", "giusta", true, 1},
		{"OP.ALFA", "giusta", true, 1}, // kept
		{"op.alfa", "sbagliata", false, 2},
		{"", "giusta", false, 2}, // never asked
		{"op\x00", "giusta", false, 2},
		{"op.\xff", "giusta", false, 2},
		{"op.alfa", "\xff", false, 2},
	}
	for _, p := range passi {
		i, err := b.ExchangeUser(t.Context(), p.utente, p.password, "203.0.113.9")
		if (err == nil) != p.entra || (i.User == "op.alfa") != p.entra || r.quante() != p.domande {
			t.Errorf("%q %q: %v %v after %d questions", p.utente, p.password, i.User, err, r.quante())
		}
		if !p.entra && !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
			t.Errorf("%v", err)
		}
	}
	if err := entra(t, b, "op.alfa:giusta"); err != nil || r.quante() != 2 {
		t.Errorf("BASIC after it: %v, %d questions", err, r.quante())
	}
}

package auth_test

import (
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// documento is what a caller reads of a refusal.
func documento(t *testing.T, err error) string {
	t.Helper()
	testo, err := json.Marshal(problem.Describe(err, "/x", "traccia"))
	if err != nil {
		t.Fatal(err)
	}
	return string(testo)
}

func TestWithdrawnTokens(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	for nome, c := range map[string]struct {
		gen    any
		revoca []auth.Revocation
		buono  bool
	}{
		"nobody is listed":                          {5, nil, true},
		"another account is listed":                 {5, []auth.Revocation{{User: "op.beta", Generation: 9, Blocked: true}}, true},
		"of an older generation":                    {4, []auth.Revocation{{User: "op.alfa", Generation: 5}}, false},
		"of the present generation":                 {5, []auth.Revocation{{User: "op.alfa", Generation: 5}}, true},
		"newer than what was read":                  {6, []auth.Revocation{{User: "op.alfa", Generation: 5}}, true},
		"without a generation":                      {nil, []auth.Revocation{{User: "op.alfa", Generation: 1}}, false},
		"blocked, given before":                     {4, []auth.Revocation{{User: "op.alfa", Generation: 5, Blocked: true}}, false},
		"blocked, of the generation of the block":   {5, []auth.Revocation{{User: "op.alfa", Generation: 5, Blocked: true}}, false},
		"blocked, then unblocked after the reading": {6, []auth.Revocation{{User: "op.alfa", Generation: 5, Blocked: true}}, true},
		"blocked, listed in capitals":               {5, []auth.Revocation{{User: "OP.Alfa", Generation: 5, Blocked: true}}, false},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			v := verificatore(t, k)
			v.Revocations().Set(c.revoca)
			i, err := v.Verify(k.firma(t, buone(jwt.MapClaims{"gen": c.gen})))
			if c.buono != (err == nil) {
				t.Fatalf("%+v, %v", i, err)
			}
			if err == nil {
				return
			}
			_, altro := v.Verify("a.b.c")
			if avuta, attesa := documento(t, err), documento(t, altro); avuta != attesa || i.User != "" {
				t.Errorf("it is told apart from any other refusal: %s, %s", avuta, attesa)
			}
		})
	}
}

func TestEachReadingReplacesTheOneBefore(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	v := verificatore(t, k)
	token := k.firma(t, buone(nil))
	v.Revocations().Set([]auth.Revocation{{User: "op.alfa", Generation: 5, Blocked: true}})
	if _, err := v.Verify(token); err == nil {
		t.Fatal("a blocked account came in")
	}
	v.Revocations().Set(nil)
	if _, err := v.Verify(token); err != nil {
		t.Errorf("no longer listed: %v", err)
	}
}

func TestProcessJustStartedWaitsForTheFirstReading(t *testing.T) {
	t.Parallel()
	k := nuovaCoppia(t, "k1")
	v := verificatore(t, k)
	v.Revocations().Require()
	if _, err := v.Verify(k.firma(t, buone(nil))); !problem.Is(err, "DATI_NON_PRONTI") || v.Revocations().Loaded() {
		t.Errorf("a good token before the reading: %v", err)
	}
	if _, err := v.Verify("a.b.c"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("a bad one: %v", err)
	}
	v.Revocations().Set(nil)
	if _, err := v.Verify(k.firma(t, buone(nil))); err != nil || !v.Revocations().Loaded() {
		t.Errorf("after it: %v", err)
	}
}

// preparaRevocabile is prepara with the verifier at hand.
func preparaRevocabile(t *testing.T) (*auth.Basic, *realm, *tempo.Orologio, *auth.Revocations) {
	t.Helper()
	ora := tempo.Fisso(oggi)
	k := nuovaCoppia(t, "k1")
	v := auth.NewVerifier("vpn", ora.Adesso)
	if err := v.Set(insieme(t, k)); err != nil {
		t.Fatal(err)
	}
	r := &realm{password: "giusta"}
	r.token = func() string {
		return k.firma(t, buone(jwt.MapClaims{"exp": ora.Adesso().Add(31 * time.Minute).Unix(), "gen": r.generazione}))
	}
	r.generazione = 5
	return auth.NewBasic(r, v, "vpn", ora.Adesso), r, ora, v.Revocations()
}

func TestExchangeOfABlockedOperatorIsNotUsed(t *testing.T) {
	t.Parallel()
	bloccato := []auth.Revocation{{User: "op.alfa", Generation: 6, Blocked: true}}
	for nome, c := range map[string]struct {
		core   error
		dopo   time.Duration
		codice string
	}{
		"core says no":                             {problem.SenzaCredenziali(), 0, "CREDENZIALI_NON_VALIDE"},
		"core is away, within the minute":          {assente(), 0, "MODULO_NON_DISPONIBILE"},
		"core is away, within the fifteen minutes": {assente(), 5 * time.Minute, "MODULO_NON_DISPONIBILE"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b, r, ora, revoche := preparaRevocabile(t)
			if err := entra(t, b, "op.alfa:giusta"); err != nil {
				t.Fatal(err)
			}
			r.imposta(func(r *realm) { r.guasto = c.core })
			ora.Avanza(c.dopo)
			revoche.Set(bloccato)
			for n := 2; n <= 3; n++ {
				if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, c.codice) || r.quante() != n {
					t.Errorf("%v after %d questions", err, r.quante())
				}
			}
		})
	}
}

func TestBlockThatArrivesWhileCoreIsAskedGivesNoGrace(t *testing.T) {
	t.Parallel()
	b, r, ora, revoche := preparaRevocabile(t)
	_ = entra(t, b, "op.alfa:giusta")
	ora.Avanza(5 * time.Minute)
	ferma := make(chan struct{})
	r.imposta(func(r *realm) { r.guasto, r.ferma = assente(), ferma })
	fatto := make(chan error)
	go func() { fatto <- entra(t, b, "op.alfa:giusta") }()
	testkit.Attendi(t, 5*time.Second, "the question", func() bool { return r.quante() == 2 })
	revoche.Set([]auth.Revocation{{User: "op.alfa", Generation: 6, Blocked: true}})
	close(ferma)
	if err := <-fatto; err == nil {
		t.Error("the operator was let in")
	}
}

func TestExchangeOfAChangedOperatorIsAskedForAgain(t *testing.T) {
	t.Parallel()
	b, r, _, revoche := preparaRevocabile(t)
	_ = entra(t, b, "op.alfa:giusta")
	r.imposta(func(r *realm) { r.generazione = 6 })
	revoche.Set([]auth.Revocation{{User: "op.alfa", Generation: 6}})
	for range 2 {
		if err := entra(t, b, "op.alfa:giusta"); err != nil || r.quante() != 2 {
			t.Errorf("%v after %d questions", err, r.quante())
		}
	}
}

func TestAnswerOfCoreFromBeforeTheBlockIsRefused(t *testing.T) {
	t.Parallel()
	b, _, _, revoche := preparaRevocabile(t)
	revoche.Set([]auth.Revocation{{User: "op.alfa", Generation: 6, Blocked: true}})
	if err := entra(t, b, "op.alfa:giusta"); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("%v", err)
	}
}

func TestUnknownKeyIsReadAtOnceAndSeldom(t *testing.T) {
	t.Parallel()
	vecchia, nuova, inventata := nuovaCoppia(t, "k1"), nuovaCoppia(t, "k2"), nuovaCoppia(t, "k9")
	ora := tempo.Fisso(oggi)
	v := auth.NewVerifier("vpn", ora.Adesso)
	if err := v.Set(insieme(t, vecchia)); err != nil {
		t.Fatal(err)
	}
	var letture int
	var guasto error
	pubblicate := insieme(t, vecchia)
	v.OnUnknownKey(func() error {
		if letture++; guasto != nil {
			return guasto
		}
		return v.Set(pubblicate)
	})
	passi := []struct {
		nome    string
		chi     coppia
		buono   bool
		letture int
	}{
		{"a known key reads nothing", vecchia, true, 0},
		{"an invented one reads once", inventata, false, 1},
		{"and not again", inventata, false, 1},
		{"nor for another", coppia{"k8", nil, inventata.PrivateKey}, false, 1},
		{"nor without an id", coppia{"", nil, inventata.PrivateKey}, false, 1},
	}
	for _, p := range passi {
		if _, err := v.Verify(p.chi.firma(t, buone(nil))); (err == nil) != p.buono || letture != p.letture {
			t.Errorf("%s: %v after %d readings", p.nome, err, letture)
		}
	}
	pubblicate = insieme(t, vecchia, nuova)
	ora.Avanza(2 * time.Second)
	if _, err := v.Verify(nuova.firma(t, buone(nil))); err == nil || letture != 1 {
		t.Errorf("within the rest: %v after %d readings", err, letture)
	}
	ora.Avanza(time.Second)
	guasto = errors.New("NATS è via")
	if _, err := v.Verify(inventata.firma(t, buone(nil))); err == nil || letture != 2 {
		t.Errorf("a reading that fails: %v after %d readings", err, letture)
	}
	guasto = nil
	if _, err := v.Verify(nuova.firma(t, buone(nil))); err == nil || letture != 2 {
		t.Errorf("just after a reading that failed: %v after %d readings", err, letture)
	}
	ora.Avanza(3 * time.Second)
	if _, err := v.Verify(nuova.firma(t, buone(nil))); err != nil || letture != 3 {
		t.Errorf("the key just published: %v after %d readings", err, letture)
	}
}

func TestManyTokensOfANewKeyReadOnceAndAllEnter(t *testing.T) {
	t.Parallel()
	vecchia, nuova := nuovaCoppia(t, "k1"), nuovaCoppia(t, "k2")
	v := verificatore(t, vecchia)
	const quanti = 50
	var partiti sync.WaitGroup
	partiti.Add(quanti)
	var letture, entrati atomic.Int32
	v.OnUnknownKey(func() error {
		letture.Add(1)
		partiti.Wait() // all of them have begun
		return v.Set(insieme(t, vecchia, nuova))
	})
	var gruppo sync.WaitGroup
	for range quanti {
		gruppo.Go(func() {
			token := nuova.firma(t, buone(nil))
			partiti.Done()
			if _, err := v.Verify(token); err == nil {
				entrati.Add(1)
			}
		})
	}
	gruppo.Wait()
	if letture.Load() != 1 || entrati.Load() != quanti {
		t.Errorf("%d entered with %d readings", entrati.Load(), letture.Load())
	}
}

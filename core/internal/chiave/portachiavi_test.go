package chiave_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is one platform; its processes of core share clock, table and the place where the set is published.
type banco struct {
	pools      *db.Pools
	orologio   *tempo.Orologio
	servizio   *auth.Verifier // another service, which has read what was last published
	pubblicate []byte
	guasto     error // of the bus
}

// processo is one process of core.
type processo struct {
	*chiave.Portachiavi
	t       *testing.T
	banco   *banco
	file    string
	log     *testkit.Registrazioni
	proprio *auth.Verifier
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := &banco{pools: testkit.NuovoAmbiente(t).Pools(t, "core"), orologio: tempo.Fisso(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))}
	b.servizio = auth.NewVerifier("vpn", b.orologio.Adesso)
	return b
}

func (b *banco) processo(t *testing.T, c *chiave.Chiave) *processo {
	t.Helper()
	p := &processo{t: t, banco: b, file: filepath.Join(t.TempDir(), "firma.pem"), proprio: auth.NewVerifier("vpn", b.orologio.Adesso)}
	p.metti(c)
	log, registrazioni := testkit.Log(t)
	p.log = registrazioni
	var err error
	p.Portachiavi, err = chiave.NuovoPortachiavi(c, chiave.Parti{
		Store: chiave.Store{Pools: b.pools}, File: p.file, Adesso: b.orologio.Adesso, Log: log, Imposta: p.proprio.Set,
		Pubblica: func(_ context.Context, insieme []byte) error {
			if b.guasto != nil {
				return b.guasto
			}
			b.pubblicate = insieme
			return b.servizio.Set(insieme)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *processo) metti(c *chiave.Chiave) {
	p.t.Helper()
	if err := c.Scrivi(p.file, true); err != nil {
		p.t.Fatal(err)
	}
}

// passano lets time go, with a turn every five seconds, as Segui makes them.
func (b *banco) passano(t *testing.T, d time.Duration, processi ...*processo) {
	t.Helper()
	for fine := b.orologio.Adesso().Add(d); b.orologio.Adesso().Before(fine); {
		b.orologio.Avanza(5 * time.Second)
		for _, p := range processi {
			p.Giro(t.Context())
		}
	}
}

// token signs as the realm does, for 31 minutes, and tells by which key.
func (p *processo) token() (token, kid string) {
	p.t.Helper()
	adesso := p.banco.orologio.Adesso()
	token, err := p.Firma(auth.Claims{RegisteredClaims: jwt.RegisteredClaims{Issuer: auth.Issuer, Subject: "mario", Audience: []string{"vpn"},
		IssuedAt: jwt.NewNumericDate(adesso), ExpiresAt: jwt.NewNumericDate(adesso.Add(31 * time.Minute))}})
	if err != nil {
		p.t.Fatal(err)
	}
	letto, _, err := jwt.NewParser().ParseUnverified(token, &auth.Claims{})
	if err != nil {
		p.t.Fatal(err)
	}
	kid, _ = letto.Header["kid"].(string)
	return token, kid
}

func (b *banco) vale(token string) bool {
	_, err := b.servizio.Verify(token)
	return err == nil
}

func kids(t *testing.T, insieme []byte) []string {
	t.Helper()
	var letto auth.KeySet
	if err := json.Unmarshal(insieme, &letto); err != nil {
		t.Fatal(err)
	}
	var tutti []string
	for _, k := range letto.Keys {
		tutti = append(tutti, k.Kid)
	}
	slices.Sort(tutti)
	return tutti
}

func ordinati(chiavi ...*chiave.Chiave) []string {
	var tutti []string
	for _, c := range chiavi {
		tutti = append(tutti, c.KID())
	}
	slices.Sort(tutti)
	return tutti
}

func TestUnaChiaveNuovaSiPubblicaPrimaDiFirmare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, nuova := nuova(t), nuova(t)
	p := b.processo(t, vecchia)
	b.passano(t, 10*time.Second, p)
	p.metti(nuova)
	b.passano(t, 5*time.Second, p)
	if diff := cmp.Diff(ordinati(vecchia, nuova), kids(t, b.pubblicate)); diff != "" {
		t.Fatalf("published at once (-want +got):\n%s", diff)
	}
	if _, kid := p.token(); kid != vecchia.KID() {
		t.Error("signs with a key that the services may not have read")
	}
	b.passano(t, time.Minute, p)
	if _, kid := p.token(); kid != vecchia.KID() {
		t.Error("signs with it after a minute: who reads every thirty seconds may have missed one reading")
	}
	ultimo, _ := p.token()
	b.passano(t, 15*time.Second, p)
	if token, kid := p.token(); kid != nuova.KID() || !b.vale(token) {
		t.Errorf("signs with %s", kid)
	}
	b.passano(t, 30*time.Minute, p)
	if !b.vale(ultimo) || len(kids(t, p.Insieme())) != 2 {
		t.Error("a token of the old key does not live until its end")
	}
	b.passano(t, time.Minute, p)
	if b.vale(ultimo) {
		t.Error("a token of the old key outlives its end")
	}
	b.passano(t, 5*time.Minute, p)
	if diff := cmp.Diff(ordinati(nuova), kids(t, b.pubblicate)); diff != "" {
		t.Errorf("in the end (-want +got):\n%s", diff)
	}
}

func TestSenzaBusLaChiaveNuovaAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, nuova := nuova(t), nuova(t)
	p := b.processo(t, vecchia)
	b.passano(t, 5*time.Second, p)
	b.guasto = errors.New("NATS assente")
	p.metti(nuova)
	b.passano(t, 10*time.Minute, p)
	if _, kid := p.token(); kid != vecchia.KID() {
		t.Error("signs with a key that nobody was told of")
	}
	if n := len(p.log.Con("chiavi non pubblicate, riprova")); n != 1 {
		t.Errorf("said %d times", n)
	}
	b.guasto = nil
	b.passano(t, 90*time.Second, p)
	if token, kid := p.token(); kid != nuova.KID() || !b.vale(token) {
		t.Errorf("then signs with %s", kid)
	}
}

func TestDueReplicheConChiaviDiverse(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prima, seconda := nuova(t), nuova(t)
	uno, due := b.processo(t, prima), b.processo(t, seconda)
	b.passano(t, 10*time.Second, uno, due)
	for nome, p := range map[string]*processo{"the one": uno, "the other": due} {
		token, _ := p.token()
		for dove, v := range map[string]*auth.Verifier{"a service": b.servizio, "the one": uno.proprio, "the other": due.proprio} {
			if _, err := v.Verify(token); err != nil {
				t.Errorf("token of %s refused by %s: %v", nome, dove, err)
			}
		}
	}
	uno.metti(seconda) // the roll-over ends
	b.passano(t, 2*time.Minute, uno, due)
	if _, kid := uno.token(); kid != seconda.KID() {
		t.Errorf("the one signs with %s", kid)
	}
}

func TestUnFileGuastoLasciaLaChiaveInUso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, nuova := nuova(t), nuova(t)
	p := b.processo(t, vecchia)
	b.passano(t, 5*time.Second, p)
	guasti := map[string]func() error{
		"not a key": func() error { return os.WriteFile(p.file, []byte("non una chiave"), 0o600) },
		"empty":     func() error { return os.WriteFile(p.file, nil, 0o600) },
		"gone":      func() error { return os.Remove(p.file) },
	}
	for regola, guasta := range guasti {
		if err := guasta(); err != nil {
			t.Fatal(err)
		}
		prima := len(p.log.Con("chiave di firma non leggibile: resta quella in uso"))
		b.passano(t, 3*time.Minute, p)
		if token, kid := p.token(); kid != vecchia.KID() || !b.vale(token) {
			t.Errorf("%s: signs with %s", regola, kid)
		}
		if n := len(p.log.Con("chiave di firma non leggibile: resta quella in uso")); n > prima+1 || n == 0 {
			t.Errorf("%s: said %d times", regola, n-prima)
		}
	}
	p.metti(nuova)
	b.passano(t, 2*time.Minute, p)
	if _, kid := p.token(); kid != nuova.KID() {
		t.Error("a good file after a broken one is not taken")
	}
}

func TestChiaveRitirata(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, nuova := nuova(t), nuova(t)
	s := chiave.Servizio{Store: chiave.Store{Pools: b.pools}, Adesso: b.orologio.Adesso}
	p, altro := b.processo(t, vecchia), b.processo(t, vecchia)
	b.passano(t, 5*time.Second, p, altro)
	rubato, _ := p.token()
	if err := s.Ritira(t.Context(), "nessuna"); !problem.Is(err, "NON_TROVATO") {
		t.Errorf("an unknown key: %v", err)
	}
	if err := s.Ritira(t.Context(), vecchia.KID()); !problem.Is(err, "CHIAVE_UNICA") || !b.vale(rubato) {
		t.Errorf("the only key: %v", err)
	}
	p.metti(nuova)
	altro.metti(nuova)
	b.passano(t, 5*time.Second, p, altro)
	if err := s.Ritira(t.Context(), vecchia.KID()); err != nil {
		t.Fatal(err)
	}
	b.passano(t, 5*time.Second, p, altro)
	if b.vale(rubato) {
		t.Error("a service accepts a token of the withdrawn key")
	}
	for _, processo := range []*processo{p, altro} {
		if _, err := processo.proprio.Verify(rubato); err == nil {
			t.Error("core accepts it")
		}
		if token, kid := processo.token(); kid != nuova.KID() || !b.vale(token) {
			t.Errorf("signs with %s", kid)
		}
	}
	p.metti(vecchia) // put back by mistake, or by a thief
	b.passano(t, 3*time.Minute, p, altro)
	if _, kid := p.token(); kid != nuova.KID() || b.vale(rubato) {
		t.Errorf("a withdrawn key is taken again: signs with %s", kid)
	}
}

func TestUnProcessoConLaSolaChiaveRitirataNonFirma(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vecchia, nuova := nuova(t), nuova(t)
	s := chiave.Servizio{Store: chiave.Store{Pools: b.pools}, Adesso: b.orologio.Adesso}
	indietro, avanti := b.processo(t, vecchia), b.processo(t, nuova)
	b.passano(t, 5*time.Second, indietro, avanti)
	if err := s.Ritira(t.Context(), vecchia.KID()); err != nil {
		t.Fatal(err)
	}
	b.passano(t, 5*time.Second, indietro, avanti)
	if _, err := indietro.Firma(auth.Claims{}); !problem.Is(err, "FIRMA_NON_DISPONIBILE") {
		t.Errorf("it signs: %v", err)
	}
	if len(indietro.log.Con("la chiave di firma è ritirata e non ce n'è un'altra: nessuno può accedere")) != 1 {
		t.Errorf("log:\n%s", indietro.log.Testo())
	}
	if token, _ := avanti.token(); !b.vale(token) {
		t.Error("the other replica does not sign")
	}
	righe, err := s.Store.Elenca(t.Context())
	if err != nil || len(righe) != 2 {
		t.Fatal(righe, err)
	}
	stati := map[string]string{}
	for _, r := range righe {
		stati[r.KID] = r.Stato(b.orologio.Adesso())
	}
	if diff := cmp.Diff(map[string]string{vecchia.KID(): "RITIRATA", nuova.KID(): "IN_USO"}, stati); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// At each new connection the set is written again: the server may have lost it.
func TestAllaConnessioneSiRipubblica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	p := b.processo(t, nuova(t))
	ctx, ferma := context.WithCancel(t.Context())
	scritte := make(chan []byte, 8)
	p.Pubblica = func(_ context.Context, insieme []byte) error {
		scritte <- insieme
		return nil
	}
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		p.Segui(ctx)
	}()
	for range 3 {
		select {
		case <-scritte:
		case <-time.After(10 * time.Second):
			t.Fatal("not published")
		}
		p.Ripubblica()
	}
	ferma()
	<-finito
}

// A set that somebody else wrote in its place is written over; one's own is left alone.
func TestUnInsiemeAltruiSiRiscrive(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	p := b.processo(t, nuova(t))
	p.Giro(t.Context())
	mio := b.pubblicate
	b.pubblicate = nil
	if err := p.Riscontra(mio); err != nil {
		t.Fatal(err)
	}
	p.Giro(t.Context())
	if b.pubblicate != nil {
		t.Error("its own set was written again")
	}
	if err := p.Riscontra([]byte(`{"keys":[]}`)); err != nil {
		t.Fatal(err)
	}
	p.Giro(t.Context())
	if diff := cmp.Diff(string(mio), string(b.pubblicate)); diff != "" {
		t.Errorf("written again (-want +got):\n%s", diff)
	}
}

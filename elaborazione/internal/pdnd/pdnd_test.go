package pdnd_test

import (
	"context"
	"crypto"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// membri verifies a token by a key of PDND and gives its claims.
func membri(t *testing.T, testo string, trova func(string) (crypto.PublicKey, bool)) jwt.MapClaims {
	t.Helper()
	c := jwt.MapClaims{}
	_, err := jwt.NewParser(jwt.WithValidMethods([]string{"RS256"}), jwt.WithoutClaimsValidation()).ParseWithClaims(testo, &c, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		k, ok := trova(kid)
		if !ok {
			return nil, jwt.ErrTokenUnverifiable
		}
		return k, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAVoucherIsAskedForOnceHoweverManyWait(t *testing.T) {
	t.Parallel()
	lento := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(50 * time.Millisecond) // all of them come while the first is on its way
			h.ServeHTTP(w, r)
		})
	}
	b := nuovo(t, opzioni{davanti: lento})
	var gruppo sync.WaitGroup
	var mu sync.Mutex
	visti := map[string]bool{}
	for range 100 {
		gruppo.Go(func() {
			r, err := b.Voucher(alfa(), domanda("inad"))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			visti[r.Intestazioni["Authorization"]] = true
		})
	}
	gruppo.Wait()
	if n := len(b.Pdnd.Ricevute()); n != 1 || len(visti) != 1 {
		t.Errorf("%d requests, %d vouchers", n, len(visti))
	}
}

func TestAVoucherIsRenewedBeforeItEnds(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	primo := b.prende(t, domanda("inad"))
	if want := b.Orologio.Adesso().Add(10 * time.Minute); !primo.Scade.Equal(want) || primo.PurposeID != finalita {
		t.Errorf("%+v", primo)
	}
	b.Orologio.Avanza(8*time.Minute - time.Second)
	if r := b.prende(t, domanda("inad")); r.IDVoucher != primo.IDVoucher {
		t.Error("renewed too early")
	}
	b.Orologio.Avanza(time.Second)
	b.Suo.Imposta(b.Orologio.Adesso())
	secondo := b.prende(t, domanda("inad"))
	if secondo.IDVoucher == primo.IDVoucher {
		t.Error("not renewed two minutes before its end")
	}
	t.Run("one that the e-service no longer takes is replaced at once, once", func(t *testing.T) {
		q := domanda("inad")
		q.Rifiutato = secondo.IDVoucher
		terzo := b.prende(t, q)
		if terzo.IDVoucher == secondo.IDVoucher {
			t.Error("the refused voucher was given again")
		}
		if r := b.prende(t, q); r.IDVoucher != terzo.IDVoucher {
			t.Error("who comes later with the same refusal made another")
		}
	})
	if n := len(b.Pdnd.Ricevute()); n != 3 {
		t.Errorf("%d requests", n)
	}
}

func TestWhatIsAboutToEndStillServesWhilePDNDIsAway(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	primo := b.prende(t, domanda("inad"))
	b.Pdnd.Comanda(simulatore.Controllo{Modo: "errore"})
	b.Orologio.Avanza(9 * time.Minute)
	if r := b.prende(t, domanda("inad")); r.IDVoucher != primo.IDVoucher {
		t.Error("another voucher of a PDND that is away")
	}
	b.Orologio.Avanza(time.Minute)
	if _, err := b.Voucher(alfa(), domanda("inad")); !problem.Is(err, pdnd.CodeUnavailable) {
		t.Errorf("after its end: %v", err)
	}
}

func TestASignedAndTracedCallIsWhatAProviderChecks(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	q := firma("anpr")
	q.Postazione, q.ContentEncoding = "PC-12", "gzip"
	r, err := b.Firma(alfa(), q)
	if err != nil {
		t.Fatal(err)
	}
	h := r.Intestazioni
	if d := cmp.Diff([]string{modi.HeaderSignature, modi.HeaderEvidence, "Authorization", modi.HeaderDigest}, slices.Sorted(maps.Keys(h))); d != "" {
		t.Fatal(d)
	}
	voucher := membri(t, strings.TrimPrefix(h["Authorization"], "Bearer "), b.Pdnd.ChiavePdnd)
	evidenza, firmati := membri(t, h[modi.HeaderEvidence], b.Pdnd.ChiaveFruitore), membri(t, h[modi.HeaderSignature], b.Pdnd.ChiaveFruitore)
	if d, _ := voucher["digest"].(map[string]any); d["value"] != modi.EvidenceDigest(h[modi.HeaderEvidence]) {
		t.Errorf("the voucher is bound to %v", d)
	}
	for nome, vuole := range map[string]any{"purposeId": finalita, "aud": audience, "iss": clientID,
		"userID": "operatore.alfa", "userLocation": "PC-12", "LoA": "LoA2"} {
		if evidenza[nome] != vuole {
			t.Errorf("%s of the evidence: %v", nome, evidenza[nome])
		}
	}
	want := []any{map[string]any{"digest": "SHA-256=" + sommaVuota},
		map[string]any{"content-type": "application/json"}, map[string]any{"content-encoding": "gzip"}}
	if d := cmp.Diff(want, firmati["signed_headers"]); d != "" || firmati["aud"] != audience || firmati["sub"] != clientID || h[modi.HeaderDigest] != "SHA-256="+sommaVuota {
		t.Errorf("%v %s", firmati, d)
	}
	ancora, err := b.Firma(alfa(), q)
	if err != nil || ancora.Intestazioni[modi.HeaderEvidence] == h[modi.HeaderEvidence] || ancora.IDVoucher == r.IDVoucher || len(b.Pdnd.Ricevute()) != 2 {
		t.Errorf("the second call has the first one's evidence or voucher: %v", err)
	}
}

func TestAnEServiceGetsWhatItAsksForAndNoMore(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	senzaCorpo := firma("firmato")
	senzaCorpo.Digest = ""
	for nome, c := range map[string]struct {
		q    event.DomandaFirma
		want []string
	}{
		"a voucher alone":                {firma("inad"), []string{"Authorization"}},
		"a signed body":                  {firma("firmato"), []string{modi.HeaderSignature, "Authorization", modi.HeaderDigest}},
		"no body, nothing to sign":       {senzaCorpo, []string{"Authorization"}},
		"a voucher and its proof of key": {firma("legato"), []string{"Authorization", modi.HeaderDPoP}},
	} {
		r, err := b.Firma(alfa(), c.q)
		if d := cmp.Diff(c.want, slices.Sorted(maps.Keys(r.Intestazioni))); d != "" || err != nil {
			t.Errorf("%s: %v %s", nome, err, d)
		}
	}
	a, errA := b.Voucher(alfa(), domanda("legato"))
	c, errC := b.Voucher(alfa(), domanda("legato"))
	if errA != nil || errC != nil || a.IDVoucher != c.IDVoucher || a.Intestazioni[modi.HeaderDPoP] == c.Intestazioni[modi.HeaderDPoP] ||
		!strings.HasPrefix(a.Intestazioni["Authorization"], "DPoP ") {
		t.Errorf("a bound voucher serves many calls, its proof one: %v %v", errA, errC)
	}
}

// TestABoundVoucherIsNotForInad: that the setting cannot serve is on the page before anybody calls, and no voucher is asked for.
func TestABoundVoucherIsNotForInad(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{"inad": {Client: "comune", Finalita: finalita, Audience: audience, DPoP: true}})
	s, err := b.Stato("alfa")
	if err != nil || s.EService[0].Stato != event.EServicePdndNonConfigurato || !strings.Contains(strings.Join(s.Avvertenze, " "), "Togliere dpop") {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := b.Voucher(alfa(), domanda("inad")); !problem.Is(err, pdnd.CodeNotConfigured) || len(b.Pdnd.Ricevute()) != 0 {
		t.Errorf("%v", err)
	}
}

func TestWhatIsNotSetIsSaidInWords(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{
		"spaesato": {Client: "ignoto", Finalita: finalita, Audience: audience},
		"muto":     {Client: "comune", Finalita: finalita, Audience: audience, Schemi: []string{fruizione.Evidenza}},
	})
	for nome, frase := range map[string]string{"ignoto": "non ha l'e-service «ignoto»", "spaesato": "usa il client «ignoto»", "muto": "postazione"} {
		if _, err := b.Firma(alfa(), firma(nome)); !problem.Is(err, pdnd.CodeNotConfigured) || !strings.Contains(problem.Sentence(err), frase) {
			t.Errorf("%s: %v", nome, err)
		}
	}
	if _, err := b.Voucher(alfa(), domanda("muto")); !problem.Is(err, pdnd.CodeWantsSignature) {
		t.Errorf("a voucher alone for who wants more: %v", err)
	}
	if n := len(b.Pdnd.Ricevute()); n != 0 {
		t.Errorf("%d requests left", n)
	}
}

// TestAnprWithoutItsPatternsIsNotSaidToWork: settings older than their schema are named on the page, and no voucher is asked for; a
// purpose of C030 on C001 is told as what it is.
func TestAnprWithoutItsPatternsIsNotSaidToWork(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	e := fruizione.EService{Client: "comune", Finalita: finalita, Audience: audience}
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{"anpr-c001": e})
	s, err := b.Stato("alfa")
	if err != nil || s.EService[0].Stato != event.EServicePdndNonConfigurato ||
		!strings.Contains(strings.Join(s.Avvertenze, " "), "manca lo schema INTEGRITY_REST_02") {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := b.Firma(alfa(), firma("anpr-c001")); !problem.Is(err, pdnd.CodeNotConfigured) || len(b.Pdnd.Ricevute()) != 0 {
		t.Errorf("%v", err)
	}
	e.Schemi, e.Postazione, e.Livello = []string{fruizione.FirmaCorpo, fruizione.EvidenzaLegata}, "server", "LoA2"
	e.Audience = "https://modipa.example/MinInternoPortaANPR/C001-servizioNotifica/v1" // PDND gives a voucher for another service
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{"anpr-c001": e})
	if _, err := b.Firma(alfa(), firma("anpr-c001")); err != nil {
		t.Fatal(err)
	}
	s, err = b.Stato("alfa")
	if err != nil || s.EService[0].Stato != event.EServicePdndNonFunziona || !strings.Contains(s.EService[0].Frase, "è di un altro e-service") ||
		!strings.Contains(s.EService[0].Frase, "va scritta quella di C001-servizioNotifica") {
		t.Errorf("%+v %v", s, err)
	}
}

func TestAnOperatorHasOnePseudonym(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	b.imposta(t, fruizione.ChiavePseudonimi, "pdnd-pseudonimi")
	if _, err := b.Firma(alfa(), firma("anpr")); !problem.Is(err, pdnd.CodeNotConfigured) {
		t.Errorf("without the secret: %v", err)
	}
	b.scrive(t, "pdnd-pseudonimi", []byte("un segreto di sedici caratteri e più\n"))
	nome := func(attore string) any {
		q := firma("anpr")
		q.Attore = attore
		r, err := b.Firma(alfa(), q)
		if err != nil {
			t.Fatal(err)
		}
		return membri(t, r.Intestazioni[modi.HeaderEvidence], b.Pdnd.ChiaveFruitore)["userID"]
	}
	uno, due, altro := nome("operatore.alfa"), nome("Operatore.Alfa"), nome("ufficio.alfa")
	if uno != due || uno == altro || uno == "operatore.alfa" {
		t.Errorf("%v %v %v", uno, due, altro)
	}
}

func TestTheSignatureGoesToWhomTheVoucherNames(t *testing.T) {
	t.Parallel()
	b := nuovo(t, opzioni{})
	for _, c := range []struct{ codice, audience, stato string }{
		{"020", "https://altro.example/e-service", event.EServicePdndNonFunziona}, {"021", audience, event.EServicePdndFunziona},
	} {
		b.scenario(t, c.codice, func(e *fruizione.EService) { e.Schemi = []string{fruizione.FirmaCorpo} })
		r, err := b.Firma(alfa(), firma("inad"))
		if err != nil {
			t.Fatal(err)
		}
		if got := membri(t, r.Intestazioni[modi.HeaderSignature], b.Pdnd.ChiaveFruitore)["aud"]; got != c.audience {
			t.Errorf("%s: signed for %v", c.codice, got)
		}
		s, err := b.Stato("alfa")
		if err != nil || s.EService[0].Stato != c.stato || (len(s.Avvertenze) > 0) != (c.stato == event.EServicePdndNonFunziona) {
			t.Errorf("%s: %v %+v %q", c.codice, err, s.EService, s.Avvertenze)
		}
	}
}

func TestAVoucherThatIsNotTheOneAskedForIsNotUsed(t *testing.T) {
	t.Parallel()
	for _, codice := range []string{"022", "024", "040", "041", "042", "530", "533", "534"} {
		b := nuovo(t, opzioni{})
		b.scenario(t, codice)
		if _, err := b.Voucher(alfa(), domanda("inad")); !problem.Is(err, pdnd.CodeUnavailable) {
			t.Errorf("%s: %v", codice, err)
		}
	}
	b := nuovo(t, opzioni{})
	b.scenario(t, "023", func(e *fruizione.EService) {
		e.Schemi, e.Postazione, e.Livello = []string{fruizione.EvidenzaLegata}, "p", "LoA2"
	})
	if _, err := b.Firma(alfa(), firma("inad")); !problem.Is(err, pdnd.CodeUnavailable) {
		t.Errorf("without the digest: %v", err)
	}
}

// contestoDi is a caller of alfa who may leave.
func contestoDi(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(alfa())
}

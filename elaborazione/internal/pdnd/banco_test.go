package pdnd_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	simulatore "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	clientID = "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50"
	finalita = "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10"
	audience = "https://erogatore.example/e-service"
)

// banco is the service before a simulated PDND, with clocks of their own: the command alfa has the e-services inad (voucher
// alone), firmato (signed body), anpr (signed and traced), legato (DPoP).
type banco struct {
	*pdnd.Service

	Pdnd     *simulatore.Simulatore
	Orologio *tempo.Orologio // ours
	Suo      *tempo.Orologio // PDND's
	Segreti  string

	mu     sync.Mutex
	valori map[string]json.RawMessage
}

// opzioni of a bench; zero values are usual.
type opzioni struct {
	alSecondo int // that PDND grants
	nostre    int // that we ask for
	davanti   func(http.Handler) http.Handler
}

func nuovo(t testing.TB, o opzioni) *banco {
	t.Helper()
	ora := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	b := &banco{Orologio: tempo.Fisso(ora), Suo: tempo.Fisso(ora), Segreti: t.TempDir(), valori: map[string]json.RawMessage{}}
	b.Pdnd = simulatore.Nuovo(simulatore.Opzioni{Adesso: b.Suo.Adesso, AlSecondo: o.alSecondo})
	h := b.Pdnd.Handler()
	if o.davanti != nil {
		h = o.davanti(h)
	}
	server := httptest.NewServer(h)
	a, err := pdnd.NuovaAutorita(fruizione.Collaudo, esterno.Options{BaseURL: server.URL + "/pdnd/token.oauth2", Now: b.Orologio.Adesso,
		Log: slog.New(slog.DiscardHandler), Backoff: time.Millisecond, BackoffLimit: 5 * time.Millisecond, AttemptDeadline: 2 * time.Second,
		Limits: esterno.Limits{Together: 64}, PerTenant: esterno.Limits{PerSecond: o.nostre}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); server.Close() })
	b.Service = pdnd.Nuovo(pdnd.Parti{Impostazione: b.impostazione, Autorita: map[string]*pdnd.Autorita{fruizione.Collaudo: a}, Segreti: b.Segreti,
		Adesso: b.Orologio.Adesso, Log: slog.New(slog.DiscardHandler)})
	b.chiavi(t, "pdnd")
	b.iscrivi(t, "pdnd")
	firma, anpr := []string{fruizione.FirmaCorpo}, []string{fruizione.FirmaCorpo, fruizione.EvidenzaLegata}
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{
		"inad":     {Client: "comune", Finalita: finalita, Audience: audience},
		"firmato":  {Client: "comune", Finalita: finalita, Audience: audience, Schemi: firma},
		"anpr":     {Client: "comune", Finalita: finalita, Audience: audience, Schemi: anpr, Postazione: "server", Livello: "LoA2"},
		"legato":   {Client: "comune", Finalita: finalita, Audience: audience, DPoP: true},
		"spaesato": {Client: "ignoto", Finalita: finalita, Audience: audience},
	})
	return b
}

func (b *banco) impostazione(tenant, chiave, _ string, dst any) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.valori[chiave]
	if v == nil || tenant != "alfa" {
		return false, nil
	}
	return true, json.Unmarshal(v, dst)
}

func (b *banco) imposta(t testing.TB, chiave string, valore any) {
	t.Helper()
	dati, err := json.Marshal(valore)
	if err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.valori[chiave] = dati
}

// scenario points an e-service at a purpose of the simulator.
func (b *banco) scenario(t testing.TB, codice string, cambia ...func(*fruizione.EService)) {
	t.Helper()
	e := fruizione.EService{Client: "comune", Finalita: simulatore.FinalitaDi(codice), Audience: audience}
	for _, f := range cambia {
		f(&e)
	}
	b.imposta(t, fruizione.ChiaveEService, map[string]fruizione.EService{"inad": e})
}

// chiavi are those of the client, the newest first; a file that is not there is made.
func (b *banco) chiavi(t testing.TB, file ...string) {
	t.Helper()
	c := fruizione.Client{Ambiente: fruizione.Collaudo, ClientID: clientID}
	for _, nome := range file {
		if _, err := os.Stat(b.file(nome)); err != nil {
			b.nuovaChiave(t, nome)
		}
		c.Chiavi = append(c.Chiavi, fruizione.Chiave{File: nome})
	}
	b.imposta(t, fruizione.ChiaveClient, map[string]fruizione.Client{"comune": c})
}

func (b *banco) file(nome string) string { return filepath.Join(b.Segreti, "alfa", nome) }

func (b *banco) nuovaChiave(t testing.TB, nome string) {
	t.Helper()
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	b.scrive(t, nome, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func (b *banco) scrive(t testing.TB, nome string, testo []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(b.file(nome)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.file(nome)+".nuovo", testo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(b.file(nome)+".nuovo", b.file(nome)); err != nil { // whole or not at all, as an administrator should
		t.Fatal(err)
	}
}

// kid is the name of a key.
func (b *banco) kid(t testing.TB, nome string) string {
	t.Helper()
	testo, err := os.ReadFile(b.file(nome))
	if err != nil {
		t.Fatal(err)
	}
	k, err := modi.ParseKey(testo)
	if err != nil {
		t.Fatal(err)
	}
	return k.Kid
}

// iscrivi tells PDND which keys the client has.
func (b *banco) iscrivi(t testing.TB, file ...string) {
	t.Helper()
	i := simulatore.Iscrizione{ClientID: clientID,
		Finalita: []simulatore.Finalita{{ID: finalita, Audience: audience}, {ID: simulatore.FinalitaDi("001"), Audience: audience}}}
	for _, s := range simulatore.Scenari() {
		i.Finalita = append(i.Finalita, simulatore.Finalita{ID: simulatore.FinalitaDi(s.Codice), Audience: audience})
	}
	for _, nome := range file {
		testo, err := os.ReadFile(b.file(nome))
		if err != nil {
			t.Fatal(err)
		}
		k, err := modi.ParseKey(testo)
		if err != nil {
			t.Fatal(err)
		}
		der, err := x509.MarshalPKIXPublicKey(k.Signer.Public())
		if err != nil {
			t.Fatal(err)
		}
		i.Chiavi = append(i.Chiavi, string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})))
	}
	if err := b.Pdnd.Iscrivi(i); err != nil {
		t.Fatal(err)
	}
}

// domanda is a call to an e-service of alfa.
func domanda(eService string) event.DomandaVoucher {
	return event.DomandaVoucher{Tenant: "alfa", EService: eService, Metodo: http.MethodPost, Indirizzo: "https://erogatore.example/e-service/v1", Attore: "operatore.alfa",
		Motivo: "NOTIFICA_VERBALE"}
}

const sommaVuota = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

// firma is a signed call with an empty body.
func firma(eService string) event.DomandaFirma {
	return event.DomandaFirma{DomandaVoucher: domanda(eService), Digest: sommaVuota, ContentType: "application/json"}
}

func alfa() context.Context { return tenant.With(context.Background(), tenant.Tenant{Nome: "alfa"}) }

// prende has the voucher of an e-service, or fails.
func (b *banco) prende(t testing.TB, q event.DomandaVoucher) event.RispostaFirma {
	t.Helper()
	r, err := b.Voucher(alfa(), q)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(r.Intestazioni["Authorization"], "Bearer ") || uuid.Validate(r.IDVoucher) != nil {
		t.Fatalf("%+v", r)
	}
	return r
}

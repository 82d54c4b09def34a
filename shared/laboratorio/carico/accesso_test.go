package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func TestCallersComeFromAddressesOfTheirOwn(t *testing.T) {
	t.Parallel()
	rete := netip.MustParsePrefix("198.18.0.0/15")
	visti := map[string]bool{}
	for n := range int64(1 << 17) {
		a, err := netip.ParseAddr(indirizzoDi(n))
		if err != nil || !rete.Contains(a) {
			t.Fatalf("%d: %s, %v", n, a, err)
		}
		if visti[a.String()] {
			t.Fatalf("%s came twice", a)
		}
		visti[a.String()] = true
	}
	if indirizzoDi(1<<17) != indirizzoDi(0) {
		t.Error("after the last address the first one does not come again")
	}
}

func TestSettingsOfARunningServiceAreRead(t *testing.T) {
	t.Parallel()
	segreto := filepath.Join(t.TempDir(), "segreto")
	if err := os.WriteFile(segreto, []byte("segreta\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ambiente := []string{"PATH=/bin", "VERBALI_PG_DSN=postgres://x/y?a=b", "VERBALI_PG_PASSWORD_FILE=" + segreto,
		"VERBALI_PG_DSN_PROPRIETARIO=postgres://o/y", "VERBALI_PG_PASS_PROPRIETARIO_FILE=" + segreto, "VERBALI_NATS_URL=nats://z", "VERBALI_NATS_UTENTE=vpn", "VERBALI_NATS_PASSWORD=segreta-anche"}
	c, err := banco.ImpostazioniDa(ambiente)
	if err != nil {
		t.Fatal(err)
	}
	vuole := []string{"postgres://x/y?a=b", "segreta", "postgres://o/y", segreto, "nats://z", "vpn", "segreta-anche"}
	avuti := []string{c.PgDSN, c.PgPassword, c.PgDSNProprietario, c.PgPassProprietarioFile, c.NatsURL, c.NatsUtente, c.NatsPassword}
	if diff := cmp.Diff(vuole, avuti); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	if _, err := banco.ImpostazioniDa([]string{"VERBALI_PG_PASSWORD_FILE=" + segreto + ".manca"}); err == nil {
		t.Error("a secret that cannot be read was taken for an empty one")
	}
}

// tempi are calls of so many milliseconds each, ended within a second.
func tempi(ms ...int) misura.Misurazione {
	m := misura.Misurazione{Durata: time.Second}
	for _, x := range ms {
		m.Latenze = append(m.Latenze, time.Duration(x)*time.Millisecond)
	}
	return m
}

func TestDoorsAreComparedWithTheOpenOneRoundByRound(t *testing.T) {
	t.Parallel()
	var giro, lento []passato
	for _, ms := range [][]int{{1, 1, 1, 3}, {2, 4}, {5}} { // open 4/s, Bearer 2/s, BASIC 1/s
		p, q := passato{}, passato{}
		p.aggiungi(tempi(ms...), 8*time.Millisecond)
		q.aggiungi(tempi(ms...), 8*time.Millisecond)
		q.Durata *= 10 // a round on a busy machine: other rates, the same ratios
		giro, lento = append(giro, p), append(lento, q)
	}
	porte := []porta{{nome: "aperta"}, {nome: "Bearer"}, {nome: "BASIC"}}
	ha := esitoAutenticazione(porte, [][]passato{giro, lento, giro}).Cifre
	const rispetto = "porta aperta"
	vuole := []misura.Cifra{
		{Nome: "richieste, Bearer", Valore: 2, Unita: "/s", Rapporto: 0.5, Rispetto: rispetto},
		{Nome: "richieste, BASIC", Valore: 1, Unita: "/s", Rapporto: 0.25, Rispetto: rispetto},
		{Nome: "  porta aperta", Valore: 4, Unita: "/s"},
		{Nome: "p50, Bearer", Valore: 2, Unita: "ms", Rapporto: 2, Rispetto: rispetto},
		{Nome: "p50, BASIC", Valore: 5, Unita: "ms", Rapporto: 5, Rispetto: rispetto},
		{Nome: "  porta aperta", Valore: 1, Unita: "ms"},
		{Nome: "p99, Bearer", Valore: 4, Unita: "ms", Rapporto: 4.0 / 3, Rispetto: rispetto},
		{Nome: "p99, BASIC", Valore: 5, Unita: "ms", Rapporto: 5.0 / 3, Rispetto: rispetto},
		{Nome: "  porta aperta", Valore: 3, Unita: "ms"},
		{Nome: "processore per richiesta, Bearer", Valore: 4000, Unita: "µs", Rapporto: 2, Rispetto: rispetto},
		{Nome: "processore per richiesta, BASIC", Valore: 8000, Unita: "µs", Rapporto: 4, Rispetto: rispetto},
		{Nome: "  porta aperta", Valore: 2000, Unita: "µs"},
	}
	if diff := cmp.Diff(vuole, ha); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

func TestAccountsOfTheLocalDataAreDifferent(t *testing.T) {
	t.Parallel()
	nomi := utenzeAccessi()
	if len(nomi) != 12 || !slices.Contains(nomi, banco.UtenteSportello) || !slices.Contains(nomi, banco.Utente) {
		t.Errorf("accounts %v", nomi)
	}
	slices.Sort(nomi)
	if unici := slices.Compact(slices.Clone(nomi)); len(unici) != len(nomi) {
		t.Errorf("one comes twice: %v", nomi)
	}
}

func TestOnlyTheOpenDoorIsOpen(t *testing.T) {
	t.Parallel()
	s, err := web.New(web.Options{
		Module: banco.ModuloSportello, Base: "/prova", Metrics: prometheus.NewRegistry(), AllowedRoles: []string{"*"},
		Verifier: auth.NewVerifier(banco.ModuloSportello, tempo.Adesso), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	banco.RotteSportello(s)
	for percorso, stato := range map[string]int{
		banco.ViaAperta + banco.TargaScheda:   http.StatusOK,
		banco.ViaAperta + "ZZ999ZZ":           http.StatusNotFound,
		banco.ViaProtetta + banco.TargaScheda: http.StatusUnauthorized,
	} {
		w := httptest.NewRecorder()
		s.Echo.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/prova"+percorso, nil))
		if w.Code != stato {
			t.Errorf("%s: %d, want %d", percorso, w.Code, stato)
		}
	}
}

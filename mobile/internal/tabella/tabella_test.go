package tabella_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/mobile/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is the service on the copies of core's tables, read once.
type banco struct {
	*tabella.Service
	ambiente *testkit.Ambiente
	copia    *fisse.Copy
}

func apparecchia(t testing.TB, prepara func(a *testkit.Ambiente)) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t, "alfa")}
	prepara(b.ambiente)
	pools := b.ambiente.Pools(t, "mobile")
	registro := anagrafe.New(pools, anagrafe.Reparti)
	b.copia = fisse.New(pools)
	if err := registro.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Service = tabella.Nuovo(b.copia, registro)
	return b
}

func importaStrade(t testing.TB, a *testkit.Ambiente, tenant string, nomi ...string) {
	t.Helper()
	righe := make([]strada.Strada, len(nomi))
	for i, nome := range nomi {
		righe[i] = strada.Strada{Codice: strconv.Itoa(i), Nome: nome, ComuneIstat: "039014", ValidoDa: calendario.MustParse("2020-01-01")}
	}
	testkit.TabellaFissa[strada.Strada]{Nome: "strade", Tenant: tenant, Righe: righe}.Importa(t, a)
}

// rispondi asks for all tables as an officer of the tenant, who has the copy with this tag.
func (b *banco) rispondi(t testing.TB, nome, tag string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(tenant.With(t.Context(), tenant.Tenant{Nome: nome}), http.MethodGet, "/", nil)
	r.Header.Set("If-None-Match", tag)
	w := httptest.NewRecorder()
	if err := (tabella.Handler{Service: b.Service}).Tutte(echo.New().NewContext(r, w)); err != nil {
		t.Fatal(err)
	}
	return w
}

// testo is a table of the document of a tenant, as it is in memory.
func (b *banco) testo(t *testing.T, tenant, nome string) []byte {
	t.Helper()
	d, err := b.Una(t.Context(), tenant, nome)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = b.Completa(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return d.Pezzi()[1]
}

func TestLeTabelleDellaPiattaformaSiScrivonoUnaVoltaPerTutti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(*testkit.Ambiente) {})
	for _, nome := range []string{"comuni", "violazioni", "tariffe"} {
		if &b.testo(t, "alfa", nome)[0] != &b.testo(t, "beta", nome)[0] {
			t.Errorf("%s is written again for another tenant", nome)
		}
	}
	prima, tariffe := b.testo(t, "alfa", "comuni"), b.testo(t, "alfa", "tariffe")
	testkit.TabellaFissa[comune.Comune]{Nome: "comuni", Righe: archivio()[:1]}.Importa(t, b.ambiente)
	if err := b.copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(b.testo(t, "alfa", "comuni"), prima) || &b.testo(t, "alfa", "tariffe")[0] != &tariffe[0] {
		t.Error("not what changed, and only that, was written again")
	}
}

// TestChiHaLeStradeLoSaSenzaLeggerle: more tenants ask than are kept in memory, and then the
// rows cannot be read at all.
func TestChiHaLeStradeLoSaSenzaLeggerle(t *testing.T) {
	t.Parallel()
	const tenant = 20
	nome := func(i int) string { return fmt.Sprintf("comando%d", i) }
	b := apparecchia(t, func(a *testkit.Ambiente) {
		for i := range tenant {
			importaStrade(t, a, nome(i), "Via "+nome(i))
		}
	})
	tag := map[string]string{}
	for i := range tenant {
		w := b.rispondi(t, nome(i), "")
		if !bytes.Contains(w.Body.Bytes(), []byte(`"Via `+nome(i)+`"`)) || w.Code != http.StatusOK {
			t.Fatalf("%s: %d", nome(i), w.Code)
		}
		tag[nome(i)] = w.Header().Get("ETag")
	}
	if w := b.rispondi(t, nome(0), `"altro"`); w.Code != http.StatusOK || w.Header().Get("ETag") != tag[nome(0)] || !json.Valid(w.Body.Bytes()) {
		t.Errorf("streets that went out of memory: %d %s", w.Code, w.Header().Get("ETag"))
	}
	b.ambiente.Esegui(t, "core", "", `ALTER VIEW core_v1.tabella_riga RENAME TO via`)
	for i := range tenant {
		if w := b.rispondi(t, nome(i), tag[nome(i)]); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("%s: %d", nome(i), w.Code)
		}
	}
}

// archivio is as large as the national archive.
func archivio() []comune.Comune {
	righe := make([]comune.Comune, 0, 19_000)
	fine := calendario.MustParse("1955-12-31")
	for i := range 9_500 {
		c := comune.Comune{CodiceIstat: fmt.Sprintf("%06d", i), Nome: fmt.Sprintf("San Martino in Valle %d", i), Provincia: "TO",
			CodiceCatastale: fmt.Sprintf("%c%03d", 'A'+i/1000, i%1000), ValidoDa: calendario.MustParse("1861-03-17"), ValidoA: fine}
		righe = append(righe, c)
		c.Nome, c.ValidoDa, c.ValidoA = fmt.Sprintf("San Martino Canavese %d", i), fine.AddDays(1), calendario.Giorno{}
		righe = append(righe, c)
	}
	return righe
}

func bancoIntero(b *testing.B) *banco {
	b.Helper()
	x := apparecchia(b, func(a *testkit.Ambiente) {
		testkit.TabellaFissa[comune.Comune]{Nome: "comuni", Righe: archivio()}.Importa(b, a)
		vie := make([]string, 1500)
		for i := range vie {
			vie[i] = fmt.Sprintf("Via dei Platani %d", i)
		}
		importaStrade(b, a, "alfa", vie...)
	})
	b.ReportAllocs()
	return x
}

func BenchmarkWhole(b *testing.B) {
	x := bancoIntero(b)
	b.SetBytes(int64(x.rispondi(b, "alfa", "").Body.Len()))
	for b.Loop() {
		x.rispondi(b, "alfa", "")
	}
}

func BenchmarkNotModified(b *testing.B) {
	x := bancoIntero(b)
	tag := x.rispondi(b, "alfa", "").Header().Get("ETag")
	for b.Loop() {
		if w := x.rispondi(b, "alfa", tag); w.Code != http.StatusNotModified {
			b.Fatal(w.Code)
		}
	}
}

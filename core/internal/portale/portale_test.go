package portale_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/portale"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente *testkit.Ambiente
	servizio *portale.Servizio
	accesso  accesso.Store
}

func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	p := a.Pools(t, "core")
	return banco{ambiente: a, servizio: portale.Nuovo(p), accesso: accesso.Store{Pools: p}}
}

func TestCreareDueVolteEInnocuo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	p := portale.Portale{Tenant: "alfa", Codice: "alfa-mobile", Tipo: portale.Operatori}
	for i, esito := range []voce.Esito{voce.Creata, voce.GiaPresente} {
		if _, e, err := b.servizio.Crea(t.Context(), p); e != esito || err != nil {
			t.Errorf("time %d: %q, %v", i+1, e, err)
		}
	}
	p.Tipo = portale.Cittadini
	_, _, err := b.servizio.Crea(t.Context(), p)
	testkit.Rifiutato(t, err, "GIA_PRESENTE_DIVERSO", "tipo")
	var fatti, righe int
	err = b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT (SELECT count(*) FROM uscita WHERE soggetto = 'fatti.piattaforma.anagrafe.cambiata'),
		(SELECT count(*) FROM registro WHERE azione = 'CREATO' AND oggetto_tipo = 'portale' AND oggetto = 'alfa/alfa-mobile')`).Scan(&fatti, &righe)
	if err != nil || fatti != 1 || righe != 1 {
		t.Errorf("%d facts, %d lines of audit (%v)", fatti, righe, err)
	}
}

// A code of another tenant is refused in the same words whatever the portal is, and whoever's.
func TestUnCodiceAltruiNonDiceDiChi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, codice := range []string{"beta", "beta-cittadini"} {
		for _, tipo := range []string{portale.Operatori, portale.Cittadini} {
			_, _, err := b.servizio.Crea(t.Context(), portale.Portale{Tenant: "alfa", Codice: codice, Tipo: tipo})
			testkit.Rifiutato(t, err, "CODICE_OCCUPATO", "codice")
			e := problem.As(err)
			detto := strings.ReplaceAll(e.Dettaglio, "Il codice "+codice, "") + e.Campi[0].Messaggio
			if strings.Contains(detto, "beta") || len(e.Campi) != 1 {
				t.Errorf("%s as %s: %v %v", codice, tipo, e, e.Campi)
			}
		}
	}
}

func TestDatiSbagliati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		regola, campo string
		portale       portale.Portale
	}{
		{"no tenant", "tenant", portale.Portale{Codice: "alfa-2", Tipo: portale.Operatori}},
		{"an unknown tenant", "tenant", portale.Portale{Tenant: "nessuno", Codice: "alfa-2", Tipo: portale.Operatori}},
		{"capital letters", "codice", portale.Portale{Tenant: "alfa", Codice: "Alfa", Tipo: portale.Operatori}},
		{"one letter", "codice", portale.Portale{Tenant: "alfa", Codice: "a", Tipo: portale.Operatori}},
		{"too long", "codice", portale.Portale{Tenant: "alfa", Codice: strings.Repeat("a", 41), Tipo: portale.Operatori}},
		{"a zero", "codice", portale.Portale{Tenant: "alfa", Codice: "al\x00fa", Tipo: portale.Operatori}},
		{"no kind", "tipo", portale.Portale{Tenant: "alfa", Codice: "alfa-2"}},
		{"a kind that is none", "tipo", portale.Portale{Tenant: "alfa", Codice: "alfa-2", Tipo: "ALTRI"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, _, err := b.servizio.Crea(t.Context(), c.portale)
			testkit.Rifiutato(t, err, "DATI_NON_VALIDI", c.campo)
		})
	}
}

func TestDaUnPortaleCessatoNonSiEntra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	aperto := func() bool {
		t.Helper()
		_, trovato, err := b.accesso.Portale(t.Context(), "alfa-cittadini")
		if err != nil {
			t.Fatal(err)
		}
		return trovato
	}
	if !aperto() {
		t.Fatal("the portal is not open to begin with")
	}
	chiuso, err := b.servizio.Modifica(t.Context(), portale.Portale{Tenant: "alfa", Codice: "alfa-cittadini", Stato: portale.Cessato, Versione: 1})
	atteso := portale.Portale{Tenant: "alfa", Codice: "alfa-cittadini", Tipo: portale.Cittadini, Stato: portale.Cessato, Versione: 2}
	if diff := cmp.Diff(atteso, chiuso); diff != "" || err != nil {
		t.Fatalf("%v (-want +got):\n%s", err, diff)
	}
	if aperto() {
		t.Error("it has ceased and is open")
	}
	if _, err := b.servizio.Modifica(t.Context(), portale.Portale{Tenant: "alfa", Codice: "alfa-cittadini", Stato: portale.Attivo, Versione: 2}); err != nil || !aperto() {
		t.Errorf("taken up again: %v", err)
	}
}

func TestModificheRifiutate(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		regola, codice, campo string
		portale               portale.Portale
	}{
		{"a version that was never", "CAMBIATO_NEL_FRATTEMPO", "versione", portale.Portale{Tenant: "alfa", Codice: "alfa", Stato: portale.Cessato, Versione: 9}},
		{"a version that no row can have", "CAMBIATO_NEL_FRATTEMPO", "versione", portale.Portale{Tenant: "alfa", Codice: "alfa", Stato: portale.Cessato, Versione: math.MaxInt64}},
		{"another tenant's", "NON_TROVATO", "", portale.Portale{Tenant: "alfa", Codice: "beta", Stato: portale.Cessato, Versione: 1}},
		{"an unknown one", "NON_TROVATO", "", portale.Portale{Tenant: "alfa", Codice: "gamma", Stato: portale.Cessato, Versione: 1}},
		{"a key that no portal can have", "NON_TROVATO", "", portale.Portale{Tenant: "alfa", Codice: "\x00", Stato: portale.Cessato, Versione: 1}},
		{"a state that is none", "DATI_NON_VALIDI", "stato", portale.Portale{Tenant: "alfa", Codice: "alfa", Stato: "CHIUSO", Versione: 1}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, err := b.servizio.Modifica(t.Context(), c.portale)
			testkit.Rifiutato(t, err, c.codice, c.campo)
		})
	}
	var cessati int
	err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM portale WHERE stato <> 'ATTIVO' OR versione <> 1`).Scan(&cessati)
	if err != nil || cessati != 0 {
		t.Errorf("%d portals changed (%v)", cessati, err)
	}
}

func TestElenco(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, c := range []struct {
		regola string
		filtro voce.Filtro
		codici []string
		altri  bool
	}{
		{"those of the tenant, by code", voce.Filtro{Dimensione: 50}, []string{"alfa", "alfa-cittadini"}, false},
		{"a page, and others follow", voce.Filtro{Dimensione: 1}, []string{"alfa"}, true},
		{"by kind", voce.Filtro{Dimensione: 50, Cerca: "OPERA"}, []string{"alfa"}, false},
		{"a character of a pattern is itself", voce.Filtro{Dimensione: 50, Cerca: "_"}, nil, false},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p, err := b.servizio.Elenca(t.Context(), "alfa", c.filtro)
			if err != nil {
				t.Fatal(err)
			}
			var codici []string
			for _, x := range p.Elementi {
				codici = append(codici, x.Codice)
			}
			if diff := cmp.Diff(c.codici, codici); diff != "" || (p.Cursore != "") != c.altri {
				t.Errorf("cursor %q, codes (-want +got):\n%s", p.Cursore, diff)
			}
		})
	}
	for _, codice := range []string{"beta", "gamma", "ALFA", "\x00"} {
		_, err := b.servizio.Trova(t.Context(), "alfa", codice)
		testkit.Rifiutato(t, err, "NON_TROVATO", "")
	}
}

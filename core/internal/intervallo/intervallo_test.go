package intervallo_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/intervallo"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const ente = "00207190257"

func TestRegole(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	s := intervallo.Nuovo(a.Pools(t, "core"))
	a.Esegui(t, "core", "", `UPDATE tenant SET codice_fiscale = CASE nome WHEN 'alfa' THEN '00207190257' ELSE '' END`)
	passi := []struct {
		regola, tenant, ente, segregazione, prefisso string
		esito                                        voce.Esito
		dice                                         string
	}{
		{"the tenant's creditor by default", "alfa", "", "77", "5", voce.Creata, ""},
		{"the same again is harmless", "alfa", ente, "77", "5", voce.GiaPresente, ""},
		{"within another", "alfa", ente, "77", "51", "", "si sovrappone"},
		{"within another tenant's", "beta", ente, "77", "512", "", "si sovrappone"},
		{"the same on another tenant", "beta", ente, "77", "5", "", "si sovrappone"},
		{"another segregation", "beta", ente, "78", "51", voce.Creata, ""},
		{"around another", "beta", ente, "78", "5", "", "si sovrappone"},
		{"beside another", "alfa", ente, "78", "52", voce.Creata, ""},
		{"a creditor must be said where the tenant has none", "beta", "", "01", "1", "", "codiceFiscaleEnte"},
		{"a wrong check digit", "alfa", "00207190256", "01", "1", "", "codiceFiscaleEnte"},
		{"letters", "alfa", ente, "0A", "1", "", "segregazione"},
		{"nine digits", "alfa", ente, "01", "123456789", "", "prefisso"},
		{"no tenant", "", ente, "01", "1", "", "tenant"},
		{"an unknown tenant", "gamma", ente, "01", "1", "", "tenant"},
		{"script", "alfa", "<script>", "<s", "<script>", "", "prefisso"},
	}
	for _, p := range passi {
		t.Run(p.regola, func(t *testing.T) {
			i, esito, err := s.Crea(t.Context(), intervallo.Intervallo{Tenant: p.tenant, CodiceFiscaleEnte: p.ente, Segregazione: p.segregazione, Prefisso: p.prefisso})
			if esito != p.esito || (err == nil) != (p.dice == "") || err != nil && !strings.Contains(err.Error(), p.dice) {
				t.Fatalf("%q %v, want %q %q", esito, err, p.esito, p.dice)
			}
			if err != nil {
				return
			}
			numero, err := pagopa.LeggiNumero(i.Esempio)
			if err != nil || numero.Segregazione != p.segregazione || !strings.HasPrefix(numero.Base, p.prefisso) {
				t.Errorf("example %q: %+v %v", i.Esempio, numero, err)
			}
		})
	}
	for _, p := range []struct {
		regola, tenant, ente, prefisso string
		esito                          voce.Esito
		dice                           string
	}{
		{"codes of acts", "alfa", "", "786", voce.Creata, ""},
		{"codes of acts again", "alfa", "", "786", voce.GiaPresente, ""},
		{"codes of acts within another tenant's", "beta", "", "7861", "", "si sovrappone"},
		{"codes of acts like a prefix of notices", "beta", "", "5", voce.Creata, ""},
		{"codes of acts have no creditor", "alfa", ente, "61", "", "codiceFiscaleEnte"},
		{"ten digits", "alfa", "", "1234567890", "", "prefisso"},
	} {
		t.Run(p.regola, func(t *testing.T) {
			chiesto := intervallo.Intervallo{Tipo: intervallo.RaccomandataAG, Tenant: p.tenant, CodiceFiscaleEnte: p.ente, Prefisso: p.prefisso}
			i, esito, err := s.Crea(t.Context(), chiesto)
			if esito != p.esito || (err == nil) != (p.dice == "") || err != nil && !strings.Contains(err.Error(), p.dice) {
				t.Fatalf("%q %v, want %q %q", esito, err, p.esito, p.dice)
			}
			if letto := raccomandata.Valida(i.Esempio); err == nil && (!letto.Valido || !strings.HasPrefix(i.Esempio, p.prefisso)) {
				t.Errorf("example %q: %+v", i.Esempio, letto)
			}
		})
	}
	if _, _, err := s.Crea(t.Context(), intervallo.Intervallo{Tipo: "ALTRO", Tenant: "alfa", CodiceFiscaleEnte: ente, Segregazione: "01", Prefisso: "1"}); problem.As(err) == nil {
		t.Errorf("an unknown kind: %v", err)
	}
	t.Run("another tenant's range does not exist", func(t *testing.T) {
		letti, err := s.Elenca(t.Context(), "alfa", voce.Filtro{Dimensione: 2})
		if err != nil || len(letti.Elementi) != 2 || letti.Cursore == "" {
			t.Fatalf("%+v %v", letti, err)
		}
		if _, err := s.Trova(t.Context(), "alfa", "1 OR 1=1"); problem.As(err) == nil {
			t.Error(err)
		}
		for _, i := range letti.Elementi {
			id := strconv.FormatInt(i.ID, 10)
			if suo, err := s.Trova(t.Context(), "alfa", id); err != nil || suo != i {
				t.Errorf("alfa reads %+v (%v), want %+v", suo, err, i)
			}
			if _, err := s.Trova(t.Context(), "beta", id); !problem.Is(err, "NON_TROVATO") {
				t.Errorf("beta reads a range of alfa: %v", err)
			}
		}
	})
}

func TestSovrappostiInsieme(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	repliche := []*intervallo.Servizio{intervallo.Nuovo(a.Pools(t, "core")), intervallo.Nuovo(a.Pools(t, "core"))}
	prefissi := []string{"9", "91", "912", "9123"}
	var gruppo sync.WaitGroup
	for i, prefisso := range prefissi {
		gruppo.Go(func() {
			_, _, err := repliche[i%2].Crea(t.Context(), intervallo.Intervallo{Tenant: []string{"alfa", "beta"}[i%2],
				CodiceFiscaleEnte: ente, Segregazione: "05", Prefisso: prefisso})
			if err != nil && !problem.Is(err, "INTERVALLO_SOVRAPPOSTO") {
				t.Error(err)
			}
		})
	}
	gruppo.Wait()
	var quanti int
	err := a.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM intervallo WHERE segregazione = '05'`).Scan(&quanti)
	if err != nil || quanti != 1 {
		t.Errorf("%d ranges that overlap (%v), want 1", quanti, err)
	}
}

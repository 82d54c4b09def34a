package debito_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// TestWhileItIsSuspendedNothingIsToBePaid: the first step says it, by whom and since when, and what was owed;
// the account of the fine stays as it was.
func TestWhileItIsSuspendedNothingIsToBePaid(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-03-20")
	for nome, c := range map[string]struct {
		cambia func(*lettura.Verbale)
		regola string
		dice   []string
	}{
		"a hold of the command": {func(v *lettura.Verbale) { v.Debito, v.SospesoDal = "SOSPESO", calendario.MustParse("2026-03-11") },
			debito.RegolaSospeso, []string{"Il comando ha sospeso", "dall'11/03/2026", "Prima erano da pagare 52,00 €"}},
		"a hold whose day is not known": {func(v *lettura.Verbale) { v.Debito = "SOSPESO" }, debito.RegolaSospeso, []string{"l'obbligo di pagare: finché dura"}},
		"a hold after an advance": {func(v *lettura.Verbale) {
			v.Debito, v.Pagamenti = "SOSPESO", []lettura.Pagamento{paga(1000, "2026-03-10", "")}
		}, debito.RegolaSospeso, []string{"Prima erano da pagare 42,00 €"}},
		"a hold on a larger sum": {func(v *lettura.Verbale) { v.Debito, v.PrezzoCent = "SOSPESO", 9650 }, debito.RegolaSospeso, []string{"96,50 €"}},
		"the judge": {func(v *lettura.Verbale) {
			v.Ricorso, v.SospesoDal, v.ResiduoCent = "SOSPENSIVA", calendario.MustParse("2026-03-08"), 5200
			v.Ricorsi = []lettura.Ricorso{{Autorita: "PREFETTO", Stato: "RESPINTO"}, {Autorita: "GIUDICE_DI_PACE", Stato: "SOSPENSIVA"}}
		}, debito.RegolaSospensiva, []string{"Il giudice di pace ha sospeso", "dall'08/03/2026", "Prima erano da pagare 52,00 €"}},
		"nobody knows which authority": {func(v *lettura.Verbale) { v.Ricorso = "SOSPENSIVA" }, debito.RegolaSospensiva, []string{"L'autorità che decide sul ricorso"}},
	} {
		v := unVerbale()
		prima, err := debito.Di(&v).ContoAl(giorno)
		if err != nil {
			t.Fatal(err)
		}
		c.cambia(&v)
		e, err := debito.Di(&v).Dovuto(suo("obbligato"), giorno)
		if err != nil || e.DovutoCent != 0 || e.VersatoCent-e.EccedenzaCent+e.DovutoCent != e.TotaleCent || e.Spiegazione[0].Regola != c.regola {
			t.Errorf("%s: %v %+v", nome, err, e)
		}
		for _, parole := range c.dice {
			if !strings.Contains(e.Spiegazione[0].Testo, parole) {
				t.Errorf("%s: %q does not say %q", nome, e.Spiegazione[0].Testo, parole)
			}
		}
		if n := passi(e); n != 0 {
			t.Errorf("%s: the steps add up to %d", nome, n)
		}
		if slices.ContainsFunc(e.Spiegazione, func(p cds.Passo) bool { return strings.Contains(p.Testo, "scontato fino") }) {
			t.Errorf("%s: a term runs: %+v", nome, e.Spiegazione)
		}
		if dopo, err := debito.Di(&v).ContoAl(giorno); nome == "a hold of the command" && (err != nil || dopo.Conto != prima.Conto) {
			t.Errorf("the account moves from %+v to %+v", prima.Conto, dopo.Conto)
		}
	}
}

// TestAHoldOnWhatWasPaidSaysNothing: a debt that money closed is not suspended.
func TestAHoldOnWhatWasPaidSaysNothing(t *testing.T) {
	t.Parallel()
	v := unVerbale()
	v.Debito, v.Pagamenti = "SOSPESO", []lettura.Pagamento{paga(3940, "2026-03-05", "")}
	e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-12-01"))
	if err != nil || e.DovutoCent != 0 || e.TotaleCent != 3940 || e.Spiegazione[0].Regola == debito.RegolaSospeso {
		t.Errorf("%v %+v", err, e)
	}
}

// TestARefundComesBeforeWhatItLeaves: the step that takes money off takes off what the step before it leaves.
func TestARefundComesBeforeWhatItLeaves(t *testing.T) {
	t.Parallel()
	v := unVerbale()
	v.Pagamenti = []lettura.Pagamento{paga(4700, "2026-03-05", "")}
	v.RimborsatoCent = 500
	e, err := debito.Di(&v).Dovuto(suo("obbligato"), calendario.MustParse("2026-03-06"))
	if err != nil {
		t.Fatal(err)
	}
	var testi []string
	for _, p := range e.Spiegazione {
		if p.Regola == "RIMBORSO" || p.Regola == "VERSATO" || p.Regola == "ECCEDENZA" {
			testi = append(testi, p.Testo)
		}
	}
	vuole := []string{"Dei 47,00 € arrivati ne sono stati rimborsati 5,00 €: ne restano versati 42,00 €.",
		"Già versati 42,00 €, a fronte di 39,40 € dovuti.", "Versati 2,60 € in più del dovuto."}
	if !slices.Equal(testi, vuole) {
		t.Errorf("%q", testi)
	}
}

func passi(e cds.EsitoDovuto) (somma importo.Cent) {
	for _, p := range e.Spiegazione {
		if p.ImportoCent != nil {
			somma += importo.Cent(*p.ImportoCent)
		}
	}
	return somma
}

package sportello

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestWhereTheMoneyWent(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-11-11")
	for nome, c := range map[string]struct {
		pagamento pagamento.Pagamento
		vuole     []riga
	}{
		"too much, and refunded in part": {pagamento.Pagamento{Somme: pagamento.Somme{ArrivatiCent: 4700, UsatiCent: 2940, InPiuCent: 1760,
			RimborsatiCent: 500, DaRendereCent: 1260, Rimborsi: []pagamento.Rimborso{{Data: giorno, ImportoCent: 500}}}},
			[]riga{{"In tutto sono arrivati", 4700}, {"Usati per pagare questo verbale", 2940}, {"Versati in più", 1760},
				{"Di questi, rimborso disposto l'11/11/2026", 500}, {"Ancora da rimborsare", 1260}, {"Restano da pagare oggi", 0}}},
		"a refund of which only the sum is known": {pagamento.Pagamento{Somme: pagamento.Somme{ArrivatiCent: 500, InPiuCent: 500, RimborsatiCent: 500}},
			[]riga{{"In tutto sono arrivati", 500}, {"Usati per pagare questo verbale", 0}, {"Versati in più", 500}, {"Di questi, già rimborsati", 500},
				{"Restano da pagare oggi", 0}}},
		"an advance": {pagamento.Pagamento{ImportoDovutoCent: 1940, Somme: pagamento.Somme{ArrivatiCent: 1000, UsatiCent: 1000}},
			[]riga{{"In tutto sono arrivati", 1000}, {"Usati per pagare questo verbale", 1000}, {"Restano da pagare oggi", 1940}}},
		"an advance on a sum that is suspended": {pagamento.Pagamento{Sospeso: "Sospeso.", Somme: pagamento.Somme{ArrivatiCent: 1000, UsatiCent: 1000}},
			[]riga{{"In tutto sono arrivati", 1000}, {"Usati per pagare questo verbale", 1000}}},
	} {
		if diff := cmp.Diff(c.vuole, conti(c.pagamento)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nome, diff)
		}
	}
}

func TestTermsThatRun(t *testing.T) {
	t.Parallel()
	paga, ricorre := pagamento.Termine{Tipo: cds.PagamentoRidotto60}, pagamento.Termine{Tipo: cds.RicorsoGiudice30}
	tutti := []pagamento.Termine{paga, ricorre}
	for nome, c := range map[string]struct {
		pagamento pagamento.Pagamento
		vuole     []pagamento.Termine
	}{
		"a sum is asked":       {pagamento.Pagamento{ImportoDovutoCent: 1}, tutti},
		"nothing is asked":     {pagamento.Pagamento{}, nil},
		"the sum is suspended": {pagamento.Pagamento{Sospeso: "Sospeso."}, []pagamento.Termine{ricorre}},
	} {
		if diff := cmp.Diff(c.vuole, termini(tutti, c.pagamento)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nome, diff)
		}
	}
}

func TestHowACommandIsReached(t *testing.T) {
	t.Parallel()
	vuole := []contatto{{"Telefono", "000 000000", "tel:000000000"}, {"PEC", "a@pec.example", "mailto:a@pec.example"}, {"Sito", "www.a.example", "https://www.a.example"}}
	if diff := cmp.Diff(vuole, recapiti(portale.Contatti{Nome: "Polizia", Telefono: "000 000000", PEC: "a@pec.example", SitoWeb: "www.a.example"})); diff != "" {
		t.Error(diff)
	}
	dati := []contatto{{"Come sono trattati i dati personali", "https://a.example/privacy", "https://a.example/privacy"}, {"Responsabile della protezione dei dati", "dpo@a.example", ""}}
	if diff := cmp.Diff(dati, recapiti(portale.Contatti{Informativa: "https://a.example/privacy", DPO: "dpo@a.example"})); diff != "" {
		t.Error(diff)
	}
	if r := recapiti(portale.Contatti{SitoWeb: "http://a.example/x"}); len(r) != 1 || r[0].Indirizzo != "http://a.example/x" {
		t.Errorf("%+v", r)
	}
}

func TestWhoNeedsSomebodyToAsk(t *testing.T) {
	t.Parallel()
	passato, buono := pagamento.Opzione{Trascorso: true}, pagamento.Opzione{}
	for nome, c := range map[string]struct {
		opzioni []pagamento.Opzione
		vuole   bool
	}{
		"no notice": {nil, true}, "a notice whose term is over": {[]pagamento.Opzione{passato}, true},
		"one that is in time": {[]pagamento.Opzione{passato, buono}, false},
	} {
		if ha := passata(pagamento.Pagamento{Opzioni: c.opzioni}); ha != c.vuole {
			t.Errorf("%s: %t", nome, ha)
		}
	}
}

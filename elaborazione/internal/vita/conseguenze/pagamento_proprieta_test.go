package conseguenze

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// oggiProva is when everything is recorded: months after the service.
func oggiProva() calendario.Giorno { return ggmm("2026-10-20") }

// versi draws a payment on a day before or after the service, with one of the notices or none.
func versi(rt *rapid.T, giorni int) vita.PagamentoRegistrato {
	p := vita.Pagamento{ID: vita.NuovoID(), Canale: "CASSA", Riferimento: vita.NuovoID().String()}
	p.Avviso = idProva(rapid.SampledFrom([]byte{0, scontatoObbligato, ridottoObbligato, scontatoTrasgressore}).Draw(rt, "avviso"))
	p.ImportoCent = importo.Cent(rapid.SampledFrom([]int64{1, 999, 2940, 3940, 5200, 9650, 12000}).Draw(rt, "cent"))
	p.Data = ggmm("2026-02-10").AddDays(rapid.IntRange(0, giorni).Draw(rt, "giorno"))
	return vita.PagamentoRegistrato{Pagamento: p}
}

// servitaACaso serves the owner, the driver, both or nobody.
func servitaACaso(rt *rapid.T, x *storiaProva) {
	for _, posizione := range []byte{diObbligato, diTrasgressore} {
		if rapid.Bool().Draw(rt, "servita") {
			prova := rapid.SampledFrom([]string{"AR1", ""}).Draw(rt, "prova")
			x.serve(rt, posizione, ggmm("2026-02-20").AddDays(rapid.IntRange(0, 60).Draw(rt, "zero")).String(), prova)
		}
	}
}

// tiene checks what must hold of every account: to the cent, equal on replay, and the same as what the
// pages read.
func tiene(rt *rapid.T, x *storiaProva) {
	c := x.stato.Conto
	if !c.Torna() || c.VersatoCent != x.stato.VersatoCent() {
		rt.Fatalf("il conto non torna: %+v, versati %d", c, x.stato.VersatoCent())
	}
	rifatto, err := vita.Rivivi(x.stato.ID, x.eventi)
	if d := cmp.Diff(x.stato, rifatto); err != nil || d != "" {
		rt.Fatalf("la storia rivissuta: %v %s", err, d)
	}
	if x.stato.DebitoChiuso() != (c.ResiduoCent == 0) {
		rt.Fatalf("debito %s con residuo %d", x.stato.Debito, c.ResiduoCent)
	}
	for _, a := range x.stato.Avvisi {
		if x.stato.DebitoChiuso() && a.Stato == verbale.AvvisoEmesso {
			rt.Fatalf("un avviso da pagare a debito chiuso: %+v", a)
		}
	}
	minore := importo.Cent(-1) // of those who paid last, the one whom it costs least
	for _, chi := range x.paganti() {
		e, err := x.stato.DovutoAl(chi, oggiProva())
		if err != nil {
			rt.Fatal(err)
		}
		if minore < 0 || e.DovutoCent < minore {
			minore = e.DovutoCent
		}
	}
	if minore != c.ResiduoCent {
		rt.Fatalf("le pagine chiedono %d, il conto %d: %+v", minore, c.ResiduoCent, c)
	}
}

// legge says by itself what the account must be: each day's money against the least price of those who
// paid that day.
func legge(rt *rapid.T, s vita.Stato) (prezzo importo.Cent, chiuso bool) {
	var giorni []calendario.Giorno
	vivi := slices.DeleteFunc(slices.Clone(s.Pagamenti), func(p vita.Pagamento) bool { return !p.Stornato.IsZero() })
	for _, p := range vivi {
		giorni = append(giorni, p.Data)
	}
	slices.SortFunc(giorni, func(a, b calendario.Giorno) int { return a.DiffDays(b) })
	giorni = slices.Compact(giorni)
	var ultimo importo.Cent
	for _, g := range giorni {
		var finora, minimo importo.Cent
		for _, p := range vivi {
			if !p.Data.After(g) {
				finora += p.ImportoCent
			}
			if p.Data == g {
				minimo = minDi(minimo, prezzoDi(rt, s, p, g))
			}
		}
		if finora >= minimo {
			return minimo, true
		}
	}
	for _, p := range vivi {
		if p.Data == giorni[len(giorni)-1] {
			ultimo = minDi(ultimo, prezzoDi(rt, s, p, oggiProva()))
		}
	}
	return ultimo, false
}

func minDi(a, b importo.Cent) importo.Cent {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// prezzoDi is the price of a day at the position of a payment, straight from the law.
func prezzoDi(rt *rapid.T, s vita.Stato, p vita.Pagamento, giorno calendario.Giorno) importo.Cent {
	pos, _ := s.Posizione(p.Posizione)
	if !pos.GiornoZero.IsZero() && pos.Prova == "" { // no surcharge without proof
		z, _ := s.Scadenza(pos.ID, cds.PagamentoRidotto60)
		if giorno.After(z.Giorno) {
			giorno = z.Giorno
		}
	}
	v := s.Violazioni[0]
	q := cds.Situazione{SpeseCent: pos.SpeseCent, Violazioni: debito.Violazioni([]lettura.Violazione{{Codice: v.Codice, MinimoCent: v.MinimoCent,
		MassimoCent: v.MassimoCent, Sconto30: v.Sconto30, PagamentoRidotto: v.PagamentoRidotto}})}
	n, err := q.SemestriAl(pos.GiornoZero, giorno)
	q.SemestriInRitardo = n
	e, errDovuto := cds.SommaDovutaAl(q, pos.GiornoZero, giorno)
	if err != nil || errDovuto != nil {
		rt.Fatalf("%v %v", err, errDovuto)
	}
	return e.TotaleCent
}

// paganti are the positions of who paid on the last day with a payment; a fine that nobody paid has the
// zero one, which the debt prices as it follows.
func (x *storiaProva) paganti() []uuid.UUID {
	vivi := slices.DeleteFunc(slices.Clone(x.stato.Pagamenti), func(p vita.Pagamento) bool { return !p.Stornato.IsZero() })
	var ultimo calendario.Giorno
	for _, p := range vivi {
		if p.Data.After(ultimo) {
			ultimo = p.Data
		}
	}
	chi := []uuid.UUID{}
	for _, p := range vivi {
		if p.Data == ultimo {
			chi = append(chi, p.Posizione)
		}
	}
	if len(chi) == 0 {
		chi = append(chi, uuid.Nil)
	}
	return chi
}

// registra decides and applies a payment: a decision of ours is never refused.
func (x *storiaProva) registra(rt *rapid.T, p vita.PagamentoRegistrato) {
	eventi, err := Incassa(x.stato, vita.Evento{Attore: "prova"}, p, oggiProva())
	if err != nil {
		rt.Fatalf("%+v: %v", p, err)
	}
	x.fa(rt, eventi...)
}

// TestPagamentiACaso: payments on any day, recorded in any order, some taken back: the debt is closed
// exactly when the law says so.
func TestPagamentiACaso(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := nuovaStoria(t)
		servitaACaso(rt, x)
		for range rapid.IntRange(1, 8).Draw(rt, "quanti") {
			vivi := slices.DeleteFunc(slices.Clone(x.stato.Pagamenti), func(p vita.Pagamento) bool { return !p.Stornato.IsZero() })
			if len(vivi) > 1 && rapid.IntRange(0, 3).Draw(rt, "storna") == 0 {
				p := rapid.SampledFrom(vivi).Draw(rt, "quale")
				eventi, err := Storna(x.stato, vita.Evento{Attore: "prova", Causa: "prova", DataLegale: oggiProva()}, p.ID)
				if err != nil {
					rt.Fatal(err)
				}
				x.fa(rt, eventi...)
			} else {
				x.registra(rt, versi(rt, 200))
			}
			prezzo, chiuso := legge(rt, x.stato)
			if chiuso = chiuso || x.stato.VersatoCent() >= prezzo; x.stato.DebitoChiuso() != chiuso {
				rt.Fatalf("debito %s, per la legge chiuso %t: %+v %+v", x.stato.Debito, chiuso, x.stato.Conto, x.stato.Pagamenti)
			}
			if !chiuso && x.stato.Conto.PrezzoCent != prezzo {
				rt.Fatalf("prezzo %d, per la legge %d", x.stato.Conto.PrezzoCent, prezzo)
			}
			tieneSoloConto(rt, x)
		}
	})
}

func tieneSoloConto(rt *rapid.T, x *storiaProva) {
	rifatto, err := vita.Rivivi(x.stato.ID, x.eventi)
	if d := cmp.Diff(x.stato, rifatto); err != nil || d != "" || !x.stato.Conto.Torna() {
		rt.Fatalf("%v %s %+v", err, d, x.stato.Conto)
	}
}

// TestRimborsiACaso adds refunds: the account adds up, replays and is what the pages say.
func TestRimborsiACaso(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := nuovaStoria(t)
		servitaACaso(rt, x)
		for range rapid.IntRange(1, 10).Draw(rt, "quanti") {
			base := vita.Evento{Attore: "prova", Causa: "prova", DataLegale: oggiProva()}
			vivi := slices.DeleteFunc(slices.Clone(x.stato.Pagamenti), func(p vita.Pagamento) bool { return !p.Stornato.IsZero() })
			resta := x.stato.Conto.EccedenzaCent - x.stato.Conto.RimborsatoCent
			var eventi []vita.Evento
			var err error
			switch fa := rapid.IntRange(0, 3).Draw(rt, "che cosa"); {
			case fa == 0 && len(vivi) > 1:
				eventi, err = Storna(x.stato, base, rapid.SampledFrom(vivi).Draw(rt, "quale").ID)
			case fa == 1 && resta > 0 && x.stato.Debito == verbale.Eccedenza:
				eventi, err = Rimborsa(x.stato, base, importo.Cent(rapid.Int64Range(1, int64(resta)).Draw(rt, "rimborso")), "")
			default:
				x.registra(rt, versi(rt, 200))
			}
			if err != nil {
				rt.Fatal(err)
			}
			x.fa(rt, eventi...)
			tiene(rt, x)
		}
	})
}

// TestOrdineDiRegistrazione: of payments of one day the order in which they are recorded changes nothing.
func TestOrdineDiRegistrazione(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := nuovaStoria(t)
		servitaACaso(rt, x)
		y := *x
		pagamenti := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) vita.PagamentoRegistrato { return versi(rt, 0) }), 1, 5).Draw(rt, "pagamenti")
		giorno := ggmm("2026-02-10").AddDays(rapid.IntRange(0, 200).Draw(rt, "giorno"))
		for i := range pagamenti {
			pagamenti[i].Data, pagamenti[i].ID = giorno, vita.NuovoID()
		}
		for _, p := range pagamenti {
			x.registra(rt, p)
		}
		for _, p := range rapid.Permutation(pagamenti).Draw(rt, "ordine") {
			y.registra(rt, p)
		}
		if d := cmp.Diff(x.stato.Conto, y.stato.Conto); d != "" || x.stato.Debito != y.stato.Debito {
			rt.Fatalf("%s e %s: %s", x.stato.Debito, y.stato.Debito, d)
		}
	})
}

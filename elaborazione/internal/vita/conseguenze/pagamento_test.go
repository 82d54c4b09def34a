package conseguenze

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The two positions of storiaProva and their notices.
const (
	scontatoObbligato, ridottoObbligato = 31, 32
	scontatoTrasgressore                = 33
)

// storiaProva is a fine of 42.00 to 173.00 euro of 2 February 2026, with ten euro of expenses on the
// owner's notices: owner and driver answer for it and have their acts in hand.
type storiaProva struct {
	stato  vita.Stato
	eventi []vita.Evento
}

func nuovaStoria(t testing.TB) *storiaProva {
	t.Helper()
	x := &storiaProva{stato: vita.Stato{ID: idProva(9)}}
	giorno := ggmm("2026-02-10")
	e := func(posizione byte, d vita.Dati) vita.Evento {
		return vita.Evento{Posizione: idProva(posizione), DataLegale: giorno, Attore: "prova", Dati: d}
	}
	avviso := func(id, posizione byte, tipo cds.Tipo, cent importo.Cent) vita.Avviso {
		return vita.Avviso{ID: idProva(id), Posizione: idProva(posizione), Tipo: tipo, NumeroAvviso: strconv.Itoa(int(id)), ImportoCent: cent}
	}
	x.fa(t,
		e(0, vita.Inserito{Punti: verbale.PuntiNonDovuti, Violazioni: []vita.ViolazioneScelta{{Codice: "7-14-1", MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true}},
			Posizioni: []vita.Posizione{{ID: idProva(diObbligato), Ordine: 1, Titolo: verbale.Obbligato, Soggetto: idProva(21)},
				{ID: idProva(diTrasgressore), Ordine: 2, Titolo: verbale.Trasgressore, Soggetto: idProva(22)}}}),
		e(0, vita.ValidatoDati{}),
		e(0, vita.AvvisiEmessi{Avvisi: []vita.Avviso{
			avviso(scontatoObbligato, diObbligato, cds.Ridotto30, 2940), avviso(ridottoObbligato, diObbligato, cds.Ridotto, 4200),
			avviso(scontatoTrasgressore, diTrasgressore, cds.Ridotto30, 2940), avviso(34, diTrasgressore, cds.Ridotto, 4200)}}),
		e(diObbligato, vita.SpeseAddebitate{SpeseCent: 1000}),
		e(diObbligato, vita.AttoGenerato{Documenti: []vita.Documento{{ID: idProva(41), Tipo: verbale.DocumentoAtto}}}),
		e(diTrasgressore, vita.AttoGenerato{Documenti: []vita.Documento{{ID: idProva(42), Tipo: verbale.DocumentoAtto}}}),
	)
	return x
}

// fallisce is a test, or the check of a property.
type fallisce interface {
	Helper()
	Fatalf(formato string, args ...any)
}

// fa applies events and remembers them.
func (x *storiaProva) fa(t fallisce, eventi ...vita.Evento) {
	t.Helper()
	for _, e := range eventi {
		dopo, err := vita.Applica(x.stato, e)
		if err != nil {
			t.Fatalf("%s: %v", e.Tipo(), err)
		}
		x.stato, x.eventi = dopo, append(x.eventi, e)
	}
}

func scadenzeDa(servito calendario.Giorno) []vita.Scadenza {
	sconto, errS := cds.UltimoGiorno(cds.PagamentoScontato5, servito)
	ridotto, errR := cds.UltimoGiorno(cds.PagamentoRidotto60, servito)
	if errS != nil || errR != nil {
		panic(servito.String())
	}
	return []vita.Scadenza{{Tipo: cds.PagamentoScontato5, Giorno: sconto}, {Tipo: cds.PagamentoRidotto60, Giorno: ridotto}}
}

// serve serves a position on a day.
func (x *storiaProva) serve(t fallisce, posizione byte, giorno, prova string) {
	t.Helper()
	e := vita.Evento{Posizione: idProva(posizione), DataLegale: ggmm(giorno), Registrato: ggmm(giorno).Inizio().Add(12 * time.Hour), Attore: "prova", Prova: prova,
		Dati: vita.NotificaPerfezionata{Scadenze: scadenzeDa(ggmm(giorno))}}
	e.Deciso.Procedura, e.Deciso.Debito = verbale.InNotifica, x.stato.Debito
	if altri := x.stato; true {
		altri = altri.Copia()
		altri.Posizioni[posizione-1].GiornoZero = e.DataLegale
		if altri.TutteServite() {
			e.Deciso.Procedura = verbale.Notificato
		}
	}
	if x.stato.ProceduraChiusa() {
		e.Deciso.Procedura = x.stato.Procedura
	}
	if x.stato.Debito == verbale.NonEsigibile {
		e.Deciso.Debito = verbale.DebitoRidotto30
	}
	x.fa(t, e)
}

// paga records a payment as of a day; avviso zero names the fine alone.
func (x *storiaProva) paga(t testing.TB, cent importo.Cent, giorno string, avviso byte, oggi string) vita.PagamentoRegistrato {
	t.Helper()
	p := vita.Pagamento{ID: vita.NuovoID(), ImportoCent: cent, Data: ggmm(giorno), Canale: "CASSA", Riferimento: vita.NuovoID().String()}
	if avviso != 0 {
		p.Avviso = idProva(avviso)
	}
	eventi, err := Incassa(x.stato, vita.Evento{Attore: "prova"}, vita.PagamentoRegistrato{Pagamento: p}, ggmm(oggi))
	if err != nil {
		t.Fatal(err)
	}
	x.fa(t, eventi...)
	r, _ := eventi[0].Dati.(vita.PagamentoRegistrato)
	return r
}

func (x *storiaProva) storna(t testing.TB, p vita.PagamentoRegistrato, giorno string) {
	t.Helper()
	eventi, err := Storna(x.stato, vita.Evento{Attore: "prova", Causa: "assegno scoperto", DataLegale: ggmm(giorno)}, p.ID)
	if err != nil {
		t.Fatal(err)
	}
	x.fa(t, eventi...)
}

// verifica checks the account, the axes and that the history replays.
func (x *storiaProva) verifica(t testing.TB, vuole vita.Conto, debito verbale.Debito, procedura verbale.Procedura) {
	t.Helper()
	if d := cmp.Diff(vuole, x.stato.Conto); d != "" || x.stato.Debito != debito || x.stato.Procedura != procedura {
		t.Errorf("debito %s, procedura %s: %s", x.stato.Debito, x.stato.Procedura, d)
	}
	rifatto, err := vita.Rivivi(x.stato.ID, x.eventi)
	if d := cmp.Diff(x.stato, rifatto); err != nil || d != "" {
		t.Errorf("la storia rivissuta: %v %s", err, d)
	}
}

// TestUnPagamento: what one payment does, rule by rule.
func TestUnPagamento(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola    string
		prima     func(fallisce, *storiaProva)
		cent      importo.Cent
		giorno    string
		avviso    byte
		conto     vita.Conto
		debito    verbale.Debito
		procedura verbale.Procedura
	}{
		{"before service the price of day zero closes the debt (d)", nil, 3940, "2026-02-20", scontatoObbligato,
			vita.Conto{PrezzoCent: 3940, VersatoCent: 3940}, verbale.Pagato, verbale.Definito},
		{"before service one cent less is an advance", nil, 3939, "2026-02-20", scontatoObbligato,
			vita.Conto{PrezzoCent: 3940, VersatoCent: 3939, ResiduoCent: 1}, verbale.PagatoParziale, verbale.ConAtto},
		{"who names the fine alone pays at the position that owes least", nil, 2940, "2026-02-20", 0,
			vita.Conto{PrezzoCent: 2940, VersatoCent: 2940}, verbale.Pagato, verbale.Definito},
		{"on the fifth day less 30 %", servita2Marzo, 3940, "2026-03-07", scontatoObbligato,
			vita.Conto{PrezzoCent: 3940, VersatoCent: 3940}, verbale.Pagato, verbale.Definito},
		{"on the sixth day the discounted notice still counts, and does not suffice: what is left is that of the day of recording", servita2Marzo, 3940, "2026-03-08", scontatoObbligato,
			vita.Conto{PrezzoCent: 9650, VersatoCent: 3940, ResiduoCent: 5710}, verbale.PagatoParziale, verbale.InNotifica},
		{"on the last day, past the holiday, the minimum; recorded much later it closes all the same", servita2Marzo, 5200, "2026-05-02", ridottoObbligato,
			vita.Conto{PrezzoCent: 5200, VersatoCent: 5200}, verbale.Pagato, verbale.Definito},
		{"after sixty days it is an advance on half of the maximum", servita2Marzo, 5200, "2026-05-05", ridottoObbligato,
			vita.Conto{PrezzoCent: 9650, VersatoCent: 5200, ResiduoCent: 4450}, verbale.PagatoParziale, verbale.InNotifica},
		{"what is more than the price of the day is to refund", servita2Marzo, 5200, "2026-03-05", ridottoObbligato,
			vita.Conto{PrezzoCent: 3940, VersatoCent: 5200, EccedenzaCent: 1260}, verbale.Eccedenza, verbale.Definito},
		{"the day that prices it is the payer's, though another is late", servita2Marzo, 2940, "2026-05-20", scontatoTrasgressore,
			vita.Conto{PrezzoCent: 2940, VersatoCent: 2940}, verbale.Pagato, verbale.Definito},
		{"while the proof of service is in doubt nothing is added (b)", func(t fallisce, x *storiaProva) {
			x.serve(t, diObbligato, "2026-03-02", "")
		}, 5200, "2026-05-20", ridottoObbligato, vita.Conto{PrezzoCent: 5200, VersatoCent: 5200}, verbale.Pagato, verbale.Definito},
		{"an open appeal changes no price, and keeps the fine open", func(t fallisce, x *storiaProva) {
			x.serve(t, diObbligato, "2026-03-02", "AR1")
			x.fa(t, vita.Evento{Posizione: idProva(diObbligato), DataLegale: ggmm("2026-03-04"), Attore: "prova", Causa: "prova", Dati: vita.RicorsoProposto{IDRicorso: idProva(61), Autorita: verbale.Prefetto}})
		}, 5200, "2026-03-20", ridottoObbligato, vita.Conto{PrezzoCent: 5200, VersatoCent: 5200}, verbale.Pagato, verbale.InNotifica},
		{"a hold stays, and holds the price", func(t fallisce, x *storiaProva) {
			x.serve(t, diObbligato, "2026-03-02", "AR1")
			x.fa(t, vita.Evento{DataLegale: ggmm("2026-03-04"), Attore: "prova", Causa: "prova", Dati: vita.Fatto{Quale: verbale.EventoDebitoSospeso}})
		}, 1000, "2026-05-20", ridottoObbligato, vita.Conto{PrezzoCent: 5200, VersatoCent: 1000, ResiduoCent: 4200}, verbale.Sospeso, verbale.InNotifica},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			x := nuovaStoria(t)
			if c.prima != nil {
				c.prima(t, x)
			}
			p := x.paga(t, c.cent, c.giorno, c.avviso, "2026-05-20")
			x.verifica(t, c.conto, c.debito, c.procedura)
			if p.Chiude != (c.conto.ResiduoCent == 0) || len(p.Spiegazione) == 0 {
				t.Errorf("%+v", p)
			}
		})
	}
}

// servita2Marzo serves the owner on 2 March 2026, with proof.
func servita2Marzo(t fallisce, x *storiaProva) { x.serve(t, diObbligato, "2026-03-02", "AR1") }

func TestPiuPagamenti(t *testing.T) {
	t.Parallel()
	t.Run("two advances that suffice together on their day close it", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		x.paga(t, 2000, "2026-03-10", ridottoObbligato, "2026-03-10")
		x.paga(t, 3200, "2026-04-10", ridottoObbligato, "2026-04-10")
		x.verifica(t, vita.Conto{PrezzoCent: 5200, VersatoCent: 5200}, verbale.Pagato, verbale.Definito)
		if a := x.stato.Avvisi[1]; a.Stato != verbale.AvvisoPagato || x.stato.Avvisi[0].Stato != verbale.AvvisoAnnullato {
			t.Errorf("%+v", x.stato.Avvisi)
		}
	})
	t.Run("on a closed debt it is excess, with an anomaly for a person", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.paga(t, 2940, "2026-02-20", scontatoTrasgressore, "2026-02-20")
		p := x.paga(t, 2940, "2026-02-20", scontatoTrasgressore, "2026-02-20")
		x.verifica(t, vita.Conto{PrezzoCent: 2940, VersatoCent: 5880, EccedenzaCent: 2940}, verbale.Eccedenza, verbale.Definito)
		if len(x.stato.Anomalie) != 1 || x.stato.Anomalie[0].Tipo != verbale.AnomaliaNonDovuto || p.Risposta().Esito != vita.PagamentoEccedente {
			t.Errorf("%+v %+v", x.stato.Anomalie, p.Risposta())
		}
	})
	t.Run("one that had arrived earlier closes the debt for less: the later one is excess", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		x.paga(t, 9650, "2026-05-10", ridottoObbligato, "2026-05-10")
		x.paga(t, 3940, "2026-03-05", scontatoObbligato, "2026-05-11")
		x.verifica(t, vita.Conto{PrezzoCent: 3940, VersatoCent: 13590, EccedenzaCent: 9650}, verbale.Eccedenza, verbale.Definito)
	})
	t.Run("a service proved afterwards never makes a closed debt cost more (e)", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.paga(t, 3940, "2026-03-20", scontatoObbligato, "2026-03-20")
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		x.paga(t, 1000, "2026-03-25", ridottoObbligato, "2026-03-25")
		x.verifica(t, vita.Conto{PrezzoCent: 3940, VersatoCent: 4940, EccedenzaCent: 1000}, verbale.Eccedenza, verbale.Definito)
	})
	t.Run("enforcement has its money in the same change", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.stato.Debito, x.stato.Riscossione, x.stato.Procedura = verbale.DebitoIntero, verbale.InRuolo, verbale.Notificato
		x.stato.Posizioni[0].GiornoZero, x.stato.Posizioni[0].Prova = ggmm("2026-03-02"), "AR1"
		x.stato.Posizioni[1].Chiusa = "non era alla guida"
		x.eventi = nil
		x.paga(t, 9650, "2026-05-10", ridottoObbligato, "2026-05-10")
		var tipi []verbale.TipoEvento
		for _, e := range x.eventi {
			tipi = append(tipi, e.Tipo())
		}
		if x.stato.Riscossione != verbale.Riscosso || x.stato.Procedura != verbale.Definito ||
			!slices.Equal(tipi, []verbale.TipoEvento{verbale.EventoPagamento, verbale.EventoCreditoRiscosso, verbale.EventoDefinito}) {
			t.Errorf("%+v, %v", x.stato.Assi, tipi)
		}
	})
	t.Run("while points wait the fine is not over", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.stato.Punti = verbale.PuntiDaComunicare
		x.paga(t, 3940, "2026-02-20", scontatoObbligato, "2026-02-20")
		if x.stato.Debito != verbale.Pagato || x.stato.Procedura != verbale.ConAtto {
			t.Errorf("%+v", x.stato.Assi)
		}
	})
}

func TestStorno(t *testing.T) {
	t.Parallel()
	t.Run("the only payment: the debt goes back to what it is on that day, and the procedure with it", func(t *testing.T) {
		t.Parallel()
		for giorno, vuole := range map[string]struct {
			prezzo importo.Cent
			debito verbale.Debito
		}{"2026-03-06": {3940, verbale.DebitoRidotto30}, "2026-03-20": {5200, verbale.DebitoRidotto}, "2026-05-20": {9650, verbale.DebitoIntero}} {
			x := nuovaStoria(t)
			x.serve(t, diObbligato, "2026-03-02", "AR1")
			p := x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04")
			x.storna(t, p, giorno)
			x.verifica(t, vita.Conto{PrezzoCent: vuole.prezzo, ResiduoCent: vuole.prezzo}, vuole.debito, verbale.InNotifica)
			if x.stato.Avvisi[0].Stato != verbale.AvvisoEmesso || !x.stato.Scadenze[0].Fatta.IsZero() {
				t.Errorf("%+v %+v", x.stato.Avvisi, x.stato.Scadenze)
			}
		}
	})
	t.Run("before service nothing may be asked yet", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.storna(t, x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04"), "2026-03-05")
		x.verifica(t, vita.Conto{PrezzoCent: 2940, ResiduoCent: 2940}, verbale.NonEsigibile, verbale.ConAtto)
	})
	t.Run("one of two: what is left is judged on its own day", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		p := x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04")
		x.paga(t, 5200, "2026-03-20", ridottoObbligato, "2026-03-20")
		x.storna(t, p, "2026-05-20")
		x.verifica(t, vita.Conto{PrezzoCent: 5200, VersatoCent: 5200}, verbale.Pagato, verbale.Definito)
		if x.stato.Avvisi[0].Stato == verbale.AvvisoPagato {
			t.Errorf("l'avviso del pagamento stornato risulta pagato: %+v", x.stato.Avvisi)
		}
	})
	t.Run("money given back was not kept: it pays nothing", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		p := x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04")
		x.paga(t, 3940, "2026-03-05", scontatoObbligato, "2026-03-05")
		eventi, err := Rimborsa(x.stato, vita.Evento{DataLegale: ggmm("2026-03-10"), Attore: "prova", Causa: "doppio"}, 3940, "")
		if err != nil {
			t.Fatal(err)
		}
		x.fa(t, eventi...)
		x.verifica(t, vita.Conto{PrezzoCent: 3940, VersatoCent: 7880, EccedenzaCent: 3940, RimborsatoCent: 3940}, verbale.Rimborsato, verbale.Definito)
		x.storna(t, p, "2026-03-20")
		x.verifica(t, vita.Conto{PrezzoCent: 5200, VersatoCent: 3940, EccedenzaCent: 3940, RimborsatoCent: 3940, ResiduoCent: 5200},
			verbale.PagatoParziale, verbale.InNotifica)
		x.paga(t, 3940, "2026-03-06", scontatoObbligato, "2026-03-21")
		x.verifica(t, vita.Conto{PrezzoCent: 3940, VersatoCent: 7880, EccedenzaCent: 3940, RimborsatoCent: 3940}, verbale.Rimborsato, verbale.Definito)
	})
	t.Run("what enforcement had collected is to collect again", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		p := x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04")
		x.stato.Riscossione = verbale.Riscosso
		x.storna(t, p, "2026-05-20")
		if x.stato.Riscossione != verbale.Selezionato || x.stato.Debito != verbale.DebitoIntero {
			t.Errorf("%+v", x.stato.Assi)
		}
	})
	t.Run("an act that was not made yet is made", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		p := x.paga(t, 3940, "2026-02-20", scontatoObbligato, "2026-02-20")
		for i := range x.stato.Posizioni {
			x.stato.Posizioni[i].Atto = uuid.Nil
		}
		prima := x.stato
		x.storna(t, p, "2026-02-25")
		if a := vita.Attese(prima, x.stato); x.stato.Procedura != verbale.Validato || len(a) != 2 {
			t.Errorf("%s %+v", x.stato.Procedura, a)
		}
	})
	t.Run("twice, or of another fine: refused with its field", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		p := x.paga(t, 3940, "2026-03-04", scontatoObbligato, "2026-03-04")
		x.storna(t, p, "2026-03-05")
		for _, id := range []uuid.UUID{p.ID, vita.NuovoID()} {
			_, err := Storna(x.stato, vita.Evento{DataLegale: ggmm("2026-03-06"), Causa: "prova"}, id)
			if e := problem.As(err); e == nil || len(e.Campi) != 1 || e.Campi[0].Campo != "dati.pagamento" {
				t.Errorf("%v", err)
			}
		}
	})
}

func TestRimborsoESgravio(t *testing.T) {
	t.Parallel()
	base := vita.Evento{DataLegale: ggmm("2026-03-20"), Attore: "prova", Causa: "prova"}
	t.Run("a part of the excess, then the rest, never more", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		x.paga(t, 5200, "2026-03-05", ridottoObbligato, "2026-03-05")
		for _, passo := range []struct {
			cent   importo.Cent
			debito verbale.Debito
			passa  bool
		}{{0, verbale.Eccedenza, false}, {1261, verbale.Eccedenza, false}, {1000, verbale.Eccedenza, true}, {261, verbale.Eccedenza, false}, {260,
			verbale.Rimborsato, true}} {
			eventi, err := Rimborsa(x.stato, base, passo.cent, "")
			if (err == nil) != passo.passa {
				t.Fatalf("%d: %v", passo.cent, err)
			}
			x.fa(t, eventi...)
			if x.stato.Debito != passo.debito {
				t.Errorf("%d: %s", passo.cent, x.stato.Debito)
			}
		}
	})
	t.Run("giving up the rest closes the debt and the fine", func(t *testing.T) {
		t.Parallel()
		x := nuovaStoria(t)
		x.serve(t, diObbligato, "2026-03-02", "AR1")
		x.paga(t, 5199, "2026-03-15", ridottoObbligato, "2026-03-15")
		eventi, err := Sgrava(x.stato, base, "")
		if err != nil {
			t.Fatal(err)
		}
		x.fa(t, eventi...)
		x.verifica(t, vita.Conto{PrezzoCent: 5200, VersatoCent: 5199, SgravatoCent: 1}, verbale.Sgravato, verbale.Definito)
		x.paga(t, 100, "2026-03-21", ridottoObbligato, "2026-03-21")
		x.verifica(t, vita.Conto{PrezzoCent: 5200, VersatoCent: 5299, EccedenzaCent: 100, SgravatoCent: 1}, verbale.Eccedenza, verbale.Definito)
	})
}

// TestPagamentoDiUnImportato: the sum is that of the system of origin, whatever the law would say.
func TestPagamentoDiUnImportato(t *testing.T) {
	t.Parallel()
	importata := func(t fallisce) *storiaProva {
		x := &storiaProva{stato: vita.Stato{ID: idProva(9)}}
		e := func(d vita.Dati, assi vita.Assi) vita.Evento {
			return vita.Evento{Posizione: idProva(1), DataLegale: ggmm("2005-02-10"), Attore: "importazione", Importato: true, Deciso: assi, Dati: d}
		}
		assi := vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno,
			Punti: verbale.PuntiNonDovuti, Riscossione: verbale.RiscossioneNessuna}
		x.fa(t, e(vita.Inserito{Punti: verbale.PuntiNonDovuti, Violazioni: []vita.ViolazioneScelta{{MinimoCent: 3500, PagamentoRidotto: true}},
			Posizioni: []vita.Posizione{{ID: idProva(1), Ordine: 1, Titolo: verbale.Obbligato}}}, assi))
		return x
	}
	t.Run("priced by what it was entered with", func(t *testing.T) {
		t.Parallel()
		x := importata(t)
		x.paga(t, 1000, "2026-02-20", 0, "2026-02-20")
		x.verifica(t, vita.Conto{PrezzoCent: 3500, VersatoCent: 1000, ResiduoCent: 2500}, verbale.PagatoParziale, verbale.Validato)
		x.paga(t, 2500, "2026-02-21", 0, "2026-02-21")
		x.verifica(t, vita.Conto{PrezzoCent: 3500, VersatoCent: 3500}, verbale.Pagato, verbale.Definito)
	})
	t.Run("priced by its account", func(t *testing.T) {
		t.Parallel()
		x := importata(t)
		x.fa(t, vita.Evento{Posizione: idProva(1), DataLegale: ggmm("2006-01-01"), Importato: true, Deciso: vita.Assi{Debito: verbale.DebitoIntero},
			Dati: vita.TermineDecorso{Quale: verbale.EventoRidottoDecorso, Conto: &vita.Conto{PrezzoCent: 8000, ResiduoCent: 8000}}})
		x.paga(t, 8000, "2026-02-20", 0, "2026-02-20")
		x.verifica(t, vita.Conto{PrezzoCent: 8000, VersatoCent: 8000}, verbale.Pagato, verbale.Definito)
	})
}

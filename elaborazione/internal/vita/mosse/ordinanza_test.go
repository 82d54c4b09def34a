package mosse

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// fuga is a fine without reduced payment (art. 202 c. 3-bis CdS), served on 20 February 2026.
func fuga(t *testing.T) *pratica {
	t.Helper()
	return nuovaPratica(t, senzaRidotto).notificata("2026-02-20")
}

func TestOrdinanzaSenzaRicorso(t *testing.T) {
	t.Parallel()
	t.Run("art. 202 c. 3-bis: the prefect orders, without an appeal, and the order is served and enforced", func(t *testing.T) {
		t.Parallel()
		p := fuga(t)
		p.vuole(verbale.Notificato, verbale.NonEsigibile)
		p.il("2026-04-01").rifiuta("dati.importoCent", verbale.EventoOrdinanzaEmessa, `{"riferimento":"ord. 6"}`)
		if eventi := p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":8400,"riferimento":"ord. 6"}`); eventi != "ORDINANZA_EMESSA AVVISI_EMESSI" {
			t.Error(eventi)
		}
		p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
		r := p.stato.Impugnazioni[0]
		if p.avvisi() != "ORDINANZA 8400 EMESSO" || p.stato.Conto.ResiduoCent != 8400 || p.stato.Ricorso != verbale.RicorsoNessuno || p.anomalie() != "" ||
			r.Autorita != verbale.Prefetto || r.Stato != verbale.RicorsoNessuno || r.Deciso != p.oggi || r.Riferimento != "ord. 6" {
			t.Errorf("%s %+v %s %s %+v", p.avvisi(), p.stato.Conto, p.stato.Ricorso, p.anomalie(), r)
		}
		p.rifiuta("già ordinata", verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`)
		p.rifiuta("si impugna", verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.rifiuta("non è notificata", verbale.EventoCreditoSelezionato, `{}`)
		p.il("2026-04-10").fa(verbale.EventoOrdinanzaNotificata, `{}`, conProva)
		p.il("2026-05-11").rifiuta("11/05/2026", verbale.EventoCreditoSelezionato, `{}`) // the thirtieth day is a Sunday
		p.il("2026-05-12").fa(verbale.EventoCreditoSelezionato, `{}`)
		p.paga(8400, "2026-05-12")
		p.vuole(verbale.Definito, verbale.Pagato)
	})
	t.Run("it is opposed before the judge", func(t *testing.T) {
		t.Parallel()
		p := fuga(t).il("2026-04-01")
		p.rifiuta("una decisione", verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`, di(diObbligato))
		p.il("2026-04-10").fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.il("2026-04-20").fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
		if r := p.stato.Impugnazioni[1]; r.Posizione != idProva(diObbligato) || p.stato.Ricorso != verbale.RicorsoImpugnato {
			t.Errorf("%+v", r)
		}
		p.il("2026-09-20").fa(verbale.EventoRicorsoRideterminato, `{"importoCent":5000}`)
		if p.avvisi() != "ORDINANZA 8400 SOSTITUITO, ORDINANZA 5000 EMESSO" || p.stato.Conto.ResiduoCent != 5000 {
			t.Errorf("%s %+v", p.avvisi(), p.stato.Conto)
		}
	})
	t.Run("granted: nothing is owed", func(t *testing.T) {
		t.Parallel()
		p := fuga(t).il("2026-04-01")
		p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`)
		p.fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.fa(verbale.EventoRicorsoAccolto, `{}`)
		p.vuole(verbale.Archiviato, verbale.Sgravato)
	})
	t.Run("it follows the service of the report", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, senzaRidotto).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.rifiuta("segue", verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`)
		fuga(t).il("2026-04-01").rifiuta("segue", verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`, nel("2026-02-19"))
	})
	for regola, c := range map[string]struct {
		cambia   func(*vita.Inserito)
		somma    string
		anomalia verbale.TipoAnomalia
	}{
		"art. 195: the minimum is enough":                      {senzaRidotto, "4200", ""},
		"less than the minimum: a person looks":                {senzaRidotto, "4199", verbale.AnomaliaSommaOrdinata},
		"the reduced payment was admitted: a person looks":     {senzaSconto, "8400", verbale.AnomaliaOrdinanzaDaVerificare},
		"one violation of two admits no reduced payment: fine": {mista, "4200", ""},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia).notificata("2026-02-20").il("2026-03-01")
			p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":`+c.somma+`}`)
			p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
			if p.anomalie() != c.anomalia {
				t.Error(p.anomalie())
			}
		})
	}
	t.Run("invariant (e): on a closed debt it reopens nothing, and a person looks", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, senzaSconto).notificata("2026-02-20")
		p.paga(4200, "2026-02-25")
		if eventi := p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`); eventi != "ORDINANZA_EMESSA" || p.anomalie() != verbale.AnomaliaOrdinanzaADebitoChiuso {
			t.Errorf("%s: %s", eventi, p.anomalie())
		}
		p.vuole(verbale.Definito, verbale.Pagato)
	})
}

// mista has a violation that admits the reduced payment beside one that does not.
func mista(x *vita.Inserito) {
	altra := x.Violazioni[0]
	altra.Codice, altra.Sconto30, altra.PagamentoRidotto = "100-12", false, false
	x.Violazioni = append(x.Violazioni, altra)
}

// TestTrentaGiorniDellOrdine is art. 204 c. 2 CdS: thirty days to pay from the service of the decision that
// ordered the sum.
func TestTrentaGiorniDellOrdine(t *testing.T) {
	t.Parallel()
	ordinata := func(t *testing.T) *pratica {
		t.Helper()
		p := nuovaPratica(t).notificata("2026-02-20").il("2026-03-20")
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-05-20").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		return p
	}
	t.Run("the last day is a term of the position, and enforcement begins after it", func(t *testing.T) {
		t.Parallel()
		p := ordinata(t).il("2026-06-01")
		p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
		z, ok := p.stato.Scadenza(idProva(diObbligato), cds.PagamentoOrdinanza30)
		if !ok || z.Giorno != ggmm("2026-07-01") || !z.Fatta.IsZero() {
			t.Errorf("%+v", z)
		}
		for _, quale := range []verbale.TipoEvento{verbale.EventoSollecitoInviato, verbale.EventoCreditoSelezionato} {
			p.il("2026-06-02").rifiuta("01/07/2026", quale, `{}`)
			p.il("2026-07-01").rifiuta("01/07/2026", quale, `{}`)
		}
		p.il("2026-07-02").fa(verbale.EventoCreditoSelezionato, `{}`)
	})
	t.Run("an advance changes nothing of it", func(t *testing.T) {
		t.Parallel()
		p := ordinata(t)
		p.paga(1000, "2026-05-25")
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.il("2026-06-01").rifiuta("non è notificata", verbale.EventoCreditoSelezionato, `{}`)
		p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.il("2026-07-01").rifiuta("01/07/2026", verbale.EventoCreditoSelezionato, `{}`)
		p.il("2026-07-02").fa(verbale.EventoCreditoSelezionato, `{}`)
	})
	t.Run("the service of an earlier decision is not that of the one which ordered", func(t *testing.T) {
		t.Parallel()
		p := ordinata(t).il("2026-06-01")
		p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.il("2026-06-20").fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.il("2026-10-01").fa(verbale.EventoRicorsoRideterminato, `{"importoCent":6000}`)
		p.il("2026-12-01").rifiuta("non è notificata", verbale.EventoCreditoSelezionato, `{}`)
		p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.il("2027-01-01").fa(verbale.EventoCreditoSelezionato, `{}`)
	})
	t.Run("who pays has no term left, and the log gives the same state again", func(t *testing.T) {
		t.Parallel()
		p := ordinata(t).il("2026-06-01")
		p.fa(verbale.EventoOrdinanzaNotificata, `{}`)
		p.paga(8400, "2026-06-10")
		if z, _ := p.stato.Scadenza(idProva(diObbligato), cds.PagamentoOrdinanza30); z.Fatta != ggmm("2026-06-10") {
			t.Errorf("%+v", z)
		}
		p.rivive()
	})
}

// TestOrdiniSenzaAvviso: while another's appeal waits nothing is asked; when the last ends, whoever was
// ordered to pay has a notice.
func TestOrdiniSenzaAvviso(t *testing.T) {
	t.Parallel()
	due := func(t *testing.T) *pratica {
		t.Helper()
		p := nuovaPratica(t, conTrasgressore).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		for _, chi := range []byte{diObbligato, diTrasgressore} {
			p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(chi), conProva)
		}
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diObbligato))
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diTrasgressore))
		if eventi := p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`, di(diObbligato)); eventi != "RICORSO_RESPINTO" {
			t.Error(eventi)
		}
		return p
	}
	di1 := func(p *pratica, chi byte) string { return p.avvisiDi(idProva(chi)) }
	t.Run("the last is not examined", func(t *testing.T) {
		t.Parallel()
		p := due(t)
		if eventi := p.fa(verbale.EventoRicorsoInammissibile, `{}`, di(diTrasgressore)); eventi != "RICORSO_INAMMISSIBILE AVVISI_EMESSI" {
			t.Error(eventi)
		}
		p.vuole(verbale.Notificato, verbale.DebitoOrdinanza)
		if got := di1(p, diObbligato); got != "RIDOTTO_30 2940 SOSTITUITO, RIDOTTO 4200 SOSTITUITO, ORDINANZA 8400 EMESSO" {
			t.Error(got)
		}
		if got := di1(p, diTrasgressore); strings.Contains(got, "ORDINANZA") {
			t.Error(got)
		}
	})
	t.Run("the last is rejected too: each has his notice", func(t *testing.T) {
		t.Parallel()
		p := due(t)
		p.fa(verbale.EventoRicorsoRespinto, `{"importoCent":9000}`, di(diTrasgressore))
		if a, b := di1(p, diObbligato), di1(p, diTrasgressore); !strings.HasSuffix(a, "ORDINANZA 8400 EMESSO") || !strings.HasSuffix(b, "ORDINANZA 9000 EMESSO") {
			t.Errorf("%s; %s", a, b)
		}
	})
	t.Run("who has his notice already gets no other", func(t *testing.T) {
		t.Parallel()
		p := due(t)
		p.fa(verbale.EventoRicorsoInammissibile, `{}`, di(diTrasgressore))
		p.fa(verbale.EventoRicorsoImpugnato, `{"autorita":"GIUDICE_DI_PACE"}`, di(diTrasgressore))
		if eventi := p.fa(verbale.EventoRicorsoInammissibile, `{}`, di(diTrasgressore)); eventi != "RICORSO_INAMMISSIBILE" {
			t.Error(eventi)
		}
	})
	t.Run("an order that answers no appeal waits for the other's too", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore, senzaRidotto).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa()
		for _, chi := range []byte{diObbligato, diTrasgressore} {
			p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, di(chi), conProva)
		}
		p.fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`, di(diTrasgressore))
		p.rifiuta("pende un ricorso", verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`)
		if eventi := p.fa(verbale.EventoOrdinanzaEmessa, `{"importoCent":8400}`, di(diObbligato)); eventi != "ORDINANZA_EMESSA" || !p.stato.RicorsoAperto() {
			t.Error(eventi)
		}
		if eventi := p.fa(verbale.EventoRicorsoInammissibile, `{}`, di(diTrasgressore)); eventi != "RICORSO_INAMMISSIBILE AVVISI_EMESSI" || di1(p, diObbligato) != "ORDINANZA 8400 EMESSO" {
			t.Errorf("%s: %s", eventi, p.avvisi())
		}
	})
}

// avvisiDi are the notices of one position.
func (p *pratica) avvisiDi(posizione uuid.UUID) string {
	tutti := p.stato.Avvisi
	defer func() { p.stato.Avvisi = tutti }()
	p.stato.Avvisi = p.stato.AvvisiDi(posizione)
	return p.avvisi()
}

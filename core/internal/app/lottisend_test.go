package app_test

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// unaVista is what elaborazione says a lot would be.
func unaVista() event.AnteprimaLotto {
	return event.AnteprimaLotto{Tipo: "SEND", Entrano: 7, Partono: 5, NonGuardate: 1, Saltate: 3,
		Motivi: []event.MotivoSaltate{{Motivo: "È già notificato.", Quante: 2}, {Motivo: "Decide una persona.", Quante: 1}},
		Esempi: []event.VoceSaltata{{IDVerbale: idAperto, IDPosizione: idAperto, Numero: "77/2026", Motivo: "È già notificato il 3/11/2026."}},
		Costo:  event.CostoLotto{Noto: true, DaCent: 1000, ACent: 7025, DigitaleCent: 200, CartaceoDaCent: 913, CartaceoACent: 1205}}
}

// TestUnLottoSendSiVedePrima: a lot for SEND is made only after the preview of the same choice was seen, which makes nothing.
func TestUnLottoSendSiVedePrima(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	scelta := url.Values{"tipo": {"SEND"}, "da": {"2026-03-01"}, "a": {""}, "reparto": {"PL01"}, "conferma": {"si"}}
	const filtro = `prova.ufficio alfa {"tipo":"SEND","filtro":{"reparto":"PL01","da":"2026-03-01"}}`
	chiesto := func(vuole string) {
		t.Helper()
		if diff := cmp.Diff([]string{vuole}, e.prendi()); diff != "" {
			t.Errorf("question (-want +got):\n%s", diff)
		}
	}
	r := n.invia(lottiWeb, scelta)
	if r.stato != http.StatusOK {
		t.Fatalf("%d", r.stato)
	}
	r.mostra(t, "5 atti partirebbero", "Nulla è ancora creato", "10,00 €", "70,25 €", "È già notificato.",
		`href="/CoreService/verbali/`+idAperto+`">77/2026</a>`, `name="vista"`,
		`<option value="SEND" selected>`)
	chiesto("lotto.anteprima " + filtro)
	vista := regexp.MustCompile(`name="vista" value="([^"]*)"`).FindStringSubmatch(r.corpo)[1]
	scelta.Set("vista", vista)
	altra := maps.Clone(scelta)
	altra.Set("da", "2026-02-01")
	n.invia(lottiWeb, altra).mostra(t, "Nulla è ancora creato")
	chiesto("lotto.anteprima " + strings.Replace(filtro, "03-01", "02-01", 1))
	if r := n.invia(lottiWeb, scelta); r.stato != http.StatusSeeOther {
		t.Errorf("%d", r.stato)
	}
	chiesto("lotto.crea " + filtro)
	scelta.Set("azione", "anteprima")
	scelta.Set("tipo", "PDF")
	if r := n.invia(lottiWeb, scelta); r.stato != http.StatusBadRequest || len(e.prendi()) != 0 {
		t.Errorf("a preview of prints: %d", r.stato)
	}
	scelta.Set("tipo", "POSTALE")
	n.invia(lottiWeb, scelta).mostra(t, "Nulla è ancora creato")
}

// TestPaginaDiUnLottoSend: its counts say what SEND has accepted, and there is no package.
func TestPaginaDiUnLottoSend(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.lotto(t, unLotto{id: idPronto, tipo: "SEND", stato: "COMPLETATO", nome: "LOT-alfa-20261120-001", totale: 2, ok: 2})
	b.lotto(t, unLotto{id: idInCoda, tipo: "SEND", stato: "IN_CORSO", nome: "LOT-alfa-20261120-002", totale: 2, ok: 1})
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(lottiWeb + "/" + idPronto)
	r.mostra(t, "Accettate da SEND", "SEND accetta la notifica")
	r.nasconde(t, "pacchetto")
	if r := n.apri(lottiWeb + "/" + idPronto + "/pacchetto"); r.stato != http.StatusConflict {
		t.Errorf("%d", r.stato)
	}
	n.apri(lottiWeb+"/"+idInCoda+"/annulla").mostra(t, "quelli già affidati proseguono")
}

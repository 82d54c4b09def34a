package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// statoPdnd is what elaborazione says: one e-service works, one does not, a key expires, a clock is off.
func statoPdnd() event.StatoPdnd {
	ore, scarto := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), int64(603_000)
	return event.StatoPdnd{Avvertenze: []string{"La chiave «pdnd» del client «comune»: scade il 20/12/2026."},
		Autorita: []event.AutoritaPdnd{{Ambiente: "COLLAUDO", Indirizzo: "https://pdnd.example", Esito: "RAGGIUNGIBILE", ScartoMs: &scarto, Misurato: ore}},
		Client: []event.StatoClientPdnd{{Nome: "comune", Ambiente: "COLLAUDO", ClientID: "c", Chiavi: []event.StatoChiavePdnd{
			{File: "pdnd", Kid: "il-kid", Stato: event.ChiavePdndInUso, Frase: "La PDND la accetta.", Riuscita: ore, Scade: "2026-12-20"}}}},
		EService: []event.StatoEServicePdnd{
			{Nome: "anpr-c001", Stato: event.EServicePdndFunziona, Frase: "La PDND dà il voucher.", Riuscita: ore, ScadeVoucher: ore.Add(time.Hour), Schemi: []string{"AUDIT_REST_02"}},
			{Nome: "inad", Stato: event.EServicePdndNonFunziona, Frase: "La <b>finalità</b> è sospesa.", Errore: ore, UltimoErrore: "La <b>finalità</b> è sospesa.",
				Schemi: []string{}}}}
}

func TestPaginaPdnd(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").mostra(t, `href="/CoreService/pdnd"`)
	r := n.apri("/CoreService/pdnd")
	r.mostra(t, "scade il 20/12/2026", "Funziona", "Non funziona", "20/11/2026 10:00", "20/11/2026 11:00", "La &lt;b&gt;finalità&lt;/b&gt; è sospesa.", "il-kid",
		"AUDIT_REST_02", "avanti di 10m3s", `value="inad"`)
	if chieste := e.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], "pdnd.stato prova.amministratore alfa ") {
		t.Errorf("%q", chieste)
	}
	n.invia("/CoreService/pdnd/prova", url.Values{"eService": {"inad"}}).mostra(t, "Prova di «inad»", "La PDND ha rifiutato il voucher.", "a.b.c")
	if chieste := e.prendi(); len(chieste) != 2 || !strings.Contains(chieste[0], `"eService":"inad"`) || !strings.Contains(chieste[0], `"indirizzo":`) {
		t.Errorf("%q", chieste)
	}
	e.rispondi(problem.NonDisponibile("DATI_NON_PRONTI", "Non ancora."))
	if r := n.apri("/CoreService/pdnd"); r.stato != http.StatusServiceUnavailable {
		t.Errorf("elaborazione is not ready: %d", r.stato)
	}
}

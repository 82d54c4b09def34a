package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// dalFile is an answer (outcome and code) that came by file, as vpn tells it: the row of its view, then the fact, which may come more than once.
func (b *banco) dalFile(t *testing.T, idVerbale string, esito [2]string, rete string, volte int) {
	t.Helper()
	id, tipo := uuid.NewString(), ""
	if esito[0] == event.IndagineTrovata {
		tipo = "PERSONA"
	}
	b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, codice, motivo, tipo, codice_fiscale, cognome, nome, sesso, data_nascita, luogo_nascita,
			indirizzo, civico, cap, comune, provincia, nazione, rete, targa, giorno, quando)
		SELECT $1, v.id, $3, $4, 'prova', $5, 'RSSMRA80A01H501U', 'ROSSI', 'MARIO', 'M', '1980-01-01', 'Roma', 'Via Garibaldi', '15', '48121', 'Ravenna', 'RA', 'IT',
			$6, v.targa, (v.data_violazione AT TIME ZONE 'Europe/Rome')::date, now() FROM verbali_v1.verbale v WHERE v.id = $2`, id, idVerbale, esito[0], esito[1], tipo, rete)
	corpo, err := json.Marshal(event.IndagineEsito{IDIndagine: id, IDVerbale: idVerbale, Esito: esito[0]})
	if err != nil {
		t.Fatal(err)
	}
	for range volte {
		if _, err := b.bus.JS.Publish(t.Context(), "fatti.alfa.indagine.esito", corpo); err != nil {
			t.Fatal(err)
		}
	}
}

// voci are the items of a lot with their states and reasons, by the number of the fine.
func (b *banco) voci(t *testing.T, chi string, l lotto.Lotto) map[string]lotto.Voce {
	t.Helper()
	_, testo := b.lotto(t, "GET "+lotti+"/"+l.ID.String()+"/voci", chi, nil, http.StatusOK)
	var p lotto.Pagina[lotto.Voce]
	if err := json.Unmarshal([]byte(testo), &p); err != nil {
		t.Fatal(err)
	}
	per := map[string]lotto.Voce{}
	for _, v := range p.Elementi {
		per[v.Verbale.String()] = v
	}
	return per
}

// TestLottoDiVisure: fines whose owner nobody knows enter a lot, and each item ends as its answer is applied to its fine: found, to
// be judged by a person, not to be trusted, known in another way. An answer that comes twice counts once; the last ends the lot.
func TestLottoDiVisure(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	var ids []string
	for _, targa := range []string{"AA111AA", "BB222BB", "CC333CC", "DD444DD"} {
		ids = append(ids, b.inserisci(t, "EST-"+targa, targa).IDVerbale)
	}
	noto := b.inserisci(t, "EST-NOTO", "EE555EE").IDVerbale
	b.rispondi(t, noto, event.IndagineTrovata, 1)
	testkit.Attendi(t, 20*time.Second, "the owner that needs no look-up", func() bool { return b.verbale(t, noto, chi)["procedura"] == "ATTO_GENERATO" })
	if _, testo := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "VISURA", "verbali": []string{noto}}, http.StatusConflict); !strings.Contains(testo, "LOTTO_VUOTO") ||
		!strings.Contains(testo, "non c'è un intestatario da cercare") {
		t.Error(testo)
	}
	l, _ := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "VISURA", "filtro": map[string]any{}}, http.StatusAccepted)
	if l.Voci.Totale != 4 {
		t.Fatalf("%+v", l)
	}
	testkit.Attendi(t, 20*time.Second, "the lot to wait for answers", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+l.ID.String(), chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoInCorso
	})
	if _, testo := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "VISURA", "verbali": ids}, http.StatusConflict); !strings.Contains(testo, "LOTTO_VUOTO") {
		t.Error("asked twice:", testo)
	}
	b.dalFile(t, ids[0], [2]string{event.IndagineTrovata, "UNICO_PROPRIETARIO"}, event.ReteTracciato, 3)
	b.dalFile(t, ids[1], [2]string{event.IndagineAnomala, "COMPROPRIETARI"}, event.ReteTracciato, 2)
	b.dalFile(t, ids[2], [2]string{event.IndagineAnomala, "RICHIESTA_RIFIUTATA"}, "motorizzazione", 1) // another register settles nothing
	b.dalFile(t, ids[2], [2]string{event.IndagineAnomala, "RISPOSTA_NON_UTILIZZABILE"}, event.ReteTracciato, 1)
	testkit.Attendi(t, 20*time.Second, "three answers", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+l.ID.String(), chi, nil, http.StatusOK)
		return l.Voci == lotto.Conteggi{Totale: 4, OK: 2, Ripetibili: 1, InAttesa: 1}
	})
	if l.Stato != verbale.LottoInCorso {
		t.Errorf("%+v", l)
	}
	b.dalFile(t, ids[3], [2]string{event.IndagineTrovata, "UNICO_PROPRIETARIO"}, "motorizzazione", 1)
	testkit.Attendi(t, 20*time.Second, "the lot to end", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+l.ID.String(), chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoCompletatoConErrori
	})
	if l.Voci != (lotto.Conteggi{Totale: 4, OK: 2, Ripetibili: 1, Saltati: 1}) || l.Finito == nil {
		t.Errorf("%+v", l)
	}
	voci := b.voci(t, chi, l)
	for i, vuole := range []lotto.Voce{{Stato: verbale.VoceOK}, {Stato: verbale.VoceOK, Motivo: verbale.IndagineComproprietari.Successo()},
		{Stato: verbale.VoceErroreRipetibile, Motivo: verbale.IndagineRispostaNonUtilizzabile.Successo()},
		{Stato: verbale.VoceSaltata, Motivo: "L'intestatario si è saputo per altra via."}} {
		if v := voci[ids[i]]; v.Stato != vuole.Stato || v.Motivo != vuole.Motivo {
			t.Errorf("%d: %+v", i, v)
		}
	}
	if _, testo := b.lotto(t, "GET "+lotti+"/"+l.ID.String()+"/pacchetto", chi, nil, http.StatusConflict); !strings.Contains(testo, "PACCHETTO_ASSENTE") {
		t.Error(testo)
	}
	riprova, _ := b.lotto(t, "POST "+lotti+"/"+l.ID.String()+"/riprova", chi, nil, http.StatusOK)
	if riprova.Voci.Totale != 1 || riprova.Tipo != verbale.LottoVisura {
		t.Fatalf("%+v", riprova)
	}
	b.lotto(t, "POST "+lotti+"/"+riprova.ID.String()+"/annulla", chi, nil, http.StatusOK)
	testkit.Attendi(t, 20*time.Second, "the lot to be given up", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+riprova.ID.String(), chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoAnnullato && l.Voci.Annullati == 1
	})
	if p := b.verbale(t, ids[1], chi)["procedura"]; p != "INTESTATARIO_ANOMALO" {
		t.Errorf("%v", p)
	}
}

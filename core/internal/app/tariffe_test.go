package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// corretti are three fines of alfa: two of art. 15 c. 2 at the price of before, one that is right.
func (b *banco) corretti(t *testing.T) {
	t.Helper()
	for i, c := range []struct {
		codice          string
		minimo, massimo int
	}{{"15-2", 43000, 173100}, {"15-2", 43000, 173100}, {"142-7", 4200, 17300}} {
		id := "018f0000-0000-7000-8000-00000000000" + string(rune('1'+i))
		b.riga(t, id, 301+i, "AA00"+string(rune('1'+i))+"AA", "2026-03-02T09:30:00Z")
		b.ambiente.Esegui(t, "elaborazione", "alfa", `DELETE FROM violazione WHERE verbale = $1`, id)
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna,
				sconto30, pagamento_ridotto, accessoria, versione_tabella)
			VALUES ($1, 1, $2, split_part($2, '-', 1), split_part($2, '-', 2), 'Testo', $3, $4, false, true, true, '', 'prima')`, id, c.codice, c.minimo, c.massimo)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE violazione SET accessoria = 'Ripristino dello stato dei luoghi' WHERE codice = '15-2'`)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET importato = true WHERE numero = 302`)
}

func TestTariffeCorrette(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.corretti(t)
	e := b.elaborazione(t)
	ufficio := b.conRuolo(t, auth.RuoloUfficio)
	r := ufficio.apri("/CoreService/tariffeCorrette")
	r.mostra(t, "Tariffe corrette", "301/2026", "importo", "301,00", "29,40", "Non sono confrontati 1 verbali importati", `href="/CoreService/verbali/018f0000-0000-7000-8000-000000000001"`,
		"Apri un'anomalia su ciascuno")
	r.nasconde(t, "302/2026", "303/2026")
	ufficio.apri("/CoreService/tariffeCorrette?da=2026-03-03").mostra(t, "Nessun verbale è stato prezzato con una riga corretta dopo.")
	if r := ufficio.apri("/CoreService/tariffeCorrette?da=ieri&rimedio=boh"); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, "una data AAAA-MM-GG") {
		t.Errorf("%d", r.stato)
	}
	if r := ufficio.invia("/CoreService/tariffeCorrette", url.Values{"da": {"2026-03-01"}}); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, "confermare") {
		t.Errorf("without a confirmation: %d", r.stato)
	}
	r = ufficio.invia("/CoreService/tariffeCorrette", url.Values{"da": {"2026-03-01"}, "a": {""}, "rimedio": {""}, "conferma": {"true"}})
	r.mostra(t, "2 anomalie aperte; 1 verbale l&#39;aveva già.", "301/2026")
	if chieste := e.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], "tariffe.segnala prova.ufficio alfa ") ||
		!strings.Contains(chieste[0], `"da":"2026-03-01"`) {
		t.Errorf("%q", chieste)
	}
	// The administrator sees the list, opens no fine and decides nothing.
	r = b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/tariffeCorrette")
	r.mostra(t, "301/2026", "301,00")
	r.nasconde(t, "/CoreService/verbali/018f", "Apri un")
}

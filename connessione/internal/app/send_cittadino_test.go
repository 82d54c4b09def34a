package app

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestIlCittadinoLeggeLaNotificaConSend: whom a fine is addressed to reads step by step how SEND serves it, what no longer counts and
// what comes next, with nobody's name and no address; another citizen reads nothing of it.
func TestIlCittadinoLeggeLaNotificaConSend(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 42, func(v *verbaleProva) { v.CodiceFiscale = cfRossi })
	invio := uuid.NewString()
	b.esegui(t, "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES ($1, $2, $3, 'SEND', 'AVVIATA', '2026-11-02'),
		(gen_random_uuid(), $2, $3, 'POSTALE', 'NON_RIUSCITA', '2026-10-01')`, invio, v.ID, v.Posizione)
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "connessione", "alfa", sql, args...) }
	sql(`INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, accettato, via, prevista, persona)
		VALUES ($1, $2, $3, gen_random_uuid(), '', 'ACCETTATA', '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z', 'SEND_CARTACEO', '2026-11-30', 'SERVIZIO_TOLTO')`,
		invio, v.ID, v.Posizione)
	for i, e := range []struct{ categoria, accaduto, dettagli string }{
		{"REQUEST_ACCEPTED", "2026-11-02T09:00:00Z", `{}`},
		{"SEND_ANALOG_DOMICILE", "2026-11-03T17:00:00Z", `{"recIndex":0,"productType":"890","physicalAddress":{"address":"VIA NASCOSTA 9","municipality":"ROMA"}}`},
		{"SEND_ANALOG_FEEDBACK", "2026-11-06T09:00:00Z", `{"recIndex":0,"responseStatus":"KO","deliveryFailureCause":"M04"}`},
		{"NOTIFICATION_TIMELINE_REWORKED", "2026-11-18T09:00:00Z", `{"recIndex":0}`},
		{"SEND_ANALOG_FEEDBACK", "2026-11-20T09:00:00Z", `{"recIndex":0,"responseStatus":"OK","deliveryDetailCode":"RECAG001C"}`},
		{"SOMETHING_NEW", "2026-11-20T09:30:00Z", `{}`},
	} {
		sql(`INSERT INTO invio_elemento (invio, elemento, categoria, impronta, accaduto, letto, superato, grezzo)
			VALUES ($1, 'e' || $2::text, $3, $2::text, $4, now(), $2::text = '2', $5)`, invio, strconv.Itoa(i), e.categoria, e.accaduto,
			fmt.Sprintf(`{"elementId":"e%d","category":%q,"eventTimestamp":%q,"details":%s}`, i, e.categoria, e.accaduto, e.dettagli))
	}
	sua, altri := b.cittadino(t, "maria", cfRossi), b.cittadino(t, "bianchi", cfBianchi)
	testkit.Attendi(t, attesa, "the account to be known", func() bool {
		return contiene(b.manda(rottaDati, sua, testo(t, v.chiave())).Body.String(), "ROSSI")
	})
	vuole := []string{"Il comando ha scelto di notificare con SEND, la piattaforma delle notifiche digitali", "L'atto è a disposizione su SEND",
		"SEND ha spedito una lettera", "La lettera non è stata recapitata (superato)", "SEND ha corretto la notifica: i passi segnati non contano più",
		"La lettera è stata consegnata"}
	for nome, token := range map[string]string{"the person": sua, "the command": b.operatore(t, "alfa"),
		"LETTURA": b.firma(t, claims("l", "alfa", auth.RuoloLettura))} {
		w := b.chiede(t, rottaDati, token, testo(t, v.chiave()), http.StatusOK)
		var avuti []string
		for _, n := range risposta[portale.Dati](t, w).Verbali[0].Posizioni[0].Notifiche {
			if n.Canale != "SEND" && len(n.Passi)+len(n.Poi) > 0 {
				t.Errorf("%s: a letter of the post has the steps of SEND: %+v", nome, n)
			}
			for _, p := range n.Passi {
				if p.Superato {
					p.Testo += " (superato)"
				}
				avuti = append(avuti, p.Testo)
			}
			if n.Canale == "SEND" && (len(n.Poi) != 1 || !contiene(n.Poi[0], "Il 30/11/2026 la notifica si perfeziona")) {
				t.Errorf("%s: what comes next: %q", nome, n.Poi)
			}
		}
		if strings.Join(avuti, "\n") != strings.Join(vuole, "\n") {
			t.Errorf("%s reads %q", nome, avuti)
		}
		for _, nascosto := range []string{"NASCOSTA", "M04", "RECAG", "SOMETHING_NEW", "SERVIZIO_TOLTO"} {
			if contiene(w.Body.String(), nascosto) {
				t.Errorf("%s reads %s", nome, nascosto)
			}
		}
	}
	chiave := oggetto{"numero": testo(t, v.Numero), "lettera": "A", "targa": v.Targa, "anno": 2026, "iuv": v.Avvisi[0].Numero}
	if w := b.chiede(t, rottaDati, altri, testo(t, chiave), http.StatusOK); contiene(w.Body.String(), "SEND") {
		t.Errorf("another citizen reads %s", w.Body)
	}
	b.realmPagine(t, map[string]string{"maria": sua})
	n := b.navigatore()
	n.accede("maria", passwordBuona)
	pagina := n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"miei", url.Values{"numero": {testo(t, v.Numero)}, "lettera": {"A"}, "anno": {"2026"},
		"targa": {v.Targa}, "iuv": {v.Avvisi[0].Numero}})
	verificaPagina(t, pagina, http.StatusOK, "lunedì 2 novembre 2026 alle 10:00", "SEND ha spedito una lettera",
		"<s>La lettera non è stata recapitata</s> (corretto: non conta più)",
		"venerdì 20 novembre 2026 alle 10:00", "La lettera è stata consegnata", "Il 30/11/2026 la notifica si perfeziona per decorrenza dei termini")
	if contiene(pagina.Body.String(), "NASCOSTA") {
		t.Error("the page tells an address")
	}
}

package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestQuantePersoneAllOra: an account collects everything that is held on thirty persons in an hour, by REST and by the page
// together, whichever replica it asks; who is refused learns when to try again. What a mistyped request asks for, what was asked more
// than an hour ago and what another account has asked is not counted.
func TestQuantePersoneAllOra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra := b.replica(t)
	for _, nome := range []string{"ufficio", "collega"} {
		o := operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloUfficio}}
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
	ha := func(quante int, da string) {
		t.Helper()
		b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia, quando)
			SELECT 'ufficio', 'INTERESSATO_CONSULTATO', 'codiceFiscale', 'x', 'prova', 'OK', '', '', now() - $2::interval FROM generate_series(1, $1)`, quante, da)
	}
	ha(90, "61 minutes")
	ha(27, "50 minutes")
	dati := strings.NewReplacer(" rssmra", "rssmra").Replace(chiediDati)
	b.attendi(t, "ufficio POST /interessato", dati, http.StatusOK)
	altra.attendi(t, "ufficio POST /interessato", dati, http.StatusOK)
	b.attendi(t, "ufficio POST /interessato", `{"codiceFiscale":"RSS","motivo":"prova"}`, http.StatusBadRequest, "codiceFiscale")
	chiedi := func(n *navigatore) risposta {
		return n.invia("/CoreService/interessato", url.Values{"codiceFiscale": {"RSSMRA85T10A562S"}, "motivo": {"prova"}, "comandoAperto": {"alfa"}})
	}
	chiedi(b.dentro(t, "ufficio")).mostra(t, "RSSMRA85T10A562S", "Chi l'ha cercata")
	for _, replica := range []*banco{b, altra} {
		detto := replica.attendi(t, "ufficio POST /interessato", dati, http.StatusTooManyRequests, "TROPPE_RICHIESTE", "30 persone")
		if !regexp.MustCompile(`riprovare dalle [012]\d:[0-5]\d\.`).MatchString(detto) {
			t.Errorf("it does not say when: %s", detto)
		}
		r := chiedi(replica.dentro(t, "ufficio"))
		r.mostra(t, "30 persone nell", "riprovare dalle")
		if s, err := strconv.Atoi(r.testa.Get("Retry-After")); err != nil || s < 1 || s > 600 || r.stato != http.StatusTooManyRequests {
			t.Errorf("%d, Retry-After %q: the first of the hour was asked fifty minutes ago", r.stato, r.testa.Get("Retry-After"))
		}
		replica.attendi(t, "collega POST /interessato", dati, http.StatusOK)
	}
	if n := b.contaDi(t, `SELECT count(*) FROM registro WHERE azione = 'INTERESSATO_CONSULTATO' AND oggetto <> 'x'`); n != 5 {
		t.Errorf("%d lines", n)
	}
}

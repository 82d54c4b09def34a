package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestQuantePersoneAllOra: an account collects everything that is held on thirty persons in an hour, by REST and by the page
// together; what a mistyped request asks for, and what another account has asked, is not counted.
func TestQuantePersoneAllOra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, nome := range []string{"ufficio", "collega"} {
		o := operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloUfficio}}
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
	dati := strings.NewReplacer(" rssmra", "rssmra").Replace(chiediDati)
	b.attendi(t, "ufficio POST /interessato", dati, http.StatusOK)
	b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
		SELECT attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia FROM registro, generate_series(1, 28) WHERE azione = 'INTERESSATO_CONSULTATO'`)
	b.attendi(t, "ufficio POST /interessato", `{"codiceFiscale":"RSS","motivo":"prova"}`, http.StatusBadRequest, "codiceFiscale")
	n := b.dentro(t, "ufficio")
	chiedi := func(n *navigatore) risposta {
		return n.invia("/CoreService/interessato", url.Values{"codiceFiscale": {"RSSMRA85T10A562S"}, "motivo": {"prova"}, "comandoAperto": {"alfa"}})
	}
	chiedi(n).mostra(t, "RSSMRA85T10A562S", "Chi l'ha cercata")
	b.attendi(t, "ufficio POST /interessato", dati, http.StatusTooManyRequests, "TROPPE_RICHIESTE", "30 persone")
	chiedi(n).mostra(t, "30 persone nell")
	b.attendi(t, "collega POST /interessato", dati, http.StatusOK)
	if n := b.contaDi(t, `SELECT count(*) FROM registro WHERE azione = 'INTERESSATO_CONSULTATO'`); n != 31 {
		t.Errorf("%d lines", n)
	}
}

package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

// cercata is where a search by plate leads.
func (n *navigatore) cercata(targa string) string {
	n.t.Helper()
	r := n.invia("/CoreService/verbali", url.Values{"targa": {targa}, "stato": {"NOTIFICATO"}})
	if r.stato != http.StatusSeeOther {
		n.t.Fatalf("%d %s", r.stato, r.corpo)
	}
	return r.testa.Get("Location")
}

// Addresses are kept by browsers, proxies and logs: no plate is in one.
func TestNessunaTargaNegliIndirizzi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	dove := n.cercata("zz 999 zz")
	if strings.Contains(strings.ToUpper(dove), "ZZ") || !strings.Contains(dove, "ricerca=") || !strings.Contains(dove, "stato=NOTIFICATO") {
		t.Errorf("the list is at %q", dove)
	}
	r := n.apri(dove)
	r.mostra(t, `value="ZZ999ZZ"`)
	if strings.Contains(r.corpo, "targa=ZZ") {
		t.Error("the page leads to an address with the plate")
	}
	if altra := n.cercata("ZZ999ZZ"); altra != dove {
		t.Errorf("the same search again is at %q", altra)
	}
	t.Run("an address of before leads to one without", func(t *testing.T) {
		if r := n.apri("/CoreService/verbali?targa=zz999zz&stato=NOTIFICATO"); r.stato != http.StatusSeeOther || r.testa.Get("Location") != dove {
			t.Errorf("%d to %q", r.stato, r.testa.Get("Location"))
		}
	})
	t.Run("the forms send it in the body", func(t *testing.T) {
		for _, pagina := range []string{"/CoreService/", "/CoreService/verbali"} {
			n.apri(pagina).mostra(t, `<form method="post" action="/CoreService/verbali"`)
		}
	})
	t.Run("the code is of that session alone", func(t *testing.T) {
		altro := b.dentro(t, "lettore")
		if r := altro.apri(dove); r.stato != http.StatusBadRequest || strings.Contains(r.corpo, "ZZ999ZZ") {
			t.Errorf("another operator: %d", r.stato)
		}
	})
	t.Run("a session remembers the latest twenty", func(t *testing.T) {
		for i := range 20 {
			n.cercata("AB" + string(rune('A'+i)) + "00CD")
		}
		if r := n.apri(dove); r.stato != http.StatusBadRequest {
			t.Errorf("the twenty-first back: %d", r.stato)
		}
	})
	t.Run("who looked for which plate is in the register", func(t *testing.T) {
		var righe int
		err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro
			WHERE azione = 'VERBALI_CERCATI' AND oggetto_tipo = 'targa' AND oggetto = 'ZZ999ZZ' AND attore = 'mario' AND esito = 'elementi 0'`).Scan(&righe)
		if err != nil || righe == 0 {
			t.Errorf("%d lines, %v", righe, err)
		}
	})
}

// Who reads accounts and officers, and whom by name, is in the register of the command.
func TestChiLeggeLeUtenzeEGliAgenti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO agente (tenant, matricola, cognome, nome, reparto) VALUES ('alfa', 'A077', 'Verdi', 'Anna', 'PL01')`)
	capo := b.capo(t)
	for _, percorso := range []string{"operatori", "operatori?cerca=rossi", "operatori/mario", "agenti", "agenti?cerca=verdi", "agenti/A077"} {
		if r := capo.apri("/CoreService/" + percorso); r.stato != http.StatusOK {
			t.Fatalf("%s: %d", percorso, r.stato)
		}
	}
	rows, err := b.ambiente.Banca(t, "core", "").Query(t.Context(), `SELECT concat_ws(' ', azione, oggetto_tipo, oggetto, nullif(motivo, ''))
		FROM registro WHERE attore = 'capo' AND azione IN ('LETTO', 'ELENCO_LETTO') ORDER BY posizione`)
	if err != nil {
		t.Fatal(err)
	}
	righe, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	vuole := []string{"ELENCO_LETTO operatore alfa/", "ELENCO_LETTO operatore alfa/ cerca: rossi", "LETTO operatore alfa/mario",
		"ELENCO_LETTO agente alfa/", "ELENCO_LETTO agente alfa/ cerca: verdi", "LETTO agente alfa/A077"}
	if diff := cmp.Diff(vuole, righe); diff != "" {
		t.Errorf("register (-want +got):\n%s", diff)
	}
}

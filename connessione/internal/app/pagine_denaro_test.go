package app

import (
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// TestPagineDelDenaro: what the citizens' pages say of a payment that is suspended, of money that came in and went
// back, and of an order that the office should look at again.
func TestPagineDelDenaro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.navigatore()
	servito := func(v *verbaleProva) { v.GiornoZero = "2026-11-11" }
	sospeso, reso, ordinato := b.inserisci(t, "alfa", 1, servito), b.inserisci(t, "alfa", 2, func(v *verbaleProva) {
		servito(v)
		v.Pagati = []pagato{{cent: 10000, giorno: "2026-11-14"}}
	}), b.inserisci(t, "alfa", 3, servito)
	giudice := b.inserisci(t, "alfa", 4, servito)
	b.esegui(t, "alfa", `UPDATE verbale SET debito = 'SOSPESO', prezzo_cent = 9900, residuo_cent = 9900 WHERE id = $1`, sospeso.ID)
	b.esegui(t, "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 3, 'DEBITO_SOSPESO', '2026-11-12', 'p'),
		($1, 4, 'DEBITO_SOSPESO', '2026-11-18', 'p'), ($1, 5, 'NOTIFICA_PERFEZIONATA', '2026-11-11', 'p')`, sospeso.ID)
	b.esegui(t, "alfa", `UPDATE verbale SET debito = 'ECCEDENZA', prezzo_cent = 7290, versato_cent = 10000, eccedenza_cent = 2710, rimborsato_cent = 500 WHERE id = $1`, reso.ID)
	b.esegui(t, "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati) VALUES
		($1, 3, 'PAGAMENTO_REGISTRATO', '2026-11-14', 'p', '{"importoCent": 10000}'), ($1, 4, 'RIMBORSO_DISPOSTO', '2026-11-18', 'p', '{"importoCent": 500}')`, reso.ID)
	b.esegui(t, "alfa", `UPDATE verbale SET ricorso = 'RESPINTO' WHERE id = $1`, ordinato.ID)
	b.esegui(t, "alfa", `UPDATE verbale SET ricorso = 'SOSPENSIVA', residuo_cent = 9900 WHERE id = $1`, giudice.ID)
	b.esegui(t, "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 3, 'SOSPENSIVA_CONCESSA', '2026-11-19', 'p')`, giudice.ID)
	for v, come := range map[*verbaleProva][3]any{ordinato: {"PREFETTO", "RESPINTO", 10000}, giudice: {"GIUDICE_DI_PACE", "SOSPENSIVA", 0}} {
		b.esegui(t, "alfa", `INSERT INTO ricorso (id, verbale, posizione, autorita, stato, presentato, deciso, importo_cent)
			VALUES (gen_random_uuid(), $1, $2, $3, $4, '2026-11-15', CASE WHEN $4 = 'RESPINTO' THEN date '2026-11-18' END, $5::bigint)`,
			v.ID, v.Posizione, come[0], come[1], come[2])
	}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'comando.telefono', '"000 000000"'), ('alfa', 'comando.pec', '"alfa@pec.example"')`)
	if err := b.core.Conn.Publish("fatti.piattaforma.impostazione.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	for _, v := range []*verbaleProva{sospeso, reso, ordinato, giudice} {
		b.emetti(t, v)
		b.trovabile(t, v.coppia())
	}
	apri := func(v *verbaleProva) string {
		w := n.chiede(http.MethodPost, sportello.Base+"verbale", v.modulo())
		verificaPagina(t, w, http.StatusOK)
		return w.Body.String()
	}
	dice := func(t *testing.T, pagina string, si []string, no ...string) {
		t.Helper()
		for _, parole := range si {
			if !strings.Contains(pagina, parole) {
				t.Errorf("the page does not say %q\n%s", parole, tratti.ReplaceAllString(pagina, ""))
			}
		}
		for _, parole := range no {
			if strings.Contains(pagina, parole) {
				t.Errorf("the page says %q", parole)
			}
		}
	}
	t.Run("a payment that the command suspended: by whom, since when, what was owed; nothing to pay and no term", func(t *testing.T) {
		pagina := apri(sospeso)
		dice(t, pagina, []string{"Pagamento sospeso", "Il comando ha sospeso l&#39;obbligo di pagare dal 18/11/2026", "Prima erano da pagare 99,00 €", "0,00 €"},
			`role="img"`, "Entro quando e come si paga", "2027", "scontato fino")
		if strings.Index(pagina, "Il comando ha sospeso l&#39;obbligo") > strings.Index(pagina, "Perché") || strings.Count(pagina, "Il comando ha sospeso") != 1 {
			t.Error("the suspension is not said first and once")
		}
	})
	t.Run("one that the judge suspended", func(t *testing.T) {
		dice(t, apri(giudice), []string{"Pagamento sospeso", "Il giudice di pace ha sospeso l&#39;obbligo di pagare dal 19/11/2026", "Prima erano da pagare 99,00 €"}, `role="img"`)
	})
	t.Run("what came in is what was used and what was too much, and what went back has its sum and its day", func(t *testing.T) {
		dice(t, apri(reso), []string{"In tutto sono arrivati", "100,00 €", "Usati per pagare questo verbale", "72,90 €", "Versati in più", "27,10 €",
			"rimborso disposto il 18/11/2026", "5,00 €", "Ancora da rimborsare", "22,10 €", "È arrivato un pagamento di 100,00 €.",
			"È stato disposto un rimborso di 5,00 €."},
			"in acconto")
	})
	t.Run("what the office should verify is not told to the citizen", func(t *testing.T) {
		dice(t, apri(ordinato), []string{"112,00 €"}, "verificare", "doppio dei minimi")
	})
	t.Run("the words of the violation and not its place; the history by the day of the facts", func(t *testing.T) {
		pagina := apri(sospeso)
		dice(t, pagina, []string{"Uso improprio dei proiettori (art. 153 c. 10)."}, "Via Roma")
		if strings.Index(pagina, "mercoledì 11 novembre 2026") > strings.Index(pagina, "giovedì 12 novembre 2026") {
			t.Error("the serving, recorded last, is not first")
		}
	})
	t.Run("whom to ask, as the command has set it", func(t *testing.T) {
		testkit.Attendi(t, attesa, "the contacts to be known", func() bool { return strings.Contains(apri(reso), "tel:000000000") })
		dice(t, apri(reso), []string{"A chi rivolgersi", "Polizia Locale di alfa", "000 000000", "mailto:alfa@pec.example"})
	})
}

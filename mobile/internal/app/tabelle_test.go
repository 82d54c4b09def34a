package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

func unaStrada(codice, nome string) strada.Strada {
	return strada.Strada{Codice: codice, Nome: nome, ComuneIstat: "039014", ValidoDa: calendario.MustParse("2020-01-01")}
}

// annuncia publishes the fact of core that a table has a new version.
func (b *banco) annuncia(t *testing.T, tenant, nome string) {
	t.Helper()
	fatto := event.TabelleAggiornate(tenant, nome)
	corpo, err := json.Marshal(fatto)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.core.Conn.Publish(fatto.Soggetto(""), corpo); err != nil {
		t.Fatal(err)
	}
}

// importaStrade loads the streets of a tenant and waits until its officers see them.
func (b *banco) importaStrade(t *testing.T, tenant string, righe ...strada.Strada) {
	t.Helper()
	testkit.TabellaFissa[strada.Strada]{Nome: "strade", Tenant: tenant, Righe: righe}.Importa(t, b.ambiente)
	b.annuncia(t, tenant, "strade")
	testkit.Attendi(t, 10*time.Second, "the streets", func() bool {
		return slices.Equal(righe, leggi(t, b.chiedi(t, tabelle+"/strade", "agente."+tenant)).Strade)
	})
}

func (b *banco) tag(t *testing.T, percorso, utente string) string {
	t.Helper()
	return b.chiedi(t, percorso, utente).Header().Get("ETag")
}

func TestStreetsOfTheTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tutte, sole, diBeta := b.tag(t, tabelle, "agente.alfa"), b.tag(t, tabelle+"/strade", "agente.alfa"), b.tag(t, tabelle, "agente.beta")
	comuni := b.tag(t, tabelle+"/comuni", "agente.alfa")
	b.importaStrade(t, "alfa", unaStrada("1", "Via Roma"), unaStrada("2", "Via Garibaldi"))
	for percorso, vecchio := range map[string]string{tabelle: tutte, tabelle + "/strade": sole} {
		w := b.chiama(t, percorso, map[string]string{"Authorization": basic("agente.alfa", testkit.PasswordGiusta), "If-None-Match": vecchio})
		if w.Code != http.StatusOK || w.Header().Get("ETag") == vecchio {
			t.Errorf("%s: %d, other streets under the same tag", percorso, w.Code)
		}
	}
	if b.tag(t, tabelle, "agente.beta") != diBeta || b.tag(t, tabelle+"/comuni", "agente.alfa") != comuni {
		t.Error("the streets of alfa changed a tag of beta, or of the municipalities")
	}
	if n := len(leggi(t, b.chiedi(t, tabelle, "agente.beta")).Strade); n != 0 {
		t.Errorf("beta has %d streets of alfa", n)
	}
	b.importaStrade(t, "beta", unaStrada("1", "Corso Italia"))
	b.importaStrade(t, "alfa")
	if b.tag(t, tabelle, "agente.alfa") != tutte {
		t.Error("the content is what it was, and the tag is another")
	}
}

// TestANewDecree: the office imports amounts that hold from a day to come, and the tablets have them
// beside those of today.
func TestANewDecree(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prima := b.tag(t, tabelle, "agente.alfa")
	righe := sanzione.Iniziale().Tutte()
	var vecchia sanzione.Sanzione
	for _, r := range righe {
		if r.Codice == "158-2-d" && r.ValidoA.IsZero() {
			vecchia = r
		}
	}
	nuova := vecchia
	nuova.ValidoDa, nuova.Orizzonte = calendario.MustParse("2027-01-01"), calendario.Giorno{}
	nuova.MinCent, nuova.MaxCent = vecchia.MinCent+100, vecchia.MaxCent+400
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: "violazioni", Righe: append(righe, nuova)}.Importa(t, b.ambiente)
	b.annuncia(t, "", "violazioni")
	testkit.Attendi(t, 10*time.Second, "another tag", func() bool { return b.tag(t, tabelle, "agente.alfa") != prima })
	importi := map[string]int64{}
	for _, x := range leggi(t, b.chiedi(t, tabelle+"/tariffe", "agente.beta")).Tariffe {
		if x.Codice == nuova.Codice {
			importi[x.ValidoDa.String()] = int64(x.MinimoCent)
		}
	}
	if importi[vecchia.ValidoDa.String()] != int64(vecchia.MinCent) || importi["2027-01-01"] != int64(nuova.MinCent) {
		t.Errorf("%v, want %d and then %d", importi, vecchia.MinCent, nuova.MinCent)
	}
}

// TestReadyOnlyWithRegistersAndTablesRead: before, every table is 503 and /readyz says which part is not
// there.
func TestReadyOnlyWithRegistersAndTablesRead(t *testing.T) {
	t.Parallel()
	for parte, vista := range map[string]string{"anagrafe": "reparto", "tabelle": "tabella"} {
		t.Run(parte, func(t *testing.T) {
			t.Parallel()
			b := componi(t, `ALTER VIEW core_v1.`+vista+` RENAME TO via`)
			stato := func() string {
				var x struct {
					Parti map[string]string `json:"parti"`
				}
				if err := json.Unmarshal(b.chiama(t, "/readyz", nil).Body.Bytes(), &x); err != nil {
					t.Fatal(err)
				}
				return x.Parti[parte]
			}
			if p := stato(); p == "OK" || p == "" {
				t.Errorf("before the first reading: %q", p)
			}
			for _, percorso := range []string{tabelle, tabelle + "/comuni"} {
				if w := b.chiedi(t, percorso, "agente.alfa"); w.Code != http.StatusServiceUnavailable || w.Header().Get("ETag") != "" {
					t.Errorf("%s: %d %.200s", percorso, w.Code, w.Body)
				} else {
					conforme(t, percorso, w)
				}
			}
			b.ambiente.Esegui(t, "core", "", `ALTER VIEW core_v1.via RENAME TO `+vista)
			testkit.Attendi(t, 10*time.Second, "the first reading", func() bool { return stato() == "OK" })
		})
	}
}

// TestATableThatIsNoneIs404AlsoBeforeTheTablesAreRead is what a caller who mistook the name must know.
func TestATableThatIsNoneIs404AlsoBeforeTheTablesAreRead(t *testing.T) {
	t.Parallel()
	b := componi(t, `ALTER VIEW core_v1.tabella RENAME TO via`)
	if w := b.chiedi(t, tabelle+"/semafori", "agente.alfa"); w.Code != http.StatusNotFound {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestATabletFollowsACorrection: with the version of its copy a tablet gets what a corrected table has changed, through the
// door of the composed service, and nothing of what stays; with a version nobody knows it gets all.
func TestATabletFollowsACorrection(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prima := leggi(t, b.chiedi(t, tabelle, "agente.alfa")).Versione
	righe := slices.DeleteFunc(sanzione.Iniziale().Tutte(), func(s sanzione.Sanzione) bool { return s.Codice == "20-4" })
	for i, r := range righe {
		if r.Codice == "154-8" {
			righe[i].MaxCent += 100
		}
	}
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: "violazioni", Righe: righe}.Importa(t, b.ambiente)
	b.annuncia(t, "", "violazioni")
	tag := b.tag(t, tabelle, "agente.alfa")
	testkit.Attendi(t, 10*time.Second, "the correction", func() bool {
		tag = b.tag(t, tabelle, "agente.alfa")
		return tag != `"`+prima+`"`
	})
	type variate struct {
		Nuove []struct {
			Codice string `json:"codice"`
		} `json:"nuove"`
		Tolte []struct {
			Codice string `json:"codice"`
		} `json:"tolte"`
	}
	var d struct {
		Versione   string          `json:"versione"`
		Dopo       string          `json:"dopo"`
		Violazioni variate         `json:"violazioni"`
		Tariffe    variate         `json:"tariffe"`
		Comuni     json.RawMessage `json:"comuni"`
	}
	w := b.chiedi(t, tabelle+"?dopo="+prima, "agente.alfa")
	conforme(t, tabelle, w)
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %.300s: %v", w.Code, w.Body, err)
	}
	if `"`+d.Versione+`"` != tag || d.Dopo != prima || d.Comuni != nil || w.Header().Get("ETag") != tag {
		t.Errorf("%s, %s after %s, comuni %.40s", tag, d.Versione, d.Dopo, d.Comuni)
	}
	if n := d.Tariffe.Nuove; len(n) != 1 || n[0].Codice != "154-8" || len(d.Tariffe.Tolte) == 0 || d.Tariffe.Tolte[0].Codice != "20-4" {
		t.Errorf("%+v", d.Tariffe)
	}
	if len(d.Violazioni.Nuove) > 1 || len(d.Violazioni.Tolte) == 0 || d.Violazioni.Tolte[0].Codice != "20-4" {
		t.Errorf("%+v", d.Violazioni)
	}
	if c := leggi(t, b.chiedi(t, tabelle+"?dopo="+strings.Repeat("0", len(prima)), "agente.alfa")); len(c.Violazioni) < 100 || len(c.Comuni) == 0 {
		t.Errorf("of a version nobody knows: %d rows", len(c.Violazioni))
	}
	if w := b.chiedi(t, tabelle+"?dopo=ieri", "agente.alfa"); w.Code != http.StatusBadRequest {
		t.Errorf("%d", w.Code)
	}
	if w := b.chiama(t, tabelle+"?dopo="+prima, nil); w.Code != http.StatusUnauthorized {
		t.Errorf("without credentials: %d", w.Code)
	}
}

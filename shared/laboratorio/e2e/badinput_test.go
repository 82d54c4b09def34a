//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestBadXML sends what no parser should follow: each is refused at once, with a fault or a problem,
// nothing is recorded and the service goes on.
func TestBadXML(t *testing.T) {
	buono := imbusta(busta11, nuovaMulta("mai", 1).corpo())
	entita := strings.Replace(buono, "Via Emilia", "&%s;", 1)
	casi := []struct {
		regola, corpo string
		stati         []int
	}{
		{"cut in the middle", buono[:len(buono)/2], []int{400, 500}},
		{"tags that do not match", strings.Replace(buono, "</verbale>", "</verbali>", 1), []int{400, 500}},
		{"not XML at all", "{\"targa\":\"AB123CD\"}", []int{400, 500}},
		{"empty", "", []int{400, 500}},
		{"another envelope", strings.ReplaceAll(buono, busta11, "urn:altro"), []int{400, 500}},
		{"bytes that are not UTF-8", strings.Replace(buono, "Via Emilia", "Via \xff\xfe", 1), []int{400, 500}},
		{"NUL", strings.Replace(buono, "Via Emilia", "Via\x00Emilia", 1), []int{400, 500}},
		{"11 MiB", strings.Replace(buono, "Via Emilia", strings.Repeat("x", 11<<20), 1), []int{413}},
		{"ten thousand levels", strings.Replace(buono, "Via Emilia", strings.Repeat("<a>", 10_000)+strings.Repeat("</a>", 10_000), 1), []int{400, 500}},
		{"a million elements", strings.Replace(buono, "Via Emilia", strings.Repeat("<a/>", 1_000_000), 1), []int{400, 500}},
		{"billion laughs", conDTD(risate(), strings.Replace(entita, "%s", "lol9", 1)), []int{400, 500}},
		{"an external entity", conDTD(`<!ENTITY f SYSTEM "file:///etc/passwd">`, strings.Replace(entita, "%s", "f", 1)), []int{400, 500}},
		{"an entity on the network", conDTD(`<!ENTITY f SYSTEM "`+stack.url("core", "/livez")+`">`, strings.Replace(entita, "%s", "f", 1)), []int{400, 500}},
		{"a parameter entity", conDTD(`<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;`, buono), []int{400, 500}},
	}
	t.Run("refused", func(t *testing.T) {
		for _, c := range casi {
			t.Run(c.regola, func(t *testing.T) {
				t.Parallel()
				rifiutato(t, c.corpo, c.stati)
			})
		}
	})
	t.Run("nothing was recorded", func(t *testing.T) {
		if e := stack.leggiVerbale(t, "alfa", "mai"); e.Errore != "NON_TROVATO" {
			t.Errorf("%+v", e)
		}
	})
	t.Run("and the good one is taken", func(t *testing.T) {
		if e := stack.inserisci(t, "alfa", nuovaMulta("adesso-"+unico(), 1)); e.Esito != "INSERITO" {
			t.Errorf("%+v", e)
		}
	})
}

// rifiutato sends a body that must be refused soon, without a word of what it points at.
func rifiutato(t *testing.T, corpo string, stati []int) {
	t.Helper()
	inizio := tempo.Macchina()
	r := chiama(t, http.MethodPost, stack.url("elaborazione", percorsoSOAP), corpo, tipoSOAP(busta11), conBasic("integratore.alfa", passwordProva))
	if !slices.Contains(stati, r.stato) {
		t.Errorf("status %d: %.300s", r.stato, r.corpo)
	}
	if strings.Contains(string(r.corpo), "root:") || strings.Contains(string(r.corpo), "VIVO") {
		t.Errorf("the answer shows what the entity names: %.300s", r.corpo)
	}
	if passato := time.Since(inizio); passato > 10*time.Second {
		t.Errorf("refused only after %s", passato)
	}
}

func conDTD(dichiarazioni, busta string) string {
	return strings.Replace(busta, "?>", "?><!DOCTYPE x ["+dichiarazioni+"]>", 1)
}

// risate are the entities of the billion laughs.
func risate() string {
	var testo strings.Builder
	testo.WriteString(`<!ENTITY lol "lol">`)
	prima := "lol"
	for i := 1; i <= 9; i++ {
		nome := fmt.Sprintf("lol%d", i)
		testo.WriteString("<!ENTITY " + nome + ` "` + strings.Repeat("&"+prima+";", 10) + `">`)
		prima = nome
	}
	return testo.String()
}

// TestBadFine sends well-formed requests that mean nothing: a fault names the field.
func TestBadFine(t *testing.T) {
	cambia := func(da, a string) func(string) string {
		return func(corpo string) string { return strings.Replace(corpo, da, a, 1) }
	}
	casi := []struct {
		regola string
		cambia func(string) string
		campo  string
	}{
		{"an unknown field", cambia("<reparto>", "<sconosciuto>1</sconosciuto><reparto>"), "sconosciuto"},
		{"a field twice", cambia("<reparto>PL01</reparto>", "<reparto>PL01</reparto><reparto>PL02</reparto>"), "reparto"},
		{"a nonsense plate", cambia("<targa>FA007AA", "<targa>?!§"), "targa"},
		{"a plate that no vehicle has", cambia("<targa>FA007AA", "<targa>AAAAAAAAAAAAAAAA"), "targa"},
		{"a date to come", cambia(ieri(10, 30).Add(7*time.Second).Format(time.RFC3339), tempo.Adesso().Add(48*time.Hour).Format(time.RFC3339)), "dataOraViolazione"},
		{"a date that does not exist", cambia(ieri(10, 30).Add(7*time.Second).Format(time.RFC3339), "2026-02-30T10:00:00+01:00"), "dataOraViolazione"},
		{"an unknown department", cambia("PL01", "PL77"), "reparto"},
		{"an unknown agent", cambia("A001", "Z999"), "agente"},
		{"an unknown article", cambia("<articolo>157<", "<articolo>998<"), "articolo"},
		{"a paragraph that is not there", cambia("<comma>8<", "<comma>99<"), "comma"},
		{"no violation", cambia("<violazione><articolo>157</articolo><comma>8</comma></violazione>", ""), "violazione"},
		{"a key with blanks", cambia("<idEsterno>", "<idEsterno>con spazi "), "idEsterno"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			prima := nuovaMulta("male-"+unico(), 7).corpo()
			dopo := c.cambia(prima)
			if prima == dopo {
				t.Fatal("the case changes nothing")
			}
			e, err := stack.soap(t, "alfa", busta12, dopo)
			if err != nil {
				t.Fatal(err)
			}
			if e.Errore == "" || e.Errore == "ERRORE_INTERNO" || !strings.Contains(e.Testo, c.campo) {
				t.Errorf("fault %q does not name %s: %.600s", e.Errore, c.campo, e.Testo)
			}
		})
	}
}

// TestSameKey: a key is one fine, however often and from however many connections it is sent.
func TestSameKey(t *testing.T) {
	id := "chiave-" + unico()
	m := nuovaMulta(id, 8_000)
	t.Run("sixteen at once: one is recorded, fifteen find it", func(t *testing.T) {
		esiti := make([]esitoSOAP, 16)
		errori := make([]error, len(esiti))
		var insieme sync.WaitGroup
		via := make(chan struct{})
		for i := range esiti {
			insieme.Go(func() {
				<-via
				esiti[i], errori[i] = stack.soap(t, "alfa", busta11, m.corpo())
			})
		}
		close(via)
		insieme.Wait()
		conta := map[string]int{}
		for i, e := range esiti {
			if errori[i] != nil || e.Errore != "" {
				t.Errorf("caller %d: %v, fault %q", i, errori[i], e.Errore)
			}
			if e.IDVerbale != esiti[0].IDVerbale || e.Numero != esiti[0].Numero || fmt.Sprint(e.Avvisi) != fmt.Sprint(esiti[0].Avvisi) {
				t.Errorf("caller %d got another answer: %+v and %+v", i, e, esiti[0])
			}
			conta[e.Esito]++
		}
		if conta["INSERITO"] != 1 || conta["GIA_PRESENTE"] != len(esiti)-1 {
			t.Errorf("outcomes %v", conta)
		}
	})
	t.Run("the plate spelled otherwise is the same content", func(t *testing.T) {
		uguale := m
		uguale.targa = strings.ToLower(m.targa[:2] + " " + m.targa[2:5] + "-" + m.targa[5:])
		if e := stack.inserisci(t, "alfa", uguale); e.Esito != "GIA_PRESENTE" {
			t.Errorf("outcome %+v", e)
		}
	})
	t.Run("another content under the key is a fault", func(t *testing.T) {
		altra := m
		altra.indirizzo = "Via Flaminia"
		e, err := stack.soap(t, "alfa", busta11, altra.corpo())
		if err != nil || e.Errore == "" || e.Errore == "ERRORE_INTERNO" {
			t.Errorf("%v, %+v", err, e)
		}
	})
	t.Run("another command's key is another fine", func(t *testing.T) {
		if e := stack.inserisci(t, "beta", m); e.Esito != "INSERITO" {
			t.Errorf("outcome %+v", e)
		}
	})
	t.Run("the same facts under another key wait for a person", func(t *testing.T) {
		doppia := m
		doppia.idEsterno += "-bis"
		e := stack.inserisci(t, "alfa", doppia)
		if e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 || !strings.Contains(e.Testo, "POSSIBILE_DOPPIONE") {
			t.Errorf("%+v: %.400s", e, e.Testo)
		}
		prima := stack.leggiVerbale(t, "alfa", m.idEsterno).IDVerbale
		if aperte := anomalieAperte(t, prima); len(aperte) != 1 || aperte[0] != "POSSIBILE_DOPPIONE" {
			t.Errorf("the first of the two has %v", aperte)
		}
		ufficio(t, e.IDVerbale, http.StatusCreated, map[string]any{"tipo": "VERBALE_SCARTATO", "motivo": "lo stesso fatto", "idempotenza": "scarta"})
		if aperte := anomalieAperte(t, prima); len(aperte) != 0 {
			t.Errorf("once the other is discarded the first still has %v", aperte)
		}
	})
}

// anomalieAperte are the kinds of the open anomalies of a fine of alfa.
func anomalieAperte(t *testing.T, id string) (tipi []string) {
	t.Helper()
	for _, a := range leggi[struct {
		Anomalie []struct {
			Tipo   string
			Chiusa *string
		}
	}](t, chiama(t, http.MethodGet, stack.url("elaborazione", verbaliRest+"/verbali/"+id), nil, conBasic("ufficio.alfa", passwordProva)), http.StatusOK).Anomalie {
		if a.Chiusa == nil {
			tipi = append(tipi, a.Tipo)
		}
	}
	return tipi
}

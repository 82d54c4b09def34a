package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// A request has a month, two more with a reason, and ends once; accepting names the event that corrected the fine.
func TestUnaRichiestaDiRettifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), operatore.Operatore{Username: "ufficio", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloUfficio}}, password); err != nil {
		t.Fatal(err)
	}
	oggi := calendario.Da(tempo.Adesso())
	nuova := func(su, ricevuta string, stato int, dice ...string) string {
		var x struct {
			ID string `json:"id"`
		}
		testo := b.attendi(t, "ufficio POST /rettifiche", `{`+su+`,"richiedente":"Anna","testo":"abito altrove","prova":"prot. 9","ricevuta":"`+ricevuta+`"}`, stato, dice...)
		if stato == http.StatusCreated {
			if err := json.Unmarshal([]byte(testo), &x); err != nil {
				t.Fatal(err)
			}
		}
		return x.ID
	}
	b.attendi(t, "mario GET /rettifiche", "", http.StatusForbidden)
	nuova(`"idVerbale":"018f0000-0000-7000-8000-00000000ffff"`, "", http.StatusNotFound)
	nuova(`"idVerbale":"`+idVerbale+`","codiceFiscale":"`+codice+`"`, "", http.StatusBadRequest, "idVerbale")
	nuova(`"idVerbale":"`+idVerbale+`"`, oggi.AddDays(1).String(), http.StatusBadRequest, "ricevuta")
	sul := nuova(`"idVerbale":"`+idVerbale+`"`, oggi.String(), http.StatusCreated)
	tardi := nuova(`"codiceFiscale":"`+codice+`"`, oggi.AddDays(-60).String(), http.StatusCreated)
	b.attendi(t, "ufficio GET /rettifiche", "", http.StatusOK, `"entro":"`+oggi.AddMonths(1).String()+`"`, "123/2026", `"prova":"prot. 9"`)
	n := b.dentro(t, "ufficio")
	n.apri("/CoreService/").mostra(t, `href="/CoreService/rettifiche">Richieste di rettifica dei dati</a>: <strong>2</strong>`, oggi.AddDays(-60).Detto("dal"))
	b.attendi(t, "luigi POST /rettifiche/"+sul+"/esito", `{"stato":"RESPINTA","motivo":"x"}`, http.StatusNotFound) // of beta
	b.attendi(t, "ufficio POST /rettifiche/"+tardi+"/proroga", `{"motivo":"archivio lontano"}`, http.StatusConflict, "TERMINE_DECORSO")
	b.attendi(t, "ufficio POST /rettifiche/"+sul+"/proroga", `{"motivo":" "}`, http.StatusBadRequest, "motivo")
	b.attendi(t, "ufficio POST /rettifiche/"+sul+"/proroga", `{"motivo":"archivio lontano"}`, http.StatusNoContent)
	b.attendi(t, "ufficio POST /rettifiche/"+sul+"/proroga", `{"motivo":"ancora"}`, http.StatusConflict, "GIA_PROROGATA")
	b.attendi(t, "ufficio GET /rettifiche", "", http.StatusOK, `"entro":"`+oggi.AddMonths(3).String()+`"`, "archivio lontano")
	b.attendi(t, "ufficio POST /rettifiche/"+sul+"/esito", `{"stato":"ACCOLTA","motivo":"","evento":99}`, http.StatusBadRequest, "evento")
	b.attendi(t, "ufficio POST /rettifiche/"+tardi+"/esito", `{"stato":"RESPINTA","motivo":""}`, http.StatusBadRequest, "motivo")
	r := n.invia("/CoreService/rettifiche/"+sul, url.Values{"atto": {"ACCOLTA"}, "evento": {"2"}, "comandoAperto": {"alfa"}})
	if r.stato != http.StatusSeeOther {
		t.Errorf("%d\n%s", r.stato, r.corpo)
	}
	b.attendi(t, "ufficio POST /rettifiche/"+tardi+"/esito", `{"stato":"RESPINTA","motivo":"non prova nulla"}`, http.StatusNoContent)
	b.attendi(t, "ufficio POST /rettifiche/"+tardi+"/esito", `{"stato":"ACCOLTA","motivo":"poi sì"}`, http.StatusConflict, "GIA_DECISA")
	n.apri("/CoreService/rettifiche").mostra(t, "Corretto con l&#39;evento", "non prova nulla", "Verbale 123/2026")
	n.apri("/CoreService/").nasconde(t, "Richieste di rettifica dei dati</a>")
	dati := b.attendi(t, "ufficio POST /interessato", chiediDati, http.StatusOK)
	for _, azione := range []string{"RETTIFICA_RICEVUTA", "RETTIFICA_PROROGATA", "RETTIFICA_ACCOLTA", "RETTIFICA_RESPINTA"} {
		if !strings.Contains(dati, azione) {
			t.Errorf("no line %s:\n%s", azione, dati)
		}
	}
}

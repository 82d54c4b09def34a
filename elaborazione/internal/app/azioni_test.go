package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// azioni asks the route what may happen to a fine, and holds the answer against the contract.
func (s *ufficio) azioni(t *testing.T, id, token string, stato int) (x event.RispostaAzioni) {
	t.Helper()
	r, risposta := s.chiedi(t, "GET "+verbali+id+"/azioni", token, nil)
	s.conforme(t, r, nil, risposta)
	if r.StatusCode != stato {
		t.Fatalf("%d %s", r.StatusCode, risposta)
	}
	if err := json.Unmarshal(risposta, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// ammesse are the kinds of the admitted events.
func ammesse(x event.RispostaAzioni) (tipi []string) {
	for _, a := range x.Ammesse {
		tipi = append(tipi, a.Tipo)
	}
	return tipi
}

// TestAzioni: route and question say the same to the same caller, and what is admitted is accepted.
func TestAzioni(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	core := testkit.Bus(t, s.nats, "core")
	operatore, lettore := s.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore), s.token(t, "lettore.alfa", "alfa", auth.RuoloLettura)
	id := s.nuovo(t, "AZ-1", 10, obbligatoSoap)
	x := s.azioni(t, id, s.chi, http.StatusOK)
	if x.Sequenza != 1 || !slices.Contains(ammesse(x), "VERBALE_VALIDATO") || slices.Contains(ammesse(x), "RICORSO_TRASMESSO") {
		t.Fatalf("%+v", x)
	}
	if di := ammesse(s.azioni(t, id, operatore, http.StatusOK)); !slices.Equal(di, []string{"ANOMALIA_APERTA", "NOTA_AGGIUNTA"}) {
		t.Errorf("an operator: %v", di)
	}
	if di := s.azioni(t, id, lettore, http.StatusOK); len(di.Ammesse) != 0 || len(di.Negate) != len(x.Ammesse)+len(x.Negate) {
		t.Errorf("who only reads: %+v", di)
	}
	chiede := func(token, id string) (event.RispostaAzioni, error) {
		return domanda[event.RispostaAzioni](t, core, event.VerbaleAzioni, token, event.DomandaAzioni{IDVerbale: id})
	}
	if y, err := chiede(s.chi, id); err != nil || !slices.Equal(ammesse(y), ammesse(x)) || len(y.Negate) != len(x.Negate) {
		t.Errorf("%+v %v", y, err)
	}
	for _, n := range x.Negate {
		stato, e := s.chiede(t, id, s.chi, eventoDi(n.Tipo, "", nil))
		if stato == http.StatusCreated || e.Codice == "TRANSIZIONE_NON_AMMESSA" && strings.TrimSuffix(e.Detail, ".") != n.Regola {
			t.Errorf("%s: %d %q, the answer said %q", n.Tipo, stato, e.Detail, n.Regola)
		}
	}
	s.deve(t, id, con(eventoDi("VERBALE_VALIDATO", "", nil), "sequenza", x.Sequenza))
	if y := s.azioni(t, id, s.chi, http.StatusOK); y.Sequenza == x.Sequenza || slices.Contains(ammesse(y), "VERBALE_VALIDATO") {
		t.Errorf("%+v", y)
	}
	for nome, c := range map[string]struct{ token, id, codice string }{
		"without a token": {"", id, "CREDENZIALI_NON_VALIDE"},
		"a citizen":       {s.token(t, "x", "alfa", auth.RuoloCittadino), id, "PERMESSO_MANCANTE"},
		"another command": {s.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), id, "NON_TROVATO"},
		"no fine":         {s.chi, uuid.NewString(), "NON_TROVATO"},
		"no id":           {s.chi, "x", "NON_TROVATO"},
	} {
		if _, err := chiede(c.token, c.id); !problem.Is(err, c.codice) {
			t.Errorf("%s: %v, want %s", nome, err, c.codice)
		}
	}
	s.azioni(t, uuid.NewString(), s.chi, http.StatusNotFound)
	s.azioni(t, id, s.token(t, "ufficio.beta", "beta", auth.RuoloUfficio), http.StatusNotFound)
}

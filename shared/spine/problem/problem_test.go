package problem_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// casi is one error of each constructor with the status and the code that callers rely on.
func casi() map[string]struct {
	err    *problem.Error
	stato  int
	codice string
} {
	return map[string]struct {
		err    *problem.Error
		stato  int
		codice string
	}{
		"invalid field":      {problem.CampoNonValido("targa", "troppo lunga."), 400, "DATI_NON_VALIDI"},
		"invalid fields":     {problem.NonValido(problem.Campo{Campo: "a", Messaggio: "x"}, problem.Campo{Campo: "b", Messaggio: "y"}), 400, "DATI_NON_VALIDI"},
		"malformed":          {problem.Malformata("non si legge"), 400, "RICHIESTA_MALFORMATA"},
		"no credentials":     {problem.SenzaCredenziali(), 401, "CREDENZIALI_NON_VALIDE"},
		"forbidden":          {problem.Vietato("RISERVATO", "no"), 403, "RISERVATO"},
		"not found":          {problem.NonTrovato("verbale", "7"), 404, "NON_TROVATO"},
		"no route":           {problem.RottaAssente(), 404, "RISORSA_INESISTENTE"},
		"method":             {problem.MetodoNonAmmesso("GET", "POST"), 405, "METODO_NON_AMMESSO"},
		"too slow":           {problem.TroppoLento(), 408, "CORPO_TROPPO_LENTO"},
		"conflict":           {problem.Conflitto("ATTO_GIA_FORMATO", "l'atto esiste"), 409, "ATTO_GIA_FORMATO"},
		"too large":          {problem.TroppoGrande(10), 413, "CORPO_TROPPO_GRANDE"},
		"content type":       {problem.TipoNonAmmesso("JSON"), 415, "TIPO_NON_AMMESSO"},
		"nothing made of it": {problem.NonElaborabile("LETTURA_NON_DISPONIBILE", "no"), 422, "LETTURA_NON_DISPONIBILE"},
		"too many":           {problem.Troppe(1500 * time.Millisecond), 429, "TROPPE_RICHIESTE"},
		"internal":           {problem.Nuovo(problem.Internal, "TENANT_MANCANTE", "a", "b"), 500, "TENANT_MANCANTE"},
		"a part is away":     {problem.NonDisponibile("ALTROVE", "via"), 503, "ALTROVE"},
		"a kind of the void": {problem.Nuovo(problem.Kind(99), "X", "a", "b"), 500, "X"},
		"a negative kind":    {problem.Nuovo(problem.Kind(-1), "X", "a", "b"), 500, "X"},
	}
}

func TestEveryKindHasItsStatus(t *testing.T) {
	t.Parallel()
	visti := map[int]bool{}
	for nome, c := range casi() {
		t.Run(nome, func(t *testing.T) {
			d := problem.Describe(c.err, "/a/b", "t1")
			if d.Status != c.stato || d.Codice != c.codice || d.Type != "urn:piattaforma-verbali:problema:"+c.codice {
				t.Errorf("document %+v", d)
			}
			if d.Instance != "/a/b" || d.Traccia != "t1" || d.Title == "" || d.Detail == "" {
				t.Errorf("document %+v", d)
			}
		})
		visti[c.stato] = true
	}
	for k := problem.Internal; k <= problem.Unavailable; k++ {
		if !visti[k.Status()] {
			t.Errorf("kind %d (%d) has no case here", k, k.Status())
		}
	}
}

func TestInternalErrorsAreNotTold(t *testing.T) {
	t.Parallel()
	segreto := errors.New("pq: password=hunter2 RSSMRA80A01H501U")
	for nome, err := range map[string]error{
		"a plain error":            segreto,
		"a wrapped one":            fmt.Errorf("store: %w", segreto),
		"joined with another":      errors.Join(segreto, errors.New("x")),
		"nil":                      nil,
		"the cause of a problem":   problem.NonTrovato("verbale", "7").With(segreto),
		"around a problem":         fmt.Errorf("%w: %w", segreto, problem.Conflitto("REGOLA", "no")),
		"a nil problem in a chain": fmt.Errorf("%w: %w", segreto, (*problem.Error)(nil)),
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			testo, errJSON := json.Marshal(problem.Describe(err, "", ""))
			if errJSON != nil || strings.Contains(string(testo), "hunter2") || strings.Contains(string(testo), "RSSMRA") {
				t.Errorf("%s, %v", testo, errJSON)
			}
			if problem.As(err) == nil && !strings.Contains(string(testo), `"codice":"ERRORE_INTERNO"`) {
				t.Errorf("%s", testo)
			}
		})
	}
}

func TestDocumentComesBackAsTheSameError(t *testing.T) {
	t.Parallel()
	for nome, c := range casi() {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			dati, err := json.Marshal(problem.Describe(c.err.With(errors.New("causa")), "/x", "t"))
			if err != nil {
				t.Fatal(err)
			}
			var d problem.Document
			if err := json.Unmarshal(dati, &d); err != nil {
				t.Fatal(err)
			}
			atteso := *c.err
			if atteso.Kind < 0 || atteso.Kind > problem.Unavailable {
				atteso.Kind = problem.Internal
			}
			atteso.RetryAfter = (atteso.RetryAfter + time.Second - 1).Truncate(time.Second) // whole seconds travel
			if diff := cmp.Diff(&atteso, d.Errore(), cmpopts.IgnoreFields(problem.Error{}, "Ammessi", "Causa")); diff != "" {
				t.Error(diff)
			}
		})
	}
	if e := (problem.Document{Status: 418}).Errore(); e.Kind != problem.Internal {
		t.Errorf("an unknown status is of kind %d", e.Kind)
	}
}

func TestErrorsForTheLog(t *testing.T) {
	t.Parallel()
	causa := errors.New("causa")
	e := problem.NonValido(problem.Campo{Campo: "a", Messaggio: "x"}, problem.Campo{Campo: "b", Messaggio: "y"})
	con := e.With(causa)
	if e.Causa != nil {
		t.Error("Con changed the error it was called on")
	}
	for _, s := range []string{"DATI_NON_VALIDI", "a: x", "b: y", "causa"} {
		if !strings.Contains(con.Error(), s) {
			t.Errorf("%q does not say %q", con, s)
		}
	}
	if !errors.Is(fmt.Errorf("su: %w", con), causa) || !problem.Is(fmt.Errorf("su: %w", con), "DATI_NON_VALIDI") {
		t.Error("cause or code are lost in the chain")
	}
	if problem.Is(causa, "DATI_NON_VALIDI") || problem.Is(nil, "") || problem.As(nil) != nil {
		t.Error("an error without a code has one")
	}
	if s := problem.CampoNonValido("targa", "troppo lunga.").Dettaglio; s != "Il campo targa non è valido: troppo lunga." {
		t.Errorf("sentence %q", s)
	}
	if s := problem.MetodoNonAmmesso("GET", "POST").Dettaglio; !strings.Contains(s, "GET, POST") {
		t.Errorf("sentence %q", s)
	}
}

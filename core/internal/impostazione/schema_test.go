package impostazione

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	dichiarate "github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// prova is a schema with one of each kind of bound.
const prova = `{"type":"object","required":["nome","ore"],"additionalProperties":false,"properties":{
	"nome":{"type":"string","minLength":2,"maxLength":5,"pattern":"^[a-z]+$"},
	"ore":{"type":"integer","minimum":1,"maximum":24},
	"canali":{"type":"array","minItems":1,"maxItems":2,"uniqueItems":true,"items":{"enum":["SEND","PEC"]}},
	"attivo":{"type":"boolean"}}}`

func TestValoriFuoriSchema(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, schema, valore string
		vuole                  []problem.Campo
	}{
		{"a good value", prova, `{"nome":"abc","ore":24,"canali":["PEC"],"attivo":true}`, nil},
		{"no JSON", prova, `{"nome":`, []problem.Campo{{Campo: "valore", Messaggio: "non è JSON valido: una stringa si scrive fra virgolette"}}},
		{"two values", prova, `1 2`, []problem.Campo{{Campo: "valore", Messaggio: "non è JSON valido: una stringa si scrive fra virgolette"}}},
		{"nothing", prova, ``, []problem.Campo{{Campo: "valore", Messaggio: "non è JSON valido: una stringa si scrive fra virgolette"}}},
		{"another type", prova, `[]`, []problem.Campo{{Campo: "valore", Messaggio: "deve essere un insieme di campi fra { }"}}},
		{"another type inside", prova, `{"nome":"abc","ore":"1"}`, []problem.Campo{{Campo: "valore.ore", Messaggio: "deve essere un numero intero"}}},
		{"what is required lacks", prova, `{"attivo":true}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "manca"}, {Campo: "valore.ore", Messaggio: "manca"}}},
		{"a member that is not foreseen", prova, `{"nome":"abc","ore":1,"altro":1}`, []problem.Campo{{Campo: "valore.altro", Messaggio: "non è previsto"}}},
		{"too little", prova, `{"nome":"abc","ore":0}`, []problem.Campo{{Campo: "valore.ore", Messaggio: "deve essere almeno 1"}}},
		{"too much", prova, `{"nome":"abc","ore":25}`, []problem.Campo{{Campo: "valore.ore", Messaggio: "deve essere al più 24"}}},
		{"too short", prova, `{"nome":"a","ore":1}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "è troppo corto: almeno 2 caratteri"}}},
		{"too long", prova, `{"nome":"abcdef","ore":1}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "è troppo lungo: al più 5 caratteri"}}},
		{"against the pattern", prova, `{"nome":"A1B","ore":1}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "non ha la forma attesa: minuscole"}}},
		{"an element of a list", prova, `{"nome":"abc","ore":1,"canali":["PEC","FAX"]}`, []problem.Campo{{Campo: "valore.canali.1", Messaggio: "può essere solo SEND o PEC"}}},
		{"an element twice", prova, `{"nome":"abc","ore":1,"canali":["PEC","PEC"]}`, []problem.Campo{{Campo: "valore.canali", Messaggio: "ha elementi ripetuti"}}},
		{"no element", prova, `{"nome":"abc","ore":1,"canali":[]}`, []problem.Campo{{Campo: "valore.canali", Messaggio: "deve avere almeno 1 elementi"}}},
		{"a member given twice", prova, `{"nome":"abc","nome":"abd","ore":1}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "campo ripetuto"}}},
		{"a NUL", prova, `{"nome":"a\u0000c","ore":1}`, []problem.Campo{{Campo: "valore.nome", Messaggio: "carattere non ammesso"}}},
		{"null for everything", prova, `null`, []problem.Campo{{Campo: "valore", Messaggio: "Il contenuto JSON è vuoto."}}},
		{"too big", prova, `"` + strings.Repeat("a", 9000) + `"`, []problem.Campo{{Campo: "valore", Messaggio: "è troppo lungo: al più 8192 byte"}}},
		{"one of a few words", `{"enum":["A","B"]}`, `"a"`, []problem.Campo{{Campo: "valore", Messaggio: "può essere solo A o B"}}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			ha := controlla(dichiarate.Dichiarazione{Schema: c.schema, Forma: "minuscole"}, c.valore)
			if diff := cmp.Diff(c.vuole, ha); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestModuloDalloSchema(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, schema, come, scritto, valore string }{
		{"a text", `{"type":"string","maxLength":5}`, comeTesto, " <b>&\"x\" ", `"<b>&\"x\""`},
		{"a choice", `{"type":"string","enum":["A","B"]}`, comeScelta, "A", `"A"`},
		{"a number", `{"type":"integer"}`, comeNumero, "12", `12`},
		{"yes or no", `{"type":"boolean"}`, comeSiNo, "true", `true`},
		{"a list of texts, one a line", `{"type":"array","items":{"type":"string"}}`, comeElenco, "a\r\n\r\n b ", `["a","b"]`},
		{"no text at all", `{"type":"array","items":{"type":"string"}}`, comeElenco, " ", `[]`},
		{"an object is JSON", `{"type":"object"}`, comeJSON, `{"a": 1}`, `{"a": 1}`},
		{"words that are numbers are JSON", `{"type":"integer","enum":[1,2]}`, comeJSON, `1`, `1`},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			v := Voce{Schema: []byte(c.schema)}
			if v.Come() != c.come || v.Leggi(c.scritto) != c.valore {
				t.Errorf("asked as %s, read as %s; want %s, %s", v.Come(), v.Leggi(c.scritto), c.come, c.valore)
			}
			if ancora := v.Leggi(v.Scrivi([]byte(c.valore))); ancora != c.valore {
				t.Errorf("shown and sent again it is %s, want %s", ancora, c.valore)
			}
		})
	}
}

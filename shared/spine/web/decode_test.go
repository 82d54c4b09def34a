package web_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

type persona struct {
	Nome      string         `json:"nome"`
	Anni      int            `json:"anni"`
	Indirizzi []indirizzo    `json:"indirizzi"`
	Altro     map[string]any `json:"altro"`
}

type indirizzo struct {
	Via    string `json:"via"`
	Civico int    `json:"civico"`
}

func leggi(tipo, corpo string) (persona, error) {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(corpo))
	r.Header.Set("Content-Type", tipo)
	return web.Decode[persona](echo.New().NewContext(r, httptest.NewRecorder()))
}

func TestLeggiRefuses(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome, corpo   string
		codice, campo string
	}{
		{"an unknown field, named", `{"nome":"a","eta":3}`, "DATI_NON_VALIDI", "eta"},
		{"an unknown field further down", `{"indirizzi":[{"via":"x","cap":1}]}`, "DATI_NON_VALIDI", "cap"},
		{"a wrong type, named", `{"anni":"tre"}`, "DATI_NON_VALIDI", "anni"},
		{"a wrong type, with its path", `{"indirizzi":[{"via":"x"},{"civico":"7"}]}`, "DATI_NON_VALIDI", "indirizzi.civico"},
		{"a fraction for a whole number", `{"anni":1.5}`, "DATI_NON_VALIDI", "anni"},
		{"a number too big for its field", `{"anni":99999999999999999999}`, "DATI_NON_VALIDI", "anni"},
		{"a field given twice", `{"nome":"a","anni":1,"nome":"b"}`, "DATI_NON_VALIDI", "nome"},
		{"a field given twice, further down", `{"indirizzi":[{"via":"x"},{"via":"y","via":"z"}]}`, "DATI_NON_VALIDI", "indirizzi[1].via"},
		{"the same field escaped", `{"nome":"a","\u006eome":"b"}`, "DATI_NON_VALIDI", "nome"},
		{"the same field in another case, of which the last would count", `{"anni":1,"ANNI":2}`, "DATI_NON_VALIDI", "ANNI"},
		{"in another case, further down", `{"indirizzi":[{"civico":1,"Civico":2}]}`, "DATI_NON_VALIDI", "indirizzi[0].Civico"},
		{"in another case, escaped", `{"anni":1,"\u0041nni":2}`, "DATI_NON_VALIDI", "Anni"},
		{"in a letter that folds to one of the field's", `{"altro":{"\u212a":1,"k":2}}`, "DATI_NON_VALIDI", "altro.k"},
		{"in another case, where names are free", `{"altro":{"a":1,"A":2}}`, "DATI_NON_VALIDI", "altro.A"},
		{"a NUL in a text", `{"indirizzi":[{"via":"x\u0000y"}]}`, "DATI_NON_VALIDI", "indirizzi[0].via"},
		{"text after the content", `{"nome":"a"} x`, "RICHIESTA_MALFORMATA", ""},
		{"two values", `{"nome":"a"}{"nome":"b"}`, "RICHIESTA_MALFORMATA", ""},
		{"nothing", ``, "RICHIESTA_MALFORMATA", ""},
		{"blanks", " \n ", "RICHIESTA_MALFORMATA", ""},
		{"null", ` null `, "RICHIESTA_MALFORMATA", ""},
		{"a list for an object", `[]`, "RICHIESTA_MALFORMATA", ""},
		{"a text for an object", `"nome"`, "RICHIESTA_MALFORMATA", ""},
		{"content cut short", `{"nome":"a"`, "RICHIESTA_MALFORMATA", ""},
		{"a comment", `{"nome":"a"/*x*/}`, "RICHIESTA_MALFORMATA", ""},
		{"a trailing comma", `{"nome":"a",}`, "RICHIESTA_MALFORMATA", ""},
		{"bytes that are not UTF-8", "{\"nome\":\"\xe8\"}", "RICHIESTA_MALFORMATA", ""},
		{"a byte order mark", "\ufeff{}", "RICHIESTA_MALFORMATA", ""},
		{"a hundred thousand brackets", `{"altro":{"x":` + strings.Repeat("[", 100_000), "RICHIESTA_MALFORMATA", ""},
		{"well-formed depth", `{"altro":{"x":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}}`, "RICHIESTA_MALFORMATA", ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			_, err := leggi("application/json", c.corpo)
			e := problem.As(err)
			if e == nil || e.Kind != problem.BadRequest || e.Codice != c.codice {
				t.Fatalf("error %v", err)
			}
			if c.campo != "" && (len(e.Campi) != 1 || e.Campi[0].Campo != c.campo) {
				t.Errorf("fields %+v, want %s", e.Campi, c.campo)
			}
		})
	}
}

func TestLeggiTakes(t *testing.T) {
	t.Parallel()
	for nome, corpo := range map[string]string{
		"an object":                    `{"nome":"Niccolò \ud83d\ude00","anni":41,"indirizzi":[{"via":"Roma","civico":1}]}`,
		"blanks around it":             "\r\n\t {} \n",
		"the same name in two objects": `{"indirizzi":[{"via":"a"},{"via":"b"}]}`,
		"null in a field":              `{"nome":null}`,
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if _, err := leggi("application/json; charset=UTF-8", corpo); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLeggiWantsJSON(t *testing.T) {
	t.Parallel()
	for _, tipo := range []string{
		"", "text/plain", "application/xml", "application/x-www-form-urlencoded",
		"application/json; charset=iso-8859-1", "application/json; charset", "application/jsonx",
	} {
		if _, err := leggi(tipo, `{}`); !problem.Is(err, "TIPO_NON_AMMESSO") {
			t.Errorf("%q: %v", tipo, err)
		}
	}
	for _, tipo := range []string{"application/json", "Application/JSON", `application/json;charset="utf-8"`} {
		if _, err := leggi(tipo, `{}`); err != nil {
			t.Errorf("%q: %v", tipo, err)
		}
	}
}

func TestAWholeNumberIsAskedForByName(t *testing.T) {
	t.Parallel()
	type somma struct {
		SpeseCent int64  `json:"speseCent"`
		Rate      int    `json:"rate"`
		Nota      string `json:"nota"`
	}
	for corpo, attesa := range map[string]string{
		`{"speseCent":18.2}`:    "speseCent: tipo non ammesso: numero; serve un numero intero di centesimi di euro, come 1820 per 18,20 euro",
		`{"speseCent":"18.20"}`: "speseCent: tipo non ammesso: testo; serve un numero intero di centesimi di euro, come 1820 per 18,20 euro",
		`{"rate":1.5}`:          "rate: tipo non ammesso: numero; serve un numero intero",
		`{"nota":1}`:            "nota: tipo non ammesso: numero",
	} {
		_, err := web.DecodePart[somma]("dati", []byte(corpo))
		p := problem.As(err)
		if p == nil || len(p.Campi) != 1 || p.Campi[0].Campo+": "+p.Campi[0].Messaggio != "dati."+attesa {
			t.Errorf("%s: %v", corpo, err)
		}
	}
}

func FuzzLeggi(f *testing.F) {
	for _, s := range []string{
		`{"nome":"a","anni":1}`, `{"indirizzi":[{"via":"x"},{"via":"y","via":"z"}]}`, `null`, `[[{"a":[]}]]`, `{"altro":{"":{"":1}}}`,
		"{\"nome\":\"\xe8\"}", `{"nome":"\u0000"}`, `]`, `{"a"`, `{"a":}`, `1 2`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, corpo string) {
		p, err := leggi("application/json", corpo)
		if e := problem.As(err); err != nil && (e == nil || e.Kind != problem.BadRequest) {
			t.Fatalf("an error that is not the caller's: %v", err)
		}
		if err != nil {
			return
		}
		var libero map[string]any
		if json.Unmarshal([]byte(corpo), &libero) != nil {
			t.Fatalf("%q was taken as %+v", corpo, p)
		}
	})
}

// A body that takes the place of what is there must have all of it.
func TestWholeBody(t *testing.T) {
	t.Parallel()
	type primi struct {
		Nome string `json:"nome"`
	}
	type corpo struct {
		primi
		Stato    string `json:"stato"`
		Versione int    `json:"versione"`
		Nota     string `json:"nota,omitempty"`
	}
	percorsoIntero := base + "/intero"
	b := apparecchia(t)
	b.Group("").Add(http.MethodPut, "/intero", func(c echo.Context) error {
		letto, err := web.DecodeAll[corpo](c)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, letto)
	}, aperta()...)
	for _, c := range []struct {
		nome, corpo string
		stato       int
		mancano     []string
	}{
		{"all of it", `{"nome":"","stato":"x","versione":1}`, 200, nil},
		{"what may be left out too", `{"nome":"","stato":"x","versione":1,"nota":"y"}`, 200, nil},
		{"one is forgotten", `{"stato":"x","versione":1}`, 400, []string{"nome"}},
		{"all are", `{}`, 400, []string{"nome", "stato", "versione"}},
		{"an unknown one is refused first", `{"nom":""}`, 400, []string{"nom"}},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPut, percorsoIntero, strings.NewReader(c.corpo))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			b.Echo.ServeHTTP(w, r)
			var d problem.Document
			if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
				t.Fatal(err)
			}
			var mancano []string
			for _, e := range d.Errori {
				mancano = append(mancano, e.Campo)
			}
			if w.Code != c.stato || !slices.Equal(mancano, c.mancano) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
}

func TestLeggiParte(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ nome, parte, campo string }{
		{"nothing is an empty object", ``, ""},
		{"null too", `null`, ""},
		{"what is right", `{"via":"x","civico":1}`, ""},
		{"an unknown member, with the path of the part", `{"via":"x","cap":1}`, "dati.cap"},
		{"a wrong type", `{"civico":"7"}`, "dati.civico"},
		{"a list", `[]`, "dati"},
		{"a text", `"x"`, "dati"},
	} {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			_, err := web.DecodePart[indirizzo]("dati", []byte(c.parte))
			e := problem.As(err)
			switch {
			case c.campo == "" && err != nil:
				t.Error(err)
			case c.campo != "" && (e == nil || len(e.Campi) != 1 || e.Campi[0].Campo != c.campo || e.Kind != problem.BadRequest):
				t.Errorf("%v", err)
			}
		})
	}
}

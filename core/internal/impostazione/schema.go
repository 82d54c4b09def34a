package impostazione

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	dichiarate "github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// campoValore is the field that holds a value; faults inside it are named below it.
const campoValore = "valore"

// valoreMassimo is how long a value may be, in bytes of JSON.
const valoreMassimo = 8 << 10

// membri are the keys of a family that have a value, in order.
func membri(d dichiarate.Dichiarazione, valori map[string][]Valore) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(valori)), func(chiave string) bool {
		trovata, ok := impostazioni.Tutte().Cerca(chiave)
		return !ok || trovata.Chiave != d.Chiave
	})
}

// controlla lists the faults of a value: broken JSON, or a breach of its schema.
func controlla(d dichiarate.Dichiarazione, valore string) []problem.Campo {
	uno := func(messaggio string) []problem.Campo {
		return []problem.Campo{{Campo: campoValore, Messaggio: messaggio}}
	}
	if len(valore) > valoreMassimo {
		return uno("è troppo lungo: al più " + strconv.Itoa(valoreMassimo) + " byte")
	}
	if err := web.CheckJSON([]byte(valore)); err != nil {
		return sotto(err)
	}
	if !json.Valid([]byte(valore)) {
		return uno("non è JSON valido: una stringa si scrive fra virgolette")
	}
	letto, err := jsonschema.UnmarshalJSON(strings.NewReader(valore))
	if err != nil {
		return uno("non è JSON valido")
	}
	s, err := compila(d.Schema)
	if err != nil {
		return uno("non si può controllare: " + err.Error()) // cannot happen: a test compiles them all
	}
	var male *jsonschema.ValidationError
	if err := s.Validate(letto); errors.As(err, &male) {
		return slices.Compact(foglie(male, d.Forma))
	}
	return nil
}

// sotto names the faults of a value below the field that holds it.
func sotto(err error) []problem.Campo {
	e := problem.As(err)
	if len(e.Campi) == 0 {
		return []problem.Campo{{Campo: campoValore, Messaggio: e.Dettaglio}}
	}
	campi := slices.Clone(e.Campi)
	for i, c := range campi {
		campi[i].Campo = strings.TrimSuffix(campoValore+"."+c.Campo, ".")
	}
	return campi
}

func compila(schema string) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("impostazione: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("urn:impostazione", doc); err != nil {
		return nil, fmt.Errorf("impostazione: %w", err)
	}
	return c.Compile("urn:impostazione")
}

// foglie gives the faults of a value, each under the path of the member it is of.
func foglie(e *jsonschema.ValidationError, forma string) []problem.Campo {
	if len(e.Causes) == 0 {
		dove := strings.Join(append([]string{campoValore}, e.InstanceLocation...), ".")
		return frasi(dove, e.ErrorKind, forma)
	}
	var tutte []problem.Campo
	for _, c := range e.Causes {
		tutte = append(tutte, foglie(c, forma)...)
	}
	return tutte
}

// frasi says one fault in Italian.
func frasi(dove string, k jsonschema.ErrorKind, forma string) []problem.Campo {
	switch k := k.(type) {
	case *kind.Required:
		return membro(dove, k.Missing, "manca")
	case *kind.AdditionalProperties:
		return membro(dove, k.Properties, "non è previsto")
	}
	return []problem.Campo{{Campo: dove, Messaggio: frase(k, forma)}}
}

func membro(dove string, nomi []string, messaggio string) []problem.Campo {
	campi := make([]problem.Campo, len(nomi))
	for i, nome := range nomi {
		campi[i] = problem.Campo{Campo: dove + "." + nome, Messaggio: messaggio}
	}
	return campi
}

func frase(k jsonschema.ErrorKind, forma string) string {
	switch k := k.(type) {
	case *kind.Type:
		return "deve essere " + tipi(k.Want)
	case *kind.Enum:
		return "può essere solo " + elenca(k.Want)
	case *kind.Const:
		return "può essere solo " + elenca([]any{k.Want})
	case *kind.Pattern:
		if forma != "" {
			return "non ha la forma attesa: " + forma
		}
		return "è vuoto o ha caratteri non ammessi"
	case *kind.Format:
		return "non ha il formato " + k.Want
	case *kind.MinLength:
		return "è troppo corto: almeno " + strconv.Itoa(k.Want) + " caratteri"
	case *kind.MaxLength:
		return "è troppo lungo: al più " + strconv.Itoa(k.Want) + " caratteri"
	case *kind.Minimum:
		return "deve essere almeno " + numero(k.Want)
	case *kind.Maximum:
		return "deve essere al più " + numero(k.Want)
	case *kind.MinItems:
		return "deve avere almeno " + strconv.Itoa(k.Want) + " elementi"
	case *kind.MaxItems:
		return "deve avere al più " + strconv.Itoa(k.Want) + " elementi"
	case *kind.UniqueItems:
		return "ha elementi ripetuti"
	}
	return "non è ammesso"
}

func numero(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return r.FloatString(2)
}

func elenca(valori []any) string {
	testi := make([]string, len(valori))
	for i, v := range valori {
		testi[i] = fmt.Sprint(v)
	}
	return strings.Join(testi, " o ")
}

func tipi(nomi []string) string {
	testi := make([]string, len(nomi))
	for i, n := range nomi {
		testi[i] = map[string]string{"string": "un testo fra virgolette", "integer": "un numero intero", "number": "un numero", "boolean": "true o false",
			"array": "un elenco fra [ ]", "object": "un insieme di campi fra { }", "null": "null"}[n]
	}
	return strings.Join(testi, " o ")
}

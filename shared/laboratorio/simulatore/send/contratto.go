package send

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed contratto.json
var contratto []byte

// Contratto is the JSON Schema (2020-12) of SEND's bodies, one of $defs each. The simulator refuses what is not in it, and its answers
// are tested against it.
func Contratto() []byte { return append([]byte(nil), contratto...) }

// forme are the compiled schemas, by name.
var forme = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) { //nolint:gochecknoglobals // never written
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(contratto))
	if err != nil {
		return nil, err
	}
	var nomi struct {
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(contratto, &nomi); err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("contratto.json", doc); err != nil {
		return nil, err
	}
	tutte := map[string]*jsonschema.Schema{}
	for _, nome := range slices.Sorted(maps.Keys(nomi.Defs)) {
		if tutte[nome], err = c.Compile("contratto.json#/$defs/" + nome); err != nil {
			return nil, err
		}
	}
	return tutte, nil
})

// Conforme reports what a body has against a form of Contratto; nil for nothing.
func Conforme(forma string, corpo []byte) error {
	tutte, err := forme()
	if err != nil {
		return err
	}
	s := tutte[forma]
	if s == nil {
		return fmt.Errorf("send: nessuna forma %q", forma)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(corpo))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}

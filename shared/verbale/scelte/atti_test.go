package scelte_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

func TestMancaAgliAtti(t *testing.T) {
	t.Parallel()
	firma, sede := `"Isp. Bruno"`, `"Piazza 1"`
	for nome, c := range map[string]struct {
		valori  map[string]string
		mancano []string
	}{
		"nothing is set": {nil, []string{"comando.firmatario", "comando.indirizzo", "notifica.spesePostaliCent"}},
		"all is set": {map[string]string{"comando.firmatario": firma, "comando.indirizzo": sede,
			"notifica.spesePostaliCent": "1650"}, nil},
		"a blank name": {map[string]string{"comando.firmatario": `" "`, "comando.indirizzo": sede,
			"notifica.spesePostaliCent": "1650"}, []string{"comando.firmatario"}},
		"expenses of zero that somebody typed": {map[string]string{"comando.firmatario": firma, "comando.indirizzo": sede,
			"notifica.spesePostaliCent": "0"}, []string{"notifica.spesePostaliCent"}},
		"expenses of zero, confirmed": {map[string]string{"comando.firmatario": firma, "comando.indirizzo": sede,
			"notifica.speseZeroConfermate": "true"}, nil},
		"a confirmation that was taken back": {map[string]string{"comando.firmatario": firma, "comando.indirizzo": sede,
			"notifica.speseZeroConfermate": "false"}, []string{"notifica.spesePostaliCent"}},
		"a confirmation that expenses overrule": {map[string]string{"comando.firmatario": firma, "comando.indirizzo": sede,
			"notifica.spesePostaliCent": "900", "notifica.speseZeroConfermate": "true"}, nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			ha, err := scelte.MancaAgliAtti(func(chiave string, valore any) error {
				if c.valori[chiave] == "" {
					return nil
				}
				return json.Unmarshal([]byte(c.valori[chiave]), valore)
			})
			if d := cmp.Diff(c.mancano, ha); d != "" || err != nil {
				t.Errorf("%v\n%s", err, d)
			}
		})
	}
	if _, err := scelte.MancaAgliAtti(func(_ string, valore any) error { return json.Unmarshal([]byte(`[]`), valore) }); err == nil {
		t.Error("a value of another kind passes")
	}
}

package consultazione

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const segreto = "Mario Rossi, via Garibaldi 1"

// riempi writes a secret wherever the JSON of v has room for a text.
func riempi(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() { // the named ones are lists of the platform
			v.SetString(segreto)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				riempi(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		riempi(v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{"NOTE":"` + segreto + `"}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		riempi(v.Index(0))
	default: // no text
	}
}

// dicono lists the members of JSON that hold the secret.
func dicono(t *testing.T, v any) (membri []string) {
	t.Helper()
	grezzi, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var letto any
	if err := json.Unmarshal(grezzi, &letto); err != nil {
		t.Fatal(err)
	}
	var visita func(nome string, v any)
	visita = func(nome string, v any) {
		switch x := v.(type) {
		case string:
			if strings.Contains(x, segreto) {
				membri = append(membri, nome)
			}
		case []any:
			for _, e := range x {
				visita(nome, e)
			}
		case map[string]any:
			for k, e := range x {
				visita(k, e)
			}
		}
	}
	visita("", letto)
	slices.Sort(membri)
	return slices.Compact(membri)
}

// TestSenzaPersone: of the history of a fine a reader who may not see people sees what the platform
// itself wrote, and nothing else; an event of tomorrow shows nothing until somebody has looked at it.
func TestSenzaPersone(t *testing.T) {
	t.Parallel()
	nostri := strings.Fields("accessoria alternative articolo assePunti avvertenze candidati canale codice comma conseguenze dubbio lettera codiceFiscaleEnte iuv lotto marca modello numeroAvviso rete sha256 spiegazione tipo titolo versioneTabella")
	diTipo := map[verbale.TipoEvento]string{verbale.EventoIntestatarioRichiesto: "motivo", verbale.EventoIntestatarioAnomalo: "esito"} // codes
	var tipi []verbale.TipoEvento
	for _, riga := range transizioni.Tutte() {
		if !slices.Contains(tipi, riga.Evento) {
			tipi = append(tipi, riga.Evento)
		}
	}
	for _, tipo := range tipi {
		t.Run(string(tipo), func(t *testing.T) {
			t.Parallel()
			d, err := vita.LeggiDati(tipo, []byte(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			pieni := reflect.New(reflect.TypeOf(d)).Elem()
			pieni.Set(reflect.ValueOf(d))
			riempi(pieni)
			e := vita.Evento{Causa: segreto, Prova: segreto, Apre: &vita.Anomalia{Testo: segreto}, Dati: pieni.Interface().(vita.Dati)}
			letto := letti([]vita.Evento{eventoSenzaPersone(e)})[0]
			if letto.Attore = ""; letto.Tipo != tipo {
				t.Errorf("ora è un %s", letto.Tipo)
			}
			letto.Significato = ""
			for _, membro := range dicono(t, letto) {
				if !slices.Contains(nostri, membro) && membro != diTipo[tipo] {
					t.Errorf("si legge %s", membro)
				}
			}
			if len(dicono(t, letti([]vita.Evento{e})[0])) == 0 {
				t.Error("chi vede le persone non vede più niente")
			}
		})
	}
	if d, err := json.Marshal(senzaTesti(diDomani{segreto})); err != nil || string(d) != `{}` {
		t.Errorf("di un evento di domani si legge %s, %v", d, err)
	}
}

type diDomani struct {
	Nota string `json:"nota"`
}

func (diDomani) Tipo() verbale.TipoEvento { return "EVENTO_DI_DOMANI" }

// TestVerbaleSenzaPersone: the same of the fine itself.
func TestVerbaleSenzaPersone(t *testing.T) {
	t.Parallel()
	var c lettura.Completo
	riempi(reflect.ValueOf(&c).Elem())
	dette := dicono(t, senzaPersone(c))
	for membro := range strings.FieldsSeq("prova motivo note riferimento pagatore esito soggetto cognome sha256 nome motivoMancataContestazione") {
		if slices.Contains(dette, membro) {
			t.Errorf("si legge %s", membro)
		}
	}
	if intero := dicono(t, c); !slices.Contains(intero, "prova") || !slices.Contains(intero, "cognome") {
		t.Errorf("chi vede le persone legge solo %v", intero)
	}
}

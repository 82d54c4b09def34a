package config

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
)

// voce is one setting as its tags declare it.
type voce struct {
	chiave, variabile, predefinito, descrizione string
	segreto                                     bool
}

func elenca(t reflect.Type) []voce {
	var voci []voce
	for f := range t.Fields() {
		if f.Anonymous {
			voci = append(voci, elenca(f.Type)...)
			continue
		}
		chiave := f.Tag.Get("mapstructure")
		if chiave == "" || chiave == "-" { // not a setting
			continue
		}
		voci = append(voci, voce{
			chiave: chiave, variabile: variabile(chiave),
			predefinito: f.Tag.Get("default"), descrizione: f.Tag.Get("descrizione"),
			segreto: f.Tag.Get("segreto") == "true",
		})
	}
	return voci
}

// Describe prints the settings in force, a line a variable with its meaning, secrets hidden.
func Describe(w io.Writer, impostazioni any) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	valori := map[string]string{}
	raccogli(reflect.ValueOf(impostazioni), valori)
	voci := elenca(reflect.TypeOf(impostazioni))
	slices.SortFunc(voci, func(a, b voce) int { return strings.Compare(a.variabile, b.variabile) })
	for _, voce := range voci {
		valore := valori[voce.chiave]
		if voce.segreto && valore != "" {
			valore = "********"
		}
		if _, err := fmt.Fprintf(t, "%s\t%s\t%s\n", voce.variabile, valore, voce.descrizione); err != nil {
			return fmt.Errorf("config: stampa: %w", err)
		}
	}
	return t.Flush()
}

func raccogli(v reflect.Value, in map[string]string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			raccogli(v.Field(i), in)
			continue
		}
		if chiave := f.Tag.Get("mapstructure"); chiave != "" {
			in[chiave] = fmt.Sprint(v.Field(i).Interface())
		}
	}
}

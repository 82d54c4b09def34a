// Package config reads the settings of a service from VERBALI_… variables and verbali.yaml into a
// struct, once, before anything else starts. A missing or wrong value stops the start by its name.
//
// A field is declared by its tags:
//
//	Dsn string `mapstructure:"pg_dsn" default:"…" segreto:"true" validate:"required" descrizione:"…"`
//
// The variable is VERBALI_PG_DSN; a field marked segreto is also read from the file that
// VERBALI_PG_DSN_FILE names. Embedded structs are flattened.
package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"
	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
)

const prefisso = "VERBALI_"

// ValueError names the setting that is missing or wrong.
type ValueError struct {
	Variable string
	Reason   string
}

// Error names the variable, then its fault.
func (e *ValueError) Error() string { return e.Variable + ": " + e.Reason }

// Load reads the settings into T. Sources, strongest first: variables, the file named by
// VERBALI_CONFIGURAZIONE (default ./verbali.yaml when there), the defaults of the tags.
// Every fault is an *ValueError; several are joined.
func Load[T any]() (T, error) {
	var dst T
	voci := elenca(reflect.TypeOf(dst))
	if os.Getenv(proprietarioInChiaro) != "" {
		return dst, &ValueError{Variable: proprietarioInChiaro, Reason: "la password del proprietario si dà con un file, " + proprietarioInChiaro + "_FILE"}
	}
	v := viper.New()
	v.SetEnvPrefix("VERBALI")
	if err := leggiFile(v); err != nil {
		return dst, err
	}
	for _, voce := range voci {
		v.SetDefault(voce.chiave, voce.predefinito)
		if err := v.BindEnv(voce.chiave); err != nil {
			return dst, fmt.Errorf("config: %s: %w", voce.variabile, err)
		}
	}
	if err := leggiSegreti(v, voci); err != nil {
		return dst, err
	}
	if err := decodifica(v, voci, &dst); err != nil {
		return dst, err
	}
	return dst, valida(&dst)
}

func leggiFile(v *viper.Viper) error {
	percorso := os.Getenv(prefisso + "CONFIGURAZIONE")
	if percorso == "" {
		percorso = "verbali.yaml"
		if _, err := os.Stat(percorso); errors.Is(err, os.ErrNotExist) {
			return nil
		}
	}
	v.SetConfigFile(percorso)
	if err := v.ReadInConfig(); err != nil {
		return &ValueError{Variable: prefisso + "CONFIGURAZIONE", Reason: err.Error()}
	}
	return nil
}

func leggiSegreti(v *viper.Viper, voci []voce) error {
	for _, voce := range voci {
		if !voce.segreto {
			continue
		}
		percorso := os.Getenv(voce.variabile + "_FILE")
		if percorso == "" {
			percorso = v.GetString(voce.chiave + "_file")
		}
		if percorso == "" {
			continue
		}
		contenuto, err := os.ReadFile(percorso) //nolint:gosec // a file that the operator names
		if err != nil {
			return &ValueError{Variable: voce.variabile + "_FILE", Reason: err.Error()}
		}
		v.Set(voce.chiave, strings.TrimRight(string(contenuto), "\r\n"))
	}
	return nil
}

// FileOf gives the path from which Load reads a secret (by its key: pg_dsn), for a caller who reads it again
// when it changes; empty when the secret is not in a file.
func FileOf(chiave string) string {
	if percorso := os.Getenv(variabile(chiave) + "_FILE"); percorso != "" {
		return percorso
	}
	v := viper.New()
	if err := leggiFile(v); err != nil {
		return "" // Load says it
	}
	return v.GetString(chiave + "_file")
}

func decodifica(v *viper.Viper, voci []voce, dst any) error {
	valori := v.AllSettings()
	for chiave := range valori {
		if strings.HasSuffix(chiave, "_file") && !slices.ContainsFunc(voci, func(una voce) bool { return una.chiave == chiave }) {
			delete(valori, chiave)
		}
	}
	d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Result: dst, ErrorUnused: true, WeaklyTypedInput: true, Squash: true,
		DecodeHook: mapstructure.ComposeDecodeHookFunc(
			mapstructure.StringToTimeDurationHookFunc(),
			mapstructure.StringToSliceHookFunc(","),
		),
	})
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	if err := d.Decode(valori); err != nil {
		return spiegaDecodifica(err)
	}
	return nil
}

// spiegaDecodifica puts the variable's name before what mapstructure found.
func spiegaDecodifica(err error) error {
	var tutti []error
	for _, uno := range appiattisci(err) {
		if de, ok := errors.AsType[*mapstructure.DecodeError](uno); ok {
			tutti = append(tutti, &ValueError{Variable: variabile(de.Name()), Reason: "non si legge: " + de.Unwrap().Error()})
			continue
		}
		tutti = append(tutti, &ValueError{Variable: prefisso + "CONFIGURAZIONE", Reason: "verbali.yaml: " + uno.Error()})
	}
	return errors.Join(tutti...)
}

func appiattisci(err error) []error {
	if multi, ok := err.(interface{ WrappedErrors() []error }); ok {
		return multi.WrappedErrors()
	}
	if multi, ok := err.(interface{ Unwrap() []error }); ok {
		var tutti []error
		for _, e := range multi.Unwrap() {
			tutti = append(tutti, appiattisci(e)...)
		}
		return tutti
	}
	return []error{err}
}

func valida(dst any) error {
	val := validator.New(validator.WithRequiredStructEnabled())
	if err := val.RegisterValidation("senza_password", func(f validator.FieldLevel) bool { return senzaPassword(f.Field().String()) }); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	val.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("mapstructure") })
	err := val.Struct(dst)
	var faults validator.ValidationErrors
	if !errors.As(err, &faults) {
		return err
	}
	var tutti []error
	for _, f := range faults {
		tutti = append(tutti, &ValueError{Variable: variabile(f.Field()), Reason: motivo(f)})
	}
	return errors.Join(tutti...)
}

// motivo says in Italian what a rule of the tags asks for.
func motivo(f validator.FieldError) string {
	switch f.Tag() {
	case "required":
		return "manca: è obbligatoria"
	case "oneof":
		return "deve essere uno di: " + strings.Join(strings.Fields(f.Param()), ", ")
	case "min":
		return "è minore di " + f.Param()
	case "max":
		return "è maggiore di " + f.Param()
	case "cidr":
		return "deve essere un elenco di reti, come 10.0.0.0/8"
	case "url", "http_url":
		return "deve essere un indirizzo completo, come http://nome:porta/percorso"
	case "senza_password":
		return "contiene una password: si dà con un file, " + proprietarioInChiaro + "_FILE"
	case "hostname_port":
		return "deve essere indirizzo e porta, come :8080 oppure 127.0.0.1:8080"
	}
	return "valore non ammesso (" + f.Tag() + " " + f.Param() + ")"
}

func variabile(chiave string) string {
	if i := strings.LastIndexByte(chiave, '.'); i >= 0 {
		chiave = chiave[i+1:]
	}
	return prefisso + strings.ToUpper(chiave)
}

package verbaleins_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TestImprontaComprendeOgniCampo changes each field of a complete fine by itself, so that a field
// added to Verbale cannot be forgotten in Impronta.
func TestImprontaComprendeOgniCampo(t *testing.T) {
	t.Parallel()
	v := deveLeggere(t, completa)
	prima := richiesta.Impronta(v)
	provati := 0
	var prova func(percorso string, x reflect.Value)
	controlla := func(percorso string, x reflect.Value, altro any) {
		provati++
		vecchio := reflect.ValueOf(x.Interface())
		x.Set(reflect.ValueOf(altro).Convert(x.Type()))
		if uguale := richiesta.Impronta(v) == prima; uguale != (percorso == ".Veicolo.TargaScritta") {
			t.Errorf("%s: impronta uguale: %v", percorso, uguale)
		}
		x.Set(vecchio)
	}
	prova = func(percorso string, x reflect.Value) {
		switch y := x.Interface().(type) {
		case time.Time:
			controlla(percorso, x, y.Add(time.Microsecond))
			return
		case calendario.Giorno:
			controlla(percorso, x, y.AddDays(1))
			return
		case []byte:
			controlla(percorso, x, append([]byte("x"), y...))
			return
		}
		switch x.Kind() {
		case reflect.String:
			controlla(percorso, x, x.String()+"x")
		case reflect.Bool:
			controlla(percorso, x, !x.Bool())
		case reflect.Int, reflect.Int64:
			controlla(percorso, x, x.Int()+1)
		case reflect.Struct:
			for i := range x.NumField() {
				prova(percorso+"."+x.Type().Field(i).Name, x.Field(i))
			}
		case reflect.Slice:
			controlla(percorso, x, x.Slice(0, x.Len()-1).Interface())
			prova(percorso+"[0]", x.Index(0))
		case reflect.Pointer:
			if x.IsNil() {
				return // the other of persona and societa, tried in the other subject
			}
			controlla(percorso, x, reflect.Zero(x.Type()).Interface())
			prova(percorso, x.Elem())
		default:
			t.Fatalf("%s: campo di tipo %s non previsto dalla prova", percorso, x.Type())
		}
	}
	prova("", reflect.ValueOf(&v).Elem())
	if provati < 60 {
		t.Errorf("provati solo %d campi", provati)
	}
}

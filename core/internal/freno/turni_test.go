package freno

import (
	"context"
	"testing"
	"testing/synctest"
)

// With one place and a hundred attempts of an address in front, another address is served second.
func TestGliIndirizziSiAlternano(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turni := NuoviTurni(1)
		primo, err := turni.Prendi(t.Context(), "ladro")
		if err != nil {
			t.Fatal(err)
		}
		var serviti []string
		chiedi := func(di string) {
			go func() {
				lascia, err := turni.Prendi(t.Context(), di)
				if err != nil {
					t.Errorf("%s: %v", di, err)
					return
				}
				serviti = append(serviti, di) // one place: one at a time
				lascia()
			}()
			synctest.Wait()
		}
		for range 100 {
			chiedi("ladro")
		}
		chiedi("agente")
		chiedi("agente")
		primo()
		synctest.Wait()
		if len(serviti) != 102 || serviti[1] != "agente" || serviti[3] != "agente" {
			t.Errorf("served in the order %v", serviti)
		}
		if lascia, err := turni.Prendi(t.Context(), "altro"); err != nil {
			t.Error("the place was lost")
		} else {
			lascia()
		}
	})
}

// Who gives up leaves the queue, and a place that came at the same moment goes on to the next.
func TestChiRinunciaNonTieneIlPosto(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turni := NuoviTurni(1)
		for range 3 {
			primo, err := turni.Prendi(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			ctx, via := context.WithCancel(t.Context())
			for _, di := range []string{"a", "b", "b"} {
				go func() {
					if lascia, err := turni.Prendi(ctx, di); err == nil {
						lascia()
					}
				}()
			}
			synctest.Wait()
			via()
			primo()
			synctest.Wait()
		}
		if turni.liberi != 1 || len(turni.giro) != 0 || len(turni.code) != 0 {
			t.Errorf("%d places, %v, %v", turni.liberi, turni.giro, turni.code)
		}
	})
}

package storie_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"
)

func TestTheSameSeedGivesTheSameFile(t *testing.T) {
	t.Parallel()
	var file [3]bytes.Buffer
	var totali [3]storie.Totali
	for i, seme := range []uint64{1, 1, 2} {
		var err error
		if totali[i], err = storie.Scrivi(&file[i], seme, 200); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(totali[0], totali[1]); diff != "" || file[0].String() != file[1].String() {
		t.Errorf("the same seed: %s", diff)
	}
	if file[0].String() == file[2].String() {
		t.Error("another seed gives the same file")
	}
}

// The real log has 3.73 events a case.
func TestTheMixIsThatOfTheRealLog(t *testing.T) {
	t.Parallel()
	totali, err := storie.Scrivi(&bytes.Buffer{}, 1, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	if perCaso := float64(totali.Eventi) / float64(totali.Casi); perCaso < 3.6 || perCaso > 3.9 {
		t.Errorf("%.2f events a case", perCaso)
	}
	for _, a := range []string{storie.Creata, storie.Spedita, storie.Notificata, storie.Maggiorata, storie.Pagata, storie.ARuolo,
		storie.Ricorso, storie.Trasmesso, storie.Deciso, storie.Ordinanza, storie.AlGiudice} {
		if totali.PerAttivita[a] == 0 {
			t.Errorf("no %s", a)
		}
	}
}

func TestDaysDoNotGoBack(t *testing.T) {
	t.Parallel()
	caso := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		righe := storie.Caso(caso)
		for i := 1; i < len(righe); i++ {
			if righe[i].Giorno.Before(righe[i-1].Giorno) {
				t.Fatalf("%+v", righe)
			}
		}
		if righe[0].Attivita != storie.Creata {
			t.Fatalf("%+v", righe)
		}
	}
}

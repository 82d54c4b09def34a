package pagopa

import (
	"errors"
	"testing"
)

// erroreDiCasa fails unless err is an [Errore] with a kind and a reason.
func erroreDiCasa(t *testing.T, err error) {
	t.Helper()
	var e *Errore
	if !errors.As(err, &e) || e.Motivo == "" || !errors.Is(err, ErrFormato) && !errors.Is(err, ErrDigitazione) {
		t.Fatalf("errore senza specie o motivo: %#v", err)
	}
}

func FuzzLeggi(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		avviso, err := Leggi(testo)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		if avviso.Numero == "" {
			return
		}
		if di, err := LeggiNumero(avviso.Numero); err != nil || di != avviso {
			t.Fatalf("%q letto %+v, il suo numero %+v (%v)", testo, avviso, di, err)
		}
	})
}

func FuzzLeggiQR(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		q, err := LeggiQR(testo)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		composto, err := ComponiQR(q)
		if err != nil {
			t.Fatalf("%q letto ma non ricomposto: %v", testo, err)
		}
		if di, err := LeggiQR(composto); err != nil || di != q {
			t.Fatalf("%q non torna: %v", composto, err)
		}
	})
}

func FuzzLeggiDataMatrix(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		d, err := LeggiDataMatrix(testo)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		composto, err := ComponiDataMatrix(d)
		if err != nil || len(composto) != LunghezzaDataMatrix {
			t.Fatalf("%q letto ma non ricomposto: %v", testo, err)
		}
	})
}

package pagopa

import (
	"errors"
	"strconv"
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
			if di, err := Leggi(avviso.IUV); err != nil || di != avviso {
				t.Fatalf("%q letto %+v, il suo IUV %+v (%v)", testo, avviso, di, err)
			}
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
		di, err := LeggiDataMatrix(composto)
		if err != nil || di.NumeroAvviso != d.NumeroAvviso || di.ImportoCent != d.ImportoCent || di.ContoCorrente != d.ContoCorrente {
			t.Fatalf("%q non torna: %+v, errore %v", composto, di, err)
		}
	})
}

func FuzzLeggiBollettino(f *testing.F) {
	f.Fuzz(func(t *testing.T, riga string) {
		b, err := LeggiBollettino(riga)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		composto, err := ComponiBollettino(b)
		if b.Tipo == Bollettino674 && b.ImportoCent != 0 {
			if err == nil {
				t.Fatalf("%q: un 674 si compone con l'importo", riga)
			}
			return
		}
		if err != nil || len(composto) != lunghezzaCodeline {
			t.Fatalf("%q letto ma non ricomposto: %v", riga, err)
		}
		if di, err := LeggiBollettino(composto); err != nil || di != b {
			t.Fatalf("%q non torna: %+v, errore %v", composto, di, err)
		}
	})
}

func FuzzLeggiBarre(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		b, err := LeggiBarre(testo)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		if composto, err := ComponiBarre(b); err != nil || composto != senzaSpazi(testo) {
			t.Fatalf("%q torna %q, errore %v", testo, composto, err)
		}
	})
}

func FuzzLeggiLineare(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		l, err := LeggiLineare(testo)
		if err != nil {
			erroreDiCasa(t, err)
			return
		}
		scritto := "(415)" + l.GLN + "(8020)" + l.NumeroAvviso + "(3902)" + strconv.FormatInt(int64(l.ImportoCent), 10)
		if di, err := LeggiLineare(scritto); err != nil || di != l {
			t.Fatalf("%q letto %+v, riscritto %+v (%v)", testo, l, di, err)
		}
	})
}

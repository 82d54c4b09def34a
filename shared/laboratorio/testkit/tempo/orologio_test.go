package tempo_test

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

func TestOrologio(t *testing.T) {
	t.Parallel()
	natale := time.Date(2026, 12, 25, 9, 0, 0, 0, time.UTC)
	o := tempo.Fisso(natale)
	var come interface{ Adesso() time.Time } = o
	if prima, dopo := come.Adesso(), come.Adesso(); !prima.Equal(natale) || !dopo.Equal(natale) {
		t.Error("it moved by itself")
	}
	if got := o.Avanza(36 * time.Hour); !got.Equal(natale.Add(36*time.Hour)) || !come.Adesso().Equal(got) {
		t.Errorf("after a day and a half: %v", got)
	}
	o.Imposta(natale)
	if !come.Adesso().Equal(natale) {
		t.Errorf("set back: %v", come.Adesso())
	}
}

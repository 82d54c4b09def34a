package misura_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/misura"
)

func TestMemoryIsBoundedAndANewMeasureHolds(t *testing.T) {
	t.Parallel()
	m := misura.Nuova(2, tempo.Fisso(time.Unix(1_800_000_000, 0)).Adesso)
	if m.Passa("a", 1) != nil || m.Passa("a", 1) == nil {
		t.Fatal("one a minute")
	}
	if err := m.Passa("a", 2); err != nil {
		t.Errorf("with another measure: %v", err)
	}
	for i := range 10 {
		if err := m.Passa(strconv.Itoa(i), 1); err != nil {
			t.Error(err)
		}
	}
	if err := m.Passa("a", 1); err != nil {
		t.Errorf("the key unused longest is remembered: %v", err)
	}
}

// A day ends at midnight in Rome; what was not given is not counted, and the setting of the moment holds.
func TestADayOfRome(t *testing.T) {
	t.Parallel()
	orologio := tempo.Fisso(time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC)) // 23.30 in Rome
	g := misura.NuovaGiornata(2, orologio.Adesso)
	for i, vuole := range []bool{true, true, false, false} {
		if g.Passa("a", 2) != vuole {
			t.Errorf("%d of two a day", i+1)
		}
	}
	if !g.Passa("a", 3) || g.Passa("a", 3) {
		t.Error("three, as is set now")
	}
	g.Rendi("a")
	g.Rendi("mai")
	if !g.Passa("a", 3) || g.Passa("a", 3) || !g.Passa("mai", 1) || g.Passa("mai", 1) {
		t.Error("what was given back")
	}
	orologio.Avanza(30 * time.Minute)
	if !g.Passa("a", 1) {
		t.Error("after midnight")
	}
	for i := range 10 {
		g.Passa(strconv.Itoa(i), 1)
	}
	if !g.Passa("a", 1) {
		t.Error("the key unused longest is remembered")
	}
}

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

package calendario_test

import (
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TestOggi is the day of the clock of the tests, which `make test` also puts at the hours that go wrong: it
// holds the instant, lasts as long as a day of Rome does, and is counted without the zone's own rules.
func TestOggi(t *testing.T) {
	t.Parallel()
	adesso := tempo.Adesso()
	oggi := calendario.Da(adesso)
	inizio, fine := oggi.Inizio(), oggi.AddDays(1).Inizio()
	if adesso.Before(inizio) || !adesso.Before(fine) {
		t.Errorf("%v is not within %s, from %v to %v", adesso, oggi, inizio, fine)
	}
	if civile := adesso.UTC().Add(scartoDiRoma(adesso)); oggi.String() != civile.Format(time.DateOnly) {
		t.Errorf("%v is %s, want %s", adesso, oggi, civile.Format(time.DateOnly))
	}
	dura := 24 * time.Hour
	if prima, dopo := scartoDiRoma(inizio), scartoDiRoma(fine); prima != dopo {
		dura -= dopo - prima
	}
	if fine.Sub(inizio) != dura {
		t.Errorf("%s lasts %v, want %v", oggi, fine.Sub(inizio), dura)
	}
	if domani := oggi.AddDays(1); domani.DiffDays(oggi) != 1 || !domani.After(oggi) || calendario.Da(fine) != domani {
		t.Errorf("after %s comes %s", oggi, domani)
	}
}

// scartoDiRoma is the law's: from 01:00 UTC of the last Sunday of March to that of October, two hours.
func scartoDiRoma(t time.Time) time.Duration {
	cambio := func(mese time.Month) time.Time {
		ultimo := time.Date(t.UTC().Year(), mese, 31, 1, 0, 0, 0, time.UTC)
		return ultimo.AddDate(0, 0, -int(ultimo.Weekday()))
	}
	if t.Before(cambio(time.March)) || !t.Before(cambio(time.October)) {
		return time.Hour
	}
	return 2 * time.Hour
}

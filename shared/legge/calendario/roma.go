package calendario

import (
	"sync"
	"time"
	_ "time/tzdata" // zone data inside the binary: images carry none
)

// roma reads the zone once; the value never changes afterwards.
//
//nolint:gochecknoglobals // a constant that Go cannot write as one
var roma = sync.OnceValue(mustRoma)

// Roma is the time zone of Italian law, Europe/Rome, with daylight saving.
func Roma() *time.Location { return roma() }

func mustRoma() *time.Location {
	zona, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		panic(err) // cannot happen: the zone data are compiled in
	}
	return zona
}

package service

import (
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// raccoltaMolta is how much garbage may grow, in hundredths of what lives, while requests are many:
	// collecting it as often as usual takes a tenth of the processor of a search and a quarter of that of
	// an insertion. At rest the memory is small.
	raccoltaMolta   = 400
	raccoltaNormale = 100
	// memoriaMolta is what the heap with its garbage may take then, in bytes, unless what lives needs half of it. The runtime's own limit
	// (debug.SetMemoryLimit) stands half above it: at the limit the runtime gives pages back and takes them again, and a fine that is
	// inserted costs elaborazione half as much more.
	memoriaMolta = 40 << 20
	allocati     = "/gc/heap/allocs:bytes" // since the start
	vivi         = "/gc/heap/live:bytes"
	// moltaAlSecondo is the garbage, in bytes a second, of about a thousand searches.
	moltaAlSecondo = 16 << 20
)

// regolaRaccolta follows the load once a second; the function it gives stops it. A GOGC or GOMEMLIMIT of the environment is left alone.
func regolaRaccolta() (smetti func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	fine := make(chan struct{})
	var lavora sync.WaitGroup
	lavora.Go(func() {
		ogni := time.NewTicker(time.Second)
		defer ogni.Stop()
		defer debug.SetMemoryLimit(math.MaxInt64)
		defer debug.SetGCPercent(raccoltaNormale)
		prima, attuale := misura(allocati), raccoltaNormale
		for {
			select {
			case <-fine:
				return
			case <-ogni.C:
			}
			ora := misura(allocati)
			if voluta := raccoltaPer(ora-prima, misura(vivi)); voluta != attuale {
				debug.SetGCPercent(voluta)
				attuale = voluta
			}
			debug.SetMemoryLimit(limitePer(attuale, misura(vivi)))
			prima = ora
		}
	})
	return func() { close(fine); lavora.Wait() }
}

// raccoltaPer is how much garbage may grow, in hundredths of what lives, for so many bytes a second of garbage and so many that live.
func raccoltaPer(alSecondo, quanti uint64) int {
	if alSecondo <= moltaAlSecondo {
		return raccoltaNormale
	}
	return max(raccoltaNormale, min(raccoltaMolta, int(memoriaMolta*100/max(quanti, 1))-100))
}

// limitePer bounds the memory of the program's own, in bytes, while so many live: what a second brings may be more than the last one did.
func limitePer(raccolta int, quanti uint64) int64 {
	if raccolta == raccoltaNormale {
		return math.MaxInt64
	}
	return max(memoriaMolta+memoriaMolta/2, int64(min(2*quanti, math.MaxInt64)))
}

func misura(nome string) uint64 {
	m := []metrics.Sample{{Name: nome}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}

package service

import (
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
	// moltaAlSecondo is the garbage, in bytes a second, of about a thousand searches.
	moltaAlSecondo = 16 << 20
)

// regolaRaccolta follows the load once a second; the function it gives stops it. A GOGC of the
// environment is left alone.
func regolaRaccolta() (smetti func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	fine := make(chan struct{})
	var lavora sync.WaitGroup
	lavora.Go(func() {
		ogni := time.NewTicker(time.Second)
		defer ogni.Stop()
		defer debug.SetGCPercent(raccoltaNormale)
		prima, attuale := allocati(), raccoltaNormale
		for {
			select {
			case <-fine:
				return
			case <-ogni.C:
			}
			ora := allocati()
			if voluta := raccoltaPer(ora - prima); voluta != attuale {
				debug.SetGCPercent(voluta)
				attuale = voluta
			}
			prima = ora
		}
	})
	return func() { close(fine); lavora.Wait() }
}

func raccoltaPer(alSecondo uint64) int {
	if alSecondo > moltaAlSecondo {
		return raccoltaMolta
	}
	return raccoltaNormale
}

// allocati are the bytes taken from the heap since the start.
func allocati() uint64 {
	m := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64()
}

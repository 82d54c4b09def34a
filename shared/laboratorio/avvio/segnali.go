package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// segnali are the two wishes a person can express with Ctrl-C: stop, and stop at once.
type segnali struct {
	fermata, subito context.Context //nolint:containedctx // the two contexts are the value
	chiudi          func()
}

// ascoltaSegnali turns the first SIGINT, SIGTERM or SIGHUP into fermata and the second into subito.
func ascoltaSegnali(ctx context.Context) segnali {
	arrivi := make(chan os.Signal, 2)
	signal.Notify(arrivi, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	s := daSegnali(ctx, arrivi)
	annulla := s.chiudi
	s.chiudi = func() { signal.Stop(arrivi); annulla() }
	return s
}

func daSegnali(ctx context.Context, arrivi <-chan os.Signal) segnali {
	subito, uccidi := context.WithCancel(ctx)
	fermata, ferma := context.WithCancel(subito)
	go func() {
		for _, azione := range []func(){ferma, uccidi} {
			select {
			case <-arrivi:
				azione()
			case <-subito.Done():
				return
			}
		}
	}()
	return segnali{fermata: fermata, subito: subito, chiudi: uccidi}
}

package banco

import (
	"fmt"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// risveglio is what it costs to wake a thread that waits for another: half of a byte's way to it and back over pipes. The least
// of so many tries, since what else the machine does can only add to it.
func risveglio(prove, volte int) (time.Duration, error) {
	var andata, ritorno [2]int
	if err := syscall.Pipe(andata[:]); err != nil {
		return 0, fmt.Errorf("prova dei risvegli: %w", err)
	}
	defer chiudi(andata)
	if err := syscall.Pipe(ritorno[:]); err != nil {
		return 0, fmt.Errorf("prova dei risvegli: %w", err)
	}
	defer chiudi(ritorno)
	var minimo time.Duration
	for i := range prove {
		durata, err := rimbalza(andata, ritorno, volte)
		if err != nil {
			return 0, fmt.Errorf("prova dei risvegli: %w", err)
		}
		if d := durata / time.Duration(2*volte); i == 0 || d < minimo {
			minimo = d
		}
	}
	return minimo, nil
}

func chiudi(tubo [2]int) { _, _ = syscall.Close(tubo[0]), syscall.Close(tubo[1]) }

// rimbalza sends a byte to a second thread and back so many times.
func rimbalza(andata, ritorno [2]int, volte int) (time.Duration, error) {
	passa := func(da, a int, primo bool) func() error {
		return func() error {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			lettera := []byte{1}
			for range volte {
				for i, scrive := range [2]bool{primo, !primo} {
					var err error
					if scrive {
						_, err = syscall.Write(a, lettera)
					} else {
						_, err = syscall.Read(da, lettera)
					}
					if err != nil {
						return fmt.Errorf("passo %d: %w", i, err)
					}
				}
			}
			return nil
		}
	}
	var gruppo errgroup.Group
	inizio := time.Now()
	gruppo.Go(passa(ritorno[0], andata[1], true))
	gruppo.Go(passa(andata[0], ritorno[1], false))
	err := gruppo.Wait()
	return time.Since(inizio), err
}

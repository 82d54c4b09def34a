package banco

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// troppoEstraneo is the share of the processors, in percent, beyond which a run says more of the
// machine's other work than of the platform.
const troppoEstraneo = 10

// Orologi are the processors' times since the machine started: of all work, of our own, and in all.
type Orologi struct{ occupato, Nostro, totale time.Duration }

// Orologi reads the times; zero where /proc is not Linux's.
func (b *Banco) Orologi() Orologi {
	o, err := LeggiOrologi("/proc")
	if err != nil {
		return Orologi{}
	}
	for _, quanto := range b.Consumi() {
		o.Nostro += quanto
	}
	return o
}

// LeggiOrologi reads the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq and
// steal, which is the time that the host gave to others.
func LeggiOrologi(proc string) (o Orologi, err error) {
	testo, err := os.ReadFile(filepath.Join(proc, "stat"))
	if err != nil {
		return o, fmt.Errorf("tempi dei processori: %w", err)
	}
	riga, _, _ := strings.Cut(string(testo), "\n")
	campi := strings.Fields(riga)
	if len(campi) < 9 || campi[0] != "cpu" {
		return o, fmt.Errorf("tempi dei processori: %.60q", riga)
	}
	for i, campo := range campi[1:9] {
		n, err := strconv.ParseInt(campo, 10, 64)
		if err != nil {
			return Orologi{}, fmt.Errorf("tempi dei processori: %w", err)
		}
		o.totale += time.Duration(n) * tic
		if i != 3 && i != 4 { // idle, iowait
			o.occupato += time.Duration(n) * tic
		}
	}
	return o, nil
}

// Estranei is the share of the processors, in percent, that others than the stack used between two
// readings; 0 when it cannot be known.
func Estranei(prima, dopo Orologi) float64 {
	totale := dopo.totale - prima.totale
	if totale <= 0 {
		return 0
	}
	altri := (dopo.occupato - prima.occupato) - (dopo.Nostro - prima.Nostro)
	return 100 * float64(max(0, altri)) / float64(totale)
}

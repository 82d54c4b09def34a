package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// consumo is the processor's time that each part of the stack has used so far.
type consumo map[string]time.Duration

// consumi adds up by part: the processes of PostgreSQL together, each child of avvio by its name,
// avvio itself (where the embedded NATS lives), this program and, by their names, its own children.
func (b *banco) consumi() consumo {
	return perParte(processi("/proc"), b.pg.Pid(), b.avvio.Pid(), os.Getpid())
}

func perParte(tutti []statoProcesso, postgres, avvio, carico int) consumo {
	c := consumo{}
	for _, p := range tutti {
		switch {
		case p.pid == postgres, p.padre == postgres:
			c["PostgreSQL"] += p.cpu + p.cpuFigli
		case p.pid == avvio:
			c["NATS e avvio"] += p.cpu + p.cpuFigli
		case p.pid == carico:
			c["carico"] += p.cpu + p.cpuFigli
		case p.padre == avvio, p.padre == carico:
			c[p.nome] += p.cpu + p.cpuFigli
		}
	}
	return c
}

// perUnita says where the time went between two readings, for each of so many units of work.
func perUnita(prima, dopo consumo, unita int) string {
	type voce struct {
		nome string
		ms   float64
	}
	var voci []voce
	for nome, quanto := range dopo {
		if ms := millisecondi(quanto-prima[nome]) / float64(max(unita, 1)); ms >= 0.005 {
			voci = append(voci, voce{nome, ms})
		}
	}
	slices.SortFunc(voci, func(a, b voce) int {
		if a.ms != b.ms {
			return int((b.ms - a.ms) * 1e6)
		}
		return strings.Compare(a.nome, b.nome)
	})
	testi := make([]string, len(voci))
	for i, v := range voci {
		testi[i] = fmt.Sprintf("%s %s", v.nome, numero(v.ms))
	}
	return strings.Join(testi, ", ")
}

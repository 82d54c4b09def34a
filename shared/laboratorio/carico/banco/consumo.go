package banco

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// Consumo is the processor's time that each part of the stack has used so far.
type Consumo map[string]time.Duration

// Consumi adds up by part: the processes of PostgreSQL together, each child of avvio by its name,
// avvio itself (where the embedded NATS lives), this program and, by their names, its own children.
func (b *Banco) Consumi() Consumo {
	return PerParte(Processi("/proc"), b.pg.Pid(), b.avvio.Pid(), os.Getpid())
}

// PerParte adds up the processes by part; postgres, avvio and carico are the pids of the server, of avvio and of this program.
func PerParte(tutti []StatoProcesso, postgres, avvio, carico int) Consumo {
	c := Consumo{}
	for _, p := range tutti {
		switch {
		case p.Pid == postgres, p.Padre == postgres:
			c["PostgreSQL"] += p.Cpu + p.CpuFigli
		case p.Pid == avvio:
			c["NATS e avvio"] += p.Cpu + p.CpuFigli
		case p.Pid == carico:
			c["carico"] += p.Cpu + p.CpuFigli
		case p.Padre == avvio, p.Padre == carico:
			c[p.Nome] += p.Cpu + p.CpuFigli
		}
	}
	return c
}

// PerUnita says where the time went between two readings, for each of so many units of work.
func PerUnita(prima, dopo Consumo, unita int) string {
	type voce struct {
		nome string
		ms   float64
	}
	var voci []voce
	for nome, quanto := range dopo {
		if ms := misura.Millisecondi(quanto-prima[nome]) / float64(max(unita, 1)); ms >= 0.005 {
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
		testi[i] = fmt.Sprintf("%s %s", v.nome, misura.Numero(v.ms))
	}
	return strings.Join(testi, ", ")
}

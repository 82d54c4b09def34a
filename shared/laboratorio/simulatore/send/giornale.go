package send

import (
	"bufio"
	"container/heap"
	"encoding/json"
	"fmt"
	"os"
	"time"

	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// The facts that change SEND. The timelines follow from these facts and from the time, so a restart needs only their journal.
const (
	fattoPrecarico = "PRECARICO"
	fattoCarico    = "CARICO"
	fattoRichiesta = "RICHIESTA"
	fattoAnnulla   = "ANNULLA"
	fattoPaga      = "PAGA"
	fattoFlusso    = "FLUSSO"
	fattoCambia    = "CAMBIA_FLUSSO"
	fattoSpegni    = "SPEGNI_FLUSSO"
	fattoCancella  = "CANCELLA_FLUSSO"
	fattoLetto     = "LETTO"
	fattoOrologio  = "OROLOGIO"
	fattoRipeti    = "RIPETI"
	fattoAltrui    = "ALTRUI"
)

// fatto is one of these facts. Each kind reads the members that it needs.
type fatto struct {
	Quando    time.Time           `json:"quando"`
	Che       string              `json:"che"`
	Chiave    string              `json:"chiave,omitempty"` // of the organisation
	ID        string              `json:"id,omitempty"`     // of a stream or of a cancellation
	IUN       string              `json:"iun,omitempty"`
	Versione  string              `json:"versione,omitempty"`
	Posti     []file              `json:"posti,omitempty"`
	File      *file               `json:"file,omitempty"`
	Richiesta *parole.Richiesta   `json:"richiesta,omitempty"`
	Pagamenti *parole.Pagamenti   `json:"pagamenti,omitempty"`
	Flusso    *parole.NuovoFlusso `json:"flusso,omitempty"`
	Fino      int                 `json:"fino,omitempty"`   // number of an event, or how many
	Durata    time.Duration       `json:"durata,omitempty"` // nanoseconds
}

// accade writes a fact to the journal and then applies it. The caller holds the lock.
func (s *Simulatore) accade(f fatto) error {
	f.Quando = s.adesso()
	if s.giornale != nil {
		riga, err := json.Marshal(f)
		if err == nil {
			_, err = s.giornale.Write(append(riga, '\n'))
		}
		if err != nil {
			return fmt.Errorf("send: giornale: %w", err)
		}
	}
	s.vale(f)
	return nil
}

// vale applies a fact.
func (s *Simulatore) vale(f fatto) {
	switch f.Che {
	case fattoPrecarico:
		for _, p := range f.Posti {
			s.file[p.Chiave] = &p
		}
	case fattoCarico:
		s.file[f.File.Chiave] = f.File
	case fattoRichiesta:
		s.nasce(f)
	case fattoAnnulla:
		s.annullaChiesta(s.notifiche[f.IUN], f)
	case fattoPaga:
		s.pagati(f)
	case fattoFlusso:
		s.nasceFlusso(f)
	case fattoCambia:
		s.flussi[f.ID].cambia(*f.Flusso)
	case fattoSpegni:
		s.flussi[f.ID].Spento = f.Quando
	case fattoCancella:
		delete(s.flussi, f.ID)
	case fattoLetto:
		s.flussi[f.ID].purga(f.Fino)
	case fattoOrologio:
		s.scarto += f.Durata
	case fattoRipeti:
		s.flussi[f.ID].ripeti(f.Fino, f.Quando)
	case fattoAltrui:
		s.flussi[f.ID].altrui(f.Quando)
	}
}

// riprendi applies the journal and goes on writing it. A kill may leave the last line unfinished: riprendi drops that line.
func (s *Simulatore) riprendi(nome string) error {
	f, err := os.OpenFile(nome, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	lettore := bufio.NewReader(f)
	var buono int64
	for {
		riga, err := lettore.ReadBytes('\n')
		if err != nil {
			break
		}
		var fa fatto
		if err := json.Unmarshal(riga, &fa); err != nil {
			return fmt.Errorf("%w: %w", errGiornale, err)
		}
		buono += int64(len(riga))
		s.avanza(fa.Quando)
		s.vale(fa)
	}
	if err := f.Truncate(buono); err != nil {
		return err
	}
	s.giornale = f
	_, err = f.Seek(buono, 0)
	return err
}

// coda holds future steps, the earliest first.
type coda []futuro

// futuro is one future step. numero keeps the order of steps of the same instant.
type futuro struct {
	quando time.Time
	numero int
	fai    func(time.Time)
}

// Len is heap's.
func (c *coda) Len() int { return len(*c) }

// Less is heap's.
func (c *coda) Less(i, j int) bool {
	a, b := (*c)[i], (*c)[j]
	if a.quando.Equal(b.quando) {
		return a.numero < b.numero
	}
	return a.quando.Before(b.quando)
}

// Swap is heap's.
func (c *coda) Swap(i, j int) { (*c)[i], (*c)[j] = (*c)[j], (*c)[i] }

// Push is heap's.
func (c *coda) Push(x any) { *c = append(*c, x.(futuro)) } //nolint:forcetypeassert // nothing else is pushed

// Pop is heap's.
func (c *coda) Pop() any {
	vecchia := *c
	ultimo := vecchia[len(vecchia)-1]
	*c = vecchia[:len(vecchia)-1]
	return ultimo
}

// alle schedules a step.
func (s *Simulatore) alle(quando time.Time, fai func(time.Time)) {
	s.prenotati++
	heap.Push(&s.coda, futuro{quando, s.prenotati, fai})
}

// avanza runs all steps that are due.
func (s *Simulatore) avanza(adesso time.Time) {
	for len(s.coda) > 0 && !s.coda[0].quando.After(adesso) {
		f := heap.Pop(&s.coda).(futuro) //nolint:forcetypeassert // nothing else is pushed
		f.fai(f.quando)
	}
}

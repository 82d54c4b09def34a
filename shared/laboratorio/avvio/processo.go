package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// ritmo are the times of a supervised program.
type ritmo struct {
	prima   time.Duration // wait before the first restart; doubled at each further one
	massima time.Duration // longest wait between restarts
	stabile time.Duration // a program that lived this long starts again from prima
	fine    time.Duration // how long an orderly stop may take
}

func ritmoNormale() ritmo {
	return ritmo{prima: 500 * time.Millisecond, massima: 15 * time.Second, stabile: 30 * time.Second, fine: 15 * time.Second}
}

// sorvegliato is a program that is kept alive until the stack stops.
type sorvegliato struct {
	servizio
	programma string
	ambiente  []string
	uscita    io.Writer
	log       *slog.Logger
	ritmo     ritmo

	mu     sync.Mutex
	cadute int
	ultima string
}

// vivi runs the program until fermata ends, restarting it when it dies. It returns when the
// program has stopped; subito ends an orderly stop that takes too long for the person waiting.
func (s *sorvegliato) vivi(fermata, subito context.Context) {
	fra := s.ritmo.prima
	for fermata.Err() == nil {
		inizio := time.Now()
		err := s.unaVita(fermata, subito)
		if fermata.Err() != nil {
			return
		}
		if time.Since(inizio) >= s.ritmo.stabile {
			fra = s.ritmo.prima
		}
		s.caduto(err)
		s.log.Warn("programma terminato da solo, viene riavviato", "programma", s.nome, "esito", s.stato(), "fra", fra.String())
		if clock.Sleep(fermata, fra) != nil {
			return
		}
		fra = min(2*fra, s.ritmo.massima)
	}
}

// unaVita runs the program once. When fermata ends it stops the program and returns nil.
func (s *sorvegliato) unaVita(fermata, subito context.Context) error {
	cmd := exec.Command(s.programma)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.ambiente, s.uscita, s.uscita
	cmd.WaitDelay = 2 * time.Second
	figlio, err := locale.AvviaProcesso(cmd, syscall.SIGTERM)
	if err != nil {
		return err
	}
	disdici := context.AfterFunc(subito, figlio.Uccidi)
	defer disdici()
	select {
	case <-figlio.Finito():
		return figlio.Esito()
	case <-fermata.Done():
	}
	if !figlio.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: s.ritmo.fine}) {
		s.log.Warn("programma non fermato in tempo, terminato di forza", "programma", s.nome, "attesa", s.ritmo.fine.String())
	}
	return nil
}

func (s *sorvegliato) caduto(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cadute++
	s.ultima = "exit status 0"
	if err != nil {
		s.ultima = err.Error()
	}
}

// stato says how the program last ended, empty when it never did.
func (s *sorvegliato) stato() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cadute == 0 {
		return ""
	}
	return fmt.Sprintf("%s (cadute: %d)", s.ultima, s.cadute)
}

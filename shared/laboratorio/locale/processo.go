package locale

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Processo is a child that lives in a process group of its own, so that Ctrl-C on the terminal
// reaches only the supervisor, and that dies with the supervisor (on Linux) when that is killed.
type Processo struct {
	cmd    *exec.Cmd
	finito chan struct{}
	err    error
}

// Passo is one step of a stop: a signal, and how long to wait for its effect before the next step.
type Passo struct {
	Segnale syscall.Signal
	Attesa  time.Duration
}

// AvviaProcesso starts cmd. allaMorte is the signal that the child gets when this process dies
// without stopping it. The fields SysProcAttr.Setpgid and Pdeathsig of cmd are set here, the
// others (a credential, say) are kept. If cmd writes to something that is not a file, set
// cmd.WaitDelay: a grandchild that keeps the pipe open would otherwise hold Finito back.
func AvviaProcesso(cmd *exec.Cmd, allaMorte syscall.Signal) (*Processo, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	muoriColPadre(cmd.SysProcAttr, allaMorte)
	p := &Processo{cmd: cmd, finito: make(chan struct{})}
	avviato := make(chan error, 1)
	go p.sorveglia(avviato)
	if err := <-avviato; err != nil {
		return nil, fmt.Errorf("avvio di %s: %w", cmd.Path, err)
	}
	return p, nil
}

// sorveglia starts the child and waits for it on one locked thread: Linux sends the death signal
// when the thread that forked ends, which for a Go thread may be long before the process does.
func (p *Processo) sorveglia(avviato chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	avviato <- err
	if err != nil {
		return
	}
	p.err = p.cmd.Wait()
	close(p.finito)
}

// Pid is the process id of the child, also after its end.
func (p *Processo) Pid() int { return p.cmd.Process.Pid }

// Finito is closed when the child has ended and has been waited for.
func (p *Processo) Finito() <-chan struct{} { return p.finito }

// Esito is how the child ended, as exec.Cmd.Wait tells it; nil before Finito is closed.
func (p *Processo) Esito() error {
	select {
	case <-p.finito:
		return p.err
	default:
		return nil
	}
}

// Segnala sends a signal to the child alone. A child that has ended is not an error.
func (p *Processo) Segnala(segnale syscall.Signal) error {
	if err := p.cmd.Process.Signal(segnale); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("segnale %v al pid %d: %w", segnale, p.Pid(), err)
	}
	return nil
}

// Ferma sends the signals one after the other until the child ends; a process left after the last
// one is killed with its whole group. It returns true when the child ended at the first signal.
func (p *Processo) Ferma(passi ...Passo) bool {
	for i, passo := range passi {
		if p.Segnala(passo.Segnale) == nil && p.attendi(passo.Attesa) {
			return i == 0
		}
	}
	p.Uccidi()
	<-p.finito
	return false
}

func (p *Processo) attendi(quanto time.Duration) bool {
	limite := time.NewTimer(quanto)
	defer limite.Stop()
	select {
	case <-p.finito:
		return true
	case <-limite.C:
		return false
	}
}

// Uccidi kills the child and everything in its group, at once.
func (p *Processo) Uccidi() {
	select {
	case <-p.finito:
	default:
		_ = syscall.Kill(-p.Pid(), syscall.SIGKILL) // it may have ended meanwhile: then there is nothing to kill
	}
}

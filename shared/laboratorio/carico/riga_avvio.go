package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// memoriaTraguardo is the most that an idle service may hold, in MiB (design section 10).
const memoriaTraguardo = 32

// rigaAvvio measures how long each service takes from its start to its first 200 at /readyz, with
// PostgreSQL, NATS and the other services up, and what it holds when it has done nothing for a while.
func rigaAvvio() riga {
	return riga{
		nome:   "avvio",
		titolo: "avvio di ogni servizio fino al primo 200 di /readyz, e memoria a riposo",
		misura: misuraAvvio,
	}
}

func misuraAvvio(ctx context.Context, b *banco.Banco) (esito, error) {
	var tempi, memorie []misura.Cifra
	for _, s := range banco.Servizi() {
		b.Annota("avvio: %s", s.Nome)
		a, err := nuovaReplica(b, s)
		if err != nil {
			return esito{}, err
		}
		tempo, quanta, err := a.misura(ctx, b.Opz.Giri(), b.Opz.Durata(5*time.Second, time.Second))
		if err != nil {
			return esito{}, fmt.Errorf("%s: %w", s.Nome, err)
		}
		tempi = append(tempi, misura.Cifra{Nome: s.Nome + ": pronto in", Valore: misura.Millisecondi(tempo), Unita: "ms"})
		memorie = append(memorie,
			misura.Cifra{Nome: s.Nome + ": memoria RSS", Valore: banco.Mebibyte(quanta.Rss), Unita: "MiB", Traguardo: &misura.Traguardo{Sotto: memoriaTraguardo}},
			misura.Cifra{Nome: s.Nome + ": memoria PSS", Valore: banco.Mebibyte(quanta.Pss), Unita: "MiB"},
			misura.Cifra{Nome: s.Nome + ": di cui anonima", Valore: banco.Mebibyte(quanta.Anonima), Unita: "MiB"})
	}
	return esito{Cifre: append(tempi, memorie...), Note: []string{
		fmt.Sprintf("mediana di %d avvii di una seconda replica, con i file già in memoria; memoria dell'ultima dopo %s senza richieste. "+
			"RSS conta anche le pagine del programma lette dal suo file, PSS le divide con chi le condivide, l'anonima è il resto: heap e pile.", b.Opz.Giri(), b.Opz.Durata(5*time.Second, time.Second)),
	}}, nil
}

// replica is a second copy of a service, with the environment of the running one but a port
// of its own and a program file of its own: two processes of one file would share pages, and the
// memory would look smaller than it is.
type replica struct {
	programma string
	ambiente  []string
	pronto    string
	uscita    *os.File
}

func nuovaReplica(b *banco.Banco, s banco.Servizio) (*replica, error) {
	pid, err := b.Figlio(s.Nome)
	if err != nil {
		return nil, err
	}
	ambiente, err := banco.AmbienteDi("/proc", pid)
	if err != nil {
		return nil, err
	}
	porta, err := banco.PortaLibera()
	if err != nil {
		return nil, err
	}
	r := &replica{
		programma: filepath.Join(b.Cartella, s.Nome), pronto: fmt.Sprintf("http://127.0.0.1:%d/readyz", porta),
		ambiente: sostituisci(ambiente, "VERBALI_INDIRIZZO", fmt.Sprintf("127.0.0.1:%d", porta)),
	}
	if err := copia(filepath.Join(b.Opz.Bin, s.Nome), r.programma); err != nil {
		return nil, err
	}
	r.uscita, err = os.Create(filepath.Join(b.Cartella, s.Nome+".log"))
	return r, err
}

// sostituisci gives a variable another value.
func sostituisci(ambiente []string, nome, valore string) []string {
	var esito []string
	for _, voce := range ambiente {
		if !strings.HasPrefix(voce, nome+"=") {
			esito = append(esito, voce)
		}
	}
	return append(esito, nome+"="+valore)
}

func copia(da, a string) error {
	origine, err := os.Open(da)
	if err != nil {
		return fmt.Errorf("copia di un programma: %w", err)
	}
	defer origine.Close()
	destinazione, err := os.OpenFile(a, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return fmt.Errorf("copia di un programma: %w", err)
	}
	if _, err := io.Copy(destinazione, origine); err != nil {
		destinazione.Close()
		return fmt.Errorf("copia di un programma: %w", err)
	}
	return destinazione.Close()
}

// misura starts the replica so many times, one after the other, and looks at the memory of the last.
func (r *replica) misura(ctx context.Context, giri int, riposo time.Duration) (time.Duration, banco.Memoria, error) {
	defer func() { r.uscita.Close(); _ = os.Remove(r.programma) }()
	var tempi []time.Duration
	var quanta banco.Memoria
	for giro := range giri {
		p, tempo, err := r.avvia(ctx)
		if err != nil {
			return 0, quanta, err
		}
		tempi = append(tempi, tempo)
		if giro == giri-1 {
			quanta, err = aRiposo(ctx, p.Pid(), riposo)
		}
		p.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 30 * time.Second})
		if err != nil {
			return 0, quanta, err
		}
	}
	return misura.Percentile(tempi, 50), quanta, nil
}

// aRiposoDopo starts the replica once and looks at its memory after a while.
func (r *replica) aRiposoDopo(ctx context.Context, quanto time.Duration) (banco.Memoria, error) {
	defer func() { r.uscita.Close(); _ = os.Remove(r.programma) }()
	p, _, err := r.avvia(ctx)
	if err != nil {
		return banco.Memoria{}, err
	}
	defer p.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 30 * time.Second})
	return aRiposo(ctx, p.Pid(), quanto)
}

func aRiposo(ctx context.Context, pid int, riposo time.Duration) (banco.Memoria, error) {
	if err := clock.Sleep(ctx, riposo); err != nil {
		return banco.Memoria{}, err
	}
	return banco.MemoriaDi("/proc", pid)
}

// avvia starts the program and asks /readyz every millisecond until it answers 200.
func (r *replica) avvia(ctx context.Context) (*locale.Processo, time.Duration, error) {
	cmd := exec.Command(r.programma)
	cmd.Env, cmd.Stdout, cmd.Stderr = r.ambiente, r.uscita, r.uscita
	inizio := time.Now()
	p, err := locale.AvviaProcesso(cmd, syscall.SIGTERM)
	if err != nil {
		return nil, 0, err
	}
	ctx, fine := context.WithTimeout(ctx, time.Minute)
	defer fine()
	for !banco.Risponde200(ctx, r.pronto) {
		select {
		case <-p.Finito():
			return nil, 0, fmt.Errorf("terminato all'avvio: %w", p.Esito())
		case <-ctx.Done():
			p.Ferma(locale.Passo{Segnale: syscall.SIGTERM, Attesa: 10 * time.Second})
			return nil, 0, fmt.Errorf("non è pronto: %w", ctx.Err())
		case <-time.After(time.Millisecond):
		}
	}
	return p, time.Since(inizio), nil
}

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// passo is one step that prepares the demonstration data. It is done once per database cluster;
// after a crash between a step and its note it is done again, so a step must bear repetition.
type passo struct {
	// Programma and Argomenti are run with the environment of the service of that name.
	Programma string
	Argomenti []string
	// Prima are the arguments that the step had before, where data that it made so must stay: it is not done again.
	Prima []string
	// Ingresso is the step's standard input.
	Ingresso string
	// Funzione, when set, is called instead: for what goes through the platform's doors.
	Funzione func(ctx context.Context, dove indirizzi) error
	// Nome identifies a Funzione; give it a new one when what it does changes.
	Nome string
}

// indirizzi gives a Funzione the base address of a service by name: "http://127.0.0.1:8084".
type indirizzi map[string]string

// chiave names the step in the notes: it changes with what the step does.
func (p passo) chiave() string {
	parti := append([]string{p.Nome, p.Programma, p.Ingresso}, p.Argomenti...)
	somma := sha256.Sum256([]byte(strings.Join(parti, "\x00")))
	return hex.EncodeToString(somma[:12])
}

// descrizione is what a person reads about the step.
func (p passo) descrizione() string {
	if p.Funzione != nil {
		return p.Nome
	}
	return strings.Join(append([]string{p.Programma}, p.Argomenti...), " ")
}

// note remembers which steps were done, in a file that belongs to one database cluster: other
// data, empty notes.
type note struct {
	percorso string
	fatti    map[string]bool
}

func leggiNote(ctx context.Context, cartella, dsn string) (*note, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("identificativo del cluster PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var identificativo string
	err = conn.QueryRow(ctx, "SELECT system_identifier::text FROM pg_control_system()").Scan(&identificativo)
	if err != nil {
		return nil, fmt.Errorf("identificativo del cluster PostgreSQL: %w", err)
	}
	return apriNote(filepath.Join(cartella, "dati-"+identificativo))
}

func apriNote(percorso string) (*note, error) {
	testo, err := os.ReadFile(percorso)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("note dei dati preparati: %w", err)
	}
	n := &note{percorso: percorso, fatti: map[string]bool{}}
	for riga := range strings.Lines(string(testo)) {
		chiave, _, _ := strings.Cut(strings.TrimSpace(riga), " ")
		n.fatti[chiave] = true
	}
	return n, nil
}

func (n *note) segna(p passo) error {
	f, err := os.OpenFile(n.percorso, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("nota di un passo preparato: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s %s\n", p.chiave(), p.descrizione())
	n.fatti[p.chiave()] = true
	return errors.Join(err, f.Close())
}

// preparaDati runs the steps that were not done yet, in order, and stops at the first failure.
func (n *note) preparaDati(ctx context.Context, passi []passo, esegui func(context.Context, passo) error) (fatti int, err error) {
	for _, p := range passi {
		if n.fatti[p.chiave()] || p.Prima != nil && n.fatti[passo{Programma: p.Programma, Argomenti: p.Prima}.chiave()] {
			continue
		}
		if err := esegui(ctx, p); err != nil {
			return fatti, fmt.Errorf("dati dimostrativi, %s: %w", p.descrizione(), err)
		}
		if err := n.segna(p); err != nil {
			return fatti, err
		}
		fatti++
	}
	return fatti, nil
}

// comanda runs a program to its end; what it said is part of the error.
func comanda(ctx context.Context, programma string, argomenti, ambiente []string, ingresso string) error {
	_, err := chiede(ctx, programma, argomenti, ambiente, ingresso)
	return err
}

// chiede is comanda, and gives what the program answered.
func chiede(ctx context.Context, programma string, argomenti, ambiente []string, ingresso string) (risposta []byte, err error) {
	var detto bytes.Buffer
	cmd := exec.CommandContext(ctx, programma, argomenti...)
	cmd.Env, cmd.Stdin, cmd.Stderr = ambiente, strings.NewReader(ingresso), &detto
	if risposta, err = cmd.Output(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(append(risposta, detto.Bytes()...)))
	}
	return risposta, nil
}

package locale

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// leggiPassword returns the superuser's password: the one kept with the cluster, else the one
// asked for, else a new one. A cluster keeps its password: asking for another is an error.
func leggiPassword(base, richiesta string, chi identita) (string, error) {
	percorso := filepath.Join(base, filePassword)
	testo, err := os.ReadFile(percorso)
	if err == nil {
		trovata := strings.TrimSpace(string(testo))
		if richiesta != "" && richiesta != trovata {
			return "", fmt.Errorf("il cluster ha già un'altra password di amministratore, in %s", percorso)
		}
		return trovata, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("lettura della password di amministratore: %w", err)
	}
	if richiesta == "" {
		richiesta = rand.Text()
	}
	if err := os.WriteFile(percorso, []byte(richiesta+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("scrittura della password di amministratore: %w", err)
	}
	return richiesta, chi.prende(percorso)
}

// versioneCluster is the major version that made the cluster, 0 when there is none yet.
func versioneCluster(base string) (int, error) {
	testo, err := os.ReadFile(filepath.Join(base, cartellaDati, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("versione del cluster (è di un altro utente?): %w", err)
	}
	return strconv.Atoi(strings.TrimSpace(string(testo)))
}

// inizializza makes a new cluster beside its final place and moves it there when it is whole, so
// that an interrupted initdb is never taken for a cluster.
func inizializza(ctx context.Context, base string, prog eseguibili, chi identita, durevole bool) error {
	nuovo := filepath.Join(base, cartellaDati+".nuovo")
	if err := os.RemoveAll(nuovo); err != nil {
		return fmt.Errorf("rimozione di un initdb interrotto: %w", err)
	}
	if err := os.Mkdir(nuovo, 0o700); err != nil {
		return fmt.Errorf("cartella dei dati: %w", err)
	}
	if err := chi.prende(nuovo); err != nil {
		return fmt.Errorf("cartella dei dati a %s: %w", chi.nome, err)
	}
	argomenti := []string{
		"--pgdata=" + nuovo, "--username=" + Superutente, "--pwfile=" + filepath.Join(base, filePassword),
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=" + lingua,
	}
	if !durevole {
		argomenti = append(argomenti, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, prog.programma("initdb"), argomenti...)
	ambienta(cmd, base, chi)
	if uscita, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, uscita)
	}
	return os.Rename(nuovo, filepath.Join(base, cartellaDati))
}

// ambienta gives a child of the server its account, a folder it can stand in, and an environment
// without the PG variables of the person at the keyboard.
func ambienta(cmd *exec.Cmd, base string, chi identita) {
	cmd.Dir = base
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=" + lingua, "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: chi.credenziale()}
}

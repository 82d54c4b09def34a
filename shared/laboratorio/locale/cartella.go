package locale

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	filePosizione  = "posizione"    // where the cluster really is, when it is not in the folder asked for
	cartellaDati   = "dati"         // PGDATA
	cartellaSocket = "socket"       // a folder, or a link to a shorter one
	filePassword   = "password"     // the superuser's, mode 0600
	fileRegistro   = "postgres.log" // what the server says
	fileBlocco     = "blocco"       // held while a caller runs the cluster

	// baseAltrove is entered by every user and survives a restart of the machine.
	baseAltrove = "/var/tmp"
	// massimoSocket is the longest path of a Unix socket, without its final NUL.
	massimoSocket = 107
)

// leggiPosizione follows the note left in the folder when the cluster had to live elsewhere.
func leggiPosizione(richiesta string) string {
	testo, err := os.ReadFile(filepath.Join(richiesta, filePosizione))
	if err != nil {
		return richiesta
	}
	return strings.TrimSpace(string(testo))
}

// preparaCartella makes the folder of the cluster and returns where it is: the one asked for, or
// one under /var/tmp when the server's account cannot get there (a project under /root, say).
func preparaCartella(richiesta string, chi identita) (string, error) {
	if err := os.MkdirAll(richiesta, 0o755); err != nil {
		return "", fmt.Errorf("cartella del cluster: %w", err)
	}
	gia := leggiPosizione(richiesta)
	if gia == richiesta && chi.raggiunge(filepath.Dir(richiesta)) && chi.prende(richiesta) == nil {
		return richiesta, nil
	}
	altrove := filepath.Join(baseAltrove, fmt.Sprintf("verbali-%d-%s", chi.uid, impronta(richiesta)))
	if gia != richiesta {
		altrove = gia
	}
	if err := cartellaRiservata(altrove, chi); err != nil {
		return "", err
	}
	err := os.WriteFile(filepath.Join(richiesta, filePosizione), []byte(altrove+"\n"), 0o644)
	if err != nil {
		return "", fmt.Errorf("nota della posizione del cluster: %w", err)
	}
	return altrove, nil
}

func impronta(testo string) string {
	somma := sha256.Sum256([]byte(testo))
	return hex.EncodeToString(somma[:6])
}

// cartellaRiservata makes a folder under a place where everybody writes. A link or a folder that
// somebody else put there first is refused.
func cartellaRiservata(percorso string, chi identita) error {
	err := os.Mkdir(percorso, 0o700)
	if err == nil {
		err = chi.prende(percorso)
	} else if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("cartella %s: %w", percorso, err)
	}
	info, err := os.Lstat(percorso)
	if err != nil {
		return fmt.Errorf("cartella %s: %w", percorso, err)
	}
	if !info.IsDir() || !chi.possiede(info) || info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("%s esiste e non è una cartella riservata dell'utente %s: va rimossa", percorso, chi.nome)
	}
	return nil
}

// preparaSocket returns the folder of the server's socket: inside base, or, when the path would
// be longer than the system takes, a short one under /tmp that base links to.
func preparaSocket(base string, porta int, chi identita) (string, error) {
	dentro := filepath.Join(base, cartellaSocket)
	if len(nomeSocket(dentro, porta)) <= massimoSocket {
		return dentro, creaSocketDentro(dentro, chi)
	}
	corta := filepath.Join("/tmp", fmt.Sprintf("verbali-pg-%d-%s", chi.uid, impronta(base)))
	if err := cartellaRiservata(corta, chi); err != nil {
		return "", err
	}
	if err := os.Remove(dentro); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("collegamento del socket: %w", err)
	}
	return corta, os.Symlink(corta, dentro)
}

func creaSocketDentro(dentro string, chi identita) error {
	if info, err := os.Lstat(dentro); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if err := os.Remove(dentro); err != nil { // the folder was once reached by a longer path
			return fmt.Errorf("collegamento del socket: %w", err)
		}
	}
	if err := os.MkdirAll(dentro, 0o755); err != nil {
		return fmt.Errorf("cartella del socket: %w", err)
	}
	return chi.prende(dentro)
}

func nomeSocket(cartella string, porta int) string {
	return filepath.Join(cartella, fmt.Sprintf(".s.PGSQL.%d", porta))
}

// blocca takes the folder for this caller until the returned file is closed; the kernel lets go
// by itself when the process dies.
func blocca(base string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(base, fileBlocco), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("blocco del cluster: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Rimuovi deletes a cluster with its data, wherever it lives. A running one is refused with
// *GiaAttivo.
func Rimuovi(cartella string) error {
	richiesta, err := filepath.Abs(cartella)
	if err != nil {
		return fmt.Errorf("cartella del cluster: %w", err)
	}
	base := leggiPosizione(richiesta)
	dati := filepath.Join(base, cartellaDati)
	if chi, err := leggiPid(dati); err == nil && chi.pid > 0 && lavoraIn(chi.pid, dati) {
		return &GiaAttivo{Cartella: base, Pid: chi.pid, Porta: chi.porta}
	}
	if corta, err := os.Readlink(filepath.Join(base, cartellaSocket)); err == nil {
		err = os.RemoveAll(corta)
		if err != nil {
			return fmt.Errorf("cartella del socket: %w", err)
		}
	}
	return errors.Join(os.RemoveAll(base), os.RemoveAll(richiesta))
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"
)

// The histories of the row, and its goal: 150,000 cases in under two minutes.
const (
	casiImportati       = 150_000
	casiImportatiBrevi  = 5_000
	importazioneEntro   = 120 // seconds
	tenantImportazione  = "importazione"
	tenantCopiato       = "importazione-copiata"
	semeStorie          = 1
	importazioneAlPiu   = 20 * time.Minute
	formatoImportazione = "storico-eventi"
)

// rigaImportazione measures elaborazione importa on invented histories with the mix of a real municipal
// log, against COPY of the rows that it leaves.
func rigaImportazione() riga {
	return riga{
		nome:   "importazione",
		titolo: "importazione di storie da un altro sistema, contro COPY delle stesse righe in due sessioni",
		misura: misuraImportazione,
	}
}

// importazione is the tenant that is filled and the file it is filled from.
type importazione struct {
	*banco.Banco
	file  string
	casi  int
	righe int
}

// lancio is one run of the command.
type lancio struct {
	durata  time.Duration
	memoria int64 // bytes, at its most
	nuovi   int
	casi    int
}

func misuraImportazione(ctx context.Context, b *banco.Banco) (e esito, err error) {
	ctx, fine := context.WithTimeout(ctx, importazioneAlPiu)
	defer fine()
	i := &importazione{Banco: b, casi: casiImportati}
	if b.Opz.Breve {
		i.casi = casiImportatiBrevi
	}
	defer func() { err = errors.Join(err, i.chiudi(ctx)) }()
	if err := i.prepara(ctx); err != nil {
		return e, err
	}
	var lanci []lancio
	for _, come := range []string{"--prova", "", ""} {
		b.Annota("importazione: %d casi, %d eventi %s", i.casi, i.righe, come)
		l, err := i.lancia(ctx, come)
		if err != nil {
			return e, err
		}
		lanci = append(lanci, l)
	}
	if lanci[0].casi != i.casi || lanci[1].nuovi != i.casi || lanci[2].nuovi != 0 {
		return e, fmt.Errorf("letti %d casi su %d, importati %d, e %d la seconda volta", lanci[0].casi, i.casi, lanci[1].nuovi, lanci[2].nuovi)
	}
	b.Annota("importazione: COPY delle stesse righe")
	copia, err := i.copia(ctx)
	if err != nil {
		return e, err
	}
	return i.esito(lanci, copia), nil
}

func (i *importazione) esito(lanci []lancio, copia time.Duration) esito {
	prova, prima, seconda := lanci[0], lanci[1], lanci[2]
	casi := float64(i.casi)
	tempo := misura.Cifra{Nome: fmt.Sprintf("%d casi, %d eventi", i.casi, i.righe), Valore: prima.durata.Seconds(), Unita: "s"}
	if i.casi == casiImportati {
		tempo.Traguardo = &misura.Traguardo{Sotto: importazioneEntro}
	}
	cifre := []misura.Cifra{tempo}
	cifre = append(cifre, misura.Confronta("casi", "/s", "COPY", []float64{casi / prima.durata.Seconds()}, []float64{casi / copia.Seconds()})...)
	cifre = append(cifre,
		misura.Cifra{Nome: "di nuovo, nulla cambia", Valore: seconda.durata.Seconds(), Unita: "s"},
		misura.Cifra{Nome: "prova", Valore: prova.durata.Seconds(), Unita: "s"},
		misura.Cifra{Nome: "memoria RSS di punta", Valore: banco.Mebibyte(prima.memoria), Unita: "MiB"})
	return esito{Cifre: cifre, Note: []string{"il comando intero, dall'avvio del processo; PostgreSQL con i servizi accanto. COPY da file binari già pronti, " +
		"i verbali prima e le altre tabelle in due sessioni. Un giro solo."}}
}

// prepara writes the file and makes the tenant.
func (i *importazione) prepara(ctx context.Context) error {
	i.file = filepath.Join(i.Cartella, "storie.csv")
	f, err := os.Create(i.file)
	if err != nil {
		return fmt.Errorf("storie: %w", err)
	}
	totali, err := storie.Scrivi(f, semeStorie, i.casi)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("storie: %w", err)
	}
	i.righe = totali.Eventi
	_, _, err = comandoDi(ctx, i.Banco, "core", "tenant", "crea", tenantImportazione, "--denominazione", "Importazione")
	return err
}

// comandoDi runs a command of a service with the environment of the serving one, and returns what it
// printed.
func comandoDi(ctx context.Context, b *banco.Banco, servizio string, argomenti ...string) (*exec.Cmd, []byte, error) {
	pid, err := b.Figlio(servizio)
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(b.Opz.Bin, servizio), argomenti...)
	if cmd.Env, err = banco.AmbienteDi("/proc", pid); err != nil {
		return nil, nil, err
	}
	var uscita, errori bytes.Buffer
	cmd.Stdout, cmd.Stderr = &uscita, &errori
	if err := cmd.Run(); err != nil {
		return nil, nil, fmt.Errorf("%s %v: %w: %s", servizio, argomenti, err, banco.UltimeRighe(errori.Bytes(), 5))
	}
	return cmd, uscita.Bytes(), nil
}

func (i *importazione) lancia(ctx context.Context, come string) (l lancio, err error) {
	argomenti := []string{"importa", "--tenant", tenantImportazione, "--formato", formatoImportazione, "--json"}
	if come != "" {
		argomenti = append(argomenti, come)
	}
	inizio := time.Now()
	cmd, detto, err := comandoDi(ctx, i.Banco, "elaborazione", append(argomenti, i.file)...)
	if err != nil {
		return l, err
	}
	l.durata = time.Since(inizio)
	if uso, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		l.memoria = uso.Maxrss << 10
	}
	var r struct {
		Casi  int `json:"casi"`
		Nuovi int `json:"nuovi"`
	}
	if err := json.Unmarshal(detto, &r); err != nil {
		return l, fmt.Errorf("rapporto: %w: %s", err, banco.UltimeRighe(detto, 5))
	}
	l.casi, l.nuovi = r.Casi, r.Nuovi
	return l, nil
}

// tabelleImportate hold the histories; the others refer to the first.
func tabelleImportate() []string {
	return []string{"verbale", "posizione", "evento", "violazione", "pagamento", "ricorso"}
}

// copia loads the rows of the import into an empty copy of its database, from binary files.
func (i *importazione) copia(ctx context.Context) (time.Duration, error) {
	tabelle := tabelleImportate()
	err := i.ConServer(ctx, tenantImportazione, func(conn *pgx.Conn) error {
		for _, t := range tabelle {
			if _, err := conn.Exec(ctx, fmt.Sprintf("COPY verbali.%s TO '%s' (FORMAT binary)", t, i.copiata(t))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if err := i.svuota(ctx); err != nil {
		return 0, err
	}
	inizio := time.Now()
	for _, insieme := range [][][]string{{tabelle[:1]}, {tabelle[1:2]}, {tabelle[2:3], tabelle[3:]}} {
		var gruppo errgroup.Group
		for _, parte := range insieme {
			gruppo.Go(func() error { return i.carica(ctx, parte) })
		}
		if err := gruppo.Wait(); err != nil {
			return 0, err
		}
	}
	return time.Since(inizio), nil
}

func (i *importazione) copiata(tabella string) string {
	return filepath.Join(i.Cartella, "postgres", tabella+".copia")
}

// svuota makes the empty copy of the database. The log is append-only: its trigger rests meanwhile.
func (i *importazione) svuota(ctx context.Context) error {
	if err := errors.Join(i.stacca(ctx, tenantImportazione),
		i.Esegui(ctx, "postgres", fmt.Sprintf(`CREATE DATABASE %q TEMPLATE %q`, tenantCopiato, tenantImportazione))); err != nil {
		return err
	}
	return i.ConServer(ctx, tenantCopiato, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SET session_replication_role = replica; TRUNCATE verbali.verbale CASCADE; SET session_replication_role = DEFAULT; CHECKPOINT`)
		return err
	})
}

// stacca ends the connections to a database, which must have none to be copied.
func (i *importazione) stacca(ctx context.Context, database string) error {
	return i.Esegui(ctx, "postgres", fmt.Sprintf("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '%s'", database))
}

func (i *importazione) carica(ctx context.Context, tabelle []string) error {
	return i.ConServer(ctx, tenantCopiato, func(conn *pgx.Conn) error {
		for _, t := range tabelle {
			if _, err := conn.Exec(ctx, fmt.Sprintf("COPY verbali.%s FROM '%s' (FORMAT binary)", t, i.copiata(t))); err != nil {
				return err
			}
		}
		return nil
	})
}

// chiudi takes the tenant off the register: the rows that follow do not know of it.
func (i *importazione) chiudi(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	errori := []error{
		i.Esegui(ctx, "piattaforma", fmt.Sprintf("DELETE FROM core.tenant WHERE nome = '%s'", tenantImportazione)),
		(&comandi{Banco: i.Banco}).fatto("tenant.sospeso"),
	}
	for _, database := range []string{tenantCopiato, tenantImportazione} {
		errori = append(errori, i.Esegui(ctx, "postgres", fmt.Sprintf(`DROP DATABASE IF EXISTS %q WITH (FORCE)`, database)))
	}
	return errors.Join(errori...)
}

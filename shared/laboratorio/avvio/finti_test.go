package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/decreto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// TestMain lets the test binary play every program of the stack: it is whoever it is called.
func TestMain(m *testing.M) {
	switch nome := filepath.Base(os.Args[0]); {
	case nome == "avvio":
		main()
	case slices.Contains(nomiProgrammi(), nome):
		os.Exit(programmaFinto(nome, os.Args[1:]))
	default:
		testkit.Main(m)
	}
}

func nomiProgrammi() []string {
	return []string{"simulatori", "core", "connessione", "tenantapi", "mobile", "elaborazione", "ocr", "vpn"}
}

// programmaFinto is a service that is ready at once, or a command of core that notes its call.
func programmaFinto(nome string, argomenti []string) int {
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	if len(argomenti) > 0 {
		if err := comandoFinto(argomenti); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	ctx, ferma := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer ferma()
	s := &http.Server{Addr: os.Getenv("VERBALI_INDIRIZZO"), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/VerbaleInsService"): // the SOAP door of the real service answers in XML
			avviso := "<avviso><numeroAvviso>1</numeroAvviso><importoCent>2940</importoCent></avviso>"
			fmt.Fprint(w, "<Envelope><Body><inserisciVerbaleResponse><idVerbale>v</idVerbale>"+avviso+avviso+"</inserisciVerbaleResponse></Body></Envelope>")
			return
		case strings.Contains(r.URL.Path, "/VerbaliRestService/"):
			fmt.Fprint(w, `{"procedura":"ATTO_GENERATO"}`)
			return
		}
		fmt.Fprintf(w, "%s %d", nome, os.Getpid())
	})}
	go func() { <-ctx.Done(); log.Info("congedo"); s.Close() }()
	log.Info("in servizio", "indirizzo", s.Addr)
	if err := s.ListenAndServe(); err != http.ErrServerClosed {
		log.Error("ascolto", "errore", err.Error())
		return 1
	}
	if strings.Contains(os.Getenv("AVVIO_LENTI"), nome) {
		time.Sleep(time.Hour)
	}
	return 0
}

func comandoFinto(argomenti []string) error {
	ctx, annulla := context.WithTimeout(context.Background(), 10*time.Second)
	defer annulla()
	if dsn := os.Getenv("VERBALI_PG_DSN_AMMINISTRATORE"); dsn != "" {
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS prova (id int)"); err != nil {
			return err
		}
	}
	err := annota(filepath.Join(os.Getenv("VERBALI_SEGRETI_DIR"), "chiamate"), strings.Join(argomenti, " "))
	if err == nil && slices.Equal(argomenti, []string{"tabelle", "esporta", "violazioni"}) {
		err = tabellaFinta().Scrivi(os.Stdout)
	}
	return err
}

// tabellaFinta is what core answers with: amounts that reach any day on which this is run.
func tabellaFinta() *sanzione.Tabella {
	t, err := decreto.Fino(sanzione.Iniziale(), calendario.Da(clock.Now()).AddDays(1000))
	if err != nil {
		panic(err) // the decree's own test would have failed
	}
	return t
}

func annota(percorso, riga string) error {
	f, err := os.OpenFile(percorso, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.WriteString(f, riga+"\n")
	return err
}

// programmi makes a folder where every program of the stack is this test binary.
func programmi(t *testing.T) string {
	t.Helper()
	io, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, nome := range append(nomiProgrammi(), "avvio") {
		if err := os.Symlink(io, filepath.Join(bin, nome)); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

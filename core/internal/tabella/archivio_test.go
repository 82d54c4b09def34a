package tabella_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
)

// Every row of an archive changed, and then all but one taken away: each in far less than a request may
// last, also when the connection has run the same statements before. A person who loads a part by
// mistake is stopped, and only an explicit word lets it pass.
func TestUnArchivioCambiaTuttoNelTempoDiUnaRichiesta(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	const n = 19_000
	for i, nome := range []string{"Comune", "Villa"} {
		passo(t, b, importazione(archivioDi(n, nome)), fmt.Sprintf("%d CARICATA", i+1))
	}
	parte := importazione(archivioDi(1, "Villa"))
	if _, err := b.Importa(come(t), parte); codice(err) != "TABELLA_SVUOTATA" {
		t.Fatalf("a part of the table is taken for the table: %v", err)
	}
	if righe := strings.Count(b.esporta(t, tabella.Comuni, 0), "\n"); righe != n+1 {
		t.Fatalf("%d lines are left of a refused file", righe)
	}
	parte.Forza = true
	r := passo(t, b, parte, fmt.Sprintf("3 CARICATA +0 ~0 -%d =1", n-1))
	if avvisi := strings.Join(r.Avvisi, "\n"); !strings.Contains(avvisi, "18999 righe presenti") || !strings.Contains(avvisi, "più della metà della tabella") {
		t.Errorf("who loads a part reads %q", avvisi)
	}
}

func TestUnFileHaUnLimiteDiRighe(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	troppe := strings.Repeat("1;Via Roma;037006;;COMUNE;2020-01-01;\n", 50_000)
	_, err := b.Anteprima(come(t), quale(tabella.Strade), []byte(testataStrade+troppe))
	if !strings.Contains(campi(err), "ha più di 50000 righe") {
		t.Errorf("%v: %s", err, campi(err))
	}
}

func TestLeStradeSonoDiUnComando(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	for nome, fai := range map[string]func() error{
		"preview": func() error {
			_, err := b.Anteprima(come(t), tabella.Quale{Nome: tabella.Strade}, []byte(strade("Via Roma")))
			return err
		},
		"import": func() error {
			_, err := b.Importa(come(t), tabella.Importazione{Quale: tabella.Quale{Nome: tabella.Strade}, File: []byte(strade("Via Roma")), Base: tabella.Qualunque})
			return err
		},
	} {
		if err := fai(); !strings.Contains(campi(err), "tenant: manca") {
			t.Errorf("%s without a command: %v", nome, err)
		}
	}
}

// TestQuattroInsieme has more files at once than a process takes: they wait for each other.
func TestQuattroInsieme(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	esiti := make(chan error, 4)
	for range cap(esiti) {
		go func() {
			_, err := b.Anteprima(come(t), quale(tabella.Strade), []byte(strade("Via Roma")))
			esiti <- err
		}()
	}
	for range cap(esiti) {
		if err := <-esiti; err != nil {
			t.Error(err)
		}
	}
}

func importazione(file string) tabella.Importazione {
	return tabella.Importazione{Quale: quale(tabella.Comuni), File: []byte(file), Base: tabella.Qualunque}
}

func passo(t *testing.T, b *banco, i tabella.Importazione, vuole string) tabella.Rapporto {
	t.Helper()
	ctx, fine := context.WithTimeout(come(t), 20*time.Second)
	defer fine()
	r, err := b.Importa(ctx, i)
	if err != nil || !strings.HasPrefix(conta(r), vuole) {
		t.Fatalf("%s, want %s: %v", conta(r), vuole, err)
	}
	return r
}

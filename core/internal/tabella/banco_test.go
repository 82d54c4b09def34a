package tabella_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	*testkit.Ambiente
	*tabella.Servizio
	orologio *tempo.Orologio
}

// apparecchia is the service on 20 November 2026, with the tables of the program loaded.
func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := spoglio(t)
	if _, err := b.Semina(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// spoglio is the service with nothing loaded.
func spoglio(t *testing.T) *banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	orologio := tempo.Fisso(time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC)) // 23:30 of the 20th in Rome
	return &banco{Ambiente: a, orologio: orologio, Servizio: tabella.Nuovo(a.Pools(t, "core"), orologio.Adesso)}
}

func come(t *testing.T) context.Context {
	t.Helper()
	return voce.Con(auth.With(t.Context(), auth.Identity{User: "ada"}), "10.0.0.1")
}

func (b *banco) importa(t *testing.T, nome, file string) (tabella.Rapporto, error) {
	t.Helper()
	return b.Importa(come(t), tabella.Importazione{Quale: quale(nome), File: []byte(file), Base: tabella.Qualunque, Nota: "prova"})
}

// riesce imports a file that has to be taken.
func (b *banco) riesce(t *testing.T, nome, file string) tabella.Rapporto {
	t.Helper()
	r, err := b.importa(t, nome, file)
	if err != nil {
		t.Fatalf("%s: %v", nome, err)
	}
	return r
}

// quale is a table, with the tenant alfa if it belongs to one.
func quale(nome string) tabella.Quale {
	q := tabella.Quale{Nome: nome}
	if tabella.DelTenant(nome) {
		q.Tenant = "alfa"
	}
	return q
}

// esporta is a version of a table as CSV, without the mark that every file begins with; 0 is the present one.
func (b *banco) esporta(t *testing.T, nome string, versione int) string {
	t.Helper()
	scrivi, _, err := b.Esporta(t.Context(), quale(nome), versione)
	if err != nil {
		t.Fatal(err)
	}
	var testo bytes.Buffer
	if err := scrivi(&testo); err != nil {
		t.Fatal(err)
	}
	senza, segnato := strings.CutPrefix(testo.String(), "\ufeff")
	if !segnato {
		t.Error("no byte order mark")
	}
	return senza
}

// conta says what a report says: "VERSION OUTCOME +added ~changed -removed =unchanged".
func conta(r tabella.Rapporto) string {
	d := r.Rapporto
	return fmt.Sprintf("%d %s +%d ~%d -%d =%d", r.Versione, r.Esito, len(d.Aggiunte), len(d.Modificate), len(d.Tolte), d.Invariate)
}

// codice is that of a problem, empty for none.
func codice(err error) string {
	if e := problem.As(err); e != nil {
		return e.Codice
	}
	return ""
}

// campi are the fields of a problem with their messages, one a line.
func campi(err error) string {
	var righe []string
	if e := problem.As(err); e != nil {
		for _, c := range e.Campi {
			righe = append(righe, c.Campo+": "+c.Messaggio)
		}
	}
	return strings.Join(righe, "\n")
}

const (
	testataStrade  = "codice;nome;comuneIstat;localita;ente;validoDa;validoA\n"
	testataTariffe = "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n"
)

// strade is a file of streets, one for each name; the code is its place.
func strade(nomi ...string) string {
	var b strings.Builder
	b.WriteString(testataStrade)
	for i, n := range nomi {
		fmt.Fprintf(&b, "%d;%s;037006;;COMUNE;2020-01-01;\n", i+1, n)
	}
	return b.String()
}

package banco

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// TabellaPrecedente is the table of violations as it was before it was corrected.
func TabellaPrecedente(t testing.TB) *sanzione.Tabella {
	t.Helper()
	f, err := os.Open(filepath.Join(testkit.Radice(), "shared/legge/sanzione/precedente.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	prima, err := sanzione.Carica(f)
	if err != nil {
		t.Fatal(err)
	}
	return prima
}

// Carica makes a table of violations core's next version, and lets the bench follow it.
func (b *Banco) Carica(t testing.TB, tutta *sanzione.Tabella) {
	t.Helper()
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: tutta.Versione(), Righe: tutta.Tutte()}.Importa(t, b.Ambiente)
	if err := b.Ufficio.Tabelle.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

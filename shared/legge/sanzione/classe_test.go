package sanzione_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// TestTargata: what a plate tells of a vehicle agrees with its class, or does not.
func TestTargata(t *testing.T) {
	t.Parallel()
	tutte := []sanzione.Classe{sanzione.Autoveicolo, sanzione.Autocarro, sanzione.Autobus, sanzione.Pesante, sanzione.Motoveicolo, sanzione.Motociclo,
		sanzione.Ciclomotore, sanzione.Rimorchio}
	for _, c := range []struct {
		targa   string
		ammesse []sanzione.Classe
	}{
		{"AB123CD", []sanzione.Classe{sanzione.Autoveicolo, sanzione.Autocarro, sanzione.Autobus, sanzione.Pesante}},
		{"AB12345", []sanzione.Classe{sanzione.Motoveicolo, sanzione.Motociclo, sanzione.Rimorchio, sanzione.Pesante}}, // or an old trailer
		{"X2T4K6", []sanzione.Classe{sanzione.Ciclomotore}},
		{"EIAB123", tutte}, // the army's
		{"XA123BC", []sanzione.Classe{sanzione.Rimorchio, sanzione.Pesante}},
	} {
		possibili := targa.ClassiPossibili(c.targa)
		for _, classe := range sanzione.Classi() {
			ammessa := slices.ContainsFunc(possibili, classe.Targata)
			if ammessa != slices.Contains(c.ammesse, classe) {
				t.Errorf("%s %v: %s %v", c.targa, possibili, classe, ammessa)
			}
		}
	}
}

package comune

import (
	"strings"
	"testing"
)

// The seed is written as people write names: capitals and back must give it again.
func TestNomeProprio(t *testing.T) {
	t.Parallel()
	casi := []string{"Capo d'Orlando", "Sotto il Monte Giovanni XXIII", "Sant'Angelo Lodigiano", "Rhêmes-Notre-Dame", "Castel San Pietro Terme",
		"San Donà di Piave", "Kastelruth", "Sankt Leonhard in Passeier", "L'Aquila", "Appiano sulla Strada del Vino", "Saint-Rhémy-en-Bosses", ""}
	for _, c := range Iniziale().Tutte() {
		casi = append(casi, c.Nome, c.AltroNome)
	}
	for _, atteso := range casi {
		if got := nomeProprio(strings.ToUpper(atteso)); got != atteso {
			t.Errorf("%q: %q", atteso, got)
		}
	}
}

func TestChiaveNome(t *testing.T) {
	t.Parallel()
	for _, gruppo := range [][]string{
		{"Forlì", "FORLI'", "forli", " Forlí "}, {"L'Aquila", "l’aquila", "LAQUILA"}, {"Rhêmes-Saint-Georges", "RHEMES SAINT GEORGES"},
		{"Weinstraße", "WEINSTRASSE"}, {"Števerjan", "steverjan"}, {"São", "sao"}, {"", "'", "–"},
	} {
		for _, nome := range gruppo {
			if chiaveNome(nome) != chiaveNome(gruppo[0]) {
				t.Errorf("%q e %q non sono lo stesso nome", nome, gruppo[0])
			}
		}
	}
	if chiaveNome("Castro") == chiaveNome("Castri") {
		t.Error("nomi diversi hanno chiavi diverse")
	}
}

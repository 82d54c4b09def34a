package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/decreto"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// TestLaTabellaDellaDimostrazioneArrivaAlGiorno: README's commands insert a fine on any day, with amounts that say they are invented.
func TestLaTabellaDellaDimostrazioneArrivaAlGiorno(t *testing.T) {
	t.Parallel()
	var iniziale bytes.Buffer
	if err := sanzione.Iniziale().Scrivi(&iniziale); err != nil {
		t.Fatal(err)
	}
	for giorno, carica := range map[string]bool{
		"2026-11-30": false, "2026-12-31": false, "2027-01-01": true, "2027-03-28": true, "2028-02-29": true, "2030-06-15": true,
	} {
		g := calendario.MustParse(giorno)
		testo, fine, err := prolungata(iniziale.Bytes(), g)
		if err != nil || (testo != "") != carica {
			t.Fatalf("%s: %d bytes, %v", giorno, len(testo), err)
		}
		if !carica {
			continue
		}
		if fine.String() != "2026-12-31" {
			t.Errorf("%s: the last confirmed day is %s", giorno, fine)
		}
		nuova, err := sanzione.Carica(strings.NewReader(testo))
		if err != nil {
			t.Fatal(err)
		}
		if s, c := nuova.Cerca("157-8", g); !c || s.Fonte != decreto.Fonte {
			t.Errorf("%s: %+v", giorno, s)
		}
		if again, _, err := prolungata([]byte(testo), g); again != "" || err != nil {
			t.Errorf("%s: loaded twice, %v", giorno, err)
		}
	}
	if _, _, err := prolungata([]byte("niente"), calendario.MustParse("2027-01-01")); err == nil {
		t.Error("what is no table was taken")
	}
}

func TestIlGiornoDiUnAvvio(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 11, 27, 23, 30, 0, 0, time.UTC) // half past midnight of the 28th, in Rome
	for testo, istante := range map[string]string{
		"2027-01-15":           "2027-01-15T00:30:00+01:00",
		"2030-06-15":           "2030-06-15T00:30:00+02:00", // the hour of Rome, in summer too
		"2026-11-28":           "2026-11-28T00:30:00+01:00",
		"2028-02-29T10:00:00Z": "2028-02-29T11:00:00+01:00",
	} {
		scarto, err := scartoVerso(testo, adesso)
		if vuole, _ := time.Parse(time.RFC3339, istante); err != nil || !adesso.Add(scarto).Equal(vuole) {
			t.Errorf("%s: %s, %v; want %s", testo, adesso.Add(scarto), err, istante)
		}
	}
	for _, testo := range []string{"domani", "2027-02-29", "15/01/2027"} {
		if _, err := scartoVerso(testo, adesso); err == nil || !strings.Contains(err.Error(), "--giorno") {
			t.Errorf("%s: %v", testo, err)
		}
	}
}

// TestProgrammiComeSiSpediscono: a stack of programs that have the machine's clock alone does not start on another day.
func TestProgrammiComeSiSpediscono(t *testing.T) {
	t.Parallel()
	p := nuovaPila(opzioni{bin: programmi(t), spostato: true}, &bytes.Buffer{}, false)
	if err := p.programmiPresenti(); err == nil || !strings.Contains(err.Error(), "make run GIORNO=") || !strings.Contains(err.Error(), "elaborazione") {
		t.Errorf("%v", err)
	}
	p.opz.spostato = false
	if err := p.programmiPresenti(); err != nil {
		t.Error(err)
	}
}
